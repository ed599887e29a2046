"""The script that lets zsh complete the command."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from duotone.cli.shells.words import Words

__all__ = ["zsh_script"]

_SCRIPT = """\
#compdef duotone
# Completion of duotone for zsh; put this into ~/.zshrc after compinit:  eval "$(duotone completion zsh)"
_duotone() {
  local at="" word
  local -a named known
  for word in "${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      (@PATHS@) at="$at $word" ;;
    esac
  done
  case "$at ${words[CURRENT-1]}" in
@VALUES@
  esac
  case "$at" in
@WORDS@
  esac
  if [[ $PREFIX == -* ]]; then
    _describe option known
  elif (( ${#named} )); then
    _describe command named
  else
    _files
  fi
}
compdef _duotone duotone
"""


def zsh_script(tree: Iterable[Words]) -> str:
    """Return the script; where nothing is known, zsh completes names of files."""
    every = list(tree)
    paths = "|".join(_quoted(_at(one)) for one in every if one.path)
    words = "\n".join(_words(one) for one in every)
    values = "\n".join(line for one in every for line in _values(one))
    return _SCRIPT.replace("@PATHS@", paths).replace("@WORDS@", words).replace("@VALUES@", values)


def _at(one: Words) -> str:
    return "".join(f" {word}" for word in one.path)


def _words(one: Words) -> str:
    named = [*(_described(name, text) for name, text in one.names.items()), *map(_quoted, one.values)]
    known = [_described(name, option.text) for option in one.options for name in option.names]
    return f"    ({_quoted(_at(one))}) named=({' '.join(named)}) known=({' '.join(known)}) ;;"


def _values(one: Words) -> Iterator[str]:
    for option in one.options:
        if option.takes_value:
            places = "|".join(_quoted(f"{_at(one)} {name}") for name in option.names)
            known = " ".join(map(_quoted, option.choices))
            yield f"    ({places}) {f'compadd -- {known}' if known else '_files'}; return ;;"


def _described(name: str, text: str) -> str:
    return _quoted(f"{name.replace(':', chr(92) + ':')}:{text}")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
