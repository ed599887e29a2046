"""Files inside of a root: read page by page, written whole, edited exactly."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from duotone.errors import BadInput, Unfit
from duotone.runtime.tools.files import Files, file_tools
from tests.runtime.tools.calls import FACES, Caller


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


@FACES
def test_an_agent_writes_reads_and_edits_a_file(face: str, tmp_path: Path) -> None:
    caller = Caller(face, *file_tools(tmp_path))
    assert caller.answer("write", path="notes/day.txt", text="tea\nmilk\n") == "made notes/day.txt: 9 bytes"
    assert caller.answer("edit", path="notes/day.txt", old="milk", new="oats") == "edited notes/day.txt: 1 place"
    assert caller.answer("read", path="notes/day.txt") == "tea\noats\n"
    assert caller.answer("read", path=".") == "notes/"
    assert caller.answer("write", path="notes/day.txt", text="") == "replaced notes/day.txt: 0 bytes"
    assert caller.answer("read", path="notes/day.txt") == "(the file is empty)"
    assert "no.txt is not there" in caller.answer("read", path="no.txt")


def test_a_root_that_is_only_read_has_no_tool_that_writes(tmp_path: Path) -> None:
    assert [one.name for one in file_tools(tmp_path, writable=False)] == ["read"]


def test_a_root_must_be_a_directory(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="is no directory"):
        Files(tmp_path / "file")


def test_a_system_that_can_not_hold_a_root_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "supports_dir_fd", set())
    with pytest.raises(BadInput, match="relative to directories"):
        Files(tmp_path)


def test_writes_and_edits_of_one_root_never_overlap(tmp_path: Path) -> None:
    read, write, edit = file_tools(tmp_path)
    assert read.locks == ()
    assert write.locks == edit.locks != ()


def test_a_long_file_is_read_page_by_page(files: Files, tmp_path: Path) -> None:
    lines = [f"line {number}\n" for number in range(5_000)]
    (tmp_path / "long").write_text("".join(lines))
    read, offset = "", 1
    while True:
        page, _, rest = files.read("long", offset).partition("\n[… go on at offset=")
        read += page
        if not rest:
            break
        offset = int(rest.removesuffix(" …]"))
    assert read == "".join(lines)
    assert files.read("long", 5, 2) == "line 4\nline 5\n\n[… go on at offset=7 …]"
    with pytest.raises(Unfit, match="has 5000 lines, and none at 5002"):
        files.read("long", 5_002)


def test_a_huge_file_costs_no_more_than_a_page(files: Files, tmp_path: Path) -> None:
    with (tmp_path / "huge").open("wb") as file:
        file.write(b"start\n" + b"x" * 100_000)
        file.truncate(50_000_000_000)
    assert len(files.read("huge")) < 250_000
    with pytest.raises(Unfit, match="has over 10,000,000 bytes"):
        files.edit("huge", "start", "end")
    with pytest.raises(Unfit, match="would have over 10,000,000 bytes"):
        files.write("huge", "x" * 10_000_001)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_an_edit_leaves_encoding_and_ends_of_lines_as_they_are(files: Files, tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "menu"
    path.write_bytes("café\r\nthé\r\nlait\r\n".encode(encoding))
    assert "café" in files.read("menu")
    files.edit("menu", "café\nthé", "eau\nvin")
    assert path.read_bytes() == "eau\r\nvin\r\nlait\r\n".encode(encoding)


def test_what_is_no_text_is_not_shown_as_one(files: Files, tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\x7fELF\0\0")
    (tmp_path / "latin").write_bytes(b"caf\xe9\n")
    with pytest.raises(Unfit, match="is no text, and has 6 bytes"):
        files.read("binary")
    assert files.read("latin").startswith("caf\N{REPLACEMENT CHARACTER}\n")
    assert "not everything here is UTF-8" in files.read("latin")
    for name in ("binary", "latin"):
        with pytest.raises(Unfit, match="is no text that can be written back"):
            files.edit(name, "f", "g")
    assert (tmp_path / "latin").read_bytes() == b"caf\xe9\n"


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("", "where nothing is named"),
        ("missing", "doesn't have this text; read it again"),
        ("\treturn one", "line 2 is similar: 'return one'"),
        ("one", "has this text 2 times, at lines 1, 2; give more lines around it, or every=true"),
    ],
)
def test_an_edit_that_is_not_exact_changes_nothing(files: Files, tmp_path: Path, old: str, said: str) -> None:
    text = "def one():\n    return one\n"
    (tmp_path / "code.py").write_text(text)
    with pytest.raises(Unfit) as caught:
        files.edit("code.py", old, "x")
    assert said in str(caught.value)
    assert (tmp_path / "code.py").read_text() == text


def test_an_edit_can_change_every_place(files: Files, tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text("one, one\n")
    assert files.edit("code.py", "one", "two", every=True) == "edited code.py: 2 places"


def test_a_file_keeps_its_mode_and_leaves_nothing_beside_it(files: Files, tmp_path: Path) -> None:
    path = tmp_path / "run.sh"
    path.write_text("echo\n")
    path.chmod(0o4755)
    files.write("run.sh", "ls\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o755
    assert list(tmp_path.iterdir()) == [path]


def test_a_write_through_one_name_leaves_a_hard_link_as_it_was(files: Files, tmp_path: Path) -> None:
    (tmp_path / "one").write_text("old")
    os.link(tmp_path / "one", tmp_path / "two")
    files.write("one", "new")
    assert (tmp_path / "two").read_text() == "old"


def test_half_a_character_can_not_be_written(files: Files, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("whole")
    with pytest.raises(Unfit, match="half a character"):
        files.write("text", "\ud83d")
    with pytest.raises(Unfit, match="half a character"):
        files.edit("text", "whole", "\ud83d")
    assert (tmp_path / "text").read_text() == "whole"


def test_a_reader_sees_the_old_file_or_the_one_after_it_and_nothing_between(files: Files, tmp_path: Path) -> None:
    contents = {"a" * 500_000, "b" * 400_000}
    files.write("text", min(contents))
    seen: set[str] = set()
    done = threading.Event()

    def look() -> None:
        while not done.is_set():
            seen.add((tmp_path / "text").read_text())

    reader = threading.Thread(target=look)
    reader.start()
    for _ in range(20):
        for text in contents:
            files.write("text", text)
    done.set()
    reader.join()
    assert seen <= contents


def test_a_file_that_somebody_changes_during_an_edit_is_not_overwritten(
    files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from duotone.runtime.tools import files as module

    def meanwhile(path: str, text: str, old: str, new: str, *, every: bool) -> tuple[str, int]:
        (tmp_path / "text").write_text("changed by somebody else")
        return "edited", 1

    (tmp_path / "text").write_text("old")
    monkeypatch.setattr(module, "changed", meanwhile)
    with pytest.raises(Unfit, match="has changed since it was read"):
        files.edit("text", "old", "new")
    assert (tmp_path / "text").read_text() == "changed by somebody else"


def test_a_large_directory_is_listed_in_part(files: Files, tmp_path: Path) -> None:
    for number in range(502):
        (tmp_path / f"f{number:03}").touch()
    listed = files.read(".").splitlines()
    assert listed[:2] == ["f000", "f001"]
    assert listed[-1] == "[… and more …]"
    assert len(listed) == 501


def test_a_directory_says_what_its_names_are(files: Files, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to("file")
    assert files.read(".") == "file\nfolder/\nlink@"
    assert files.read("folder") == "(the directory is empty)"
