"""How the console holds up: dark and light, small screens, and colors that can be read."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.server.conftest import Live
from tests.server.console.opening import Console, console

# The loop of Playwright's sync face belongs to the test, which stops it whenever it does something else.
pytestmark = pytest.mark.duotone(allow="blocked-loop")

GROUND = "getComputedStyle(document.body).backgroundColor"

# Each page with what is there only when all of it is.
PAGES = {
    "": ".list-card .kind",
    "sessions/review": ".detail .lines .kind",
    "runs/report-1": ".timeline .track i",
    "events": ".chain .good",
    "approvals": ".approval",
    "background": ".empty",
    "chat": ".talk-place .empty",
    "findings": ".finding .excerpt",
}
UNDER_THE_MOUSE = ["#nav a", ".row", ".chip", "a.line", ".tile", "main .button"]

# All text in sight against the ground that it stands on, of which the lowest counts; in drawings the ground is a box.
CONTRAST = """() => {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const flat = (layers) => {
    for (const [color, opacity] of [["#fff", 1], ...layers]) {
      pen.globalAlpha = opacity; pen.fillStyle = color; pen.fillRect(0, 0, 1, 1);
    }
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const bright = (rgb) => {
    const [r, g, b] = rgb.map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const low = [];
  for (const node of document.querySelectorAll("body *")) {
    const hasText = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    const isSeen = node.checkVisibility({ visibilityProperty: true }) && !node.closest("title, [disabled], .skip");
    if (!hasText || !isSeen) continue;
    const grounds = [];
    let opacity = 1;
    for (let at = node; at; at = at.parentElement) {
      opacity *= Number(getComputedStyle(at).opacity);
      grounds.unshift([getComputedStyle(at).backgroundColor, 1]);
    }
    const box = node.closest("g")?.querySelector(".box");
    if (box) grounds.push([getComputedStyle(box).fill, 1]);
    const ink = getComputedStyle(node)[node.closest("svg") ? "fill" : "color"];
    const [under, over] = [flat(grounds), flat([...grounds, [ink, opacity]])];
    const [dark, light] = [bright(under), bright(over)].sort((a, b) => a - b);
    const ratio = (light + 0.05) / (dark + 0.05);
    const name = node.getAttribute("class") || node.tagName;
    if (ratio < 4.5) low.push(`${name} ${node.textContent.slice(0, 20)} ${ratio.toFixed(2)}`);
  }
  return low;
}"""

# Every tone that a word can have, on every ground that it can stand on.
TONES = """() => {
  const kinds = ["good", "error", "warning", "going", "plain"].flatMap((tone) => [`tag ${tone}`, `notice ${tone}`]);
  const words = () => kinds.map((kind) => {
    const word = document.createElement("span");
    word.className = word.textContent = kind;
    return word;
  });
  for (const ground of document.querySelectorAll(".row, .card, .tile, .page, .notices")) ground.append(...words());
}"""


def see(seen: Console, page: str) -> None:
    """Go to a page, and wait until all of it stands."""
    seen.go(f"#/{page}")
    expect(seen.page.locator(PAGES[page]).first).to_be_visible(timeout=60_000)


@pytest.mark.timeout(240)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_light_and_in_dark(browser: Browser, still: Live, scheme: str) -> None:
    with console(browser, still, color_scheme=scheme) as seen:
        for page in PAGES:
            see(seen, page)
            seen.page.mouse.move(0, 0)
            assert seen.page.evaluate(CONTRAST) == [], page
            for part in UNDER_THE_MOUSE:
                if seen.page.locator(part).count():
                    seen.page.locator(part).first.hover()
                    assert seen.page.evaluate(CONTRAST) == [], (page, part)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_tone_can_be_read_wherever_it_is(browser: Browser, still: Live, scheme: str) -> None:
    with console(browser, still, color_scheme=scheme) as seen:
        see(seen, "sessions/review")
        seen.page.evaluate(TONES)
        assert seen.page.evaluate(CONTRAST) == []


def test_what_is_decided_can_still_be_read(browser: Browser, shown: Live) -> None:
    with console(browser, shown, "#/approvals") as seen:
        seen.page.get_by_role("button", name="Reject").click()
        expect(seen.page.locator(".approval[data-done]")).to_be_visible()
        assert seen.page.evaluate(CONTRAST) == []


def test_the_switch_turns_light_into_dark_and_is_remembered(browser: Browser, live: Live) -> None:
    with console(browser, live, color_scheme="light") as seen:
        light = seen.page.evaluate(GROUND)
        seen.page.locator("#theme").click()
        dark = seen.page.evaluate(GROUND)
        assert dark != light
        seen.visit("#/runs")
        assert seen.page.evaluate(GROUND) == dark
        seen.page.keyboard.press("t")
        assert seen.page.evaluate(GROUND) == light


@pytest.mark.parametrize("width", [360, 768, 1100, 1920])
def test_nothing_hangs_out_of_a_screen(browser: Browser, still: Live, width: int) -> None:
    with console(browser, still, viewport={"width": width, "height": 800}) as seen:
        for page in PAGES:
            seen.go(f"#/{page}")
            expect(seen.page.locator("h1")).to_be_visible()
            assert seen.page.evaluate("document.documentElement.scrollWidth") <= width, page


def test_on_a_small_screen_a_row_opens_what_it_is_about_and_there_is_a_way_back(browser: Browser, still: Live) -> None:
    with console(browser, still, "#/runs", viewport={"width": 390, "height": 780}) as seen:
        expect(seen.page.locator(".detail h2")).to_be_hidden()
        seen.page.locator(".row", has_text="order").click()
        expect(seen.page.locator(".detail h2")).to_have_text("order")
        expect(seen.page.get_by_role("listbox")).to_be_hidden()
        seen.page.keyboard.press("Escape")
        expect(seen.page.get_by_role("listbox")).to_be_focused()
        expect(seen.page.locator(".detail h2")).to_be_hidden()
        seen.page.keyboard.press("Enter")
        expect(seen.page.get_by_role("button", name="Back to the list")).to_be_visible()
