"""The methods that objects of the standard library have or call, which alone prove nothing about a project's own."""

from __future__ import annotations

import functools
import importlib
import inspect
from typing import Final

__all__ = ["INERT", "standard_methods"]

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
