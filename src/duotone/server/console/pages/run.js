// One run: its graph and its timeline, drawn with every event of it.
import { ask, named, tell } from "../asking.js";
import { button, called, facts, link, make, notify, tag, to } from "../elements.js";
import { hear } from "../live.js";
import { json } from "../parts/json.js";
import { Slot } from "../parts/keeping.js";
import { lasting } from "../parts/times.js";
import { Course } from "../runs/fold.js";
import { graph, nodesOf } from "../runs/graph.js";
import { Timeline, legend } from "../runs/timeline.js";
import { moment, span } from "../words.js";

const TICK = 250;
const OVER = new Set(["completed", "compensated", "failed", "escalated", "cancelled", "timed_out"]);
const CAN_GO_ON = new Set(["failed", "cancelled", "timed_out", "waiting"]);
const TROUBLES = {
  compensated: ["warning", "It failed, and what was done has been undone"],
  escalated: ["error", "It failed, and not all of it could be undone: a person has to"],
  waiting: ["going", "It waits"],
};

export class RunView {
  constructor(id, signal) {
    this.id = id;
    this.leaving = new AbortController();
    signal.addEventListener("abort", () => this.close(), { once: true });
    this.course = new Course();
    const slot = (tag, name) => new Slot(make(tag, { class: name }));
    this.parts = { head: slot("div", "detail-head"), facts: slot("div"), trouble: slot("div"), graph: slot("section", "part"), legend: slot("div", "with-legend"), outputs: slot("section", "part") };
    this.timeline = new Timeline();
    const { head, facts: about, trouble, graph: picture, legend: key, outputs } = this.parts;
    this.element = make("article", { class: "detail run" }, head.element, about.element, trouble.element, picture.element, make("section", { class: "part" }, key.element, this.timeline.element), outputs.element);
  }

  close() {
    this.leaving.abort();
    clearInterval(this.timer);
  }

  // Events that come are read after those that were there before, and after a gap all are asked for that are missing.
  async load() {
    const { signal } = this.leaving;
    let reading = this.read();
    const readOn = () => (reading = reading.then(() => this.read()).then(() => this.soon(), () => {}));
    hear((event) => {
      if (event === null) readOn();
      else if (event.run === this.id) reading.then(() => this.course.take(event) && this.soon(), () => {});
    }, signal);
    [this.run] = await Promise.all([ask(named("runs", this.id), { signal }), reading]);
    const drawn = this.run.kind === "workflow" ? await ask(named("runs", this.id, "graph"), { signal }) : null;
    this.definition = drawn?.steps ?? null;
    this.render();
    this.timer = setInterval(() => this.isGoing && this.timeline.move(this.course), TICK);
  }

  async read() {
    for (let after = this.course.last; after !== null; ) {
      const page = await ask(`${named("runs", this.id, "events")}?limit=1000&after=${after}`, { signal: this.leaving.signal });
      for (const event of page.items) this.course.take(event);
      after = page.next;
    }
  }

  get isGoing() {
    return !OVER.has(this.course.status) && this.course.status !== "waiting";
  }

  soon() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      if (this.run) this.render();
    });
  }

  render() {
    const { course, parts, run } = this;
    const nodes = nodesOf(course, this.definition);
    parts.head.show([course.status], () => [make("h2", {}, run.name), tag(course.status), make("div", { class: "tools" }, this.tools())]);
    parts.facts.show([course.extent[0], this.isGoing || course.extent[1], course.about], () => this.facts());
    parts.trouble.show([course.fault, course.status, course.reason, course.todo], () => this.trouble());
    parts.graph.show(nodes, () => (nodes.length ? [make("h3", {}, "Graph"), graph(nodes)] : []));
    parts.legend.show([...course.steps.values()], () => (course.steps.size ? [make("h3", {}, "Timeline"), legend(course)] : []));
    this.timeline.element.hidden = !course.steps.size;
    this.timeline.show(course);
    parts.outputs.show(course.outputs, () => (course.outputs === null ? [] : [make("h3", {}, "What it gave"), json(course.outputs, "What it gave")]));
  }

  facts() {
    const { course, run } = this;
    const [start, end] = course.extent;
    return facts([
      ["Run", called(this.id)],
      ["Kind", run.kind],
      ["Session", link(to("events", "session", run.session), called(run.session))],
      ["Began", moment(start)],
      this.isGoing ? ["Goes on for", lasting(start)] : ["Took", span(end - start)],
      ["Home of the run", course.about.home],
    ]);
  }

  trouble() {
    const { course, run } = this;
    const words = course.fault ? `${course.fault.type}: ${course.fault.message}` : course.status === "waiting" ? course.reason : "";
    if (!words && !course.todo.length) return null;
    const [tone, title] = TROUBLES[course.status] ?? ["error", "It failed"];
    const decide = course.status === "waiting" && run.kind === "turn" ? link(to("chat", run.session), "Decide in the chat") : null;
    return make("div", { class: `trouble ${tone}` }, make("b", {}, title), make("p", {}, words), decide, course.todo.map((one) => make("p", {}, `Left for a person: ${one}`)));
  }

  tools() {
    const act = (verb, body) => async (event) => {
      event.target.disabled = true;
      await tell(named("runs", this.id, verb), body).catch((error) => {
        event.target.disabled = false;
        notify(error.message, "error");
      });
    };
    const resume = CAN_GO_ON.has(this.course.status) ? button("Resume", act("resume")) : null;
    const canCancel = !OVER.has(this.course.status) && this.course.status !== "undoing";
    return [resume, canCancel ? button("Cancel", act("cancel", { reason: "cancelled in the console" }), { class: "button grave" }) : null];
  }
}
