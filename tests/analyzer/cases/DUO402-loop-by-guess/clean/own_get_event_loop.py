"""Functions of that name that are something else."""

from vendor_sdk import reactor


class Reactor:
    def get_event_loop(self) -> str:
        return "mine"


def get_event_loop() -> str:
    return "mine"


async def main() -> None:
    print(get_event_loop(), Reactor().get_event_loop(), reactor.get_event_loop())
    await reactor.start()
