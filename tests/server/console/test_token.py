"""Where the server asks for a token, so does the console."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.server.conftest import Live
from tests.server.console.opening import console
from tests.server.streams.listening import write

# The loop of Playwright's sync face belongs to the test, which stops it whenever it does something else.
pytestmark = pytest.mark.duotone(allow="blocked-loop")


def test_a_token_is_asked_for_kept_for_the_tab_and_sent_in_no_address(browser: Browser, shown: Live) -> None:
    token = shown.token("admin")
    with console(browser, shown, None) as seen:
        seen.page.goto(f"{shown.url}/#/sessions")
        field = seen.page.locator("#token")
        field.fill("dt_wrong_token")
        seen.page.keyboard.press("Enter")
        expect(seen.page.locator("#token-why")).to_contain_text("not good")
        field.fill(token)
        seen.page.keyboard.press("Enter")
        expect(seen.page.locator(".row")).to_have_text(["reviewactive"])
        expect(seen.page.locator("#live")).to_have_text("live")
        assert seen.page.evaluate("[sessionStorage.length, JSON.stringify(localStorage)]") == [1, "{}"]
        assert [url for url in seen.requests if token in url] == []


def test_a_page_that_is_open_asks_for_a_token_once_there_is_one_and_blames_no_server(
    browser: Browser, shown: Live
) -> None:
    with console(browser, shown, None) as seen:
        seen.page.clock.install()
        seen.visit("#/events")
        expect(seen.page.locator("#live")).to_have_text("live")
        token = shown.token("admin")
        write(shown, "s", "unseen")
        expect(seen.page.locator("#token")).to_be_visible()
        seen.page.clock.fast_forward(5_000)
        expect(seen.page.locator(".notice")).to_have_count(0)
        seen.page.locator("#token").fill(token)
        seen.page.keyboard.press("Enter")
        expect(seen.page.locator("#live")).to_have_text("live")
        expect(seen.page.locator(".row", has_text="unseen")).to_be_visible()


def test_a_tenant_sees_its_own_and_can_verify_its_own_chain(browser: Browser, shown: Live) -> None:
    token = shown.token("admin", tenant="ours", name="ann")
    mine = {"Authorization": f"Bearer {token}"}
    assert httpx.post(f"{shown.url}/api/sessions", json={"id": "secret"}, headers=mine, timeout=20).status_code == 201
    with console(browser, shown, None) as seen:
        seen.page.goto(f"{shown.url}/#/events")
        seen.page.locator("#token").fill(token)
        seen.page.keyboard.press("Enter")
        expect(seen.page.locator(".chain")).to_contain_text("The chain holds")
        assert {text.partition(" ")[0] for text in seen.texts(".cell-session")} == {"secret"}
        expect(seen.page.locator("#caller")).to_have_text("ann · ours")
        seen.page.keyboard.press("8")
        expect(seen.page.locator(".empty")).to_contain_text("No folder is named")
