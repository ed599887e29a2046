"""Files are written whole or not at all, and standard output takes what it can."""

from __future__ import annotations

import io
import os
import sys
import threading
from pathlib import Path

import pytest

from duotone.cli.outputs import write_whole
from duotone.cli.terminal import emit
from duotone.errors import WrongUse


def test_files_appear_together_with_the_permissions_of_any_other(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    write_whole({tmp_path / "a": "one\n", tmp_path / "b": "two – 2\n"})
    assert (tmp_path / "a").read_bytes() == b"one\n"
    assert (tmp_path / "b").read_text(encoding="utf-8") == "two – 2\n"
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "plain").stat().st_mode
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b", "plain"]


def test_when_one_cannot_be_written_none_is(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    with pytest.raises(WrongUse, match=r"can't be written \(No such file or directory\); name another file"):
        write_whole({tmp_path / "a": "new", tmp_path / "nowhere" / "b": "new"})
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a", "old")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    write_whole({pipe: "text"})
    reader.join(20)
    assert read == ["text"]
    assert pipe.is_fifo()


def test_a_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="can't be written"):
        write_whole({tmp_path: "text"})


def test_what_an_encoding_cannot_say_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    emit("a – b")
    assert stream.buffer.getvalue() == b"a ? b"
