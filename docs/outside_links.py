"""Takes links to files of the repository out of pages: the site has no page for them, and their words are the path."""

from __future__ import annotations

import re

OUTSIDE = re.compile(r"\[(?P<words>[^\[\]]+)\]\((?:\.\./)+tests/[^)\s]+\)")


def on_page_markdown(markdown: str, **_: object) -> str:
    """Leave the words of a link to a test."""
    return OUTSIDE.sub(r"`\g<words>`", markdown)
