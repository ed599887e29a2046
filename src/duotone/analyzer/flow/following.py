"""Follows what must not get lost: decides what a call gives, and what each use of it means."""

from __future__ import annotations

import ast
import typing
from collections.abc import Sequence

from duotone.analyzer.flow import arguments, asking, elements, expecting, keeping, known, naming, placing, replacing
from duotone.analyzer.flow.declared import declared_attribute, misplaced, refuses
from duotone.analyzer.flow.frames import Frame
from duotone.analyzer.flow.seen import Seen
from duotone.analyzer.flow.sites import Site, Use
from duotone.analyzer.flow.values import merged, sites_in
from duotone.analyzer.link import operations
from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.expressions import CASTS, FALLBACKS
from duotone.analyzer.link.named import Named, is_near
from duotone.analyzer.link.overloads import has_both_colors
from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol
from duotone.analyzer.link.values import (
    NONE,
    UNKNOWN,
    AsyncStream,
    ClassObject,
    Coroutine,
    Descriptor,
    Foreign,
    FunctionObject,
    Instance,
    Union,
    Unknown,
    Value,
    options,
    union,
)

__all__ = ["Following"]

_CONSTRUCTORS = ("__new__", "__init__", "__post_init__")
_OPEN = frozenset({"builtins.locals", "builtins.vars", "builtins.eval", "builtins.exec", "builtins.globals"})
"""They see every name, so that none of them is surely unused."""


