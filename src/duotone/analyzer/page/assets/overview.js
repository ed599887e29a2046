// The first look: how the colors are shared out, and how much of what was found.
function tile(label, value, note, href) {
  return make(href ? "a" : "div", { class: "card tile", href }, make("span", {}, label), make("b", {}, value), make("small", {}, note));
}

function drawOverview() {
  const total = Math.max(1, whole.sync + whole.async);
  const bySeverity = countBy(findings, "severity");
  const dots = SEVERITIES.filter((severity) => bySeverity.has(severity)).map((severity) =>
    make("span", { class: `dot ${severity}` }, plural(bySeverity.get(severity), severity)),
  );
  const calls = (kind) => seams.reduce((sum, one) => sum + one[kind], 0);
  const mixed = modules.filter((module) => module.sync && module.async).length;
  const side = (name, number) => make("span", { class: `${name}-words` }, make("b", {}, percent(number / total)), `${plural(number, `${name} function`)}`);
  byId("overview").append(
    make("div", { class: "card balance" }, make("div", { class: "balance-words" }, side("sync", whole.sync), side("async", whole.async)), split(whole.sync, whole.async)),
    make(
      "div",
      { class: "tiles" },
      tile("Findings", count(findings.length), dots.length ? make("span", { class: "dots" }, dots) : "the colors match", "#findings"),
      tile("Sync calls async", count(calls("sync-async")), "where coroutines begin", "#seams"),
      tile("Async calls sync", count(calls("async-sync")), "where a loop may be held up", "#seams"),
      tile("Modules", count(modules.length), `${count(mixed)} with both colors`, "#map"),
      tile("Lines", count(data.lines), `${plural(data.files, "file")} in ${data.seconds.toFixed(2)} s`),
    ),
  );
  byId("nav-count").textContent = count(findings.length);
  const suppressed = data.suppressed ? `${plural(data.suppressed, "finding")} suppressed in the source or kept in the baseline` : "";
  byId("footer").textContent = [`duotone ${data.version}`.trim(), data.made, suppressed].filter(Boolean).join(" · ");
}
