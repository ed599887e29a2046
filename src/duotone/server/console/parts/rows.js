// A list of which only the rows in sight exist, so that ten thousand open and scroll as quickly as ten.
import { make } from "../elements.js";

const SPARE = 8;

export class Rows {
  // `build(item)` gives the cells of a row; `onPick(item)` is called for the row that was chosen, and `onOpen()` if
  // somebody wants to go there, by a click or by Enter.
  constructor({ label, height, build, onPick = () => {}, onOpen = () => {}, idOf = (item) => item.id, nothing = null }) {
    Object.assign(this, { height, build, onPick, onOpen, idOf, nothing });
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
    this.shown.forEach((row) => row.remove());
    this.shown.clear();
    this.space.style.height = `${items.length * this.height}px`;
    if (anchor) {
      const place = items.findIndex((item) => this.idOf(item) === this.idOf(anchor));
      if (place >= 0) this.element.scrollTop = place * this.height + (top % this.height);
    }
    this.element.classList.toggle("none", items.length === 0);
    this.space.replaceChildren(...(items.length === 0 && this.nothing ? [this.nothing()] : []));
    this.render();
  }

  // Draw again what is in sight, because something about it has changed.
  redraw() {
    this.shown.forEach((row) => row.remove());
    this.shown.clear();
    this.render();
  }

  soon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.render();
    });
  }

  render() {
    const first = Math.max(0, Math.floor(this.element.scrollTop / this.height) - SPARE);
    const last = Math.min(this.items.length, Math.ceil((this.element.scrollTop + this.element.clientHeight) / this.height) + SPARE);
    for (const [place, row] of this.shown) {
      if (place >= first && place < last) continue;
      row.remove();
      this.shown.delete(place);
    }
    for (let place = first; place < last; place += 1) {
      if (this.shown.has(place)) continue;
      const row = this.row(place);
      this.shown.set(place, row);
      this.space.append(row);
    }
  }

  row(place) {
    const item = this.items[place];
    const isPicked = this.idOf(item) === this.picked;
    const props = { class: "row", role: "option", id: `row-${place}`, "aria-selected": String(isPicked), "aria-posinset": place + 1, "aria-setsize": this.items.length, "data-place": place };
    return make("div", { ...props, vars: { top: `${place * this.height}px` } }, this.build(item));
  }

  mark(id) {
    this.picked = id;
    this.redraw();
    const place = this.placeOf(id);
    if (place >= 0) this.element.setAttribute("aria-activedescendant", `row-${place}`);
    else this.element.removeAttribute("aria-activedescendant");
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
