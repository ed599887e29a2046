"""Compaction: what may be left out of a long conversation, and what is shown in its place."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from duotone.runtime.conversation.compaction import cut_for, outline_of
from duotone.runtime.messages import Message, Role, ToolCall
from tests.runtime.conversation.talking import check_messages


def spoken(rounds: list[int]) -> list[Message]:
    """Return messages: for each number a reply with so many calls and their results."""
    messages = [Message(Role.USER, "go")]
    for place, count in enumerate(rounds):
        calls = [ToolCall(f"c{place}.{number}", "look") for number in range(count)]
        messages.append(Message(Role.AGENT, "", calls))
        messages += [Message(Role.TOOL, "seen", call=call.id) for call in calls]
    return messages


@given(st.lists(st.integers(0, 4), max_size=8), st.integers(1, 12))
def test_no_call_is_parted_from_its_result(rounds: list[int], keep: int) -> None:
    messages = spoken(rounds)
    cut = cut_for(messages, keep)
    check_messages(messages[:cut])
    check_messages(messages[cut:])
    assert len(messages[cut:]) >= min(keep, len(messages))


def test_an_outline_shows_head_and_tail() -> None:
    messages = [Message(Role.USER, f"message {number}", name="ann") for number in range(40)]
    lines = outline_of(messages).splitlines()
    assert lines[1] == "user ann: message 0"
    assert lines[9] == "[… 24 messages left out …]"
    assert lines[-1] == "user ann: message 39"


def test_an_outline_names_calls_and_shortens_what_is_long() -> None:
    calls = (ToolCall("c", "look"), ToolCall("d", "dig"))
    assert outline_of([Message(Role.AGENT, "so", calls)]).endswith("agent: so [calls look, dig]")
    assert len(outline_of([Message(Role.USER, "x" * 1000)])) < 500
