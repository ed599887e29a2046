"""One server in a process of its own: ``python -m benchmarks.server.served MODULE FOLDER``; it prints its address."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path


def main() -> None:
    module, folder = sys.argv[1:]
    if module == "floor":
        from benchmarks.server.hosts.floor import app
        from benchmarks.server.hosts.fronts import listen

        listen(app)
    else:
        importlib.import_module(f"benchmarks.server.hosts.{module}").serve(Path(folder))


if __name__ == "__main__":
    main()
