// The findings: one row each, which opens to the source, the proof, the fix and the rule.
const opened = new Set();
const rowOf = new Map();

function findingRow(finding) {
  const isOpen = opened.has(finding);
  const head = make(
    "button",
    { type: "button", class: "finding-head", "aria-expanded": String(isOpen), on: { click: () => toggle(finding) } },
    make("span", { class: `severity ${finding.severity}`, title: finding.severity }, finding.severity),
    make("span", { class: "finding-words" }, make("span", { class: "finding-title" }, make("span", { class: "rule-code" }, finding.code), make("span", {}, prose(finding.message))), flaggedLine(finding.place), make("span", { class: "path" }, placeWords(finding.place), finding.symbol ? ` · ${finding.symbol}` : "")),
  );
  const row = make("article", { class: "card finding", id: `finding/${finding.id}` }, head);
  rowOf.set(finding, row);
  if (isOpen) row.append(bodyOf(finding));
  return row;
}

function toggle(finding, isOpen = !opened.has(finding)) {
  const row = rowOf.get(finding);
  if (!row || isOpen === opened.has(finding)) return;
  if (isOpen) {
    opened.add(finding);
    row.append(bodyOf(finding));
  } else {
    opened.delete(finding);
    row.lastElementChild.remove();
  }
  row.firstElementChild.setAttribute("aria-expanded", String(isOpen));
}

function bodyOf(finding) {
  const rule = rules.get(finding.code);
  const actions = make("div", { class: "actions" });
  if (finding.module) actions.append(make("button", { type: "button", class: "button", on: { click: () => reveal(finding.module) } }, "Show on the map"));
  actions.append(make("button", { type: "button", class: "button", on: { click: () => refine({ module: finding.where }) } }, "Only this module"));
  actions.append(make("a", { class: "button", href: `#finding/${encodeURIComponent(finding.id)}` }, "Link to this"));
  return make(
    "div",
    { class: "finding-body" },
    excerpt(finding.place, linesOf(finding.place)),
    finding.proof.length ? make("div", {}, make("h4", {}, "Proof"), proof(finding.proof, linesOf)) : null,
    finding.fix ? fixed(finding.fix, finding.path) : null,
    make("p", { class: "path" }, `${finding.confidence} · ${rule.name}`),
    rule.doc || rule.summary ? make("details", { class: "rule-doc" }, make("summary", {}, `About ${finding.code} ${rule.name}`), markdown(rule.doc || rule.summary)) : null,
    actions,
  );
}

const list = byId("finding-list");
const findingUnfolding = unfolding(list, 40, findingRow);

function drawFindings() {
  const shown = matching();
  drawFilters();
  byId("finding-count").textContent = shown.length === findings.length ? plural(shown.length, "finding") : `${count(shown.length)} of ${plural(findings.length, "finding")}`;
  rowOf.clear();
  findingUnfolding.show(shown);
  if (!shown.length) list.append(make("p", { class: "empty card" }, findings.length ? "No finding matches the filters." : "No findings: the colors match."));
}

function showFindings(change) {
  filter = { ...noFilter(), ...change };
  drawFindings();
  const section = byId("findings");
  section.scrollIntoView();
  section.focus({ preventScroll: true });
}

function showFinding(finding) {
  if (!matching().includes(finding)) filter = noFilter();
  drawFindings();
  findingUnfolding.upTo(finding);
  toggle(finding, true);
  const row = rowOf.get(finding);
  row.scrollIntoView({ block: "start" });
  row.firstElementChild.focus({ preventScroll: true });
}

list.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const row = event.target.closest(".finding");
  if (!step || !row || !event.target.matches(".finding-head")) return;
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
  next?.querySelector(".finding-head")?.focus();
  event.preventDefault();
});
