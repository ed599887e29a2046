"""Objects of others that a method of the project wraps by its own name, so that the name tells nothing of theirs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from duotone.analyzer.flow import known
from duotone.analyzer.flow.file import File, Ran
from duotone.analyzer.flow.sites import Site
from duotone.analyzer.link.named import classes_with

__all__ = ["handed_on", "is_wrapped", "pending"]

_SEVERAL = 3
_WORD = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")


def is_wrapped(file: File, site: Site, ran: Ran) -> bool:
    """Tell whether a method calls its own name on an object of which nothing is awaited, as those do that wrap one.

    The async methods of that name are then such wrappers, and say nothing of what is wrapped. A private name is shared
    by those that know each other, and what stands in functions within a method is done by the method. A name that says
    it is async and that several classes have is one by which they hand on to one another. Where nobody else has the
    name, the other methods of a class call that of what the class wraps as well.
    """
    if site.name.startswith("_") or not isinstance(site.node, ast.Call):
        return False
    if site.name not in _methods_around(ran) and not _is_of_delegate(file, site.name, site.node.func, ran):
        return False
    named = file.project.methods.get(site.name)
    if site.name.endswith("_async") and named is not None and named.asynchronous >= _SEVERAL:
        return False
    called = site.node.func
    if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Subscript):
        return not _is_kept_here(file, site.name, called.value, ran)
    receiver = known.chain(called).rpartition(".")[0]
    return bool(receiver) and not any(text.startswith(f"{receiver}.") for _, text in file.awaited_texts)


def pending(file: File, site: Site) -> str:
    """What to ask the project where the one method of a name tells: that it has no plain one to wrap where this is."""
    called = site.node.func if isinstance(site.node, ast.Call) else None
    if site.doubt != "named" or site.callee is not None or not isinstance(called, ast.Attribute):
        return ""
    receiver = known.called(called.value)
    is_alone = bool(receiver) and file.project.methods[site.name].asynchronous == 1
    return f"unwrapped:{receiver.strip('_')}.{site.name}" if is_alone else ""


def handed_on(file: File) -> Iterator[str]:
    """Whose method an async one of the same name gives the result of as it is, as "attribute.name"."""
    for ran in file.ran:
        name = ran.symbol.outline.name if ran.symbol is not None and ran.symbol.owner is not None else ""
        for _, statement in ran.returned if ran.is_async and name else ():
            called = statement.value.func if isinstance(statement.value, ast.Call) else None
            if isinstance(called, ast.Attribute) and called.attr == name and known.called(called.value):
                yield f"{known.called(called.value).strip('_')}.{name}"


def _is_of_delegate(file: File, name: str, called: ast.expr, ran: Ran) -> bool:
    """Tell whether a method calls a name on what its object keeps, and no class but its own or kin has it async."""
    owner = ran.symbol.owner if ran.symbol is not None else None
    itself, *fields = known.chain(called).split(".")[:-1] or [""]
    if owner is None or itself != "self" or not fields or name not in file.project.methods:
        return False
    named = file.project.methods[name]
    modules = filter(None, map(file.project.module, named.modules))
    having = [one for module in modules for one in classes_with(module, name)]
    is_kin = all(one.is_subclass(owner.name) or owner.is_subclass(one.name) for one in having)
    return is_kin and len(having) == named.asynchronous


def _is_kept_here(file: File, name: str, receiver: ast.Subscript, ran: Ran) -> bool:
    """Tell whether what a container has is of the project: it is called as a class there, or is awaited elsewhere."""
    words: list[str] = []
    container: ast.expr = receiver
    while isinstance(container, ast.Subscript):
        if isinstance(container.slice, ast.Constant) and isinstance(container.slice.value, str):
            words.append(container.slice.value)
        container = container.value
    text = known.chain(container)
    if not text:
        return False
    if re.search(rf"\bawait\s+{re.escape(text)}\[", file.source):
        return True
    words.append(text.rpartition(".")[2])
    return not {_last_word(word) for word in words}.isdisjoint(_other_classes(file, name, ran))


def _other_classes(file: File, name: str, ran: Ran) -> Iterator[str]:
    """What the classes are called that have an async method of a name, but for the one around."""
    around = ran.symbol.owner if ran.symbol is not None else None
    modules: Sequence[str] = file.project.methods[name].modules if name in file.project.methods else ()
    for module in filter(None, map(file.project.module, modules)):
        yield from (_last_word(one.outline.name) for one in classes_with(module, name) if one is not around)


def _last_word(name: str) -> str:
    words = _WORD.findall(name)
    return words[-1].lower().removesuffix("s") if words else ""


def _methods_around(ran: Ran) -> Iterator[str]:
    """The names of the methods that something runs in, itself or within functions of theirs."""
    around: Ran | None = ran
    while around is not None:
        if around.symbol is not None and around.symbol.owner is not None:
            yield around.symbol.outline.name
        around = around.outer
