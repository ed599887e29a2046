"""Every format takes every finding, whatever is in it."""

from __future__ import annotations

import dataclasses
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duotone.analyzer.findings import Finding
from duotone.analyzer.output import FORMATS
from tests.analyzer.output.samples import FILES, LOST, SAMPLES, context, notebook
from tests.analyzer.output.strategies import STRANGE, findings, texts

EVERY = pytest.mark.parametrize("name", FORMATS)


def test_the_formats_are_those_of_the_command_line() -> None:
    assert list(FORMATS) == ["text", "concise", "json", "sarif", "github", "gitlab", "junit"]


@given(
    found=st.lists(findings, max_size=1),
    source=texts,
    screen=st.fixed_dictionaries({"color": st.booleans(), "unicode": st.booleans(), "width": st.integers(-1, 90)}),
)
def test_nothing_that_a_finding_holds_breaks_any_format(
    found: list[Finding], source: str, screen: dict[str, object]
) -> None:
    files = {"a.py": source, "dir/b c.py": source * 200, "n.ipynb": notebook((("code", source),))}
    for write in FORMATS.values():
        written = write(found, context(files, **screen))
        written.encode("utf-8")
        assert written.endswith("\n") or not (written or found)


@EVERY
def test_every_format_takes_a_generator(name: str) -> None:
    assert FORMATS[name]((finding for finding in SAMPLES), context()) == FORMATS[name](SAMPLES, context())


@EVERY
@pytest.mark.parametrize("error", [FileNotFoundError("gone"), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad")])
def test_a_file_that_can_not_be_read_any_more_costs_only_its_excerpt(name: str, error: Exception) -> None:
    def read(path: str) -> list[str]:
        raise error

    assert FORMATS[name](SAMPLES, context(read=read)) == FORMATS[name](SAMPLES, context({}))


@EVERY
def test_lines_may_come_with_their_ends(name: str) -> None:
    def read(path: str) -> list[str] | None:
        return FILES[path].replace("\n", "\r\n").splitlines(keepends=True) if path in FILES else None

    assert FORMATS[name](SAMPLES, context(read=read)) == FORMATS[name](SAMPLES, context())


@EVERY
def test_no_terminal_control_gets_out_of_a_message_or_a_source_line(name: str) -> None:
    strange = dataclasses.replace(LOST, message=f"a{STRANGE}b", symbol=STRANGE, code=f"X{STRANGE}")
    files = {path: text.replace("value", f"\x1b[2J{chr(0x202E)}") for path, text in FILES.items()}
    written = FORMATS[name]([strange], context(files))
    assert not set(written) & {"\x1b", "\x07", "\x00", "\x7f", "\x85", "\u202e", "\u2028", "\ufeff"}


@pytest.mark.parametrize("name", ["json", "sarif", "gitlab", "junit"])
def test_what_a_program_reads_is_plain_ascii_since_the_stream_may_be_anything(name: str) -> None:
    strange = dataclasses.replace(LOST, message="naïve 漢字")
    assert FORMATS[name]([strange], context()).isascii()


def test_the_formats_need_nothing_that_is_slow_to_import() -> None:
    code = "import sys, duotone.analyzer.output; print('asyncio' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
