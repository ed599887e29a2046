// One finding: what is wrong, where, the steps that prove it, and what would mend it.
import { command, make, tag } from "../elements.js";
import { excerpt, placeWords, prose } from "./source.js";

const STEP_WORDS = { definition: "defined here", reached: "reached by", made: "made here", lost: "lost here", hidden: "hidden by", path: "through", sibling: "right elsewhere", commit: "fixed elsewhere", next: "and then", because: "because", plan: "to mend it" };
const TONES = { error: "error", warning: "warning" };

export function finding(one, sources) {
  return make(
    "article",
    { class: "detail finding" },
    make("div", { class: "detail-head" }, make("h2", {}, prose(one.message))),
    make("div", { class: "tools" }, tag(one.severity, TONES[one.severity] ?? "plain"), tag(one.confidence, "plain"), make("code", {}, `${one.code} ${one.name}`)),
    make("p", { class: "path" }, placeWords(one.place), one.symbol ? ` · ${one.symbol}` : ""),
    excerpt(one.place, sources),
    one.proof.length ? make("h3", {}, "Proof") : null,
    one.proof.length ? make("ol", { class: "proof" }, one.proof.map((step) => stepRow(step, sources))) : null,
    one.fix ? make("div", { class: "tools" }, make("h3", {}, "Fix"), tag(one.fix.is_safe ? "safe" : "unsafe", one.fix.is_safe ? "good" : "warning"), make("span", {}, prose(one.fix.title))) : null,
    make("h3", {}, "More about the rule"),
    command(`duotone explain ${one.code}`),
  );
}

function stepRow(step, sources) {
  const isKnown = Object.hasOwn(STEP_WORDS, step.kind);
  return make(
    "li",
    { class: `step ${isKnown ? step.kind : ""}` },
    make("span", { class: "step-kind" }, isKnown ? STEP_WORDS[step.kind] : step.kind),
    make("div", {}, make("div", {}, prose(step.text)), step.place ? make("div", { class: "path" }, placeWords(step.place)) : null, step.place ? excerpt(step.place, sources, 0) : null),
  );
}
