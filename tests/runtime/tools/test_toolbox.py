"""A toolbox answers every call: with what it means, or with words that say what would be right."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, field_validator

from duotone.errors import BadArguments, BadUnit, NoSuchTool
from duotone.runtime import Toolbox, ToolContext, tool
from duotone.runtime.messages import ToolCall

CONTEXT = ToolContext("talk")


def read(path: str, limit: int = 10) -> str:
    return path * limit


def write(path: str, lines: list[str]) -> None:
    pass


class Picky(BaseModel):
    value: int

    @field_validator("value")
    @classmethod
    def refuse(cls, value: int) -> int:
        raise RuntimeError(f"not {value}")


def pick(one: Picky) -> None:
    pass


BOX = Toolbox([read, write, pick])


def answer(name: str, arguments: Any) -> str:
    with pytest.raises((BadArguments, NoSuchTool)) as caught:
        BOX.bound(ToolCall("c", name, arguments), CONTEXT)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("reed", {}, "there is no tool 'reed'; did you mean 'read'?; call one of: read, write, pick"),
        ("zzz", {}, "there is no tool 'zzz'; call one of: read, write, pick"),
        ("read", {}, "path is missing; it takes path (string), limit (integer, optional)"),
        ("read", {"paht": "a"}, "path is missing; paht is no argument; did you mean path?"),
        ("read", {"path": "a", "limit": "many"}, "limit: input should be a valid integer"),
        ("read", {"path": "a", "limit": None}, "and it is None"),
        ("write", {"path": "a", "lines": ["x", 2]}, "lines[1]: input should be a valid string"),
        ("write", {"path": "a", "lines": "x" * 500}, "x" * 70 + "…"),
        ("read", '{"path": ', "the arguments are no JSON"),
        ("read", "[1]", "the arguments are list; write one JSON object"),
        ("pick", {"one": {"value": 3}}, "can't be read: RuntimeError('not 3')"),
    ],
)
def test_a_call_that_can_not_be_made_is_answered_with_what_is_wrong(name: str, arguments: Any, said: str) -> None:
    assert said in answer(name, arguments)


@pytest.mark.parametrize("arguments", [{"path": "a", "limit": "3"}, '{"path": "a", "limit": 3}'])
def test_arguments_that_are_nearly_right_are_read(arguments: Any) -> None:
    assert BOX.bound(ToolCall("c", "read", arguments), CONTEXT).unit.function() == "aaa"


def test_the_arguments_are_recorded_as_the_model_wrote_them() -> None:
    bound = BOX.bound(ToolCall("c", "read", {"path": "a", "limit": "3"}), CONTEXT)
    assert bound.recorded() == {"arguments": {"path": "a", "limit": "3"}}


def test_a_toolbox_is_a_mapping_in_the_order_in_which_it_was_filled() -> None:
    assert list(BOX) == ["read", "write", "pick"]
    assert len(BOX) == 3
    assert "read" in BOX
    assert BOX["read"].name == "read"
    assert [spec.to_json()["name"] for spec in BOX.specs()] == ["read", "write", "pick"]


def test_a_toolbox_is_made_of_another() -> None:
    assert list(Toolbox(BOX).values()) == list(BOX.values())


def test_two_tools_of_one_name_are_refused() -> None:
    with pytest.raises(BadUnit, match="is the name of two tools"):
        Toolbox([read, tool(write, name="read")])


def test_an_empty_toolbox_says_that_there_are_no_tools() -> None:
    with pytest.raises(NoSuchTool, match="answer without tools"):
        Toolbox().bound(ToolCall("c", "read", {}), CONTEXT)


def calls(*names: str) -> list[ToolCall]:
    return [ToolCall(f"c{number}", name) for number, name in enumerate(names)]


LOCKED = Toolbox(
    [
        read,
        tool(read, name="query", locks=("db",)),
        tool(read, name="update", locks=("db", "disk")),
        tool(read, name="save", locks=("disk",)),
        tool(read, name="alone", parallel=False),
    ]
)


@pytest.mark.parametrize(
    ("waiting", "running", "started"),
    [
        (["read", "read", "query"], [], ["read", "read", "query"]),
        (["query", "query", "save"], [], ["query", "save"]),
        (["query", "read"], ["update"], ["read"]),
        (["update", "save"], ["query"], []),
        (["alone", "read"], [], ["alone"]),
        (["alone", "read"], ["read"], []),
        (["read", "alone", "read"], [], ["read"]),
        (["read"], ["alone"], []),
        (["nothing", "query"], ["query"], ["nothing"]),
        ([], ["read"], []),
    ],
)
def test_calls_with_a_lock_in_common_wait_for_each_other_in_order(
    waiting: list[str], running: list[str], started: list[str]
) -> None:
    assert [call.name for call in LOCKED.runnable(calls(*waiting), calls(*running))] == started
