"""Plain functions may block; nobody calls them on a loop."""

import asyncio
import subprocess
import threading
import time


def wait_for_port(port: int) -> None:
    while port:
        time.sleep(0.1)
        port -= 1


def run_in_thread() -> None:
    def work() -> None:
        time.sleep(1)
        asyncio.run(asyncio.sleep(0))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def main() -> None:
    subprocess.run(["make"], check=True)
    wait_for_port(3)
    run_in_thread()
    asyncio.run(asyncio.sleep(1))
