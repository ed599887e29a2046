"""What is awaited: by what name it is called, and whether there is anything to await in it."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from duotone.analyzer.flow import keeping, known
from duotone.analyzer.flow.frames import Frame
from duotone.analyzer.flow.hints import expecting, naming, narrowly, replacing, trusting
from duotone.analyzer.flow.seen import Seen
from duotone.analyzer.link import operations
from duotone.analyzer.link.overloads import has_both_colors
from duotone.analyzer.link.symbols import FunctionSymbol
from duotone.analyzer.link.values import NONE, AsyncStream, Coroutine, FunctionObject, Value, options

__all__ = ["Awaiting", "is_spread", "takes"]


class Awaiting(Seen):
    """What a file awaits."""

    def awaits(self, frame: Frame, node: ast.Await, value: Value) -> None:
        """Something is awaited: remember by what name, and tell when it can't be."""
        self._remember(frame, node, value)
        if self.only_declared and narrowly.is_settled(self, node.value):
            return
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
                around = self.current.node if self.current is not None else self.tree
                believed = trusting.grounds(frame, around, node.value, self.fixtures)
                self.observe("await plain", node, value=value, callee=callee, believed=believed)
        elif isinstance(node.value, ast.Call) and _is_choice(frame, node.value.func):
            self._chosen(frame, node, found)

    def _remember(self, frame: Frame, node: ast.Await, value: Value) -> None:
        """Remember by what name something is called and awaited, or kept and awaited."""
        if isinstance(node.value, ast.Attribute):
            self.awaited_attributes.add(node.value.attr)
        if not isinstance(node.value, ast.Call):
            return
        target = node.value.func
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
        elif self.current is not None and self.asks_by_name:
            self.asked_by_name.add(naming.owner_asked_by_name(frame, self.current.node, target))

    def _chosen(self, frame: Frame, node: ast.Await, found: Sequence[Value]) -> None:
        """Whatever a table gives is called and awaited: tell which of its functions give nothing to await.

        One that doesn't take the arguments is there for something else, and objects that can be called are no table.
        """
        answers = {operations.awaitability(option) for option in found}
        if frame.aware or self.current is None or answers != {True, False} or not isinstance(node.value, ast.Call):
            return
        functions = [symbol for symbol, call, _ in self.current.calls if call is node.value and not _is_called(symbol)]
        plain = [symbol for symbol in functions if self.color_of(symbol) == "plain" and takes(symbol, node.value)]
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
        if isinstance(node, ast.Name) and self._is_of_async_fixture(frame, node.id):
            return True
        return replacing.is_by_metaclass(frame.owner_of(node), found)

    def _is_of_async_fixture(self, frame: Frame, name: str) -> bool:
        """Tell whether a test is given the coroutine of a fixture itself, where no plugin says that it awaits it."""
        if frame.symbol is None or all(param.name != name for param in frame.symbol.outline.params):
            return False
        fixture = self.fixtures.function(name)
        return fixture is not None and fixture.is_async and not any("async" in text for text in fixture.decorators)

    def _callee(self, node: ast.expr) -> FunctionObject | None:
        """The function that is called, here or where a name was bound, if it is one alone."""
        if isinstance(node, ast.Name) and self.current is not None:
            node = keeping.made_as(self.current.node, node.id) or node
        if isinstance(node, ast.Call) and self.current is not None:
            for symbol, call, _ in reversed(self.current.calls):
                if call is node:
                    return FunctionObject(symbol)
        return None


def _is_called(symbol: FunctionSymbol) -> bool:
    return symbol.outline.name == "__call__"


def takes(symbol: FunctionSymbol, call: ast.Call, *, is_bound: bool = True) -> bool:
    """Tell whether a function can be called like that; decorators, and what is spread, leave it open."""
    return is_spread(call) or bool(symbol.outline.decorators) or expecting.fits(symbol, call, is_bound=is_bound)


def is_spread(call: ast.Call) -> bool:
    """Tell whether some of the arguments of a call are not to be seen there."""
    return any(isinstance(part, ast.Starred) for part in call.args) or any(not word.arg for word in call.keywords)


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
