// Chat: conversations with the agents of this server, with their words as they come.
import { ask, named, tell } from "../asking.js";
import { button, command, empty, head, make, notify, to } from "../elements.js";
import { Talk } from "../chat/talk.js";
import { Titles } from "../chat/titles.js";
import { refreshOn } from "../live.js";
import { Beside } from "../parts/beside.js";
import { Rows } from "../parts/rows.js";
import { ago } from "../parts/times.js";
import { plural, shortName } from "../words.js";

export async function show(place, [chosen], signal) {
  const agents = await ask("api/agents", { signal });
  if (!agents.length) {
    place.append(head("Chat"), make("div", { class: "card pane" }, empty("This server has no agent", "Name one of yours when you start it, or take the one of the demo:", command("duotone serve --agent helper=my_app.agents:helper"), command("duotone serve --demo"))));
    return undefined;
  }
  let all = [];
  let talk = null;
  const select = make("select", { "aria-label": "Agent" }, agents.map((agent) => make("option", { value: agent.name, title: agent.description }, agent.name)));
  const begin = async () => {
    const made = await tell(named("conversations"), { agent: select.value }).catch((error) => notify(error.message, "error"));
    if (made) location.hash = to("chat", made.id);
  };
  const titles = new Titles(() => rows.render(), signal);
  const rows = new Rows({
    label: "Conversations",
    height: 50,
    build: (one) => [make("span", { class: "two grow", title: one.id }, make("b", {}, titles.of(one) || shortName(one.id)), make("small", {}, ago(one.at), ` · ${plural(one.events, "event")}`))],
    stateOf: (one) => `${one.at} ${titles.of(one)}`,
    onPick: (one) => (history.replaceState(null, "", to("chat", one.id)), open(one.id)),
    onOpen: () => beside.open(),
    nothing: () => empty("No conversations yet", "Begin one above, and say hello."),
  });
  const pane = make("div", { class: "talk-place" });
  const beginning = make("div", { class: "filtering beginning" }, agents.length > 1 ? select : null, button("New conversation", begin, { class: "button primary" }));
  const beside = new Beside("narrow-list", [beginning, rows.element], pane);
  place.append(head("Chat", "What is said is kept in the log, and goes on after a restart."), beside.element);

  const open = async (id) => {
    talk?.close();
    const mine = (talk = new Talk(id, signal));
    pane.replaceChildren(mine.element);
    await mine.begin().catch((error) => signal.aborted || pane.replaceChildren(empty(error.message, error.remedy)));
  };
  const load = async () => {
    const { items } = await ask("api/conversations?limit=1000", { signal });
    all = items.sort((one, other) => other.at - one.at);
    rows.show(all);
  };
  const choose = (id) => {
    if (!id) return pane.replaceChildren(empty("Talk to an agent", agents[0].description, button("New conversation", begin, { class: "button primary" })));
    rows.mark(id);
    return open(id);
  };
  await load();
  if (chosen) beside.open();
  await choose(chosen ?? all[0]?.id);
  refreshOn(["conversation.", "message.", "run."], load, signal, 800);
  return {
    go: async ([id]) => {
      if (!all.some((one) => one.id === id)) await load();
      if (id) beside.open();
      return choose(id ?? all[0]?.id);
    },
  };
}
