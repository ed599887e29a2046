// Runs: workflows, sagas and turns of agents, those that began last first, and the chosen one while it goes on.
import { gather, named } from "../asking.js";
import { command, empty, head, make, tag, to } from "../elements.js";
import { refreshOn } from "../live.js";
import { Beside } from "../parts/beside.js";
import { Drawer } from "../parts/drawer.js";
import { Filtering } from "../parts/filtering.js";
import { Rows } from "../parts/rows.js";
import { count, plural, shortName } from "../words.js";
import { RunView } from "./run.js";

const PAGE = 500;
const MOST = 5000;

export async function show(place, [chosen], signal) {
  let all = [];
  let view = null;
  let choosing = null;
  const hint = make("p", { class: "hint", role: "status" });
  const filtering = new Filtering({ label: "Find a run", wordOf: (run) => run.status, onChange: () => render() });
  const rows = new Rows({
    label: "Runs",
    height: 50,
    build: (run) => [make("span", { class: "two grow", title: run.id }, make("b", {}, run.name), make("small", {}, `${run.kind} · ${shortName(run.id)}`)), tag(run.status)],
    onPick: (run) => (history.replaceState(null, "", to("runs", run.id)), look(run.id)),
    onOpen: () => beside.open(),
    nothing: () => (all.length ? empty("No run matches") : empty("No runs yet", "Workflows, sagas and turns of agents are runs. See some of each:", command("duotone serve --demo"))),
  });
  const drawer = new Drawer("Run");
  const beside = new Beside("narrow-list", [filtering.element, rows.element], drawer.element);
  place.append(head("Runs", null, hint), beside.element);

  const render = () => {
    const shown = filtering.sift(all, (run) => `${run.id} ${run.name} ${run.kind}`.toLowerCase());
    hint.textContent = shown.length === all.length ? plural(all.length, "run") : `${count(shown.length)} of ${plural(all.length, "run")}`;
    beside.giveRoom(!all.length && !view);
    rows.show(shown);
  };
  const take = (found) => {
    all = found;
    filtering.recount(all);
    render();
    const first = chosen ?? all[0]?.id;
    if (!view && first) choosing = choose(first);
  };
  const load = () => gather(named("runs"), { limit: PAGE, most: MOST, known: all.length, onPart: take, signal });
  const look = async (id) => {
    view?.close();
    const mine = (view = new RunView(id, signal));
    try {
      await mine.load();
      if (view === mine) drawer.show(mine.element);
    } catch (error) {
      if (view === mine && !signal.aborted) drawer.fail(error);
    }
  };
  const choose = (id) => {
    rows.mark(id);
    rows.reveal(Math.max(0, rows.placeOf(id)));
    return look(id);
  };
  if (chosen) beside.open();
  await load();
  await choosing;
  refreshOn(["run."], load, signal);
  return { go: ([id]) => id && (beside.open(), choose(id)) };
}
