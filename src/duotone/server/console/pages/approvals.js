// Approvals: what waits for a person, each decided once.
import { ask } from "../asking.js";
import { command, empty, head, link, make, tag, to } from "../elements.js";
import { refreshOn } from "../live.js";
import { deciding } from "../parts/deciding.js";
import { json } from "../parts/json.js";
import { plural, until } from "../words.js";

const keyOf = (one) => `${one.session}\n${one.request}`;
const WORDS = { action: "wants to take an action", call: "wants to call a tool" };

export async function show(place, _, signal) {
  const hint = make("p", { class: "hint", role: "status" });
  const list = make("div", { class: "stack", role: "list", "aria-label": "Approvals" });
  const cards = new Map();
  const caller = await ask("api/caller", { signal });
  place.append(head("Approvals", "What can't be taken back waits here until you have decided.", hint), list);

  // What was decided here stays in sight with what became of it; what others have decided goes.
  const refresh = async () => {
    const { items } = await ask("api/approvals?limit=500", { signal });
    const waiting = new Set(items.map(keyOf));
    for (const [key, card] of cards) {
      if (waiting.has(key) || card.dataset.done !== undefined) continue;
      card.remove();
      cards.delete(key);
    }
    for (const one of items.filter((item) => !cards.has(keyOf(item)))) {
      const made = card(one, caller);
      cards.set(keyOf(one), made);
      list.append(made);
    }
    hint.textContent = items.length ? `${plural(items.length, "decision")} to make` : "";
    list.querySelector(".empty")?.remove();
    if (!cards.size) list.append(empty("Nothing waits for you", "Actions of a session that its policy says ask for, and calls of agents that can't be taken back, are shown here. To have one, say “refund” to the agent of the demo:", command("duotone serve --demo")));
  };
  await refresh();
  refreshOn(["approval.", "run.", "step.decided", "signal.", "session."], refresh, signal);
}

function card(one, caller) {
  const whence = one.kind === "call" ? link(to("chat", one.session), one.session) : link(to("sessions", one.session), one.session);
  const made = make(
    "article",
    { class: "card approval", role: "listitem" },
    make("div", { class: "detail-head" }, make("h2", {}, one.name), tag(one.kind === "call" ? "tool call" : "action", "plain")),
    make("p", {}, make("b", {}, one.participant), ` ${WORDS[one.kind]} in `, whence, one.expires === null ? null : make("span", { class: "soft" }, ` · ${until(one.expires)}`)),
    one.arguments === null ? null : json(one.arguments, `Arguments of ${one.name}`),
    deciding(one.session, one.request, { mayDecide: caller.scopes.includes("approve"), hasReason: one.kind === "call", onDone: () => (made.dataset.done = "") }),
  );
  return made;
}
