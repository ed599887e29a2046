"""What happens is seen at once, in every page, and after a stream that broke."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.server.conftest import Live, Serve
from tests.server.console.opening import console
from tests.server.shop import shop

# The loop of Playwright's sync face belongs to the test, which stops it whenever it does something else.
pytestmark = pytest.mark.duotone(allow="blocked-loop")

SLOW = "name: slow\nsteps:\n  - {id: first, function: sell}\n  - {id: second, function: linger, needs: [first]}\n"


def make_session(live: Live, name: str) -> None:
    assert httpx.post(f"{live.url}/api/sessions", json={"id": name}, timeout=20).status_code == 201


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
    live = serve(shop())
    with console(browser, live, "#/runs") as seen:
        expect(seen.page.locator(".empty").first).to_contain_text("No runs yet")
        started = httpx.post(f"{live.url}/api/workflows/runs", json={"workflow": SLOW}, timeout=20).json()
        seen.page.locator(".row").click()
        expect(seen.page.locator(".graph [data-step=second]")).to_have_class("node is-async going  moves")
        expect(seen.page.locator("tr[data-step=first] .tag")).to_have_text("committed")
        seen.page.get_by_role("button", name="Cancel").click()
        expect(seen.page.locator(".detail-head .tag")).to_have_text("cancelled")
        expect(seen.page.locator(".row .tag")).to_have_text("cancelled")
        assert httpx.get(f"{live.url}/api/runs/{started['id']}", timeout=20).json()["status"] == "cancelled"
