// Sessions: all of them in a list that holds thousands, and the chosen one with its participants in their rings.
import { ask, named, pages } from "../asking.js";
import { command, empty, head, make, tag, to } from "../elements.js";
import { refreshOn } from "../live.js";
import { Drawer } from "../parts/drawer.js";
import { Filtering } from "../parts/filtering.js";
import { Rows } from "../parts/rows.js";
import { plural } from "../words.js";
import { sessionView } from "./session.js";

const TRY = `curl -X POST ${location.origin}/api/sessions -H 'Content-Type: application/json' -d '{"id": "review-7"}'`;

export async function show(place, [chosen], signal) {
  let all = [];
  let open = chosen ?? null;
  const hint = make("p", { class: "hint", role: "status" });
  const filtering = new Filtering({ label: "Find a session", wordOf: (session) => session.state, onChange: () => render() });
  const rows = new Rows({
    label: "Sessions",
    height: 40,
    build: (session) => [make("span", { class: "grow cut" }, session.id), tag(session.state)],
    onPick: (session) => history.replaceState(null, "", to("sessions", session.id)) ?? look(session.id),
    nothing: () => (all.length ? empty("No session matches") : empty("No sessions yet", "A session governs who takes part in it, in which ring, and what they may do. Make one:", command(TRY))),
  });
  const drawer = new Drawer("Session");
  place.append(head("Sessions", null, hint), make("div", { class: "split-view" }, make("div", { class: "card pane" }, filtering.element, rows.element), make("div", { class: "card pane" }, drawer.element)));

  const render = () => {
    filtering.offer(all);
    const shown = all.filter((session) => filtering.matches(session, (one) => one.id));
    hint.textContent = shown.length === all.length ? plural(all.length, "session") : `${shown.length} of ${plural(all.length, "session")}`;
    rows.show(shown);
  };
  const load = async () => {
    const found = [];
    for await (const page of pages(named("sessions"), { signal })) {
      found.push(...page);
      if (found.length >= all.length) {
        all = [...found];
        render();
      }
    }
    all = found;
    render();
  };
  const look = async (id) => {
    open = id;
    try {
      const session = await ask(named("sessions", id), { signal });
      if (open === id) drawer.show(sessionView(session, signal));
    } catch (error) {
      if (!signal.aborted && open === id) drawer.fail(error);
    }
  };
  const choose = (id) => {
    if (!id) return drawer.show(empty("Choose a session", "Its participants, rings and limits are shown here."));
    rows.mark(id);
    rows.reveal(Math.max(0, rows.placeOf(id)));
    return look(id);
  };
  await load();
  await choose(open ?? all[0]?.id);
  refreshOn(["session."], load, signal);
  refreshOn(["session.", "participant.", "ring.", "action.", "approval."], () => open && look(open), signal);
  return { go: ([id]) => choose(id ?? open ?? all[0]?.id) };
}
