"""Cases that the analyzer doesn't find yet, each with its reason; a test fails as soon as one of them is found."""

from __future__ import annotations

__all__ = ["GAPS"]

GAPS = {
    "A1-DUO101-flagged-context_manager_target": "the overload of contextmanager that takes an Iterator is not chosen",
    "A1-DUO101-flagged-fastapi_dependency": "a dependency without annotation is not looked up",
    "A10-DUO122-flagged-collected": "awaiting a library function that iterates is not looked into",
    "A10-DUO122-flagged-delegated": "`yield from` an async generator is not looked at",
    "A12-DUO302-flagged-methods_and_properties": "reading a property is not a call in the graph",
    "A2-DUO103-flagged-or_default": "`bool(…)` of a coroutine is reported as an argument only where it is declared",
    "A2-DUO104-flagged-lambda_and_sort_key": "the parameter of a lambda has no type",
    "A2-DUO106-flagged-used_in_body": "a parameter that is also returned is not followed far enough",
    "A2-DUO107-flagged-callers_use_it": "the callers are reported and not the return",
    "A2-DUO108-flagged-partly_awaited": "an element that is awaited on one path counts as awaited",
    "A4-DUO110-flagged-dataclass_as_mapping": "an attribute of a parameter or a subscript of an await is not followed",
    "A4-DUO110-flagged-partial_migration": "an attribute of a parameter or a subscript of an await is not followed",
}
