// One run: its graph and its timeline, drawn anew with every event of it.
import { ask, named, tell } from "../asking.js";
import { button, facts, link, make, notify, tag, to } from "../elements.js";
import { hear } from "../live.js";
import { json } from "../parts/json.js";
import { Course } from "../runs/fold.js";
import { graph, nodesOf } from "../runs/graph.js";
import { legend, timeline } from "../runs/timeline.js";
import { moment, span } from "../words.js";

const TICK = 500;
const OVER = new Set(["completed", "compensated", "failed", "escalated", "cancelled", "timed_out"]);
const CAN_GO_ON = new Set(["failed", "cancelled", "timed_out", "waiting"]);

export class RunView {
  constructor(id, signal) {
    this.id = id;
    this.leaving = new AbortController();
    signal.addEventListener("abort", () => this.close(), { once: true });
    this.course = new Course();
    this.early = [];
    this.element = make("article", { class: "detail run" });
  }

  close() {
    this.leaving.abort();
    clearInterval(this.timer);
  }

  // What comes while the first events are read is kept until they are there.
  async load() {
    const { signal } = this.leaving;
    let isLoaded = false;
    hear((event) => {
      if (event === null || event.run !== this.id) return;
      if (!isLoaded) this.early.push(event);
      else if (this.course.take(event)) this.soon();
    }, signal);
    this.run = await ask(named("runs", this.id), { signal });
    for (let after = 0; ; ) {
      const page = await ask(`${named("runs", this.id, "events")}?limit=1000&after=${after}`, { signal });
      for (const event of page.items) this.course.take(event);
      if (page.next === null) break;
      after = page.next;
    }
    const drawn = this.run.kind === "workflow" ? await ask(named("runs", this.id, "graph"), { signal }) : null;
    this.definition = drawn?.steps ?? null;
    isLoaded = true;
    for (const event of this.early) this.course.take(event);
    this.render();
    this.timer = setInterval(() => this.isGoing && this.render(), TICK);
  }

  get isGoing() {
    return !OVER.has(this.course.status) && this.course.status !== "waiting";
  }

  soon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.render();
    });
  }

  render() {
    const { course, run } = this;
    const [start, end] = course.extent;
    this.element.replaceChildren(
      ...[
        make("div", { class: "detail-head" }, make("h2", {}, run.name), tag(course.status), make("div", { class: "tools" }, this.tools())),
        facts([
          ["Run", make("span", {}, this.id)],
          ["Kind", run.kind],
          ["Session", link(to("events", "session", run.session), run.session)],
          ["Began", moment(start)],
          ["Took", `${span(end - start)}${this.isGoing ? " so far" : ""}`],
          ["Home of the run", course.about.home],
        ]),
        this.trouble(),
        course.steps.size || this.definition ? make("h3", {}, "Graph") : null,
        course.steps.size || this.definition ? graph(nodesOf(course, this.definition)) : null,
        course.steps.size ? make("div", { class: "with-legend" }, make("h3", {}, "Timeline"), legend(course)) : null,
        course.steps.size ? timeline(course) : null,
        course.outputs === null ? null : make("h3", {}, "What it gave"),
        course.outputs === null ? null : json(course.outputs, "What it gave"),
      ].filter(Boolean),
    );
  }

  trouble() {
    const { course, run } = this;
    const words = course.fault ? `${course.fault.type}: ${course.fault.message}` : course.status === "waiting" ? course.reason : "";
    if (!words && !course.todo.length) return null;
    const isUndone = course.status === "compensated";
    return make("div", { class: `trouble ${isUndone ? "warning" : course.status === "waiting" ? "going" : "error"}` }, make("b", {}, isUndone ? "It failed, and what was done has been undone" : course.status === "waiting" ? "It waits" : "It failed"), make("p", {}, words), course.status === "waiting" && run.kind === "turn" ? link(to("chat", run.session), "Decide in the chat") : null, course.todo.map((one) => make("p", {}, `Left for a person: ${one}`)));
  }

  tools() {
    const act = (verb, body) => async (event) => {
      event.target.disabled = true;
      await tell(named("runs", this.id, verb), body).catch((error) => notify(error.message, "error"));
    };
    if (!OVER.has(this.course.status) && this.course.status !== "undoing") {
      const more = this.course.status === "waiting" ? button("Resume", act("resume")) : null;
      return [more, button("Cancel", act("cancel", { reason: "cancelled in the console" }), { class: "button grave" })];
    }
    return CAN_GO_ON.has(this.course.status) ? [button("Resume", act("resume"))] : [];
  }
}
