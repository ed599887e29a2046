"""Makes pages of the documents that live in the root of the repository, so that each is written once."""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
PAGES = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}
# Code comes first, since `handlers[name](event)` is no link.
CODE_OR_LINK = re.compile(
    r"^ *```.*?^ *```|`[^`\n]*`"
    r"|(?P<start>!?\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\])\((?P<target>[^)\s#]*)(?P<anchor>#[^)\s]*)?\)",
    re.DOTALL | re.MULTILINE,
)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page for each document of the root."""
    for source, page in PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=CODE_OR_LINK.sub(_relinked, text)))
    return files


def _relinked(found: re.Match[str]) -> str:
    """Point a link from the root of the repository to the page that stands for its target."""
    target, anchor = found["target"], found["anchor"] or ""
    if not target or ":" in target:
        return found[0]
    target = target.removeprefix("./")
    page = PAGES.get(target) or (target.removeprefix("docs/") if target.startswith("docs/") else None)
    # The rest of the repository has no page: the words stay, the link goes.
    return f"{found['start']}({page}{anchor})" if page else found["text"]
