"""A command that outlives its host: one process starts it and is killed, the next finds it and reads its exit code."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from duotone.runtime import Log, Processes

HOST = """
import os, signal, sys
from duotone.runtime import Log, Processes

with Log(sys.argv[1]) as log, Processes(log) as processes:
    processes.start("echo working; read word; echo $word; exit 7", session="build")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "app.db"
        died = subprocess.run([sys.executable, "-c", HOST, str(path)], check=False)  # noqa: S603  # our own
        print("the host was ended by signal", -died.returncode)
        with Log(path) as log, Processes(log) as processes:
            [found] = processes.found
            print("found again, and it is", found.state.value)
            processes.write(found.id, "done\n")
            over = processes.wait(found.id, timeout=20)
            print("exit code", over.code, "after", processes.output(found.id).text.split())
            kinds = [event.kind for event in log.read("build")]
            print(kinds)
    assert (over.code, kinds[-1]) == (7, "process.ended")


if __name__ == "__main__":
    main()
