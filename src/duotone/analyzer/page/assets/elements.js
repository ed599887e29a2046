// Pieces that several parts of the report are made of.
const SHORT = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
const short = (number) => SHORT.format(number);

function percent(share) {
  if (share > 0 && share < 0.01) return "<1%";
  if (share < 1 && share > 0.99) return ">99%";
  return `${Math.round(share * 100)}%`;
}

// Words break where names do, so that long dotted names and paths wrap well.
function breakable(name) {
  return name.split(/(?<=[./_])/u).flatMap((part, index) => (index ? [make("wbr"), part] : [part]));
}

function split(sync, asynchronous) {
  const parts = [];
  if (sync) parts.push(make("i", { class: "is-sync", vars: { part: String(sync) } }));
  if (asynchronous) parts.push(make("i", { class: "is-async", vars: { part: String(asynchronous) } }));
  const label = `${plural(sync, "sync function")}, ${plural(asynchronous, "async function")}`;
  return make("div", { class: "split", role: "img", "aria-label": label }, parts);
}

function pressable(label, isPressed, action, props = {}) {
  return make("button", { type: "button", "aria-pressed": String(isPressed), on: { click: action }, ...props }, label);
}

// A list that is built as one scrolls, so that ten thousand rows open as quickly as ten.
function unfolding(container, chunk, build) {
  let items = [];
  let built = 0;
  const end = make(container.tagName === "TBODY" ? "tr" : "div", { class: "list-end" });
  const more = () => {
    const next = items.slice(built, built + chunk);
    built += next.length;
    end.before(...next.map(build));
    end.hidden = built >= items.length;
  };
  const watcher = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting) || built >= items.length) return;
      more();
      // Observing anew asks again, for the case that the end is still in sight.
      watcher.unobserve(end);
      watcher.observe(end);
    },
    { rootMargin: "800px" },
  );
  watcher.observe(end);
  return {
    show(newItems) {
      items = newItems;
      built = 0;
      container.replaceChildren(end);
      more();
    },
    upTo(item) {
      const position = items.indexOf(item);
      while (position >= built) more();
      return position >= 0;
    },
    all() {
      while (built < items.length) more();
    },
  };
}
