"""The tables hold names that exist, under the name by which they are imported and the one by which they are defined."""

from __future__ import annotations

import ast
import keyword
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from duotone.analyzer.knowledge import (
    Slot,
    blocking,
    callbacks,
    clients,
    frameworks,
    rows,
    scheduling,
    takes,
    values,
)
from duotone.analyzer.knowledge.standard import public_name
from duotone.analyzer.modules import Modules
from tests.analyzer.definitions import Definition, Definitions

MODULES = (blocking, callbacks, clients, frameworks, scheduling, values)
NAME_TABLES: dict[str, Iterable[str]] = {
    f"{module.__name__.rpartition('.')[2]}.{name}": table
    for module in MODULES
    for name, table in vars(module).items()
    if name.isupper() and not name.startswith("_") and isinstance(table, Mapping | frozenset)
    if name not in {"ASYNC_METHODS", "COMMON_METHODS", "LOOP_NESTING_HOSTS", "PLAIN_METHODS"}
}
SLOT_TABLES: dict[str, Mapping[str, tuple[Slot, ...]]] = {
    name: table
    for name, table in NAME_TABLES.items()
    if isinstance(table, Mapping)
    and all(isinstance(each, tuple) and isinstance(each[0], Slot) for each in table.values())
}
# Libraries whose names are checked where they are installed.
CHECKED = {
    "anyio",
    "asgiref",
    "click",
    "fastapi",
    "httpx",
    "starlette",
    "tornado",
    "trio",
    "uvicorn",
    "_pytest",
    "pytest",
}
# Decorators of Starlette before 1.0.
OLDER = frozenset(
    {
        *(
            f"starlette.applications.Starlette.{name}"
            for name in ("exception_handler", "middleware", "on_event", "route")
        ),
        *("starlette.applications.Starlette.websocket_route", "starlette.routing.Router.on_event"),
        "starlette.routing.Router.route",
    }
)


@cache
def definitions() -> Definitions:
    return Definitions(Modules([], start=Path(__file__).parent))


def is_checked(name: str) -> bool:
    top = name.partition(".")[0]
    path = definitions().modules.path_of(top)
    if path is None:
        return False
    return definitions().modules.kind_of(path) == "typeshed" or top in CHECKED


def found(name: str) -> Definition | None:
    return definitions().find(name)


@pytest.mark.parametrize("table", NAME_TABLES)
def test_every_name_exists(table: str) -> None:
    missing = [name for name in NAME_TABLES[table] if is_checked(name) and name not in OLDER and found(name) is None]
    assert missing == []


@pytest.mark.parametrize("table", NAME_TABLES)
def test_a_name_is_listed_as_it_is_defined_too(table: str) -> None:
    names = set(NAME_TABLES[table])
    missing: list[str] = []
    for name in names:
        definition = found(name) if is_checked(name) else None
        if definition and definition.name not in names and not is_inherited(name, definition.name):
            missing.append(f"{name} is defined as {definition.name}")
    assert sorted(missing) == []


def is_inherited(name: str, defined: str) -> bool:
    """Whether a method comes from another class: whoever looks it up goes over the classes anyway."""
    owner = found(name.rpartition(".")[0])
    return owner is not None and not defined.startswith(f"{owner.name}.") and isinstance(owner.nodes[0], ast.ClassDef)


@pytest.mark.parametrize("table", SLOT_TABLES)
def test_every_parameter_exists_at_its_position(table: str) -> None:
    wrong: list[str] = []
    for name, slots in SLOT_TABLES[table].items():
        if not is_checked(name):
            continue
        signatures = list(signatures_of(name))
        wrong += [
            f"{name}: {slot}" for slot in slots if signatures and not any(fits(slot, each) for each in signatures)
        ]
    assert wrong == []


def signatures_of(name: str) -> Iterator[ast.arguments]:
    """Give the parameters of a callable as its caller sees them, one for each overload and version."""
    definition = found(name)
    if definition is None:
        return
    is_class = isinstance(definition.nodes[0], ast.ClassDef)
    parts = [found(f"{name}.{each}") for each in ("__init__", "__new__")] if is_class else [definition]
    for part in parts:
        is_method = part is not None and isinstance(owner_of(part.name), ast.ClassDef)
        for node in part.nodes if part else ():
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                is_static = any(ast.unparse(each) == "staticmethod" for each in node.decorator_list)
                yield without_self(node.args) if is_method and not is_static else node.args


def owner_of(name: str) -> ast.AST | None:
    owner = found(name.rpartition(".")[0])
    return owner.nodes[0] if owner else None


def without_self(arguments: ast.arguments) -> ast.arguments:
    copy = ast.arguments(**{field: getattr(arguments, field) for field in arguments._fields})
    if copy.posonlyargs:
        copy.posonlyargs = copy.posonlyargs[1:]
    else:
        copy.args = copy.args[1:]
    return copy


