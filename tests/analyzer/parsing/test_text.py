"""Encodings and line ends, as Python reads them."""

from __future__ import annotations

import ast
import codecs

import pytest

from duotone.analyzer.parsing import parse


def value(data: bytes | str) -> object:
    statement = parse(data).tree.body[0]
    assert isinstance(statement, ast.Assign)
    assert isinstance(statement.value, ast.Constant)
    return statement.value.value


@pytest.mark.parametrize(
    "data",
    [
        "x = 'é'".encode(),
        codecs.BOM_UTF8 + "x = 'é'".encode(),
        codecs.BOM_UTF8 + "# coding: utf-8\nx = 'é'".encode(),
        "# -*- coding: latin-1 -*-\nx = 'é'".encode("latin-1"),
        "#!/usr/bin/env python\n# vim: set fileencoding=cp1252 :\nx = 'é'".encode("cp1252"),
        "# é\r\n# coding: latin-1\r\nx = 'é'".encode("latin-1"),
        "# coding: utf8\rx = 'é'".encode(),
        "\ufeffx = 'é'",
        "# coding: latin-1\nx = 'é'",
    ],
)
def test_the_encoding_is_found_as_python_finds_it(data: bytes | str) -> None:
    assert value(data) == "é"
    assert parse(data).faults == ()
    assert not parse(data).text.startswith("\ufeff")


def test_a_comment_on_the_third_line_names_no_encoding() -> None:
    assert parse("\n\n# coding: latin-1\nx = 'é'".encode()).faults == ()


def test_what_is_not_utf_8_is_a_fault_and_read_around() -> None:
    parsed = parse(b"a = 'ok'\nb = '\xc3\xa9' + '\xe9'\nc = 1\n")
    (fault,) = parsed.faults
    assert (fault.line, fault.column) == (2, 12)
    assert fault.message.startswith("not utf-8: byte 0xe9")
    assert "'é' + '\ufffd'" in parsed.text
    assert len(parsed.tree.body) == 3


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"# coding: klingon\nx = 1\n", "unknown encoding: klingon"),
        (b"# coding: rot13\nx = 1\n", "not an encoding for source code: rot13"),
        (b"# coding: undefined\nx = 1\n", "not an encoding for source code: undefined"),
    ],
)
def test_an_encoding_that_is_none_is_a_fault(data: bytes, message: str) -> None:
    parsed = parse(data)
    assert [fault.message for fault in parsed.faults] == [message]
    assert len(parsed.tree.body) == 1


@pytest.mark.parametrize("data", [b"\x7fELF\x00\x01", "x = 1\n".encode("utf-16"), "x = '\0'\n"])
def test_null_bytes_are_no_text(data: bytes | str) -> None:
    parsed = parse(data)
    assert [fault.message for fault in parsed.faults] == ["not text"]
    assert parsed.tree.body == []


def test_bytes_of_no_language_are_faults() -> None:
    assert parse(bytes(range(1, 256)) * 40).faults


def test_a_lone_surrogate_is_read_around() -> None:
    assert value("x = '\ud800'") == "?"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("first", ["x = 1", "type X = int", "x = 08"])
def test_lines_are_counted_alike_whatever_ends_them(first: str, end: str) -> None:
    parsed = parse(end.join([first, "\x0c", "y = '''a", "b'''", "z = 1"]).encode())
    assert [statement.lineno for statement in parsed.tree.body] == [1, 3, 5]
    assert parsed.text.split("\n")[4] == "z = 1"
    assert ast.unparse(parsed.tree.body[1]) == r"y = 'a\nb'"
