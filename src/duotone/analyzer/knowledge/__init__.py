"""What is known about callables of others, as tables by dotted name; a name per line, to be added without reading code.

| table | what it says |
|---|---|
| `blocking`, `clients` | calls that hold up the thread they run on, and what to use instead |
| `scheduling` | who takes care of a coroutine, makes a task, starts a loop, lets loops nest, or asks what a value is |
| `callbacks` | who calls a function and drops what it returns, and who awaits it |
| `frameworks` | who calls plain functions on a thread, and who fills in parameters |
| `values` | who can do nothing with a coroutine, and which method names say nothing about their owner |

A dotted name is that of a function, of a class (which stands for calling it) or of a method (`module.Class.method`).
Where a library defines something elsewhere than where it is imported from, both names are listed.
"""

from __future__ import annotations

from duotone.analyzer.knowledge.rows import Slot, takes

__all__ = ["Slot", "takes"]
