"""A sync face over the bridge for a class that only has an async one.

1. The async object is made on one loop, its home, and everything of it is called there; its sync methods as well, since
   a class with async ones may count on being used from its loop alone.
2. What color each method has is decided when the facade is made; what only a result can tell is seen there.
3. Nothing that only async code can use is given out: awaitables are awaited, async generators become iterators, and
   objects with async methods get a face of their own, which is taken off again when it is passed back in.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import inspect
import threading
import types
import weakref
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast, get_origin, overload

from duotone.contract.blocks import block_of
from duotone.contract.color import Color, color_of, is_awaitable
from duotone.contract.crossing import check_holding, run_to_end
from duotone.contract.streams import stream_from
from duotone.contract.surface import color_of_member, is_async, members_of, name_of_face, public_members
from duotone.contract.waits import name_of

__all__ = ["Face", "facade"]

P = TypeVar("P")
_Loop: TypeAlias = asyncio.AbstractEventLoop


@overload
def facade(subject: type[Any], protocol: Callable[..., P], /) -> type[P]: ...
@overload
def facade(subject: type[Any], /) -> type[Any]: ...
def facade(subject: type[Any], protocol: object = None, /) -> type[Any]:
    """Make a sync class from an async one: the same names, signatures and docstrings, to be used from anywhere.

    Async methods become plain ones, async generators iterators, and the async forms of ``with`` and ``for`` the sync
    ones; ``aclose`` is also there as ``close``. ``AsyncClient`` becomes ``Client``, and other names stay. The async
    object itself is in ``__wrapped__``.

    Type checkers know the result by `protocol`, a class with the sync signatures, which
    ``python -m duotone.contract.stubs package.module:AsyncClient`` writes.

    Raises `TypeError` for what is not a class or lacks a method of the protocol, and `ValueError` for a class that has
    nothing async.
    """
    if not isinstance(cast("Any", subject), type):
        message = f"facade() needs a class, and got {subject!r}; pass the class itself, not an instance of it"
        raise TypeError(message)
    if not is_async(subject, or_either=True):
        message = f"{subject.__qualname__} has nothing async, so it needs no facade; use it as it is"
        raise ValueError(message)
    face = _face_of(subject)
    required = {} if protocol is None else members_of(get_origin(protocol) or protocol)
    missing = [name for name, member in required.items() if callable(member) and not hasattr(face, name)]
    if missing:
        message = f"{subject.__qualname__} has no {', '.join(missing)}, which {name_of(protocol)} asks for"
        raise TypeError(message)
    return face


class _State:
    """What a face knows: the async object, its home, the blocks that it is in, and the stream that it is."""

    __slots__ = ("blocks", "items", "loop", "subject")

    def __init__(self, subject: Any, loop: _Loop | None) -> None:
        self.subject = subject
        self.loop = loop
        self.blocks: list[contextlib.AbstractContextManager[Any, Any]] = []
        self.items: Iterator[Any] | None = None


class _Wrapped:
    """The async object of a face; the class has none, since whoever unwraps that would read a wrong signature."""

    def __get__(self, face: Face | None, owner: type[Face]) -> Any:
        if face is None:
            raise AttributeError(name="__wrapped__", obj=owner)
        return face.__duotone__.subject


class Face:
    """What all faces have in common."""

    __slots__ = ("__duotone__", "__weakref__")

    __duotone__: _State
    __subject__: type[Any]
    __faces__: set[type[Face]]

    __wrapped__ = _Wrapped()

    def __getattr__(self, name: str) -> Any:
        """Show an attribute of the async object, whose special methods are not those of its face."""
        if name.startswith("__") and name.endswith("__"):
            message = f"{type(self).__name__!r} object has no attribute {name!r}"
            raise AttributeError(message, name=name, obj=self)
        return _home_of(self).show(getattr(self.__wrapped__, name))

    def __setattr__(self, name: str, value: object) -> None:
        """Set an attribute of the async object."""
        setattr(self.__wrapped__, name, _bare(value))

    def __delattr__(self, name: str) -> None:
        """Delete an attribute of the async object."""
        delattr(self.__wrapped__, name)

    def __dir__(self) -> list[str]:
        """List what the face has, and what the async object has beyond its class."""
        return [*super().__dir__(), *getattr(self.__wrapped__, "__dict__", ())]

    def __eq__(self, other: object) -> bool:
        """Compare the async objects."""
        return bool(self.__wrapped__ == _bare(other))

    def __hash__(self) -> int:
        """Have the hash of the async object."""
        return hash(self.__wrapped__)

    def __repr__(self) -> str:
        """Show the async object behind."""
        return f"<{type(self).__qualname__} of {self.__wrapped__!r}>"


class _Home(NamedTuple):
    """From where an async object is used, and on which loop: the one of `run`, until there is another."""

    owner: type[Face]
    loop: _Loop | None = None
    face: Face | None = None

    def invoke(self, function: Callable[..., Any], args: Any, kwargs: dict[str, Any], *, awaits: bool | None) -> Any:
        """Call something of the async object and show what it gives; on the loop, or right here if `awaits` is None."""
        if awaits is None:
            return self.show(_call(function, args, kwargs))
        value, loop = _call_on(self.loop, function, args, kwargs, awaits=awaits)
        return self._replace(loop=loop).show(value)

    def show(self, value: Any) -> Any:
        """Return what sync code may have of a value that the async object gave out."""
        if self.face is not None and value is self.face.__wrapped__:
            return self.face
        if is_awaitable(value):
            return self.invoke(_wait_for, (value,), {}, awaits=True)
        if _is_any(value, AsyncGenerator):
            return stream_from(value, None, self.loop, self.show)
        if _is_any(value, types.FunctionType, types.MethodType, functools.partial):
            return self._cover(value)
        kind = _face_for(value, self.owner)
        return value if kind is None else _adopt(kind.__new__(kind), value, self.loop)

    def _cover(self, function: Any) -> Any:
        color = color_of(function)
        if color in {Color.SYNC, Color.SYNC_GENERATOR} and not _is_any(function, types.MethodType):
            return function  # nothing of the async object's

        def call(*args: Any, **kwargs: Any) -> Any:
            return self.invoke(function, args, kwargs, awaits=_awaits(color))

        return _dress(call, function, name_of(function))


def _home_of(face: Face) -> _Home:
    return _Home(type(face), face.__duotone__.loop, face)


def _adopt(face: Face, subject: Any, loop: _Loop | None) -> Face:
    object.__setattr__(face, "__duotone__", _State(subject, loop))
    return face


def _bare(value: Any) -> Any:
    """Take the face off something that is given back to async code."""
    return value.__wrapped__ if isinstance(value, Face) else value


def _call(function: Callable[..., Any], args: Any, kwargs: dict[str, Any]) -> Any:
    return function(*map(_bare, args), **{name: _bare(value) for name, value in kwargs.items()})


def _call_on(
    loop: _Loop | None, function: Callable[..., Any], args: Any, kwargs: dict[str, Any], *, awaits: bool
) -> tuple[Any, _Loop]:
    """Call a function on a loop, and return its result and the loop."""
    if loop is not None and not awaits and loop is asyncio._get_running_loop():
        return _call(function, args, kwargs), loop
    name = name_of(function)
    check_holding("facade", name)
    result: tuple[Any, _Loop] = run_to_end(_call_here(function, args, kwargs, awaits=awaits), name, None, loop)
    return result


async def _call_here(function: Callable[..., Any], args: Any, kwargs: dict[str, Any], *, awaits: bool) -> Any:
    result = _call(function, args, kwargs)
    # As a pair, which nobody awaits: the object in it may be awaitable, and yet be what was asked for.
    return (await result if awaits else result), asyncio.get_running_loop()


async def _wait_for(awaitable: Awaitable[Any]) -> Any:
    return await awaitable


def _awaits(color: Color) -> bool | None:
    return None if color.is_stream else color is Color.ASYNC


def _is_any(value: object, *kinds: type) -> bool:
    return isinstance(value, kinds)


# -- making faces ----------------------------------------------------------------------------------------------------

_making = threading.RLock()
_faces: weakref.WeakKeyDictionary[type[Any], weakref.ref[type[Face]]] = weakref.WeakKeyDictionary()
_plain: weakref.WeakSet[type[Any]] = weakref.WeakSet()


def _face_for(value: object, owner: type[Face]) -> type[Face] | None:
    """Return the face for something that an async object gave out; None if it needs none."""
    kind: type[Any] = type(value)
    if kind is owner.__subject__:
        return owner
    if kind in _plain:
        return None
    if issubclass(kind, (Face, _Loop, type)) or not is_async(kind):
        _plain.add(kind)
        return None
    face = _face_of(kind)
    owner.__faces__.add(face)  # nobody else may keep it from one call to the next
    return face


def _face_of(subject: type[Any]) -> type[Face]:
    with _making:
        known = _faces.get(subject)
        face = None if known is None else known()
        if face is None:
            face = _make_face(subject)
            _faces[subject] = weakref.ref(face)
        return face


def _make_face(subject: type[Any]) -> type[Face]:
    name, members = name_of_face(subject), members_of(subject)
    qualname = subject.__qualname__.removesuffix(subject.__name__) + name
    public = public_members(subject).items()
    namespace: dict[str, Any] = {key: _member(key, each, f"{qualname}.{key}") for key, each in public}
    namespace |= {twin: method for key, (twin, method) in _TWINS.items() if key in members}
    if "aclose" in members and "close" not in members:
        namespace["close"] = _member("aclose", members["aclose"], f"{qualname}.close")
    namespace |= {
        "__doc__": subject.__doc__,
        "__faces__": set(),
        "__init__": _constructor(
            subject, qualname, awaits=color_of(subject) is Color.ASYNC and "__await__" not in members
        ),
        "__module__": subject.__module__,
        "__qualname__": qualname,
        "__slots__": (),
        "__subject__": subject,
    }
    bases = tuple(_face_of(base) for base in subject.__bases__ if is_async(base)) or (Face,)
    return cast("type[Face]", type(name, bases, namespace))


class _Attribute:
    """An attribute that is the async class's own, or that of the async object."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, face: Face | None, owner: type[Face]) -> Any:
        return getattr(owner.__subject__, self._name) if face is None else face.__getattr__(self._name)


