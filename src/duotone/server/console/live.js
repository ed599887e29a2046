// The one stream of all that happens, and everybody who wants to hear of it.
import { byId, make } from "./elements.js";
import { follow } from "./stream.js";
import { isAsked } from "./token.js";

const WORDS = { begins: "connecting", live: "live", broken: "reconnecting…" };
const PATIENCE = 1500;
const listeners = new Set();
let position = 0;
let begun;
const beginning = new Promise((resolve) => (begun = resolve));

// The id up to which everything was heard; whoever listens before asking for it misses nothing.
export const heardUpTo = () => beginning.then(() => position);

// Calls `listener` with each event, and with null where nobody knows what was missed, so that all look again.
export function hear(listener, signal) {
  listeners.add(listener);
  signal.addEventListener("abort", () => listeners.delete(listener), { once: true });
}

const tellAll = (event) => listeners.forEach((listener) => listener(event));

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

// A break that lasts is said aloud; what a page has asked for meanwhile is asked for again afterwards.
const away = { notice: make("p", { class: "notice", role: "alert" }, "The server doesn't answer. What you see may be out of date; it is asked again and again."), timer: null };

// A server that asks for a token does answer.
function tellAway() {
  if (isAsked()) away.timer = null;
  else byId("notices").append(away.notice);
}

function show(state) {
  const place = byId("live");
  const wasBroken = place.dataset.state === "broken";
  place.dataset.state = state;
  place.textContent = WORDS[state];
  if (state === "broken") away.timer ??= setTimeout(tellAway, PATIENCE);
  else {
    clearTimeout(away.timer);
    away.timer = null;
    away.notice.remove();
    if (wasBroken) tellAll(null);
  }
}

function told(frame) {
  if (frame.id !== null) position = Math.max(position, Number(frame.id));
  if (frame.name === "ready") begun();
  else if (frame.name === "event") tellAll(frame.data);
  else if (frame.name === "resync" && frame.data.reason === "unknown") location.reload(); // this is another log
  else if (frame.name === "resync" && frame.data.reason === "pruned") tellAll(null);
}

export function goLive() {
  return follow("api/events/stream", { signal: new AbortController().signal, onFrame: told, onState: show });
}
