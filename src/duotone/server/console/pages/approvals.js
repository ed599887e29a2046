// Approvals: what waits for a person, each decided once.
import { ask } from "../asking.js";
import { called, command, empty, head, link, make, tag, to } from "../elements.js";
import { refreshOn } from "../live.js";
import { because, deciding, settle } from "../parts/deciding.js";
import { json } from "../parts/json.js";
import { plural, until } from "../words.js";

const keyOf = (one) => `${one.session}\n${one.request}`;
const WORDS = { action: "wants to take an action", call: "wants to call a tool" };

const isSettled = (card) => card.dataset.done !== undefined;

export async function show(place, _, signal) {
  const hint = make("p", { class: "hint", role: "status" });
  const list = make("div", { class: "stack", role: "list", "aria-label": "Approvals" });
  const cards = new Map();
  const emptiness = nothing();
  const caller = await ask("api/caller", { signal });
  place.append(head("Approvals", "What can't be taken back waits here until you have decided.", hint), list);

  // What was decided stays where it was, so that no other button comes under a hand that is about to press one.
  const refresh = async () => {
    const { items } = await ask("api/approvals?limit=500", { signal });
    const waiting = new Set(items.map(keyOf));
    for (const [key, card] of cards) if (!waiting.has(key) && !isSettled(card)) passBy(card);
    for (const one of items.filter((item) => !cards.has(keyOf(item)))) {
      cards.set(keyOf(one), card(one, caller));
      list.append(cards.get(keyOf(one)));
    }
    hint.textContent = items.length ? `${plural(items.length, "decision")} to make` : cards.size ? "Nothing waits for you any more" : "";
    if (cards.size) emptiness.remove();
    else list.append(emptiness);
  };
  await refresh();
  refreshOn(["approval.", "run.", "step.decided", "signal.", "session."], refresh, signal);
}

function passBy(card) {
  card.dataset.done = "";
  settle(card.querySelector(".deciding"), "decided elsewhere", "plain", "it doesn't wait any more");
}

function nothing() {
  return make("div", { class: "card" }, empty("Nothing waits for you", "Actions of a session that its policy says ask for, and calls of agents that can't be taken back, are shown here. To have one, say “refund” to the agent of the demo:", command("duotone serve --demo")));
}

function card(one, caller) {
  const whence = one.kind === "call" ? link(to("chat", one.session), called(one.session)) : link(to("sessions", one.session), called(one.session));
  const made = make(
    "article",
    { class: "card approval", role: "listitem" },
    make("div", { class: "detail-head" }, make("h2", {}, one.name), tag(one.kind === "call" ? "tool call" : "action", "plain")),
    make("p", {}, make("b", {}, one.participant), ` ${WORDS[one.kind]} in `, whence, one.expires === null ? null : make("span", { class: "soft" }, ` · ${until(one.expires)}`)),
    because(one.reason),
    one.arguments === null ? null : json(one.arguments, `Arguments of ${one.name}`),
    deciding(one.session, one.request, { mayDecide: caller.scopes.includes("approve"), hasReason: one.kind === "call", onDone: () => (made.dataset.done = "") }),
  );
  return made;
}
