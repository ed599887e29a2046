"""What a chat shows: words as they come, calls and notices on lines of their own; in a pipe, the words alone."""

from __future__ import annotations

import json
import sys
import threading
from typing import Any

from duotone.cli.chatting.items import Asked, Called, Ended, Gave, Item, Words
from duotone.cli.terminal import can_show_unicode, note, wants_color, width

__all__ = ["PROMPT", "Screen"]

PROMPT = "> "
_DIM, _BOLD, _RED = "2", "1", "31"


class Screen:
    """A terminal that several threads write to, a line at a time; or a pipe."""

    def __init__(self, *, is_terminal: bool) -> None:
        self.is_terminal = is_terminal
        self._mutex = threading.Lock()
        self._is_in_line = False
        """Whether the last line has no end yet."""
        self._is_asking = False
        """Whether the prompt stands there, and somebody may be typing."""
        self._has_color = wants_color("auto")
        self._marks = ("→", "←") if can_show_unicode() else ("->", "<-")

    def show(self, item: Item) -> None:
        """Show what has come."""
        match item:
            case Words(text):
                self._words(text)
            case Called(_, name, arguments):
                self.line(f"  {self._marks[0]} {name} {_short(arguments)}", _DIM)
            case Gave(_, text, is_ok):
                self.line(f"  {self._marks[1]} {_short(text)}", _DIM if is_ok else _RED)
            case Asked(_, name, arguments, reason):
                why = f": {_short(reason)}" if reason else ""
                self.line(f"  {name} {_short(arguments)} waits for your approval{why}", _BOLD)
            case Ended(state, reason):
                self._end(state, reason)

    def line(self, text: str, color: str = "") -> None:
        """Write a line of its own for whoever looks; in a pipe nobody does."""
        if self.is_terminal:
            with self._mutex:
                self._begin_line()
                self._write(f"{self._colored(_cut(text), color)}\n")
                self._ask_again()

    def told(self, text: str) -> None:
        """Write words of the agent that have come by themselves, while somebody may be typing."""
        with self._mutex:
            self._begin_line()
            self._write(f"{self._colored('agent: ', _BOLD)}{text}\n" if self.is_terminal else f"{text}\n")
            self._ask_again()

    def read(self) -> str | None:
        """Return the next line that somebody types, None at the end."""
        with self._mutex:
            self._begin_line()
            self._is_asking = self.is_terminal
        try:
            return input(PROMPT) if self.is_terminal else input()
        except EOFError:
            if self.is_terminal:
                self._write("\n")
            return None
        finally:
            self._is_asking = False

    # -- the line that is being written -----------------------------------------------------------------------------

    def _words(self, text: str) -> None:
        with self._mutex:
            if not self._is_in_line and not text.strip():
                return
            if not self._is_in_line and self.is_terminal:
                self._write(self._colored("agent: ", _BOLD))
            self._write(text)
            self._is_in_line = not text.endswith("\n")

    def _end(self, state: str, reason: str) -> None:
        with self._mutex:
            self._begin_line()
        if state in {"error", "stuck"}:
            note(f"the turn ended: {state}{f': {reason}' if reason else ''}")
        elif state == "paused":
            self.line("interrupted; say something to go on", _DIM)

    def _begin_line(self) -> None:
        """Begin a line; what somebody is typing is written again below it."""
        if self._is_asking:
            self._write("\r\x1b[K")
        elif self._is_in_line:
            self._write("\n")
        self._is_in_line = False

    def _ask_again(self) -> None:
        if self._is_asking:
            import readline

            self._write(f"{PROMPT}{readline.get_line_buffer()}")

    def _colored(self, text: str, color: str) -> str:
        return f"\x1b[{color}m{text}\x1b[0m" if color and self._has_color else text

    def _write(self, text: str) -> None:
        encoding = sys.stdout.encoding or "utf-8"
        sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
        sys.stdout.flush()


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return "".join(one if one.isprintable() else " " for one in text)


def _cut(text: str) -> str:
    room = max(width(), 40)
    return text if len(text) <= room else f"{text[: room - 1]}…"
