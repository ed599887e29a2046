// One finding: what is wrong, where, the steps that prove it, and what would mend it.
import { command, make, tag } from "../elements.js";
import { proof } from "../shared/proof.js";
import { excerpt, placeWords, prose } from "../shared/source.js";

const TONES = { error: "error", warning: "warning" };

// `sources` holds lines by file and number.
export function finding(one, sources) {
  const linesOf = ({ path }) => (Object.hasOwn(sources, path) ? sources[path] : {});
  return make(
    "article",
    { class: "detail finding" },
    make("div", { class: "detail-head" }, make("h2", {}, prose(one.message))),
    make("div", { class: "tools" }, tag(one.severity, TONES[one.severity] ?? "plain"), tag(one.confidence, "plain"), make("code", {}, `${one.code} ${one.name}`)),
    make("p", { class: "path" }, placeWords(one.place), one.symbol ? ` · ${one.symbol}` : ""),
    excerpt(one.place, linesOf(one.place)),
    one.proof.length ? make("h3", {}, "Proof") : null,
    one.proof.length ? proof(one.proof, linesOf) : null,
    one.fix ? make("div", { class: "tools" }, make("h3", {}, "Fix"), tag(one.fix.is_safe ? "safe" : "unsafe", one.fix.is_safe ? "good" : "warning"), make("span", {}, prose(one.fix.title))) : null,
    make("h3", {}, "More about the rule"),
    command(`duotone explain ${one.code}`),
  );
}
