// Starts the console: pages by their addresses, navigation, theme, keys, and the stream that keeps them fresh.
import { ask } from "./asking.js";
import { byId, head, link, make } from "./elements.js";
import { goLive, hear, refreshOn } from "./live.js";
import { setUpKeys } from "./shortcuts.js";
import { setUpTheme } from "./theme.js";
import { count } from "./words.js";

const PAGES = [
  { path: "", title: "Overview", load: () => import("./pages/overview.js") },
  { path: "sessions", title: "Sessions", load: () => import("./pages/sessions.js") },
  { path: "runs", title: "Runs", load: () => import("./pages/runs.js"), badge: (known) => total(known.runs) },
  { path: "events", title: "Events", load: () => import("./pages/events.js"), badge: (known) => known.events },
  { path: "approvals", title: "Approvals", load: () => import("./pages/approvals.js"), badge: (known) => known.approvals, calls: true },
  { path: "background", title: "Background", load: () => import("./pages/background.js"), badge: (known) => total(known.processes) + total(known.promises) },
  { path: "chat", title: "Chat", load: () => import("./pages/chat.js") },
  { path: "findings", title: "Findings", load: () => import("./pages/findings.js") },
];

const total = (counts) => Object.values(counts ?? {}).reduce((sum, number) => sum + number, 0);
let open = { page: null, leaving: null, view: null };

function addressed() {
  const parts = location.hash.replace(/^#\/?/u, "").split("/");
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return [""];
  }
}

// A page that stays open is told where to go; another one begins anew.
async function route() {
  const [first, ...rest] = addressed();
  const page = PAGES.find((one) => one.path === first) ?? PAGES[0];
  if (open.page === page && open.view?.go) open.view.go(rest);
  else await begin(page, rest);
}

async function begin(page, rest) {
  const isFirst = open.page === null;
  open.leaving?.abort();
  const leaving = new AbortController();
  open = { page, leaving, view: null };
  document.title = `${page.title} · duotone`;
  pointOut(page);
  const place = byId("page");
  const fresh = make("div", { class: `page page-${page.path || "overview"}` });
  const module = await page.load().catch(() => null);
  if (leaving.signal.aborted) return;
  place.replaceChildren(fresh);
  if (!isFirst) place.focus({ preventScroll: true });
  try {
    if (!module) throw new Error("This page could not be loaded from the server");
    const view = await module.show(fresh, rest, leaving.signal);
    if (!leaving.signal.aborted) open.view = view ?? null;
  } catch (error) {
    if (!leaving.signal.aborted) fail(page, rest, fresh, error);
  }
  if (!leaving.signal.aborted) document.documentElement.dataset.ready = page.path || "overview";
}

// Not by scrollIntoView, after which the next Tab would go on from there.
function pointOut(page) {
  const nav = byId("nav");
  const here = nav.querySelector(`[data-path="${page.path}"]`);
  for (const one of nav.children) one.removeAttribute("aria-current");
  here.setAttribute("aria-current", "page");
  nav.scrollLeft = here.offsetLeft - nav.offsetLeft - (nav.clientWidth - here.clientWidth) / 2;
}

// What could not be shown is tried again when the server is back.
function fail(page, rest, place, error) {
  place.replaceChildren(head(page.title), make("div", { class: "card empty error" }, make("h2", {}, error.message), error.remedy ? make("p", {}, error.remedy) : null));
  hear((event) => event === null && begin(page, rest), open.leaving.signal);
}

async function countUp() {
  const [known, waiting] = await Promise.all([ask("api/statistics"), ask("api/approvals?limit=100")]);
  known.approvals = waiting.items.length;
  for (const page of PAGES.filter((one) => one.badge)) {
    const badge = byId("nav").querySelector(`[data-path="${page.path}"] .pill`);
    const number = page.badge(known);
    badge.hidden = !number;
    badge.textContent = count(number);
    badge.classList.toggle("calls", Boolean(page.calls && number));
  }
}

async function introduce() {
  const caller = await ask("api/caller");
  byId("caller").textContent = caller.name === "local" ? "" : `${caller.name} · ${caller.tenant}`;
}

function setUpNavigation() {
  const links = PAGES.map((page, place) => link(`#/${page.path}`, [make("span", {}, page.title), page.badge ? make("b", { class: "pill", hidden: true }) : null], { "data-path": page.path, title: `${page.title} (${place + 1})` }));
  byId("nav").replaceChildren(...links);
  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("page").focus();
  });
}

setUpTheme();
setUpNavigation();
setUpKeys(PAGES);
addEventListener("hashchange", route);
introduce().catch(() => {});
countUp().catch(() => {});
goLive();
refreshOn([""], countUp, new AbortController().signal, 1000);
route();
