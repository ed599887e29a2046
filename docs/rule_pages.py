"""Makes a page of every rule from its docstring, and the page that lists them, so that each rule is described once."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from duotone.analyzer import rules

FAMILIES = {
    "0": "The analysis itself",
    "1": "Lost coroutines",
    "2": "Needless async and mixed surfaces",
    "3": "Blocking",
    "4": "Loops",
    "5": "Tasks",
    "6": "Overrides and twins",
    "7": "Callbacks and decorators",
}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages."""
    lines = ["# Rules", "", "`duotone explain CODE` prints the same pages.", ""]
    for digit, family in FAMILIES.items():
        lines += [f"## {family}", "", "| code | name | what it finds |", "|---|---|---|"]
        for rule in rules.ALL:
            if rule.code[3] == digit:
                lines.append(f"| {rule.code} | [{rule.name}]({rule.name}.md) | {rule.summary} |")
                page = f"# {rule.name} ({rule.code})\n\n{rule.doc}\n\nSeverity: {rule.severity}.\n"
                files.append(File.generated(config, f"check/rules/{rule.name}.md", content=page))
        lines.append("")
    files.append(File.generated(config, "check/rules/index.md", content="\n".join(lines)))
    return files
