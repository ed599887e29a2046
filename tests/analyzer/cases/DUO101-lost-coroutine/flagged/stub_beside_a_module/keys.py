"""What others need of this module at run time; its types are in the stub."""

from typing import Generic, TypeVar

T = TypeVar("T")


class Key(str, Generic[T]):
    __slots__ = ()


Parts = dict
