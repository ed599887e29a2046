"""Whether a call is only made on versions of Python, or with an asyncio, that are older than the newest."""

from __future__ import annotations

import ast

from duotone.analyzer.flow.way import holding
from duotone.analyzer.link.named import absolute
from duotone.analyzer.link.nodes import parsed
from duotone.analyzer.link.symbols import ModuleSymbol
from duotone.analyzer.outline import Import, Value
from duotone.analyzer.outline.branches import decided
from duotone.analyzer.outline.constants import OPEN, Literal, Open, is_constant_name
from duotone.analyzer.outline.versions import at_newest
from duotone.analyzer.rules.tasks.refused import is_for_older_asyncio, lacks_newer
from duotone.analyzer.rules.writer import Writer

__all__ = ["is_for_older_versions"]


def is_for_older_versions(node: ast.Call, writer: Writer) -> bool:
    """Tell whether code has asked for the version, and a call is what it makes of an older one.

    What comes after a branch that leaves is the other branch, and a module may keep what it has asked under a name.
    """
    parents = writer.layout.parents
    if any(is_for_older_asyncio(parent, parents) for parent in writer.layout.above(node)):
        return True
    module = writer.file.module

    def known(name: str) -> Literal | Open:
        return _of_version(module, name)

    tests = holding(writer.file.tree.body, node)
    return any(decided(test, known) is (not is_true) or (not is_true and lacks_newer(test)) for test, is_true in tests)


def _of_version(module: ModuleSymbol, name: str) -> Literal | Open:
    """What a constant comes to on the newest Python, here or where it is imported from, if it is bound to such a test.

    It is looked for no further than one module away.
    """
    if not is_constant_name(name):
        return OPEN
    bindings = module.outline.names.get(name, ())
    if len(bindings) == 1 and isinstance(bindings[0], Import):
        found = absolute(module, bindings[0])
        home = module.project.seen_from(module, found) if found is not None else None
        module.project.touch(home.node_of(bindings[0].name) if home is not None else "")
        bindings = home.outline.names.get(bindings[0].name, ()) if home is not None else ()
    match bindings:
        case [Value(how="=", source=str(text))]:
            test = parsed(text)
            told = at_newest(test) if test is not None else None
            return OPEN if told is None else told
        case _:
            return OPEN
