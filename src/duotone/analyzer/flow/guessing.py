"""What a call gives where nothing but a declaration, a name or other calls tell that it is a coroutine."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator

from duotone.analyzer.flow import elements, known
from duotone.analyzer.flow.frames import Frame
from duotone.analyzer.flow.hints import expecting, furnishing, naming
from duotone.analyzer.flow.seen import Seen
from duotone.analyzer.flow.sites import Site, Use
from duotone.analyzer.flow.values import sites_in
from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.named import Named, classes_with, is_near
from duotone.analyzer.link.receivers import suits_class
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.link.values import (
    NONE,
    UNKNOWN,
    CallableType,
    Coroutine,
    FunctionObject,
    Instance,
    TypeVariable,
    Unknown,
    Value,
    options,
    union,
)
from duotone.analyzer.outline.putting import put_plain

__all__ = ["Guessing"]


class Guessing(Seen):
    """What a file takes for a coroutine without having seen the function that makes it."""

    def _site(self, frame: Frame, site: Site) -> Site:
        """Keep a site with what is around it."""
        site.hiding, site.statement, site.is_deferred = frame.hiding, frame.statement, frame.in_lambda > 0
        around = self.current.node if self.current is not None else None
        if frame.is_expecting and not (around and expecting.is_harmless(frame, site, self.source, around)):
            site.uses.append(Use("escape", site.node))
        frame.sites.append(site)
        return site

    def _coroutine(self, frame: Frame, site: Site, result: Value) -> Value:
        """A coroutine that is known by its declaration or its name alone."""
        site = self._site(frame, site)
        site.made = Coroutine(result, site.callee, site.doubt, site)
        return site.made

    def _declared(
        self, frame: Frame, node: ast.Call, function: Value, value: Instance, *, is_alone: bool = True
    ) -> Value:
        """A function that is declared to give an awaitable gives something that can get lost too."""
        if value.symbol.name not in {"typing.Coroutine", "typing.Awaitable"}:
            return value
        if _is_asked_around(frame, node.func) or _is_applied_by_hand(frame, node, function):
            return UNKNOWN
        if known.is_of_super(node.func) and all(map(_is_empty, options(function))):
            return UNKNOWN
        callee = next(filter(None, map(_function, options(function))), None)
        doubt = "" if value.symbol.name == "typing.Coroutine" else "declared" if value.args else "loose"
        result = value.args[-1] if value.args else UNKNOWN
        made = Site("coroutine", node, callee, doubt=doubt, is_alternative=not is_alone)
        made.wrapped = function.made_of if isinstance(function, CallableType) else None
        for site in sites_in(function):
            site.results.append(made)
        return self._coroutine(frame, made, result)

    def _guessed(self, frame: Frame, node: ast.Call, function: Value, result: Value) -> Value:
        """Nothing is known of the callee, unless methods of its name are async, or it is awaited elsewhere here."""
        target = node.func
        param = next((site for site in sites_in(function) if site.kind in elements.FUNCTIONS), None)
        if param is not None:
            return self._of_param(frame, node, param)
        if not isinstance(target, ast.Attribute):
            return result
        if target.attr in naming.MOCKS:
            # A fixture has the classes of mocks too.
            return self.project.named("unittest.mock", target.attr)
        # One that is plain as it was written is so whatever others of its name are; a decorator may give anything.
        is_plain = any(isinstance(one, FunctionObject) and not one.symbol.outline.is_async for one in options(function))
        if known.is_always_async(target.attr) and not is_plain:
            return self._coroutine(frame, Site("coroutine", node, name=target.attr, doubt="protocol"), UNKNOWN)
        is_somebodys = target.attr in self.awaited_here and naming.is_somebodys(frame, result, target.attr)
        is_named = naming.is_of_mock(target) or naming.is_of_pytest(target) or self._is_private_to_others(target.value)
        is_open = (target in self.receivers or is_somebodys) and not is_named
        is_left = is_open and self._is_left_to_others(target)
        is_meant = self._is_handed_up(frame, target) or (
            is_open
            and (
                self._is_async_by_name(target.attr, frame.symbol, is_met=is_left)
                or (self._is_async_by_name(target.attr, frame.symbol, is_met=True) and self._is_met_beside(target))
            )
            and (is_left or not self._is_of_others(frame, target))
        )
        is_meant = is_meant or (is_open and self._is_of_holder(target))
        if is_meant and not is_plain and naming.has_fitting(self.project, self._named(target.attr), node):
            site = Site("coroutine", node, name=target.attr, doubt="named", param=naming.param_of(frame, target.value))
            return self._coroutine(frame, site, UNKNOWN)
        return (None if _is_of_standard_library(function) else self._awaited_elsewhere(frame, node, target)) or result

    def furnished(self, frame: Frame, helper: str, *, is_own: bool) -> Iterator[tuple[str, Value]]:
        """What a helper or a fixture of the file puts into attributes of what it gives, where that is a stand-in."""
        if not self._furnished or not helper:
            return
        owner = frame.symbol.owner if frame.symbol is not None else None
        owners = [one.outline.name for one, _ in owner.mro if one.module is self.module] if owner is not None else []
        for key in ((one, helper) for one in (owners if is_own else ["", *owners])):
            if key in self._furnished:
                for attribute, values in self._furnished[key].items():
                    yield attribute, union([self._stand_in(one) for one in values])
                return

    def _stand_in(self, name: str) -> Value:
        return NONE if name == "None" else self.project.named("unittest.mock", name) if name else UNKNOWN

    @functools.cached_property
    def _furnished(self) -> furnishing.Furnished:
        """What the helpers of this file put into what they give."""
        return furnishing.furnished(self.source, self.tree)

    def _awaited_elsewhere(self, frame: Frame, node: ast.Call, target: ast.Attribute) -> Value | None:
        """What a call gives that others in the file await; None where they don't."""
        if target.attr not in self.awaited_here or self._named(target.attr).sync:
            return None
        text = known.chain(target)
        if not text or node in self.awaiting or text in frame.aware:
            return None
        site = self._site(frame, Site("call", node, name=text, doubt="elsewhere"))
        site.home = naming.home(frame, text)
        site.is_of_param = naming.is_of_param(frame, text)
        return Unknown(site)

    def _of_param(self, frame: Frame, node: ast.Call, param: Site) -> Value:
        """What calling a parameter or an element of a container gives."""
        site = self._site(frame, Site("result", node, name=param.name))
        param.uses.append(Use("result", node, detail=""))
        param.results.append(site)
        return Unknown(site)

    def _named(self, name: str) -> Named:
        """The methods of the project with this name."""
        self.project.touch(f"#{name}")
        return self.project.methods.get(name, Named(0, 0, ()))

    def _is_async_by_name(self, name: str, around: FunctionSymbol | None = None, *, is_met: bool = False) -> bool:
        """Tell whether every method of this name is async, and one of them is likely to be meant here.

        An async method of the same private name around the call hands on to another object what it is asked for itself.
        `is_met` says that objects which have it are known to come here: what is declared as a class that lacks the
        method is one of them.
        """
        named = self._named(name)
        self.project.touch(f"!{name}")
        if not named.asynchronous or named.sync or name in self._put_plain:
            return False
        is_awaited = name in self.project.awaited_names
        if name.startswith("_") and around is not None and around.outline.is_async and around.outline.name == name:
            return not known.is_common(name)
        if not naming.is_telling(name, is_awaited=is_awaited, is_awaited_here=name in self.awaited_here):
            return False
        is_met = is_met or name in self.awaited_here or naming.is_nobody_elses(name)
        return is_met or any(is_near(self.module, module) for module in named.modules)

    def _is_met_beside(self, method: ast.Attribute) -> bool:
        """Tell whether others of the same module, and of no other, are awaited here of the very same receiver."""
        receiver, homes = known.chain(method.value), {*self._named(method.attr).modules}
        if not receiver or len(homes) != 1:
            return False
        awaited = set(re.findall(rf"\bawait\s+{re.escape(receiver)}\.(\w+)\(", self.source)) - {method.attr}
        beside = (self._named(name) for name in awaited if not known.is_common(name))
        return any(named.asynchronous and not named.sync and homes.issuperset(named.modules) for named in beside)

    def _is_of_holder(self, method: ast.Attribute) -> bool:
        """Tell whether a receiver has the name of an attribute that one class makes, and is treated as what is there.

        All that is called on it here is one of its methods, and another one that is async is awaited.
        """
        held = self.project.only_holder(method.value.attr) if isinstance(method.value, ast.Attribute) else UNKNOWN
        receiver = re.escape(known.chain(method.value))
        if not receiver or not isinstance(held, Instance) or not _is_coroutine(find(held.symbol, method.attr)):
            return False
        called = set(re.findall(rf"(?<![\w.]){receiver}\.(\w+)\(", self.source))
        awaited = set(re.findall(rf"\bawait\s+{receiver}\.(\w+)\(", self.source)) - {method.attr}
        found = {name: find(held.symbol, name) for name in called}
        return None not in found.values() and any(_is_coroutine(found.get(name)) for name in awaited)

    def _is_handed_up(self, frame: Frame, method: ast.Attribute) -> bool:
        """Tell whether an async method of a mixin calls the one that it stands before, in a class that has both.

        None of its own bases has such a method, and every other one of the project is async.
        """
        symbol = frame.symbol
        if symbol is None or symbol.owner is None or not symbol.outline.is_async or symbol.outline.name != method.attr:
            return False
        if not known.is_of_super(method) or symbol.owner.has_unknown_base:
            return False
        named = self._named(method.attr)
        return named.asynchronous > 1 and not named.sync

    def _is_left_to_others(self, method: ast.Attribute) -> bool:
        """Tell whether a class lacks a method that one which stands for it has: made of it, or as its protocol asks."""
        owners = [one for one in options(self.receivers.get(method, UNKNOWN)) if one is not NONE]
        owner = owners[0] if len(owners) == 1 else None
        if isinstance(owner, TypeVariable):
            # Any class below the bound may be meant.
            owner = owner.bound
        named = self._named(method.attr)
        if named.sync or not isinstance(owner, Instance) or owner.symbol.module.kind != "project":
            return False
        modules = map(self.project.module, named.modules)
        having = (one for module in modules if module is not None for one in classes_with(module, method.attr))
        return any(suits_class(self.project, owner, Instance(one)) for one in having)

    @functools.cached_property
    def _put_plain(self) -> frozenset[str]:
        """The attributes that this file puts plain functions in."""
        return frozenset(put_plain(self.source))

    def _is_of_others(self, frame: Frame, method: ast.Attribute) -> bool:
        """Tell whether a plain function has made a receiver of something unknown, or calls what no class here has.

        An async one that calls its own name on an object of a library wraps it.
        """
        if self.current is None or frame.symbol is None:
            return False
        if frame.symbol.outline.is_async:
            is_wrapped = frame.symbol.outline.name == method.attr and _is_of_library(frame.owner_of(method))
            return is_wrapped or self._is_used_plainly(method)
        is_made = naming.is_made_here(frame, method.value)
        is_made = is_made and not naming.is_made_by_project(frame, self.current.node, method)
        if is_made or _is_left_open(frame, method.value) or self._is_made_of_wrapped(method):
            return True
        if "_" not in method.attr and naming.is_deep(method.value):
            return True  # a single word of something in something else may be anybody's
        around = self._binder(frame, method)
        others = map(self._named, naming.called_beside(around, method))
        if any(not named.asynchronous and not named.sync for named in others):
            return True
        # One await may be forgotten, but where several results are used at once the object is a plain one.
        return any(self._named(name).asynchronous for name in naming.used_beside(around, method))

    def _is_private_to_others(self, receiver: ast.expr) -> bool:
        """Tell whether a receiver is a private attribute that no class of the project has, and nobody here assigns.

        It is of a library's object, and so is what is in it.
        """
        if not isinstance(receiver, ast.Attribute) or not receiver.attr.startswith("_"):
            return False
        if self.project.has_private(receiver.attr):
            return False
        put = rf"\.{receiver.attr}(?::[^=\n]+)?\s*=(?!=)|[\"']{receiver.attr}[\"']"
        return re.search(put, self.source) is None

    def _is_made_of_wrapped(self, method: ast.Attribute) -> bool:
        """Tell whether a receiver is made by what a class with the method was given to, and not by the class itself.

        Whoever takes a class to make objects in its place may have plain methods do the same.
        """
        receiver = known.chain(method.value)
        makers = re.findall(rf"(?<![\w.]){re.escape(receiver)}\s*=\s*(?:\w+\.)?(\w+)\(", self.source)
        homes = map(self.project.module, self._named(method.attr).modules if makers else ())
        classes = {one.outline.name for home in homes if home is not None for one in classes_with(home, method.attr)}
        wrapped = "|".join(map(re.escape, classes))
        given = rf"\s*=\s*[\w.]+\((?:\w+\.)*(?:{wrapped})\)"
        return bool(wrapped) and any(re.search(rf"\b{one}{given}", self.source) for one in makers)

    def _binder(self, frame: Frame, method: ast.Attribute) -> ast.AST:
        """The function around a call that binds the name which its receiver begins with."""
        assert self.current is not None
        ran, root = self.current, known.chain(method.value).partition(".")[0]
        while root not in frame.ever and frame.outer is not None and ran.outer is not None:
            ran, frame = ran.outer, frame.outer
        return ran.node

    def _is_used_plainly(self, method: ast.Attribute) -> bool:
        """Tell whether the same attribute is asked here, without `await`, for what no class of the project has."""
        receiver = known.chain(method.value)
        if not receiver.startswith("self."):
            return False
        calls = re.finditer(rf"(\bawait\s+)?(?<![\w.]){re.escape(receiver)}\.(\w+)\(", self.source)
        plain = {call[2] for call in calls if call[1] is None and call[2] != method.attr}
        return any(not named.asynchronous and not named.sync for named in map(self._named, plain))


