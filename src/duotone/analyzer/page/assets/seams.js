// The seams: a matrix between groups of modules, and every pair of modules by weight.
const seam = { kind: "", text: "", from: null, to: null };
const ELSEWHERE = { name: "\u0000", label: "the rest", children: [], module: null };
const MOST_GROUPS = 14;

// The project in a handful of groups: the package with the heaviest seams is taken apart as long as there is room.
function groupModules() {
  const touched = new Map();
  const add = (module, number) => {
    for (let node = nodeOfModule.get(module); node; node = node.parent) touched.set(node, (touched.get(node) ?? 0) + number);
  };
  for (const one of seams) {
    add(one.from, weight(one));
    if (one.to) add(one.to, weight(one));
  }
  const heaviest = (one, other) => (touched.get(other) ?? 0) - (touched.get(one) ?? 0);
  let groups = top.children.filter((node) => touched.has(node)).sort(heaviest);
  for (;;) {
    const parts = (node) => node.children.filter((child) => touched.has(child));
    const next = groups.find((node) => node.children.length && groups.length + parts(node).length - 1 <= MOST_GROUPS);
    if (!next) break;
    groups = groups.flatMap((node) => (node === next ? parts(node) : [node])).sort(heaviest);
  }
  return groups.slice(0, MOST_GROUPS);
}

const groups = groupModules();
const inGroups = new Set(groups);
const groupNames = new Map(modules.map((module) => [module, groupOf(module)]));

function groupOf(module) {
  for (let node = nodeOfModule.get(module); node; node = node.parent) if (inGroups.has(node)) return node;
  return ELSEWHERE;
}

const prefix = top === whole ? "" : `${top.name}.`;
const shortName = (node) => (node === ELSEWHERE ? node.label : node.name.startsWith(prefix) ? node.name.slice(prefix.length) : node.name) || node.label;
const fromGroup = (one) => groupNames.get(one.from);
const toGroup = (one) => (one.to ? groupNames.get(one.to) : ELSEWHERE);

function matrixSums() {
  const sums = new Map();
  for (const one of seams) {
    const key = `${fromGroup(one).name}\n${toGroup(one).name}`;
    const sum = sums.get(key) ?? { "sync-async": 0, "async-sync": 0 };
    for (const kind of Object.keys(KINDS)) sum[kind] += one[kind];
    sums.set(key, sum);
  }
  return sums;
}

function matrixCell(row, column, sum, most) {
  const total = sum ? weight(sum, seam.kind) : 0;
  if (!total) return make("td", { class: row === column ? "own" : null });
  const share = seam.kind ? (seam.kind === "sync-async" ? 1 : 0) : sum["sync-async"] / total;
  const words = `${shortName(row)} calls ${shortName(column)}: ${count(sum["sync-async"])} sync → async, ${count(sum["async-sync"])} async → sync`;
  const isChosen = seam.from === row && seam.to === column;
  const action = () => narrow(isChosen ? null : row, isChosen ? null : column);
  const force = Math.min(1, Math.sqrt(total / most));
  const vars = { share: share.toFixed(3), force: (0.15 + 0.45 * force).toFixed(3) };
  const strong = force > 0.6 ? " strong" : "";
  return make("td", {}, pressable(short(total), isChosen, action, { class: `knot${strong}`, "aria-label": words, title: words, vars }));
}

function drawMatrix() {
  const box = byId("seam-matrix");
  if (!seams.length) {
    box.replaceChildren(make("p", { class: "empty" }, "No color calls the other: there are no seams."));
    byId("seam-list").remove();
    return;
  }
  const sums = matrixSums();
  const needs = (side) => (seams.some((one) => side(one) === ELSEWHERE) ? [...groups, ELSEWHERE] : groups);
  const [rows, columns] = [needs(fromGroup), needs(toGroup)];
  // The rest is many modules in one row, whose sums would make everything else look pale.
  const inside = [...sums].filter(([key]) => !key.includes(ELSEWHERE.name)).map(([, sum]) => weight(sum, seam.kind));
  const most = Math.max(1, ...inside);
  const head = make("tr", {}, make("td", { class: "corner" }, make("span", {}, "calls →")), columns.map((node) => make("th", { scope: "col", title: node.name.trim() || node.label }, make("span", {}, shortName(node)))));
  const body = rows.map((row) => {
    const cells = columns.map((column) => matrixCell(row, column, sums.get(`${row.name}\n${column.name}`), most));
    return make("tr", {}, make("th", { scope: "row", title: row.name.trim() || row.label }, make("span", {}, shortName(row))), cells);
  });
  box.replaceChildren(seamKinds(), make("div", { class: "matrix-scroll", tabindex: "0", role: "group", "aria-label": "Calls across the colors, by package" }, make("table", { class: "matrix" }, make("thead", {}, head), make("tbody", {}, body))));
}

