"""The types of what the module makes."""

from collections.abc import Mapping
from typing import Generic, TypeVar, overload

T = TypeVar("T")
U = TypeVar("U")

class Key(str, Generic[T]): ...

class Parts(Mapping[Key[U] | str, U]):
    @overload
    def __getitem__(self, key: Key[T], /) -> T: ...
    @overload
    def __getitem__(self, key: str, /) -> U: ...
