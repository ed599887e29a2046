// The hash chain, computed again in this browser: each event seals its place, its data and the event before it.
import { ascii, canonical, float } from "./canonical.js";
import { isExact } from "./exact.js";

const GENESIS = "0".repeat(64);
const AT_ONCE = 250;
const encoder = new TextEncoder();

// Whether this browser can do it: it has hashes only where the page came over a safe way.
export const canCompute = isExact && Boolean(globalThis.crypto?.subtle);

async function sha256(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", encoder.encode(text)));
  let found = "";
  for (const byte of bytes) found += byte.toString(16).padStart(2, "0");
  return found;
}

export function linkText(before, event, prefix, run = event.run) {
  const session = ascii(prefix + event.session);
  const within = run === null ? "null" : ascii(prefix + run);
  const place = `[${event.id}, ${session}, ${event.seq}, ${ascii(event.kind)}, ${float(Number(event.at))}, ${within}]`;
  return `${before}\n${place}\n${canonical(event.data)}`;
}

// The server writes the name of a run that is a step of another one so that it fits into an address.
const runsOf = (event) => (event.run?.includes("~") ? [event.run.replaceAll("~", "/"), event.run] : [event.run]);

export class Chain {
  // `prefix` is what the log puts before the names of this tenant.
  constructor(prefix = "") {
    this.prefix = prefix;
    this.holds = new Map();
    this.broken = [];
    this.known = new Map();
    this.waiting = new Map();
  }

  key(event, step = 0) {
    return `${event.session}\n${event.seq + step}`;
  }

  // Check all events whose predecessors are known; the others wait for theirs.
  async take(events, onProgress = () => {}, isOver = () => false) {
    const ready = [];
    for (const event of events) {
      this.known.set(this.key(event), event.hash);
      const next = this.waiting.get(this.key(event, 1));
      if (next) {
        this.waiting.delete(this.key(next));
        ready.push(next);
      }
    }
    for (const event of events) {
      if (event.seq === 1 || this.known.has(this.key(event, -1))) ready.push(event);
      else this.waiting.set(this.key(event), event);
    }
    for (let start = 0; start < ready.length && !isOver(); start += AT_ONCE) {
      await Promise.all(ready.slice(start, start + AT_ONCE).map((event) => this.check(event)));
      onProgress();
    }
  }

  async check(event) {
    const before = event.seq === 1 ? GENESIS : this.known.get(this.key(event, -1));
    let isRight = false;
    for (const run of runsOf(event)) isRight ||= (await sha256(linkText(before, event, this.prefix, run))) === event.hash;
    this.known.delete(this.key(event, -1));
    this.holds.set(event.id, isRight);
    if (!isRight) this.broken.push(event.id);
  }

  // Let go of what was found out about events before this one.
  forget(id) {
    for (const known of this.holds.keys()) if (known < id) this.holds.delete(known);
  }
}
