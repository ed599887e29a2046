"""Each page of the console over what the demo has."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.server.conftest import Live
from tests.server.console.opening import console

# The loop of Playwright's sync face belongs to the test, which stops it whenever it does something else.
pytestmark = pytest.mark.duotone(allow="blocked-loop")


def test_the_overview_says_what_there_is_and_what_waits(browser: Browser, still: Live) -> None:
    with console(browser, still) as seen:
        tiles = seen.texts(".tile")
        assert [tile for tile in tiles if tile.startswith("Sessions1")]
        assert "Waiting for you1to approve or reject" in tiles
        cards = seen.page.locator(".list-card")
        expect(cards.nth(0)).to_contain_text("release the new shop builder in review")
        expect(cards.nth(1)).to_contain_text("compensated")
        expect(seen.page.locator("#live")).to_have_text("live")
        expect(seen.page.locator("#nav [data-path=approvals] .pill")).to_have_text("1")


def test_a_session_shows_its_participants_in_their_rings(browser: Browser, still: Live) -> None:
    with console(browser, still, "#/sessions/review") as seen:
        rings = seen.page.locator(".ring")
        expect(rings.nth(1)).to_contain_text("ann")
        expect(rings.nth(1)).to_contain_text("lent by ann, own ring 2")
        expect(rings.nth(3)).to_contain_text("guest")
        expect(rings.nth(3)).to_contain_text("trust 0.20")
        seen.page.get_by_role("button", name="Verify").click()
        expect(seen.page.locator(".detail .tag.good", has_text="intact")).to_be_visible()


def test_a_run_shows_each_step_with_its_color_attempts_and_outcome(browser: Browser, still: Live) -> None:
    with console(browser, still, "#/runs/report-1") as seen:
        expect(seen.page.locator(".graph [data-step=search]")).to_contain_text("×3")
        expect(seen.page.locator(".graph [data-step=search]")).to_have_class("node is-async good  ")
        rows = seen.page.locator(".timeline tbody tr")
        expect(rows).to_have_count(5)
        assert rows.nth(0).locator("td").all_text_contents()[:3:2] == ["sync", "1"]
        assert rows.nth(1).locator(".color").inner_text() == "async"
        expect(seen.page.locator(".track i.is-async")).to_have_count(3)
        expect(seen.page.locator(".json")).to_contain_text("what is known of tea, part 3")


def test_a_saga_that_was_undone_says_why_and_shows_what_was_undone(browser: Browser, still: Live) -> None:
    with console(browser, still, "#/runs/order-7") as seen:
        expect(seen.page.locator(".trouble")).to_contain_text("no carrier takes a piano")
        expect(seen.page.locator(".track i.undoes")).to_have_count(2)
        expect(seen.page.locator("[data-step=ship] .track i.failed")).to_have_count(1)
        assert seen.texts(".timeline tbody .tag") == ["undone", "undone", "failed"]


def test_the_events_are_there_with_their_chain_computed_again(browser: Browser, still: Live) -> None:
    with console(browser, still, "#/events") as seen:
        expect(seen.page.locator(".chain")).to_contain_text("The chain holds")
        assert set(seen.texts(".seal")) == {"✓"}
        seen.page.get_by_label("Find in the events").fill("ring.elevated")
        expect(seen.page.locator(".row")).to_have_count(1)
        seen.page.locator(".row").click()
        expect(seen.page.locator(".drawer")).to_contain_text("holiday cover")
        expect(seen.page.locator(".drawer")).to_contain_text("the same, in this browser with SHA-256")


def test_a_process_shows_what_it_prints_and_can_be_ended(browser: Browser, shown: Live) -> None:
    processes = shown.ground.processes
    assert processes is not None
    shown.call(processes.start("echo built; sleep 60", session="jobs"))
    with console(browser, shown, "#/background") as seen:
        seen.page.locator("summary").click()
        expect(seen.page.locator(".output")).to_have_text("built\n")
        seen.page.get_by_role("button", name="End it").click()
        expect(seen.page.locator("summary .tag", has_text="ended")).to_be_visible()
        expect(seen.page.locator(".column").nth(1)).to_contain_text("The agent of the demo makes one")


def test_findings_are_shown_with_their_proofs(browser: Browser, still: Live) -> None:
    with console(browser, still, "#/findings") as seen:
        row = seen.page.locator(".row", has_text="DUO101")
        expect(row).to_be_visible(timeout=60_000)
        row.click()
        expect(seen.page.locator(".finding h2")).to_contain_text("never awaited")
        expect(seen.page.locator(".finding > .excerpt mark")).to_have_text("save(order)")
        expect(seen.page.locator(".proof .step").first).to_contain_text("defined here")
        expect(seen.page.locator(".page-head")).to_contain_text("in 1 file of shop")


@pytest.mark.parametrize("page", ["", "sessions", "runs", "events", "approvals", "background", "chat", "findings"])
def test_where_there_is_nothing_a_page_says_what_to_do(browser: Browser, empty: Live, page: str) -> None:
    with console(browser, empty, f"#/{page}") as seen:
        expect(seen.page.locator(".empty .command code").first).to_contain_text(" ")
        assert seen.texts(".empty .command code")[0].startswith(("duotone ", "curl "))
        assert "".join(seen.texts(".chain")) == ""  # of nothing, nothing holds
