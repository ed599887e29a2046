"""What can be typed after `duotone`, as a tree that is read from the parsers of the commands."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from duotone.errors import DuotoneError

__all__ = ["Option", "Words", "words_of"]


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its names, what it is for, whether a value follows, and which values there are if that is known."""

    names: tuple[str, ...]
    text: str
    takes_value: bool
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Words:
    """What may follow the words before: names of commands or verbs with what they do, options, and known values."""

    path: tuple[str, ...]
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    options: tuple[Option, ...] = ()
    values: tuple[str, ...] = ()


def words_of(commands: Mapping[str, str]) -> list[Words]:
    """Return what may follow each path of words; a command whose extra is missing is only named."""
    top = (
        Option(("--help", "-h"), "show help", takes_value=False),
        Option(("--version", "-V"), "show the version", takes_value=False),
    )
    found = [Words((), commands, top)]
    for name in commands:
        try:
            parser: argparse.ArgumentParser = importlib.import_module(f"duotone.cli.{name}").declared()
        except DuotoneError:
            continue
        found += _read(parser, (name,))
    return found


def _read(parser: argparse.ArgumentParser, path: tuple[str, ...]) -> Iterator[Words]:
    names: dict[str, str] = {}
    inner: list[Words] = []
    options: list[Option] = []
    values: list[str] = []
    for action in parser._actions:  # noqa: SLF001  # argparse has no other way to read what was declared
        verbs: object = action.choices
        if isinstance(verbs, Mapping):  # by name, where they are parsers
            for name, verb in cast("Mapping[str, argparse.ArgumentParser]", verbs).items():
                names[name] = (verb.description or "").rstrip(".")
                inner += _read(verb, (*path, name))
        elif action.option_strings:
            options.append(_option(action))
        else:
            values += map(str, action.choices or ())
    yield Words(path, names, tuple(options), tuple(values))
    yield from inner


def _option(action: argparse.Action) -> Option:
    names = tuple(sorted(action.option_strings, key=len, reverse=True))
    text = "" if action.help in {None, argparse.SUPPRESS} else str(action.help)
    return Option(names, text.replace("%%", "%"), action.nargs != 0, tuple(map(str, action.choices or ())))
