// Selecting words of a speech offers to quote exactly those. Without this file every paragraph has its own link.
(() => {
  "use strict";

  if (!document.querySelector("[data-speech], .transcript")) return;
  for (const hint of document.querySelectorAll(".needs-script[hidden]")) hint.hidden = false;
  const offer = document.createElement("a");
  offer.className = "button quote-offer";
  offer.textContent = "Cite these words";
  offer.hidden = true;
  document.body.append(offer);

  const speechAt = (node) => (node.nodeType === Node.TEXT_NODE ? node.parentElement : node).closest("[data-speech]");

  // How many characters of the record stand before a place; the record counts characters, not UTF-16 units.
  const placeIn = (node, offset) => {
    const paragraph = (node.nodeType === Node.TEXT_NODE ? node.parentElement : node).closest("p[data-start]");
    if (!paragraph?.closest("[data-speech]")) return null;
    const before = document.createRange();
    before.setStart(paragraph, 0);
    before.setEnd(node, offset);
    const own = [...before.toString()].length;
    const link = paragraph.querySelector(".permalink")?.textContent.length ?? 0;
    const longest = [...paragraph.textContent].length - link;
    return Number(paragraph.dataset.start) + Math.min(own, longest);
  };

  document.addEventListener("selectionchange", () => {
    const selection = document.getSelection();
    offer.hidden = true;
    if (!selection || selection.isCollapsed || !selection.rangeCount) return;
    const range = selection.getRangeAt(0);
    const start = placeIn(range.startContainer, range.startOffset);
    const end = placeIn(range.endContainer, range.endOffset);
    if (start === null || end === null || end - start < 3) return;
    const speech = speechAt(range.startContainer);
    if (speech !== speechAt(range.endContainer)) return;
    offer.href = `${speech.dataset.speech}?from=${start}&to=${end}#cite`;
    const box = range.getBoundingClientRect();
    offer.style.left = `${Math.max(8, window.scrollX + box.left)}px`;
    offer.style.top = `${window.scrollY + box.bottom + 8}px`;
    offer.hidden = false;
  });
})();
