// The steps that prove a finding, each with what it says and the source that it is about.
import { make } from "./elements.js";
import { excerpt, placeWords, prose } from "./source.js";

const STEP_WORDS = { definition: "defined here", reached: "reached by", made: "made here", lost: "lost here", hidden: "hidden by", path: "through", sibling: "right elsewhere", commit: "fixed elsewhere", next: "and then", because: "because", plan: "to mend it" };

// `linesOf(place)` gives the known lines of the file that a place is in, by their numbers.
export function proof(steps, linesOf) {
  return make("ol", { class: "proof" }, steps.map((step) => stepRow(step, linesOf)));
}

function stepRow({ kind, text, place }, linesOf) {
  const isKnown = Object.hasOwn(STEP_WORDS, kind);
  const where = place ? [make("div", { class: "path" }, placeWords(place)), excerpt(place, linesOf(place), 0)] : [];
  return make("li", { class: `step ${isKnown ? kind : ""}` }, make("span", { class: "step-kind" }, isKnown ? STEP_WORDS[kind] : kind), make("div", {}, make("div", {}, prose(text)), where));
}
