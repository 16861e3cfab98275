// The list of contents follows the reader: what is on the screen is marked in it. Without this file it is a plain list.
(() => {
  "use strict";

  const contents = document.querySelector("aside.debate");
  const links = [...(contents?.querySelectorAll('a[href^="#p"]') ?? [])];
  if (!links.length) return;
  let shown = null;

  // The last place of the list that begins above a line near the top of the window; its places stand in order.
  const current = () => {
    let [low, high] = [0, links.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const place = document.getElementById(links[middle].hash.slice(1));
      if (place && place.getBoundingClientRect().top < 120) low = middle + 1;
      else high = middle;
    }
    return links[low - 1] ?? null;
  };

  const follow = () => {
    const link = current();
    if (link === shown) return;
    shown?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "location");
    shown = link;
    if (!link) return;
    const [box, frame] = [link.getBoundingClientRect(), contents.getBoundingClientRect()];
    if (box.top < frame.top || box.bottom > frame.bottom) contents.scrollTop += box.top - frame.top - frame.height / 3;
  };

  let waiting = false;
  addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; follow(); });
  }, { passive: true });
  follow();
})();
