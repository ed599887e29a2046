"""The language server: documents come in, diagnostics, actions and hovers go out, and nothing waits for an analysis."""

from __future__ import annotations

import asyncio
import importlib.metadata
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from duotone.lsp.analyst import Analyst
from duotone.lsp.hovering import hover_at
from duotone.lsp.offers import KINDS, offers
from duotone.lsp.published import Published
from duotone.lsp.schedule import Schedule
from duotone.lsp.tasks import Outcome, Task, Taste

__all__ = ["serve"]

_AFTER_CHANGE, _AT_ONCE = 0.25, 0.02
"""Seconds: whoever types is left alone for a moment, and what comes in one breath is checked once."""

_WATCHED = (
    "**/*.py",
    "**/*.ipynb",
    "**/pyproject.toml",
    "**/duotone.toml",
    "**/duotone-baseline.json",
    "**/.gitignore",
)


class _Server(LanguageServer):
    def __init__(self) -> None:
        # Whole documents: lines are then counted by us alone, and not by two sides that may differ over a form feed.
        super().__init__(  # pyright: ignore[reportUnknownMemberType]  # pygls leaves *args without types
            "duotone", importlib.metadata.version("duotone"), types.TextDocumentSyncKind.Full
        )
        self.published = Published()
        self.analyst = Analyst(self._delivered)
        self.schedule = Schedule(self._check)
        self.taste = Taste()
        self.has_goodbye = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: Task | None = None
        self._versions: Mapping[str, int | None] = {}
        self._shown: tuple[str, ...] = ()

    def begin(self) -> None:
        """Note the loop, and what the client can do; check what is there."""
        self._loop = asyncio.get_running_loop()
        self.taste = _taste(self.client_capabilities, str(_word(self.workspace.position_encoding)))
        _watch_files(self)
        self.schedule.ask(_AT_ONCE)

    def versions(self) -> dict[str, int | None]:
        """The documents that are open, by the URIs of the client."""
        return {document.uri: document.version for document in self.workspace.text_documents.values()}

    def _check(self) -> None:
        self._versions = self.versions()
        documents = {
            Path(path): document
            for document in self.workspace.text_documents.values()
            if (path := to_fs_path(document.uri)) and path.endswith(".py")
        }
        self._task = Task(
            number=(self._task.number if self._task else 0) + 1,
            folders=_folders(self),
            buffers={path: document.source for path, document in documents.items()},
            uris={path: document.uri for path, document in documents.items()},
            taste=self.taste,
        )
        self.analyst.ask(self._task)

    def _delivered(self, outcome: Outcome) -> None:
        """Come back from the analyst's thread to the loop, if that is still there."""
        assert self._loop is not None
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._publish, outcome)

    def _publish(self, outcome: Outcome) -> None:
        try:
            for params in self.published.update(outcome, self._versions, self.versions()):
                self.text_document_publish_diagnostics(params)
            self._complain(outcome)
        finally:
            self.schedule.done()

    def _complain(self, outcome: Outcome) -> None:
        """Show each problem once, for as long as it lasts."""
        for problem in outcome.problems:
            if problem not in self._shown:
                message = types.ShowMessageParams(types.MessageType.Error, f"duotone: {problem}")
                self.window_show_message(message)
        self._shown = outcome.problems
        if outcome.details:
            self.window_log_message(types.LogMessageParams(types.MessageType.Error, outcome.details))


def serve() -> int:
    """Serve on standard input and output; return 0 after a shutdown as the protocol has it, and 1 otherwise."""
    wire = sys.stdout.buffer
    # Whatever prints from here on must not get between the messages.
    sys.stdout = sys.stderr
    server = _Server()
    _add_features(server)
    try:
        server.start_io(sys.stdin.buffer, wire)
    finally:
        server.analyst.close()
    return 0 if server.has_goodbye else 1


def _add_features(server: _Server) -> None:
    for method, delay in {
        types.TEXT_DOCUMENT_DID_OPEN: _AT_ONCE,
        types.TEXT_DOCUMENT_DID_CHANGE: _AFTER_CHANGE,
        types.TEXT_DOCUMENT_DID_SAVE: _AT_ONCE,
        types.TEXT_DOCUMENT_DID_CLOSE: _AT_ONCE,
        types.WORKSPACE_DID_CHANGE_WATCHED_FILES: _AFTER_CHANGE,
        types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS: _AT_ONCE,
        types.WORKSPACE_DID_CHANGE_CONFIGURATION: _AT_ONCE,
    }.items():
        _check_on(server, method, delay)

    @server.feature(types.INITIALIZE)
    def initialize(ls: _Server, params: types.InitializeParams) -> None:
        ls.published = Published(only_open=_only_open(params.initialization_options))

    @server.feature(types.INITIALIZED)
    def initialized(ls: _Server, _params: types.InitializedParams) -> None:
        ls.begin()

    @server.feature(types.SHUTDOWN)
    def shutdown(ls: _Server, _params: None) -> None:
        ls.has_goodbye = True

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=list(KINDS)))
    def code_action(ls: _Server, params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        version = ls.versions().get(uri)
        here = ls.published.at(uri, version, params.range)
        only = None if params.context.only is None else [str(_word(kind)) for kind in params.context.only]
        return offers(uri, here, ls.published.of(uri, version), only)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(ls: _Server, params: types.HoverParams) -> types.Hover | None:
        uri, span = params.text_document.uri, types.Range(params.position, params.position)
        return hover_at(ls.published, uri, ls.versions().get(uri), span)


def _check_on(server: _Server, method: str, delay: float) -> None:
    def notice(ls: _Server, _params: object) -> None:
        ls.schedule.ask(delay)

    server.feature(method)(notice)


def _watch_files(server: _Server) -> None:
    """Ask the client to tell of files that change without being open, where it can."""
    workspace = server.client_capabilities.workspace
    watching = workspace.did_change_watched_files if workspace else None
    if watching is None or not watching.dynamic_registration:
        return
    watchers = [types.FileSystemWatcher(glob_pattern=pattern) for pattern in _WATCHED]
    options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
    method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
    server.client_register_capability(types.RegistrationParams([types.Registration("duotone-files", method, options)]))


def _folders(server: _Server) -> tuple[Path, ...]:
    uris = [folder.uri for folder in server.workspace.folders.values()]
    if not uris and server.workspace.root_uri:
        uris = [server.workspace.root_uri]
    return tuple(Path(path) for uri in uris if (path := to_fs_path(uri)))


def _taste(client: types.ClientCapabilities, encoding: str) -> Taste:
    shown = client.text_document.publish_diagnostics if client.text_document else None
    return Taste(
        encoding=encoding,
        has_related=bool(shown and shown.related_information),
        has_links=bool(shown and shown.code_description_support),
        has_tags=bool(shown and shown.tag_support),
    )


def _only_open(options: object) -> bool:
    mode: object = None
    if isinstance(options, Mapping):
        mode = cast("Mapping[str, object]", options).get("diagnosticMode")
    elif options is not None:
        mode = getattr(options, "diagnosticMode", None)
    return mode == "openFilesOnly"


def _word(value: object) -> object:
    """The plain text of an enumeration's member, or of what a client wrote that is none."""
    return getattr(value, "value", value)
