"""Statements to a database: which are as quick as other work on a local file, and which belong to one transaction."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from duotone.analyzer.flow.keeping import made_as
from duotone.analyzer.flow.known import chain
from duotone.analyzer.parsing.walking import walk

__all__ = ["are_of_one_row", "first_of_transactions", "is_of_database", "is_of_local_file", "is_of_one_row_by_engine"]

_Blocking = tuple[str, ast.Call, str]

_AT_ONCE = ("connect", "commit", "rollback", "fetchone")
"""What takes as long as the statements around it, and nothing by itself."""
_SMALL = re.compile(r"\s*(BEGIN|COMMIT|CREATE TABLE|PRAGMA|RELEASE|ROLLBACK|SAVEPOINT)\b", re.IGNORECASE)
_ONE_MORE = re.compile(r"\s*(INSERT|REPLACE)\b(?!.*\bSELECT\b)", re.IGNORECASE | re.DOTALL)
_BY_KEY = re.compile(r"\s*(UPDATE|DELETE)\b.*\bWHERE\s+(\w+\.)?(?P<key>\w+)\s*=\s*[?:]", re.IGNORECASE | re.DOTALL)
_OWN_KEYS = frozenset({"id", "rowid"})
"""What the key of a table is called where nobody says more about it."""
_CHOSEN = re.compile(r"\s*SELECT\b.*\b(WHERE|LIMIT)\b", re.IGNORECASE | re.DOTALL)
_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_ONE = frozenset({"first", "fetchone", "one", "one_or_none", "scalar", "scalar_one", "scalar_one_or_none"})
"""What takes one row, or a value of it, of a result of SQLAlchemy."""
_DATABASES = (
    "MySQLdb.",
    "_sqlite3.",
    "mysql.",
    "oracledb.",
    "psycopg",
    "pymysql.",
    "pyodbc.",
    "sqlalchemy.",
    "sqlite3.",
)


def are_of_one_row(function: ast.AST, name: str, node: ast.Call, source: str) -> bool:
    """Tell whether a call opens a local database, or asks it for one row, or writes, changes or deletes one, once."""
    if "sqlite3." not in name:
        return False
    method = name.rpartition(".")[2]
    if method != "execute":
        return method in _AT_ONCE
    text = _text(node.args[0]) if node.args else ""
    if _SMALL.match(text) is not None:
        return True
    if _ONE_MORE.match(text) is not None or _is_by_key(text, source):
        return not _is_repeated(function, node)
    return _CHOSEN.match(text) is not None and _takes_one(function, node)


def _is_by_key(text: str, source: str) -> bool:
    """Tell whether a statement changes what has one value of a column, which has each of them once by its table."""
    found = _BY_KEY.match(text)
    if found is None:
        return False
    key = found["key"]
    unique = rf"\b{key}\b[^,()]*\b(PRIMARY\s+KEY|UNIQUE)\b|\b(PRIMARY\s+KEY|UNIQUE)\s*\(\s*{key}\s*\)"
    return key.lower() in _OWN_KEYS or re.search(unique, source, re.IGNORECASE) is not None


def _text(node: ast.expr) -> str:
    """What is written of a text, without what is filled in."""
    parts = node.values if isinstance(node, ast.JoinedStr) else (node,)
    return "?".join(part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))


def _takes_one(function: ast.AST, node: ast.Call) -> bool:
    """Tell whether one row is taken of what a statement gives, and nothing else is done with it."""
    cursors = {chain(node.func.value)} if isinstance(node.func, ast.Attribute) else set[str]()
    taken: list[str] = []
    for part in walk(function):
        match part:
            case ast.Attribute(value=value, attr=method) if value is node:
                return method == "fetchone"
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is node:
                cursors = {name}
            case ast.Attribute(value=owner, attr=("fetchall" | "fetchmany" | "fetchone") as method):
                taken += [method] if chain(owner) in cursors else []
            case ast.For(iter=rows) | ast.comprehension(iter=rows):
                taken += ["rows"] if rows is node or chain(rows) in cursors else []
            case _:
                pass
    return bool(taken) and set(taken) == {"fetchone"}


def is_of_one_row_by_engine(function: ast.AST, name: str, node: ast.Call) -> bool:
    """Tell whether a call asks for one row through SQLAlchemy, or writes one, once; the database may be anywhere."""
    method = name.rpartition(".")[2]
    if not name.startswith("sqlalchemy.") or _is_repeated(function, node):
        return False
    if method in {"begin", "connect", "get", "one", "one_or_none", "scalar"}:
        return True
    if method != "execute" or len(node.args) != 1:
        return False
    if any(isinstance(part, ast.Attribute) and part.value is node and part.attr in _ONE for part in walk(function)):
        return True
    given = node.args[0]
    statement = made_as(function, given.id) if isinstance(given, ast.Name) else given
    return statement is not None and _writes_one(statement)


def _writes_one(statement: ast.expr) -> bool:
    """Tell whether a statement is `insert(...).values(...)`, of what is no list as it is written."""
    match statement:
        case ast.Call(func=ast.Attribute(value=ast.Call(func=target), attr="values"), args=args):
            is_insert = (chain(target) or getattr(target, "attr", "")).rpartition(".")[2] == "insert"
            return is_insert and not any(isinstance(one, ast.List | ast.ListComp) for one in args)
        case _:
            return False


def _is_repeated(function: ast.AST, node: ast.Call) -> bool:
    return any(inner is node for loop in walk(function) if isinstance(loop, _LOOPS) for inner in walk(loop))


def first_of_transactions(function: ast.AST, found: Sequence[_Blocking]) -> Iterator[_Blocking]:
    """What blocks, with one alone of what is said to one kind of database in a `with` block, or outside of any.

    They are mended together. It is the first that may concern more than one row, where there is one.
    """
    told: dict[tuple[int, str], ast.Call] = {}
    said = [one for one in found if is_of_database(one[0])]
    for _, node, instead in sorted(said, key=lambda one: is_of_one_row_by_engine(function, *one[:2])):
        told.setdefault((_block(function, node), instead), node)
    for name, node, instead in found:
        if not is_of_database(name) or node in told.values():
            yield name, node, instead


def is_of_local_file(name: str) -> bool:
    """Tell whether a call goes to a database that is a local file."""
    return name.startswith(("_sqlite3.", "sqlite3."))


def is_of_database(name: str) -> bool:
    """Tell whether a call goes to a database that has transactions."""
    return name.startswith(_DATABASES)


def _block(function: ast.AST, node: ast.Call) -> int:
    """The line of the outermost `with` block around a call, or nothing."""
    end = node.end_lineno or node.lineno
    around = (part.lineno for part in walk(function) if isinstance(part, ast.With) and _spans(part, node.lineno, end))
    return min(around, default=0)


def _spans(block: ast.With, first: int, last: int) -> bool:
    return block.lineno <= first and last <= (block.end_lineno or block.lineno)
