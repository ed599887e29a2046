// What was said in a conversation: words, calls with their results, news from the background, and what waits.
import { make } from "../elements.js";
import { because, deciding } from "../parts/deciding.js";
import { Kept } from "../parts/keeping.js";
import { prose } from "../shared/source.js";
import { brief, pretty } from "../words.js";
import { news } from "./news.js";

const WHO = { user: "You", agent: "Agent", tool: "Result", notice: "News from the background", system: "System" };
const NEAR = 80;

export class Said {
  constructor(session, onDecided) {
    this.session = session;
    this.onDecided = onDecided;
    this.list = make("div", { class: "said-list" });
    this.kept = new Kept(this.list, { keyOf: (one) => one.key, build: (one) => this.build(one), nothing: () => make("p", { class: "empty" }, "Say hello.") });
    this.coming = make("div", { class: "bubble agent coming", hidden: true, "aria-live": "off" });
    this.element = make("div", { class: "said", tabindex: "0", role: "log", "aria-label": "What was said" }, this.list, this.coming);
    this.count = 0;
    this.expected = [];
  }

  // Words that were shown as they came, or before the log had them, are there until the log has them.
  show(messages, body) {
    const isAtEnd = this.isAtEnd;
    const hasGrown = messages.length > this.count;
    if (body.state !== "running" || (hasGrown && messages.at(-1)?.role !== "user")) this.settle();
    if (hasGrown) this.expected = [];
    this.count = messages.length;
    this.shown = [...partsOf(messages, new Map(body.asked.map((one) => [one, body.reasons[one] ?? ""])))];
    this.render();
    if (isAtEnd) this.toEnd();
  }

  render() {
    this.kept.show([...(this.shown ?? []), ...this.expected]);
  }

  build({ kind, role, text, call, result, isAsked, why }) {
    if (kind === "words") return bubble(role, text);
    const node = callFold(call, result, isAsked);
    return isAsked ? make("div", { class: "asking" }, node, because(why), deciding(this.session, call.id, { onDone: () => setTimeout(this.onDecided, 300) })) : node;
  }

  // What was just sent is in sight before the log has it; the answer takes it back if it could not be sent.
  expect(text) {
    const one = { kind: "words", key: `expected ${performance.now()}`, role: "user", text };
    this.expected.push(one);
    this.render();
    this.toEnd();
    return () => {
      this.expected = this.expected.filter((other) => other !== one);
      this.render();
    };
  }

  grow(text) {
    const isAtEnd = this.isAtEnd;
    this.coming.hidden = false;
    this.coming.append(text);
    if (isAtEnd) this.toEnd();
  }

  settle() {
    this.coming.hidden = true;
    this.coming.replaceChildren();
  }

  get isAtEnd() {
    return this.element.scrollHeight - this.element.scrollTop - this.element.clientHeight < NEAR;
  }

  toEnd() {
    this.element.scrollTop = this.element.scrollHeight;
  }
}

// The words and calls of all messages in their order, each call with its result.
function* partsOf(messages, asked) {
  const results = new Map(messages.filter((one) => one.role === "tool").map((one) => [one.call, one.text]));
  const called = new Set(messages.flatMap((one) => one.calls.map((call) => call.id)));
  for (const [place, { role, text, calls, call }] of messages.entries()) {
    if (text && !(role === "tool" && called.has(call))) yield { kind: "words", key: `words ${place}`, role, text };
    for (const one of calls) yield { kind: "call", key: `call ${place} ${one.id}`, call: one, result: results.get(one.id) ?? null, isAsked: asked.has(one.id), why: asked.get(one.id) };
  }
}

function callFold(call, result, isAsked) {
  const state = isAsked ? "waits for you" : result === null ? "goes on" : "done";
  const summary = make("summary", {}, make("code", {}, call.name), make("span", { class: "grow cut soft" }, brief(call.arguments, 90)), make("small", {}, state));
  return make("details", { class: "call" }, summary, make("pre", {}, pretty(call.arguments)), result === null ? null : make("pre", {}, result));
}

function bubble(role, text) {
  return make("div", { class: `bubble ${role}` }, make("span", { class: "who" }, WHO[role] ?? role), role === "agent" ? prose(text) : role === "notice" ? news(text) : text);
}
