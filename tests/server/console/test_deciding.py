"""Approvals are decided in the console once, whoever is first."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.server.conftest import Live
from tests.server.console.opening import console

# The loop of Playwright's sync face belongs to the test, which stops it whenever it does something else.
pytestmark = pytest.mark.duotone(allow="blocked-loop")


def waiting(live: Live) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = httpx.get(f"{live.url}/api/approvals", timeout=20).json()["items"]
    return found


def ask_for_refund(live: Live) -> None:
    """Let the agent of the demo ask for something that waits."""
    talk = httpx.post(f"{live.url}/api/conversations", json={"agent": "demo"}, timeout=20).json()["id"]
    begun = httpx.post(f"{live.url}/api/conversations/{talk}/runs", json={"message": "refund please"}, timeout=20)
    assert begun.status_code == 202


def test_what_is_approved_here_is_approved_everywhere(browser: Browser, shown: Live) -> None:
    with console(browser, shown, "#/approvals") as seen, console(browser, shown, "#/approvals") as other:
        expect(other.page.locator(".approval")).to_contain_text("builder wants to take an action in review")
        seen.page.get_by_role("button", name="Approve").click()
        expect(seen.page.locator(".approval")).to_contain_text("approveddecided here")
        expect(other.page.locator(".approval")).to_contain_text("decided elsewhere")
        expect(other.page.get_by_role("button", name="Approve")).to_have_count(0)
        assert waiting(shown) == []


def test_who_decides_sees_why_the_policy_asks(browser: Browser, shown: Live) -> None:
    ask_for_refund(shown)
    with console(browser, shown, "#/approvals") as seen:
        expect(seen.page.locator(".approval")).to_have_count(2)
        assert seen.texts(".approval .because") == [
            "Why it waits: it can't be taken back",
            "Why it waits: refund is irreversible, so a person decides",
        ]
        seen.page.locator(".approval", has_text="refund").get_by_role("link").click()
        expect(seen.page.locator(".asking .because")).to_have_text(
            "Why it waits: refund is irreversible, so a person decides"
        )


def test_no_other_decision_comes_under_a_hand_that_is_about_to_press(browser: Browser, shown: Live) -> None:
    (one,) = waiting(shown)
    with console(browser, shown, "#/approvals") as seen:
        ask_for_refund(shown)
        expect(seen.page.locator(".approval")).to_have_count(2)
        second = seen.page.get_by_role("button", name="Approve").nth(1)
        before = second.bounding_box()
        path = f"{shown.url}/api/approvals/{one['session']}/{one['request']}"
        assert httpx.post(path, json={"decision": "reject"}, timeout=20).status_code == 200
        expect(seen.page.locator(".approval").first).to_contain_text("decided elsewhere")
        assert seen.page.get_by_role("button", name="Approve").bounding_box() == before


def test_what_could_not_be_sent_can_be_decided_afterwards(browser: Browser, shown: Live) -> None:
    with console(browser, shown, "#/approvals") as seen:
        seen.page.route("**/api/approvals/**", lambda route: route.abort())
        seen.page.get_by_role("button", name="Approve").click()
        expect(seen.page.locator(".notice")).to_have_text("The server doesn't answer")
        seen.page.unroute("**/api/approvals/**")
        seen.page.get_by_role("button", name="Approve").click()
        expect(seen.page.locator(".approval .tag", has_text="approved")).to_be_visible()


def test_what_somebody_else_has_decided_is_not_decided_again(browser: Browser, shown: Live) -> None:
    (one,) = waiting(shown)
    with console(browser, shown, None) as seen:
        seen.page.route("**/api/events/stream", lambda route: route.abort())
        seen.visit("#/approvals")
        path = f"{shown.url}/api/approvals/{one['session']}/{one['request']}"
        assert httpx.post(path, json={"decision": "reject"}, timeout=20).status_code == 200
        seen.page.get_by_role("button", name="Approve").click()
        expect(seen.page.locator(".approval .tag.warning")).to_have_text("decided already")
        expect(seen.page.get_by_role("button", name="Approve")).to_have_count(0)


def test_who_may_not_decide_is_told_so(browser: Browser, shown: Live) -> None:
    token = shown.token("read")
    with console(browser, shown, None) as seen:
        seen.page.goto(f"{shown.url}/#/approvals")
        seen.page.locator("#token").fill(token)
        seen.page.keyboard.press("Enter")
        expect(seen.page.locator(".approval")).to_contain_text("duotone token create --scope approve")
        expect(seen.page.get_by_role("button", name="Approve")).to_have_count(0)
