"""How much the names of a method and of its receiver tell where nothing else is known of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from duotone.analyzer.flow import known
from duotone.analyzer.flow.frames import Frame
from duotone.analyzer.flow.keeping import made_as
from duotone.analyzer.flow.sites import Site
from duotone.analyzer.link.named import Named, async_methods, is_of_face, is_recolored
from duotone.analyzer.link.nodes import pattern
from duotone.analyzer.link.project import Project
from duotone.analyzer.link.values import Foreign, FunctionObject, Instance, Unknown, Value
from duotone.analyzer.outline import Function
from duotone.analyzer.parsing.walking import walk

__all__ = [
    "MOCKS", "called_beside", "has_fitting", "home", "is_deep", "is_made_by_project", "is_made_here",
    "is_nobody_elses", "is_of_mock", "is_of_param", "is_of_pytest", "is_somebodys", "is_telling", "may_be_anybodys",
    "owner_asked_by_name", "param_of", "used_beside",
]  # fmt: skip

_CLASS = re.compile(r"_*[A-Z]\w*[a-z]")
_HOLDS = re.compile(r"(^|[a-z])(Channel|Deque|Queue|Stack)$")
MOCKS = frozenset({"AsyncMock", "MagicMock", "Mock", "NonCallableMagicMock", "NonCallableMock"})
_OF_MOCK = re.compile(r"(mock(er)?|mock_\w+|\w+_mock)\.")
_OF_PYTEST = frozenset(
    {
        *("caplog", "capfd", "capfdbinary", "capsys", "capsysbinary", "monkeypatch", "pytestconfig", "pytester"),
        *("recwarn", "testdir", "tmp_path", "tmp_path_factory", "tmpdir", "tmpdir_factory"),
    }
)
"""Fixtures that pytest has itself, whose methods are plain."""
_OWNER_AND_NAME = 2
_FEW_WORDS, _MANY_WORDS = 2, 3
"""A private name of so many words is nobody else's: where the project awaits it, and where nobody does."""
_MOST_HOMES = 8
"""Where more modules define methods of a name, one of them will take what a call gives."""


def is_telling(name: str, *, is_awaited: bool, is_awaited_here: bool) -> bool:
    """Tell whether a name is so much its own that a method of it is the one of the project.

    A single word that nobody awaits a call of says too little. Private names of other packages are nobody's business,
    and short ones may be the same.
    """
    if name.startswith("_"):
        words = name.strip("_").count("_") + 1
        return is_awaited_here or words >= (_FEW_WORDS if is_awaited else _MANY_WORDS)
    return (is_awaited or "_" in name) and not known.is_common(name)


def is_nobody_elses(name: str) -> bool:
    """Tell whether a name has so many words that no other package, and no far part of the tree, has the same."""
    return len(name.strip("_").split("_")) > _MANY_WORDS


def is_made_by_project(frame: Frame, function: ast.AST, method: ast.Attribute) -> bool:
    """Tell whether a function of the project gave the receiver of a method that has a name of its own."""
    maker = made_as(function, method.value.id) if isinstance(method.value, ast.Name) else method.value
    if not isinstance(maker, ast.Call) or len(method.attr.strip("_").split("_")) < _MANY_WORDS:
        return False
    made = frame.of(maker.func)
    return isinstance(made, FunctionObject) and made.symbol.module.kind == "project"


def home(frame: Frame, text: str) -> str:
    """Where a chain of names means the same: in its class, in its function, or in the whole file.

    What is entered means the same wherever the same is entered under the same name.
    """
    root = text.partition(".")[0]
    symbol = frame.symbol
    owner = symbol.owner.name if symbol is not None and symbol.owner is not None else ""
    if owner and root in {"self", "cls"}:
        return owner
    entered = frame.entered.get(root, "")
    if entered:
        return f"{owner if entered.startswith(('self.', 'cls.')) else ''} {entered}"
    if symbol is not None and (root in frame.ever or frame.outer is not None):
        # A name that was bound anew is another thing.
        return f"{symbol.name}#{len(frame.ever.get(root, ()))}"
    return ""


def is_of_param(frame: Frame, text: str) -> bool:
    """Tell whether a chain of names begins with a parameter of which nothing but its name is known."""
    value = frame.lookup(text.partition(".")[0])
    return isinstance(value, Unknown) and isinstance(value.site, Site) and value.site.kind == "param"


def param_of(frame: Frame, receiver: ast.expr) -> str:
    """The parameter ("function:parameter") that an expression is, where nothing is known of it but its name."""
    value = frame.lookup(receiver.id) if isinstance(receiver, ast.Name) else None
    site = value.site if isinstance(value, Unknown) else None
    if not isinstance(site, Site) or site.kind != "param" or site.callee is None:
        return ""
    return f"{site.callee.name}:{site.name}"


def is_made_here(frame: Frame, receiver: ast.expr) -> bool:
    """Tell whether a receiver is made by a call, at once or under a name of its own: it is not what was handed in."""
    if isinstance(receiver, ast.Name):
        return not is_of_param(frame, receiver.id)
    return isinstance(receiver, ast.Call)


def is_deep(receiver: ast.expr) -> bool:
    """Tell whether a receiver is an attribute of an attribute."""
    return isinstance(receiver, ast.Attribute) and isinstance(receiver.value, ast.Attribute)


