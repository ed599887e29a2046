"""What is shown on a real terminal, and only there."""

from __future__ import annotations

import io
import os
import select
import sys
from collections.abc import Iterator

import pytest

from duotone.cli.terminal import Progress, can_show_unicode, wants_color

pty = pytest.importorskip("pty", reason="there are no such terminals here")


class Terminal:
    """Both ends of a terminal: what is written to one can be read from the other."""

    def __init__(self) -> None:
        self._reading, writing = pty.openpty()
        self.stream = os.fdopen(writing, "w")

    def shown(self) -> str:
        """All that was written since; a busy system takes a moment to bring it from one end to the other."""
        self.stream.flush()
        read = b""
        while select.select([self._reading], [], [], 0.2)[0]:
            read += os.read(self._reading, 65536)
        return read.decode()

    def close(self) -> None:
        self.stream.close()
        os.close(self._reading)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    one = Terminal()
    yield one
    one.close()


def test_a_terminal_sees_a_bar_that_goes_away(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal.stream)
    progress = Progress()
    progress(5, 10)
    progress(6, 10)
    progress(10, 10)
    assert terminal.shown() == (
        f"\r[{'=' * 15}{' ' * 15}] 5/10 files\r[{'=' * 30}] 10/10 files"  # the second came too soon to be worth it
    )
    progress.close()
    assert terminal.shown() == "\r\x1b[K"


def test_no_bar_is_shown_where_it_is_not_wanted_or_the_terminal_is_dumb(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", terminal.stream)
    Progress(is_wanted=False)(1, 1)
    monkeypatch.setenv("TERM", "dumb")
    Progress()(1, 1)
    assert terminal.shown() == ""


def test_nothing_to_do_shows_nothing(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal.stream)
    progress = Progress()
    progress(0, 0)
    progress.close()
    assert terminal.shown() == ""


def test_a_terminal_has_colors_unless_it_is_told_otherwise(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", terminal.stream)
    assert wants_color("auto")
    assert not wants_color("never")
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_color("auto")
    assert wants_color("always")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert wants_color("auto")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_color("auto")


@pytest.mark.parametrize(
    ("encoding", "takes_all"), [("utf-8", True), ("UTF8", True), ("ascii", False), ("cp1252", False)]
)
def test_only_unicode_takes_every_character(encoding: str, monkeypatch: pytest.MonkeyPatch, *, takes_all: bool) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    assert can_show_unicode() is takes_all
