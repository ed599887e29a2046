// Overview: how much there is of everything, what waits for a person, and what happened last.
import { ask } from "../asking.js";
import { heardUpTo, hear, refreshOn } from "../live.js";
import { command, empty, head, link, make, tag, to } from "../elements.js";
import { clock, count, plural, summary } from "../words.js";

const LATEST = 12;
const FINE = new Set(["completed", "compensated", "cancelled"]);

export async function show(place, _, signal) {
  const tiles = make("div", { class: "tiles" });
  const runs = make("div", { class: "card list-card" });
  const latest = make("div", { class: "card list-card", "aria-label": "Latest events" });
  place.append(head("Overview", "One durable log: who is governed, what runs, what waits for you."), tiles, make("div", { class: "halves" }, runs, latest));
  const refresh = async () => {
    const paths = ["api/statistics", "api/approvals?limit=100", "api/runs?limit=9", "api/sessions?limit=1000"];
    const [known, waiting, begun, sessions] = await Promise.all(paths.map((path) => ask(path, { signal })));
    tiles.replaceChildren(...tilesOf(known, waiting.items, sessions));
    runs.replaceChildren(make("h2", {}, "Runs"), ...(begun.items.length ? begun.items.map(runRow) : [noRuns()]));
  };
  await refresh();
  refreshOn(["run.", "session.", "approval.", "process.", "promise.", "conversation."], refresh, signal, 500);
  await showLatest(latest, signal);
}

function tile(href, label, number, words, tone = "") {
  return link(href, [make("span", {}, label), make("b", { class: tone }, count(number)), make("small", {}, words)], { class: "card tile" });
}

const sum = (counts) => Object.values(counts).reduce((total, number) => total + number, 0);
const wordsOf = (counts) => Object.entries(counts).map(([word, number]) => `${count(number)} ${word}`).join(", ");

function tilesOf(known, waiting, sessions) {
  const states = Object.groupBy(sessions.items, (session) => session.state);
  const standing = Object.fromEntries(Object.entries(states).map(([state, all]) => [state, all.length]));
  const odd = Object.entries(known.runs).filter(([status]) => !FINE.has(status));
  return [
    tile(to("sessions"), "Sessions", sessions.items.length, sessions.next === null ? wordsOf(standing) || "none yet" : "and more"),
    tile(to("runs"), "Runs", sum(known.runs), wordsOf(Object.fromEntries(odd)) || wordsOf(known.runs) || "none yet"),
    tile(to("approvals"), "Waiting for you", waiting.length, waiting.length ? waiting.slice(0, 2).map((one) => one.name).join(", ") : "nothing to decide", waiting.length ? "calls-ink" : ""),
    tile(to("background"), "In the background", sum(known.processes) + sum(known.promises), wordsOf(known.processes) || wordsOf(known.promises) || "nothing"),
    tile(to("events"), "Events", known.events, "each sealed by a hash"),
  ];
}

function runRow(run) {
  return link(to("runs", run.id), [make("span", { class: "grow" }, make("b", {}, run.name), make("small", {}, ` ${run.id}`)), make("small", {}, run.kind), tag(run.status)], { class: "line" });
}

function noRuns() {
  return empty("No runs yet", "Start the demo, which has a workflow, a saga that was undone and an agent:", command("duotone serve --demo"));
}

function eventRow(event) {
  const where = link(to("events", event.id), event.kind, { class: "code" });
  return make("div", { class: "line" }, make("small", { class: "time" }, clock(event.at)), where, make("small", { class: "grow cut" }, event.session, " · ", summary(event.data, 80)));
}

async function showLatest(latest, signal) {
  const last = await heardUpTo();
  const page = await ask(`api/events?after=${Math.max(0, last - 3 * LATEST)}&limit=${3 * LATEST}`, { signal });
  let events = page.items.slice(-LATEST).reverse();
  const render = () => latest.replaceChildren(make("h2", {}, "Latest events"), ...(events.length ? events.map(eventRow) : [empty("Nothing has happened yet", `${plural(0, "event")} in this log.`)]));
  render();
  hear((event) => {
    if (event === null) return;
    events = [event, ...events].slice(0, LATEST);
    render();
  }, signal);
}
