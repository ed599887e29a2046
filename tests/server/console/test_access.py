"""The console for those who hear it, who don't use a mouse, and who can't bear things that move."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Browser, expect

from tests.server.conftest import Live, Serve
from tests.server.console.opening import console
from tests.server.console.test_live import begin_slow_run
from tests.server.shop import BRIEF, shop

# The loop of Playwright's sync face belongs to the test, which stops it whenever it does something else.
pytestmark = pytest.mark.duotone(allow="blocked-loop")

PAGES = ["", "sessions/review", "runs/report-1", "events", "approvals", "background", "chat", "findings"]

NAMELESS = """() => [...document.querySelectorAll("button, a, input, textarea, select, [tabindex='0'], [role]")]
  .filter((one) => !["presentation", "status", "listitem", "list"].includes(one.getAttribute("role")))
  .filter((one) => !(one.textContent.trim() || one.ariaLabel || one.title || one.labels?.length))
  .map((one) => one.outerHTML)"""

# A level of headings that is passed over leaves whoever jumps between them in doubt.
HEADINGS = """() => {
  const levels = [...document.querySelectorAll("main :is(h1, h2, h3, h4)")].filter((one) => one.checkVisibility());
  return levels.map((one) => Number(one.tagName[1]));
}"""

FOCUSED = """() => {
  const { activeElement: one } = document;
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  const box = one.getBoundingClientRect();
  const place = [...document.querySelectorAll("*")].indexOf(one);
  return { place, outline: outlineStyle + outlineWidth, name: one.outerHTML.slice(0, 80), isSeen: box.width > 0 };
}"""


def test_every_control_has_a_name_and_every_page_one_heading(browser: Browser, still: Live) -> None:
    with console(browser, still) as seen:
        for page in PAGES:
            seen.go(f"#/{page}")
            expect(seen.page.locator("h1")).to_have_count(1)
            assert seen.page.evaluate(NAMELESS) == [], page
            assert seen.page.locator("#nav [aria-current=page]").count() == 1


def test_a_page_has_its_landmarks_and_no_heading_is_passed_over(browser: Browser, still: Live) -> None:
    with console(browser, still) as seen:
        for page in PAGES:
            seen.go(f"#/{page}")
            for role in ("banner", "main", "navigation"):
                expect(seen.page.get_by_role(role)).to_have_count(1)
            levels: list[int] = seen.page.evaluate(HEADINGS)
            assert levels[0] == 1, page
            assert all(after <= before + 1 for before, after in pairwise(levels)), (page, levels)


@pytest.mark.parametrize("page", PAGES)
def test_the_focus_goes_through_a_page_in_its_order_and_can_be_seen(browser: Browser, still: Live, page: str) -> None:
    with console(browser, still, f"#/{page}") as seen:
        seen.page.evaluate("document.activeElement.blur()")
        places: list[int] = []
        for _ in range(20):
            seen.page.keyboard.press("Tab")
            found = seen.page.evaluate(FOCUSED)
            if found["name"].startswith("<body"):
                break
            assert found["outline"] == "solid2px", found["name"]
            assert found["isSeen"], found["name"]
            places.append(found["place"])
        assert places == sorted(places)


def test_a_page_that_is_opened_has_the_focus(browser: Browser, still: Live) -> None:
    with console(browser, still) as seen:
        seen.page.locator("#nav").get_by_text("Approvals").click()
        expect(seen.page.locator("h1")).to_have_text("Approvals")
        expect(seen.page.locator("main")).to_be_focused()
        first = seen.page.locator("main a, main button").first
        expect(first).to_be_visible()
        seen.page.keyboard.press("Tab")
        expect(first).to_be_focused()


def test_nothing_moves_for_those_who_ask_for_that(browser: Browser, serve: Serve) -> None:
    live = serve(shop(BRIEF))
    moving = "document.getAnimations().filter((one) => one.playState === 'running').length"
    for wish, moves in (("no-preference", True), ("reduce", False)):
        with console(browser, live, "#/runs", reduced_motion=wish) as seen:
            begin_slow_run(live)
            expect(seen.page.locator(".node.moves").first).to_be_visible()
            assert (seen.page.evaluate(moving) > 0) is moves


def test_whoever_is_about_to_press_a_button_of_a_live_run_stays_there(browser: Browser, serve: Serve) -> None:
    live = serve(shop(BRIEF))
    with console(browser, live, "#/runs") as seen:
        begin_slow_run(live)
        seen.page.get_by_role("button", name="Cancel").focus()
        expect(seen.page.locator("tr[data-step=first] .tag")).to_have_text("committed")
        seen.page.wait_for_timeout(1200)
        expect(seen.page.get_by_role("button", name="Cancel")).to_be_focused()
        seen.page.keyboard.press("Enter")
        expect(seen.page.locator(".detail-head .tag")).to_have_text("cancelled")
