"""Which rules count where: codes, prefixes and names in select, ignore and per-file-ignores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from duotone.analyzer.findings import Finding
from duotone.analyzer.gitignore import Patterns
from duotone.analyzer.settings import Settings, closest
from duotone.analyzer.settings_files import shown
from duotone.errors import BadSettings

__all__ = ["Selection", "check_words", "is_meant", "weight"]


def is_meant(word: str, code: str, name: str) -> bool:
    """Say whether a code, a prefix of codes or a kebab name means this rule."""
    return weight(word, code, name) > 0


def weight(word: str, code: str, name: str) -> int:
    """Say how exactly a word means a rule: 0 for not at all, and the more the longer the prefix is."""
    if word.lower() == name:
        return len(code)
    upper = word.upper()
    return len(upper) if upper.startswith("DUO") and code.startswith(upper) else 0


def check_words(words: Iterable[str], rules: Mapping[str, str], where: str) -> None:
    """Raise `BadSettings` for the first word that means none of the rules, which are names by code."""
    for word in words:
        if not any(is_meant(word, code, name) for code, name in rules.items()):
            # No code is like another: their digits say what they are about.
            like = None if word.upper().startswith("DUO") else closest(word, list(rules.values()))
            hint = f"did you mean {like!r}?" if like else "see `duotone rules` for all of them"
            message = f"{where}: unknown rule {word!r}; {hint}"
            raise BadSettings(message)


class Selection:
    """The choice of rules of one run: the more exact word wins, and `ignore` wins between equals."""

    def __init__(self, settings: Settings, rules: Mapping[str, str]) -> None:
        self._settings = settings
        self._rules = rules
        self._chosen = {code: self._is_chosen(code, name) for code, name in rules.items()}
        # A key with `!` is for all files but those that it names.
        self._files = [
            (Patterns([key.removeprefix("!")]), not key.startswith("!"), words)
            for key, words in settings.per_file_ignores.items()
        ]

    @property
    def rules(self) -> Mapping[str, str]:
        """Names of all rules, chosen or not, by code."""
        return self._rules

    def check(self) -> None:
        """Raise `BadSettings` if the settings name a rule that doesn't exist."""
        where = shown(self._settings.source, Path.cwd()) if self._settings.source else "settings"
        check_words(self._settings.select, self._rules, f"{where}: select")
        check_words(self._settings.ignore, self._rules, f"{where}: ignore")
        for key, words in self._settings.per_file_ignores.items():
            check_words(words, self._rules, f"{where}: per-file-ignores.{key!r}")

    def has(self, code: str, name: str = "", path: str | None = None) -> bool:
        """Say whether a rule counts, in general or for one file, whose path is relative to the root."""
        chosen = self._chosen.get(code)
        if chosen is None:
            chosen = self._chosen[code] = self._is_chosen(code, name)
        return chosen and not (path is not None and self._files and self._is_ignored_in(path, code, name))

    def shows(self, finding: Finding) -> bool:
        """Say whether a finding is of a rule that counts in its file, and sure enough."""
        is_sure = finding.confidence >= self._settings.min_confidence
        return is_sure and self.has(finding.code, finding.name, finding.place.path)

    def _is_chosen(self, code: str, name: str) -> bool:
        name = name or self._rules.get(code, "")
        chosen = max((weight(word, code, name) for word in self._settings.select), default=0)
        ignored = max((weight(word, code, name) for word in self._settings.ignore), default=0)
        return chosen > ignored

    def _is_ignored_in(self, path: str, code: str, name: str) -> bool:
        name = name or self._rules.get(code, "")
        return any(
            patterns.covers(path) is is_inside and any(is_meant(word, code, name) for word in words)
            for patterns, is_inside, words in self._files
        )
