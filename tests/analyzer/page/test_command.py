"""`duotone report`, from a project on disk to a page in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from duotone.cli import main
from tests.analyzer.page.samples import write_shop

# The loop of Playwright's sync face belongs to the test, which stops it whenever it does something else.
pytestmark = pytest.mark.duotone(allow="blocked-loop")


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_shop(tmp_path)
    (tmp_path / "pyproject.toml").write_text("[tool.duotone]\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("inside", [".", "shop"])
def test_the_page_shows_the_project_and_links_findings_to_modules(
    browser: Browser, shop: Path, inside: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shop / inside)
    assert main(["report", "--html", "out.html", "--quiet"]) == 0
    with browser.new_page() as page:
        page.goto((shop / inside / "out.html").as_uri())
        page.get_by_role("button", name="shop.jobs, module").click()
        expect(page.locator("#detail")).to_contain_text("DUO101 lost-coroutine")
        page.get_by_role("button", name="Show 1 finding", exact=True).click()
        expect(page.locator(".finding .one-line")).to_have_text('store.save({"a": "b"})')


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--html", "no/such/folder/out.html"], "no/such/folder"),
        (["--html", "."], "error: --html .: is a directory"),
        (["--html", "out.html", "nowhere"], "'nowhere'"),
        ([], "--html"),
    ],
)
def test_what_can_not_be_done_is_one_line_and_exit_2(
    shop: Path, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", *arguments]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert "Traceback" not in said
    assert not (shop / "out.html").exists()
