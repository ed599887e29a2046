// One event: where it stands, what it holds, and what seals it.
import { canCompute } from "../chain/links.js";
import { called, facts, link, make, to } from "../elements.js";
import { json } from "../parts/json.js";
import { clock, moment } from "../words.js";

export function eventView(event, chain, all) {
  const before = all.find((one) => one.session === event.session && one.seq === event.seq - 1);
  return make(
    "article",
    { class: "detail" },
    make("div", { class: "detail-head" }, make("h2", { class: "code" }, event.kind), make("span", { class: "soft" }, `event ${event.id}`)),
    facts([
      ["At", `${moment(event.at)}${clock(event.at, { millis: true }).slice(-4)}`],
      ["Session", link(to("events", "session", event.session), called(event.session))],
      ["Number", `${event.seq} in its session`],
      ["Run", event.run === null ? null : link(to("runs", event.run), called(event.run))],
    ]),
    json(event.data, `Data of event ${event.id}`),
    make("h3", {}, "What seals it"),
    facts([
      ["Before", make("code", { class: "hash" }, event.seq === 1 ? "0".repeat(64) : (before?.hash ?? "not loaded yet"))],
      ["Hash", make("code", { class: "hash" }, event.hash)],
      ["Computed", verdict(event, chain)],
    ]),
  );
}

function verdict(event, chain) {
  if (!canCompute) return "not in this browser, which shows no exact numbers or has no hashes here";
  const state = chain.holds.get(event.id);
  if (state === undefined) return "not yet: the event before it is not loaded";
  return make("span", { class: state ? "good" : "error" }, state ? "✓ the same, in this browser with SHA-256" : "✗ another one: this event or the one before it was changed");
}
