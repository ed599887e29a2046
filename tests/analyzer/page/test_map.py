"""The map and the seams, in a real browser."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from duotone.analyzer.engine import ModuleColors
from tests.analyzer.page.opening import Opened, opened
from tests.analyzer.page.samples import context, large_report, shop_report, write_shop

# The loop of Playwright's sync face belongs to the test, which stops it whenever it does something else.
pytestmark = pytest.mark.duotone(allow="blocked-loop")


@pytest.fixture
def shop(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    write_shop(tmp_path)
    with opened(browser, shop_report(), context(tmp_path)) as seen:
        yield seen


@pytest.fixture
def mall(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    write_shop(tmp_path)
    with opened(browser, large_report(300, 40), context(tmp_path)) as seen:
        yield seen


def test_without_seams_there_is_one_line_and_no_empty_list(browser: Browser, tmp_path: Path) -> None:
    write_shop(tmp_path)
    alone = dataclasses.replace(shop_report(), modules=(ModuleColors("shop.store", "shop/store.py", 0, 2, ()),))
    with opened(browser, alone, context(tmp_path)) as seen:
        assert seen.texts(".seam-frame .card") == ["No color calls the other: there are no seams."]
        box = seen.page.locator(".seam-frame").bounding_box()
        assert box
        assert box["height"] < 200


def test_every_module_has_an_area_that_says_what_it_is(shop: Opened) -> None:
    labels = [area.get_attribute("aria-label") for area in shop.page.locator(".area").all()]
    assert sorted(str(label) for label in labels) == [
        "shop, module: 0 sync, 0 async",
        "shop.jobs, module: 4 sync, 0 async, 1 finding",
        "shop.store, module: 1 sync, 3 async, 1 finding",
    ]


def test_areas_are_as_large_as_their_functions_and_do_not_overlap(shop: Opened) -> None:
    boxes = [area.bounding_box() for area in shop.page.locator(".area").all()]
    sizes = sorted(box["width"] * box["height"] for box in boxes if box)
    assert sizes[2] == pytest.approx(sizes[1], rel=0.05)
    assert sizes[1] == pytest.approx(4 * sizes[0], rel=0.1)


def test_a_selected_module_shows_its_colors_its_seams_and_its_findings(shop: Opened) -> None:
    shop.page.get_by_role("button", name="shop.jobs, module").click()
    detail = shop.text("#detail")
    assert "shop/jobs.py" in detail
    assert "4 sync" in detail
    assert "sync → async 3" in detail
    assert "DUO101 lost-coroutine" in detail


def test_from_the_map_to_the_findings_and_back(shop: Opened) -> None:
    shop.page.get_by_role("button", name="shop.jobs, module").click()
    shop.page.get_by_role("button", name="Show 1 finding", exact=True).click()
    assert shop.text("#finding-count") == "1 of 2 findings"
    shop.page.locator(".finding-head").click()
    shop.page.get_by_role("button", name="Show on the map").click()
    area = shop.page.get_by_role("button", name="shop.jobs, module")
    expect(area).to_be_focused()
    expect(area).to_have_attribute("aria-pressed", "true")


def test_packages_open_and_close_by_keyboard_alone(mall: Opened) -> None:
    page = mall.page
    page.locator("#treemap [tabindex='0']").focus()
    page.keyboard.press("Enter")
    crumbs = page.locator("#crumbs button")
    expect(crumbs).to_have_count(2)
    page.keyboard.press("Escape")
    expect(crumbs).to_have_count(1)
    assert page.evaluate("document.activeElement.classList.contains('area')")


def test_arrow_keys_walk_over_the_map_and_one_area_is_in_the_tab_order(mall: Opened) -> None:
    page = mall.page
    page.locator("#treemap [tabindex='0']").focus()
    seen = set()
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight", "End", "ArrowUp", "Home"):
        page.keyboard.press(key)
        seen.add(page.evaluate("document.activeElement.getAttribute('aria-label')"))
    assert len(seen) >= 5
    assert page.locator("#treemap [tabindex='0']").count() == 1


def test_crumbs_lead_back_out(mall: Opened) -> None:
    mall.page.locator(".area.package > .name").first.click()
    assert len(mall.texts("#crumbs button")) == 2
    mall.page.locator("#crumbs button").first.click()
    assert len(mall.texts("#crumbs button")) == 1


def test_a_module_of_a_folded_package_is_brought_into_sight(mall: Opened) -> None:
    name = large_report(300, 40).modules[-1].name
    mall.visit(f"#module/{name}")
    expect(mall.page.get_by_role("button", name=f"{name}, module")).to_have_attribute("aria-pressed", "true")


def test_the_table_sorts_by_any_column_and_leads_to_the_map(mall: Opened) -> None:
    mall.page.get_by_role("button", name="Table").click()
    mall.page.get_by_role("button", name="Module", exact=True).click()
    expect(mall.page.locator("th").first).to_have_attribute("aria-sort", "ascending")
    names = mall.texts("#module-table tbody td:first-child")
    assert names == sorted(names)
    mall.page.locator("#module-table tbody .link").first.click()
    expect(mall.page.locator("#treemap")).to_be_visible()


def test_seams_are_sorted_by_weight_and_filtered_by_way_and_name(mall: Opened) -> None:
    first = int(mall.texts(".seam .bar span")[0].split()[0])
    assert first == max(int(text.split()[0]) for text in mall.texts(".seam .bar span"))
    mall.page.locator("#seam-matrix").get_by_role("button", name="async → sync", exact=True).click()
    assert {text.split(" ", 1)[1] for text in mall.texts(".seam .bar span")} == {"async → sync"}
    mall.page.get_by_label("Filter the seams by module").fill("part_7")
    assert all("part_7" in text for text in mall.texts(".seam-names"))


def test_a_cell_of_the_matrix_narrows_the_list_and_lets_go(mall: Opened) -> None:
    everything = mall.text(".count-words")
    mall.page.locator(".knot").first.click()
    narrowed = mall.text(".count-words")
    assert narrowed != everything
    mall.page.locator("#seam-list .chip").click()
    assert mall.text(".count-words") == everything


def test_a_seam_inside_one_module_is_one(browser: Browser, tmp_path: Path) -> None:
    own = ModuleColors("solo", "solo.py", 2, 2, (("solo", "sync-async", 5), ("elsewhere.lib", "async-sync", 1)))
    with opened(browser, dataclasses.replace(shop_report(), findings=(), modules=(own,)), context(tmp_path)) as seen:
        assert seen.texts(".seam-names") == ["solocalls itself", "solo→elsewhere.lib"]
        assert seen.text("#finding-list") == "No findings: the colors match."
