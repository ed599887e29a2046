"""Which process is meant by a number, and which others come from it; for keepers, so quick to load."""

from __future__ import annotations

import os

__all__ = ["IS_LINUX", "become_reaper", "descendants", "is_group", "start_mark"]

IS_LINUX = os.uname().sysname == "Linux"
_BECOME_REAPER = 36


def become_reaper() -> bool:
    """Be the parent of all orphans that come from here, so that they can be found; false where that can't be."""
    if not IS_LINUX:
        return False
    import ctypes  # noqa: PLC0415  # where it isn't needed, it would take as long as all the rest

    return bool(ctypes.CDLL(None).prctl(_BECOME_REAPER, 1, 0, 0, 0) == 0)


def descendants(root: int) -> list[int]:
    """Return all processes that come from `root` and have not ended."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):  # noqa: PTH208
        stat = _stat(name) if name.isdigit() else None
        if stat is not None and stat[0] not in {"Z", "X"}:
            children.setdefault(int(stat[1]), []).append(int(name))
    found: list[int] = []
    queue = [root]
    while queue:
        more = children.get(queue.pop(), [])
        found += more
        queue += more
    return found


def _stat(pid: int | str) -> list[str] | None:
    """Return the fields of a process from its state on, or None if there is no such process."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123
            return file.read().rpartition(b")")[2].decode().split()
    except OSError:
        return None


def start_mark(pid: int) -> str | None:
    """Return what tells a process from all others that have had its number, or None if there is no such process."""
    if IS_LINUX:
        stat = _stat(pid)
        if stat is None or stat[0] in {"Z", "X"}:
            return None
        with open("/proc/sys/kernel/random/boot_id", "rb") as file:  # noqa: PTH123
            return f"{file.read(8).decode()}-{stat[19]}"
    from subprocess import run  # noqa: PLC0415  # as above

    said = run(["/bin/ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False)  # noqa: S603
    return said.stdout.strip() or None


def is_group(group: int) -> bool:
    """Say whether anything of a process group is left."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it is there, and somebody else's
        return True
    return True
