"""What objects of the standard library have or call, which proves nothing about others, and its public names."""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
from typing import Final

__all__ = ["INERT", "public_name", "standard_methods"]

INERT: Final = frozenset({"abc", "builtins", "collections", "enum", "types", "typing", "typing_extensions"})
"""Modules whose classes call no methods but those that they have themselves, which makes those overrides."""
_CLASSES: Final = (
    "argparse.ArgumentParser asyncio.Condition asyncio.Event asyncio.Future asyncio.Lock asyncio.Queue",
    "asyncio.Semaphore asyncio.StreamReader asyncio.StreamWriter asyncio.Task builtins.bytes builtins.dict",
    "builtins.float builtins.frozenset builtins.int builtins.list builtins.memoryview builtins.set",
    "builtins.str builtins.tuple collections.Counter collections.OrderedDict collections.deque",
    "concurrent.futures.Executor concurrent.futures.Future configparser.ConfigParser datetime.datetime",
    "datetime.timedelta decimal.Decimal email.message.EmailMessage fractions.Fraction",
    "http.client.HTTPConnection http.cookiejar.CookieJar io.BufferedRandom io.BytesIO io.StringIO",
    "io.TextIOWrapper ipaddress.IPv4Address logging.Handler logging.Logger multiprocessing.process.BaseProcess",
    "pathlib.Path queue.Queue random.Random re.Match re.Pattern selectors.DefaultSelector socket.socket",
    "sqlite3.Connection sqlite3.Cursor string.Template subprocess.Popen tarfile.TarFile threading.Barrier",
    "threading.Condition threading.Event threading.Semaphore threading.Thread types.SimpleNamespace",
    "unittest.TestCase unittest.mock.MagicMock urllib.parse.ParseResult uuid.UUID",
    "xml.etree.ElementTree.Element zipfile.ZipFile",
)
_PLACES: Final = {
    "asyncio": "base_events coroutines events exceptions futures locks protocols queues runners streams subprocess "
    "taskgroups tasks threads timeouts transports unix_events windows_events",
    "concurrent.futures": "_base process thread",
    "importlib.metadata": "_meta",
    "importlib.resources": "_common _functional",
    "multiprocessing": "context queues",
    "unittest": "_log async_case case",
    "xml.sax": "_exceptions",
    "zipfile": "_path",
    "zoneinfo": "_common _tzpath",
}
"""Modules whose package gives out what they have, and which users seldom name."""
_RENAMED: Final = {"_collections_abc": "collections.abc", "ntpath": "os.path", "posixpath": "os.path"}


@functools.cache
def public_name(name: str) -> str:
    """The dotted name by which users import what the standard library has; that of anything else as it is."""
    first, *rest = name.split(".")
    if first not in sys.stdlib_module_names or not rest:
        return name
    bare = first.removeprefix("_")
    parts = [*_RENAMED.get(first, bare if bare in sys.stdlib_module_names else first).split("."), *rest]
    for size in range(1, len(parts) - 1):
        if parts[size] in _PLACES.get(".".join(parts[:size]), "").split():
            del parts[size]
            break
    return ".".join(parts)


@functools.cache
def standard_methods() -> frozenset[str]:
    """The public names on the common classes of the standard library, but for those that are async in all of them."""
    return frozenset(
        name
        for line in _CLASSES
        for path in line.split()
        for name in dir(_found(path))
        if not name.startswith("__") and not inspect.iscoroutinefunction(getattr(_found(path), name))
    )


def _found(path: str) -> object:
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(module), name)
