"""The rules, one module each; a rule's docstring is its page."""

from __future__ import annotations

import importlib
import pkgutil

from duotone.analyzer.rules.rule import Rule

__all__ = ["ALL", "Rule", "by_code"]


def _load() -> tuple[Rule, ...]:
    found: list[Rule] = []
    for info in pkgutil.iter_modules(__path__):
        if info.name.startswith("duo") and info.name[3:6].isdigit():
            module = importlib.import_module(f"{__name__}.{info.name}")
            code, _, name = info.name.partition("_")
            found.append(Rule(code.upper(), name.replace("_", "-"), module.SEVERITY, module))
    return tuple(found)


ALL = _load()
_BY_NAME = {key: rule for rule in ALL for key in (rule.code, rule.name)}


def by_code(code: str) -> Rule:
    """The rule of a code or a name; KeyError where there is none."""
    return _BY_NAME[code if code in _BY_NAME else code.upper()]
