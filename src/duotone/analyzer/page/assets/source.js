// Source text: excerpts with the flagged span marked, Python lightly colored, and fixes as lines before and after.
const WORDS = "False|None|True|and|as|assert|async|await|break|case|class|continue|def|del|elif|else|except|finally|for|from|global|if|import|in|is|lambda|match|nonlocal|not|or|pass|raise|return|try|while|with|yield";
const TOKENS = new RegExp(`(#.*$)|((?:\\b[rbfut]{1,2})?(?:"(?:\\\\.|[^"\\\\])*"?|'(?:\\\\.|[^'\\\\])*'?))|\\b(async|await)\\b|\\b(${WORDS})\\b|\\b(\\d[\\w.]*)`, "gi");
const TOKEN_CLASSES = ["comment", "text", "color", "word", "number"];

// The places where the look of a line changes, each with its class.
function tokensOf(line) {
  const found = [];
  let end = 0;
  for (const match of line.matchAll(TOKENS)) {
    if (match.index > end) found.push([end, match.index, ""]);
    end = match.index + match[0].length;
    const kind = TOKEN_CLASSES[match.slice(1).findIndex((group) => group !== undefined)];
    const isWord = kind !== "word" && kind !== "color" ? true : /^(?:[a-z]+|None|True|False)$/u.test(match[0]);
    found.push([match.index, end, isWord ? kind : ""]);
  }
  if (end < line.length) found.push([end, line.length, ""]);
  return found;
}

function colored(line, from = -1, to = -1) {
  const plain = [];
  const marked = [];
  const after = [];
  for (const [start, end, kind] of tokensOf(line)) {
    for (const [low, high, target] of [[0, from, plain], [from, to, marked], [to, Infinity, after]]) {
      const text = line.slice(Math.max(start, low, 0), Math.min(end, Math.max(high, 0)));
      if (text) target.push(kind ? make("span", { class: `py-${kind}` }, text) : text);
    }
  }
  return marked.length ? [...plain, make("mark", {}, marked), ...after] : [...plain, ...after];
}

// Columns count characters as Python does; strings here count UTF-16 units.
const unitsBefore = (line, column) => [...line].slice(0, column - 1).join("").length;

function spanIn(line, number, [, first, column, last, endColumn]) {
  if (number < first || number > last) return [-1, -1];
  const from = number === first ? unitsBefore(line, column) : line.length - line.trimStart().length;
  const to = number === last ? unitsBefore(line, endColumn) : line.length;
  return [from, to];
}

const keptLines = ([path, , , , , cell]) => sources.get(`${path}\n${cell ?? ""}`) ?? {};
const placeWords = ([path, line, column, , , cell]) => `${path}${cell ? ` [cell ${cell}]` : ""}:${line}:${column}`;

function codeLine(number, content, kind = "") {
  return make("div", { class: `code-line ${kind}` }, make("span", { class: "line-number", "aria-hidden": "true", "data-n": number }), make("code", {}, content));
}

function excerpt(place, around = 2) {
  const lines = keptLines(place);
  const [, first, , last] = place;
  const shown = Object.keys(lines).map(Number).filter((number) => number >= first - around && number <= Math.min(last, first + 12) + around);
  if (!shown.length) return null;
  const rows = shown.map((number) => codeLine(number, colored(lines[number], ...spanIn(lines[number], number, place)), number >= first && number <= last ? "flagged" : ""));
  return make("div", { class: "excerpt", tabindex: "0", role: "group", "aria-label": `Source of ${placeWords(place)}` }, make("div", { class: "code-lines" }, rows));
}

function flaggedLine(place) {
  const line = keptLines(place)[place[1]];
  if (line === undefined) return null;
  const [from, to] = spanIn(line, place[1], place);
  const indent = line.length - line.trimStart().length;
  return make("code", { class: "one-line" }, colored(line.trim(), from - indent, to - indent));
}

function fixed(fix, path) {
  const hunks = fix.hunks.map((hunk) => {
    const before = hunk.before.map((line, index) => codeLine(hunk.line + index, colored(line), "removed"));
    const after = hunk.after.map((line, index) => codeLine(hunk.line + index, colored(line), "added"));
    return [hunk.path === path ? null : make("div", { class: "path" }, hunk.path), make("div", { class: "excerpt", tabindex: "0", role: "group", "aria-label": `Change of ${hunk.path}` }, make("div", { class: "code-lines" }, before, after))];
  });
  const kind = fix.safe ? "safe" : "unsafe";
  return make("div", { class: "fix" }, make("h4", {}, "Fix", make("span", { class: `tag ${kind}` }, kind)), make("p", {}, fix.title), hunks);
}

// The text of a rule: paragraphs, headings, code blocks and code in lines are all the Markdown that rules use.
function prose(text) {
  return text.split(/(`[^`]+`)/u).map((part) => (/^`[^`]+`$/u.test(part) ? make("code", {}, part.slice(1, -1)) : part));
}

function markdown(text) {
  const blocks = [];
  for (const [index, piece] of text.split(/^ *```.*$/mu).entries()) {
    if (index % 2) {
      blocks.push(make("pre", {}, make("code", {}, piece.replace(/^\n|\n$/gu, "").split("\n").flatMap((line, row) => (row ? ["\n", ...colored(line)] : colored(line))))));
      continue;
    }
    for (const block of piece.split(/\n\s*\n/u).map((part) => part.trim()).filter(Boolean)) {
      const [first, ...rest] = block.split("\n");
      if (first.startsWith("#")) {
        blocks.push(make("h5", {}, first.replace(/^#+\s*/u, "")));
        if (rest.length) blocks.push(make("p", {}, prose(rest.join(" "))));
      } else if (/^[-*] /u.test(first)) {
        blocks.push(make("ul", {}, block.split(/^[-*] /mu).filter(Boolean).map((item) => make("li", {}, prose(item.trim().replace(/\s+/gu, " "))))));
      } else blocks.push(make("p", {}, prose(block.replace(/\s+/gu, " "))));
    }
  }
  return make("div", { class: "prose" }, blocks);
}
