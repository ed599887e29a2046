"""The lock covers what pyproject.toml asks for, with hashes, and names no place to get it from."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.meta.sources import ROOT

GROUPS: dict[str, list[str | dict[str, str]]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "dependency-groups"
]
ADDRESS = re.compile(r"://|@ |--index|--find-links|--trusted-host")


def wanted(group: str) -> list[Requirement]:
    """The direct dependencies of a group, those of the groups that it includes among them."""
    found: list[Requirement] = []
    for entry in GROUPS[group]:
        found += [Requirement(entry)] if isinstance(entry, str) else wanted(entry["include-group"])
    return found


def lock_path(group: str) -> Path:
    return ROOT / "requirements" / f"{group}.txt"


def entries(text: str) -> list[str]:
    """The requirements of a lock file, each as one line with its hashes."""
    lines = (line for line in text.splitlines() if not line.lstrip().startswith("#"))
    return [entry for entry in "\n".join(lines).replace("\\\n", " ").splitlines() if entry.strip()]


def pins(text: str) -> dict[str, set[Version]]:
    """The locked versions by name: more than one where the Python or the platform decides."""
    locked: dict[str, set[Version]] = {}
    for entry in entries(text):
        requirement = Requirement(entry.partition(" --hash")[0].strip())
        (specifier,) = requirement.specifier
        locked.setdefault(canonicalize_name(requirement.name), set()).add(Version(specifier.version))
    return locked


def test_there_is_one_lock_file_for_each_group() -> None:
    assert {path.stem for path in (ROOT / "requirements").glob("*.txt")} == set(GROUPS)


@pytest.mark.parametrize("group", GROUPS)
def test_a_lock_file_names_no_address(group: str) -> None:
    text = lock_path(group).read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if ADDRESS.search(line)] == []


@pytest.mark.parametrize("group", GROUPS)
def test_every_locked_requirement_has_hashes(group: str) -> None:
    text = lock_path(group).read_text(encoding="utf-8")
    assert entries(text)
    assert [entry for entry in entries(text) if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize("group", GROUPS)
def test_every_direct_dependency_is_locked_at_a_version_that_it_accepts(group: str) -> None:
    locked = pins(lock_path(group).read_text(encoding="utf-8"))
    refused = [
        str(requirement)
        for requirement in wanted(group)
        if not all(map(requirement.specifier.contains, locked.get(canonicalize_name(requirement.name), {Version("0")})))
        or canonicalize_name(requirement.name) not in locked
    ]
    assert refused == [], "run `make lock`"


def test_all_groups_agree_so_that_they_share_one_environment() -> None:
    versions: dict[str, dict[frozenset[Version], str]] = {}
    for group in GROUPS:
        for name, locked in pins(lock_path(group).read_text(encoding="utf-8")).items():
            versions.setdefault(name, {})[frozenset(locked)] = group
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}
