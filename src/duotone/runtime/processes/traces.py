"""Files that are seen whole or not at all, in which keepers and hosts say what they have done; quick to load.

Keepers are many and short-lived: the library's own module for JSON would take a quarter of the time of their start.
"""

from __future__ import annotations

import os

__all__ = ["as_json", "write_once", "write_whole"]


def as_json(data: object) -> str:
    """Return JSON for text, numbers, lists, dictionaries with text for keys, true, false and null."""
    match data:
        case None:
            return "null"
        case bool():
            return "true" if data else "false"
        case str():
            return _quoted(data)
        case int() | float():
            return repr(data)
        case dict():
            known: dict[object, object] = data  # pyright: ignore[reportUnknownVariableType]  # each is looked at
            return "{" + ", ".join(f"{as_json(key)}: {as_json(value)}" for key, value in known.items()) + "}"
        case list() | tuple():
            items: list[object] = list(data)  # pyright: ignore[reportUnknownArgumentType]  # as above
            return "[" + ", ".join(map(as_json, items)) + "]"
        case _:
            message = f"a file that others read can't have {type(data).__name__} in it"
            raise TypeError(message)


def _quoted(text: str) -> str:
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    units = memoryview(text.encode("utf-16", "surrogatepass")).cast("H")[1:]
    return '"' + "".join(f"\\u{unit:04x}" for unit in units) + '"'


def write_whole(path: str, data: object) -> None:
    """Write a file that is seen whole or not at all."""
    with open(f"{path}.part", "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write(as_json(data))
    os.replace(f"{path}.part", path)  # noqa: PTH105


def write_once(path: str, data: object) -> bool:
    """Write a file that is seen whole or not at all, unless somebody else has; return whether that was us."""
    aside = f"{path}.{os.getpid()}"
    write_whole(aside, data)
    try:
        os.link(aside, path)
    except FileExistsError:
        return False
    finally:
        os.unlink(aside)  # noqa: PTH108
    return True
