"""Quick fixes, and comments that allow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.client import Client, Message
from tests.lsp.conftest import JOBS


@pytest.fixture
def client(project: Path) -> Iterator[Client]:
    with Client(project) as client:
        client.initialize()
        client.open(project / "shop" / "jobs.py")
        client.diagnostics(project / "shop" / "jobs.py")
        yield client


def actions(client: Client, path: Path, line: int, *, only: list[str] | None = None, column: int = 6) -> list[Message]:
    at = {"line": line, "character": column}
    context: Message = {"diagnostics": []} if only is None else {"diagnostics": [], "only": only}
    params = {"textDocument": {"uri": path.as_uri()}, "range": {"start": at, "end": at}, "context": context}
    found: list[Message] = client.request("textDocument/codeAction", params)
    return found


def applied(text: str, edits: list[Any]) -> str:
    """The text after the edits, whose columns are in UTF-16 units."""
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda one: (one["range"]["start"]["line"], one["range"]["start"]["character"])[::1])[
        ::-1
    ]:
        start, end = edit["range"]["start"], edit["range"]["end"]
        assert start["line"] == end["line"]
        line = lines[start["line"]].encode("utf-16-le")
        new = line[: 2 * start["character"]] + edit["newText"].encode("utf-16-le") + line[2 * end["character"] :]
        lines[start["line"]] = new.decode("utf-16-le")
    return "\n".join(lines)


def test_a_safe_fix_is_preferred_and_does_what_it_says(client: Client, project: Path) -> None:
    jobs = project / "shop" / "jobs.py"
    fix = actions(client, jobs, 4)[0]
    assert fix["isPreferred"] is True
    assert fix["kind"] == "quickfix"
    assert fix["diagnostics"][0]["code"] == "DUO101"
    assert 'await save("ä😀"); save("b")' in applied(JOBS, fix["edit"]["changes"][jobs.as_uri()])


def test_allowing_it_puts_a_comment_above_the_statement_that_the_next_check_accepts(
    client: Client, project: Path
) -> None:
    jobs = project / "shop" / "jobs.py"
    allow = actions(client, jobs, 4)[1]
    assert allow["title"] == "Allow lost-coroutine here"
    text = applied(JOBS, allow["edit"]["changes"][jobs.as_uri()])
    assert "\n    # duotone: allow lost-coroutine -- say why\n    save(" in text
    client.change(jobs, text, 2)
    assert client.diagnostics(jobs, lambda found: not found) == []


def test_a_comment_goes_above_the_first_line_of_a_long_statement(client: Client, project: Path) -> None:
    jobs = project / "shop" / "jobs.py"
    text = 'from shop.store import save\n\n\nasync def nightly() -> None:\n    x = ("""\n""",\n        1); save("x")\n'
    client.change(jobs, text, 2)
    client.diagnostics(jobs, lambda found: len(found) == 1 and found[0]["range"]["start"]["line"] == 6)
    allow = actions(client, jobs, 6, column=14)[-1]
    assert '\n    # duotone: allow lost-coroutine -- say why\n    x = ("""' in applied(
        text, allow["edit"]["changes"][jobs.as_uri()]
    )


def test_everything_safe_is_fixed_at_once_on_request(client: Client, project: Path) -> None:
    jobs = project / "shop" / "jobs.py"
    (fix_all,) = actions(client, jobs, 0, only=["source.fixAll"])
    assert fix_all["kind"] == "source.fixAll.duotone"
    assert 'await save("ä😀"); await save("b")' in applied(JOBS, fix_all["edit"]["changes"][jobs.as_uri()])
    assert actions(client, jobs, 4, only=["refactor"]) == []


def test_there_are_no_actions_beside_a_finding_or_for_an_unknown_file(client: Client, project: Path) -> None:
    assert actions(client, project / "shop" / "jobs.py", 1) == []
    assert actions(client, project / "nowhere.py", 0) == []


def test_edits_are_not_offered_for_a_text_that_was_not_checked_yet(client: Client, project: Path) -> None:
    jobs = project / "shop" / "jobs.py"
    client.change(jobs, "\n\n" + JOBS, 2)
    assert actions(client, jobs, 4) == []
    client.diagnostics(jobs, lambda found: bool(found) and found[0]["range"]["start"]["line"] == 6)
    assert len(actions(client, jobs, 6)) == 2
