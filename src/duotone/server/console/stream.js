// Server-sent events over fetch, which can send a token, resumed after the last id that was seen.
import { exact } from "./chain/exact.js";
import { refusalOf, send } from "./asking.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10_000;
const LONGEST_SILENCE = 45_000; // the server shows every 15 seconds that it is there

// Splits what comes into frames; a part of one is kept until the rest is there.
export class Frames {
  constructor() {
    this.rest = "";
  }

  *take(text) {
    const parts = (this.rest + text).split(/\r?\n\r?\n/u);
    this.rest = parts.pop();
    for (const part of parts) {
      const frame = { id: null, name: "event", data: [] };
      for (const line of part.split(/\r?\n/u)) {
        const [, field, value] = /^([^:]*):? ?(.*)$/u.exec(line) ?? [];
        if (field === "id") frame.id = value;
        else if (field === "event") frame.name = value;
        else if (field === "data") frame.data.push(value);
      }
      if (frame.data.length) yield { id: frame.id, name: frame.name, data: exact(frame.data.join("\n")) };
    }
  }
}

const sleep = (wait, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, wait);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });

// Tells whether the stream has ended as it should; one of a server that has vanished without a word is given up.
async function read(response, onFrame) {
  const frames = new Frames();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const silence = setTimeout(() => reader.cancel(), LONGEST_SILENCE);
    const { value, done } = await reader.read().finally(() => clearTimeout(silence));
    if (done) return false;
    for (const frame of frames.take(value)) {
      if (frame.name === "end") return true;
      onFrame(frame);
    }
  }
}

// Follows a stream until it ends or `signal` says so; a broken one goes on where it broke.
export async function follow(path, { after = null, signal, onFrame, onState = () => {} }) {
  let last = after;
  let wait = FIRST_WAIT;
  const note = (frame) => {
    if (frame.id !== null) last = frame.id;
    wait = FIRST_WAIT;
    onFrame(frame);
  };
  while (!signal.aborted) {
    try {
      const headers = { Accept: "text/event-stream", ...(last === null ? {} : { "Last-Event-ID": String(last) }) };
      const response = await send(path, { headers, signal });
      if (response.status === 204) return;
      if (!response.ok) throw await refusalOf(response);
      onState("live");
      if (await read(response, note)) return;
    } catch (error) {
      if (signal.aborted) return;
      if (error.status === 404 || error.status === 403) throw error;
      if (error.status === 409) last = null;
    }
    onState("broken");
    await sleep(wait, signal);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}
