// Numbers, times and values in words.
import { count, plural } from "./shared/numbers.js";

export { count, plural };

const pad = (number) => String(number).padStart(2, "0");

export function clock(seconds, { millis = false } = {}) {
  const date = new Date(Number(seconds) * 1000);
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
  return millis ? `${time}.${String(date.getMilliseconds()).padStart(3, "0")}` : time;
}

export function moment(seconds) {
  const date = new Date(Number(seconds) * 1000);
  const isToday = date.toDateString() === new Date().toDateString();
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return isToday ? clock(seconds) : `${day} ${clock(seconds)}`;
}

export function span(seconds) {
  const number = Number(seconds);
  if (!Number.isFinite(number)) return "";
  if (number === 0) return "0 s";
  if (number < 0.001) return `${Math.round(number * 1e6)} µs`;
  if (number < 1) return `${Math.round(number * 1000)} ms`;
  if (number < 60) return `${number.toFixed(Number.isInteger(number) ? 0 : number < 10 ? 2 : 1)} s`;
  if (number < 3600) return `${Math.floor(number / 60)} min ${pad(Math.round(number % 60))} s`;
  if (number < 86400) return `${Math.floor(number / 3600)} h ${pad(Math.floor((number % 3600) / 60))} min`;
  return plural(Math.round(number / 86400), "day");
}

// How long ago something was, as one says it.
export function age(seconds) {
  const steps = [[86400, "day", "days"], [3600, "h", "h"], [60, "min", "min"], [1, "s", "s"]];
  const [size, one, many] = steps.find(([least]) => seconds >= least) ?? [1, "s", "s"];
  const number = Math.floor(seconds / size);
  return seconds < 2 ? "just now" : `${number} ${number === 1 ? one : many} ago`;
}

export const until = (seconds) => {
  const left = Number(seconds) - Date.now() / 1000;
  return left > 0 ? `${span(Math.max(1, Math.round(left)))} left` : "expired";
};

// Names that a machine has made up are told apart by their first signs.
export const shortName = (name) => name.replace(/[0-9a-f]{16,}/gu, (made) => `${made.slice(0, 6)}…`);

export const shorter = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

// Names whose values say what they are.
const PLAIN = new Set(["name", "step", "unit", "participant", "text", "agent", "command", "message", "status", "state", "outcome", "because", "reason"]);
const TIMES = new Set(["at", "until", "expires", "started", "ended", "created", "due"]);

function partWords(name, part) {
  if (TIMES.has(name) && Number(part) > 1e9) return moment(part);
  if (typeof part === "object" && !part.source) return Array.isArray(part) ? `[${part.length}]` : "{…}";
  return shorter(shortName(String(part)), 60);
}

// One line about a value: the names and values of what it holds, as far as they go.
export function brief(value, most = 160) {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object" || value.source) return shorter(String(value), most);
  const parts = [];
  let length = 0;
  for (const [name, part] of Object.entries(value)) {
    if (part === null) continue;
    const text = partWords(name, part);
    parts.push(Array.isArray(value) || PLAIN.has(name) ? text : `${name} ${text}`);
    length += text.length + name.length;
    if (length > most) break;
  }
  return shorter(parts.join(" · "), most);
}

// What an event is about, the telling parts first; hashes and long ids tell nobody anything.
const TELLING = ["name", "step", "unit", "participant", "text", "agent", "command", "status", "state", "outcome", "because", "reason", "attempt", "by", "ring", "seconds"];
const isHash = (value) => typeof value === "string" && /^[0-9a-f]{24,}$/u.test(value);

export function summary(data, most = 160) {
  const names = Object.keys(data).filter((name) => data[name] !== null && name !== "at" && !isHash(data[name]));
  const rank = (name) => (TELLING.indexOf(name) + 1 || TELLING.length + 1);
  names.sort((one, other) => rank(one) - rank(other));
  return brief(Object.fromEntries(names.map((name) => [name, name === "message" && data.message?.text ? data.message.text : data[name]])), most);
}

export const pretty = (value) => JSON.stringify(value, null, 2) ?? "";
