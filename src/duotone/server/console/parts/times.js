// Times that go on: one clock for the whole page, which writes only the words that have changed.
import { make } from "../elements.js";
import { age, moment, span } from "../words.js";

const WORDS = {
  ago: (at, now) => age(now - at),
  lasting: (at, now) => span(Math.max(0, Math.floor(now - at))),
};
const TICK = 1000;

function time(at, kind) {
  const when = new Date(Number(at) * 1000);
  return make("time", { datetime: when.toISOString(), title: moment(at), "data-at": Number(at), "data-words": kind }, WORDS[kind](Number(at), Date.now() / 1000));
}

// How long ago something was, and how long something goes on already.
export const ago = (at) => time(at, "ago");
export const lasting = (at) => time(at, "lasting");

setInterval(() => {
  const now = Date.now() / 1000;
  for (const one of document.querySelectorAll("time[data-words]")) {
    const words = WORDS[one.dataset.words](Number(one.dataset.at), now);
    if (one.textContent !== words) one.textContent = words;
  }
}, TICK);
