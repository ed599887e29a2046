"""The pytest plugin: a test that passes while it loses work, and what pytest says where duotone is installed."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

TEST = """
async def send(text): ...

def notify():
    send("hello")  # never sent

def test_notify():
    notify()
"""


def run_pytest(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, str(folder)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603  # our own


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "test_mail.py").write_text(TEST, encoding="utf-8")
        without = run_pytest(folder, "-p", "no:duotone", "-W", "ignore")
        with_duotone = run_pytest(folder)
    print("without the plugin:", without.stdout.splitlines()[-1])
    start = with_duotone.stdout.index("lost-coroutine")
    print("with the plugin:", *with_duotone.stdout[start:].splitlines()[:4], sep="\n  ")
    assert without.returncode == 0
    assert with_duotone.returncode == 1


if __name__ == "__main__":
    main()
