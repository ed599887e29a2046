"""Edits to files: from the fixes of findings to the bytes of a whole tree, written so that no kill leaves it half done.

`change` says which bytes become which, `writing` puts them in place over many files at once, `undo` takes the last
change of a tree back, and `rounds` applies fixes until none is left. Whoever changes code in other ways, such as
`recolor` or `mirror`, makes a `Change` and gives it to `writing.write`.
"""

from __future__ import annotations

from duotone.analyzer.edits.change import Change, FileChange

__all__ = ["Change", "FileChange"]