def _is_coroutine(found: tuple[Value, object, object] | None) -> bool:
    """Tell whether what a class has under a name is a function that gives a coroutine."""
    value = found[0] if found is not None else None
    outline = value.symbol.outline if isinstance(value, FunctionObject) else None
    return outline is not None and outline.is_async and not outline.is_generator


def _is_asked_around(frame: Frame, target: ast.expr) -> bool:
    """Tell whether a plain function calls what the function around it has asked for its color."""
    if frame.outer is None or frame.symbol is None or frame.symbol.outline.is_async:
        return False
    return isinstance(target, ast.Name) and target.id not in frame.ever and frame.outer.is_aware_of(target)


def _is_applied_by_hand(frame: Frame, node: ast.Call, function: Value) -> bool:
    """Tell whether what a call gave is called with a function alone, as decorators are: `route("/")(show)`.

    Their annotations name what they take and give back, where they don't say what they are called with themselves.
    """
    if not isinstance(node.func, ast.Call) or len(node.args) != 1 or node.keywords:
        return False
    if not isinstance(function, CallableType) or function.params:
        return False
    given = node.args[0]
    return isinstance(given, ast.Lambda) or (
        isinstance(given, ast.Name | ast.Attribute)
        and all(isinstance(one, FunctionObject | CallableType) for one in options(frame.of(given)))
    )


