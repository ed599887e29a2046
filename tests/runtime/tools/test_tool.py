"""Tools of every kind of callable: what a model is told of them, and what a call of them gives."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial, wraps
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field

from duotone.errors import BadUnit
from duotone.runtime import Risk, Tool, Toolbox, ToolContext, current_call, nothing_to_undo, tool
from duotone.runtime.delivery.channels import Abilities
from tests.runtime.tools.calls import FACES, Caller


class Order(BaseModel):
    title: str
    count: Annotated[int, Field(gt=0)] = 1


def add(first: int, second: int = 2) -> int:
    """Add two numbers."""
    return first + second


async def add_later(first: int, second: int = 2) -> int:
    """Add two numbers, later."""
    return first + second


class Shelf:
    """A shelf of books."""

    def __init__(self, books: list[str]) -> None:
        self.books = books

    @tool(effect=False)
    def find(self, word: str) -> list[str]:
        """Find books by a word of their title."""
        return [book for book in self.books if word in book]

    @tool
    @staticmethod
    def spell(word: str) -> str:
        return "-".join(word)

    @tool
    @classmethod
    def kind(cls) -> str:
        return cls.__name__

    async def __call__(self, book: str) -> str:
        """Put a book on the shelf."""
        self.books.append(book)
        return book


def properties(made: Tool) -> Any:
    return made.spec().schema["properties"]


@FACES
@pytest.mark.parametrize("function", [add, add_later, partial(add, second=2), partial(add_later, second=2)])
def test_a_callable_of_either_color_is_called_with_what_the_model_wrote(face: str, function: Any) -> None:
    assert Caller(face, tool(function, name="sum")).answer("sum", first=1) == "3"


@FACES
def test_methods_and_callable_objects_are_tools(face: str) -> None:
    shelf = Shelf(["red book", "blue book"])
    caller = Caller(face, shelf.find, shelf.spell, shelf.kind, tool(shelf, name="put"))
    assert caller.answer("put", book="red box") == "red box"
    assert caller.answer("find", word="red") == '["red book", "red box"]'
    assert caller.answer("spell", word="abc") == "a-b-c"
    assert caller.answer("kind") == "Shelf"


def test_a_tool_is_still_the_function_that_it_was_made_from() -> None:
    assert tool(add)(1) == 3
    assert Shelf(["a"]).find(word="a") == ["a"]


def test_the_description_is_that_of_the_docstring_whatever_holds_it() -> None:
    shelf = Shelf([])
    assert tool(partial(add, 1)).description == "Add two numbers."
    assert tool(shelf, name="put").description == "Put a book on the shelf."
    assert shelf.find.description == "Find books by a word of their title."
    assert tool(add, description="Sums.").description == "Sums."


def test_the_schema_is_that_of_the_signature() -> None:
    def order(what: Order, json: int, mode: Literal["now", "later"] = "now", note: str | None = None) -> None:
        """Order something.

        Args:
            what: the thing
            json: a name that models have for themselves
            mode: when
            note: whatever
        """

    schema: Any = tool(order).spec().schema
    assert schema["properties"]["what"] == {"$ref": "#/$defs/Order", "description": "the thing"}
    assert schema["$defs"]["Order"]["properties"]["title"] == {"type": "string"}
    assert schema["properties"]["json"]["type"] == "integer"
    assert schema["properties"]["mode"]["enum"] == ["now", "later"]
    assert schema["properties"]["note"]["anyOf"] == [{"type": "string"}, {"type": "null"}]
    assert schema["required"] == ["what", "json"]
    assert schema["additionalProperties"] is False


def test_what_an_annotation_or_a_default_says_of_a_parameter_wins_over_the_docstring() -> None:
    def order(count: Annotated[int, Field(gt=0, description="how many")], left: int = Field(5, le=9)) -> None:
        """Order something.

        Args:
            count: anything
            left: what is left
        """

    assert properties(tool(order)) == {
        "count": {"type": "integer", "exclusiveMinimum": 0, "description": "how many"},
        "left": {"type": "integer", "maximum": 9, "default": 5, "description": "what is left"},
    }


@FACES
def test_models_arrive_as_models_and_defaults_are_filled_in(face: str) -> None:
    def order(what: Order, /, *, twice: bool = False, **more: int) -> Any:
        assert isinstance(what, Order)
        return [what.count, twice, more]

    assert Caller(face, order).answer("order", what={"title": "tea"}, extra=4) == '[1, false, {"extra": 4}]'


@FACES
def test_a_parameter_for_the_context_gets_the_call_and_no_model_sees_it(face: str) -> None:
    async def who(name: str, context: ToolContext, maybe: ToolContext | None = None) -> Any:
        call = current_call()
        assert call is context is maybe
        return [name, context.session, context.run]

    caller = Caller(face, who)
    assert list(properties(caller.box["who"])) == ["name"]
    assert caller.answer("who", name="x") == '["x", "talk", "turn-1"]'
    assert current_call() is None


def test_the_context_finds_services_by_their_type() -> None:
    shelf = Shelf([])
    context = ToolContext("s", services={Shelf: shelf})
    assert context.service(Shelf) is shelf
    assert context.service(Order) is None


def test_a_description_may_depend_on_what_the_channel_can_do() -> None:
    def describe(abilities: Abilities) -> str:
        return "Tells you later." if abilities.after_turn else "Tells you at once."

    box = Toolbox([tool(add, describe=describe)])
    assert [spec.description for spec in box.specs()] == ["Tells you at once."]
    assert [spec.description for spec in box.specs(Abilities(after_turn=True))] == ["Tells you later."]


def test_the_risk_of_a_tool_follows_from_its_effect_unless_it_is_said() -> None:
    assert tool(add, effect=False).risk is Risk.READ
    assert tool(add, undo=nothing_to_undo).risk is Risk.REVERSIBLE
    assert tool(add).risk is Risk.UNKNOWN
    assert tool(add, risk="irreversible").action.risk is Risk.IRREVERSIBLE


def stream() -> Iterator[int]:
    yield 1


def spread(*numbers: int) -> int:
    return sum(numbers)


def unreadable(thing: NoSuchName) -> None:  # type: ignore[name-defined]  # noqa: F821  # that is the test
    pass


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (stream, "is a generator function"),
        (spread, "takes [*]numbers, which a model can't name"),
        (unreadable, "has an annotation that can't be read: name 'NoSuchName' is not defined"),
        (lambda: 1, "is no name for a tool"),
        (min, "doesn't say what it takes"),
    ],
)
def test_what_no_model_could_call_is_refused_when_it_is_made_a_tool(function: Any, reason: str) -> None:
    with pytest.raises(BadUnit, match=reason):
        tool(function)


def test_a_type_without_a_schema_is_refused() -> None:
    def take(thing: Shelf) -> None:
        pass

    with pytest.raises(BadUnit, match="JSON has no schema for"):
        tool(take)


def test_a_method_without_its_instance_is_refused_by_the_toolbox() -> None:
    with pytest.raises(BadUnit, match="is a method without its instance"):
        Toolbox([Shelf.find])


@FACES
def test_a_schema_that_is_given_stands_for_the_signature(face: str) -> None:
    def anything(**given: Any) -> Any:
        return given

    made = tool(anything, schema={"type": "object", "properties": {"a": {"type": "integer"}}})
    assert properties(made) == {"a": {"type": "integer"}}
    assert Caller(face, made).answer("anything", a="text") == '{"a": "text"}'


def test_the_tool_of_a_function_is_made_once_however_many_conversations_have_it() -> None:
    @wraps(add)
    def add_loudly(*args: int, **kwargs: int) -> int:
        return add(*args, **kwargs)

    assert Toolbox([add])["add"] is Toolbox([add])["add"]
    assert Toolbox([add_loudly])["add"].unit.function is add_loudly
    assert Toolbox([tool(add, name="plus")])["plus"] is not Toolbox([add])["add"]


def test_the_runtime_loads_no_pydantic() -> None:
    code = "import sys, duotone.runtime, duotone.runtime.tools; assert 'pydantic' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_tools_to_begin_with_are_loaded_when_they_are_asked_for() -> None:
    from duotone.runtime import tools

    assert tools.read_result.name == "read_result"
    with pytest.raises(AttributeError, match="no_such_tool"):
        tools.no_such_tool  # noqa: B018  # asking is the test
