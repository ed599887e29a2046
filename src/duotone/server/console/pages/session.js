// One session: how it stands, who is in which ring, its limits, and whether its events are those that were written.
import { ask, named } from "../asking.js";
import { button, facts, link, make, tag, to } from "../elements.js";
import { Kept, Slot } from "../parts/keeping.js";
import { clock, moment, plural, span, summary, until } from "../words.js";

const RINGS = [
  ["Ring 0", "reaches everything"],
  ["Ring 1", "privileged"],
  ["Ring 2", "standard"],
  ["Ring 3", "sandbox"],
];

const LATEST = 6;

export class SessionView {
  constructor(id, signal) {
    Object.assign(this, { id, signal });
    this.head = new Slot(make("div", { class: "detail-head" }));
    this.facts = new Slot(make("div"));
    this.rings = new Slot(make("div"));
    this.answer = make("span", { class: "hint", role: "status" });
    this.latest = new Kept(make("div", { class: "lines" }), { keyOf: (event) => event.id, build: eventRow });
    const tools = make("div", { class: "tools" }, button("Verify", () => this.verify()), link(to("events", "session", id), "See its events", { class: "button" }), this.answer);
    this.element = make("article", { class: "detail" }, this.head.element, this.facts.element, make("h3", {}, "Participants and rings"), this.rings.element, make("h3", {}, "Events"), tools, this.latest.element);
  }

  show(session) {
    const isFirst = this.seq === undefined;
    this.seq = Number(session.seq);
    this.head.show([session.state], () => [make("h2", {}, session.id), tag(session.state)]);
    this.facts.show({ ...session, participants: session.participants.length }, () => factsOf(session));
    this.rings.show(session.participants, () => rings(session.participants));
    if (isFirst) this.answer.textContent = session.root ? `sealed by ${session.root.slice(0, 16)}…` : `${plural(session.seq, "event")}, not sealed yet`;
    this.lookAtLatest().catch(() => {});
  }

  async lookAtLatest() {
    const page = await ask(`${named("sessions", this.id, "events")}?after=${Math.max(0, this.seq - LATEST)}&limit=${LATEST}`, { signal: this.signal });
    this.latest.show(page.items.reverse());
  }

  async verify() {
    this.answer.textContent = "reading all of it again…";
    try {
      const audited = await ask(named("sessions", this.id, "audit"), { signal: this.signal });
      const words = audited.problem ?? `${plural(this.seq, "event")}, each follows from the one before`;
      this.answer.replaceChildren(tag(audited.is_intact ? "intact" : "broken"), ` ${words}${audited.is_sealed ? ", sealed" : ""} — checked by the server`);
    } catch (error) {
      if (!this.signal.aborted) this.answer.textContent = error.message;
    }
  }
}

function factsOf({ config, participants, ...session }) {
  const atMost = (number, most) => `${number}${most === null ? "" : ` of ${most} at most`}`;
  const besides = (deeds, words) => (deeds.length ? `, ${deeds.length} ${words}` : "");
  return facts([
    ["Created", `${moment(session.created)} by ${session.creator}`],
    ["Actions", `${atMost(session.actions, config.max_actions)}${besides(session.going, "going on")}${besides(session.unknown, "of unknown outcome")}`],
    ["Lasts", config.max_duration === null ? "without a limit" : `${span(config.max_duration)} at most`],
    ["Participants", atMost(participants.length, config.max_participants)],
    ["Consistency", config.consistency],
    ["Ended because", session.because],
  ]);
}

// Who has been lent a better ring is shown in that one, with where they come from.
function rings(participants) {
  const ringOf = (one) => Number(one.elevation?.ring ?? one.ring);
  return make(
    "div",
    { class: "rings", role: "list", "aria-label": "Rings" },
    RINGS.map(([name, words], ring) => {
      const inside = participants.filter((one) => ringOf(one) === ring);
      return make(
        "div",
        { class: `ring ring-${ring}`, role: "listitem", "data-ring": ring },
        make("div", { class: "ring-name" }, make("b", {}, name), make("small", {}, words)),
        make("div", { class: "people" }, inside.length ? inside.map(person) : make("small", { class: "nobody" }, "nobody")),
      );
    }),
  );
}

function person(one) {
  const trust = Math.round(Number(one.trust) * 100);
  return make(
    "div",
    { class: "person" },
    make("div", { class: "person-name" }, make("b", {}, one.id), one.is_throttled ? tag("throttled", "warning") : null),
    make("div", { class: "trust", role: "img", "aria-label": `trust ${trust} of 100`, vars: { part: `${trust}%` } }),
    make("small", {}, `trust ${Number(one.trust).toFixed(2)} · ${plural(one.actions, "action")}`),
    one.elevation ? make("small", { class: "lent" }, `lent by ${one.elevation.by}, own ring ${one.ring}, ${until(one.elevation.until)}`) : null,
  );
}

function eventRow(event) {
  return link(to("events", event.id), [make("small", { class: "time" }, clock(event.at)), make("span", { class: "code cut kind" }, event.kind), make("small", { class: "grow cut" }, summary(event.data, 120))], { class: "line" });
}
