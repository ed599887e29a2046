// What was said in a conversation: words, calls with their results, news from the background, and what waits.
import { make } from "../elements.js";
import { deciding } from "../parts/deciding.js";
import { brief, pretty } from "../words.js";

const WHO = { user: "You", agent: "Agent", tool: "Result", notice: "News", system: "System" };
const NEAR = 80;

export class Said {
  constructor(session, onDecided) {
    this.session = session;
    this.onDecided = onDecided;
    this.list = make("div", { class: "said-list" });
    this.coming = make("div", { class: "bubble agent coming", hidden: true, "aria-live": "off" });
    this.element = make("div", { class: "said", tabindex: "0", role: "log", "aria-label": "What was said" }, this.list, this.coming);
    this.known = "";
    this.asked = new Map();
  }

  // Rows are made again only if something has changed, so that nothing jumps while somebody reads.
  show(messages, body) {
    const now = JSON.stringify([messages, body.asked]);
    if (body.state !== "running") this.settle();
    if (now === this.known) return;
    const isAtEnd = this.isAtEnd;
    const hasReply = messages.length > (this.count ?? 0) && messages.at(-1)?.role !== "user";
    this.known = now;
    this.count = messages.length;
    if (hasReply) this.settle();
    const results = new Map(messages.filter((one) => one.role === "tool").map((one) => [one.call, one]));
    const rows = messages.filter((one) => one.role !== "tool" || !this.isCalled(one, messages)).flatMap((one) => this.rows(one, results, body.asked));
    this.list.replaceChildren(...(rows.length ? rows : [make("p", { class: "empty" }, "Say hello.")]));
    if (isAtEnd) this.toEnd();
  }

  isCalled(result, messages) {
    return messages.some((one) => one.calls.some((call) => call.id === result.call));
  }

  rows(message, results, asked) {
    const words = message.text ? [bubble(message.role, message.text)] : [];
    return [...words, ...message.calls.map((call) => this.call(call, results.get(call.id), asked.includes(call.id)))];
  }

  call(call, result, isAsked) {
    const state = isAsked ? "waits for you" : result ? "done" : "goes on";
    const summary = make("summary", {}, make("code", {}, call.name), make("span", { class: "grow cut soft" }, brief(call.arguments, 90)), make("small", {}, state));
    const inside = make("div", {}, make("pre", {}, pretty(call.arguments)), result ? make("pre", {}, result.text) : null);
    const node = make("details", { class: `call ${isAsked ? "asks" : ""}` }, summary, inside);
    if (!isAsked) return node;
    return make("div", { class: "asking" }, node, deciding(this.session, call.id, { onDone: () => setTimeout(this.onDecided, 300) }));
  }

  // What was just sent is in sight before the log has it.
  expect(text) {
    this.list.querySelector(".empty")?.remove();
    this.list.append(bubble("user", text));
    this.toEnd();
  }

  grow(text) {
    const isAtEnd = this.isAtEnd;
    this.coming.hidden = false;
    this.coming.textContent += text;
    if (isAtEnd) this.toEnd();
  }

  settle() {
    this.coming.hidden = true;
    this.coming.textContent = "";
  }

  get isAtEnd() {
    return this.element.scrollHeight - this.element.scrollTop - this.element.clientHeight < NEAR;
  }

  toEnd() {
    this.element.scrollTop = this.element.scrollHeight;
  }
}

function bubble(role, text) {
  return make("div", { class: `bubble ${role}` }, make("span", { class: "who" }, WHO[role] ?? role), text);
}
