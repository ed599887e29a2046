// Background: processes that go on beside the conversations, and promises to tell somebody how they ended.
import { ask, named, pages, tell } from "../asking.js";
import { button, called, command, empty, facts, head, link, make, notify, tag, to } from "../elements.js";
import { refreshOn } from "../live.js";
import { json } from "../parts/json.js";
import { Kept } from "../parts/keeping.js";
import { lasting } from "../parts/times.js";
import { moment, plural, shortName, span } from "../words.js";

const OVER = new Set(["ended", "abandoned", "lost"]);
const LOOK = 1500;
const NEAR = 40;

export async function show(place, _, signal) {
  const processes = make("div", { class: "stack" });
  const promises = make("div", { class: "stack" });
  const opened = new Set();
  place.append(head("Background", "Work that goes on after a turn has ended, and who will be told."), make("div", { class: "halves" }, make("section", { class: "column" }, make("h2", {}, "Processes"), processes), make("section", { class: "column" }, make("h2", {}, "Promises"), promises)));
  const kept = (element, card, nothing) => new Kept(element, { keyOf: (one) => one.id, build: (one) => folding(card(one), one, opened, signal), nothing });
  const lists = [
    [named("processes"), kept(processes, processCard, noProcesses)],
    [named("promises"), kept(promises, promiseCard, noPromises)],
  ];
  const refresh = () =>
    Promise.all(
      lists.map(async ([path, list]) => {
        const found = [];
        for await (const page of pages(path, { most: 2000, signal })) found.push(...page);
        list.show(found);
      }),
    );
  await refresh();
  refreshOn(["process.", "promise.", "task."], refresh, signal, 400);
}

function noProcesses() {
  return make("div", { class: "card" }, empty("No processes", ["Say “build” to the agent of the demo in the ", link(to("chat"), "chat"), ", or let agents of yours run commands in a folder:"], command("duotone serve --commands .")));
}

function noPromises() {
  return make("div", { class: "card" }, empty("No promises", "Whoever starts something in the background is promised to be told how it ended; that stands here until it is delivered. The agent of the demo makes one when it begins a build."));
}

// A card that opens to more, and stays open when it is made again.
function folding({ summary, body }, one, opened, signal) {
  const content = make("div", { class: "fold-body" });
  const fold = make("details", { class: "card fold", open: opened.has(one.id) }, make("summary", {}, summary), content);
  const fillIn = () => fold.open && !content.childElementCount && body(content, one, signal);
  fillIn();
  fold.addEventListener("toggle", () => {
    if (fold.open) opened.add(one.id);
    else opened.delete(one.id);
    fillIn();
  });
  return fold;
}

function processCard(process) {
  const code = process.code === null ? null : tag(`exit ${process.code}`, process.code === 0 ? "good" : "error");
  const summary = [make("code", { class: "grow cut" }, process.command), make("small", {}, tookWords(process)), code, tag(process.state)];
  return { summary, body: processBody };
}

function tookWords({ started, ended, state }) {
  if (started === null) return "";
  if (ended !== null) return span(Number(ended) - Number(started));
  return OVER.has(state) ? "" : lasting(started);
}

async function processBody(content, process, signal) {
  const output = make("pre", { class: "output", tabindex: "0", role: "log", "aria-label": "Output" });
  const end = button("End it", () => tell(named("processes", process.id, "kill")).catch((error) => notify(error.message, "error")), { class: "button grave" });
  content.append(
    ...[
      facts([
        ["Process", process.id],
        ["Session", link(to("events", "session", process.session), called(process.session))],
        ["Started", process.started === null ? "" : moment(process.started)],
        ["System id", process.pid],
        ["Ended because", process.reason],
        ["Note", process.note],
      ]),
      output,
      OVER.has(process.state) ? null : make("div", { class: "tools" }, end),
    ].filter(Boolean),
  );
  const look = async () => {
    const part = await ask(`${named("processes", process.id, "output")}?after=-1`, { signal });
    const text = `${part.missing ? `… ${plural(part.missing, "byte")} left out …\n` : ""}${part.text || "nothing printed yet"}`;
    if (text === output.textContent) return;
    const isAtEnd = output.scrollHeight - output.scrollTop - output.clientHeight < NEAR;
    output.textContent = text;
    if (isAtEnd) output.scrollTop = output.scrollHeight;
  };
  for (;;) {
    if (content.parentElement.open) await look().catch(() => {});
    if (OVER.has(process.state)) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK));
    if (signal.aborted || !content.isConnected) return;
  }
}

function promiseCard(promise) {
  const what = promise.id.startsWith("reply-") ? "What an agent says" : "How something ended";
  const summary = [make("span", { class: "grow cut", title: promise.id }, what), make("small", { class: "cut", title: promise.session }, shortName(promise.session)), tag(promise.status)];
  return { summary, body: promiseBody };
}

async function promiseBody(content, promise, signal) {
  const whole = await ask(named("promises", promise.id), { signal }).catch((error) => error);
  if (whole instanceof Error) return content.append(make("p", { class: "error" }, whole.message));
  return content.append(
    facts([
      ["Promise", whole.id],
      ["About", `${whole.kind} ${whole.about}`],
      ["To", whole.channel],
      ["Tries", String(whole.tries)],
      ["Expires", moment(whole.expires)],
      ["Last error", whole.error],
    ]),
    ...whole.incidents.map((one) => make("p", {}, tag(one.kind, "warning"), ` ${moment(one.at)} ${one.reason}`)),
    ...(whole.data === null ? [] : [json(whole.data, "What is told")]),
  );
}
