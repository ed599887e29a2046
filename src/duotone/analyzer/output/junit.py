"""JUnit XML: a suite for each file with findings, a failed case for each finding."""

from __future__ import annotations

import html
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence

from duotone.analyzer.findings import Finding
from duotone.analyzer.output.characters import one_line
from duotone.analyzer.output.context import Context
from duotone.analyzer.output.ink import Ink
from duotone.analyzer.output.tally import Tally
from duotone.analyzer.output.text import Page
from duotone.analyzer.output.wording import message, position

__all__ = ["write"]

_NO_CHARACTERS = re.compile("[\ufffe\uffff]")  # what XML refuses beside the controls, which are replaced in any text


def write(findings: Iterable[Finding], context: Context) -> str:
    """Write the suites; a run without findings is one case that passed, since no case at all counts as a failed run."""
    found = sorted(findings, key=lambda finding: finding.place.path)
    tally = Tally.of(found, context)
    suites = itertools.groupby(found, key=lambda finding: finding.place.path)
    page = Page(context, Ink(color=False, unicode=True))
    body = [line for path, group in suites for line in _suite(path, list(group), page)]
    count = _attributes(name="duotone", tests=max(1, tally.findings), failures=tally.findings, errors=0)
    lines = (
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites{count} time="{tally.seconds:.3f}">',
        *(body or _passed()),
        "</testsuites>\n",
    )
    # Character references keep the file right whatever encoding it is written in.
    return "\n".join(lines).encode("ascii", "xmlcharrefreplace").decode("ascii")


def _suite(path: str, findings: Sequence[Finding], page: Page) -> Iterator[str]:
    yield f"  <testsuite{_attributes(name=path, tests=len(findings), failures=len(findings), errors=0, skipped=0)}>"
    for finding in findings:
        name = f"{finding.code} {finding.name} at {position(finding.place)}"
        line = finding.place.line
        yield f"    <testcase{_attributes(name=name, classname=path, file=path, line=line)}>"
        text = _escaped("\n".join(page.block(finding)))
        yield f"      <failure{_attributes(type=finding.severity.value, message=message(finding))}>{text}</failure>"
        yield "    </testcase>"
    yield "  </testsuite>"


def _passed() -> Iterator[str]:
    yield f"  <testsuite{_attributes(name='duotone', tests=1, failures=0, errors=0, skipped=0)}>"
    yield f"    <testcase{_attributes(name='no findings', classname='duotone')}/>"
    yield "  </testsuite>"


def _attributes(**values: str | int) -> str:
    return "".join(f' {key}="{_escaped(one_line(str(value)))}"' for key, value in values.items())


def _escaped(text: str) -> str:
    return html.escape(_NO_CHARACTERS.sub("\ufffd", text))
