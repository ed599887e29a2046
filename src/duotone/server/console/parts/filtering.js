// The line above a list: a text to look for, and chips for the words that its items stand under.
import { make } from "../elements.js";
import { count } from "../words.js";
import { Kept } from "./keeping.js";

const MOST_CHIPS = 8;

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
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      this.element.parentElement.querySelector(".rows")?.focus();
    });
    this.chips = make("div", { class: "chips", role: "group", "aria-label": "Only those that are" });
    this.kept = new Kept(this.chips, { keyOf: (one) => one.word, build: (one) => this.chip(one) });
    this.element = make("div", { class: "filtering" }, this.input, wordOf ? this.chips : null);
  }

  look(text) {
    this.input.value = text;
    this.text = text.trim().toLowerCase();
  }

  // Those that match; `textOf` gives what may be looked for in an item, in small letters.
  sift(items, textOf) {
    if (this.word === null && !this.text) return items;
    return items.filter((item) => (this.word === null || this.wordOf(item) === this.word) && textOf(item).includes(this.text));
  }

  // Show the words that there are, with how often each is there, in an order that stays.
  offer(items) {
    if (!this.wordOf) return;
    const counts = new Map();
    for (const item of items) counts.set(this.wordOf(item), (counts.get(this.wordOf(item)) ?? 0) + 1);
    if (this.word !== null && !counts.has(this.word)) this.word = null;
    const most = [...counts].sort((one, other) => other[1] - one[1]).slice(0, MOST_CHIPS);
    const chips = counts.size > 1 ? most.sort() : [];
    this.kept.show(chips.map(([word, number]) => ({ word, number, isOn: word === this.word })));
  }

  chip({ word, number, isOn }) {
    const press = () => {
      this.word = this.word === word ? null : word;
      this.onChange();
    };
    return make("button", { type: "button", class: "chip", "aria-pressed": String(isOn), on: { click: press } }, word, make("b", {}, count(number)));
  }
}
