// Dropping files on the upload form. Without this file its file chooser does.
(() => {
  "use strict";

  for (const form of document.querySelectorAll("form.upload")) {
    const input = form.querySelector("input[type=file]");
    const over = (event) => {
      event.preventDefault();
      form.classList.toggle("over", event.type === "dragover" || event.type === "dragenter");
    };
    for (const name of ["dragenter", "dragover", "dragleave"]) form.addEventListener(name, over);
    form.addEventListener("drop", (event) => {
      over(event);
      input.files = event.dataTransfer.files;
      form.requestSubmit();
    });
    form.addEventListener("submit", () => {
      form.querySelector("button").disabled = true;
      form.querySelector("button").textContent = "Uploading…";
    });
  }
})();
