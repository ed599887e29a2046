// Elements that stay while what they show stays the same, so that nothing jumps under a hand, an eye or the focus.
const FOCUSABLE = "summary, a, button";

// Gives `parent` these children; those that it has already stay where they are.
export function arrange(parent, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...parent.childNodes]) if (!wanted.has(child)) child.remove();
  let next = parent.firstChild;
  for (const node of nodes) {
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
}

// Whoever had the focus in what is made again has it afterwards.
function keepFocus(old, change, heir) {
  const hadFocus = old?.contains(document.activeElement);
  change();
  if (hadFocus && !heir.contains(document.activeElement)) (heir.matches(FOCUSABLE) ? heir : heir.querySelector(FOCUSABLE))?.focus({ preventScroll: true });
}

// A list of elements by keys: each is made again only when its item has changed.
export class Kept {
  constructor(element, { keyOf, build, nothing = null }) {
    Object.assign(this, { element, keyOf, build, nothing });
    this.known = new Map();
  }

  show(items) {
    const known = new Map(items.map((item) => [this.keyOf(item), this.entry(item)]));
    const focused = [...known.values()].find((one) => one.before?.contains(document.activeElement));
    const nodes = known.size || !this.nothing ? [...known.values()].map((one) => one.node) : [(this.emptiness ??= this.nothing())];
    this.known = known;
    keepFocus(focused?.before, () => arrange(this.element, nodes), focused?.node);
  }

  entry(item) {
    const old = this.known.get(this.keyOf(item));
    const text = JSON.stringify(item);
    return old?.text === text ? { text, node: old.node } : { text, node: this.build(item), before: old?.node };
  }
}

// One element whose content is made again only when `value` has changed.
export class Slot {
  constructor(element) {
    this.element = element;
  }

  show(value, build) {
    const text = JSON.stringify(value);
    if (text === this.text) return;
    this.text = text;
    keepFocus(this.element, () => this.element.replaceChildren(...[build()].flat(Infinity).filter(Boolean)), this.element);
  }
}
