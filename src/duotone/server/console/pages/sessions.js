// Sessions: all of them in a list that holds thousands, and the chosen one with its participants in their rings.
import { ask, gather, named } from "../asking.js";
import { command, empty, head, make, tag, to } from "../elements.js";
import { refreshOn } from "../live.js";
import { Beside } from "../parts/beside.js";
import { Drawer } from "../parts/drawer.js";
import { Filtering } from "../parts/filtering.js";
import { Rows } from "../parts/rows.js";
import { count, plural } from "../words.js";
import { SessionView } from "./session.js";

const TRY = `curl -X POST ${location.origin}/api/sessions -H 'Content-Type: application/json' -d '{"id": "review-7"}'`;

export async function show(place, [chosen], signal) {
  let all = [];
  let view = null;
  let choosing = null;
  const hint = make("p", { class: "hint", role: "status" });
  const filtering = new Filtering({ label: "Find a session", wordOf: (session) => session.state, onChange: () => render() });
  const rows = new Rows({
    label: "Sessions",
    height: 40,
    build: (session) => [make("span", { class: "grow cut" }, session.id), tag(session.state)],
    onPick: (session) => (history.replaceState(null, "", to("sessions", session.id)), look(session.id)),
    onOpen: () => beside.open(),
    nothing: () => (all.length ? empty("No session matches") : empty("No sessions yet", "A session governs who takes part in it, in which ring, and what they may do. Make one:", command(TRY))),
  });
  const drawer = new Drawer("Session");
  const beside = new Beside("narrow-list", [filtering.element, rows.element], drawer.element);
  place.append(head("Sessions", null, hint), beside.element);

  const render = () => {
    const shown = filtering.sift(all, (session) => session.id.toLowerCase());
    hint.textContent = shown.length === all.length ? plural(all.length, "session") : `${count(shown.length)} of ${plural(all.length, "session")}`;
    beside.giveRoom(!all.length && !view);
    rows.show(shown);
  };
  const look = async (id) => {
    if (view?.id !== id) view = new SessionView(id, signal);
    const mine = view;
    try {
      const session = await ask(named("sessions", id), { signal });
      if (view !== mine) return;
      mine.show(session);
      if (!mine.element.isConnected) drawer.show(mine.element);
    } catch (error) {
      if (!signal.aborted && view === mine) drawer.fail(error);
    }
  };
  const choose = (id) => {
    rows.mark(id);
    rows.reveal(Math.max(0, rows.placeOf(id)));
    return look(id);
  };
  const take = (found) => {
    all = found;
    filtering.recount(all);
    render();
    const first = chosen ?? all[0]?.id;
    if (!view && first) choosing = choose(first);
  };
  const load = () => gather(named("sessions"), { known: all.length, onPart: take, signal });
  if (chosen) beside.open();
  await load();
  await choosing;
  refreshOn(["session."], load, signal);
  refreshOn(["session.", "participant.", "ring.", "action.", "approval."], () => view && look(view.id), signal);
  return { go: ([id]) => id && (beside.open(), choose(id)) };
}
