"""How the page holds up: hostile text, many findings, dark and light, paper, small screens, no scripts."""

from __future__ import annotations

import dataclasses
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from duotone.analyzer.engine import ModuleColors
from duotone.analyzer.findings import Edit, Fix, Place, Step
from duotone.analyzer.page import Context, RuleCard
from tests.analyzer.page.opening import opened
from tests.analyzer.page.samples import context, large_report, lost_save, read, shop_report, write_shop

# The loop of Playwright's sync face belongs to the test, which stops it whenever it does something else.
pytestmark = pytest.mark.duotone(allow="blocked-loop")

HOSTILE = '</script><img src=x onerror="alert(1)"><svg/onload=alert(2)>\'"${alert(3)}<style>*{display:none}</style>'

# White text on every mixture of the two colors, and the page's own text on its grounds.
CONTRAST = """() => {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const bright = (color) => {
    pen.fillStyle = "#000"; pen.fillStyle = color; pen.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((v) => v / 255)
      .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [bright(one), bright(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const area = document.createElement("div");
  area.className = "area leaf";
  document.getElementById("treemap").append(area);
  const found = [];
  for (let share = 0; share <= 1.001; share += 0.05) {
    area.style.setProperty("--share", share);
    const style = getComputedStyle(area);
    found.push(contrast(style.color, style.backgroundColor));
  }
  area.remove();
  const styleOf = (selector) => getComputedStyle(document.querySelector(selector));
  found.push(contrast(styleOf(".hint").color, styleOf("body").backgroundColor));
  for (const text of [".path", ".severity", ".rule-code"]) {
    found.push(contrast(styleOf(text).color, styleOf(".card").backgroundColor));
  }
  return found;
}"""


def hostile_context(root: Path) -> Context:
    rule = RuleCard(HOSTILE, HOSTILE, f"{HOSTILE}\n\n## {HOSTILE}\n`{HOSTILE}`\n\n- {HOSTILE}\n\n```\n{HOSTILE}\n```\n")
    return Context(HOSTILE, root, read, HOSTILE, HOSTILE, {"DUO101": rule, HOSTILE: rule})


def test_whatever_the_report_holds_is_shown_as_text(browser: Browser, tmp_path: Path) -> None:
    write_shop(tmp_path)
    (tmp_path / "shop" / "jobs.py").write_text(f"{HOSTILE}\n" * 12, encoding="utf-8")
    place = Place("shop/jobs.py", 3, 1, 3, len(HOSTILE) + 1)
    finding = dataclasses.replace(
        lost_save(),
        message=HOSTILE,
        symbol=HOSTILE,
        fingerprint=HOSTILE,
        place=place,
        proof=(Step(HOSTILE, HOSTILE, place), Step("constructor", HOSTILE, dataclasses.replace(place, path=HOSTILE))),
        fix=Fix(HOSTILE, (Edit(place, HOSTILE),), is_safe=True),
    )
    other = dataclasses.replace(
        finding, code=HOSTILE, place=dataclasses.replace(place, path=HOSTILE), fingerprint="__proto__"
    )
    modules = (
        ModuleColors(HOSTILE, "shop/jobs.py", 1, 1, ((HOSTILE, "sync-async", 2), ("__proto__", "async-sync", 1))),
        ModuleColors("__proto__", "__proto__.py", 1, 1, ((HOSTILE, "constructor", 3),)),
    )
    report = dataclasses.replace(shop_report(), findings=(finding, other), modules=modules)
    with opened(browser, report, hostile_context(tmp_path)) as seen:
        for head in seen.page.locator(".finding-head").all():
            head.click()
        for summary in seen.page.locator("summary").all():
            summary.click()
        seen.page.locator(".area").first.click()
        assert seen.page.locator("main img, main style, main script, main [onerror], main [onload]").count() == 0
        expect(seen.page.locator(".finding-title").first).to_contain_text(HOSTILE)
        expect(seen.page.locator("h1")).to_have_text(HOSTILE)


def test_two_thousand_findings_in_two_thousand_modules_are_quick(browser: Browser, tmp_path: Path) -> None:
    write_shop(tmp_path)
    with opened(browser, large_report(2_000, 2_000), context(tmp_path)) as seen:
        assert seen.page.evaluate("document.querySelectorAll('*').length") < 8_000
        started = time.perf_counter()
        seen.page.get_by_label("Search the findings").fill("number 1999:")
        expect(seen.page.locator("#finding-count")).to_have_text("1 of 2,000 findings")
        seen.page.locator(".area.package > .name").first.click()
        expect(seen.page.locator("#crumbs button")).to_have_count(2)
        # Both take some milliseconds; the limit is for a machine that does ten other things.
        assert time.perf_counter() - started < 5


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_can_be_read_in_light_and_in_dark(browser: Browser, tmp_path: Path, scheme: str) -> None:
    write_shop(tmp_path)
    with opened(browser, shop_report(), context(tmp_path), color_scheme=scheme) as seen:
        assert min(seen.page.evaluate(CONTRAST)) >= 4.5


def test_the_switch_turns_light_into_dark_and_back(browser: Browser, tmp_path: Path) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    with opened(browser, shop_report(), context(tmp_path), color_scheme="light") as seen:
        light = seen.page.evaluate(ground)
        seen.page.locator("#theme").click()
        assert seen.page.evaluate(ground) != light
        seen.page.locator("#theme").click()
        assert seen.page.evaluate(ground) == light


def test_on_paper_everything_is_there_and_open(browser: Browser, tmp_path: Path) -> None:
    write_shop(tmp_path)
    with opened(browser, large_report(100, 120), context(tmp_path), color_scheme="dark") as seen:
        assert seen.page.pdf(format="A4").startswith(b"%PDF")
        seen.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert seen.page.locator(".finding").count() == 120
        assert seen.page.locator(".finding-body").count() == 120
        seen.page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert seen.page.locator(".finding-body").count() == 0


@pytest.mark.parametrize("width", [360, 768, 1100, 1920])
def test_nothing_hangs_out_of_a_screen(browser: Browser, tmp_path: Path, width: int) -> None:
    write_shop(tmp_path)
    with opened(browser, large_report(200, 30), context(tmp_path), viewport={"width": width, "height": 800}) as seen:
        seen.page.locator(".finding-head").first.click()
        assert seen.page.evaluate("document.documentElement.scrollWidth") <= width


def test_without_scripts_the_findings_are_a_plain_list(browser: Browser, tmp_path: Path) -> None:
    report = dataclasses.replace(shop_report(), findings=(dataclasses.replace(lost_save(), message=HOSTILE),))
    with opened(browser, report, context(tmp_path), java_script_enabled=False) as seen:
        expect(seen.page.locator(".plain li")).to_contain_text("shop/jobs.py:8:9 error DUO101")
        expect(seen.page.locator(".plain li")).to_contain_text(HOSTILE)
