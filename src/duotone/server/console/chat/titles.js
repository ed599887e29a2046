// What conversations are about: their first words, asked for one after the other, for the rows that somebody looks at.
import { ask, named } from "../asking.js";

export class Titles {
  constructor(onKnown, signal) {
    Object.assign(this, { onKnown, signal });
    this.known = new Map();
    this.asking = Promise.resolve();
  }

  // Empty until somebody has said something; a conversation that has gone on since then is looked at again.
  of({ id, events }) {
    const known = this.known.get(id) ?? { text: "", events: -1 };
    if (!known.text && known.events !== events) {
      this.known.set(id, { text: "", events });
      this.asking = this.asking.then(() => this.look(id, events)).catch(() => {});
    }
    return known.text;
  }

  async look(id, events) {
    const { items } = await ask(`${named("conversations", id, "messages")}?limit=3`, { signal: this.signal });
    const text = items.find((one) => one.role === "user")?.text ?? "";
    this.known.set(id, { text, events });
    if (text) this.onKnown();
  }
}
