"""A method gives a value or an awaitable of it, by the class below; lists of what it gave are sorted and compared."""

import uuid
from collections.abc import Awaitable
from typing import TypeVar, Union

T = TypeVar("T")
Result = Union[T, Awaitable[T]]


class Rows:
    def insert(self, name: str) -> Result[uuid.UUID]:
        raise NotImplementedError


class PlainRows(Rows): ...


def test_insert(rows: PlainRows, found: list[uuid.UUID]) -> None:
    one = rows.insert("one")
    two = rows.insert("two")
    assert sorted(found) == sorted([one, two])
    assert found == [one, two]
