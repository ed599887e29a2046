"""Delegation: tasks that one conversation gives to others, each a session of its own.

`records` says what a task and its report are, `drafts` are its events and what they add up to, `staff` is who may be
asked and with which tools, `together` lets several tasks go on side by side. The two faces that carry tasks out are in
`duotone.runtime`.
"""

from __future__ import annotations

__all__: list[str] = []
