"""Imports go one way: between the parts of the house, inside each part, and out of the contract."""

from __future__ import annotations

import graphlib
import subprocess
import sys

import pytest

from tests.meta.sources import SOURCE, Module, is_ours, names_of, part_of, read_modules

# What a part may import besides itself and errors, which everyone may.
ALLOWED: dict[str, set[str]] = {
    "errors": set(),
    "contract": set(),
    "duotone": {"contract"},
    "runtime": {"contract"},
    "server": {"contract", "pages", "runtime"},
    "pages": set(),
    "analyzer": {"pages"},
    "lsp": {"analyzer"},
    "testing": {"contract", "runtime"},
    "tour": {"contract", "duotone"},
    "cli": {"analyzer", "contract", "duotone", "lsp", "runtime", "server", "testing", "tour"},
    "__main__": {"cli"},
}

# What the contract may import from outside the standard library, inside the function that needs it.
EXTRAS = {"greenlet"}


def wrong_edges(modules: list[Module]) -> list[str]:
    known = names_of(modules)
    wrong: list[str] = []
    for module in modules:
        allowed = ALLOWED.get(module.part)
        if allowed is None:
            wrong.append(f"{module.name}: {module.part!r} is no part of the house; say what it may import")
            continue
        wrong += [
            f"{module.name}:{found.line}: {module.part} must not import {found.target}"
            for found in module.imports(known)
            if is_ours(found.target) and part_of(found.target) not in allowed | {module.part, "errors"}
        ]
    return wrong


def foreign_imports(modules: list[Module]) -> list[str]:
    known = names_of(modules)
    foreign: list[str] = []
    for module in modules:
        if module.part not in {"contract", "duotone", "errors"}:
            continue
        for found in module.imports(known):
            top = found.target.partition(".")[0]
            is_extra = top in EXTRAS and found.is_lazy
            if not (is_ours(top) or top in sys.stdlib_module_names or is_extra):
                foreign.append(f"{module.name}:{found.line}: {found.target} is not in the standard library")
    return foreign


def first_cycle(modules: list[Module]) -> list[str]:
    """The modules of one import cycle, those for the type checkers included, or nothing."""
    known = names_of(modules)
    graph = {
        module.name: {found.target for found in module.imports(known) if found.target in known and not found.is_lazy}
        for module in modules
    }
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        cycle: list[str] = error.args[1]
        return cycle
    return []


def test_every_import_follows_the_direction_of_the_house() -> None:
    modules = read_modules()
    assert modules
    assert wrong_edges(modules) == []


def test_no_module_takes_part_in_an_import_cycle() -> None:
    assert first_cycle(read_modules()) == []


def test_the_contract_names_nothing_but_the_standard_library() -> None:
    assert foreign_imports(read_modules()) == []


def test_the_package_imports_where_nothing_else_is_installed() -> None:
    code = f"import sys; sys.path.insert(0, {str(SOURCE)!r}); import duotone, duotone.contract, duotone.errors"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-W", "error", "-c", code], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("duotone.errors", "import duotone.contract"),
        ("duotone.errors", "from . import contract"),
        ("duotone.contract.bridge", "from ..runtime import store"),
        ("duotone.contract.bridge", "from duotone import run"),
        ("duotone.contract.bridge", "def f():\n    from duotone.cli import main"),
        ("duotone.analyzer.facts", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import duotone.contract"),
        ("duotone.novelty", "import duotone.errors"),
    ],
)
def test_an_import_against_the_direction_is_reported(name: str, text: str) -> None:
    others = [Module(other, "") for other in ("duotone.contract", "duotone.cli", "duotone.runtime.store")]
    assert len(wrong_edges([Module(name, text), *others])) == 1


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("duotone.contract.bridge", "from ..errors import WouldDeadlock\nfrom .waits import Wait"),
        ("duotone.tour", "from duotone import run"),
        ("duotone.cli.check", "def main():\n    from duotone.analyzer import facts"),
    ],
)
def test_an_import_along_the_direction_is_accepted(name: str, text: str) -> None:
    assert wrong_edges([Module(name, text)]) == []


def test_a_cycle_that_only_type_checkers_see_is_reported() -> None:
    one = Module("duotone.contract.one", "from .two import Two")
    two = Module("duotone.contract.two", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from . import one")
    assert set(first_cycle([one, two])) == {one.name, two.name}


def test_a_lazy_import_makes_no_cycle() -> None:
    one = Module("duotone.contract.one", "from .two import Two")
    two = Module("duotone.contract.two", "def f():\n    from .one import One")
    assert first_cycle([one, two]) == []


@pytest.mark.parametrize("text", ["import sniffio", "import greenlet", "def f():\n    import sniffio"])
def test_a_foreign_import_in_the_contract_is_reported(text: str) -> None:
    assert len(foreign_imports([Module("duotone.contract.portal", text)])) == 1


def test_the_contract_may_import_greenlet_where_it_needs_it() -> None:
    assert foreign_imports([Module("duotone.contract.portal", "def f():\n    import greenlet")]) == []
