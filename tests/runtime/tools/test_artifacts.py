"""Long results: the whole is in the log, and the agent reads on where it wants to."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from duotone.errors import BadInput
from duotone.runtime import ToolContext, tool
from duotone.runtime.log import Log, MemoryStore
from duotone.runtime.tools import artifacts
from duotone.runtime.tools.artifacts import artifacts_of, keep, read_artifact
from duotone.runtime.tools.results import read_result
from tests.runtime.tools.calls import FACES, Caller

TEXT = "".join(f"line {number}\n" for number in range(50_000))


def long() -> str:
    return TEXT


def reference_in(answer: str) -> str:
    found = re.search(r"result='([^']+)'", answer)
    assert found is not None
    return found[1]


@FACES
def test_an_agent_reads_the_whole_of_a_long_result_page_by_page(face: str) -> None:
    caller = Caller(face, tool(long, effect=False), read_result)
    reference = reference_in(caller.answer("long"))
    read = ""
    while len(read) < len(TEXT):
        page = caller.answer("read_result", result=reference, offset=len(read))
        read += page.rpartition("\n[…")[0] if "more characters; go on at" in page else page
    assert read == TEXT


@FACES
def test_what_is_kept_is_not_among_the_events_of_the_conversation(face: str) -> None:
    caller = Caller(face, long)
    caller.answer("long")
    log = Log(caller.store)
    assert log.read("talk") == []
    kept: list[Any] = [event.data for event in log.read(artifacts_of("talk"))]
    assert "".join(data["text"] for data in kept) == TEXT
    assert {(data["run"], data["size"], data["parts"]) for data in kept} == {("turn-1", len(TEXT), len(kept))}


@FACES
def test_a_result_of_another_conversation_can_not_be_read(face: str) -> None:
    one, other = Caller(face, long, read_result), Caller(face, read_result, session="other")
    reference = reference_in(one.answer("long"))
    other.context = replace(other.context, store=one.store)
    assert "is none of this conversation" in other.answer("read_result", result=reference)
    other.context = replace(other.context, origins=("talk",))
    assert (
        other.answer("read_result", result=reference, length=6) == f"line 0\n[… {len(TEXT) - 6:,} more characters; "
        "go on at offset=6 …]"
    )


@pytest.mark.parametrize("reference", ["", "x", "1", "0-ab", "-1-ab", "99-ab", "1-00000000", "2-ab", "٣-ab"])
def test_a_reference_that_nobody_gave_is_refused(reference: str) -> None:
    context = ToolContext("talk", store=MemoryStore())
    keep("x" * 200_001, context)
    with pytest.raises(BadInput, match="use the one that the result names"):
        read_artifact(reference, 0, 10, context)


@pytest.mark.parametrize(("offset", "length"), [(0, 1), (99_999, 2), (100_000, 100_000), (150_000, 100_000), (-5, 3)])
def test_any_part_can_be_read(offset: int, length: int) -> None:
    context = ToolContext("talk", store=MemoryStore())
    keep("before", context)
    reference = keep(TEXT, context)
    keep("after", context)
    start = max(0, offset)
    assert read_artifact(reference, offset, length, context) == (TEXT[start : start + length], len(TEXT))


@FACES
def test_reading_past_the_end_says_where_the_end_is(face: str) -> None:
    caller = Caller(face, long, read_result)
    reference = reference_in(caller.answer("long"))
    assert f"the result has {len(TEXT)} characters" in caller.answer("read_result", result=reference, offset=10**9)


def test_without_a_log_the_rest_is_lost_and_that_is_said() -> None:
    caller = Caller("sync", long)
    caller.context = ToolContext("talk")
    assert "they were not kept" in caller.answer("long")


def test_of_what_is_far_too_long_both_ends_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(artifacts, "MOST", 1_000)
    context = ToolContext("talk", store=MemoryStore())
    text, size = read_artifact(keep(TEXT, context), 0, 10_000, context)
    assert len(text) == size
    assert text.startswith(TEXT[:500])
    assert text.endswith(TEXT[-500:])
    assert "characters were too many to keep" in text
