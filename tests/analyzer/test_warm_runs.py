"""Whatever is edited, a run that knows what was found before finds what one finds that knows nothing."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from duotone.analyzer.engine import Report, check
from duotone.analyzer.settings import Settings

FUNCTIONS = [f"load_{letter}" for letter in "abcd"]
METHODS = ["fetch_row", "close", "store_all"]
CLASSES = ["Client", "Cache", "Proxy"]
FILES = ["main.py", "shop/__init__.py", "shop/orders.py", "shop/stock.py", "shop/deep/__init__.py", "tools.py", "ui.py"]
KINDS = ["import", "function", "function", "class", "method", "method", "call", "drop", "drop import", "exports"]
HEADS = {
    "name": "from {module} import {name}\n",
    "star": "from {module} import *\n",
    "module": "import {module}\n",
    "renamed": "from {module} import {name} as load_d\n",
}


@dataclass
class Module:
    """A file that random edits are made to."""

    imports: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])
    functions: dict[str, tuple[bool, str]] = field(default_factory=dict[str, tuple[bool, str]])
    classes: dict[str, tuple[str, dict[str, bool]]] = field(default_factory=dict[str, tuple[str, dict[str, bool]]])
    calls: list[str] = field(default_factory=list[str])
    exported: list[str] | None = None

    def text(self) -> str:
        """The source."""
        parts = ["import asyncio\n"]
        parts += [HEADS[kind].format(module=module, name=name) for kind, module, name in self.imports]
        if self.exported is not None:
            parts.append(f"__all__ = {self.exported!r}\n")
        for name, (is_async, result) in self.functions.items():
            parts.append(f"\n{'async ' * is_async}def {name}():\n    return {result}\n")
        for name, (base, methods) in self.classes.items():
            parts.append(f"\nclass {name}({base}):\n    label = 'x'\n")
            parts += [
                f"\n    {'async ' * color}def {method}(self):\n        pass\n" for method, color in methods.items()
            ]
        body = "".join(f"    {call}\n" for call in self.calls) or "    pass\n"
        parts.append(f"\n\nasync def use(thing, client: Client):\n{body}")
        return "".join(parts)


def module_name(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


class Author:
    """Makes a project and edits it, one thing at a time."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root = root
        self.random = random.Random(seed)  # noqa: S311  # edits, not secrets
        self.modules: dict[str, Module] = {}
        self.clock = 1_500_000_000
        for path in FILES:
            self.modules[path] = Module()
            for kind in [*["import"] * 4, *["function"] * 2, "class", "method", "method", *["call"] * 6]:
                self.edit(path, kind)

    def edit(self, path: str, kind: str) -> None:
        """Change one thing in a file."""
        module, pick = self.modules[path], self.random.choice
        if kind == "import":
            module.imports.append((pick(list(HEADS)), module_name(pick(FILES)), pick(FUNCTIONS + CLASSES)))
        elif kind == "function":
            module.functions[pick(FUNCTIONS)] = pick([True, False]), pick(["1", "load_a()", "Client()", "load_b"])
        elif kind == "class":
            module.classes[pick(CLASSES)] = pick(["object", *CLASSES]), {}
        elif kind == "method" and module.classes:
            pick(list(module.classes.values()))[1][pick(METHODS)] = pick([True, False])
        elif kind == "call":
            owner = pick(["client", "thing", "Cache()", "load_a()", module_name(pick(FILES))])
            called = pick([pick(FUNCTIONS), f"{owner}.{pick(METHODS)}", f"{owner}.{pick(FUNCTIONS)}"])
            module.calls.append(pick(["{}()", "await {}()", "row = {}()\n    print(row.name)"]).format(called))
        elif kind == "drop":
            name = pick([*module.functions, *module.classes, ""])
            module.functions.pop(name, None)
            module.classes.pop(name, None)
        elif kind == "drop import" and module.imports:
            module.imports.remove(pick(module.imports))
        elif kind == "exports":
            module.exported = pick([None, [], [pick(FUNCTIONS), pick(CLASSES)]])

    def step(self) -> None:
        """Edit a file, remove one, bring one back, or move one."""
        kind = self.random.choice(["edit", "edit", "edit", "remove", "add", "swap"])
        present = list(self.modules)
        if kind == "remove" and len(present) > 3:
            del self.modules[self.random.choice(present)]
        elif kind == "add":
            self.modules.setdefault(self.random.choice(FILES), Module())
        elif kind == "swap":
            first, second = self.random.choice(present), self.random.choice(present)
            self.modules[first], self.modules[second] = self.modules[second], self.modules[first]
        else:
            self.edit(self.random.choice(present), self.random.choice(KINDS))

    def write(self) -> None:
        """Bring the files on disk up to date; their times lie in the past, so that they are trusted."""
        for path in FILES:
            file, module = self.root / path, self.modules.get(path)
            if module is None:
                file.unlink(missing_ok=True)
            elif not file.exists() or file.read_text() != module.text():
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(module.text())
                self.clock += 1
                os.utime(file, (self.clock, self.clock))


def run(root: Path, *, has_cache: bool) -> Report:
    cache = root.parent / "cache" if has_cache else None
    return check(sorted(root.rglob("*.py")), Settings(root=root, cache_dir=cache, jobs=1))


@pytest.mark.parametrize("seed", range(6))
def test_a_warm_run_finds_what_a_cold_run_finds_after_any_edit(tmp_path: Path, seed: int) -> None:
    author = Author(tmp_path / "project", seed)
    found = 0
    for _ in range(20):
        author.write()
        warm, cold = run(author.root, has_cache=True), run(author.root, has_cache=False)
        assert warm.findings == cold.findings
        assert (warm.modules, warm.lines, warm.marked) == (cold.modules, cold.lines, cold.marked)
        found += len(cold.findings)
        author.step()
    assert found


def test_a_warm_run_sees_that_a_stub_was_changed_removed_or_added(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (root / "shop.py").write_text("Client = object\n")
    (root / "main.py").write_text("from shop import Client\n\n\nasync def main(client: Client):\n    client.send()\n")
    stub = root / "shop.pyi"
    texts = [
        None,
        "class Client:\n    async def send(self) -> None: ...\n",
        "class Client:\n    def send(self) -> None: ...\n",
    ]
    found: list[int] = []
    for number, text in enumerate([*texts, texts[1], texts[0]]):
        stub.unlink(missing_ok=True)
        if text is not None:
            stub.write_text(text)
            os.utime(stub, (1_500_000_000 + number, 1_500_000_000 + number))
        warm, cold = run(root, has_cache=True), run(root, has_cache=False)
        assert warm.findings == cold.findings
        found.append(sum(finding.code == "DUO101" for finding in cold.findings))
    assert found == [0, 1, 0, 1, 0]


def test_a_warm_run_sees_that_a_package_became_a_project_of_its_own(tmp_path: Path) -> None:
    files = [tmp_path / "shop" / name for name in ("__init__.py", "stock/__init__.py", "tills/sell.py")]
    texts = ("", "async def load():\n    pass\n", "from stock import load\n\n\nasync def sell():\n    load()\n")
    for path, text in zip(files, texts, strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    settings = Settings(root=tmp_path, cache_dir=tmp_path / "cache", jobs=1)

    def lost() -> list[str]:
        return [one.place.path for one in check(files, settings).findings if one.code == "DUO101"]

    assert lost() == []
    (tmp_path / "shop" / "pyproject.toml").touch()
    assert lost() == ["shop/tills/sell.py"]
    (tmp_path / "shop" / "pyproject.toml").unlink()
    assert lost() == []
