// The map: areas that can be clicked, walked over with the arrow keys, and opened package by package.
const treemap = byId("treemap");
const map = { current: top, selected: null, areas: [], active: null };

function describe(node) {
  const what = node.module ? "module" : `package of ${plural(node.size, "module")}`;
  const flaws = node.findings ? `, ${plural(node.findings, "finding")}` : "";
  return `${node.name || node.label}, ${what}: ${count(node.sync)} sync, ${count(node.async)} async${flaws}`;
}

function drawArea(area) {
  const { node, rect, opens } = area;
  const hasFunctions = node.sync + node.async > 0;
  const kind = opens ? "package" : `leaf${node.module ? "" : " folded"}${hasFunctions ? "" : " bare"}`;
  const px = (value) => `${value.toFixed(1)}px`;
  const vars = { x: px(rect.x), y: px(rect.y), w: px(rect.w), h: px(rect.h), share: node.share.toFixed(3) };
  const props = { type: "button", class: `area ${kind}`, tabindex: "-1", "aria-label": describe(node), title: describe(node), vars };
  area.element = make("button", props, labelsOf(area, hasFunctions));
  if (node.module) area.element.setAttribute("aria-pressed", String(map.selected === node));
  area.element.addEventListener("click", () => choose(area));
  return area.element;
}

function labelsOf({ node, rect, opens }, hasFunctions) {
  const labels = [];
  if (opens || (rect.w > 46 && rect.h > 20)) labels.push(make("span", { class: "name" }, node.label));
  if (!opens && rect.w > 86 && rect.h > 44) {
    labels.push(make("span", { class: "count" }, hasFunctions ? `${percent(node.share)} async` : "no functions"));
  }
  if (!opens && node.findings) {
    const tone = node.errors ? " error" : "";
    if (rect.w > 30 && rect.h > 40) labels.push(make("span", { class: `flag${tone}` }, count(node.findings)));
    else if (rect.w > 10 && rect.h > 10) labels.push(make("span", { class: `flag speck${tone}` }));
  }
  return labels;
}

function draw(from = null) {
  const { clientWidth: w, clientHeight: h } = treemap;
  if (!w || !h) return;
  const layer = make("div", { class: "layer" });
  map.areas = areasOf(map.current, { x: 0, y: 0, w, h });
  layer.append(...map.areas.map(drawArea));
  if (!map.areas.length) layer.append(make("p", { class: "empty" }, "There are no modules to show."));
  if (from) enter(layer, from, w, h);
  const isFocused = treemap.contains(document.activeElement);
  const wanted = isFocused ? map.active.node : map.selected;
  treemap.replaceChildren(layer);
  activate(map.areas.find(({ node }) => node === wanted) ?? map.areas[0]);
  if (isFocused) map.active.element.focus({ preventScroll: true });
  drawCrumbs();
}

// Going in, the new layer grows out of the area that was opened; going out, it shrinks to make room for its parent.
function enter(layer, { rect, inward }, w, h) {
  const [sx, sy] = inward ? [rect.w / w, rect.h / h] : [w / rect.w, h / rect.h];
  const [dx, dy] = inward ? [rect.x, rect.y] : [-rect.x * sx, -rect.y * sy];
  for (const [key, value] of Object.entries({ dx: `${dx}px`, dy: `${dy}px`, sx, sy })) layer.style.setProperty(`--${key}`, value);
  layer.classList.add("enters");
}

function drawCrumbs() {
  const path = [];
  for (let node = map.current; node; node = node === top ? null : node.parent) path.unshift(node);
  byId("crumbs").replaceChildren(
    ...path.flatMap((node, index) => {
      const isLast = index === path.length - 1;
      const props = { type: "button", "aria-current": isLast ? "location" : null, on: { click: () => open(node) } };
      return [index ? make("span", { "aria-hidden": "true" }, "›") : null, make("button", props, node.label)].filter(Boolean);
    }),
  );
}

function open(node, { focus = false } = {}) {
  const old = map.current;
  const inside = map.areas.find((area) => area.node === node);
  map.current = node;
  select(node.module ? node : null, false);
  draw(inside ? { rect: inside.rect, inward: true } : null);
  const outside = map.areas.find((area) => area.node === old);
  if (outside && !inside) draw({ rect: outside.rect, inward: false });
  if (outside) activate(outside);
  if (focus) map.active?.element.focus({ preventScroll: true });
  showDetail(node);
}

function choose(area) {
  if (!area.node.module) {
    open(area.node, { focus: area.element === document.activeElement });
    return;
  }
  select(map.selected === area.node ? null : area.node);
  activate(area);
}

function select(node, redraw = true) {
  map.selected = node;
  if (!redraw) return;
  for (const area of map.areas) if (area.node.module) area.element.setAttribute("aria-pressed", String(area.node === node));
  showDetail(node ?? map.current);
}

// A module may lie in a package that is folded: open packages from its own upward until it has an area.
function reveal(module, { focus = true } = {}) {
  const node = nodeOfModule.get(module);
  if (!node) return;
  showAs("map");
  map.current = top;
  draw();
  if (!map.areas.some((area) => area.node === node)) {
    map.current = node.parent;
    draw();
  }
  select(node);
  activate(map.areas.find((area) => area.node === node));
  byId("map").scrollIntoView();
  if (focus) map.active?.element.focus({ preventScroll: true });
}

function activate(area) {
  if (!area || area === map.active) return;
  map.active?.element.setAttribute("tabindex", "-1");
  map.active = area;
  area.element.setAttribute("tabindex", "0");
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const reach = ({ rect: { x, y, w, h }, opens }) => ({ x: [x, x + w], y: [y, y + (opens ? HEAD : h)] });
const center = ([low, high]) => (low + high) / 2;

// The nearest area behind an edge, an open package counting as its head; what lies to the side counts double.
function neighbor(from, [stepX, stepY]) {
  const [along, across, step] = stepX ? ["x", "y", stepX] : ["y", "x", stepY];
  const own = reach(from);
  let best = null;
  let least = Infinity;
  for (const area of map.areas) {
    const other = reach(area);
    const gap = step > 0 ? other[along][0] - own[along][1] : own[along][0] - other[along][1];
    const aside = Math.max(0, other[across][0] - own[across][1], own[across][0] - other[across][1]);
    const far = Math.abs(center(other[across]) - center(own[across]));
    const cost = gap + 2 * aside + far / 100;
    if (gap < -1 || cost >= least) continue;
    [best, least] = [area, cost];
  }
  return best;
}

treemap.addEventListener("keydown", (event) => {
  if (!map.active || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key in STEPS) {
    activate(neighbor(map.active, STEPS[event.key]));
    map.active.element.focus({ preventScroll: true });
  } else if (event.key === "Home" || event.key === "End") {
    activate(map.areas.at(event.key === "Home" ? 0 : -1));
    map.active.element.focus({ preventScroll: true });
  } else if (event.key === "Escape" || event.key === "Backspace") {
    if (map.selected) select(null);
    else if (map.current !== top) open(map.current.parent, { focus: true });
  } else return;
  event.preventDefault();
});

let drawing = 0;
new ResizeObserver(() => {
  cancelAnimationFrame(drawing);
  drawing = requestAnimationFrame(() => draw());
}).observe(treemap);
