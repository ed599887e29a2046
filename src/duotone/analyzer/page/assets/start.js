// Start, addresses, keys, theme and paper.
function follow() {
  let where = "";
  try {
    where = decodeURIComponent(location.hash.slice(1));
  } catch {
    return;
  }
  const finding = where.startsWith("finding/") ? findingById.get(where.slice(8)) : null;
  const module = where.startsWith("module/") ? moduleByName.get(where.slice(7)) : null;
  if (finding) showFinding(finding);
  if (module) reveal(module);
}

byId("theme").addEventListener("click", turnTheme);

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  event.preventDefault();
  textInput.focus();
});

// On paper nothing can be opened: everything that the filters leave is there, and a few hundred are opened.
const MOST_OPENED_ON_PAPER = 200;
const openedForPaper = new Set();
addEventListener("beforeprint", () => {
  findingUnfolding.all();
  for (const finding of matching().slice(0, MOST_OPENED_ON_PAPER)) {
    if (opened.has(finding)) continue;
    openedForPaper.add(finding);
    toggle(finding, true);
  }
});
addEventListener("afterprint", () => {
  for (const finding of openedForPaper) toggle(finding, false);
  openedForPaper.clear();
});

setUpFilters();
drawOverview();
draw();
showDetail(top);
drawMatrix();
drawSeams();
drawFindings();
addEventListener("hashchange", follow);
follow();
document.documentElement.dataset.ready = "";
