// The list of ingested files follows its jobs until none is unfinished.
(() => {
  "use strict";
  const EVERY_MS = 2000;

  const unfinished = (root) =>
    [...root.querySelectorAll(".field-state")].some(
      (cell) => cell.querySelector('[data-unfinished="yes"]') || cell.textContent.includes("embedding"),
    );

  const follow = async () => {
    const list = document.querySelector("#result_list");
    if (!list || !unfinished(list)) return;
    const answer = await fetch(window.location.href, { credentials: "same-origin" });
    if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector("#result_list");
      if (fresh) list.replaceWith(fresh);
    }
    window.setTimeout(follow, EVERY_MS);
  };

  document.addEventListener("DOMContentLoaded", () => window.setTimeout(follow, EVERY_MS));
})();
