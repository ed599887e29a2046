"""Names reach their caller through the package: by re-export, by a star import, by an alias in between."""

from .memory import Memory, forget
from .tracing import *  # noqa: F403

remember_nothing = forget
