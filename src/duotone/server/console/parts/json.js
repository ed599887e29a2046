// A value in full: indented, in the two inks of text and names, and never as markup.
import { make } from "../elements.js";
import { moment, pretty } from "../words.js";

const MOST = 200_000;
const TOKENS = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|(-?\d[\d.eE+-]*)/gu;

// Seconds since 1970 within some years of today tell nobody anything, so what they mean stands beside them.
const DECADES = 20 * 365 * 86400;
const isTime = (text) => Math.abs(Number(text) - Date.now() / 1000) < DECADES;

export function json(value, label = "Data") {
  const text = pretty(value);
  const shown = text.slice(0, MOST);
  const parts = [];
  let end = 0;
  for (const match of shown.matchAll(TOKENS)) {
    if (match.index > end) parts.push(shown.slice(end, match.index));
    end = match.index + match[0].length;
    const kind = match[2] ? "name" : match[1] ? "text" : match[3] ? "word" : "number";
    const time = kind === "number" && isTime(match[0]) ? moment(match[0]) : null;
    parts.push(make("span", { class: `json-${kind}`, "data-time": time }, match[1] ?? match[0]), match[2] ?? "");
  }
  parts.push(shown.slice(end), text.length > MOST ? "\n… the rest is in the log" : "");
  return make("pre", { class: "json", tabindex: "0", role: "group", "aria-label": label }, parts);
}
