// What a finding says of the source: the line that it is about, and what its fix makes of it.
const linesOf = (place) => sources.get(`${place.path}\n${place.cell ?? ""}`) ?? {};

function flaggedLine(place) {
  const line = linesOf(place)[place.line];
  if (line === undefined) return null;
  const [from, to] = partIn(line, place.line, place).map((unit) => Math.max(0, unit - indentOf(line)));
  return make("code", { class: "one-line" }, colored(line.trim(), from, to));
}

function fixed(fix, path) {
  const hunks = fix.hunks.map((hunk) => {
    const rows = (lines, kind) => lines.map((line, index) => codeLine(hunk.line + index, colored(line), kind));
    return [hunk.path === path ? null : make("div", { class: "path" }, hunk.path), codeLines([...rows(hunk.before, "removed"), ...rows(hunk.after, "added")], `Change of ${hunk.path}`)];
  });
  const kind = fix.safe ? "safe" : "unsafe";
  return make("div", { class: "fix" }, make("h4", {}, "Fix", make("span", { class: `tag ${kind}` }, kind)), make("p", {}, prose(fix.title)), hunks);
}
