// What was told of something in the background, as an agent is told it: in words, with all of it below.
import { make, tag } from "../elements.js";
import { pretty } from "../words.js";

const TOLD = /^News of (\S+) \(([\w.-]+)\): (\{.*\})$/su;

// The parts of such a text, or null for one that says something else.
function read(text) {
  const [, about, kind, data] = TOLD.exec(text) ?? [];
  try {
    return data === undefined ? null : { about, kind, data: JSON.parse(data) };
  } catch {
    return null; // it was cut, since it was long
  }
}

function ending({ code, reason, state }) {
  if (typeof code === "number") return tag(`exit ${code}`, code === 0 ? "good" : "error");
  return tag(String(reason ?? state ?? "told"), "plain");
}

export function news(text) {
  const told = read(text);
  if (told === null) return text;
  const { about, kind, data } = told;
  const summary = make("summary", { title: `${kind} ${about}` }, make("code", { class: "grow cut" }, data.command ?? about), ending(data));
  const printed = typeof data.output === "string" ? data.output.trimEnd() || "nothing was printed" : pretty(data);
  return make("details", { class: "call news" }, summary, make("pre", {}, printed));
}
