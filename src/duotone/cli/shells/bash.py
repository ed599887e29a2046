"""The script that lets bash complete the command."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from duotone.cli.shells.words import Words

__all__ = ["bash_script"]

_SCRIPT = """\
# Completion of duotone for bash; put this into ~/.bashrc:  eval "$(duotone completion bash)"
_duotone() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} at="" word words=""
  COMPREPLY=()
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      @PATHS@) at="$at $word" ;;
    esac
  done
  case "$at $prev" in
@VALUES@
  esac
  case "$at" in
@WORDS@
  esac
  [[ $cur == -* ]] || words=${words%%--*}
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o bashdefault -o default -F _duotone duotone
"""


def bash_script(tree: Iterable[Words]) -> str:
    """Return the script; where nothing is known, bash completes names of files."""
    every = list(tree)
    paths = "|".join(f'"{_at(one)}"' for one in every if one.path)
    words = "\n".join(f'    "{_at(one)}") words="{" ".join(_words(one))}" ;;' for one in every)
    values = "\n".join(line for one in every for line in _values(one))
    return _SCRIPT.replace("@PATHS@", paths).replace("@WORDS@", words).replace("@VALUES@", values)


def _at(one: Words) -> str:
    return "".join(f" {word}" for word in one.path)


def _words(one: Words) -> Iterator[str]:
    """Yield names and values first, since what follows the first option is left out where none is begun."""
    yield from one.names
    yield from one.values
    yield from sorted(name for option in one.options for name in option.names if name.startswith("--"))


def _values(one: Words) -> Iterator[str]:
    for option in one.options:
        if option.takes_value:
            places = "|".join(f'"{_at(one)} {name}"' for name in option.names)
            known = " ".join(option.choices)
            yield f'    {places}) COMPREPLY=($(compgen -W "{known}" -- "$cur")); return ;;'
