"""The TypeError of awaiting the plain hook's result is swallowed, after the hook has run."""

import logging

logger = logging.getLogger(__name__)


class Emitter:
    def __init__(self):
        self.hooks = []

    def on(self, hook):
        self.hooks.append(hook)

    async def emit(self, event):
        for hook in self.hooks:
            try:
                await hook(event)  # either: DUO702  # may: DUO121
            except Exception:
                logger.warning("the hook failed")


def remember(event):
    print(event)


emitter = Emitter()
emitter.on(remember)  # either: DUO702
