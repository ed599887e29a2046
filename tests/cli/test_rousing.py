"""Ctrl-C that comes between the prompt and the first look at the keyboard."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.terminals import terminal_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal")

ASK = """
import ctypes, functools, os, readline, signal
from duotone.cli.chatting.interrupting import Interrupts

# No instruction of Python runs between this call and the wait for a key, as none does where the moment is chance.
readline.set_pre_input_hook(functools.partial(ctypes.CDLL(None).kill, os.getpid(), signal.SIGINT))
with Interrupts(talk=None) as interrupts:
    try:
        with interrupts.asking():
            input("> ")
    except KeyboardInterrupt:
        readline.set_pre_input_hook()
        print("heeded")
    with interrupts.asking():
        print("read", input("> "))
"""


def test_ctrl_c_is_heeded_even_in_the_moment_before_a_line_is_read(tmp_path: Path) -> None:
    with terminal_of(tmp_path, [sys.executable, "-c", ASK]) as terminal:
        terminal.expect("heeded")
        terminal.expect("> ")
        terminal.type("on\r")
        terminal.expect("read on")
        assert terminal.end() == 0
    assert terminal.text.count("heeded") == 1
