// Keys that work everywhere, and the list of them.
import { byId, make } from "./elements.js";
import { switchTheme } from "./theme.js";

const KEYS = [
  ["1 – 8", "open a page"],
  ["/", "find in the list of this page; ↓ goes on to the list"],
  ["↓ ↑ or j k", "next or previous row of a list"],
  ["Page ↓ ↑, Home, End", "go far in a list"],
  ["Enter", "open the row, where there is no room beside the list"],
  ["Esc", "close what is open, or leave a field"],
  ["Enter in the chat", "send the message; with Shift, a line break"],
  ["t", "light or dark"],
  ["?", "this list"],
];

export function showKeys() {
  if (document.querySelector("dialog[open]")) return;
  const rows = KEYS.map(([keys, words]) => make("div", {}, make("dt", {}, make("kbd", {}, keys)), make("dd", {}, words)));
  const close = make("button", { type: "submit", class: "button", autofocus: true }, "Close");
  const dialog = make("dialog", { class: "card dialog", "aria-label": "Shortcuts" }, make("form", { method: "dialog" }, make("h2", {}, "Shortcuts"), make("dl", { class: "keys" }, rows), make("div", { class: "tools" }, close)));
  dialog.addEventListener("close", () => dialog.remove());
  close.addEventListener("click", (event) => (event.preventDefault(), dialog.close()));
  document.body.append(dialog);
  dialog.showModal();
}

export function setUpKeys(pages) {
  byId("keys").addEventListener("click", showKeys);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const isTyping = event.target.matches("input, textarea, select");
    if (event.key === "Escape" && isTyping) event.target.blur();
    if (isTyping) return;
    const place = Number(event.key);
    const action = place >= 1 && place <= pages.length ? () => (location.hash = `#/${pages[place - 1].path}`) : ACTIONS[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

const ACTIONS = {
  "?": showKeys,
  t: switchTheme,
  "/": () => document.querySelector("[data-find]")?.focus(),
  Escape: () => document.querySelector("[data-close]")?.click(),
};
