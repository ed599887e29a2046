"""The list of findings, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.analyzer.page.opening import Opened, opened
from tests.analyzer.page.samples import context, large_report, shop_report, write_shop

# The loop of Playwright's sync face belongs to the test, which stops it whenever it does something else.
pytestmark = pytest.mark.duotone(allow="blocked-loop")


@pytest.fixture
def shop(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    write_shop(tmp_path)
    with opened(browser, shop_report(), context(tmp_path, suppressed=3)) as seen:
        yield seen


@pytest.fixture
def mall(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    write_shop(tmp_path)
    with opened(browser, large_report(100, 300), context(tmp_path)) as seen:
        yield seen


def test_a_finding_opens_to_its_source_its_proof_its_fix_and_its_rule(shop: Opened) -> None:
    shop.page.locator(".finding-head").first.click()
    body = shop.page.locator(".finding-body")
    expect(body.locator("> .excerpt mark")).to_have_text('store.save({"a": "b"})')
    assert body.locator(".step-kind").all_inner_texts() == ["defined here", "reached by", "lost here", "hidden by"]
    assert body.locator(".code-line.removed code").inner_text().strip() == 'store.save({"a": "b"})'
    assert body.locator(".code-line.added code").inner_text().strip() == 'await store.save({"a": "b"})'
    body.locator("summary").click()
    expect(body.locator(".prose")).to_contain_text("What it does")
    shop.page.locator(".finding-head").first.click()
    expect(body).to_have_count(0)


def test_errors_stand_first(mall: Opened) -> None:
    severities = mall.texts(".finding .severity")
    assert severities == sorted(severities, key=["error", "warning", "note"].index)


def test_every_filter_narrows_and_clearing_brings_everything_back(mall: Opened) -> None:
    page = mall.page

    def shown() -> int:
        return int(mall.text("#finding-count").split()[0])

    for press in (".rule-row", ".chip.error", "[aria-label=Confidence] .chip >> nth=0", ".chip:has-text('with fix')"):
        before = shown()
        page.locator(press).first.click()
        assert shown() < before
    page.get_by_role("button", name="Clear the filters").click()
    assert shown() == 300
    page.get_by_label("Search the findings").fill("NUMBER 277:")
    assert shown() == 1
    page.get_by_label("Search the findings").fill("")
    page.get_by_label("Only in this module").fill("shop.agents")
    assert 0 < shown() < 300


def test_counts_at_the_filters_say_what_choosing_them_would_show(mall: Opened) -> None:
    mall.page.locator(".chip.error").click()
    promised = int(mall.texts(".rule-row b")[0])
    mall.page.locator(".rule-row").first.click()
    assert int(mall.text("#finding-count").split()[0]) == promised


def test_what_matches_nothing_says_so(mall: Opened) -> None:
    mall.page.get_by_label("Search the findings").fill("no such words anywhere")
    assert mall.text("#finding-list") == "No finding matches the filters."


def test_an_address_leads_to_its_finding_however_far_down_it_is(mall: Opened) -> None:
    mall.visit("#finding/00012b")
    row = mall.page.locator("[id='finding/00012b']")
    expect(row.locator(".finding-head")).to_have_attribute("aria-expanded", "true")
    expect(row.locator(".finding-head")).to_be_in_viewport()


@pytest.mark.parametrize("fragment", ["#finding/none", "#module/none", "#%E0%A4%A", "#map"])
def test_an_address_that_leads_nowhere_is_no_error(shop: Opened, fragment: str) -> None:
    shop.visit(fragment)
    assert shop.text("#finding-count") == "2 findings"


def test_more_rows_appear_as_one_scrolls(mall: Opened) -> None:
    assert mall.page.locator(".finding").count() < 200
    for _ in range(60):
        mall.page.mouse.wheel(0, 4000)
        if mall.page.locator(".finding").count() == 300:
            break
    expect(mall.page.locator(".finding")).to_have_count(300)


def test_the_list_can_be_walked_and_searched_by_keyboard(mall: Opened) -> None:
    page = mall.page
    page.locator(".finding-head").first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".finding-head").nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".finding-head").nth(1)).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("/")
    expect(page.get_by_label("Search the findings")).to_be_focused()


def test_what_was_left_out_is_said_at_the_foot(shop: Opened) -> None:
    assert "duotone 1.2.3" in shop.text("#footer")
    assert "3 findings suppressed" in shop.text("#footer")
