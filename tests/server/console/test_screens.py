"""The screens of the guide: taken of the demo, and written into the docs with `DUOTONE_SCREENS=1`."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from tests.meta.sources import ROOT
from tests.server.conftest import Live
from tests.server.console.opening import Console, console

# The loop of Playwright's sync face belongs to the test, which stops it whenever it does something else.
pytestmark = pytest.mark.duotone(allow="blocked-loop")

LARGEST = 150_000
IS_WRITING = os.environ.get("DUOTONE_SCREENS", "0") not in {"", "0"}


def see_chain(seen: Console) -> None:
    expect(seen.page.locator(".chain")).to_contain_text("The chain holds")


def see_finding(seen: Console) -> None:
    row = seen.page.locator(".row", has_text="DUO101")
    row.click(timeout=60_000)
    expect(seen.page.locator(".proof")).to_be_visible()


def talk(seen: Console) -> None:
    seen.page.get_by_role("button", name="New conversation").first.click()
    for words, answer in (("What does tea cost?", "That is 3.20."), ("Then a refund, please.", "waits for you")):
        seen.page.get_by_label("Message").fill(words)
        seen.page.keyboard.press("Enter")
        expect(seen.page.locator(".said-list")).to_contain_text(answer)
        expect(seen.page.get_by_role("button", name="Stop")).to_be_hidden()


def nothing_more(seen: Console) -> None:
    expect(seen.page.locator("h1")).to_be_visible()


class Screen(NamedTuple):
    """What a screen is taken of."""

    name: str
    where: str
    scheme: str
    prepare: Callable[[Console], None] = nothing_more
    width: int = 1280
    height: int = 720


SCREENS = [
    Screen("overview", "#/", "light"),
    Screen("sessions", "#/sessions/review", "light"),
    Screen("run", "#/runs/report-1", "light"),
    Screen("undone", "#/runs/order-7", "dark"),
    Screen("events", "#/events/34", "dark", see_chain, 1160, 640),
    Screen("approvals", "#/approvals", "light"),
    Screen("chat", "#/chat", "light", talk),
    Screen("findings", "#/findings", "light", see_finding),
]


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_a_screen_is_taken_and_is_small(browser: Browser, shown: Live, screen: Screen) -> None:
    size = {"width": screen.width, "height": screen.height}
    with console(browser, shown, screen.where, viewport=size, color_scheme=screen.scheme) as seen:
        screen.prepare(seen)
        expect(seen.page.locator("#live")).to_have_text("live")
        seen.page.wait_for_timeout(300)
        picture = seen.page.screenshot(caret="hide")
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < LARGEST
    if IS_WRITING:
        (ROOT / "docs" / "assets" / f"console-{screen.name}.png").write_bytes(picture)


def test_the_guide_shows_every_screen() -> None:
    guide = (ROOT / "docs" / "guide" / "console.md").read_text(encoding="utf-8")
    for screen in SCREENS:
        file = ROOT / "docs" / "assets" / f"console-{screen.name}.png"
        assert f"../assets/{file.name}" in guide
        assert file.stat().st_size < LARGEST
