"""A conversation with the agent of the demo."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.server.conftest import Live
from tests.server.console.opening import Console, console

# The loop of Playwright's sync face belongs to the test, which stops it whenever it does something else.
pytestmark = pytest.mark.duotone(allow="blocked-loop")


def begin(seen: Console) -> None:
    seen.page.get_by_role("button", name="New conversation").first.click()
    expect(seen.page.locator(".talk .tag")).to_have_text("idle")


def say(seen: Console, text: str) -> None:
    seen.page.get_by_label("Message").fill(text)
    seen.page.keyboard.press("Enter")


def test_an_agent_answers_and_shows_what_it_calls(browser: Browser, shown: Live) -> None:
    with console(browser, shown, "#/chat") as seen:
        begin(seen)
        say(seen, "what does tea cost?")
        expect(seen.page.locator(".bubble.agent").first).to_contain_text("That is 3.20.")
        expect(seen.page.locator(".call")).to_contain_text("look_up_price")
        expect(seen.page.locator(".bubble.user")).to_have_count(1)
        expect(seen.page.locator(".row")).to_have_count(1)


def test_words_are_shown_as_they_come_and_can_be_stopped(browser: Browser, shown: Live) -> None:
    with console(browser, shown, "#/chat") as seen:
        begin(seen)
        say(seen, "think")
        expect(seen.page.locator(".coming")).to_contain_text("Thought 2 of 100")
        seen.page.get_by_role("button", name="Stop").click()
        expect(seen.page.locator(".talk .tag")).to_have_text("paused")


def test_a_call_that_waits_is_decided_in_the_chat(browser: Browser, shown: Live) -> None:
    with console(browser, shown, "#/chat") as seen:
        begin(seen)
        say(seen, "refund please")
        expect(seen.page.locator(".asking")).to_contain_text("waits for you")
        seen.page.get_by_role("button", name="Approve").click()
        expect(seen.page.locator(".bubble.agent").first).to_contain_text("3.20 given back")
        expect(seen.page.locator(".asking")).to_have_count(0)


def test_a_job_in_the_background_is_told_and_answered_by_itself(browser: Browser, shown: Live) -> None:
    with console(browser, shown, "#/chat") as seen:
        begin(seen)
        say(seen, "build")
        expect(seen.page.locator(".bubble.agent").first).to_contain_text("I'll tell you when it is done")
        told = seen.page.locator(".bubble.notice")
        expect(told.locator("summary")).to_contain_text("exit 0", timeout=20_000)
        told.locator("summary").click()
        expect(told.locator("pre")).to_have_text("built part 1 of 3\nbuilt part 2 of 3\nbuilt part 3 of 3")
        expect(seen.page.locator(".said-list .bubble.agent").last).to_contain_text(
            "The build has ended with exit code 0."
        )
        expect(seen.page.locator(".talk-head .tag")).to_have_text("idle")
        expect(seen.page.locator(".bubble.notice")).to_have_count(1)


def test_what_was_said_is_there_after_the_page_is_loaded_again(browser: Browser, shown: Live) -> None:
    with console(browser, shown, "#/chat") as seen:
        begin(seen)
        say(seen, "hello")
        expect(seen.page.locator(".talk .tag")).to_have_text("idle")
        expect(seen.page.locator(".bubble.agent").first).to_contain_text("scripted model")
        seen.visit("#/chat")
        expect(seen.page.locator(".said-list .bubble")).to_have_count(2)
