"""Follows what must not get lost: decides what a call gives, and what each use of it means."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from duotone.analyzer.flow import arguments, elements, keeping, known, placing
from duotone.analyzer.flow.awaiting import Awaiting, takes
from duotone.analyzer.flow.declared import declared_attribute, has_no_room, misplaced, refuses
from duotone.analyzer.flow.frames import Frame
from duotone.analyzer.flow.guessing import Guessing
from duotone.analyzer.flow.hints import asking, narrowly, replacing
from duotone.analyzer.flow.seen import Ran
from duotone.analyzer.flow.sites import CALLED, Site, Use
from duotone.analyzer.flow.values import is_unfollowed, merged, sites_in
from duotone.analyzer.link import operations
from duotone.analyzer.link.attributes import find
from duotone.analyzer.link.decorators import run_by
from duotone.analyzer.link.expressions import CASTS, FALLBACKS
from duotone.analyzer.link.nodes import Node
from duotone.analyzer.link.receivers import is_recolored
from duotone.analyzer.link.symbols import ClassSymbol, FunctionSymbol
from duotone.analyzer.link.values import (
    NONE,
    UNKNOWN,
    AsyncStream,
    CallableType,
    ClassObject,
    Coroutine,
    Descriptor,
    Foreign,
    FunctionObject,
    Instance,
    ModuleObject,
    Union,
    Unknown,
    Value,
    options,
    union,
)
from duotone.analyzer.outline import Param

__all__ = ["Following"]

_CALLED = ("__call__",)
_CONSTRUCTORS = ("__new__", "__init__", "__post_init__")
_OF_MOCKS = frozenset({"return_value", "side_effect"})
_OPEN = frozenset({"builtins.locals", "builtins.vars", "builtins.eval", "builtins.exec", "builtins.globals"})
"""They see every name, so that none of them is surely unused."""


class Following(Guessing, Awaiting):
    """What a file makes of the values in its bodies."""

    def made(self, frame: Frame, node: ast.Call, function: Value, result: Value) -> Value:
        """A call gave a result: follow it if it must not get lost."""
        self._called(frame, node, function)
        if frame.has_dotted:
            placing.forget(frame, node.func)
        name = known.dotted(function)
        if name:
            result = self._called_by_name(frame, node, function, result)
        if name in CASTS or FALLBACKS.get(name) == len(node.args) - 1:
            return result
        if isinstance(node.func, ast.Attribute) and frame.is_aware_of(node.func):
            # Whoever asks a method for its color knows what to do with either.
            return UNKNOWN
        if isinstance(function, CallableType | Union) and replacing.is_misdeclared(function, result):
            self.only_declared[node] = function
            result = UNKNOWN if node in self.awaiting else result
        if isinstance(result, Coroutine | AsyncStream | Union):
            parts = merged(self._told(node, options(self._own(node, function, result))))
            called = function if isinstance(function, FunctionObject) else None
            is_alone = any(all(isinstance(part, kind) for part in parts) for kind in (Coroutine, AsyncStream))
            is_alone = is_alone or len(parts) == 1
            return union([self._followed(frame, node, option, called, is_alone=is_alone) for option in parts])
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
        self._registered(frame, node)
        current = self.current
        if isinstance(function, Union) and node not in self.awaiting:
            self.called_plainly.add(_names(function))
        if current is None or frame.in_lambda or frame.is_expecting:
            return
        for option in options(function):
            if isinstance(option, CallableType):
                self._called_plainly(frame, node, option)
            elif isinstance(option, FunctionObject):
                self._handed_on(current, node, option)
                if not option.doubt or option.symbol.outline.is_async:
                    # What a decorator that can't be read made of a plain function needn't run it here.
                    current.calls.append((option.symbol, node, node in self.awaiting))
                # What comes out of a table was loaded where it was put there, as a value.
                if option.symbol.name in self.loaded and isinstance(node.func, ast.Name | ast.Attribute):
                    self.loaded[option.symbol.name] -= 1
            elif isinstance(option, ClassObject | Instance):
                names = _CONSTRUCTORS if isinstance(option, ClassObject) else _CALLED
                self.implied(frame, option.symbol, names, node)

    def _handed_on(self, current: Ran, node: ast.Call, wrapper: FunctionObject) -> None:
        """Remember whom a wrapper hands on to, and that it calls them if that is all it does."""
        if wrapper.original is not None:
            current.wrapped[node] = wrapper.original.name
            if (original := run_by(wrapper)) is not None:
                current.calls.append((original, node, node in self.awaiting))

    def _registered(self, frame: Frame, node: ast.Call) -> None:
        """A decorator is called with a function by hand, `app.get("/")(show)`: a framework may run it on a thread."""
        if not isinstance(node.func, ast.Call) or len(node.args) != 1:
            return
        if known.offloads_decorated(known.dotted(frame.of(node.func.func))):
            given = [one for one in options(frame.of(node.args[0])) if isinstance(one, FunctionObject)]
            self.offloaded.update(one.symbol.name for one in given)

    def _called_plainly(self, frame: Frame, node: ast.Call, function: CallableType) -> None:
        """Remember what is declared as a function, and called where the result goes no further."""
        if node in self.awaiting or (_is_returned(frame, node) and not self._gives_value(frame)):
            return
        if isinstance(node.func, ast.Attribute):
            self.called_attributes.add(node.func.attr)
        if isinstance(function.site, Site):
            for use in function.site.uses:
                if use.node is node and use.kind == "call":
                    use.detail = CALLED

    def _gives_value(self, frame: Frame) -> bool:
        """Tell whether a function is declared to give something, of which nothing can be awaited."""
        declared = frame.symbol.declared() if frame.symbol is not None else None
        return declared is not None and NONE not in options(declared) and self.refuses(declared)

    def implied(self, frame: Frame, owner: ClassSymbol, names: Sequence[str], node: ast.expr) -> None:
        """Remember the methods that Python calls by itself: to make or call an object, to read a property, to enter."""
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

    def enters(self, frame: Frame, owner: Instance, node: ast.expr, *, is_async: bool) -> bool:
        """A block is entered and left, which calls two methods; async ones are awaited."""
        own, other = ("__aenter__", "__enter__") if is_async else ("__enter__", "__aenter__")
        is_mixed_up = self._only(owner, other, own)
        if is_mixed_up and not frame.is_expecting:
            kind = "enter sync" if is_async else "enter async"
            self.observe(kind, node, value=owner, callee=_called_for(frame, node))
        if is_async:
            return True
        self.implied(frame, owner.symbol, ("__enter__", "__exit__"), node)
        return not frame.is_expecting or not is_mixed_up

    def _called_by_name(self, frame: Frame, node: ast.Call, function: Value, result: Value) -> Value:
        """A callable that has a name was called: remember it, and give what it truly gives."""
        name = known.dotted(function)
        if name in _OPEN:
            frame.is_open = True
        if known.names_thread(name) and self.current is not None and asking.is_compared(frame.statement, node):
            self.current.asks_thread = True
        if not (frame.in_lambda or frame.is_expecting) and known.is_of_interest(name):
            is_awaited = node in self.awaiting or _is_recolored(function)
            shown = known.called_as(function)
            self.observe("call", node, name=name, shown=shown, is_awaited=is_awaited, is_guarded=frame.is_guarded)
        if known.makes_task(name):
            self.called[node] = name
            self._bound(frame, node)
            is_followed = any(getattr(option, "site", None) is not None for option in options(result))
            if is_followed or not self.only_declared.keys().isdisjoint(node.args):
                # `ensure_future` gives back what it is given, as far as types go; what it gives is a task.
                return self.project.named("asyncio.tasks", "Task", UNKNOWN)
        return result

    def _bound(self, frame: Frame, node: ast.Call) -> None:
        """A task was made: tell when it is bound to a name that doesn't keep it."""
        name = keeping.bound_name(frame.statement, node)
        function = self.current.node if self.current is not None and frame.symbol is not None else None
        if not name or frame.statement is None or function is None or isinstance(function, ast.Module):
            return
        if name in frame.globals:
            return
        if keeping.is_forgotten(function, frame.statement, name):
            self.dropped_task(node, bound=name, has_callback=bool(keeping.reads(function, name)))
        elif keeping.is_bound_anew(function, frame.statement, name):
            self.dropped_task(node, bound=name, is_bound_anew=True)

    def taken(self, frame: Frame, owner: Value, node: ast.Attribute, value: Value) -> Value:
        """An attribute holds a coroutine that was made elsewhere: follow it from here under the attribute's name."""
        if isinstance(owner, Instance) and any(map(is_unfollowed, options(value))):
            return self._renamed(frame, node, value, f"{owner.symbol.name}.{node.attr}")
        return value

    def provided(self, frame: Frame, node: Node, param: Param, declared: Value, function: FunctionSymbol) -> Value:
        """What a parameter stands for; coroutines that a fixture gives are followed under the name of its function."""
        value = self.fixtures.given(param, declared, function)
        if value is declared or not any(map(is_unfollowed, options(value))):
            return value
        return self._renamed(frame, node, value, f"return {self.fixtures.name_of(param.name, function.owner)}")

    def came(self, frame: Frame, node: ast.expr, value: Value, result: Value) -> Value:
        """Awaiting gave a coroutine once more, or a stream gave one: follow it under the name of what it came from."""
        made = [option.callee for option in options(value) if isinstance(option, Coroutine | AsyncStream)]
        callees = [callee for callee in made if callee is not None]
        if callees and any(map(is_unfollowed, options(result))):
            return self._renamed(frame, node, result, f"return {callees[0].name}")
        return result

    def _renamed(self, frame: Frame, node: Node, value: Value, name: str) -> Value:
        """Follow the coroutines of a value that nobody follows yet, under a name."""
        site = self._site(frame, Site("attribute", node, name=name))
        return union([option.at(site) if is_unfollowed(option) else option for option in options(value)])

    @staticmethod
    def _own(node: ast.Call, function: Value, result: Value) -> Value:
        """A library function that is given async functions gives something else, whatever its types say."""
        if not isinstance(function, FunctionObject | ClassObject):
            return result
        if function.symbol.module.kind == "project":
            is_open = isinstance(function, FunctionObject) and (
                _is_replaced_by_base(function, node) or _is_of_receiver(function, result)
            )
            return UNKNOWN if is_open else result
        run = _run_by(function)
        return union(
            [
                UNKNOWN if isinstance(option, Coroutine) and option.callee not in run else option
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
        if target not in self.receivers or not self._is_async_by_name(target.attr, is_met=True):
            return parts
        return [Coroutine(part.awaited, part.callee, part.doubt or "named") for part in made]

    def _followed(
        self, frame: Frame, node: ast.Call, value: Value, function: FunctionObject | None, *, is_alone: bool
    ) -> Value:
        if isinstance(value, Coroutine):
            # Of a function with overloads, the one that runs is what tells.
            via = function.symbol if function is not None else None
            is_maker = via is not None and _makes(via, value.callee)
            callee = via if is_maker else value.callee
            site = Site("coroutine", node, callee, doubt=value.doubt, made=value, is_alternative=not is_alone)
            site.via = None if is_maker else via
            site.is_bound = None if function is None else function.bound is not None
            return value.at(self._site(frame, site))
        if isinstance(value, AsyncStream):
            site = Site("stream", node, value.callee, is_alternative=not is_alone)
            return AsyncStream(value.item, value.callee, self._site(frame, site))
        if isinstance(value, Instance):
            return self._declared(frame, node, UNKNOWN, value, is_alone=is_alone)
        return value

    def stored(self, frame: Frame, owner: Value, target: ast.Attribute, value: Value) -> None:
        """A value is kept in an attribute, which may have been a method before."""
        replaced = replacing.replaced_method(owner, target.attr)
        if replaced:
            self.replaced.add(replaced)
        if (replaced or not isinstance(owner, Instance | ModuleObject)) and replacing.is_async_function(value):
            self.put_async.add(replaced or f".{target.attr}")
        found = sites_in(value)
        if not found:
            if sites_in(value, deep=True):
                frame.escape(value, target)
            return
        if target.attr in _OF_MOCKS and not _is_of_project(owner):
            # What a mock gives back is awaited by whoever calls it, such as the code under test.
            for site in found:
                site.uses.append(Use("asked", target))
            return
        name = ""
        declared: Value = UNKNOWN
        beside: Value = UNKNOWN
        if isinstance(owner, Instance | ClassObject):
            name = f"{owner.symbol.name}.{target.attr}"
            declared = declared_attribute(self.project, owner, target.attr)
            beside = self.project.attribute(owner, target.attr)
        kind = "annotation" if has_no_room(self.project, declared, value) else "stored"
        if kind == "stored" and any(
            operations.awaitability(one) and not operations.is_future(one) for one in options(declared)
        ):
            kind = "scheduled"  # somebody takes it out of there to await it
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
            if self.only_declared:
                narrowly.given(self, argument)
            if not frame.is_expecting:
                arguments.given(self, frame, argument)
            elif arguments.is_scheduled(self, argument):
                arguments.follow(self, frame, argument)
            else:
                frame.escape(argument.value, node, known.chain(node.func) or known.called(node.func))

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


def _run_by(function: FunctionObject | ClassObject) -> Sequence[FunctionSymbol]:
    """The functions that run where one is called: itself, by one of its overloads, or the one that it wraps."""
    if isinstance(function, ClassObject):
        return ()
    wrapped = () if function.original is None else (function.original,)
    return (function.symbol, *function.symbol.overloads, *wrapped)


def _is_returned(frame: Frame, node: ast.Call) -> bool:
    return isinstance(frame.statement, ast.Return) and frame.statement.value is node


def _is_recolored(function: Value) -> bool:
    return isinstance(function, FunctionObject) and is_recolored(function.symbol, function.bound)


def _is_of_receiver(method: FunctionObject, result: Value) -> bool:
    """Tell whether a method gives what its object was made for, by an async function that nobody was seen to call.

    Who runs functions for others, and has a type for what comes of it, runs async ones too, or would not take them.
    """
    of = [one for one in getattr(method.bound, "args", ()) if is_unfollowed(one)]
    return bool(of) and any(
        isinstance(one, Coroutine) and one.callee in [it.callee for it in of] for one in options(result)
    )


def _is_replaced_by_base(function: FunctionObject, node: ast.Call) -> bool:
    """Tell whether a class is asked for a method without an object: its base, which can't be read, has made it more."""
    owner = function.symbol.owner
    if owner is None or function.bound is not None or not owner.has_unknown_base:
        return False
    return not takes(function.symbol, node, is_bound=False)


def _names(function: Union) -> frozenset[str]:
    return frozenset(option.symbol.name for option in function.options if isinstance(option, FunctionObject))


def _called_for(frame: Frame, node: ast.expr) -> FunctionSymbol | None:
    """The function whose call gives a value right here, if it is one alone; what a decorator made has its origin."""
    called = frame.last_called[1] if frame.last_called is not None and frame.last_called[0] is node else None
    if isinstance(called, CallableType):
        return called.origin
    return called.symbol if isinstance(called, FunctionObject) else None


def _makes(function: FunctionSymbol, callee: FunctionSymbol | None) -> bool:
    """Tell whether a function that is called is the one that a coroutine is of, by itself or by an overload."""
    return function is callee or (function.outline.is_async and callee in function.overloads)


def _is_of_project(owner: Value) -> bool:
    return isinstance(owner, Instance | ClassObject) and owner.symbol.module.kind == "project"
