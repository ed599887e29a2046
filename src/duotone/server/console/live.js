// The one stream of all that happens, and everybody who wants to hear of it.
import { byId } from "./elements.js";
import { follow } from "./stream.js";

const WORDS = { begins: "connecting", live: "live", broken: "reconnecting…" };
const listeners = new Set();
let position = 0;
let begun;
const beginning = new Promise((resolve) => (begun = resolve));

// The id up to which everything was heard; whoever listens before asking for it misses nothing.
export const heardUpTo = () => beginning.then(() => position);

export function hear(listener, signal) {
  listeners.add(listener);
  signal.addEventListener("abort", () => listeners.delete(listener), { once: true });
}

// Calls `action` soon after something happened whose kind begins with one of `kinds`, and never twice at once.
export function refreshOn(kinds, action, signal, pause = 300) {
  let timer = null;
  let isBusy = false;
  const go = async () => {
    timer = null;
    if (signal.aborted) return;
    if (isBusy) {
      plan();
      return;
    }
    isBusy = true;
    await Promise.resolve(action()).catch(() => {});
    isBusy = false;
  };
  const plan = () => (timer ??= setTimeout(go, pause));
  hear((event) => (event === null || kinds.some((kind) => event.kind.startsWith(kind))) && plan(), signal);
}

function show(state) {
  const place = byId("live");
  place.dataset.state = state;
  place.textContent = WORDS[state];
}

function told(frame) {
  if (frame.id !== null) position = Math.max(position, Number(frame.id));
  if (frame.name === "ready") begun();
  // After a gap nobody can know what was missed, so all look again.
  const event = frame.name === "event" ? frame.data : frame.name === "resync" && frame.data.reason !== "slow" ? null : undefined;
  if (event !== undefined) for (const listener of listeners) listener(event);
}

export function goLive() {
  return follow("api/events/stream", { signal: new AbortController().signal, onFrame: told, onState: show });
}
