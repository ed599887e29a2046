"""What makes runs durable, behind one port: the runtime itself on its log, or an engine that others operate.

`port` is what the runtime asks of an engine, `jobs` what it hands over, `choosing` which one a setting or the
environment means. The embedded engine is `_async/embedded.py`, and its copy for sync code.
"""

from __future__ import annotations

from duotone.runtime.engines.port import DurableEngine, EngineAbilities

__all__ = ["DurableEngine", "EngineAbilities"]