function seamKinds() {
  const options = [["", "Both"], ...Object.entries(KINDS)];
  const buttons = options.map(([kind, label]) => {
    const action = () => {
      seam.kind = kind;
      drawMatrix();
      drawSeams();
    };
    return pressable(label, seam.kind === kind, action, { class: kind });
  });
  return make("div", { class: "seam-bar" }, make("div", { class: "toggle", role: "group", "aria-label": "Which way" }, buttons));
}

function narrow(from, to) {
  [seam.from, seam.to] = [from, to];
  drawMatrix();
  drawSeams();
}

function sideLink(name, module) {
  const label = breakable(name);
  return module ? make("button", { type: "button", class: "link code", on: { click: () => reveal(module) } }, label) : make("span", { class: "code" }, label);
}

function seamRow(one) {
  const isSame = one.from === one.to;
  const bars = Object.keys(KINDS).filter((kind) => one[kind] && (!seam.kind || kind === seam.kind)).map((kind) => {
    const part = (one[kind] / seamRow.most) * 100;
    return make("div", { class: `bar ${kind}`, vars: { part: `${Math.max(1.5, part).toFixed(1)}%` } }, make("i"), make("span", {}, `${count(one[kind])} ${KINDS[kind]}`));
  });
  const names = isSame ? [sideLink(one.from.name, one.from), make("span", { class: "arrow" }, "calls itself")] : [sideLink(one.from.name, one.from), make("span", { class: "arrow" }, "→"), sideLink(one.name, one.to)];
  return make("div", { class: "seam" }, make("div", { class: "seam-names" }, names), bars);
}
seamRow.most = 1;

const seamSearch = make("input", { type: "search", placeholder: "Filter by module", "aria-label": "Filter the seams by module", on: { input: () => { seam.text = seamSearch.value; drawSeams(); } } });
const seamChip = make("span");
const seamCount = make("span", { class: "count-words", role: "status" });
const seamBox = make("div", { class: "seam-rows", tabindex: "0", role: "group", "aria-label": "Pairs of modules" });
byId("seam-list").append(make("div", { class: "seam-bar" }, seamSearch, seamChip, seamCount), seamBox);
const seamUnfolding = unfolding(seamBox, 60, seamRow);

function drawSeams() {
  const text = seam.text.trim().toLowerCase();
  const isShown = (one) =>
    weight(one, seam.kind) > 0 &&
    (!seam.from || (fromGroup(one) === seam.from && toGroup(one) === seam.to)) &&
    (!text || one.from.name.toLowerCase().includes(text) || one.name.toLowerCase().includes(text));
  const shown = seams.filter(isShown).sort((one, other) => weight(other, seam.kind) - weight(one, seam.kind));
  seamRow.most = Math.max(1, ...shown.slice(0, 1).map((one) => weight(one, seam.kind)));
  const calls = shown.reduce((sum, one) => sum + weight(one, seam.kind), 0);
  seamCount.textContent = `${plural(calls, "call")} between ${plural(shown.length, "pair")}`;
  seamChip.replaceChildren(
    ...(seam.from ? [make("button", { type: "button", class: "chip", on: { click: () => narrow(null, null) } }, `${shortName(seam.from)} → ${shortName(seam.to)} ✕`)] : []),
  );
  seamUnfolding.show(shown);
  if (!shown.length) seamBox.append(make("p", { class: "empty" }, "No seam matches."));
}
