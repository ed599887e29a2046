"""Completion of the command in shells: one tree of words, read from the parsers, and a script for each shell."""

from __future__ import annotations

from duotone.cli.shells.bash import bash_script
from duotone.cli.shells.fish import fish_script
from duotone.cli.shells.words import words_of
from duotone.cli.shells.zsh import zsh_script

__all__ = ["bash_script", "fish_script", "words_of", "zsh_script"]
