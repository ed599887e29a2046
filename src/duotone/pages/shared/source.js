// Lines of source, Python lightly colored, and what a place is about marked in them.
import { make } from "./elements.js";

const WORDS = "False|None|True|and|as|assert|break|case|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|match|nonlocal|not|or|pass|raise|return|try|while|with|yield";
const TOKENS = new RegExp(`(#.*$)|((?:\\b[rbfutRBFUT]{1,2})?(?:"(?:\\\\.|[^"\\\\])*"?|'(?:\\\\.|[^'\\\\])*'?))|\\b(async|await)\\b|\\b(${WORDS})\\b|\\b(\\d[\\w.]*)`, "gu");
const TOKEN_KINDS = ["comment", "text", "color", "word", "number"];
const LONGEST_EXCERPT = 12;

// The parts of a line that look alike, each with its kind.
function tokensOf(line) {
  const found = [];
  let end = 0;
  for (const match of line.matchAll(TOKENS)) {
    found.push([end, match.index, ""]);
    end = match.index + match[0].length;
    found.push([match.index, end, TOKEN_KINDS[match.slice(1).findIndex((group) => group !== undefined)]]);
  }
  return [...found, [end, line.length, ""]];
}

// The line as spans, and what lies between `from` and `to` in a mark.
export function colored(line, from = line.length, to = line.length) {
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

export const indentOf = (line) => line.length - line.trimStart().length;

// Columns count characters as Python does; strings here count UTF-16 units.
const unitsBefore = (line, column) => [...line].slice(0, column - 1).join("").length;

// The part of a line that lies in a place.
export function partIn(line, number, place) {
  if (number < place.line || number > place.end_line) return [line.length, line.length];
  const from = number === place.line ? unitsBefore(line, place.column) : indentOf(line);
  return [from, number === place.end_line ? unitsBefore(line, place.end_column) : line.length];
}

export const placeWords = ({ path, line, column, cell }) => `${path}${cell ? ` [cell ${cell}]` : ""}:${line}:${column}`;

export function codeLine(number, content, kind = "") {
  return make("div", { class: `code-line ${kind}` }, make("span", { class: "line-number", "aria-hidden": "true", "data-n": number }), make("code", {}, content));
}

export function codeLines(rows, label) {
  return make("div", { class: "excerpt", tabindex: "0", role: "group", "aria-label": label }, make("div", { class: "code-lines" }, rows));
}

// The lines of a place and some around it, of those that are known by their numbers.
export function excerpt(place, lines, around = 2) {
  const last = Math.min(place.end_line, place.line + LONGEST_EXCERPT) + around;
  const numbers = Object.keys(lines).map(Number).filter((number) => number >= place.line - around && number <= last);
  if (!numbers.length) return null;
  const isFlagged = (number) => number >= place.line && number <= place.end_line;
  const rows = numbers.map((number) => codeLine(number, colored(lines[number], ...partIn(lines[number], number, place)), isFlagged(number) ? "flagged" : ""));
  return codeLines(rows, `Source of ${placeWords(place)}`);
}

// Words with code in backticks.
export function prose(text) {
  return text.split(/(`[^`]+`)/u).map((part) => (/^`[^`]+`$/u.test(part) ? make("code", {}, part.slice(1, -1)) : part));
}
