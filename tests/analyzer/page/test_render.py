"""What the page holds before any browser has seen it."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

from duotone.analyzer.engine import ModuleColors, Report
from duotone.analyzer.findings import Edit, Fix, Place, Step
from duotone.analyzer.page import render
from tests.analyzer.page.samples import context, lost_save, shop_report, write_shop


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    write_shop(tmp_path)
    return tmp_path


def data_of(page: str) -> dict[str, Any]:
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    data: dict[str, Any] = json.loads(text)
    return data


def report_with(**changes: object) -> Report:
    return dataclasses.replace(shop_report(), **changes)  # type: ignore[arg-type]


def test_the_page_names_nothing_outside_of_itself(shop: Path) -> None:
    page = render(shop_report(), context(shop))
    assert re.findall(r"""(?:src|href|action)=["'](?!#|data:,)""", page) == []
    assert "url(" not in page
    assert "@import" not in page
    assert set(re.findall(r"\w+://[^\s\"'`)]+", page)) == set()


def test_its_policy_allows_its_own_style_and_script_and_nothing_else(shop: Path) -> None:
    page = render(shop_report(), context(shop))
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', page)
    policy = html.unescape(policy)
    for tag in ("style", "script"):
        (text,) = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")
    assert "require-trusted-types-for 'script'" in policy
    assert "unsafe" not in policy


def test_the_same_report_gives_the_same_page(shop: Path) -> None:
    assert render(shop_report(), context(shop)) == render(shop_report(), context(shop))


def test_nothing_in_a_report_can_end_the_script_that_holds_it(shop: Path) -> None:
    nasty = "</script><!--<script>\u2028\u2029&amp;%%script%%"
    page = render(report_with(findings=(dataclasses.replace(lost_save(), message=nasty),)), context(shop))
    assert data_of(page)["findings"][0]["message"] == nasty
    assert page.count("</script>") == 2


def test_a_lone_surrogate_in_a_path_is_replaced(shop: Path) -> None:
    place = dataclasses.replace(lost_save().place, path="shop/\udce4.py")
    page = render(report_with(findings=(dataclasses.replace(lost_save(), place=place),)), context(shop))
    assert page.encode("utf-8")
    assert data_of(page)["findings"][0]["place"][0] == "shop/?.py"


def test_the_lines_around_a_finding_and_its_proof_are_kept_once(shop: Path) -> None:
    sources = {each["path"]: each["lines"] for each in data_of(render(shop_report(), context(shop)))["sources"]}
    assert set(sources) == {"shop/jobs.py", "shop/store.py"}
    assert sources["shop/jobs.py"]["8"] == '        store.save({"a": "b"})'
    assert [int(number) for number in sources["shop/jobs.py"]] == list(range(1, 12))


def test_a_source_that_is_gone_leaves_the_finding_without_excerpt(tmp_path: Path) -> None:
    data = data_of(render(shop_report(), context(tmp_path)))
    assert len(data["findings"]) == 2
    assert data["sources"] == []
    assert data["findings"][0]["fix"]["hunks"] == []


def test_a_place_behind_the_end_of_its_file_is_no_error(shop: Path) -> None:
    place = Place("shop/jobs.py", 900, 1, 901, 5)
    fix = Fix("nothing to be done", (Edit(place, "x"),), is_safe=False)
    finding = dataclasses.replace(lost_save(), place=place, proof=(), fix=fix)
    data = data_of(render(report_with(findings=(finding,)), context(shop)))
    assert data["sources"] == []
    assert data["findings"][0]["fix"]["hunks"] == []


def test_a_fix_is_shown_as_lines_before_and_after(shop: Path) -> None:
    edits = (
        Edit(Place("shop/jobs.py", 6, 1, 6, 1), "async "),
        Edit(Place("shop/jobs.py", 8, 9, 8, 9), "await "),
        Edit(Place("shop/jobs.py", 8, 31, 8, 31), "  # done\n        more()"),
    )
    finding = dataclasses.replace(lost_save(), fix=Fix("await it", edits, is_safe=False))
    hunks = data_of(render(report_with(findings=(finding,)), context(shop)))["findings"][0]["fix"]["hunks"]
    assert [(hunk["line"], hunk["before"], hunk["after"]) for hunk in hunks] == [
        (6, ["def nightly() -> None:"], ["async def nightly() -> None:"]),
        (8, ['        store.save({"a": "b"})'], ['        await store.save({"a": "b"})  # done', "        more()"]),
    ]


def test_a_very_long_line_is_clipped(shop: Path) -> None:
    (shop / "shop" / "jobs.py").write_text("\n" * 7 + "x" * 100_000 + "\n", encoding="utf-8")
    page = render(report_with(findings=(lost_save(),)), context(shop))
    (lines,) = (each["lines"] for each in data_of(page)["sources"] if each["path"] == "shop/jobs.py")
    assert len(lines["8"]) == 401


def test_a_cell_of_a_notebook_is_read_by_its_number(tmp_path: Path) -> None:
    asked: list[tuple[Path, int | None]] = []

    def read(path: Path, cell: int | None) -> str | None:
        asked.append((path, cell))
        return "fetch()\n"

    place = Place("work.ipynb", 1, 1, 1, 8, cell=3)
    finding = dataclasses.replace(lost_save(), place=place, proof=(), fix=None)
    around = dataclasses.replace(context(tmp_path), read=read)
    data = data_of(render(report_with(findings=(finding,)), around))
    assert asked == [(tmp_path / "work.ipynb", 3)]
    assert data["sources"] == [{"path": "work.ipynb", "cell": 3, "lines": {"1": "fetch()", "2": ""}}]


def test_findings_without_fingerprint_have_addresses_of_their_own(shop: Path) -> None:
    one = dataclasses.replace(lost_save(), fingerprint="")
    data = data_of(render(report_with(findings=(one, one)), context(shop)))
    assert [finding["id"] for finding in data["findings"]] == ["n0", "n1"]


def test_a_rule_that_nobody_describes_goes_by_the_name_in_its_findings(shop: Path) -> None:
    finding = dataclasses.replace(lost_save(), code="XYZ9", name="strange-thing")
    data = data_of(render(report_with(findings=(finding,)), context(shop)))
    assert data["rules"] == {"XYZ9": {"name": "strange-thing", "summary": "", "doc": ""}}


def test_a_report_of_nothing_is_a_page_too(tmp_path: Path) -> None:
    page = render(Report(findings=(), files=0, lines=0, seconds=0.0, modules=()), context(tmp_path))
    assert data_of(page)["modules"] == []


def test_two_thousand_findings_fit_into_a_few_megabytes(shop: Path) -> None:
    findings = tuple(dataclasses.replace(lost_save(), fingerprint=f"{number:x}") for number in range(2_000))
    modules = tuple(ModuleColors(f"shop.m{number}", f"shop/m{number}.py", 3, 2, ()) for number in range(2_000))
    page = render(report_with(findings=findings, modules=modules), context(shop))
    assert len(page) < 5_000_000


def test_what_lies_in_a_library_is_named_from_its_package_on(shop: Path) -> None:
    path = "/opt/py/lib/python3.12/site-packages/mailer/client.py"
    found = dataclasses.replace(lost_save(), proof=(Step("definition", "`send` is `def`", Place(path, 7, 9, 7, 9)),))
    page = render(report_with(findings=(found,)), context(shop))
    assert data_of(page)["findings"][0]["proof"][0]["place"][:2] == ["mailer/client.py", 7]
    assert path not in page
