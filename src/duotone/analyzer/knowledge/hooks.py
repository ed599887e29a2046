"""Methods that a framework or the language calls, by class and name, and the color in which it calls them.

To add a hook, add a row to `HOOKS`: the class, patterns of its methods, and the color. Of the classes in a method
resolution order, the first that has a matching row decides. The rows are sorted.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import Final, Literal

__all__ = ["ASYNC_DUNDERS", "HOOKS", "SYNC_DUNDERS", "Asked", "hook_color"]

Asked = Literal["async", "sync", "either"]

_HTTP = "delete get head options patch post put"
_PROTOCOL = (
    "buffer_updated connection_lost connection_made data_received datagram_received eof_received error_received "
    "get_buffer pause_writing pipe_connection_lost pipe_data_received process_exited resume_writing"
)

HOOKS: Final[tuple[tuple[str, str, Asked], ...]] = (
    ("aiohttp.web.View", _HTTP, "async"),
    ("aiohttp.web_urldispatcher.View", _HTTP, "async"),
    ("asyncio.BaseProtocol", _PROTOCOL, "sync"),
    ("asyncio.protocols.BaseProtocol", _PROTOCOL, "sync"),
    ("channels.consumer.AsyncConsumer", "*", "either"),
    ("discord.Client", "on_* setup_hook", "async"),
    ("discord.client.Client", "on_* setup_hook", "async"),
    ("discord.ext.commands.Cog", "cog_after_invoke cog_before_invoke cog_command_error cog_load", "async"),
    ("discord.ext.commands.Cog", "cog_unload", "either"),
    ("discord.ext.commands.cog.Cog", "cog_after_invoke cog_before_invoke cog_command_error cog_load", "async"),
    ("discord.ext.commands.cog.Cog", "cog_unload", "either"),
    ("discord.ui.Modal", "on_error on_submit on_timeout", "async"),
    ("discord.ui.View", "interaction_check on_error on_timeout", "async"),
    ("discord.ui.modal.Modal", "on_error on_submit on_timeout", "async"),
    ("discord.ui.view.BaseView", "interaction_check on_error on_timeout", "async"),
    ("discord.ui.view.View", "interaction_check on_error on_timeout", "async"),
    ("django.test.SimpleTestCase", "test*", "either"),
    ("django.test.TestCase", "test*", "either"),
    ("django.test.testcases.SimpleTestCase", "test*", "either"),
    ("grpc.aio.ServerInterceptor", "intercept_service", "async"),
    ("homeassistant.config_entries.ConfigFlow", "async_step_*", "async"),
    ("homeassistant.data_entry_flow.FlowHandler", "async_step_*", "async"),
    ("homeassistant.helpers.entity.Entity", "async_added_to_hass async_update async_will_remove_from_hass", "async"),
    (
        "homeassistant.helpers.entity.Entity",
        "async_close_* async_open_* async_press async_set_* async_turn_*",
        "either",
    ),
    ("homeassistant.helpers.update_coordinator.DataUpdateCoordinator", "_async_setup _async_update_data", "async"),
    ("langchain_core.callbacks.AsyncCallbackHandler", "on_*", "async"),
    ("langchain_core.callbacks.base.AsyncCallbackHandler", "on_*", "async"),
    ("langchain_core.tools.BaseTool", "_arun", "async"),
    ("langchain_core.tools.base.BaseTool", "_arun", "async"),
    ("scrapy.Spider", "parse parse_* start", "either"),
    ("socketio.AsyncNamespace", "on_*", "either"),
    ("starlette.endpoints.HTTPEndpoint", _HTTP, "either"),
    ("starlette.endpoints.WebSocketEndpoint", "on_*", "async"),
    ("starlette.middleware.base.BaseHTTPMiddleware", "dispatch", "async"),
    ("textual.message_pump.MessagePump", "_on_* action_* key_* on_* watch_*", "either"),
    ("tornado.web.RequestHandler", f"{_HTTP} prepare on_connection_close", "either"),
    ("tornado.websocket.WebSocketHandler", "on_close on_message open", "either"),
    ("unittest.IsolatedAsyncioTestCase", "asyncSetUp asyncTearDown", "async"),
    ("unittest.IsolatedAsyncioTestCase", "test*", "either"),
    ("unittest.TestCase", "setUp setUpClass tearDown tearDownClass test*", "sync"),
    ("unittest.async_case.IsolatedAsyncioTestCase", "asyncSetUp asyncTearDown", "async"),
    ("unittest.async_case.IsolatedAsyncioTestCase", "test*", "either"),
    ("unittest.case.TestCase", "setUp setUpClass tearDown tearDownClass test*", "sync"),
)
"""Classes, patterns of their methods, and the color in which they are called."""


def hook_color(base: str, method: str) -> Asked | None:
    """Return the color in which a framework calls `method` of a subclass of `base`; None if it doesn't."""
    if method.startswith("__"):
        return None
    for _, patterns, color in _HOOKS_BY_CLASS.get(base, ()):
        if any(fnmatchcase(method, pattern) for pattern in patterns.split()):
            return color
    return None


_HOOKS_BY_CLASS: Final = {base: [row for row in HOOKS if row[0] == base] for base, _, _ in HOOKS}

ASYNC_DUNDERS: Final = frozenset({"__aenter__", "__aexit__", "__anext__"})
"""Special methods whose result is awaited."""

SYNC_DUNDERS: Final = frozenset(
    {
        *("__abs__", "__add__", "__aiter__", "__and__", "__await__", "__bool__", "__bytes__", "__class_getitem__"),
        *(
            "__complex__",
            "__contains__",
            "__copy__",
            "__deepcopy__",
            "__del__",
            "__delattr__",
            "__delete__",
            "__delitem__",
        ),
        *(
            "__dir__",
            "__divmod__",
            "__enter__",
            "__eq__",
            "__exit__",
            "__float__",
            "__floordiv__",
            "__format__",
            "__fspath__",
        ),
        *("__ge__", "__getattr__", "__getattribute__", "__getitem__", "__getstate__", "__gt__", "__hash__", "__iadd__"),
        *(
            "__index__",
            "__init__",
            "__init_subclass__",
            "__instancecheck__",
            "__int__",
            "__invert__",
            "__iter__",
            "__le__",
        ),
        *(
            "__len__",
            "__length_hint__",
            "__lshift__",
            "__lt__",
            "__matmul__",
            "__missing__",
            "__mod__",
            "__mul__",
            "__ne__",
        ),
        *(
            "__neg__",
            "__new__",
            "__next__",
            "__or__",
            "__pos__",
            "__post_init__",
            "__pow__",
            "__prepare__",
            "__reduce__",
        ),
        *(
            "__reduce_ex__",
            "__repr__",
            "__reversed__",
            "__round__",
            "__rshift__",
            "__set__",
            "__set_name__",
            "__setattr__",
        ),
        *(
            "__setitem__",
            "__setstate__",
            "__sizeof__",
            "__str__",
            "__sub__",
            "__subclasscheck__",
            "__truediv__",
            "__xor__",
        ),
    }
)
"""Special methods whose result is used as it is: an async one breaks its protocol; operators on purpose aside."""
