// Small helps that plain HTML cannot give. Every page works without them.
(() => {
  "use strict";

  // A party's colour comes from the record, and the content security policy forbids inline styles.
  const colourMarks = (root) => {
    for (const mark of root.querySelectorAll(".party-mark[data-colour]")) {
      mark.style.backgroundColor = mark.dataset.colour;
    }
  };

  // The passage that brought the reader here.
  const showPassage = () => {
    const passage = document.getElementById("passage") || document.querySelector("mark.passage");
    if (passage && window.location.hash === "#passage") {
      passage.id = "passage";
      passage.scrollIntoView({ block: "center" });
    }
  };

  // Copying needs a script, so its buttons show only where there is one.
  const showCopy = (root) => {
    for (const button of root.querySelectorAll("button.copy[hidden]")) {
      button.hidden = false;
      button.addEventListener("click", async () => {
        const label = button.textContent;
        try {
          await navigator.clipboard.writeText(button.dataset.copy);
          button.textContent = document.body.dataset.copied;
        } catch {
          button.textContent = document.body.dataset.notCopied;
        }
        setTimeout(() => (button.textContent = label), 2000);
      });
    }
  };

  // A citation leads to its card, which takes the focus, so that a keyboard goes on from there.
  const leadToCards = (root) => {
    for (const link of root.querySelectorAll("a.cite")) {
      link.addEventListener("click", () => document.querySelector(link.getAttribute("href"))?.focus());
    }
  };

  window.dressAnswer = (root) => {
    colourMarks(root);
    showCopy(root);
    leadToCards(root);
  };

  document.addEventListener("DOMContentLoaded", () => {
    window.dressAnswer(document);
    showPassage();
  });
  // Fields that were left empty say nothing in an address.
  document.addEventListener("htmx:configRequest", (event) => {
    const given = event.detail.formData ?? null;
    if (!given) return;
    for (const [name, value] of [...given.entries()]) if (value === "") given.delete(name);
  });

  // A search that does not reach us says so in the place of its results; what was typed stays in the box.
  for (const failure of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(failure, (event) => {
      const place = event.detail.target;
      if (!place) return;
      const told = document.createElement("p");
      told.className = "note";
      told.setAttribute("role", "alert");
      told.textContent = document.body.dataset.away;
      place.replaceChildren(told);
    });
  }
  for (const change of ["htmx:afterSwap", "htmx:historyRestore"]) {
    document.addEventListener(change, () => colourMarks(document));
  }
})();

// The parliament is chosen by choosing it; without script a button does.
for (const form of document.querySelectorAll("form.parliament")) {
  form.querySelector("button").hidden = true;
  form.querySelector("select").addEventListener("change", () => form.submit());
}

// Keys: "/" leads to the search box, "j" and "k" through what was found, "?" tells of them.
(() => {
  "use strict";

  const PLACES = ".hits > ol > li, .answer .card, .transcript .turn";
  const typing = (place) => place.closest("input, textarea, select, [contenteditable]");

  const step = (by) => {
    const places = [...document.querySelectorAll(PLACES)];
    if (!places.length) return;
    const at = places.indexOf(document.activeElement);
    const next = places[at < 0 ? (by > 0 ? 0 : places.length - 1) : Math.min(places.length - 1, Math.max(0, at + by))];
    next.tabIndex = -1;
    next.focus();
    next.scrollIntoView({ block: "start" });
  };

  const search = () => {
    const box = document.querySelector("input[type=search], textarea");
    if (box) box.focus();
    else window.location.href = document.querySelector(".masthead .name").href;
  };

  const KEYS = { "/": search, j: () => step(1), k: () => step(-1), "?": () => document.getElementById("keys").showModal() };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || !(event.key in KEYS)) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    KEYS[event.key]();
  });
})();
