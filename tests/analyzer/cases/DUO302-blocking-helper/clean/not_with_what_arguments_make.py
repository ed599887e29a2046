"""Helpers that block by a flag in an expression, or by what they make of their parameters, and not for these calls."""

import threading
import time
from concurrent.futures import Future


class App:
    pass


class Command:
    def __init__(self, name: str) -> None:
        self.name = name
        self.done: threading.Event | None = None


def store(key: str, return_future: bool = False) -> object:
    future: Future[str] = Future()
    print(key)
    return future if return_future else future.result()


class Later(Future[str]):
    def result(self, timeout: float | None = None) -> str:
        return super().result(timeout)


def sent(key: str, return_future: bool = False) -> object:
    future = Later()
    print(key)
    return future if return_future else future.result()


def flush(wait: bool = False) -> object:
    future: Future[str] = Future()
    return wait and future.result()


def run_task(name: str, *, wait: bool = False, wait_timeout: float | None = None) -> None:
    command = Command(name)
    if wait or wait_timeout is not None:
        command.done = threading.Event()
    print(command)
    if command.done is not None:
        command.done.wait(timeout=wait_timeout)


def stop(*, wait: bool = False, wait_timeout: float | None = None) -> None:
    run_task("stop", wait=wait, wait_timeout=wait_timeout)


def made() -> App:
    return App()


def serve(port: int, app: App | None = None) -> None:
    is_embedded = True
    if not app:
        is_embedded = False
        app = made()
    print(app, port)
    if not is_embedded:
        time.sleep(4)


def settle(wait: bool = False, timeout: float | None = None) -> None:
    has_to_wait = wait or timeout is not None
    if not has_to_wait:
        return
    time.sleep(5)


async def main() -> None:
    store("a", return_future=True)
    sent("b", return_future=True)
    flush()
    flush(False)
    stop()
    stop(wait=False, wait_timeout=None)
    app = made()
    serve(80, app)
    serve(80, App())
    settle()
    settle(False, None)
