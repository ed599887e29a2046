// Findings of `duotone check` in the folders that the operator has named, each with its proof.
import { ask, named, tell } from "../asking.js";
import { button, command, empty, head, make, notify, tag, to } from "../elements.js";
import { finding } from "../findings/finding.js";
import { Beside } from "../parts/beside.js";
import { Drawer } from "../parts/drawer.js";
import { Filtering } from "../parts/filtering.js";
import { Rows } from "../parts/rows.js";
import { moment, plural, span } from "../words.js";

const LOOK = 600;

export async function show(place, [chosen], signal) {
  const folders = await ask("api/checks", { signal });
  if (!folders.length) {
    place.append(head("Findings"), make("div", { class: "card pane" }, empty("No folder is named", "Say which folders may be checked when you start the server; nobody can ask for another one:", command("duotone serve --check ."))));
    return undefined;
  }
  const view = new Findings(folders, signal);
  place.append(...view.elements);
  await view.open(chosen ?? folders[0].id);
  return { go: ([id]) => view.open(id ?? folders[0].id) };
}

class Findings {
  constructor(folders, signal) {
    this.signal = signal;
    this.all = [];
    this.sources = {};
    this.hint = make("p", { class: "hint", role: "status" });
    this.select = make("select", { "aria-label": "Folder" }, folders.map((one) => make("option", { value: one.id }, one.folder)));
    this.select.addEventListener("change", () => (location.hash = to("findings", this.select.value)));
    this.again = button("Check again", () => this.check(), { class: "button" });
    this.filtering = new Filtering({ label: "Find in the findings", wordOf: (one) => one.severity, onChange: () => this.render() });
    this.drawer = new Drawer("Finding");
    this.rows = new Rows({
      label: "Findings",
      height: 54,
      idOf: (one) => one.key,
      build: (one) => [make("span", { class: `dot ${one.severity}` }), make("span", { class: "two grow" }, make("span", {}, one.message.replaceAll("`", "")), make("small", {}, `${one.severity} · ${one.code} · ${one.place.path}:${one.place.line}`))],
      onPick: (one) => this.drawer.show(finding(one, this.sources)),
      onOpen: () => this.beside.open(),
      nothing: () => this.nothing(),
    });
    this.beside = new Beside("even-list", [this.filtering.element, this.rows.element], this.drawer.element);
    this.elements = [head("Findings", "Where sync and async don't match.", this.hint, folders.length > 1 ? this.select : null, this.again), this.beside.element];
  }

  async open(id) {
    this.id = this.select.value = id;
    const found = await ask(named("checks", id), { signal: this.signal });
    this.take(found);
    if (found.state === "never") await this.check();
    else if (found.state === "running") this.wait();
  }

  async check() {
    const begun = await tell(named("checks", this.id), {}, { signal: this.signal }).catch((error) => notify(error.message, "error"));
    if (begun) this.wait();
  }

  async wait() {
    this.again.disabled = true;
    this.hint.replaceChildren(tag("running"), " checking, in a process of its own…");
    for (let state = "running"; state === "running" && !this.signal.aborted; ) {
      await new Promise((resolve) => setTimeout(resolve, LOOK));
      state = (await ask("api/checks", { signal: this.signal })).find((one) => one.id === this.id)?.state;
    }
    this.take(await ask(named("checks", this.id), { signal: this.signal }));
  }

  take(found) {
    this.found = found;
    this.again.disabled = found.state === "running";
    this.all = found.findings.map((one, place) => ({ ...one, key: `${place} ${one.fingerprint}` }));
    this.sources = found.sources;
    this.filtering.recount(this.all);
    this.hint.textContent = found.state === "failed" ? `It failed: ${found.error}` : found.at === null ? "" : `${plural(found.count, "finding")} in ${plural(found.files, "file")} of ${found.folder}, ${moment(found.at)}, took ${span(found.seconds)}`;
    this.render();
    this.rows.pick(0);
  }

  render() {
    this.beside.giveRoom(!this.all.length);
    this.rows.show(this.filtering.sift(this.all, (one) => `${one.code} ${one.name} ${one.message} ${one.place.path} ${one.symbol ?? ""}`.toLowerCase()));
  }

  nothing() {
    if (this.all.length) return empty("No finding matches");
    if (this.found?.state === "done") return empty("No findings: the colors match", `${plural(this.found.files, "file")} of ${this.found.folder} were read.`);
    return this.found?.state === "failed" ? empty("The check failed", this.found.error) : empty("Checking…", "");
  }
}
