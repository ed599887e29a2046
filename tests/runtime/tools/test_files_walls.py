"""No path leads out of a root: not by `..`, not by links, not by swapping them meanwhile, and no device is opened."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from duotone.errors import OutsideRoot, Unfit
from duotone.runtime.tools.files import Files


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    path = tmp_path / "outside"
    path.mkdir()
    (path / "secret").write_text("secret")
    return path


@pytest.fixture
def root(tmp_path: Path, outside: Path) -> Path:
    path = tmp_path / "walls"
    (path / "inner").mkdir(parents=True)
    (path / "inner" / "file").write_text("inside")
    return path


@pytest.fixture
def files(root: Path) -> Files:
    return Files(root)


DEEDS: list[Callable[[Files, str], str]] = [
    lambda files, path: files.read(path),
    lambda files, path: files.write(path, "taken"),
    lambda files, path: files.edit(path, "secret", "taken"),
]
EVERY_DEED = pytest.mark.parametrize("deed", DEEDS, ids=["read", "write", "edit"])


@EVERY_DEED
@pytest.mark.parametrize(
    "path",
    [
        "../outside/secret",
        "inner/../../outside/secret",
        "inner/../../walls/../outside/secret",
        "..",
        "/etc/passwd",
        "",
        "a\0b",
        "\ud83d",
        "x" * 5_000,
        "a/" * 101 + "b",
    ],
)
def test_a_path_that_leads_out_is_refused(
    files: Files, outside: Path, deed: Callable[[Files, str], str], path: str
) -> None:
    with pytest.raises(OutsideRoot):
        deed(files, path)
    assert (outside / "secret").read_text() == "secret"
    assert list(outside.iterdir()) == [outside / "secret"]


@EVERY_DEED
@pytest.mark.parametrize("name", ["absolute", "relative", "chain", "folder/secret", "inner/up/outside/secret"])
def test_a_link_that_leads_out_is_refused(
    files: Files, root: Path, outside: Path, deed: Callable[[Files, str], str], name: str
) -> None:
    (root / "absolute").symlink_to(outside / "secret")
    (root / "relative").symlink_to("../outside/secret")
    (root / "chain").symlink_to("relative")
    (root / "folder").symlink_to("../outside")
    (root / "inner" / "up").symlink_to("../..")
    with pytest.raises(OutsideRoot):
        deed(files, name)
    assert (outside / "secret").read_text() == "secret"
    assert list(outside.iterdir()) == [outside / "secret"]


def test_a_root_with_a_longer_namesake_is_told_from_it(root: Path, files: Files) -> None:
    other = root.with_name("walls-2")
    other.mkdir()
    (other / "file").write_text("secret")
    with pytest.raises(OutsideRoot):
        files.read(str(other / "file"))


def test_links_and_dots_that_stay_inside_are_followed(root: Path, files: Files) -> None:
    (root / "there").symlink_to("inner")
    (root / "inner" / "self").symlink_to("../there/./file")
    (root / "here").symlink_to(".")
    for path in ("there/file", "inner/self", "inner/../inner/file", "here/here/inner/file", str(root / "inner/file")):
        assert files.read(path) == "inside"
    assert files.read("inner/..") == files.read(str(root))
    files.write("inner/self", "written")
    assert (root / "inner" / "file").read_text() == "written"
    assert (root / "inner" / "self").is_symlink()


@EVERY_DEED
def test_links_in_a_circle_are_told(files: Files, root: Path, deed: Callable[[Files, str], str]) -> None:
    (root / "one").symlink_to("two")
    (root / "two").symlink_to("one")
    with pytest.raises(Unfit, match="links that lead nowhere"):
        deed(files, "one")


@EVERY_DEED
@pytest.mark.parametrize("kind", ["pipe", "socket", "device", "directory"])
def test_what_is_no_file_is_neither_opened_nor_replaced(
    files: Files, root: Path, deed: Callable[[Files, str], str], kind: str
) -> None:
    path = root / kind
    server = socket.socket(socket.AF_UNIX)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        here = Path.cwd()
        os.chdir(root)  # the name of a socket must be short
        server.bind(kind)
        os.chdir(here)
    elif kind == "directory":
        path.mkdir()
    if kind == "device":
        files, name = Files("/dev"), "null"
    else:
        name = kind
    if kind == "directory" and deed is DEEDS[0]:
        assert deed(files, name) == "(the directory is empty)"
    else:
        with pytest.raises(Unfit, match=r"is a (pipe|socket|device|directory); give the path of a file"):
            deed(files, name)
    server.close()


@EVERY_DEED
def test_a_name_that_is_too_long_and_a_file_on_the_way_are_told(
    files: Files, deed: Callable[[Files, str], str]
) -> None:
    with pytest.raises(Unfit, match="has a name that is too long"):
        deed(files, "x" * 300)
    with pytest.raises(Unfit, match="goes through something that is no directory"):
        deed(files, "inner/file/more")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may do everything")
def test_a_file_that_may_not_be_read_is_told(files: Files, root: Path) -> None:
    (root / "inner" / "file").chmod(0)
    with pytest.raises(Unfit, match="may not be touched by this process"):
        files.read("inner/file")


def test_a_link_that_is_swapped_all_the_time_never_leads_out(files: Files, root: Path, outside: Path) -> None:
    """A directory, and a link to the outside, take turns under one name while the tools are at work."""
    real, trap = root / "real", root / "trap"
    real.mkdir()
    (real / "secret").write_text("harmless")
    done = threading.Event()

    def swap() -> None:
        while not done.is_set():
            trap.symlink_to("../outside")
            trap.unlink()
            real.rename(trap)
            trap.rename(real)

    swapper = threading.Thread(target=swap)
    swapper.start()
    seen: set[str] = set()
    for number in range(3_000):
        with suppress(OutsideRoot, Unfit):
            if number % 3:
                seen.add(files.read("trap/secret"))
            else:
                files.edit("trap/secret", "s", "S")
    done.set()
    swapper.join()
    assert not any("secret" in text.lower() for text in seen)
    assert (outside / "secret").read_text() == "secret"
    assert list(outside.iterdir()) == [outside / "secret"]


def test_a_file_that_is_swapped_for_a_link_is_not_written_through(files: Files, root: Path, outside: Path) -> None:
    done = threading.Event()

    def swap() -> None:
        while not done.is_set():
            (root / "swap").symlink_to("../outside/secret")
            (root / "swap").replace(root / "target")
            (root / "plain").write_text("plain")
            (root / "plain").replace(root / "target")

    swapper = threading.Thread(target=swap)
    swapper.start()
    for _ in range(1_000):
        with suppress(OutsideRoot, Unfit):
            files.write("target", "mine")
            assert "secret" not in files.read("target")
    done.set()
    swapper.join()
    assert (outside / "secret").read_text() == "secret"


def test_no_walk_leaves_a_handle_open(files: Files, root: Path) -> None:
    before = psutil.Process().num_fds()
    for path in ("inner/file", "no/such", "../x", "inner"):
        for deed in DEEDS:
            with suppress(OutsideRoot, Unfit):
                deed(files, path)
    assert psutil.Process().num_fds() == before
