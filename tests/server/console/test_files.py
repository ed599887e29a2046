"""The files of the console: what is sent with them, what is not sent, and what must hold of them all."""

from __future__ import annotations

import re
from pathlib import Path

import httpx

from duotone.server.console.files import console_files
from tests.meta.sources import SOURCE
from tests.server.conftest import Live

CONSOLE = SOURCE / "duotone" / "server" / "console"
REPORT = SOURCE / "duotone" / "analyzer" / "page" / "assets" / "ground.css"
LONGEST = 250


def scripts() -> list[Path]:
    return sorted(CONSOLE.rglob("*.js"))


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
        for target in re.findall(r"""(?:from|import\()\s*"([^"]+)\"""", script.read_text(encoding="utf-8"))
        if (script.parent / target).resolve().relative_to(CONSOLE).as_posix() not in known
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


def test_the_colors_are_those_of_the_report() -> None:
    def colors(path: Path) -> dict[str, str]:
        return dict(re.findall(r"(--[\w-]+): (light-dark\([^;]+\));", path.read_text(encoding="utf-8")))

    assert colors(CONSOLE / "styles" / "ground.css") == colors(REPORT)
