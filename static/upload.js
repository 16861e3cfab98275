// Dropping files on an upload form, the schemes' or the administration's. Without this file its file chooser does.
document.addEventListener("DOMContentLoaded", () => {
  "use strict";

  for (const form of document.querySelectorAll("form.upload, #ingestjob_form")) {
    const input = form.querySelector("input[type=file]");
    if (!input) continue;
    const over = (event) => {
      event.preventDefault();
      form.classList.toggle("over", event.type === "dragover" || event.type === "dragenter");
    };
    for (const name of ["dragenter", "dragover", "dragleave"]) form.addEventListener(name, over);
    form.addEventListener("drop", (event) => {
      over(event);
      input.files = event.dataTransfer.files;
      if (form.classList.contains("upload")) form.requestSubmit();
    });
    form.addEventListener("submit", () => {
      const button = form.querySelector("button");
      if (!button) return;
      button.disabled = true;
      // The administration, which is English, gives no words.
      button.textContent = form.dataset.uploading ?? "Uploading…";
    });
  }
});
