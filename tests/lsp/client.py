"""A small client of the language server protocol: the server as a process, messages as dictionaries."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

Message = dict[str, Any]

PATIENCE = 50.0
"""Seconds; a check takes less than one, on a machine that has nothing else to do."""


class Client:
    """Starts the server, and keeps what it says until somebody asks for it."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.kept: list[Message] = []
        self.complaints: list[str] = []
        self._number = 0
        self._inbox: queue.Queue[Message | None] = queue.Queue()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "duotone", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env={**os.environ, **environment},
        )
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()

    def initialize(self, *, folders: list[Path] | None = None, **changes: Any) -> Message:
        """Shake hands as editors do; the answer is what the server can do."""
        folders = [self.folder] if folders is None else folders
        params = {
            "processId": os.getpid(),
            "rootUri": None,
            "workspaceFolders": [{"uri": folder.as_uri(), "name": folder.name} for folder in folders],
            "capabilities": CAPABILITIES,
            **changes,
        }
        answer: Message = self.request("initialize", params)
        self.notify("initialized", {})
        return answer

    def open(self, path: Path, text: str | None = None, version: int = 1) -> None:
        text = path.read_text(encoding="utf-8") if text is None else text
        document = {"uri": path.as_uri(), "languageId": "python", "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, path: Path, text: str, version: int) -> None:
        document = {"uri": path.as_uri(), "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def diagnostics(self, path: Path, accept: Callable[[list[Message]], bool] = bool) -> list[Message]:
        """Wait for the diagnostics of a file until they are as they should be."""

        def is_it(message: Message) -> bool:
            if message.get("method") != "textDocument/publishDiagnostics":
                return False
            return bool(message["params"]["uri"] == path.as_uri() and accept(message["params"]["diagnostics"]))

        found: list[Message] = self.wait(is_it)["params"]["diagnostics"]
        return found

    def request(self, method: str, params: Any) -> Any:
        self._number += 1
        number = self._number
        self._send({"id": number, "method": method, "params": params})
        answer = self.wait(lambda message: message.get("id") == number and "method" not in message)
        assert "error" not in answer, answer["error"]
        return answer["result"]

    def notify(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def wait(self, is_it: Callable[[Message], bool]) -> Message:
        """The first message that fits, of those that were kept and those to come; the others are kept."""
        for position, old in enumerate(self.kept):
            if is_it(old):
                return self.kept.pop(position)
        while True:
            message = self._next()
            if message is None:
                raise AssertionError(f"nothing more came; kept {self.kept}, stderr {self.complaints}")
            if is_it(message):
                return message
            self.kept.append(message)

    def _next(self) -> Message | None:
        try:
            return self._inbox.get(timeout=PATIENCE)
        except queue.Empty:
            return None

    def leave(self) -> int:
        """Say goodbye as the protocol has it; the exit status of the server."""
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(PATIENCE)

    def hang_up(self) -> int:
        """Leave without a word."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(PATIENCE)

    def _send(self, message: Message) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            name, _, value = header.partition(b":")
            assert name == b"Content-Length", header
            while stream.readline().strip():
                pass
            message = json.loads(stream.read(int(value)))
            if "id" in message and "method" in message:
                self._send({"id": message["id"], "result": None})
            self._inbox.put(message)
        self._inbox.put(None)

    def _listen(self) -> None:
        assert self.process.stderr is not None
        self.complaints.extend(line.decode(errors="replace") for line in self.process.stderr)


CAPABILITIES: Message = {
    "general": {"positionEncodings": ["utf-16"]},
    "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}},
    "textDocument": {
        "publishDiagnostics": {
            "relatedInformation": True,
            "codeDescriptionSupport": True,
            "tagSupport": {"valueSet": [1, 2]},
            "versionSupport": True,
        }
    },
}
