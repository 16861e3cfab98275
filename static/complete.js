// Completion of names, parties and topics in the search box. Without this file the box is a plain one.
(() => {
  "use strict";

  const box = document.querySelector("input[data-complete]");
  if (!box) return;
  const list = document.createElement("ul");
  list.id = "completions";
  list.className = "completions";
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Suggestions");
  list.hidden = true;
  box.after(list);
  for (const [name, value] of Object.entries({
    role: "combobox", "aria-autocomplete": "list", "aria-controls": list.id, "aria-expanded": "false",
  })) box.setAttribute(name, value);

  let shown = [];
  let chosen = -1;
  let asked = 0;

  const hide = () => {
    list.hidden = true;
    shown = [];
    chosen = -1;
    box.setAttribute("aria-expanded", "false");
    box.removeAttribute("aria-activedescendant");
  };

  const choose = (place) => {
    chosen = place;
    [...list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === place)));
    if (place < 0) box.removeAttribute("aria-activedescendant");
    else box.setAttribute("aria-activedescendant", list.children[place].id);
  };

  const take = (place) => {
    const one = shown[place];
    box.value = box.value.slice(0, one.start) + one.text + box.value.slice(one.end);
    box.focus();
    hide();
  };

  const show = (suggestions) => {
    if (!suggestions.length) return hide();
    shown = suggestions;
    list.replaceChildren(...suggestions.map((one, place) => {
      const item = document.createElement("li");
      item.id = `completion-${place}`;
      item.setAttribute("role", "option");
      const kind = document.createElement("span");
      kind.className = "quiet";
      kind.textContent = ` ${one.kind}`;
      item.append(one.label, kind);
      item.addEventListener("mousedown", (event) => { event.preventDefault(); take(place); });
      return item;
    }));
    list.hidden = false;
    box.setAttribute("aria-expanded", "true");
    choose(-1);
  };

  const ask = async () => {
    const mine = ++asked;
    const typed = box.value;
    if (box.selectionStart !== typed.length || !typed.trim()) return hide();
    try {
      const response = await fetch(`${box.dataset.complete}?q=${encodeURIComponent(typed)}`);
      const { suggestions } = await response.json();
      if (mine === asked && box.value === typed && document.activeElement === box) show(suggestions);
    } catch {
      hide();
    }
  };

  let waiting;
  box.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(ask, 120); });
  box.addEventListener("blur", () => { asked += 1; hide(); });
  box.form.addEventListener("submit", () => { clearTimeout(waiting); asked += 1; hide(); });
  box.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      choose(((chosen + 1 + step + shown.length + 1) % (shown.length + 1)) - 1);
    } else if (event.key === "Escape") {
      event.preventDefault();
      hide();
    } else if ((event.key === "Enter" || event.key === "Tab") && chosen >= 0) {
      event.preventDefault();
      take(chosen);
    }
  });
})();
