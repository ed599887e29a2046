"""Calls that hold up the thread they run on, and with it the event loop, and what to use instead.

To add a call of the standard library, add a row here, and in `clients` for one of another library: the module or class,
its functions or methods, and what to write in their place. The rows are sorted. A class among the members stands for
making one. What blocks only sometimes, or only for as long as a disk needs, is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from duotone.analyzer.knowledge.clients import CLIENTS
from duotone.analyzer.knowledge.rows import names, spread

__all__ = [
    "BLOCKING",
    "PROCESS",
    "SHELL",
    "THREAD",
    "THREADS",
    "UNLESS",
    "Unless",
]

THREAD = "await asyncio.to_thread(...)"
_HTTP = "httpx.AsyncClient"
_EXECUTOR = f"shutdown(wait=False), or {THREAD}, or loop.shutdown_default_executor() for the loop's own"
_LOCK = f"the class of the same name in asyncio, or {THREAD} where threads share it"
PROCESS = "asyncio.create_subprocess_exec"
SHELL = "asyncio.create_subprocess_shell"
"""What runs a line for a shell, and not a program with its arguments."""
_QUEUE = f"asyncio.Queue where coroutines fill it, or {THREAD} where threads do"
_RESOLVE = "loop.getaddrinfo"
_RESOLVE_BACK = "loop.getnameinfo"
_SOCKET = "asyncio.open_connection, or loop.sock_* on a non-blocking socket"
_WAIT = "asyncio.wrap_future(future), awaited"

_STANDARD: Final = (
    ("_queue.SimpleQueue", "get", _QUEUE),
    ("_socket", "gethostbyaddr", THREAD),
    ("_socket", "gethostbyname gethostbyname_ex", _RESOLVE),
    ("_socket", "getnameinfo", _RESOLVE_BACK),
    ("_sqlite3", "connect", "aiosqlite"),
    ("builtins", "input", THREAD),
    ("concurrent.futures", "as_completed wait", "asyncio.wait over asyncio.wrap_future(...)"),
    ("concurrent.futures.Executor", "shutdown", _EXECUTOR),
    ("concurrent.futures.Future", "result", _WAIT),
    ("concurrent.futures._base", "as_completed wait", "asyncio.wait over asyncio.wrap_future(...)"),
    ("concurrent.futures._base.Executor", "shutdown", _EXECUTOR),
    ("concurrent.futures._base.Future", "result", _WAIT),
    ("ftplib", "FTP_TLS", "aioftp"),
    ("ftplib.FTP", "connect cwd delete dir login nlst retrbinary retrlines storbinary storlines", "aioftp"),
    ("getpass", "getpass", THREAD),
    ("http.client.HTTPConnection", "connect getresponse request", _HTTP),
    ("imaplib", "IMAP4 IMAP4_SSL", "aioimaplib"),
    ("imaplib.IMAP4", "append fetch login logout search select store", "aioimaplib"),
    ("multiprocessing.connection", "wait", THREAD),
    ("multiprocessing.connection.Connection", "recv recv_bytes", THREAD),
    ("multiprocessing.connection._ConnectionBase", "recv recv_bytes", THREAD),
    ("multiprocessing.pool.ApplyResult", "get wait", THREAD),
    ("multiprocessing.pool.Pool", "apply join map starmap", "loop.run_in_executor with a ProcessPoolExecutor"),
    ("multiprocessing.process.BaseProcess", "join", THREAD),
    ("multiprocessing.queues.Queue", "get", THREAD),
    ("os", "popen system", SHELL),
    ("os", "wait wait3 wait4 waitid waitpid", "the process of asyncio.create_subprocess_exec, whose wait() is awaited"),
    ("poplib", "POP3 POP3_SSL", THREAD),
    ("queue.Queue", "get join", _QUEUE),
    ("queue.SimpleQueue", "get", _QUEUE),
    ("select", "select", "loop.add_reader"),
    ("select.epoll", "poll", "loop.add_reader"),
    ("select.poll", "poll", "loop.add_reader"),
    ("selectors.BaseSelector", "select", "loop.add_reader"),
    ("signal", "pause sigtimedwait sigwait sigwaitinfo", "loop.add_signal_handler"),
    ("smtplib", "SMTP_SSL", "aiosmtplib"),
    ("smtplib.SMTP", "connect ehlo helo login quit send_message sendmail starttls", "aiosmtplib"),
    ("socket", "create_connection", _SOCKET),
    ("socket", "getaddrinfo gethostbyname gethostbyname_ex", _RESOLVE),
    ("socket", "getfqdn gethostbyaddr", THREAD),
    ("socket", "getnameinfo", _RESOLVE_BACK),
    ("sqlite3", "connect", "aiosqlite"),
    ("sqlite3.Connection", "backup commit execute executemany executescript rollback", "aiosqlite"),
    ("sqlite3.Cursor", "execute executemany executescript fetchall fetchmany fetchone", "aiosqlite"),
    ("ssl", "get_server_certificate", THREAD),
    ("subprocess", "call check_call check_output run", PROCESS),
    ("subprocess", "getoutput getstatusoutput", SHELL),
    ("subprocess.Popen", "communicate wait", PROCESS),
    ("threading.Barrier", "wait", _LOCK),
    ("threading.Condition", "wait wait_for", _LOCK),
    ("threading.Event", "wait", _LOCK),
    ("threading.Semaphore", "acquire", _LOCK),
    ("threading.Thread", "join", THREAD),
    ("time", "sleep", "await asyncio.sleep(...)"),
    ("urllib.request", "urlopen urlretrieve", _HTTP),
    ("urllib.request.OpenerDirector", "open", _HTTP),
)

BLOCKING: Final[Mapping[str, str]] = spread((*_STANDARD, *CLIENTS))
"""Calls that surely block, and what to use instead."""


class Unless(NamedTuple):
    """A call with this argument doesn't block: its keyword, its position, and the texts of values that say so.

    Without texts, it may not block whatever the value is, save for one made of nothing but the `despite`.
    """

    name: str
    position: int | None
    texts: tuple[str, ...]
    despite: frozenset[str] = frozenset()


_AT_ONCE = ("0", "0.0", "False")
_BLOCKING = (Unless("blocking", 0, _AT_ONCE), Unless("timeout", 1, _AT_ONCE))
_GET = (Unless("block", 0, _AT_ONCE), Unless("timeout", 1, _AT_ONCE))
_TIMEOUT = (Unless("timeout", 0, _AT_ONCE),)
_FLAGS = ("WCONTINUED", "WEXITED", "WNOWAIT", "WSTOPPED", "WUNTRACED")
_WAITING = frozenset({"0", *_FLAGS, *(f"os.{flag}" for flag in _FLAGS)})
"""Options with which a process is waited for; any other value may have `WNOHANG` in it."""
_LOOKED_UP = frozenset({"0", *(f"{module}NI_{flag}" for module in ("", "socket.") for flag in ("DGRAM", "NAMEREQD"))})
"""Flags with which the name of an address is asked for; any other value may have `NI_NUMERICHOST` in it."""

UNLESS: Final[Mapping[str, tuple[Unless, ...]]] = spread(
    (
        ("_queue.SimpleQueue", "get", _GET),
        ("_socket", "getnameinfo", (Unless("flags", 1, (), _LOOKED_UP),)),
        ("concurrent.futures", "wait", (Unless("timeout", 1, _AT_ONCE),)),
        ("concurrent.futures.Executor", "shutdown", (Unless("wait", 0, _AT_ONCE),)),
        ("concurrent.futures.Future", "result", _TIMEOUT),
        ("concurrent.futures._base", "wait", (Unless("timeout", 1, _AT_ONCE),)),
        ("concurrent.futures._base.Executor", "shutdown", (Unless("wait", 0, _AT_ONCE),)),
        ("concurrent.futures._base.Future", "result", _TIMEOUT),
        ("multiprocessing.connection", "wait", (Unless("timeout", 1, _AT_ONCE),)),
        ("multiprocessing.pool.ApplyResult", "get wait", _TIMEOUT),
        ("multiprocessing.process.BaseProcess", "join", _TIMEOUT),
        ("multiprocessing.queues.Queue", "get", _GET),
        ("os", "wait3", (Unless("options", 0, (), _WAITING),)),
        ("os", "wait4 waitpid", (Unless("options", 1, (), _WAITING),)),
        ("os", "waitid", (Unless("options", 2, (), _WAITING),)),
        ("psutil", "wait_procs", (Unless("timeout", 1, _AT_ONCE),)),
        ("psutil.Process", "wait", _TIMEOUT),
        ("queue.Queue", "get", _GET),
        ("queue.SimpleQueue", "get", _GET),
        ("select", "select", (Unless("timeout", 3, _AT_ONCE),)),
        ("select.epoll", "poll", _TIMEOUT),
        ("select.poll", "poll", _TIMEOUT),
        ("selectors.BaseSelector", "select", _TIMEOUT),
        ("signal", "sigtimedwait", (Unless("timeout", 1, _AT_ONCE),)),
        ("socket", "getaddrinfo", (Unless("flags", 5, ()),)),  # numeric addresses are looked up nowhere
        ("socket", "getnameinfo", (Unless("flags", 1, (), _LOOKED_UP),)),
        ("subprocess.Popen", "communicate", (Unless("timeout", 1, _AT_ONCE),)),
        ("subprocess.Popen", "wait", _TIMEOUT),
        ("threading.Barrier", "wait", _TIMEOUT),
        ("threading.Condition", "wait", _TIMEOUT),
        ("threading.Condition", "wait_for", (Unless("timeout", 1, _AT_ONCE),)),
        ("threading.Event", "wait", _TIMEOUT),
        ("threading.Semaphore", "acquire", _BLOCKING),
        ("threading.Thread", "join", _TIMEOUT),
        ("time", "sleep", (Unless("seconds", 0, _AT_ONCE),)),
    )
)
"""Arguments with which a call of the table above returns at once."""

THREADS: Final = names(
    (
        ("_thread", "get_ident get_native_id"),
        ("threading", "current_thread get_ident get_native_id main_thread"),
    )
)
"""Calls that name a thread; whoever compares one with another does what suits the thread that it is on."""