def _function(value: Value) -> FunctionSymbol | None:
    """The function that runs where something is called, an object as well; None where that isn't known."""
    if isinstance(value, Instance):
        found = find(value.symbol, "__call__")
        value = found[0] if found is not None else value
    return value.symbol if isinstance(value, FunctionObject) else None


def _is_left_open(frame: Frame, receiver: ast.expr) -> bool:
    """Tell whether a class of the project declares an attribute, or has a property, that doesn't say what it is."""
    owner = frame.owner_of(receiver)
    if not isinstance(receiver, ast.Attribute) or not isinstance(owner, Instance):
        return False
    return any(receiver.attr in entry.outline.names for entry, _ in owner.symbol.mro)


def _is_of_standard_library(function: Value) -> bool:
    """Tell whether a function is one of Python's own, which says whether it is async."""
    return all(isinstance(one, FunctionObject) and one.symbol.module.kind == "typeshed" for one in options(function))


def _is_empty(function: Value) -> bool:
    """Tell whether it is known that the body of a function does nothing, whatever it is declared to give."""
    if not isinstance(function, FunctionObject) or function.symbol.module.kind != "project":
        return False
    return function.symbol.outline.is_stub and not function.symbol.outline.is_async


def _is_of_library(value: Value) -> bool:
    found = [option for option in options(value) if option is not NONE]
    return bool(found) and all(isinstance(one, Instance) and one.symbol.module.kind != "project" for one in found)
