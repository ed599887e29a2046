// The pieces that every page of the console is made of.
import { byId, fill, make } from "./shared/elements.js";

import { shortName } from "./words.js";

export { byId, make };

const SVG = "http://www.w3.org/2000/svg";
export const draw = (tag, props = {}, ...children) => fill(document.createElementNS(SVG, tag), props, children);

export function button(label, action, props = {}) {
  return make("button", { type: "button", class: "button", on: { click: action }, ...props }, label);
}

export function link(href, label, props = {}) {
  return make("a", { href, ...props }, label);
}

// The address of a page of the console; names are never trusted to be good parts of one.
export const to = (...parts) => `#/${parts.map(encodeURIComponent).join("/")}`;

export function tag(word, tone = toneOf(word)) {
  return make("span", { class: `tag ${tone}` }, word.replaceAll("_", " "));
}

const TONES = {
  good: ["active", "completed", "ok", "committed", "delivered", "approved", "finished", "intact"],
  error: ["failed", "lost", "abandoned", "killed", "undo failed", "contract_error", "timed_out", "broken", "refused", "error", "dropped", "rejected", "unknown", "escalated", "denied"],
  warning: ["compensated", "undone", "undoing", "waiting", "paused", "requested", "expired", "stopping", "cancelled", "withdrawn", "warning"],
  going: ["running", "starting", "handshaking", "retrying", "claimed", "pending delivery", "promised"],
};

const TONE_OF = new Map(Object.entries(TONES).flatMap(([tone, words]) => words.map((word) => [word, tone])));
export const toneOf = (word) => TONE_OF.get(word) ?? "plain";

export function colorTag(color) {
  return color ? make("span", { class: `color ${color === "async" ? "is-async" : "is-sync"}` }, color) : null;
}

export function facts(pairs) {
  const shown = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "");
  const isLong = (value) => typeof value === "string" && value.length > 48;
  return make("dl", { class: "facts" }, shown.map(([name, value]) => make("div", { class: isLong(value) ? "wide" : null }, make("dt", {}, name), make("dd", {}, value))));
}

// A name in short, and in full for whoever points at it or copies it.
export const called = (name) => make("span", { title: name }, shortName(name));

export function command(text) {
  const copy = async () => {
    await navigator.clipboard?.writeText(text).catch(() => {});
    node.dataset.copied = "";
    setTimeout(() => delete node.dataset.copied, 1500);
  };
  const node = make("div", { class: "command" }, make("code", {}, text), button("Copy", copy, { class: "link" }));
  return node;
}

export function empty(title, words, ...more) {
  return make("div", { class: "empty" }, make("h2", {}, title), words ? make("p", {}, words) : null, more);
}

export function head(title, hint, ...tools) {
  return make("div", { class: "page-head" }, make("h1", {}, title), hint ? make("p", { class: "hint" }, hint) : null, make("div", { class: "tools" }, tools));
}

export function notify(words, tone = "plain") {
  const note = make("p", { class: `notice ${tone}` }, words);
  byId("notices").append(note);
  setTimeout(() => note.remove(), 6000);
}
