"""Commands that use the singleton."""

import registry as tools
from registry import ToolRegistry, registry


def refresh() -> None:
    registry.refresh()  # expect: DUO101
    tools.registry.refresh()  # expect: DUO101
    ToolRegistry.from_env().refresh()  # expect: DUO101
    ToolRegistry.local().refresh()  # expect: DUO101
    registry.with_url("http://example.org").refresh()  # expect: DUO101
