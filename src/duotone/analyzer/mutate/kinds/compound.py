"""Two faults in one: the `await` is missing, and the model behind it is used as a mapping, which shows later."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from duotone.analyzer.mutate.drafts import Drafts
from duotone.analyzer.mutate.inventory import Inventory, last_name
from duotone.analyzer.mutate.records import Mutation, Spot, TextEdit
from duotone.analyzer.mutate.source import Source, own_nodes

from .awaits import Site, sites

__all__ = ["plant"]

_MAPPING = frozenset({"get", "__getitem__", "__getattr__", "__class_getitem__", "keys"})


def plant(source: Source, inventory: Inventory) -> Iterator[Mutation]:
    """Yield the sites whose value is a model of the tree, with its attribute read as a key."""
    drafts = Drafts(source, "compound")
    for site in sites(source, inventory):
        model = _model(site.callee, inventory)
        read = _read(source, site) if model else None
        if read is None:
            continue
        edits = [source.without_await(site.node)]
        as_key = _as_key(source, read, is_call=len(read.attr) % 2 == 0)
        if as_key is not None:
            yield drafts.make(
                site.node,
                (site.use, site.receiver),
                f"`await` is missing before {site.callee}(...), and its {model} is used as a mapping: {as_key.text}",
                [*edits, as_key],
                [Spot(source.path, read.end_lineno or read.lineno)],
            )


def _model(callee: str, inventory: Inventory) -> str | None:
    """Return the class that a coroutine function is annotated to return, if it can't be used as a mapping."""
    definition = inventory.single(callee)
    if definition is None or not isinstance(definition.node.returns, ast.Name | ast.Attribute | ast.Constant):
        return None
    returns = definition.node.returns
    name = str(returns.value) if isinstance(returns, ast.Constant) else last_name(returns)
    pending, seen = [name], set[str]()
    while pending:
        found = inventory.single_class(pending.pop())
        if found and found.node.name not in seen:
            seen.add(found.node.name)
            if found.members & _MAPPING:
                return None
            pending.extend(found.bases)
    return name if seen and inventory.is_closed(name, "BaseModel") else None


def _read(source: Source, site: Site) -> ast.Attribute | None:
    """Return the first attribute that is read of the value, directly or through the variable it goes to."""
    parent = source.parents[site.node]
    if isinstance(parent, ast.Attribute):
        return parent if _is_data(source, parent) else None
    if not isinstance(parent, ast.Assign) or len(parent.targets) != 1 or not isinstance(parent.targets[0], ast.Name):
        return None
    variable = parent.targets[0].id
    function = source.function(site.node)
    assert function is not None
    nodes = list(own_nodes(function))
    names = [one for one in nodes if isinstance(one, ast.Name) and one.id == variable]
    if sum(isinstance(one.ctx, ast.Store) for one in names) != 1:
        return None
    reads = [source.parents[one] for one in names if one.lineno > parent.lineno]
    data = [one for one in reads if isinstance(one, ast.Attribute) and _is_data(source, one)]
    return min(data, key=lambda one: (one.lineno, one.col_offset), default=None)


def _is_data(source: Source, node: ast.Attribute) -> bool:
    parent = source.parents[node]
    return isinstance(node.ctx, ast.Load) and not (isinstance(parent, ast.Call) and parent.func is node)


def _as_key(source: Source, node: ast.Attribute, *, is_call: bool) -> TextEdit | None:
    end = source.end(node)
    start = end - len(node.attr) - 1
    # Before Python 3.12, the quotes of a key would end the f-string around it.
    if source.text[start:end] != f".{node.attr}" or _is_in_text(source, node):
        return None
    return source.replace(start, end, f'.get("{node.attr}")' if is_call else f'["{node.attr}"]')


def _is_in_text(source: Source, node: ast.AST) -> bool:
    while not isinstance(node, ast.stmt):
        if isinstance(node, ast.JoinedStr):
            return True
        node = source.parents[node]
    return False
