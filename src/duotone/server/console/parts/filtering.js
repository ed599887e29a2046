// The line above a list: a text to look for, and chips for the words that its items stand under.
import { make } from "../elements.js";
import { count } from "../words.js";
import { Kept } from "./keeping.js";

const MOST_CHIPS = 8;

export class Filtering {
  constructor({ label, onChange, wordOf }) {
    Object.assign(this, { onChange, wordOf });
    this.text = "";
    this.word = null;
    this.counts = new Map();
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
    this.element = make("div", { class: "filtering" }, this.input, this.chips);
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

  // Count the words of these, of all or of those that came (1) and went (-1).
  count(items, by = 1) {
    for (const item of items) {
      const word = this.wordOf(item);
      const number = (this.counts.get(word) ?? 0) + by;
      if (number) this.counts.set(word, number);
      else this.counts.delete(word);
    }
    this.offer();
  }

  recount(items) {
    this.counts.clear();
    this.count(items);
  }

  // Show the words that there are, with how often each is there, in an order that stays.
  offer() {
    if (this.word !== null && !this.counts.has(this.word)) this.word = null;
    const most = [...this.counts].sort((one, other) => other[1] - one[1]).slice(0, MOST_CHIPS);
    const chips = this.counts.size > 1 ? most.sort() : [];
    this.kept.show(chips.map(([word, number]) => ({ word, number, isOn: word === this.word })));
  }

  chip({ word, number, isOn }) {
    const press = () => {
      this.word = this.word === word ? null : word;
      this.offer();
      this.onChange();
    };
    return make("button", { type: "button", class: "chip", "aria-pressed": String(isOn), on: { click: press } }, word, make("b", {}, count(number)));
  }
}
