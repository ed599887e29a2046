"""Comments are found where `tokenize` finds them, and also where it can't."""

from __future__ import annotations

import io
import sysconfig
import tokenize
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duotone.analyzer.comments import Source

LIBRARY = Path(sysconfig.get_path("stdlib"))
# A few of each kind: many strings, many f-strings, odd syntax, deep nesting.
FILES = [
    "ast.py",
    "asyncio/base_events.py",
    "argparse.py",
    "dataclasses.py",
    "enum.py",
    "inspect.py",
    "json/decoder.py",
    "textwrap.py",
    "tokenize.py",
    "typing.py",
]
SKIPPED = {tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER, tokenize.NEWLINE}


def found(text: str) -> list[str]:
    return [comment.text for comment in Source(text).comments]


@pytest.mark.parametrize("name", FILES)
def test_the_standard_library_is_read_as_tokenize_reads_it(name: str) -> None:
    text = (LIBRARY / name).read_text(encoding="utf-8")
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    source = Source(text)
    comments = [(one.start[0], one.start[1] + 1, one.string) for one in tokens if one.type == tokenize.COMMENT]
    assert [(one.line, one.column, one.text) for one in source.comments] == comments
    first = 0
    for token in tokens:
        if token.type == tokenize.NEWLINE and first:
            assert source.logical(first) == source.logical(token.start[0]) == (first, token.start[0])
            first = 0
        elif token.type not in SKIPPED and not first:
            first = token.start[0]


@pytest.mark.parametrize(
    ("text", "comments"),
    [
        ("x = 1  # yes", ["# yes"]),
        ("x = '# no'  # yes", ["# yes"]),
        ("x = '''\n# no\n'''  # yes", ["# yes"]),
        (r"x = 'it\'s # no'  # yes", ["# yes"]),
        (r"x = r'\'# no'  # yes", ["# yes"]),
        ("x = 'a\\\n# no'  # yes", ["# yes"]),
        ("x = f'{a[\"# no\"]}'  # yes", ["# yes"]),
        ("x = f'{a['# no']}'  # yes", ["# yes"]),
        ("x = rf'{a['# no']}\\'  # no'  # yes", ["# yes"]),
        ("x = t'{a['# no']}'  # yes", ["# yes"]),
        ("x = f'{{# no}}'  # yes", ["# yes"]),
        ("x = f'{a:#x}'  # yes", ["# yes"]),
        ("x = f'{a:{b!r}#>{c['# no']}}'  # yes", ["# yes"]),
        ("x = f'''{\na  # yes\n}'''  # and", ["# yes", "# and"]),
        ("x = f'\\N{NUMBER SIGN}# no'  # yes", ["# yes"]),
        ("x = f'{d[\"a:b\"]}{(lambda: 1)()}'  # yes", ["# yes"]),
        ("xf'# no'  # yes", ["# yes"]),
        ("x = f'{a'  # yes", ["# yes"]),
        ("x = f'{a", []),
        ("x = f'{a:", []),
        ("x = f'a\n# yes", ["# yes"]),
        ("x = 'open\n# yes", ["# yes"]),
        ("x = '''open\n# no", []),
        ("x = $ ? !ls  # yes", ["# yes"]),
        ("a\r# one\r\n# two\n", ["# one", "# two"]),
        ("", []),
    ],
)
def test_strings_of_every_version_and_broken_ones_are_no_comments(text: str, comments: list[str]) -> None:
    assert found(text) == comments


def test_a_comment_knows_its_place_and_whether_it_is_alone() -> None:
    source = Source("x = 1  # one\n\t # two\n")
    assert [(one.line, one.column, one.is_alone) for one in source.comments] == [(1, 8, False), (2, 3, True)]


def test_a_logical_line_goes_over_brackets_strings_and_backslashes() -> None:
    source = Source("a = (\n  '(',  # (\n)\nb = 1 + \\\n  2\nc = '''\n('''\nd)\ne\n")
    assert [source.logical(line) for line in range(1, 10)] == [
        *[(1, 3)] * 3,
        *[(4, 5)] * 2,
        *[(6, 7)] * 2,
        (8, 8),
        (9, 9),
    ]
    assert source.logical(99) == (99, 99)


def test_lines_are_those_of_python() -> None:
    source = Source("a\x0cb\u2028c\r\nd\re")
    assert [source.line(number) for number in range(5)] == ["", "a\x0cb\u2028c\r\n", "d\r", "e", ""]


@given(st.text(alphabet="abft'\"#{}:!()[]\\\r\n N=r", max_size=60))
def test_any_text_is_read_to_its_end(text: str) -> None:
    source = Source(text)
    for comment in source.comments:
        assert source.line(comment.line)[comment.column - 1 :].startswith(comment.text)
    for line in range(1, source.last_line + 1):
        first, last = source.logical(line)
        assert first <= line <= last


def test_fields_that_nest_beyond_reason_are_no_obstacle() -> None:
    assert found("f'" + "{f'" * 5000 + "  # yes") in ([], ["# yes"])
