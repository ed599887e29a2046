// What is asked of the findings, and the controls to ask it with.
const noFilter = () => ({ text: "", module: "", rules: [], severities: [], confidences: [], fixable: false });
let filter = noFilter();

function haystack(finding) {
  finding.hay ??= [finding.code, rules.get(finding.code).name, finding.message, finding.path, finding.symbol, ...finding.proof.map((step) => step.text)]
    .join("\n")
    .toLowerCase();
  return finding.hay;
}

const isIn = (finding, name) => finding.where === name || finding.where.startsWith(`${name}.`) || finding.path === name || finding.path.startsWith(`${name}/`);

// Each part of the filter by name, so that a control can count what the others leave.
const TESTS = {
  text: (finding) => filter.text.trim().toLowerCase().split(/\s+/u).every((word) => haystack(finding).includes(word)),
  module: (finding) => !filter.module || isIn(finding, filter.module),
  rules: (finding) => !filter.rules.length || filter.rules.includes(finding.code),
  severities: (finding) => !filter.severities.length || filter.severities.includes(finding.severity),
  confidences: (finding) => !filter.confidences.length || filter.confidences.includes(finding.confidence),
  fixable: (finding) => !filter.fixable || finding.fix !== null,
};

function matching(except = "") {
  const tests = Object.entries(TESTS).filter(([name]) => name !== except).map(([, test]) => test);
  return findings.filter((finding) => tests.every((test) => test(finding)));
}

function countBy(list, key) {
  const counts = new Map();
  for (const one of list) counts.set(one[key], (counts.get(one[key]) ?? 0) + 1);
  return counts;
}

function toggled(list, value) {
  return list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
}

function refine(change) {
  filter = { ...filter, ...change };
  drawFindings();
}

const textInput = make("input", { type: "search", id: "search", placeholder: "Search findings", "aria-label": "Search the findings", "aria-keyshortcuts": "/", on: { input: () => refine({ text: textInput.value }) } });
const moduleInput = make("input", { type: "search", list: "module-names", placeholder: "Module, package or path", "aria-label": "Only in this module, package or path", on: { input: () => refine({ module: moduleInput.value.trim() }) } });
const moduleNames = make("datalist", { id: "module-names" });
const severityBox = make("div", { class: "chips", role: "group", "aria-label": "Severity" });
const confidenceBox = make("div", { class: "chips", role: "group", "aria-label": "Confidence" });
const ruleBox = make("div", { class: "rule-rows", role: "group", "aria-label": "Rules" });
const clearButton = make("button", { type: "button", class: "button", on: { click: () => refine(noFilter()) } }, "Clear the filters");

function setUpFilters() {
  for (const name of [...new Set(findings.map((finding) => finding.where))].sort()) moduleNames.append(make("option", { value: name }));
  byId("filters").append(textInput, moduleInput, moduleNames, severityBox, confidenceBox, ruleBox, clearButton);
}

function drawFilters() {
  if (textInput.value !== filter.text) textInput.value = filter.text;
  if (moduleInput.value.trim() !== filter.module) moduleInput.value = filter.module;
  clearButton.hidden = JSON.stringify(filter) === JSON.stringify(noFilter());
  drawChips(severityBox, "severities", "severity", SEVERITIES);
  drawChips(confidenceBox, "confidences", "confidence", CONFIDENCES);
  const fixable = matching("fixable").filter((finding) => finding.fix).length;
  if (fixable || filter.fixable) {
    confidenceBox.append(pressable([`with fix `, make("b", {}, count(fixable))], filter.fixable, () => refine({ fixable: !filter.fixable }), { class: "chip" }));
  }
  drawRules();
}

function drawChips(box, name, key, values) {
  const counts = countBy(matching(name), key);
  const all = countBy(findings, key);
  const chips = values.filter((value) => all.has(value)).map((value) => {
    const action = () => refine({ [name]: toggled(filter[name], value) });
    return pressable([`${value} `, make("b", {}, count(counts.get(value) ?? 0))], filter[name].includes(value), action, { class: `chip ${key === "severity" ? `dot ${value}` : ""}` });
  });
  keepFocus(box, chips);
}

function drawRules() {
  const counts = countBy(matching("rules"), "code");
  const most = Math.max(1, ...counts.values());
  const rows = [...rules].map(([code, rule]) => {
    const number = counts.get(code) ?? 0;
    const isOn = filter.rules.includes(code);
    const action = () => refine({ rules: toggled(filter.rules, code) });
    const label = [make("span", { class: "rule-code" }, code), make("span", { class: "rule-name" }, rule.name), make("b", {}, count(number))];
    return pressable(label, isOn, action, { class: `rule-row${number ? "" : " none"}`, title: rule.summary, vars: { part: `${((number / most) * 100).toFixed(1)}%` } });
  });
  keepFocus(ruleBox, rows);
}

// Controls are made anew with each change; whoever uses the keyboard stays where they were.
function keepFocus(box, elements) {
  const position = [...box.children].indexOf(document.activeElement);
  box.replaceChildren(...elements);
  if (position >= 0) box.children[position]?.focus({ preventScroll: true });
}
