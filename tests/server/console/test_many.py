"""A thousand sessions and ten thousand events: the first rows are quick, and so is every jump.

The bounds leave room for a machine that does other things meanwhile.
"""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Browser, expect

from duotone.runtime.events import Append, Draft
from tests.server.conftest import Live
from tests.server.console.opening import Console, console

# The loop of Playwright's sync face belongs to the test, which stops it whenever it does something else.
pytestmark = pytest.mark.duotone(allow="blocked-loop")

FIRST_ROWS = 4.0
JUMP = 400.0
ELEMENTS = 1500

# Goes to places all over the list, and tells the slowest time until the row that belongs there stands.
JUMPS = """async () => {
  const list = document.querySelector(".rows");
  const frame = () => new Promise(requestAnimationFrame);
  let slowest = 0;
  for (const part of [0.5, 0.1, 0.9, 0.3, 1, 0.7, 0]) {
    const began = performance.now();
    list.scrollTop = part * (list.scrollHeight - list.clientHeight);
    const box = list.getBoundingClientRect();
    const isFilled = () => document.elementFromPoint(box.left + 60, box.top + box.height / 2)?.closest(".row");
    do { await frame(); } while (!isFilled() && performance.now() - began < 5000);
    slowest = Math.max(slowest, performance.now() - began);
  }
  return slowest;
}"""


async def make_sessions(live: Live, number: int) -> None:
    for place in range(number):
        await live.ground.hypervisor.create_session(creator="ann", id=f"review-{place:04}")


async def write_events(live: Live, number: int) -> None:
    for session in range(number // 500):
        drafts = [Draft("thing.happened", {"step": f"step-{place}", "seconds": place / 7}) for place in range(500)]
        await live.ground.runtime.log.append(Append(f"session-{session}", drafts))


def assert_quick(seen: Console, page: str) -> None:
    """Open a page of which much is to be shown, and go all over it."""
    began = time.perf_counter()
    seen.visit(f"#/{page}")
    expect(seen.page.locator(".row").first).to_be_visible()
    assert time.perf_counter() - began < FIRST_ROWS
    assert seen.page.evaluate(JUMPS) < JUMP
    assert seen.page.evaluate("document.querySelectorAll('*').length") < ELEMENTS


def test_a_thousand_sessions_are_quick(browser: Browser, live: Live) -> None:
    live.call(make_sessions(live, 1000))
    with console(browser, live, "#/approvals") as seen:
        assert_quick(seen, "sessions")
        expect(seen.page.locator(".page-head .hint")).to_have_text("1,000 sessions")
        seen.page.get_by_label("Find a session").fill("review-0999")
        expect(seen.page.locator(".row")).to_have_text(["review-0999created"])


def test_ten_thousand_events_are_quick_and_all_of_them_are_verified(browser: Browser, live: Live) -> None:
    live.call(write_events(live, 10_000))
    with console(browser, live, "#/approvals") as seen:
        assert_quick(seen, "events")
        whole = "✓ The chain holds · 10,000 of 10,000 events computed again in this browser"
        expect(seen.page.locator(".chain")).to_have_text(whole, timeout=60_000)
        assert seen.page.evaluate(JUMPS) < JUMP
        seen.page.get_by_role("listbox").focus()
        seen.page.keyboard.press("End")
        expect(seen.page.locator(".row[aria-selected=true]")).to_have_attribute("aria-posinset", "10000")
