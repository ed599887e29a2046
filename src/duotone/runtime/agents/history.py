"""What a process knows of a conversation: its transcript, read on from the log by whoever needs it, on any thread."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from duotone.runtime.conversation.states import State
from duotone.runtime.conversation.transcript import Transcript, TurnView
from duotone.runtime.events import Event
from duotone.runtime.messages import Message

__all__ = ["History"]


class History:
    """A transcript that several threads and tasks read on."""

    def __init__(self) -> None:
        """Know nothing."""
        self.transcript = Transcript()
        self._mutex = threading.Lock()

    @property
    def seq(self) -> int:
        """The last event that is known."""
        return self.transcript.seq

    def take_in(self, events: Sequence[Event]) -> None:
        """Take in events of the session; what is known already is passed over."""
        with self._mutex:
            for event in events:
                if event.seq == self.transcript.seq + 1:
                    self.transcript.apply(event)

    def messages(self) -> list[Message]:
        """Return what the agent is to see."""
        with self._mutex:
            return self.transcript.messages

    @property
    def turn(self) -> TurnView | None:
        """The last turn."""
        return self.transcript.turn

    @property
    def state(self) -> State:
        """Where the conversation stands, as far as it is known here."""
        return self.transcript.state
