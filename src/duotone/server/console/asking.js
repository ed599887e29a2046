// Asks the server, with the token of this tab if it needs one.
import { exact } from "./chain/exact.js";
import { askForToken, forgetToken, token } from "./token.js";

export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || `the server answered ${status}`);
    this.status = status;
    this.remedy = problem.remedy || "";
  }
}

export function headersOf(more = {}) {
  return token() ? { Authorization: `Bearer ${token()}`, ...more } : more;
}

async function reach(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Refusal(0, { detail: "The server doesn't answer", remedy: "This page looks again as soon as it does." });
  }
}

// Sends a request, and again once somebody has given a token that is good.
export async function send(path, { method = "GET", body, headers = {}, signal } = {}) {
  for (;;) {
    const options = { method, signal, headers: headersOf(headers), credentials: "omit", cache: "no-store" };
    if (body !== undefined) {
      options.body = JSON.stringify(body);
      options.headers["Content-Type"] = "application/json";
    }
    const used = token();
    const response = await reach(path, options);
    if (response.status !== 401) return response;
    if (used !== token()) continue; // somebody has given another one meanwhile
    forgetToken();
    await askForToken(used ? "That token is not good here, or not any more." : "");
  }
}

export async function refusalOf(response) {
  const problem = await response.json().catch(() => ({}));
  return new Refusal(response.status, problem);
}

export async function ask(path, options) {
  const response = await send(path, options);
  if (!response.ok) throw await refusalOf(response);
  return response.status === 204 ? null : exact(await response.text());
}

export const tell = (path, body = {}, options = {}) => ask(path, { method: "POST", body, ...options });

export function query(path, fields) {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const text = given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  return text ? `${path}?${text}` : path;
}

// All pages of a list, one after the other, up to `most` items.
export async function* pages(path, { limit = 1000, most = 20_000, signal } = {}) {
  let after = "";
  for (let seen = 0; seen < most; ) {
    const page = await ask(query(path, { limit, after }), { signal });
    seen += page.items.length;
    yield page.items;
    if (page.next === null) return;
    after = page.next;
  }
}

// All of a list, shown as it comes; where it was longer before, it doesn't shrink meanwhile.
export async function gather(path, { known = 0, onPart, ...options }) {
  const found = [];
  for await (const page of pages(path, options)) {
    found.push(...page);
    if (found.length >= known) onPart([...found]);
  }
  onPart(found);
}

export const named = (...parts) => ["api", ...parts.map(encodeURIComponent)].join("/");
