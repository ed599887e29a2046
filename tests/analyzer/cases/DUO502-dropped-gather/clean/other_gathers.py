"""Functions and methods of that name that are plain."""

import threading
from concurrent.futures import Future, wait

from vendor_sdk import Cluster


class Harvest:
    def gather(self, *names: str) -> list[str]:
        return sorted(names)

    def wait(self) -> None:
        print("waiting")


def gather(*names: str) -> None:
    print(names)


def main(harvest: Harvest, cluster: Cluster, futures: "list[Future[int]]", event: threading.Event) -> None:
    harvest.gather("a", "b")
    harvest.wait()
    gather("a")
    cluster.gather("a")
    wait(futures)
    event.wait()
