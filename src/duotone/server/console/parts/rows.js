// A list of which only the rows in sight exist, so that ten thousand open and scroll as quickly as ten.
import { make } from "../elements.js";
import { arrange } from "./keeping.js";

const SPARE = 8;

export class Rows {
  // `build(item)` gives the cells of a row, which is made again when `stateOf(item)` has changed; `onPick(item)` is
  // called for the row that was chosen, and `onOpen()` if somebody wants to go there, by a click or by Enter.
  constructor({ label, height, build, onPick = () => {}, onOpen = () => {}, idOf = (item) => item.id, stateOf = JSON.stringify, nothing = null }) {
    Object.assign(this, { height, build, onPick, onOpen, idOf, stateOf, nothing });
    this.items = [];
    this.picked = null;
    this.shown = new Map();
    this.space = make("div", { class: "rows-space", role: "presentation" });
    this.element = make("div", { class: "rows", role: "listbox", tabindex: "0", "aria-label": label, vars: { row: `${height}px` } }, this.space);
    this.element.addEventListener("scroll", () => this.soon(), { passive: true });
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    this.element.addEventListener("click", (event) => this.onClick(event));
    new ResizeObserver(() => this.soon()).observe(this.element);
  }

  // Show these; rows that were in sight stay where they are if others come before them.
  show(items) {
    const top = this.element.scrollTop;
    const anchor = top > this.height ? this.items[Math.floor(top / this.height)] : null;
    this.items = items;
    this.space.style.height = `${items.length * this.height}px`;
    if (anchor) {
      const place = this.placeOf(this.idOf(anchor));
      if (place >= 0) this.element.scrollTop = place * this.height + (top % this.height);
    }
    this.element.classList.toggle("none", items.length === 0);
    this.emptiness = items.length === 0 && this.nothing ? this.nothing() : null;
    this.render();
  }

  soon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.render();
    });
  }

  // Draw what is in sight; rows that show the same as before are only put into their places.
  render() {
    const first = Math.max(0, Math.floor(this.element.scrollTop / this.height) - SPARE);
    const last = Math.min(this.items.length, Math.ceil((this.element.scrollTop + this.element.clientHeight) / this.height) + SPARE);
    const shown = new Map();
    for (let place = first; place < last; place += 1) {
      const item = this.items[place];
      shown.set(this.idOf(item), this.entry(item, place));
    }
    this.shown = shown;
    arrange(this.space, this.emptiness ? [this.emptiness] : [...shown.values()].map(({ row }) => row));
  }

  entry(item, place) {
    const state = this.stateOf(item);
    const known = this.shown.get(this.idOf(item));
    const one = known && known.state === state ? known : { state, row: make("div", { class: "row", role: "option" }, this.build(item)) };
    const isPicked = this.idOf(item) === this.picked;
    if (one.place !== place || one.isPicked !== isPicked || one.of !== this.items.length) this.put(one.row, place, isPicked);
    return Object.assign(one, { place, isPicked, of: this.items.length });
  }

  put(row, place, isPicked) {
    const props = { id: `row-${place}`, "aria-selected": isPicked, "aria-posinset": place + 1, "aria-setsize": this.items.length, "data-place": place };
    for (const [name, value] of Object.entries(props)) row.setAttribute(name, value);
    row.style.setProperty("--top", `${place * this.height}px`);
    if (isPicked) this.element.setAttribute("aria-activedescendant", `row-${place}`);
  }

  mark(id) {
    this.picked = id;
    this.element.removeAttribute("aria-activedescendant");
    this.shown.delete(id);
    this.render();
  }

  placeOf(id) {
    return this.items.findIndex((item) => this.idOf(item) === id);
  }

  reveal(place) {
    const top = place * this.height;
    const box = this.element;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + this.height > box.scrollTop + box.clientHeight) box.scrollTop = top + this.height - box.clientHeight;
  }

  pick(place) {
    const item = this.items[Math.max(0, Math.min(place, this.items.length - 1))];
    if (!item) return;
    this.reveal(this.items.indexOf(item));
    this.mark(this.idOf(item));
    this.onPick(item);
  }

  onClick(event) {
    const row = event.target.closest(".row");
    if (!row || event.target.closest("a, button")) return;
    this.pick(Number(row.dataset.place));
    this.onOpen();
  }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.element) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.height) - 1);
    const steps = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.key === "Enter" && this.picked !== null) this.onOpen();
    const step = steps[event.key];
    if (step === undefined || !this.items.length) return;
    event.preventDefault();
    const here = this.placeOf(this.picked);
    const start = here >= 0 ? here : step > 0 ? -1 : 0;
    this.pick(step === Infinity ? this.items.length - 1 : step === -Infinity ? 0 : start + step);
  }
}
