// Events: the log itself, the newest first, with its hash chain computed again in view.
import { ask, query } from "../asking.js";
import { Chain, canCompute } from "../chain/links.js";
import { command, empty, head, link, make, to } from "../elements.js";
import { hear, heardUpTo } from "../live.js";
import { Beside } from "../parts/beside.js";
import { Drawer } from "../parts/drawer.js";
import { Filtering } from "../parts/filtering.js";
import { Rows } from "../parts/rows.js";
import { clock, count, plural, shortName, summary } from "../words.js";
import { eventView } from "./event.js";

const FIRST = 200;
const PAGE = 1000;
const MOST = 50_000;

const familyOf = (event) => event.kind.split(".")[0];
const texts = new WeakMap();

// What one may look for in an event, put together once.
function textOf(event) {
  if (!texts.has(event)) texts.set(event, `${event.id} ${event.kind} ${event.session} ${event.run ?? ""} ${summary(event.data, 400)}`.toLowerCase());
  return texts.get(event);
}

export async function show(place, rest, signal) {
  const caller = await ask("api/caller", { signal });
  const view = new Events(new Chain(caller.prefix), signal);
  place.append(...view.elements);
  await view.begin(rest);
  return { go: (where) => view.choose(where) };
}

class Events {
  constructor(chain, signal) {
    Object.assign(this, { chain, signal });
    this.all = [];
    this.coming = [];
    this.lowest = 0;
    this.sealed = make("p", { class: "chain", role: "status" });
    this.filtering = new Filtering({ label: "Find in the events", wordOf: familyOf, onChange: () => this.render() });
    this.drawer = new Drawer("Event");
    this.rows = new Rows({
      label: "Events, the newest first",
      height: 34,
      build: (event) => cells(event, chain),
      stateOf: (event) => chain.holds.get(event.id),
      onPick: (event) => this.open(event),
      onOpen: () => this.beside.open(),
      nothing: () => (this.all.length ? empty("No event matches") : nothingYet()),
    });
    this.beside = new Beside("wide-list", [this.filtering.element, this.rows.element], this.drawer.element);
    this.elements = [head("Events", null, this.sealed), this.beside.element];
  }

  // The newest are shown at once; the others come while they are looked at.
  async begin(where) {
    let isBegun = false;
    hear((event) => {
      if (event === null) return isBegun && this.catchUp().catch(() => {});
      this.coming.push(event);
      return isBegun && this.soon();
    }, this.signal);
    const last = await heardUpTo();
    this.lowest = Math.max(0, last - FIRST);
    this.all = last ? await this.part(this.lowest, last) : [];
    this.filtering.count(this.all);
    isBegun = true;
    this.admit();
    this.choose(where);
    this.loadOlder(where).catch((error) => this.signal.aborted || this.sealed.replaceChildren(error.message));
  }

  async part(from, upTo) {
    const page = await ask(query("api/events", { after: from, limit: upTo - from }), { signal: this.signal });
    return page.items.filter((event) => event.id <= upTo).reverse();
  }

  async catchUp() {
    for (let after = this.all[0]?.id ?? 0; after !== null; ) {
      const page = await ask(query("api/events", { after, limit: PAGE }), { signal: this.signal });
      this.coming.push(...page.items);
      after = page.next;
    }
    this.soon();
  }

  soon() {
    this.frame ??= requestAnimationFrame(() => this.admit());
  }

  // Those that came, each once and in their order; the oldest go where there would be too many.
  admit() {
    this.frame = null;
    const last = this.all[0]?.id ?? 0;
    const events = new Map(this.coming.splice(0).filter((event) => event.id > last).map((event) => [event.id, event]));
    const fresh = [...events.values()].sort((one, other) => other.id - one.id);
    this.all = [...fresh, ...this.all];
    this.filtering.count(fresh);
    if (this.all.length > MOST + PAGE) {
      this.filtering.count(this.all.splice(MOST), -1);
      this.chain.forget(this.all.at(-1).id);
    }
    this.render();
    this.seal(fresh.reverse());
  }

  async loadOlder(where) {
    await this.seal(this.all);
    while (this.lowest > 0 && this.all.length < MOST && !this.signal.aborted) {
      const from = Math.max(0, this.lowest - PAGE);
      const older = await this.part(from, this.lowest);
      this.lowest = from;
      this.all = [...this.all, ...older];
      this.filtering.count(older);
      this.render();
      if (older.some((event) => String(event.id) === where[0])) this.choose(where);
      await this.seal(older);
    }
    this.tell();
  }

  async seal(events) {
    if (canCompute) await this.chain.take(events, () => this.onSealed(), () => this.signal.aborted);
  }

  onSealed() {
    this.tell();
    this.rows.render();
    if (this.opened && this.chain.holds.has(this.opened.id) && !this.isTold) this.detail(this.opened);
  }

  detail(event) {
    this.opened = event;
    this.isTold = this.chain.holds.has(event.id);
    this.drawer.show(eventView(event, this.chain, this.all));
  }

  render() {
    this.beside.giveRoom(!this.all.length);
    this.rows.show(this.filtering.sift(this.all, textOf));
    this.tell();
  }

  tell() {
    this.sealed.replaceChildren(...chainWords(this.all.length, this.chain, this.lowest === 0));
  }

  open(event) {
    history.replaceState(null, "", to("events", event.id));
    this.detail(event);
  }

  choose([first, second]) {
    if (first === "session") {
      this.filtering.look(second);
      this.render();
    }
    const named = this.all.find((one) => String(one.id) === first);
    if (named) this.beside.open();
    const event = named ?? this.rows.items[0];
    if (!event) return;
    this.rows.mark(event.id);
    this.rows.reveal(this.rows.placeOf(event.id));
    this.detail(event);
  }
}

function nothingYet() {
  return empty("Nothing has happened yet", "Everything that sessions, runs and agents do is written here first. Have something happen:", command("duotone serve --demo"));
}

function cells(event, chain) {
  const state = chain.holds.get(event.id);
  const [mark, words] = state === undefined ? ["·", "not computed yet"] : state ? ["✓", "its hash was computed again, and matches"] : ["✗", "its hash does not match"];
  return [
    make("span", { class: `seal ${state === undefined ? "" : state ? "good" : "error"}`, title: words, "aria-label": words }, mark),
    make("span", { class: "cell-id" }, event.id),
    make("span", { class: "cell-time" }, clock(event.at)),
    make("span", { class: `cell-kind kind-${familyOf(event).replace(/[^a-z]/gu, "")}` }, event.kind),
    make("span", { class: "cell-session cut", title: event.session }, shortName(event.session), make("small", {}, ` #${event.seq}`)),
    make("span", { class: "grow cut soft" }, summary(event.data)),
  ];
}

function chainWords(number, chain, isComplete) {
  if (!number) return [];
  if (!canCompute) return [`${plural(number, "event")} · this browser can't compute hashes here; verify a session to let the server do it`];
  const done = chain.holds.size;
  if (chain.broken.length) return [make("b", { class: "error" }, "✗ The chain is broken"), " at event ", chain.broken.slice(0, 3).flatMap((id, place) => [place ? ", " : "", link(to("events", id), id)]), ` · ${count(done)} computed again in this browser`].flat();
  const words = `${count(done)} of ${plural(number, "event")} computed again in this browser`;
  return isComplete && done === number ? [make("b", { class: "good" }, "✓ The chain holds"), ` · ${words}`] : [words];
}
