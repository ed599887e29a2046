"""What happens is seen at once, in every page, and after a stream that broke."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from duotone.server.ground import Ground, Settings
from tests.server.conftest import Live, Serve, serving
from tests.server.console.opening import console
from tests.server.shop import BRIEF, shop

# The loop of Playwright's sync face belongs to the test, which stops it whenever it does something else.
pytestmark = pytest.mark.duotone(allow="blocked-loop")

SLOW = "name: slow\nsteps:\n  - {id: first, function: sell}\n  - {id: second, function: linger, needs: [first]}\n"


def make_session(live: Live, name: str) -> None:
    assert httpx.post(f"{live.url}/api/sessions", json={"id": name}, timeout=20).status_code == 201


def begin_slow_run(live: Live) -> str:
    """Begin a run that goes on for a minute."""
    started: str = httpx.post(f"{live.url}/api/workflows/runs", json={"workflow": SLOW}, timeout=20).json()["id"]
    return started


def break_streams(live: Live) -> None:
    """Let every stream end as it does when a connection is lost."""
    for subscription in list(live.ground.tail._subscriptions):
        live.loop.call_soon_threadsafe(subscription.close)


def test_a_session_that_somebody_makes_appears(browser: Browser, live: Live) -> None:
    with console(browser, live, "#/sessions") as seen:
        expect(seen.page.locator(".row")).to_have_count(0)
        make_session(live, "review-7")
        expect(seen.page.locator(".row")).to_have_text(["review-7created"])


def test_events_appear_as_they_are_written_and_are_verified(browser: Browser, live: Live) -> None:
    with console(browser, live, "#/events") as seen:
        make_session(live, "review-7")
        expect(seen.page.locator(".row").first).to_contain_text("session.created")
        expect(seen.page.locator(".row .seal").first).to_have_text("✓")


def test_a_stream_that_broke_goes_on_where_it_was(browser: Browser, live: Live) -> None:
    with console(browser, live, "#/sessions") as seen:
        make_session(live, "before")
        expect(seen.page.locator(".row")).to_have_count(1)
        with seen.page.expect_request("**/api/events/stream") as again:
            break_streams(live)
            make_session(live, "meanwhile")
        assert int(again.value.headers["last-event-id"]) > 0
        expect(seen.page.locator(".row")).to_have_text(["beforecreated", "meanwhilecreated"])
        expect(seen.page.locator("#live")).to_have_text("live")


def test_a_run_is_seen_while_it_goes_on_and_can_be_cancelled(browser: Browser, serve: Serve) -> None:
    live = serve(shop(BRIEF))
    with console(browser, live, "#/runs") as seen:
        expect(seen.page.locator(".empty").first).to_contain_text("No runs yet")
        started = begin_slow_run(live)
        expect(seen.page.locator(".graph [data-step=second]")).to_have_class("node is-async going  moves")
        expect(seen.page.locator("tr[data-step=first] .tag")).to_have_text("committed")
        seen.page.get_by_role("button", name="Cancel").click()
        expect(seen.page.locator(".detail-head .tag")).to_have_text("cancelled")
        expect(seen.page.locator(".row .tag")).to_have_text("cancelled")
        assert httpx.get(f"{live.url}/api/runs/{started}", timeout=20).json()["status"] == "cancelled"


def test_what_is_read_of_a_live_run_stays_where_it_is(browser: Browser, serve: Serve) -> None:
    live = serve(shop(BRIEF))
    with console(browser, live, "#/runs", viewport={"width": 1280, "height": 420}) as seen:
        begin_slow_run(live)
        expect(seen.page.locator(".node.moves")).to_be_visible()
        seen.page.evaluate("document.querySelector('.drawer').scrollTop = 90")
        kept = seen.page.locator(".graph").element_handle()
        width = "document.querySelector('.track .moves').style.getPropertyValue('--from')"
        before = seen.page.evaluate(width)
        seen.page.wait_for_function(f"before => {width} !== before", arg=before)
        assert seen.page.evaluate("document.querySelector('.drawer').scrollTop") == 90
        assert kept is not None
        assert kept.evaluate("graph => graph.isConnected")


def test_a_server_that_goes_away_is_missed_and_found_again(browser: Browser, tmp_path: Path) -> None:
    settings = Settings(log=tmp_path / "log.db")
    with ExitStack() as first:
        live = first.enter_context(serving(Ground(settings=settings), timeout_graceful_shutdown=1))
        make_session(live, "before")
        with console(browser, live, "#/sessions") as seen:
            expect(seen.page.locator(".row")).to_have_text(["beforecreated"])
            first.close()
            expect(seen.page.locator("#live")).to_have_text("reconnecting…")
            expect(seen.page.get_by_role("alert")).to_contain_text("The server doesn't answer")
            seen.page.locator("#nav").get_by_text("Approvals").click()
            expect(seen.page.locator(".empty.error")).to_contain_text("The server doesn't answer")
            with serving(Ground(settings=settings), port=int(live.url.rpartition(":")[2])) as again:
                make_session(again, "after")
                expect(seen.page.locator("#live")).to_have_text("live")
                expect(seen.page.get_by_role("alert")).to_have_count(0)
                expect(seen.page.locator(".empty h2")).to_have_text("Nothing waits for you")
                seen.page.locator("#nav").get_by_text("Sessions").click()
                expect(seen.page.locator(".row")).to_have_text(["aftercreated", "beforecreated"])
                seen.page.goto("about:blank")


def test_what_was_missed_meanwhile_is_in_the_events_and_verified(browser: Browser, live: Live) -> None:
    with console(browser, live, "#/events") as seen:
        make_session(live, "before")
        expect(seen.page.locator(".row")).to_have_count(1)
        break_streams(live)
        make_session(live, "meanwhile")
        expect(seen.page.locator(".row")).to_have_count(2)
        expect(seen.page.locator(".chain")).to_contain_text("The chain holds · 2 of 2 events")
