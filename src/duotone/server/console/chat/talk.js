// One conversation: what was said, what is being said, and a line to say something.
import { ask, named, pages, tell } from "../asking.js";
import { button, make, notify, tag } from "../elements.js";
import { follow } from "../stream.js";
import { plural, shortName } from "../words.js";
import { Said } from "./said.js";

export class Talk {
  constructor(id, signal) {
    this.id = id;
    this.leaving = new AbortController();
    signal.addEventListener("abort", () => this.close(), { once: true });
    this.state = "idle";
    this.status = make("span", { class: "tools" });
    this.said = new Said(id, () => this.look());
    this.field = make("textarea", { rows: 2, "aria-label": "Message", placeholder: "Say something…  (Enter sends)", "data-find": true });
    this.stop = button("Stop", () => this.interrupt(), { class: "button grave", hidden: true });
    this.go = button("Send", () => this.send(), { class: "button primary" });
    this.field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.send();
    });
    this.title = make("h2", { class: "cut", title: id }, shortName(id));
    this.element = make("div", { class: "talk" }, make("div", { class: "talk-head" }, this.title, this.status), this.said.element, make("div", { class: "composer" }, this.field, make("div", { class: "tools" }, this.stop, this.go)));
  }

  close() {
    this.leaving.abort();
  }

  // The stream begins where the messages end: words that come are shown as they come, and then replaced by the log's.
  async begin() {
    const { signal } = this.leaving;
    const body = await this.look();
    const page = await ask(`${named("sessions", this.id, "events")}?limit=1&after=${Math.max(0, body.seq - 1)}`, { signal });
    const onFrame = (frame) => {
      if (frame.name === "text") this.said.grow(frame.data.text);
      else if (frame.name === "event") this.soon();
    };
    follow(named("conversations", this.id, "stream"), { after: page.items.at(-1)?.id ?? null, signal, onFrame }).catch((error) => notify(error.message, "error"));
    this.field.focus({ preventScroll: true });
  }

  soon() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      if (!this.leaving.signal.aborted) this.look().catch(() => {});
    }, 60);
  }

  // Answers may overtake each other, and only the last question counts.
  async look() {
    const { signal } = this.leaving;
    const asked = (this.asked = Symbol("look"));
    const [body, messages] = await Promise.all([ask(named("conversations", this.id), { signal }), this.messages()]);
    if (asked !== this.asked) return body;
    this.state = body.state;
    this.stop.hidden = body.state !== "running";
    this.go.textContent = body.state === "running" ? "Say it now" : "Send";
    const spent = body.spent.input_tokens + body.spent.output_tokens;
    this.status.replaceChildren(make("small", {}, `with ${body.agent}${spent ? ` · ${plural(spent, "token")}` : ""}`), tag(body.state));
    this.title.textContent = messages.find((one) => one.role === "user")?.text ?? shortName(this.id);
    this.said.show(messages, body);
    return body;
  }

  async messages() {
    const found = [];
    for await (const page of pages(named("conversations", this.id, "messages"), { signal: this.leaving.signal })) found.push(...page);
    return found;
  }

  async send() {
    const text = this.field.value.trim();
    if (!text) return;
    this.field.value = "";
    const takeBack = this.said.expect(text);
    try {
      await this.say(text);
    } catch (error) {
      notify(error.message, "error");
      takeBack();
      this.field.value = text;
    }
    this.soon();
  }

  // A turn that goes on hears it, also one that has begun just now; otherwise a turn begins with it.
  async say(text) {
    const hear = () => tell(named("conversations", this.id, "messages"), { text });
    if (this.state === "running") return hear();
    this.state = "running";
    try {
      return await tell(named("conversations", this.id, "runs"), { message: text });
    } catch (error) {
      if (error.status !== 409) throw error;
      return hear();
    }
  }

  async interrupt() {
    await tell(named("conversations", this.id, "interrupt"), { reason: "stopped in the console" }).catch((error) => notify(error.message, "error"));
    this.soon();
  }
}