def _member(name: str, member: Any, qualname: str) -> Any:
    """Return the sync form of a public member of an async class."""
    color = color_of_member(member)
    if color is None or isinstance(member, (property, functools.cached_property)) or not hasattr(member, "__get__"):
        return _Attribute(name)
    awaits = None if name.startswith("__") and color is Color.SYNC else _awaits(color)

    def method(self: Face, /, *args: Any, **kwargs: Any) -> Any:
        return _home_of(self).invoke(getattr(self.__wrapped__, name), args, kwargs, awaits=awaits)

    def class_method(cls: type[Face], /, *args: Any, **kwargs: Any) -> Any:
        return _Home(cls).invoke(getattr(cls.__subject__, name), args, kwargs, awaits=awaits)

    if _is_any(member, staticmethod, classmethod):
        adds = "cls" if _is_any(member, staticmethod) else None
        return classmethod(_dress(class_method, member.__func__, qualname, adds))
    return _dress(method, member, qualname)


def _constructor(subject: type[Any], qualname: str, *, awaits: bool) -> Any:
    def __init__(self: Face, /, *args: Any, **kwargs: Any) -> None:  # noqa: N807  # it becomes one
        _adopt(self, *_call_on(None, subject, args, kwargs, awaits=awaits))

    return _dress(__init__, subject, f"{qualname}.__init__", "self")