def fits(slot: Slot, arguments: ast.arguments) -> bool:
    positional = [*arguments.posonlyargs, *arguments.args]
    if slot.position is None:
        return slot.name in {each.arg for each in [*positional, *arguments.kwonlyargs]} or arguments.kwarg is not None
    if slot.is_rest:
        return arguments.vararg is not None or slot.position < len(positional)
    if slot.position >= len(positional):
        return arguments.vararg is not None
    # What can only be given by its position may have any name.
    return slot.position < len(arguments.posonlyargs) or positional[slot.position].arg == slot.name


@pytest.mark.parametrize("name", blocking.UNLESS)
def test_every_condition_belongs_to_a_blocking_call_and_to_one_of_its_parameters(name: str) -> None:
    assert name in blocking.BLOCKING
    signatures = list(signatures_of(name))
    for unless in blocking.UNLESS[name]:
        slot = Slot(unless.position, unless.name)
        assert any(fits(slot, each) for each in signatures), slot


@pytest.mark.parametrize("table", NAME_TABLES)
def test_names_are_dotted_names(table: str) -> None:
    for name in NAME_TABLES[table]:
        parts = name.split(".")
        assert len(parts) > 1
        assert all(part.isidentifier() and not keyword.iskeyword(part) for part in parts), name


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_rows_are_sorted_and_unique(module: object) -> None:
    path = Path(str(getattr(module, "__file__", "")))
    for table in tables_in(ast.parse(path.read_text(encoding="utf-8"))):
        owners = [row[0] for row in table]
        assert owners == sorted(owners)
        members = [f"{owner}.{member}" for owner, text in table for member in text.split()]
        assert sorted(members) == sorted(set(members))
        for _, text in table:
            assert text.split() == sorted(text.split())


def tables_in(tree: ast.Module) -> Iterator[list[tuple[str, str]]]:
    """Give the owners and literal members of each table that is written as a tuple of rows."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple) and node.elts and all(isinstance(each, ast.Tuple) for each in node.elts):
            yield [
                (owner.value, str(members.value) if isinstance(members, ast.Constant) else "")
                for row in node.elts
                if isinstance(row, ast.Tuple)
                for owner, members in [row.elts[:2]]
                if isinstance(owner, ast.Constant) and isinstance(owner.value, str)
            ]


def test_an_argument_is_found_by_position_keyword_and_rest() -> None:
    known = rows.slots("0:coro 2:*more :key")
    assert [takes(known, position) for position in range(5)] == [True, False, True, True, True]
    assert [takes(known, name) for name in ("coro", "key", "more", "other")] == [True, True, False, False]


def test_gather_takes_care_of_all_its_arguments() -> None:
    slots = scheduling.COROUTINES["asyncio.gather"]
    assert takes(slots, 0)
    assert takes(slots, 7)
    assert not takes(slots, "return_exceptions")


def test_tasks_of_a_group_need_not_be_kept() -> None:
    assert "asyncio.create_task" in scheduling.TASK_MAKERS
    assert "asyncio.TaskGroup.create_task" not in scheduling.TASK_MAKERS


def test_every_method_of_the_built_in_types_says_nothing_about_its_owner() -> None:
    types = ("bytes", "dict", "float", "int", "list", "set", "str", "tuple")
    methods = {name for each in types for name in public_methods(f"builtins.{each}")}
    methods |= public_methods("typing.IO") | public_methods("typing.TextIO")
    assert sorted(methods - values.COMMON_METHODS) == []


def public_methods(name: str) -> set[str]:
    definition = found(name)
    assert definition is not None
    return {
        each.name
        for node in definition.nodes
        if isinstance(node, ast.ClassDef)
        for each in ast.walk(node)
        if isinstance(each, ast.FunctionDef) and not each.name.startswith("_") and not is_property(each)
    }


def is_property(node: ast.FunctionDef) -> bool:
    return any(ast.unparse(each) == "property" for each in node.decorator_list)


@pytest.mark.parametrize(
    ("name", "public"),
    [
        ("_socket.gethostbyname", "socket.gethostbyname"),
        ("_queue.SimpleQueue.get", "queue.SimpleQueue.get"),
        ("_collections_abc.dict_keys", "collections.abc.dict_keys"),
        ("asyncio.locks.Lock.acquire", "asyncio.Lock.acquire"),
        ("asyncio.tasks.sleep", "asyncio.sleep"),
        ("concurrent.futures._base.Executor.shutdown", "concurrent.futures.Executor.shutdown"),
        ("concurrent.futures.thread.ThreadPoolExecutor", "concurrent.futures.ThreadPoolExecutor"),
        ("posixpath.join", "os.path.join"),
    ],
)
def test_what_a_private_module_has_is_called_as_users_import_it(name: str, public: str) -> None:
    assert public_name(name) == public


@pytest.mark.parametrize(
    "name",
    [
        "_typeshed.SupportsRead",
        "app._socket.connect",
        "http.client.HTTPConnection",
        "os._wrap_close.close",
        "threading.Thread.join",
        "time",
    ],
)
def test_any_other_name_stays_as_it_is(name: str) -> None:
    assert public_name(name) == name
