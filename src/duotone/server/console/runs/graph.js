// The graph of a run: a box for each step in its color, and a line from each to those that need it.
import { draw, make, toneOf } from "../elements.js";
import { plural, shorter } from "../words.js";
import { rootOf } from "./fold.js";
import { BOX, path, placed } from "./layout.js";

const EDGE = 4;
const WORST = ["running", "retrying", "undoing", "unknown", "failed", "undo failed", "timed_out", "cancelled", "abandoned", "refused", "contract_error", "undone", "skipped", "committed"];

// Those that the definition names, or else those that were heard of, each after the one before it.
export function nodesOf(course, definition) {
  if (definition?.length) return definition.map((step) => ({ ...step, parts: [...course.steps.values()].filter((one) => rootOf(one.name) === step.id) }));
  const steps = [...course.steps.values()].filter((step) => !step.within);
  return steps.map((step, place) => ({ id: step.name, needs: place ? [steps[place - 1].name] : [], parts: [step] }));
}

function phaseOf(parts) {
  const phases = new Set(parts.map((part) => part.phase));
  return WORST.find((phase) => phases.has(phase)) ?? [...phases][0] ?? "pending";
}

export function graph(nodes) {
  const { at, width, height } = placed(nodes);
  const lines = nodes.flatMap((node) => node.needs.filter((need) => at.has(need)).map((need) => draw("path", { class: "edge", d: path(at.get(need), at.get(node.id)), "marker-end": "url(#tip)" })));
  const tip = draw("defs", {}, draw("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" }, draw("path", { d: "M0,0 L8,4 L0,8 z", class: "tip" })));
  const label = `Graph of ${plural(nodes.length, "step")}: ${nodes.map((node) => `${node.id} ${phaseOf(node.parts)}`).join(", ")}`;
  const picture = draw("svg", { class: "graph", role: "img", "aria-label": label, width: width + 2 * EDGE, vars: { least: `${0.72 * width}px`, whole: `${width}px` }, viewBox: `${-EDGE} ${-EDGE} ${width + 2 * EDGE} ${height + 2 * EDGE}` }, tip, lines, nodes.map((node) => box(node, at.get(node.id))));
  return make("div", { class: "graph-frame", tabindex: "0", role: "group", "aria-label": "Graph" }, picture);
}

function box(node, { x, y }) {
  const { parts } = node;
  const phase = phaseOf(parts);
  const colors = new Set(parts.map((part) => part.color).filter(Boolean));
  const attempts = parts.reduce((sum, part) => sum + part.attempts.length, 0);
  const homes = [...new Set(parts.map((part) => part.home).filter(Boolean))].join(", ");
  const words = [[...colors].join(" and "), homes, attempts > parts.length ? plural(attempts, "attempt") : ""].filter(Boolean).join(" · ");
  const fill = colors.size === 1 ? [...colors][0] : colors.size ? "mixed" : "none";
  return draw(
    "g",
    { class: `node is-${fill} ${toneOf(phase)} ${parts.length ? "" : "unborn"} ${phase === "running" ? "moves" : ""}`, transform: `translate(${x},${y})`, "data-step": node.id },
    draw("title", {}, `${node.id}: ${phase}${node.calls ? `, calls ${node.calls}` : ""}`),
    draw("rect", { class: "box", width: BOX.width, height: BOX.height, rx: 11 }),
    draw("rect", { class: "stripe", x: 8, y: 10, width: 5, height: BOX.height - 20, rx: 2.5 }),
    draw("text", { class: "node-name", x: 22, y: 24 }, shorter(node.id, 19), parts.length > 1 ? draw("tspan", { class: "node-times", dx: 6 }, `×${parts.length}`) : null),
    draw("text", { class: "node-words", x: 22, y: 43 }, shorter(words || (phase === "pending" ? "not begun" : phase), 25)),
    draw("circle", { class: "state", cx: BOX.width - 15, cy: 19, r: 5 }),
  );
}
