// A list and what is chosen in it: side by side where there is room, and one in the place of the other where there is none.
import { button, make } from "../elements.js";

export class Beside {
  // `shape` says how much room the list has.
  constructor(shape, list, detail) {
    const back = button("‹ Back to the list", () => this.close(), { class: "link back", "data-close": true });
    this.list = make("div", { class: "card pane" }, list);
    this.element = make("div", { class: `beside ${shape}` }, this.list, make("div", { class: "card pane" }, back, detail));
  }

  // Where there is nothing to choose, the list has all the room, and says what to do.
  giveRoom(isEmpty) {
    this.element.toggleAttribute("data-none", isEmpty);
  }

  open() {
    this.element.dataset.open = "";
  }

  close() {
    delete this.element.dataset.open;
    this.list.querySelector(".rows").focus({ preventScroll: true });
  }
}
