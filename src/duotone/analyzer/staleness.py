"""Which files must be run again: those that changed, and those that asked, through whatever, for what changed."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Collection, Iterable, Iterator, Mapping

from duotone.analyzer.link import Named
from duotone.analyzer.link.traces import STUB
from duotone.analyzer.modules import Modules
from duotone.analyzer.rules.facts import FileFacts
from duotone.analyzer.shelf import stamp
from duotone.analyzer.work import Read, Shared, counted

__all__ = ["Known", "changed", "is_other", "reached", "state_of"]

ALL, SHAPE = "*", ""
"""The names under which a module has the sum of everything that others see, and of what concerns all its names."""


@dataclasses.dataclass(slots=True)
class Known:
    """What was kept of the run before: every file with its module, and the modules of others that were asked for."""

    modules: dict[str, str] = dataclasses.field(default_factory=dict[str, str])
    reads: dict[str, Read] = dataclasses.field(default_factory=dict[str, Read])
    facts: dict[str, FileFacts] = dataclasses.field(default_factory=dict[str, FileFacts])
    others: dict[str, str] = dataclasses.field(default_factory=dict[str, str])
    gone: list[str] = dataclasses.field(default_factory=list[str])
    restamped: list[str] = dataclasses.field(default_factory=list[str])
    is_partial: bool = False
    """Whether the run leaves out files that are kept, so that what it finds is not what a whole run would."""


def state_of(modules: Modules, name: str, files: Collection[str]) -> str:
    """Where a name leads that is no module's own, and to what; files of the run answer for themselves."""
    if name.endswith(STUB):
        source = modules.path_of(name.removesuffix(STUB))
        found = modules.stub_of(source) if source is not None else None
        return f"{found} {stamp(os.fspath(found))}" if found is not None else ""
    found = modules.path_of(name)
    if found is None:
        return "package" if modules.is_package(name) else ""
    path = os.fspath(found)
    return path if path in files else f"{path} {stamp(path)}"


def is_other(node: str, names: Collection[str]) -> bool:
    """Tell whether a node of the traces is a module that is no file of the run."""
    return ":" not in node and node[0] not in "#!%" and os.sep not in node and node not in names


def changed(known: Known, reads: Mapping[str, Read], names: Mapping[str, str], shared: Shared) -> set[str]:
    """The nodes of the traces that are other than they were."""
    found = set(_changed_modules(known, reads, names))
    own = set(names.values())
    found |= {
        name
        for name, state in known.others.items()
        if name not in own and state != state_of(shared.modules, name, names)
    }
    if known.modules.keys() != names.keys():
        found |= {f"%{name}" for _, name in _called(known.modules) ^ _called(names)}
    if known.reads.keys() != reads.keys() or any(known.reads[path] is not read for path, read in reads.items()):
        methods, awaited = counted(known.reads, known.modules)
        names_of_methods = methods.keys() | shared.methods.keys()
        found |= {f"#{name}" for name in names_of_methods if _color(methods, name) != _color(shared.methods, name)}
        found |= {f"!{name}" for name in awaited ^ shared.awaited}
    return found


def _called(paths: Iterable[str]) -> set[tuple[str, str]]:
    """Directories and files, each with the name by which something in it is imported."""
    found: set[tuple[str, str]] = set()
    for path in paths:
        directory, name = os.path.split(path)
        found.add((path, name.partition(".")[0]))
        while directory and (directory, os.path.basename(directory)) not in found:  # noqa: PTH119  # by text
            found.add((directory, os.path.basename(directory)))  # noqa: PTH119  # by text
            directory = os.path.dirname(directory)  # noqa: PTH120  # by text
    return found


def _color(methods: Mapping[str, Named], name: str) -> tuple[object, ...] | None:
    """What is said of the methods of a name: how many are async, and where, unless some are plain."""
    named = methods.get(name, Named(0, 0, ()))
    return None if named.sync else (named.asynchronous, *named.modules)


def _changed_modules(known: Known, reads: Mapping[str, Read], names: Mapping[str, str]) -> Iterator[str]:
    before = {module: path for path, module in known.modules.items()}
    for path, read in reads.items():
        module = names[path]
        if before.pop(module, None) != path:
            yield module
            continue
        old = known.reads[path].symbols
        if old is read.symbols:
            continue
        for name in old.keys() | read.symbols.keys():
            if old.get(name) != read.symbols.get(name):
                yield f"{module}:{name}" if name != SHAPE else module
    yield from before


def reached(roots: set[str], asked: Iterable[tuple[str, Collection[str]]]) -> set[str]:
    """Every node that asked one of the roots, directly or through others; a module stands for all its names."""
    askers: dict[str, list[str]] = {}
    for node, targets in asked:
        for target in targets:
            askers.setdefault(target, []).append(node)
    found = set(roots)
    found.update(node for node in askers if node.partition(":")[0] in roots)
    waiting = list(found)
    while waiting:
        for node in askers.get(waiting.pop(), ()):
            if node not in found:
                found.add(node)
                waiting.append(node)
    return found
