// The data of the report, linked: modules in a tree of packages, the seams between them, findings with their modules.
const data = JSON.parse(byId("data").textContent);
const SEVERITIES = ["error", "warning", "note"];
const CONFIDENCES = ["certain", "likely", "possible"];
const KINDS = { "sync-async": "sync → async", "async-sync": "async → sync" };

const modules = data.modules.map((module) => ({ ...module, findings: [], outgoing: [], incoming: [] }));
const moduleByName = new Map(modules.map((module) => [module.name, module]));
const moduleByPath = new Map(modules.map((module) => [module.path, module]));
const rules = new Map(Object.entries(data.rules));
const sources = new Map(data.sources.map((source) => [`${source.path}\n${source.cell ?? ""}`, source.lines]));

const placed = ([path, line, column, end_line, end_column, cell]) => ({ path, line, column, end_line, end_column, cell });
const findings = data.findings.map((finding) => {
  const place = placed(finding.place);
  const proof = finding.proof.map((step) => ({ ...step, place: step.place && placed(step.place) }));
  const module = moduleByPath.get(place.path);
  const one = { ...finding, place, proof, path: place.path, module, where: module ? module.name : place.path };
  if (module) module.findings.push(one);
  return one;
});
const findingById = new Map(findings.map((finding) => [finding.id, finding]));
const rank = (finding) => SEVERITIES.indexOf(finding.severity);
const order = new Map(findings.map((finding, index) => [finding, index]));
findings.sort((one, other) => rank(one) - rank(other) || order.get(one) - order.get(other));

const seams = [];
for (const module of modules) {
  const targets = new Map();
  for (const [target, kind, number] of module.calls) {
    if (!(kind in KINDS) || !number) continue;
    let seam = targets.get(target);
    if (!seam) {
      seam = { from: module, name: target, to: moduleByName.get(target), "sync-async": 0, "async-sync": 0 };
      targets.set(target, seam);
      seams.push(seam);
      module.outgoing.push(seam);
      if (seam.to) seam.to.incoming.push(seam);
    }
    seam[kind] += number;
  }
}
const weight = (seam, kind) => (kind ? seam[kind] : seam["sync-async"] + seam["async-sync"]);

function newPackage(name, label, parent) {
  return { name, label, parent, children: [], module: null, packages: new Map() };
}

function growTree() {
  const root = newPackage("", data.title, null);
  const packageNames = new Set();
  for (const { name } of modules) {
    for (let dot = name.lastIndexOf("."); dot > 0; dot = name.lastIndexOf(".", dot - 1)) packageNames.add(name.slice(0, dot));
  }
  for (const module of modules) {
    const parts = module.name.split(".");
    const isPackage = packageNames.has(module.name);
    let node = root;
    for (const [depth, part] of (isPackage ? parts : parts.slice(0, -1)).entries()) {
      let next = node.packages.get(part);
      if (!next) {
        next = newPackage(parts.slice(0, depth + 1).join("."), part, node);
        node.packages.set(part, next);
        node.children.push(next);
      }
      node = next;
    }
    const label = isPackage ? "__init__" : parts.at(-1);
    node.children.push({ name: module.name, label, parent: node, children: [], module });
  }
  return root;
}

// A package that holds nothing but one package is one step less to click through.
function shorten(node) {
  while (node.children.length === 1 && !node.children[0].module && node.parent) {
    const [only] = node.children;
    node.name = only.name;
    node.label = `${node.label}.${only.label}`;
    node.children = only.children;
    for (const child of node.children) child.parent = node;
  }
  node.children.forEach(shorten);
}

function addUp(node) {
  const own = node.module;
  node.sync = own ? own.sync : 0;
  node.async = own ? own.async : 0;
  node.size = own ? 1 : 0;
  node.weight = own ? Math.max(1, own.sync + own.async) : 0;
  node.findings = own ? own.findings.length : 0;
  node.errors = own ? own.findings.filter((finding) => finding.severity === "error").length : 0;
  for (const child of node.children) {
    addUp(child);
    for (const key of ["sync", "async", "size", "weight", "findings", "errors"]) node[key] += child[key];
  }
  node.children.sort((one, other) => other.weight - one.weight || (one.label < other.label ? -1 : 1));
  node.share = node.async / Math.max(1, node.sync + node.async);
}

const whole = growTree();
shorten(whole);
addUp(whole);
const nodeOfModule = new Map();
(function note(node) {
  if (node.module) nodeOfModule.set(node.module, node);
  node.children.forEach(note);
})(whole);
const top = whole.children.length === 1 && !whole.children[0].module ? whole.children[0] : whole;
