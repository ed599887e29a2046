"""What tests come to that ask for constants alone, and what is never evaluated for that."""

from __future__ import annotations

import ast
import typing
from collections.abc import Sequence

from duotone.analyzer.link.hooks import Hooks
from duotone.analyzer.link.symbols import Scope
from duotone.analyzer.link.values import Constant
from duotone.analyzer.outline import constants

__all__ = ["Choosing"]


class Choosing(Hooks):
    """Decides tests by what the constants of a scope are."""

    scope: Scope

    def comes_to(self, test: ast.expr) -> bool | None:
        """What a test comes to where it asks for constants alone."""
        return constants.verdict(test, self.settled)

    def settled(self, name: str) -> constants.Literal | constants.Open:
        """The value of a name that stands for a constant."""
        value = self.scope.lookup(name)
        return typing.cast("constants.Literal", value.value) if isinstance(value, Constant) else constants.OPEN

    def arms(self, node: ast.IfExp) -> Sequence[ast.expr]:
        """The arms of `… if … else …` that may be evaluated."""
        verdict = self.comes_to(node.test)
        if verdict is None:
            return node.body, node.orelse
        self.left_out(node.orelse if verdict else node.body)
        return [node.body if verdict else node.orelse]
