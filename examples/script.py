"""A plain script: sync code that uses an async client, whose connection lives on from call to call.

The client belongs to the loop on which it connected. With `asyncio.run` each call would have a loop of its own, and the
second one would fail.
"""

from __future__ import annotations

import asyncio
import socketserver
import threading

from duotone import run


class Client:
    """A client over one connection, as async client libraries are."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def connect(cls, port: int) -> Client:
        """Open a connection, on the loop that is running."""
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def ask(self, question: str) -> str:
        """Send a line, and return the one that comes back."""
        self._writer.write(f"{question}\n".encode())
        return (await self._reader.readline()).decode().strip()

    async def close(self) -> None:
        """Close the connection."""
        self._writer.close()
        await self._writer.wait_closed()


class Shout(socketserver.StreamRequestHandler):
    """The other end: answers every line in capitals."""

    def handle(self) -> None:
        """Serve one client until it has gone."""
        for line in self.rfile:
            self.wfile.write(line.upper())


def main() -> None:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Shout) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,)).start()
        client = run(Client.connect, server.server_address[1], timeout=5)
        for question in ("one", "two", "three"):
            print(run(client.ask, question, timeout=5))
        run(client.close)
        server.shutdown()


if __name__ == "__main__":
    main()
