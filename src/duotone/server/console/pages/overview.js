// Overview: how much there is of everything, what waits for a person, and what happened last.
import { ask } from "../asking.js";
import { heardUpTo, hear, refreshOn } from "../live.js";
import { command, empty, head, link, make, tag, to } from "../elements.js";
import { Kept } from "../parts/keeping.js";
import { clock, count, shortName, summary } from "../words.js";

const LATEST = 12;
const RUNS = 9;
const WAITING = 4;
const FINE = new Set(["completed", "compensated", "cancelled"]);

const sum = (counts) => Object.values(counts).reduce((total, number) => total + number, 0);
const wordsOf = (counts) => Object.entries(counts).map(([word, number]) => `${count(number)} ${word.replaceAll("_", " ")}`).join(", ");

export async function show(place, _, signal) {
  const tiles = new Kept(make("div", { class: "tiles" }), { keyOf: (one) => one.label, build: tile });
  const waiting = new Kept(make("div"), { keyOf: (one) => `${one.session}\n${one.request}`, build: waitingRow });
  const runs = new Kept(make("div"), { keyOf: (one) => one.id, build: runRow, nothing: noRuns });
  const latest = new Kept(make("div"), { keyOf: (one) => one.id, build: eventRow, nothing: () => empty("Nothing has happened yet", "What happens is written here as it happens.") });
  const waits = section("Waiting for you", waiting.element);
  waits.hidden = true;
  place.append(head("Overview", "One durable log: who is governed, what runs, what waits for you."), tiles.element, make("div", { class: "halves" }, make("div", { class: "column" }, waits, section("Runs", runs.element)), section("Latest events", latest.element)));

  let sessions = { items: [], next: null };
  const refresh = async () => {
    const [known, asked, begun] = await Promise.all(["api/statistics", "api/approvals?limit=100", `api/runs?limit=${RUNS}`].map((path) => ask(path, { signal })));
    tiles.show(tilesOf(known, asked, sessions));
    waits.hidden = !asked.items.length;
    waiting.show(asked.items.slice(0, WAITING));
    runs.show(begun.items);
  };
  const lookAtSessions = async () => {
    sessions = await ask("api/sessions?limit=1000", { signal });
    await refresh();
  };
  await Promise.all([lookAtSessions(), showLatest(latest, signal)]);
  refreshOn(["run.", "approval.", "process.", "promise.", "conversation."], refresh, signal, 500);
  refreshOn(["session."], lookAtSessions, signal, 500);
}

const section = (title, content) => make("section", { class: "card list-card", "aria-label": title }, make("h2", {}, title), content);

function tile({ href, label, number, words, calls }) {
  return link(href, [make("span", {}, label), make("b", { class: calls ? "calls-ink" : "" }, number), make("small", { title: words }, words)], { class: "card tile" });
}

function tilesOf(known, asked, sessions) {
  const states = Object.fromEntries(Object.entries(Object.groupBy(sessions.items, (one) => one.state)).map(([state, all]) => [state, all.length]));
  const odd = Object.fromEntries(Object.entries(known.runs).filter(([status]) => !FINE.has(status)));
  const background = sum(known.processes) + sum(known.promises);
  const upTo = (page) => `${count(page.items.length)}${page.next === null ? "" : "+"}`;
  return [
    { href: to("sessions"), label: "Sessions", number: upTo(sessions), words: wordsOf(states) || "none yet" },
    { href: to("runs"), label: "Runs", number: count(sum(known.runs)), words: wordsOf(odd) || wordsOf(known.runs) || "none yet" },
    { href: to("approvals"), label: "Waiting for you", number: upTo(asked), words: asked.items.length ? "to approve or reject" : "nothing to decide", calls: asked.items.length > 0 },
    { href: to("background"), label: "In the background", number: count(background), words: wordsOf(known.processes) || wordsOf(known.promises) || "nothing" },
    { href: to("events"), label: "Events", number: count(known.events), words: "each sealed by a hash" },
  ];
}

function waitingRow(one) {
  return link(to("approvals"), [make("span", { class: "grow cut" }, make("b", {}, one.name), make("small", {}, ` ${one.participant} in ${shortName(one.session)}`)), tag("waits", "warning")], { class: "line" });
}

function runRow(run) {
  return link(to("runs", run.id), [make("span", { class: "grow cut", title: run.id }, make("b", {}, run.name), make("small", {}, ` ${shortName(run.id)}`)), make("small", {}, run.kind), tag(run.status)], { class: "line" });
}

function noRuns() {
  return empty("No runs yet", "Start the demo, which has a workflow, a saga that was undone and an agent:", command("duotone serve --demo"));
}

function eventRow(event) {
  const words = [summary(event.data, 80), shortName(event.session)].filter(Boolean).join(" · ");
  return link(to("events", event.id), [make("small", { class: "time" }, clock(event.at)), make("span", { class: "code cut kind" }, event.kind), make("small", { class: "grow cut" }, words)], { class: "line" });
}

// The newest first; many that come at once are drawn once.
async function showLatest(latest, signal) {
  let events = [];
  let frame = null;
  const admit = (found) => {
    const known = new Map([...found, ...events].map((event) => [event.id, event]));
    events = [...known.values()].sort((one, other) => other.id - one.id).slice(0, LATEST);
    frame ??= requestAnimationFrame(() => {
      frame = null;
      latest.show(events);
    });
  };
  const look = async () => {
    const last = await heardUpTo();
    const page = await ask(`api/events?after=${Math.max(0, last - 3 * LATEST)}&limit=${3 * LATEST}`, { signal });
    admit(page.items);
  };
  hear((event) => (event === null ? look().catch(() => {}) : admit([event])), signal);
  await look();
}
