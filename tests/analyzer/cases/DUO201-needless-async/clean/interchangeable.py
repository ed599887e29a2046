"""Classes that take one another's place, and one that answers as objects of a library do."""

import dataclasses


class WebhookSink:
    async def deliver(self, event: str) -> None:
        print("webhook", event)


class FunctionSink:
    async def deliver(self, event: str) -> None:
        print("function", event)


SINKS = [WebhookSink(), FunctionSink()]


async def publish(event: str) -> None:
    for sink in SINKS:
        await sink.deliver(event)


@dataclasses.dataclass
class Finished:
    errors: str

    async def stderr(self) -> str:
        return self.errors


async def report(command) -> str:
    return await command.stderr()
