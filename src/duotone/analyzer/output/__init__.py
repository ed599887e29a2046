"""What `--output-format` chooses from: findings for people, for other programs, and for the services that show them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from duotone.analyzer.output import concise, document, github, gitlab, junit, sarif, text
from duotone.analyzer.output.context import Context, ReadLines, RuleInfo, Writer

__all__ = ["FORMATS", "Context", "ReadLines", "RuleInfo", "Writer"]

FORMATS: Mapping[str, Writer] = MappingProxyType(
    {
        "text": text.write,
        "concise": concise.write,
        "json": document.write,
        "sarif": sarif.write,
        "github": github.write,
        "gitlab": gitlab.write,
        "junit": junit.write,
    }
)
"""Each format by its name. A writer returns the whole output, and needs nothing but what its `Context` gives it."""
