"""Diagnostics as one types: when they come, what they carry, and where they point."""

from __future__ import annotations

import pathlib
import urllib.parse
import urllib.request
from pathlib import Path

import pytest

from tests.lsp.client import CAPABILITIES, Client
from tests.lsp.conftest import JOBS, SETTINGS, STORE


def test_findings_of_the_whole_workspace_come_without_opening_a_file(project: Path) -> None:
    with Client(project) as client:
        client.initialize()
        found = client.diagnostics(project / "shop" / "jobs.py")
        assert [one["code"] for one in found] == ["DUO101", "DUO101"]
        assert client.leave() == 0
    assert client.complaints == []


def test_a_diagnostic_carries_its_code_its_severity_its_page_and_its_proof(project: Path) -> None:
    with Client(project) as client:
        client.initialize()
        one = client.diagnostics(project / "shop" / "jobs.py")[0]
    assert one["severity"] == 1
    assert one["source"] == "duotone"
    page = pathlib.Path(urllib.request.url2pathname(urllib.parse.urlparse(one["codeDescription"]["href"]).path))
    assert page.read_text(encoding="utf-8").startswith("# DUO101 lost-coroutine\n")
    where = one["relatedInformation"][0]["location"]
    assert where["uri"] == (project / "shop" / "store.py").as_uri()
    assert where["range"]["start"]["line"] == 3


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 20), ("utf-16", 17), ("utf-32", 16)])
def test_columns_are_counted_in_the_units_of_the_client(project: Path, encoding: str, column: int) -> None:
    capabilities = {**CAPABILITIES, "general": {"positionEncodings": [encoding]}}
    with Client(project) as client:
        answer = client.initialize(capabilities=capabilities)
        assert answer["capabilities"]["positionEncoding"] == encoding
        first, second = client.diagnostics(project / "shop" / "jobs.py")
    assert first["range"]["start"] == {"line": 4, "character": 4}
    assert second["range"]["start"] == {"line": 4, "character": column}


def test_what_is_typed_is_checked_before_it_is_saved(project: Path) -> None:
    jobs = project / "shop" / "jobs.py"
    with Client(project) as client:
        client.initialize()
        client.open(jobs)
        client.diagnostics(jobs)
        client.change(jobs, JOBS.replace("    save(", "    await save(").replace("; save", "; await save"), 2)
        client.diagnostics(jobs, lambda found: not found)
        client.change(jobs, JOBS, 3)
        assert len(client.diagnostics(jobs)) == 2


def test_an_edit_in_one_file_is_seen_in_the_others(project: Path) -> None:
    jobs, store = project / "shop" / "jobs.py", project / "shop" / "store.py"
    with Client(project) as client:
        client.initialize()
        client.open(store)
        client.diagnostics(jobs)
        client.change(store, "def save(item: str) -> None:\n    print(item)\n", 2)
        client.diagnostics(jobs, lambda found: not found)
        client.notify("textDocument/didClose", {"textDocument": {"uri": store.as_uri()}})
        assert len(client.diagnostics(jobs)) == 2, "what was not saved is gone with its buffer"


def test_many_quick_edits_end_in_the_newest(project: Path) -> None:
    jobs = project / "shop" / "jobs.py"
    with Client(project) as client:
        client.initialize()
        client.open(jobs)
        for version in range(2, 60):
            lost = "\n".join("    save('x')" for _ in range(version % 5 + 1))
            client.change(jobs, f"from shop.store import save\n\n\nasync def nightly() -> None:\n{lost}\n", version)
        message = client.wait(
            lambda one: one.get("method") == "textDocument/publishDiagnostics" and one["params"].get("version") == 59
        )
        assert len(message["params"]["diagnostics"]) == 59 % 5 + 1


def test_a_file_that_was_never_saved_is_checked_too(project: Path) -> None:
    fresh = project / "shop" / "fresh.py"
    with Client(project) as client:
        client.initialize()
        client.open(fresh, JOBS)
        assert len(client.diagnostics(fresh)) == 2


def test_a_file_without_any_folder_is_checked_alone(tmp_path: Path) -> None:
    alone = tmp_path / "alone.py"
    alone.write_text(STORE + "\n\nasync def main() -> None:\n    save('x')\n    await save('y')\n", encoding="utf-8")
    with Client(tmp_path) as client:
        client.initialize(folders=[])
        client.open(alone)
        assert [one["code"] for one in client.diagnostics(alone)] == ["DUO101"]


def test_a_suppressed_finding_is_not_shown_and_an_excluded_file_neither(project: Path) -> None:
    jobs, other = project / "shop" / "jobs.py", project / "shop" / "other.py"
    jobs.write_text(JOBS.replace('save("b")', 'save("b")  # noqa: DUO101'), encoding="utf-8")
    other.write_text(JOBS, encoding="utf-8")
    (project / "pyproject.toml").write_text(SETTINGS + 'exclude = ["jobs.py"]\n', encoding="utf-8")
    other.write_text(JOBS.replace(";", "  # duotone: allow lost-coroutine -- shown elsewhere\n   "), encoding="utf-8")
    with Client(project) as client:
        client.initialize()
        client.open(jobs)
        client.open(other)
        assert [one["range"]["start"]["line"] for one in client.diagnostics(other)] == [5]
        assert client.diagnostics(jobs, lambda found: not found) == []


def test_only_open_files_are_reported_on_request(project: Path) -> None:
    jobs, store = project / "shop" / "jobs.py", project / "shop" / "store.py"
    with Client(project) as client:
        client.initialize(initializationOptions={"diagnosticMode": "openFilesOnly"})
        client.open(store)
        client.diagnostics(store, lambda found: not found)
        assert not any(one.get("params", {}).get("uri") == jobs.as_uri() for one in client.kept)
        client.open(jobs)
        assert len(client.diagnostics(jobs)) == 2


def test_a_plain_client_gets_the_proof_in_the_message(project: Path) -> None:
    with Client(project) as client:
        client.initialize(capabilities={})
        one = client.diagnostics(project / "shop" / "jobs.py")[0]
    assert "relatedInformation" not in one
    assert "\n- " in one["message"]
