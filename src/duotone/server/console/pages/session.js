// One session: how it stands, who is in which ring, its limits, and whether its events are those that were written.
import { ask, named } from "../asking.js";
import { button, facts, link, make, tag, to } from "../elements.js";
import { clock, moment, plural, span, summary, until } from "../words.js";

const RINGS = [
  ["Ring 0", "reaches everything"],
  ["Ring 1", "privileged"],
  ["Ring 2", "standard"],
  ["Ring 3", "sandbox"],
];

export function sessionView(session, signal) {
  const config = session.config;
  return make(
    "article",
    { class: "detail" },
    make("div", { class: "detail-head" }, make("h2", {}, session.id), tag(session.state)),
    facts([
      ["Created", `${moment(session.created)} by ${session.creator}`],
      ["Actions", `${session.actions}${config.max_actions === null ? "" : ` of ${config.max_actions}`}${session.going.length ? `, ${session.going.length} going on` : ""}`],
      ["Lasts", config.max_duration === null ? "without a limit" : `${span(config.max_duration)} at most`],
      ["Participants", `${session.participants.length}${config.max_participants === null ? "" : ` of ${config.max_participants} at most`}`],
      ["Consistency", config.consistency],
      ["Ended because", session.because],
    ]),
    make("h3", {}, "Participants and rings"),
    rings(session.participants),
    make("h3", {}, "Events"),
    audit(session, signal),
    latest(session, signal),
  );
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

function audit(session, signal) {
  const answer = make("span", { class: "hint", role: "status" }, session.root ? `sealed by ${session.root.slice(0, 16)}…` : `${plural(session.seq, "event")}, not sealed yet`);
  const verify = async () => {
    answer.textContent = "reading all of it again…";
    try {
      const audited = await ask(named("sessions", session.id, "audit"), { signal });
      answer.replaceChildren(audited.is_intact ? tag("intact") : tag("broken", "error"), ` ${audited.problem ?? `${plural(session.seq, "event")}, each follows from the one before`}${audited.is_sealed ? ", sealed" : ""} — checked by the server`);
    } catch (error) {
      if (!signal.aborted) answer.textContent = error.message;
    }
  };
  return make("div", { class: "tools" }, button("Verify", verify), link(to("events", "session", session.id), "See its events", { class: "button" }), answer);
}

function latest(session, signal) {
  const list = make("div", { class: "lines" });
  const after = Math.max(0, Number(session.seq) - 6);
  ask(`${named("sessions", session.id, "events")}?after=${after}&limit=6`, { signal })
    .then((page) => list.replaceChildren(...page.items.reverse().map((event) => make("div", { class: "line" }, make("small", { class: "time" }, clock(event.at)), link(to("events", event.id), event.kind, { class: "code" }), make("small", { class: "grow cut" }, summary(event.data, 120))))))
    .catch(() => {});
  return list;
}
