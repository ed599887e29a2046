// A value in full: indented, in the two inks of text and names, and never as markup.
import { make } from "../elements.js";
import { pretty } from "../words.js";

const MOST = 200_000;
const TOKENS = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|(-?\d[\d.eE+-]*)/gu;

export function json(value, label = "Data") {
  const text = pretty(value);
  const shown = text.slice(0, MOST);
  const parts = [];
  let end = 0;
  for (const match of shown.matchAll(TOKENS)) {
    if (match.index > end) parts.push(shown.slice(end, match.index));
    end = match.index + match[0].length;
    const kind = match[2] ? "name" : match[1] ? "text" : match[3] ? "word" : "number";
    parts.push(make("span", { class: `json-${kind}` }, match[1] ?? match[0]), match[2] ?? "");
  }
  parts.push(shown.slice(end), text.length > MOST ? "\n… the rest is in the log" : "");
  return make("pre", { class: "json", tabindex: "0", role: "group", "aria-label": label }, parts);
}
