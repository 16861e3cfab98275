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
    const passage = document.querySelector("mark.passage");
    if (passage && window.location.hash === "#passage") {
      passage.id = "passage";
      passage.scrollIntoView({ block: "center" });
    }
  };

  document.addEventListener("DOMContentLoaded", () => {
    colourMarks(document);
    showPassage();
  });
  for (const change of ["htmx:afterSwap", "htmx:historyRestore"]) {
    document.addEventListener(change, () => colourMarks(document));
  }
})();
