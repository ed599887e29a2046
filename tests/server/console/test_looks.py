"""How the console holds up: dark and light, small screens, and colors that can be read."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.server.conftest import Live
from tests.server.console.opening import console

# The loop of Playwright's sync face belongs to the test, which stops it whenever it does something else.
pytestmark = pytest.mark.duotone(allow="blocked-loop")

GROUND = "getComputedStyle(document.body).backgroundColor"
PAGES = ["", "sessions/review", "runs/report-1", "events", "approvals", "background", "chat", "findings"]

# All text in sight against the ground that it stands on, of which the lowest counts.
CONTRAST = """() => {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const flat = (layers) => {
    pen.fillStyle = "#fff"; pen.fillRect(0, 0, 1, 1);
    for (const layer of layers) { pen.fillStyle = layer; pen.fillRect(0, 0, 1, 1); }
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const bright = (rgb) => {
    const [r, g, b] = rgb.map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const low = [];
  for (const node of document.querySelectorAll("body *")) {
    const hasText = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    if (!hasText || !node.checkVisibility() || node.closest("svg, [disabled], .skip, [data-done]")) continue;
    const grounds = [];
    for (let at = node; at; at = at.parentElement) grounds.unshift(getComputedStyle(at).backgroundColor);
    const under = flat(grounds);
    const over = flat([...grounds, getComputedStyle(node).color]);
    const [dark, light] = [bright(under), bright(over)].sort((a, b) => a - b);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < 4.5) low.push(`${node.className || node.tagName} ${node.textContent.slice(0, 20)} ${ratio.toFixed(2)}`);
  }
  return low;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_light_and_in_dark(browser: Browser, shown: Live, scheme: str) -> None:
    with console(browser, shown, color_scheme=scheme) as seen:
        for page in PAGES[:-1]:
            seen.go(f"#/{page}")
            seen.page.wait_for_timeout(150)
            assert seen.page.evaluate(CONTRAST) == [], page


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
def test_nothing_hangs_out_of_a_screen(browser: Browser, shown: Live, width: int) -> None:
    with console(browser, shown, viewport={"width": width, "height": 800}) as seen:
        for page in PAGES:
            seen.go(f"#/{page}")
            expect(seen.page.locator("h1")).to_be_visible()
            assert seen.page.evaluate("document.documentElement.scrollWidth") <= width, page


def test_every_control_has_a_name_and_every_page_one_heading(browser: Browser, shown: Live) -> None:
    nameless = """() => [...document.querySelectorAll("button, a, input, textarea, select, [tabindex='0']")]
      .filter((one) => !(one.textContent.trim() || one.ariaLabel || one.title || one.labels?.length))
      .map((one) => one.outerHTML)"""
    with console(browser, shown) as seen:
        for page in PAGES:
            seen.go(f"#/{page}")
            expect(seen.page.locator("h1")).to_have_count(1)
            assert seen.page.evaluate(nameless) == [], page
            assert seen.page.locator("#nav [aria-current=page]").count() == 1
