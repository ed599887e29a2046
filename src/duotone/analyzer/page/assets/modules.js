// Beside the map: what is selected in words, and all modules as a table.
function seamRows(list, name) {
  const sorted = [...list].sort((one, other) => weight(other) - weight(one)).slice(0, 6);
  return sorted.map((seam) => {
    const other = name(seam);
    const label = breakable(other.name);
    const link = other.module ? make("button", { type: "button", class: "link code", on: { click: () => reveal(other.module) } }, label) : make("span", { class: "code" }, label);
    const kinds = Object.keys(KINDS).filter((kind) => seam[kind]).map((kind) => `${KINDS[kind]} ${count(seam[kind])}`);
    return make("li", {}, link, make("b", {}, kinds.join(", ")));
  });
}

function listed(title, rows) {
  return rows.length ? make("div", {}, make("h4", {}, title), make("ul", {}, rows)) : null;
}

function ruleRows(node) {
  const counts = new Map();
  const isInside = (finding) => node === whole || (finding.module && (node.module ? finding.module === node.module : isBelow(finding.module, node)));
  for (const finding of findings) if (isInside(finding)) counts.set(finding.code, (counts.get(finding.code) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1]).map(([code, number]) => {
    const action = () => showFindings({ rules: [code], module: node === whole ? "" : node.name });
    return make("li", {}, make("button", { type: "button", class: "link", on: { click: action } }, `${code} ${rules.get(code).name}`), make("b", {}, count(number)));
  });
}

function isBelow(module, node) {
  for (let one = nodeOfModule.get(module); one; one = one.parent) if (one === node) return true;
  return false;
}

function showDetail(node) {
  const isTop = node === top;
  const hint = make("p", { class: "path" }, "Arrow keys walk over the map, ", make("kbd", {}, "Enter"), " opens, ", make("kbd", {}, "Esc"), " goes back.");
  const actions = make("div", { class: "actions" });
  if (node.findings) {
    const action = () => showFindings({ module: node === whole ? "" : node.name });
    actions.append(make("button", { type: "button", class: "button", on: { click: action } }, `Show ${plural(node.findings, "finding")}`));
  }
  const path = node.module ? node.module.path : plural(node.size, "module");
  byId("detail").replaceChildren(
    ...[
      make("div", {}, make("h3", {}, breakable(node.name || node.label)), make("p", { class: "path" }, path)),
      make(
        "div",
        {},
        make("div", { class: "pair" }, make("span", { class: "sync-words" }, `${count(node.sync)} sync`), make("span", { class: "async-words" }, `${count(node.async)} async`)),
        split(node.sync, node.async),
      ),
      actions.childElementCount ? actions : null,
      listed("Findings", ruleRows(node)),
      node.module ? listed("Calls across the colors", seamRows(node.module.outgoing, (seam) => ({ name: seam.name, module: seam.to }))) : null,
      node.module ? listed("Called across the colors by", seamRows(node.module.incoming, (seam) => ({ name: seam.from.name, module: seam.from }))) : null,
      isTop ? hint : null,
    ].filter(Boolean),
  );
}

const COLUMNS = [
  ["Module", (module) => module.name, false],
  ["Functions", (module) => module.sync + module.async, true],
  ["Async", (module) => module.async / Math.max(1, module.sync + module.async), true],
  ["Seams", (module) => module.outgoing.reduce((sum, seam) => sum + weight(seam), 0), true],
  ["Findings", (module) => module.findings.length, true],
];
const table = { column: 1, isDescending: true, rows: null };

function moduleRow(module) {
  const cells = COLUMNS.slice(1).map(([name, value]) =>
    name === "Async" ? make("td", {}, split(module.sync, module.async)) : make("td", { class: "number" }, count(value(module))),
  );
  const link = make("button", { type: "button", class: "link", on: { click: () => reveal(module) } }, breakable(module.name));
  return make("tr", {}, make("td", {}, link), cells);
}

function drawTable() {
  const [, value] = COLUMNS[table.column];
  const sorted = [...modules].sort((one, other) => {
    const [left, right] = [value(one), value(other)];
    const sign = left < right ? -1 : left > right ? 1 : 0;
    return (table.isDescending ? -sign : sign) || (one.name < other.name ? -1 : 1);
  });
  const heads = COLUMNS.map(([name, , isNumber], index) => {
    const sort = index === table.column ? (table.isDescending ? "descending" : "ascending") : null;
    const action = () => {
      table.isDescending = index === table.column ? !table.isDescending : isNumber;
      table.column = index;
      drawTable();
    };
    const arrow = sort ? (table.isDescending ? " ↓" : " ↑") : "";
    return make("th", { "aria-sort": sort, scope: "col", class: isNumber && name !== "Async" ? "number" : null }, make("button", { type: "button", on: { click: action } }, name + arrow));
  });
  const body = make("tbody");
  byId("module-table").replaceChildren(make("table", {}, make("thead", {}, make("tr", {}, heads)), body));
  table.rows = unfolding(body, 100, moduleRow);
  table.rows.show(sorted);
}

function showAs(view) {
  const isTable = view === "table";
  byId("as-map").setAttribute("aria-pressed", String(!isTable));
  byId("as-table").setAttribute("aria-pressed", String(isTable));
  treemap.hidden = isTable;
  byId("module-table").hidden = !isTable;
  if (isTable && !table.rows) drawTable();
  if (!isTable) draw();
}

byId("as-map").addEventListener("click", () => showAs("map"));
byId("as-table").addEventListener("click", () => showAs("table"));