def has_fitting(project: Project, named: Named, call: ast.Call) -> bool:
    """Tell whether some async method of a name takes the arguments of a call.

    None is meant for sure where a class has it as the async face of another, whose objects may come as well.
    """
    if len(named.modules) > _MOST_HOMES:
        return True
    modules = [module for name in named.modules if (module := project.module(name)) is not None]
    name = known.called(call.func)
    methods = [method for module in modules for method in async_methods(module, name)]
    is_awaited = name in project.awaited_names
    if any(method.decorators for method in methods) and any(
        is_recolored(module, name, is_awaited=is_awaited) for module in modules
    ):
        return False
    if any(is_of_face(module, name) for module in modules):
        return False
    return len(methods) < named.asynchronous or any(_takes(method, call) for method in methods)


def _takes(method: Function, call: ast.Call) -> bool:
    """Tell whether a method takes so many arguments, and these keywords; decorators may change what it takes.

    What is spread may be any of those that the call doesn't show.
    """
    if method.decorators:
        return True
    given = {word.arg for word in call.keywords}
    kinds = {param.kind for param in method.params}
    positional = [param for param in method.params if param.kind in {"", "/"}][1:]
    is_starred = any(isinstance(one, ast.Starred) for one in call.args)
    if len(call.args) - is_starred > len(positional) and "*" not in kinds:
        return False
    if "**" not in kinds and not (given - {None}).issubset(param.name for param in method.params):
        return False
    left = [*positional[len(call.args) :], *(param for param in method.params if param.kind == "k")]
    is_spread = is_starred or None in given
    return is_spread or all(param.default is not None or param.name in given for param in left)


def is_somebodys(frame: Frame, value: Value, name: str) -> bool:
    """Tell whether a method is of an object that a package which can't be read gave: it may be one of the project's.

    It isn't where a class of the package or one of its objects made it, or where the method calls one of its own name,
    to wrap it. Single words are everybody's. What comes out of a queue is what was put there, and whoever calls a
    private method has put the object somewhere too.
    """
    wraps = frame.symbol is not None and frame.symbol.outline.name == name
    if not isinstance(value, Foreign) or "_" not in name or wraps:
        return False
    made, is_made, _ = value.name.rpartition("().")
    if not is_made:
        owner = value.name.removesuffix("()").rpartition(".")[0]
        is_private = name.startswith("_") and not name.startswith("__")
        return is_private and _CLASS.match(owner.rpartition(".")[2]) is None
    return _is_of_function(made)


def may_be_anybodys(value: Foreign) -> bool:
    """Tell whether something of a package that can't be read was given by a function, which may have found it."""
    made, is_made, _ = value.name.rpartition("()")
    return bool(is_made) and _is_of_function(made)


def _is_of_function(made: str) -> bool:
    """Tell whether neither a class of a package nor one of its objects made something; queues give what they got."""
    makers = [part for part in made.replace("()", "").split(".") if not _HOLDS.search(part)]
    return not any(map(_CLASS.match, makers))


def is_of_mock(method: ast.Attribute) -> bool:
    """Tell whether a receiver says by its name that it only stands for something, and answers to anything."""
    return _OF_MOCK.match(known.chain(method)) is not None


def is_of_pytest(method: ast.Attribute) -> bool:
    """Tell whether a receiver has the name of what pytest itself gives to tests."""
    return isinstance(method.value, ast.Name) and method.value.id in _OF_PYTEST


def called_beside(function: ast.AST, method: ast.Attribute) -> Iterator[str]:
    """The other methods that a function calls on the receiver of one."""
    return (target.attr for target in _beside(function, method))


def used_beside(function: ast.AST, method: ast.Attribute) -> Iterator[str]:
    """Those of them whose results are used, if that of the one is."""
    dropped = [node.value for node in walk(function) if isinstance(node, ast.Expr)]
    unused = {node.func for node in dropped if isinstance(node, ast.Call)}
    return (target.attr for target in _beside(function, method) if not unused & {target, method})


def _beside(function: ast.AST, method: ast.Attribute) -> Iterator[ast.Attribute]:
    receiver = known.chain(method.value)
    called = [node.func for node in walk(function) if isinstance(node, ast.Call)] if receiver else []
    for target in called:
        if isinstance(target, ast.Attribute) and target.attr != method.attr and known.chain(target.value) == receiver:
            yield target


def owner_asked_by_name(frame: Frame, function: ast.AST, target: ast.expr) -> str:
    """Whose methods are called by whichever name a value has: `getattr(owner, name)(...)`.

    That is a class of the project, or an untyped parameter ("function:parameter") that objects are given to.
    """
    if isinstance(target, ast.Name):
        target = made_as(function, target.id) or target
    if not isinstance(target, ast.Call) or known.chain(target.func) != "getattr" or len(target.args) != _OWNER_AND_NAME:
        return ""
    owner, key = target.args
    if not isinstance(owner, ast.Name) or pattern(key) != "*":
        return ""
    value = frame.lookup(owner.id)
    if isinstance(value, Instance) and value.symbol.module.kind == "project":
        return value.symbol.name
    return param_of(frame, owner)
