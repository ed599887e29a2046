// Runs: workflows, sagas and turns of agents, those that began last first, and the chosen one while it goes on.
import { ask, named, query } from "../asking.js";
import { command, empty, head, make, tag, to } from "../elements.js";
import { refreshOn } from "../live.js";
import { Drawer } from "../parts/drawer.js";
import { Filtering } from "../parts/filtering.js";
import { Rows } from "../parts/rows.js";
import { plural } from "../words.js";
import { RunView } from "./run.js";

const PAGE = 500;
const MOST = 5000;

export async function show(place, [chosen], signal) {
  let all = [];
  let view = null;
  const hint = make("p", { class: "hint", role: "status" });
  const filtering = new Filtering({ label: "Find a run", wordOf: (run) => run.status, onChange: () => render() });
  const rows = new Rows({
    label: "Runs",
    height: 50,
    build: (run) => [make("span", { class: "two grow" }, make("b", {}, run.name), make("small", {}, `${run.kind} · ${run.id}`)), tag(run.status)],
    onPick: (run) => (history.replaceState(null, "", to("runs", run.id)), look(run.id)),
    nothing: () => (all.length ? empty("No run matches") : empty("No runs yet", "Workflows, sagas and turns of agents are runs. See some of each:", command("duotone serve --demo"))),
  });
  const drawer = new Drawer("Run");
  place.append(head("Runs", null, hint), make("div", { class: "split-view" }, make("div", { class: "card pane" }, filtering.element, rows.element), make("div", { class: "card pane" }, drawer.element)));

  const render = () => {
    filtering.offer(all);
    const shown = all.filter((run) => filtering.matches(run, (one) => `${one.id} ${one.name} ${one.kind}`));
    hint.textContent = plural(all.length, "run");
    rows.show(shown);
  };
  const load = async () => {
    const found = [];
    for (let after = ""; found.length < MOST; ) {
      const page = await ask(query("api/runs", { limit: PAGE, after }), { signal });
      found.push(...page.items);
      if (found.length >= all.length) {
        all = [...found];
        render();
      }
      if (page.next === null) break;
      after = page.next;
    }
    all = found;
    render();
  };
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
    if (!id) return drawer.show(empty("Choose a run", "Its graph, its timeline and what became of each step are shown here."));
    rows.mark(id);
    rows.reveal(Math.max(0, rows.placeOf(id)));
    return look(id);
  };
  signal.addEventListener("abort", () => view?.close(), { once: true });
  await load();
  await choose(chosen ?? all[0]?.id);
  refreshOn(["run."], load, signal);
  return { go: ([id]) => id && choose(id) };
}
