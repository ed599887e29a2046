"""The console by keyboard alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.server.conftest import Live
from tests.server.console.opening import console

# The loop of Playwright's sync face belongs to the test, which stops it whenever it does something else.
pytestmark = pytest.mark.duotone(allow="blocked-loop")


def test_an_operator_needs_no_mouse(browser: Browser, still: Live) -> None:
    with console(browser, still) as seen:
        keys = seen.page.keyboard
        keys.press("Tab")
        expect(seen.page.locator("#skip")).to_be_focused()
        keys.press("Enter")
        expect(seen.page.locator("main")).to_be_focused()
        keys.press("3")
        expect(seen.page.locator("h1")).to_have_text("Runs")
        expect(seen.page.locator("html")).to_have_attribute("data-ready", "runs")
        keys.press("/")
        expect(seen.page.get_by_label("Find a run")).to_be_focused()
        keys.type("workflow")
        expect(seen.page.locator(".row")).to_have_count(1)
        keys.press("ArrowDown")
        expect(seen.page.get_by_role("listbox")).to_be_focused()
        keys.press("ArrowDown")
        expect(seen.page.locator(".detail h2")).to_have_text("report")
        expect(seen.page.locator(".row[aria-selected=true]")).to_have_count(1)
        picked = seen.page.get_by_role("listbox").get_attribute("aria-activedescendant")
        assert picked == seen.page.locator(".row[aria-selected=true]").get_attribute("id")


def test_the_ends_of_a_list_are_one_key_away(browser: Browser, still: Live) -> None:
    with console(browser, still, "#/events") as seen:
        expect(seen.page.locator(".chain")).to_contain_text("The chain holds")
        seen.page.get_by_role("listbox").focus()
        seen.page.keyboard.press("End")
        expect(seen.page.locator(".row[aria-selected=true] .cell-id")).to_have_text("1")
        expect(seen.page.locator(".row[aria-selected=true]")).to_be_in_viewport()
        seen.page.keyboard.press("Home")
        expect(seen.page.locator(".row[aria-selected=true]")).to_have_attribute("aria-posinset", "1")


def test_the_shortcuts_are_listed(browser: Browser, still: Live) -> None:
    with console(browser, still) as seen:
        seen.page.keyboard.press("?")
        expect(seen.page.get_by_role("dialog")).to_contain_text("light or dark")
        seen.page.keyboard.press("Escape")
        expect(seen.page.get_by_role("dialog")).to_have_count(0)


def test_an_approval_is_decided_by_keyboard(browser: Browser, shown: Live) -> None:
    with console(browser, shown, "#/approvals") as seen:
        seen.page.get_by_role("button", name="Approve").focus()
        seen.page.keyboard.press("Enter")
        expect(seen.page.locator(".approval .tag", has_text="approved")).to_be_visible()
