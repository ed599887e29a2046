// Lines of source with the part that a finding is about marked, Python lightly colored.
import { make } from "../elements.js";

const WORDS = "False|None|True|and|as|assert|break|case|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|match|nonlocal|not|or|pass|raise|return|try|while|with|yield";
const TOKENS = new RegExp(`(#.*$)|("(?:\\\\.|[^"\\\\])*"?|'(?:\\\\.|[^'\\\\])*'?)|\\b(async|await)\\b|\\b(${WORDS})\\b|\\b(\\d[\\w.]*)`, "gu");
const KINDS = ["comment", "text", "color", "word", "number"];

function tokensOf(line) {
  const found = [];
  let end = 0;
  for (const match of line.matchAll(TOKENS)) {
    if (match.index > end) found.push([end, match.index, ""]);
    end = match.index + match[0].length;
    found.push([match.index, end, KINDS[match.slice(1).findIndex((group) => group !== undefined)]]);
  }
  return [...found, [end, line.length, ""]];
}

// The line as spans, and what lies between `from` and `to` in a mark.
function colored(line, from, to) {
  const parts = [[0, from, []], [from, to, []], [to, line.length, []]];
  for (const [start, end, kind] of tokensOf(line)) {
    for (const [low, high, target] of parts) {
      const text = line.slice(Math.max(start, low), Math.min(end, high));
      if (text) target.push(kind ? make("span", { class: `py-${kind}` }, text) : text);
    }
  }
  const [before, marked, after] = parts.map(([, , nodes]) => nodes);
  return [...before, marked.length ? make("mark", {}, marked) : "", ...after];
}

// Columns count characters as Python does; strings here count UTF-16 units.
const unitsBefore = (line, column) => [...line].slice(0, column - 1).join("").length;

function marks(line, number, place) {
  if (number < place.line || number > place.end_line) return [line.length, line.length];
  const from = number === place.line ? unitsBefore(line, place.column) : line.length - line.trimStart().length;
  return [from, number === place.end_line ? unitsBefore(line, place.end_column) : line.length];
}

export const placeWords = (place) => `${place.path}${place.cell ? ` [cell ${place.cell}]` : ""}:${place.line}:${place.column}`;

export function excerpt(place, sources, around = 2) {
  const lines = Object.hasOwn(sources, place.path) ? sources[place.path] : {};
  const numbers = Object.keys(lines).map(Number).filter((number) => number >= place.line - around && number <= Math.min(place.end_line, place.line + 12) + around);
  if (!numbers.length) return null;
  const rows = numbers.map((number) => {
    const isFlagged = number >= place.line && number <= place.end_line;
    return make("div", { class: `code-line ${isFlagged ? "flagged" : ""}` }, make("span", { class: "line-number", "aria-hidden": "true", "data-n": number }), make("code", {}, colored(lines[number], ...marks(lines[number], number, place))));
  });
  return make("div", { class: "excerpt", tabindex: "0", role: "group", "aria-label": `Source of ${placeWords(place)}` }, make("div", { class: "code-lines" }, rows));
}

export function prose(text) {
  return text.split(/(`[^`]+`)/u).map((part) => (/^`[^`]+`$/u.test(part) ? make("code", {}, part.slice(1, -1)) : part));
}
