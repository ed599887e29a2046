"""Which names asked which, while they were resolved: what must be resolved again when one of them changes.

The nodes are texts. `module:name` is what a module of the project binds under a name, with everything inside it; a bare
module name stands for where the module is, and for all of a module that lies outside of the project; `#name` is the
color of the methods with a name, `!name` whether calls of it are awaited somewhere, `%name` which files and directories
are called so; `module.pyi` is the stub beside a module of the project; a path is a file whose bodies run.
"""

from __future__ import annotations

__all__ = ["STUB", "Traces"]

STUB = ".pyi"
"""How the node of the stub beside a module ends."""


class Traces:
    """A graph from what was resolved to what that needed; what is remembered for many askers is a node of its own."""

    def __init__(self) -> None:
        self.current: set[str] | None = None
        self._asked: dict[str, set[str]] = {}
        self._told: dict[str, int] = {}
        self._entered: set[str] = set()

    def touch(self, node: str) -> None:
        """Note that whoever is being worked on depends on a node; nothing depends on what never changes."""
        if node and self.current is not None:
            self.current.add(node)

    def enter(self, node: str) -> set[str] | None:
        """Work on behalf of a node, or of whoever asks if it has no name; gives what `leave` needs."""
        previous = self.current
        if node:
            self.current = self._asked.setdefault(node, set())
            self._entered.add(node)
        return previous

    def leave(self, previous: set[str] | None) -> None:
        """End what `enter` began."""
        self.current = previous

    def news(self) -> dict[str, list[str]]:
        """The nodes that asked more since this was called before, and all that they asked."""
        found: dict[str, list[str]] = {}
        for node in self._entered:
            asked = self._asked[node]
            if len(asked) != self._told.get(node, 0):
                self._told[node] = len(asked)
                found[node] = [*asked]
        self._entered.clear()
        return found

    def end(self, node: str, own: str) -> None:
        """Forget what a file asked of its own names that depend on nothing: with those, the file itself has changed."""
        self._asked[node] = {one for one in self._asked[node] if not one.startswith(own) or self._asked.get(one)}