def _dress(function: Any, original: Any, qualname: str, adds: str | None = None) -> Any:
    """Give a function the name, the docstring and the signature of another, with one more parameter if asked for."""
    function.__qualname__, function.__name__ = qualname, qualname.rpartition(".")[2]
    function.__module__, function.__doc__ = getattr(original, "__module__", None), original.__doc__
    with contextlib.suppress(TypeError, ValueError, NameError):  # not every callable has one that can be read
        signature = inspect.signature(original)
        first = [] if adds is None else [inspect.Parameter(adds, inspect.Parameter.POSITIONAL_ONLY)]
        function.__signature__ = signature.replace(parameters=[*first, *signature.parameters.values()])
    return function


def _enter(self: Face) -> Any:
    """Enter the async object, in a task that stays until the block is left."""
    state = self.__duotone__
    block = block_of(state.subject, state.loop)
    value = block.__enter__()
    state.blocks.append(block)
    return _home_of(self).show(value)


def _exit(self: Face, /, *exc_info: Any) -> bool | None:
    """Leave the async object, in the task in which it was entered."""
    return cast("bool | None", self.__duotone__.blocks.pop().__exit__(*exc_info))


def _iter(self: Face) -> Iterator[Any]:
    """Go over the async object from its beginning, or go on with it if it is an iterator itself."""
    state = self.__duotone__
    if hasattr(state.subject, "__anext__"):
        return cast("Iterator[Any]", self)
    return stream_from(state.subject, None, state.loop, _home_of(self).show)


def _next(self: Face) -> Any:
    """Return the next item of the async object."""
    state = self.__duotone__
    if state.items is None:
        state.items = stream_from(state.subject, None, state.loop, _Home(type(self), state.loop).show)
    return next(state.items)


_TWINS = {
    "__aenter__": ("__enter__", _enter),
    "__aexit__": ("__exit__", _exit),
    "__aiter__": ("__iter__", _iter),
    "__anext__": ("__next__", _next),
}
