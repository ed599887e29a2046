"""Who can do nothing with a coroutine, and method names that say nothing about the object that they are called on.

To add a callable, add a row: the module or class, its functions or methods, and the parameters that take the value (see
`rows.slots`). The rows are sorted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from duotone.analyzer.knowledge.rows import Slot, slot_table

__all__ = ["ASYNC_METHODS", "COMMON_METHODS", "CONDITIONS", "LOOKS", "PLAIN_METHODS", "TEXT", "VALUES"]

CONDITIONS: Final[Mapping[str, tuple[Slot, ...]]] = slot_table(
    (
        ("_operator", "not_ truth", "0:a"),
        ("builtins", "bool", "0:object"),
        ("operator", "not_ truth", "0:a"),
        ("unittest.case.TestCase", "assertFalse assertTrue", "0:expr"),
    )
)
"""Parameters of which only the truth is asked, and a coroutine is always true."""

VALUES: Final[Mapping[str, tuple[Slot, ...]]] = slot_table(
    (
        ("_asyncio.Future", "set_result", "0:result"),
        ("_operator", "getitem", "0:a"),
        ("_pickle", "dump dumps", "0:obj"),
        ("_pickle", "loads", "0:data"),
        ("asyncio", "sleep", "0:delay"),
        ("asyncio.futures.Future", "set_result", "0:result"),
        ("asyncio.tasks", "sleep", "0:delay"),
        ("base64", "b64decode b64encode", "0:s"),
        ("binascii", "hexlify unhexlify", "0:data"),
        ("builtins", "abs bin hex oct", "0:number"),
        ("builtins", "all any enumerate frozenset list set sorted sum tuple", "0:iterable"),
        ("builtins", "bytearray bytes dict float int iter", "0:object"),
        ("builtins", "chr", "0:i"),
        ("builtins", "complex", "0:real"),
        ("builtins", "delattr setattr", "0:obj"),
        ("builtins", "divmod", "0:x 1:y"),
        ("builtins", "filter map", "1:*iterables"),
        ("builtins", "len", "0:obj"),
        ("builtins", "max min", "0:*args"),
        ("builtins", "next", "0:i"),
        ("builtins", "open", "0:file"),
        ("builtins", "ord", "0:c"),
        ("builtins", "pow", "0:base 1:exp"),
        ("builtins", "range", "0:*args"),
        ("builtins", "reversed", "0:sequence"),
        ("builtins", "round", "0:number"),
        ("builtins", "zip", "0:*iterables"),
        ("builtins.bytes", "join", "0:iterable_of_bytes"),
        ("builtins.dict", "get pop setdefault", "0:key"),
        ("builtins.dict", "update", "0:m"),
        ("builtins.list", "extend", "0:iterable"),
        ("builtins.set", "update", "0:*s"),
        ("builtins.str", "endswith startswith", "0:value"),
        ("builtins.str", "join", "0:iterable"),
        ("builtins.str", "replace", "0:old 1:new"),
        ("builtins.str", "split", "0:sep"),
        ("collections", "Counter OrderedDict deque", "0:iterable"),
        ("contextlib", "aclosing closing", "0:thing"),
        ("copy", "deepcopy", "0:x"),
        ("dataclasses", "asdict astuple replace", "0:obj"),
        ("datetime.datetime", "fromisoformat", "0:date_string"),
        ("datetime.datetime", "fromtimestamp", "0:timestamp"),
        ("functools", "reduce", "1:iterable"),
        ("genericpath", "exists isfile", "0:path"),
        ("genericpath", "isdir", "0:s"),
        ("html", "escape unescape", "0:s"),
        ("itertools", "chain product", "0:*iterables"),
        ("itertools", "islice", "0:iterable"),
        ("json", "loads", "0:s"),
        ("math", "ceil floor isnan sqrt", "0:x"),
        ("ntpath", "basename dirname", "0:p"),
        ("ntpath", "join", "0:path 1:*paths"),
        ("operator", "getitem", "0:a"),
        ("os", "fspath", "0:path"),
        ("os.path", "basename dirname", "0:p"),
        ("os.path", "exists isfile", "0:path"),
        ("os.path", "isdir", "0:s"),
        ("os.path", "join", "0:path 1:*paths"),
        ("pathlib", "Path PurePath", "0:*args"),
        ("pickle", "dump dumps", "0:obj"),
        ("pickle", "loads", "0:data"),
        ("posixpath", "basename dirname", "0:p"),
        ("posixpath", "join", "0:a 1:*paths"),
        ("random", "choice", "0:seq"),
        ("random", "sample", "0:population"),
        ("re", "findall finditer fullmatch match search split", "1:string"),
        ("statistics", "mean median", "0:data"),
        ("time", "sleep", "0:seconds"),
        ("typing.Mapping", "get", "0:key"),
        ("typing.MutableMapping", "pop setdefault", "0:key"),
        ("unittest.case.TestCase", "assertAlmostEqual assertCountEqual assertEqual assertNotEqual", "0:first 1:second"),
        ("unittest.case.TestCase", "assertIsNone", "0:obj"),
        ("urllib.parse", "quote unquote", "0:string"),
        ("urllib.parse", "urlencode", "0:query"),
        ("urllib.parse", "urljoin", "0:base 1:url"),
        ("urllib.parse", "urlparse urlsplit", "0:url"),
        ("uuid", "UUID", "0:hex"),
    )
)
"""Parameters that take a plain value: a coroutine there fails, or is silently wrong."""

LOOKS: Final[Mapping[str, tuple[Slot, ...]]] = slot_table(
    (
        ("builtins", "callable dir getattr hasattr hash id isinstance type vars", "0:obj"),
        ("unittest.case.TestCase", "assertIsInstance assertIsNotNone assertNotIsInstance", "0:obj"),
        ("unittest.mock.AsyncMockMixin", "assert_any_await assert_awaited_once_with assert_awaited_with", "0:*args"),
        ("unittest.mock.NonCallableMock", "assert_any_call assert_called_once_with assert_called_with", "0:*args"),
    )
)
"""Parameters that are looked at and let go of: what is made only to be given there is lost."""

_LEVELS = "critical debug error exception info warning"

TEXT: Final[Mapping[str, tuple[Slot, ...]]] = slot_table(
    (
        ("_warnings", "warn", "0:message"),
        ("builtins", "ascii format repr", "0:obj"),
        ("builtins", "print", "0:*values"),
        ("builtins", "str", "0:object"),
        ("builtins.str", "format", "0:*args"),
        ("click", "echo secho", "0:message"),
        ("click.termui", "secho", "0:message"),
        ("click.utils", "echo", "0:message"),
        ("django.http.response", "HttpResponse", "0:content"),
        ("django.http.response", "JsonResponse", "0:data"),
        ("fastapi.encoders", "jsonable_encoder", "0:obj"),
        ("fastapi.responses", "HTMLResponse JSONResponse PlainTextResponse Response", "0:content"),
        ("json", "dump dumps", "0:obj"),
        ("logging", f"{_LEVELS} fatal", "0:msg 1:*args"),
        ("logging", "log", "1:msg 2:*args"),
        ("logging.Logger", f"{_LEVELS} fatal", "0:msg 1:*args"),
        ("logging.Logger", "log", "1:msg 2:*args"),
        ("logging.LoggerAdapter", _LEVELS, "0:msg 1:*args"),
        ("logging.LoggerAdapter", "log", "1:msg 2:*args"),
        ("loguru._logger.Logger", f"{_LEVELS} success trace", "0:message 1:*args"),
        ("orjson", "dumps", "0:obj"),
        ("pprint", "pformat pp pprint", "0:object"),
        ("rich", "print", "0:*objects"),
        ("rich.console.Console", "log print", "0:*objects"),
        ("starlette.responses", "HTMLResponse JSONResponse PlainTextResponse Response", "0:content"),
        ("string.Template", "safe_substitute substitute", "0:mapping"),
        ("typer", "echo secho", "0:message"),
        ("typing.IO", "write", "0:s"),
        ("warnings", "warn", "0:message"),
    )
)
"""Parameters that are made into text: a coroutine shows up there as <coroutine object ...>."""

COMMON_METHODS: Final = frozenset(
    """
    acquire add add_argument all append apply as_integer_ratio assert_called begin bit_count bit_length body buffer
    call cancel capitalize casefold center children clear clone close commit communicate configure conjugate connect
    content copy count create cursor data debug decode delete denominator describe detach difference
    difference_update discard disconnect done dump dumps emit encode end endswith error exception execute exists
    expandtabs extend fetch fetchall fetchmany fetchone fileno fill filter find find_all findall first flush form
    format format_map from_bytes from_number fromhex fromkeys full_name get get_name get_or_create getvalue group
    groups handle has_key head hex id imag index info init insert intersection intersection_update invoke is_integer
    isalnum isalpha isascii isatty isdecimal isdigit isdisjoint isidentifier islower isnumeric isprintable isspace
    issubset issuperset istitle isupper items iter join json keys kill last list listen ljust load loads log lower
    lstrip main maketrans map match mode name named next notify numerator ok on open options partition patch path
    ping poll pop popitem post print process publish push put query raise_for_status read readable readall readinto
    readline readlines real receive recv refresh register release reload remove removeprefix removesuffix render
    replace request reset resolve result reverse rfind rindex rjust rollback rpartition rsplit rstrip run save
    scalar scalars search seek seekable select send set set_name set_result setdefault show shutdown size sleep sort
    split splitlines start startswith status stop strip submit subscribe success swapcase symmetric_difference
    symmetric_difference_update tell terminate test text title to_bytes to_dict tolist translate truncate type union
    unregister unsubscribe update upper url validate value values wait warning writable write writelines zfill
    """.split()  # noqa: SIM905  # hundreds of words
)
"""Names of methods so frequent on objects of others that a name alone proves nothing about the receiver."""

PLAIN_METHODS: Final = frozenset(
    {
        *("append", "appendleft", "discard", "extend", "extendleft", "setdefault"),
        *("critical", "debug", "error", "exception", "info", "warning"),
    }
)
"""Methods of containers and loggers, which are plain in every library: a result that is dropped is no coroutine."""

ASYNC_METHODS: Final = frozenset({"__aenter__", "__aexit__", "__anext__", "aclose"})
"""Methods of the protocols of async code, whose results are awaited whatever has them."""
