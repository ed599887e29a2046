"""What a library does with the methods that a project overrides decides which colors it may override them in."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from duotone.analyzer.engine import check
from duotone.analyzer.findings import Confidence
from duotone.analyzer.settings import Settings

ASKS = """
    import inspect

    class Kernel:
        async def execute(self, code):
            raise NotImplementedError

        async def answer(self, code):
            reply = self.execute(code)
            if inspect.isawaitable(reply):
                reply = await reply
            return reply
"""
AWAITS = """
    class Kernel:
        async def execute(self, code):
            raise NotImplementedError

        async def answer(self, code):
            return await self.execute(code)
"""
OVERRIDE = """
    from remote import Kernel

    class Echo(Kernel):
        def execute(self, code):
            return {"code": code}
"""


@pytest.mark.parametrize(("library", "codes"), [(ASKS, []), (AWAITS, ["DUO601"])])
def test_a_library_that_asks_for_the_color_takes_either(tmp_path: Path, library: str, codes: list[str]) -> None:
    packages = tmp_path / "env" / "lib" / "python3.11" / "site-packages"
    packages.mkdir(parents=True)
    (packages.parents[2] / "pyvenv.cfg").write_text("version = 3.11.0\n", encoding="utf-8")
    (packages / "remote.py").write_text(textwrap.dedent(library), encoding="utf-8")
    root = tmp_path / "project"
    root.mkdir()
    (root / "echo.py").write_text(textwrap.dedent(OVERRIDE), encoding="utf-8")
    report = check([root / "echo.py"], Settings(root=root, jobs=1, python=packages.parents[2]))
    assert [finding.code for finding in report.findings if finding.code.startswith("DUO6")] == codes


GENERATORS = """
    import asyncio

    class Login:
        @classmethod
        async def sign_in(cls):
            await asyncio.sleep(0)
            return cls.answers()

        @classmethod
        async def answers(cls):
            yield "key"

        @classmethod
        async def run(cls):
            async for answer in cls.sign_in():
                yield answer

    class Browser(Login):
        @classmethod
        async def sign_in(cls):
            yield "open this page"
"""


def test_no_fix_is_safe_that_overrides_of_another_color_would_break(tmp_path: Path) -> None:
    (tmp_path / "login.py").write_text(textwrap.dedent(GENERATORS), encoding="utf-8")
    report = check([tmp_path / "login.py"], Settings(root=tmp_path, jobs=1))
    [used] = [finding for finding in report.findings if finding.code == "DUO104"]
    assert used.confidence is Confidence.POSSIBLE
    assert used.fix is not None
    assert not used.fix.is_safe


WIRE = """
    from typing import Generic, TypeVar

    class Socket:
        def receive(self) -> list[bytes]:
            return [b""]

        def close(self) -> None:
            pass

    S = TypeVar("S", bound=Socket)

    class Context(Generic[S]):
        def socket(self) -> S: ...
"""
ASYNC_WIRE = """
    from collections.abc import Awaitable

    import wire

    class Socket(wire.Socket):
        def receive(self) -> Awaitable[list[bytes]]:
            return wire.soon(super().receive())
"""


SERVING = """
    import wire

    class Server:
        def __init__(self, context: wire.Context) -> None:
            self.socket = context.socket()

        async def serve(self) -> None:
            await self.socket.{method}()
"""
SERVED = """
    import wire

    async def serve(socket: wire.Socket) -> None:
        await socket.{method}()
"""


@pytest.mark.parametrize("source", [SERVED, SERVING], ids=["class", "bound"])
@pytest.mark.parametrize(("method", "codes"), [("receive", []), ("close", ["DUO121"])])
def test_a_library_may_give_the_class_that_it_has_for_async_code(
    tmp_path: Path, source: str, method: str, codes: list[str]
) -> None:
    packages = tmp_path / "env" / "lib" / "python3.11" / "site-packages"
    (packages / "wire").mkdir(parents=True)
    (packages.parents[2] / "pyvenv.cfg").write_text("version = 3.11.0\n", encoding="utf-8")
    (packages / "wire" / "__init__.py").write_text(textwrap.dedent(WIRE), encoding="utf-8")
    (packages / "wire" / "asyncio.py").write_text(textwrap.dedent(ASYNC_WIRE), encoding="utf-8")
    root = tmp_path / "project"
    root.mkdir()
    (root / "serving.py").write_text(textwrap.dedent(source).format(method=method), encoding="utf-8")
    report = check([root / "serving.py"], Settings(root=root, jobs=1, python=packages.parents[2]))
    assert [finding.code for finding in report.findings] == codes
