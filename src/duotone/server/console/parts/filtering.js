// The line above a list: a text to look for, and chips for the words that its items stand under.
import { make } from "../elements.js";
import { count } from "../words.js";

export class Filtering {
  constructor({ label, onChange, wordOf = null }) {
    Object.assign(this, { onChange, wordOf });
    this.text = "";
    this.word = null;
    this.input = make("input", { type: "search", class: "find", "aria-label": label, placeholder: `${label}  (/)`, "data-find": true });
    this.input.addEventListener("input", () => {
      this.text = this.input.value.trim().toLowerCase();
      onChange();
    });
    this.chips = make("div", { class: "chips", role: "group", "aria-label": "Only those that are" });
    this.element = make("div", { class: "filtering" }, this.input, wordOf ? this.chips : null);
  }

  look(text) {
    this.input.value = text;
    this.text = text.trim().toLowerCase();
  }

  matches(item, textOf) {
    if (this.word !== null && this.wordOf(item) !== this.word) return false;
    return !this.text || textOf(item).toLowerCase().includes(this.text);
  }

  // Show the words that there are, with how often each is there.
  offer(items) {
    if (!this.wordOf) return;
    const counts = new Map();
    for (const item of items) counts.set(this.wordOf(item), (counts.get(this.wordOf(item)) ?? 0) + 1);
    if (this.word !== null && !counts.has(this.word)) this.word = null;
    const focused = document.activeElement?.dataset?.word;
    const chips = counts.size > 1 ? [...counts].sort((a, b) => b[1] - a[1]).slice(0, 8) : [];
    this.chips.replaceChildren(...chips.map(([word, number]) => this.chip(word, number)));
    if (focused !== undefined) [...this.chips.children].find((chip) => chip.dataset.word === focused)?.focus();
  }

  chip(word, number) {
    const press = () => {
      this.word = this.word === word ? null : word;
      this.onChange();
    };
    return make("button", { type: "button", class: "chip", "data-word": word, "aria-pressed": String(this.word === word), on: { click: press } }, word, make("b", {}, count(number)));
  }
}
