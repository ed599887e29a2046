"""The mutator: plants one labelled color fault at a time, by syntax alone, to measure tests and checkers."""

from __future__ import annotations

from .plan import mutations, sample
from .records import KINDS, Mutation, Spot, TextEdit, apply, apply_all

__all__ = ["KINDS", "Mutation", "Spot", "TextEdit", "apply", "apply_all", "mutations", "sample"]
