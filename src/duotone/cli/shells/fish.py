"""The script that lets fish complete the command."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from duotone.cli.shells.words import Option, Words

__all__ = ["fish_script"]

_BEGIN = """\
# Completion of duotone for fish; put this into ~/.config/fish/config.fish:  duotone completion fish | source
function __duotone_at
    set -l at
    for word in (commandline -opc)[2..]
        set -l longer $at $word
        if contains -- "$longer" @PATHS@
            set at $longer
        end
    end
    test "$at" = "$argv"
end
"""


def fish_script(tree: Iterable[Words]) -> str:
    """Return the script; where nothing is known, fish completes names of files."""
    every = list(tree)
    paths = " ".join(_quoted(" ".join(one.path)) for one in every if one.path)
    lines = [line for one in every for line in _lines(one)]
    return _BEGIN.replace("@PATHS@", paths) + "".join(f"{line}\n" for line in lines)


def _lines(one: Words) -> Iterator[str]:
    here = f"complete -c duotone -n {_quoted('__duotone_at ' + ' '.join(one.path))}"
    for name, text in one.names.items():
        yield f"{here} -f -a {_quoted(name)} -d {_quoted(text)}"
    if one.values:
        yield f"{here} -f -a {_quoted(' '.join(one.values))}"
    for option in one.options:
        yield f"{here} {_option(option)}"


def _option(option: Option) -> str:
    names = [f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names]
    value = f" -x -a {_quoted(' '.join(option.choices))}" if option.choices else " -r" if option.takes_value else ""
    return f"{' '.join(names)}{value} -d {_quoted(option.text)}"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
