"""The files of the console: what is sent with them, what is not sent, and what must hold of them all."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from pathlib import Path

import httpx

from duotone.server.console.files import console_files
from tests.meta.sources import SOURCE
from tests.server.conftest import Live

CONSOLE = SOURCE / "duotone" / "server" / "console"
SHARED = SOURCE / "duotone" / "pages" / "shared"
LONGEST = 250
IMPORTS = re.compile(r'(?:^import .* from |import\()"([^"]+)"', re.MULTILINE)


def scripts() -> list[Path]:
    return sorted([*CONSOLE.rglob("*.js"), *SHARED.glob("*.js")])


def sent_as(script: Path) -> Path:
    """Return the name under which a browser knows it."""
    return Path("shared", script.name) if script.parent == SHARED else script.relative_to(CONSOLE)


def test_the_page_allows_only_scripts_and_styles_of_its_own(live: Live) -> None:
    with live.client() as client:
        page = client.get("/")
    policy = page.headers["content-security-policy"]
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "require-trusted-types-for 'script'" in policy
    assert page.headers["x-content-type-options"] == "nosniff"
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|style=|https?://(?!www\.w3\.org)", page.text)


def test_a_file_that_is_known_is_not_sent_again(live: Live) -> None:
    with live.client() as client:
        first = client.get("/console/start.js")
        again = client.get("/console/start.js", headers={"If-None-Match": first.headers["etag"]})
    assert first.headers["content-type"] == "text/javascript; charset=utf-8"
    assert (again.status_code, again.content) == (304, b"")


def test_a_browser_asks_again_for_the_page_alone(live: Live) -> None:
    with live.client() as client:
        page = client.get("/")
        asked = re.findall(r'(?:src|href)="([^"]+)"', page.text)
        answers = [client.get(f"/{name}") for name in asked if not name.startswith("#")]
    assert page.headers["cache-control"] == "no-cache"
    assert len(answers) > len(scripts())
    assert {(answer.status_code, "immutable" in answer.headers["cache-control"]) for answer in answers} == {(200, True)}


def test_no_name_leads_out_of_the_folder(live: Live) -> None:
    names = [
        "files.py",
        "../tokens.py",
        "..%2ftokens.py",
        "%2e%2e/app.py",
        "/etc/passwd",
        "pages/../files.py",
        "",
        "pages",
    ]
    for name in names:
        answer = httpx.get(httpx.URL(f"{live.url}/console/").copy_with(raw_path=f"/console/{name}".encode()))
        assert answer.status_code == 404, name


def test_every_script_imports_files_that_are_there() -> None:
    known = set(console_files())
    wrong = [
        (script.name, target)
        for script in scripts()
        for target in IMPORTS.findall(script.read_text(encoding="utf-8"))
        if posixpath.normpath((sent_as(script).parent / target).as_posix()) not in known
    ]
    page = (CONSOLE / "index.html").read_text(encoding="utf-8")
    wrong += [("index.html", name) for name in re.findall(r'(?:src|href)="console/([^"]+)"', page) if name not in known]
    assert wrong == []


def test_no_script_makes_markup_of_text_or_runs_text() -> None:
    forbidden = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc|https?://(?!www\.w3\.org)"
    )
    found = [(script.name, forbidden.findall(script.read_text(encoding="utf-8"))) for script in scripts()]
    assert [one for one in found if one[1]] == []


def test_every_script_is_short_and_says_what_it_is_for() -> None:
    texts = {script.name: script.read_text(encoding="utf-8") for script in scripts()}
    assert [name for name, text in texts.items() if len(text.splitlines()) > LONGEST] == []
    assert [name for name, text in texts.items() if not text.startswith("// ")] == []


def test_colors_are_named_in_one_place() -> None:
    named = re.compile(r"#[0-9a-fA-F]{6}\b|light-dark\(")
    places = {
        style.name for style in [*CONSOLE.rglob("*.css"), *SHARED.glob("*.css")] if named.search(style.read_text())
    }
    assert places == {"palette.css"}


def test_a_rule_of_the_ground_is_written_once() -> None:
    def selectors(styles: Iterable[Path]) -> set[str]:
        texts = [style.read_text(encoding="utf-8") for style in styles]
        return {
            f"{name}{rule}" for text in texts for name, rule in re.findall(r"^([^@\n]+)(\{.*\})$", text, re.MULTILINE)
        }

    assert selectors(SHARED.glob("*.css")) & selectors(CONSOLE.rglob("*.css")) == set()