class Following(Seen):
    """What a file makes of the values in its bodies."""

    def made(self, frame: Frame, node: ast.Call, function: Value, result: Value) -> Value:
        """A call gave a result: follow it if it must not get lost."""
        self._called(frame, node, function)
        if frame.has_dotted:
            placing.forget(frame, node.func)
        name = known.dotted(function)
        if name:
            result = self._called_by_name(frame, node, name, result)
        if name in CASTS or FALLBACKS.get(name) == len(node.args) - 1:
            return result
        if isinstance(node.func, ast.Attribute) and frame.is_aware_of(node.func):
            # Whoever asks a method for its color knows what to do with either.
            return UNKNOWN
        if isinstance(result, Coroutine | AsyncStream | Union):
            parts = merged(self._told(node, options(self._own(function, result))))
            via = function.symbol if isinstance(function, FunctionObject) else None
            is_alone = len(parts) == 1 or all(isinstance(part, Coroutine) for part in parts)
            return union([self._followed(frame, node, option, via, is_alone=is_alone) for option in parts])
        if isinstance(result, Instance):
            return self._declared(frame, node, function, result)
        if isinstance(result, Unknown | Foreign):
            return self._guessed(frame, node, function, result)
        return result

    def held(self, frame: Frame, owner: Value, node: ast.Attribute, value: Instance) -> Value:
        """An attribute holds a container: follow what is taken out of it, under the attribute's name."""
        found = elements.holder(owner.symbol, node.attr) if isinstance(owner, Instance | ClassObject) else None
        if found is None:
            return value
        site = Site("element", node, name=f"{found.name}.{node.attr}:[]")
        tagged = elements.tagged(value, site)
        if tagged is None:
            return value
        self._site(frame, site)
        if not elements.starts_empty(found, node.attr):
            site.uses.append(Use("filled", node))
        return tagged

    def _called(self, frame: Frame, node: ast.Call, function: Value) -> None:
        """Remember who calls whom."""
        current = self.current
        if isinstance(function, Union) and node not in self.awaiting:
            self.called_plainly.add(_names(function))
        if current is None or frame.in_lambda or frame.is_expecting:
            return
        for option in options(function):
            if isinstance(option, FunctionObject):
                if not option.doubt or option.symbol.outline.is_async:
                    # What a decorator that can't be read made of a plain function needn't run it here.
                    current.calls.append((option.symbol, node, node in self.awaiting))
                # What comes out of a table was loaded where it was put there, as a value.
                if option.symbol.name in self.loaded and isinstance(node.func, ast.Name | ast.Attribute):
                    self.loaded[option.symbol.name] -= 1
            elif isinstance(option, ClassObject):
                self.implied(frame, option.symbol, _CONSTRUCTORS, node)

    def implied(self, frame: Frame, owner: ClassSymbol, names: Sequence[str], node: ast.expr) -> None:
        """Remember the methods that Python calls by itself: to make an object, read a property or enter a block."""
        current = self.current
        if current is None or owner.module.kind != "project" or frame.in_lambda or frame.is_expecting:
            return
        for name in names:
            found = find(owner, name)
            raw = found[0].target if found is not None and isinstance(found[0], Descriptor) else found and found[0]
            if isinstance(raw, FunctionObject) and not raw.doubt:
                current.calls.append((raw.symbol, node, node in self.awaiting))

    def reads(self, frame: Frame, owner: Instance, node: ast.Attribute) -> None:
        """An attribute of an object is read: a property is called by that."""
        if owner.symbol.module.kind == "project":
            found = find(owner.symbol, node.attr)
            if found is not None and isinstance(found[0], Descriptor) and found[0].kind == "property":
                self.implied(frame, owner.symbol, (node.attr,), node)

    def enters(self, frame: Frame, owner: Instance, node: ast.expr, *, is_async: bool) -> None:
        """A block is entered and left, which calls two methods; async ones are awaited."""
        if not is_async:
            self.implied(frame, owner.symbol, ("__enter__", "__exit__"), node)

    def _called_by_name(self, frame: Frame, node: ast.Call, name: str, result: Value) -> Value:
        """A callable of this name was called: remember it, and give what it truly gives."""
        if name in _OPEN:
            frame.is_open = True
        if known.names_thread(name) and self.current is not None and asking.is_compared(frame.statement, node):
            self.current.asks_thread = True
        if not (frame.in_lambda or frame.is_expecting) and known.is_of_interest(name):
            is_awaited = node in self.awaiting
            self.observe("call", node, name=name, is_awaited=is_awaited, is_guarded=frame.is_guarded)
        if known.makes_task(name):
            self.called[node] = name
            self._bound(frame, node)
            if any(getattr(option, "site", None) is not None for option in options(result)):
                # `ensure_future` gives back what it is given, as far as types go; what it gives is a task.
                return self.project.named("asyncio.tasks", "Task", UNKNOWN)
        return result

    def _bound(self, frame: Frame, node: ast.Call) -> None:
        """A task was made: tell when it is bound to a name that doesn't keep it."""
        name = keeping.bound_name(frame.statement, node)
        function = self.current.node if self.current is not None and frame.symbol is not None else None
        if not name or frame.statement is None or function is None or isinstance(function, ast.Module):
            return
        if name not in frame.globals and keeping.is_forgotten(function, frame.statement, name):
            self.dropped_task(node, bound=name)

    def taken(self, frame: Frame, owner: Value, node: ast.Attribute, value: Value) -> Value:
        """An attribute holds a coroutine that was made elsewhere: follow it from here under the attribute's name."""
        if isinstance(owner, Instance) and _has_unfollowed(value):
            return self._renamed(frame, node, value, f"{owner.symbol.name}.{node.attr}")
        return value

    def came(self, frame: Frame, node: ast.Await, value: Value, result: Value) -> Value:
        """Awaiting gave a coroutine once more: follow it under the name of the function that returned it."""
        callees = [
            option.callee for option in options(value) if isinstance(option, Coroutine) and option.callee is not None
        ]
        if callees and _has_unfollowed(result):
            return self._renamed(frame, node, result, f"return {callees[0].name}")
        return result

    def _renamed(self, frame: Frame, node: ast.expr, value: Value, name: str) -> Value:
        """Follow the coroutines of a value that nobody follows yet, under a name."""
        site = self._site(frame, Site("attribute", node, name=name))
        return union([option.at(site) if _is_unfollowed(option) else option for option in options(value)])

    def _site(self, frame: Frame, site: Site) -> Site:
        """Keep a site with what is around it."""
        site.hiding, site.statement = frame.hiding, frame.statement
        around = self.current.node if self.current is not None else None
        if frame.is_expecting and not (around and expecting.is_harmless(frame, site, self.source, around)):
            site.uses.append(Use("escape", site.node))
        frame.sites.append(site)
        return site

    @staticmethod
    def _own(function: Value, result: Value) -> Value:
        """A library function that is given async functions gives something else, whatever its types say."""
        if not isinstance(function, FunctionObject | ClassObject) or function.symbol.module.kind == "project":
            return result
        symbol = function.symbol
        return union(
            [
                UNKNOWN
                if isinstance(option, Coroutine)
                and option.callee is not symbol
                and option.callee not in getattr(symbol, "overloads", ())
                else option
                for option in options(result)
            ]
        )

    def _told(self, node: ast.Call, parts: Sequence[Value]) -> Sequence[Value]:
        """What a method gives where one receiver tells that it is async, and its name tells the same of the others."""
        if len(parts) == 1:
            return parts
        made = [part for part in parts if isinstance(part, Coroutine)]
        unclear = [part for part in parts if isinstance(part, Unknown) and part.site is None]
        target = node.func
        if not (made and unclear and len(made) + len(unclear) == len(parts) and isinstance(target, ast.Attribute)):
            return parts
        if target not in self.receivers or not self._is_async_by_name(target.attr):
            return parts
        return [Coroutine(part.awaited, part.callee, part.doubt or "named") for part in made]

    def _followed(
        self, frame: Frame, node: ast.Call, value: Value, via: FunctionSymbol | None, *, is_alone: bool
    ) -> Value:
        if isinstance(value, Coroutine):
            site = Site("coroutine", node, value.callee, doubt=value.doubt, made=value, is_alternative=not is_alone)
            site.via = via if via is not None and not _makes(via, value.callee) else None
            return value.at(self._site(frame, site))
        if isinstance(value, AsyncStream):
            return AsyncStream(value.item, value.callee, self._site(frame, Site("stream", node, value.callee)))
        if isinstance(value, Instance):
            return self._declared(frame, node, UNKNOWN, value, is_alone=is_alone)
        return value

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
        callee = next((option.symbol for option in options(function) if isinstance(option, FunctionObject)), None)
        doubt = "" if value.symbol.name == "typing.Coroutine" else "declared" if value.args else "loose"
        result = value.args[-1] if value.args else UNKNOWN
        made = Site("coroutine", node, callee, doubt=doubt, is_alternative=not is_alone)
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
        if known.is_always_async(target.attr):
            return self._coroutine(frame, Site("coroutine", node, name=target.attr, doubt="protocol"), UNKNOWN)
        is_somebodys = (
            naming.is_somebodys(frame, result, target.attr) and "_" in target.attr and target.attr in self.awaited_here
        )
        is_open = (target in self.receivers or is_somebodys) and not naming.is_of_mock(target)
        if is_open and self._is_async_by_name(target.attr, frame.symbol) and not self._is_of_others(frame, target):
            return self._coroutine(frame, Site("coroutine", node, name=target.attr, doubt="named"), UNKNOWN)
        return self._awaited_elsewhere(frame, node, target) or result

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

    def _is_async_by_name(self, name: str, around: FunctionSymbol | None = None) -> bool:
        """Tell whether every method of this name is async, and one of them is likely to be meant here.

        An async method of the same private name around the call hands on to another object what it is asked for itself.
        """
        named = self._named(name)
        self.project.touch(f"!{name}")
        if not named.asynchronous or named.sync:
            return False
        is_awaited = name in self.project.awaited_names
        if name.startswith("_") and around is not None and around.outline.is_async and around.outline.name == name:
            return not known.is_common(name)
        return naming.is_telling(name, is_awaited=is_awaited, is_awaited_here=name in self.awaited_here) and (
            name in self.awaited_here or any(is_near(self.module, module) for module in named.modules)
        )

    def _is_of_others(self, frame: Frame, method: ast.Attribute) -> bool:
        """Tell whether a plain function has made a receiver of something unknown, or calls what no class here has.

        An async one that calls its own name on an object of a library wraps it.
        """
        if self.current is None or frame.symbol is None:
            return False
        if frame.symbol.outline.is_async:
            return frame.symbol.outline.name == method.attr and _is_of_library(frame.owner_of(method))
        if isinstance(method.value, ast.Name) and not naming.is_of_param(frame, method.value.id):
            return True
        owner = frame.symbol.owner
        if isinstance(method.value, ast.Attribute) and owner is not None and method.value.attr in owner.outline.names:
            return True  # it is declared, or made by a property, and that doesn't say what it is
        others = [self._named(name) for name in naming.called_beside(self.current.node, method)]
        return any(not named.asynchronous and not named.sync for named in others)

    def awaits(self, frame: Frame, node: ast.Await, value: Value) -> None:
        """Something is awaited: remember by what name, and tell when it can't be."""
        if isinstance(node.value, ast.Call):
            self._remember(frame, node, node.value.func, value)
        found = options(value)
        if len(found) > 1 and isinstance(node.value, ast.Call):
            callees = [option.callee for option in found if isinstance(option, Coroutine) and option.callee is not None]
            if len(callees) == len(found) and not isinstance(node.value.func, ast.Attribute):
                self.dispatched.append(([callee.name for callee in callees], node, self.current))
        if frame.is_expecting:
            return
        if all(isinstance(option, AsyncStream) for option in found):
            self.observe("await stream", node, value=value)
        elif frame.is_aware_of(node.value):
            return
        elif self._is_plain(node.value, found) and not self._is_replaced(frame, node.value, found):
            callee = self._callee(node.value)
            is_asked = isinstance(node.value, ast.Call) and known.chain(node.value.func) in frame.aware
            if callee is None or not (is_asked or _is_of_twin(frame, node.value, callee.symbol)):
                self.observe("await plain", node, value=value, callee=callee)
        elif isinstance(node.value, ast.Call) and _is_choice(frame, node.value.func):
            self._chosen(frame, node, found)

    def _remember(self, frame: Frame, node: ast.Await, target: ast.expr, value: Value) -> None:
        """Remember by what name something is called and awaited."""
        text = known.chain(target)
        if text:
            home = naming.home(frame, text)
            self.awaited_texts.setdefault((home, text), node)
            self.awaited_often[home, text] += 1
            if frame.symbol is not None and naming.is_of_param(frame, text):
                self.awaited_of_params.setdefault(text, {}).setdefault(frame.symbol.name, node)
        if isinstance(target, ast.Attribute):
            if getattr(value, "callee", None) is None:
                self.awaited_blindly.add(target.attr)
        elif self.current is not None and "getattr(self, " in self.source:
            owner = naming.class_asked_by_name(frame, self.current.node, target)
            self.patterns.update([f"{owner}:[!_]*"] if owner else [])

    def _chosen(self, frame: Frame, node: ast.Await, found: Sequence[Value]) -> None:
        """Whatever a table gives is called and awaited: tell which of its functions give nothing to await."""
        answers = {operations.awaitability(option) for option in found}
        if frame.aware or self.current is None or answers != {True, False}:
            return
        functions = [symbol for symbol, call, _ in self.current.calls if call is node.value]
        plain = [symbol for symbol in functions if self.color_of(symbol) == "plain"]
        if plain:
            self.observe("await chosen", node, functions=[symbol.name for symbol in functions], plain=plain)

    @staticmethod
    def _is_plain(node: ast.expr, found: Sequence[Value]) -> bool:
        """What a call gives is known; a name or an attribute that was None once may be something else by now."""
        if any(option is NONE for option in found) and not isinstance(node, ast.Call | ast.Constant):
            return False
        return all(operations.awaitability(option) is False for option in found)

    def _is_replaced(self, frame: Frame, node: ast.expr, found: Sequence[Value]) -> bool:
        """Tell whether something else may come of an expression than its class says."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return replacing.is_by_override(self.project, frame.owner_of(node.func), node.func.attr)
        return replacing.is_by_metaclass(frame.owner_of(node), found)

    def _callee(self, node: ast.expr) -> FunctionObject | None:
        """The function that is called, here or where a name was bound, if it is one alone."""
        if isinstance(node, ast.Name) and self.current is not None:
            node = keeping.made_as(self.current.node, node.id) or node
        if isinstance(node, ast.Call) and self.current is not None:
            for symbol, call, _ in reversed(self.current.calls):
                if call is node:
                    return FunctionObject(symbol)
        return None

    def stored(self, frame: Frame, owner: Value, target: ast.Attribute, value: Value) -> None:
        """A value is kept in an attribute, which may have been a method before."""
        replaced = replacing.replaced_method(owner, target.attr)
        if replaced:
            self.replaced.add(replaced)
        found = sites_in(value)
        if not found:
            if sites_in(value, deep=True):
                frame.escape(value, target)
            return
        name = ""
        declared: Value = UNKNOWN
        beside: Value = UNKNOWN
        if isinstance(owner, Instance | ClassObject):
            name = f"{owner.symbol.name}.{target.attr}"
            declared = declared_attribute(self.project, owner, target.attr)
            beside = self.project.attribute(owner, target.attr)
        kind = "annotation" if self.refuses(declared) else "stored"
        for site in found:
            site.uses.append(Use(kind, target, is_sure=not site.is_alternative, detail=name))
            site.beside.append(beside)

    def displayed(self, node: ast.Dict | ast.List, value: Value) -> None:
        """A container is written down."""
        placing.displayed(node, value)

    def given(
        self, frame: Frame, node: ast.Call, function: Value, args: Sequence[Value], keywords: dict[str, Value]
    ) -> None:
        """Arguments are given."""
        name = known.dotted(function)
        if name in known.ASKERS and node.args:
            frame.aware.add(known.chain(node.args[0]))
        for argument in arguments.arguments_of(node, function, args, keywords):
            if not frame.is_expecting:
                arguments.given(self, frame, argument)
            elif known.fate(name, argument.position, argument.word) == "scheduled":
                arguments.follow(self, frame, argument)
            else:
                frame.escape(argument.value, node)

    def misplaced(self, frame: Frame, value: Value, node: ast.expr) -> None:
        """A container is returned or yielded: what it is declared to hold decides about the coroutines in it."""
        symbol = frame.symbol
        declared = symbol.declared() if symbol is not None and not frame.in_lambda else None
        if symbol is not None and declared is not None and sites_in(value, deep=True):
            wanted = operations.declared_item(declared) if symbol.outline.is_generator else declared
            for site in misplaced(self.project, wanted, value):
                site.uses.append(Use("misplaced", node))

    def refuses(self, declared: Value) -> bool:
        """Tell whether a declared type has no room for an awaitable."""
        return refuses(self.project, declared)


def _is_of_library(value: Value) -> bool:
    found = [option for option in options(value) if option is not NONE]
    return bool(found) and all(isinstance(one, Instance) and one.symbol.module.kind != "project" for one in found)


def _is_choice(frame: Frame, node: ast.expr) -> bool:
    """Tell whether what is called was taken from a table by a key that can be any, or by going through it."""
    if isinstance(node, ast.Subscript):
        key = known.chain(node.slice).rpartition(".")[2]
        return not isinstance(node.slice, ast.Constant) and not key.isupper()
    return isinstance(node, ast.Name) and len(frame.ever.get(node.id, ())) == 1


def _is_of_twin(frame: Frame, node: ast.expr, callee: FunctionSymbol) -> bool:
    """Tell whether only the annotation of a parameter says which of two colors its methods have."""
    target = node.func if isinstance(node, ast.Call) else None
    if not isinstance(target, ast.Attribute) or not isinstance(target.value, ast.Name) or frame.symbol is None:
        return False
    is_param = any(param.name == target.value.id for param in frame.symbol.outline.params)
    return is_param and has_both_colors(callee)


def _names(function: Union) -> frozenset[str]:
    return frozenset(option.symbol.name for option in function.options if isinstance(option, FunctionObject))


def _makes(function: FunctionSymbol, callee: FunctionSymbol | None) -> bool:
    """Tell whether a function that is called is the one that a coroutine is of, by itself or by an overload."""
    return function is callee or (function.outline.is_async and callee in function.overloads)


def _is_unfollowed(value: Value) -> typing.TypeGuard[Coroutine]:
    """Tell whether a value is a coroutine that was made where nobody looked."""
    return isinstance(value, Coroutine) and value.site is None


def _has_unfollowed(value: Value) -> bool:
    return any(_is_unfollowed(option) for option in options(value))
