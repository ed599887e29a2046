"""The changelog has a place for what is coming, and its newest release is the version of the package."""

from __future__ import annotations

import importlib.metadata
import re
import tomllib

from packaging.version import Version

from tests.meta.sources import ROOT

CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
VERSION = Version(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])

HEADINGS = re.findall(r"^## (.+)$", CHANGELOG, re.MULTILINE)
RELEASE = re.compile(r"\[(?P<version>[^\]]+)\] - \d{4}-\d{2}-\d{2}")
KINDS = {"Added", "Changed", "Deprecated", "Fixed", "Removed", "Security"}


def releases() -> list[Version]:
    return [Version(match["version"]) for heading in HEADINGS if (match := RELEASE.fullmatch(heading))]


def test_what_is_coming_stands_at_the_top() -> None:
    assert HEADINGS[0] == "[Unreleased]"


def test_every_other_heading_is_a_release_with_its_date_newest_first() -> None:
    assert len(releases()) == len(HEADINGS) - 1
    assert releases() == sorted(set(releases()), reverse=True)


def test_the_newest_release_is_the_version_of_the_package_or_comes_before_its_development_version() -> None:
    if VERSION.is_devrelease:
        assert all(release < VERSION for release in releases())
    else:
        assert releases()[0] == VERSION


def test_entries_are_sorted_into_the_usual_kinds() -> None:
    assert set(re.findall(r"^### (.+)$", CHANGELOG, re.MULTILINE)) <= KINDS


def test_the_installed_package_has_the_version_of_pyproject() -> None:
    assert Version(importlib.metadata.version("duotone")) == VERSION
