// The timeline of a run: a row for each step with its color, home, attempts and outcome, and a bar for each attempt.
import { colorTag, make, tag } from "../elements.js";
import { plural, span } from "../words.js";

const HOMES = {
  loop: "on the event loop",
  bridge: "on the loop that sync runs share",
  worker: "on a worker thread",
  thread: "on the thread of the run",
};
const HEADS = ["Step", "Color", "Home", "Attempts", "Outcome"];

export class Timeline {
  constructor() {
    this.middle = make("span");
    this.whole = make("span");
    this.body = make("tbody");
    const axis = make("th", { scope: "col", class: "axis", "aria-label": "Time" }, make("span", {}, "0"), this.middle, this.whole);
    const heads = make("tr", {}, HEADS.map((name) => make("th", { scope: "col" }, name)), axis);
    this.element = make("div", { class: "timeline-frame", tabindex: "0", role: "group", "aria-label": "Timeline" }, make("table", { class: "timeline" }, make("thead", {}, heads), this.body));
    this.bars = [];
  }

  show(course) {
    this.bars = [];
    this.body.replaceChildren(...[...course.steps.values()].map((step) => this.row(step)));
    this.move(course);
  }

  // Time goes on while nothing happens: bars grow, and all else stays.
  move(course) {
    const [start, end] = course.extent;
    const whole = Math.max(end - start, 1e-6);
    const at = (time) => `${(100 * (time - start)) / whole}%`;
    this.middle.textContent = span(whole / 2);
    this.whole.textContent = span(whole);
    for (const { node, one } of this.bars) {
      node.style.setProperty("--from", at(one.start));
      node.style.setProperty("--upto", at(one.end ?? end));
    }
  }

  row(step) {
    const seconds = step.attempts.reduce((sum, one) => sum + Number(one.seconds ?? 0), 0);
    const bars = [...step.attempts.map((one) => this.bar(one, step, false)), ...step.undos.map((one) => this.bar(one, step, true))];
    return make(
      "tr",
      { "data-step": step.name },
      make("th", { scope: "row", title: step.unit }, step.name, step.within ? make("small", {}, ` in ${step.within}`) : null),
      make("td", {}, colorTag(step.color) ?? "–"),
      make("td", { title: HOMES[step.home] ?? "" }, step.home ?? "–"),
      make("td", { class: "number" }, step.attempts.length || "–"),
      make("td", { class: "outcome", title: step.note }, tag(step.phase), seconds ? make("small", {}, ` ${span(seconds)}`) : null),
      make("td", { class: "track" }, bars),
    );
  }

  bar(one, step, isUndo) {
    const took = one.end === null ? "" : `, ${span(one.end - one.start)}`;
    const words = `${isUndo ? "undo" : "attempt"} ${one.number}: ${one.outcome ?? "goes on"}${took}${one.fault ? `, ${one.fault.type}: ${one.fault.message}` : ""}`;
    const kind = [step.color === "async" ? "is-async" : "is-sync", isUndo ? "undoes" : "", one.outcome && one.outcome !== "ok" ? "failed" : "", one.end === null ? "moves" : ""];
    const node = make("i", { class: kind.join(" "), title: words, role: "img", "aria-label": words });
    this.bars.push({ node, one });
    return node;
  }
}

export function legend(course) {
  const steps = [...course.steps.values()];
  const attempts = steps.reduce((sum, step) => sum + step.attempts.length, 0);
  return make("p", { class: "legend" }, make("i", { class: "is-sync" }), "sync", make("i", { class: "is-async" }), "async", make("i", { class: "is-sync undoes" }), "undo", make("span", {}, `${plural(steps.length, "step")}, ${plural(attempts, "attempt")}`));
}
