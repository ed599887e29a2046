// What stands beside a list: the chosen item, or what to do.
import { make } from "../elements.js";

export class Drawer {
  constructor(label) {
    this.element = make("section", { class: "drawer", "aria-label": label, "aria-live": "off", tabindex: "-1" });
  }

  show(...content) {
    this.element.replaceChildren(...content.flat(Infinity).filter(Boolean));
  }

  fail(error) {
    this.show(make("div", { class: "empty error" }, make("h2", {}, error.message), error.remedy ? make("p", {}, error.remedy) : null));
  }
}
