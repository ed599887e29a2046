// The timeline of a run: a row for each step with its color, home, attempts and outcome, and a bar for each attempt.
import { colorTag, make, tag } from "../elements.js";
import { plural, span } from "../words.js";

const HOMES = {
  loop: "on the event loop",
  bridge: "on the loop that sync runs share",
  worker: "on a worker thread",
  thread: "on the thread of the run",
};

export function timeline(course) {
  const [start, end] = course.extent;
  const whole = Math.max(end - start, 1e-6);
  const at = (time) => `${(100 * (time - start)) / whole}%`;
  const rows = [...course.steps.values()].map((step) => row(step, at, end));
  const heads = ["Step", "Color", "Home", "Attempts", "Outcome"].map((name) => make("th", { scope: "col" }, name));
  const axis = make("th", { scope: "col", class: "axis" }, make("span", {}, "0"), make("span", {}, span(whole / 2)), make("span", {}, span(whole)));
  return make("div", { class: "timeline-frame", tabindex: "0", role: "group", "aria-label": "Timeline" }, make("table", { class: "timeline" }, make("thead", {}, make("tr", {}, heads, axis)), make("tbody", {}, rows)));
}

function row(step, at, end) {
  const bars = [...step.attempts.map((one) => bar(one, step, at, end, false)), ...step.undos.map((one) => bar(one, step, at, end, true))];
  const seconds = step.attempts.reduce((sum, one) => sum + Number(one.seconds ?? 0), 0);
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

function bar(one, step, at, end, isUndo) {
  const stop = one.end ?? end;
  const took = span(stop - one.start);
  const words = `${isUndo ? "undo" : "attempt"} ${one.number}: ${one.outcome ?? "goes on"}, ${took}${one.fault ? `, ${one.fault.type}: ${one.fault.message}` : ""}`;
  const kind = [step.color === "async" ? "is-async" : "is-sync", isUndo ? "undoes" : "", one.outcome && one.outcome !== "ok" ? "failed" : "", one.end === null ? "moves" : ""];
  return make("i", { class: kind.join(" "), title: words, role: "img", "aria-label": words, vars: { from: at(one.start), upto: at(stop) } });
}

export function legend(course) {
  const steps = [...course.steps.values()];
  const attempts = steps.reduce((sum, step) => sum + step.attempts.length, 0);
  return make("p", { class: "legend" }, make("i", { class: "is-sync" }), "sync", make("i", { class: "is-async" }), "async", make("i", { class: "is-sync undoes" }), "undo", make("span", {}, `${plural(steps.length, "step")}, ${plural(attempts, "attempt")}`));
}
