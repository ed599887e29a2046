"""Which annotations of a result leave it to the body what a function gives."""

from __future__ import annotations

import ast
import typing
from collections.abc import Iterator, Sequence

from duotone.analyzer.parsing.walking import walk

__all__ = ["is_either", "keeps_callable", "says_nothing", "yields"]

_AWAITABLES = frozenset({"Awaitable", "Coroutine"})
_OWN_SCOPE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_TASK_MAKERS = frozenset({"create_task", "ensure_future", "run_in_executor", "to_thread", "wrap_future"})
_RECEIVERS = frozenset({"self", "cls"})


def says_nothing(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Tell whether a function has no annotation of its result, or one that tells less than its body.

    `Any` on a method leaves room for what overrides it, which may give anything. A method that returns its own object,
    or what it makes of its class, gives an object of the very class that it is asked of, whatever class it was copied
    from, or shared by.
    """
    returns = node.returns
    if returns is None:
        return True
    first = next(iter([*node.args.posonlyargs, *node.args.args]), None)
    is_method = first is not None and first.arg in _RECEIVERS
    if _is_bare_callable(returns) or (_name(returns) == "Any" and not is_method) or is_either(returns):
        return True
    return (_is_class(returns) and _returns_own_objects(node)) or _says_less(node, returns)


def keeps_callable(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Tell whether a function says to give a callable of just the type that it takes, as decorators do.

    What it is given may be of another color than that, and then the body tells.
    """
    returns, first = node.returns, _first(node)
    is_alike = returns is not None and first is not None and bool(_of_callable(returns) and _of_callable(first))
    return is_alike and ast.dump(typing.cast("ast.expr", returns)) == ast.dump(typing.cast("ast.expr", first))


def _is_class(node: ast.expr) -> bool:
    """Tell whether an annotation is the name of a class, perhaps of one that comes later, as far as names tell."""
    name = node.value if isinstance(node, ast.Constant) else node.id if isinstance(node, ast.Name) else ""
    return isinstance(name, str) and name.rpartition(".")[2].lstrip("_")[:1].isupper()


def _says_less(node: ast.FunctionDef | ast.AsyncFunctionDef, returns: ast.expr) -> bool:
    """Tell whether the body of a function tells more of its result than its annotation, which may be wrong."""
    if _is_same_callable(returns):
        return _returns_identity(node)
    if _gives_awaitable(returns):
        return _returns_stream_maker(node) or (not _of_callable(returns) and _returns_own_alone(node))
    if isinstance(returns, ast.Name) and _name(_first(node) or returns) == returns.id:
        return _returns_async_alone(node)
    return bool(_of_callable(returns)) and (_returns_task_maker(node) or _returns_async(node))


def _of_callable(node: ast.expr) -> Sequence[ast.expr]:
    """What the annotation of something that can be called says it takes and gives; nothing where it is none."""
    if not (isinstance(node, ast.Subscript) and _name(node.value) == "Callable" and isinstance(node.slice, ast.Tuple)):
        return ()
    return node.slice.elts


def _is_same_callable(node: ast.expr) -> bool:
    """Tell whether an annotation says that something can be called, and gives what it is given: `Callable[[F], F]`."""
    match _of_callable(node):
        case [ast.List(elts=[taken]), ast.Name(id=given)]:
            return _name(taken) == given
        case _:
            return False


def _returns_identity(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Tell whether a function returns one of its own that gives back what it is given, and nothing else."""
    last = node.body[-1]
    name = last.value.id if isinstance(last, ast.Return) and isinstance(last.value, ast.Name) else ""
    inner = [part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == name]
    if len(inner) != 1 or not inner[0].args.args or inner[0].decorator_list:
        return False
    given = inner[0].args.args[0].arg
    returned = [part.value for part in walk(inner[0]) if isinstance(part, ast.Return)]
    bound = [part for part in walk(inner[0]) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]
    is_same = all(isinstance(value, ast.Name) and value.id == given for value in returned)
    return bool(returned) and is_same and all(part.id != given for part in bound)


def _gives_awaitable(node: ast.expr) -> bool:
    """Tell whether an annotation says that something can be called, and that its result is to be awaited."""
    parts = _of_callable(node)
    result = parts[-1] if parts else node
    return isinstance(result, ast.Subscript) and _name(result.value) in _AWAITABLES


def _returns_stream_maker(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Tell whether a function returns one of its own that is an async generator, which nobody can await."""
    made = {part.name for part in node.body if isinstance(part, ast.AsyncFunctionDef) and any(map(yields, part.body))}
    return bool(made) and any(
        isinstance(part, ast.Return) and isinstance(part.value, ast.Name) and part.value.id in made
        for part in walk(node)
    )


def _returns_task_maker(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Tell whether a function returns one of its own that gives a task, perhaps in some cases only, and is plain.

    The annotation of a decorator that makes such wrappers speaks of the other cases, or of callers that don't know.
    """
    inner = {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)}
    if not inner:
        return False
    made = [inner[value.id] for value in _returned(node) if isinstance(value, ast.Name) and value.id in inner]
    return any(_gives_task(one) or _returns_task_maker(one) for one in made)


def _returns_async(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Tell whether a function takes one that gives something to await, and returns async ones of its own alone."""
    first = _first(node)
    return first is not None and _gives_awaitable(first) and _returns_async_alone(node)


def _first(node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.expr | None:
    """The annotation of the first parameter."""
    return next((arg.annotation for arg in node.args.args if arg.arg not in _RECEIVERS), None)


def _returns_async_alone(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Tell whether a function returns async ones of its own, and nothing else."""
    return _returns_alone(node, [part for part in node.body if isinstance(part, ast.AsyncFunctionDef)])


def _returns_own_alone(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Tell whether a plain function returns functions of its own alone: an annotation of a decorator may be theirs."""
    inner = [part for part in node.body if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)]
    return isinstance(node, ast.FunctionDef) and _returns_alone(node, inner)


def _returns_alone(
    node: ast.FunctionDef | ast.AsyncFunctionDef, functions: Sequence[ast.FunctionDef | ast.AsyncFunctionDef]
) -> bool:
    inner = {part.name for part in functions}
    given = [*_returned(node)]
    return bool(given) and all(isinstance(value, ast.Name) and value.id in inner for value in given)


def _gives_task(node: ast.FunctionDef) -> bool:
    given = [*_returned(node)]
    names = {value.id for value in given if isinstance(value, ast.Name)}
    given += [
        part.value
        for part in walk(node)
        if names
        and isinstance(part, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id in names for target in part.targets)
    ]
    return any(isinstance(value, ast.Call) and _name(value.func) in _TASK_MAKERS for value in given)


def _returns_own_objects(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Tell whether a method returns its own object, or what it makes of its class, and nothing else."""
    is_class_method = any(_name(one) == "classmethod" for one in node.decorator_list)
    first = node.args.args[0] if node.args.args else None
    if first is None or first.annotation is not None or not (is_class_method or first.arg == "self"):
        return False
    is_of = _is_of_class if is_class_method else _is_of_receiver
    given = [*_returned(node)]
    return bool(given) and all(is_of(value) or is_of(_bound_once(node, value) or value) for value in given)


def _bound_once(node: ast.FunctionDef | ast.AsyncFunctionDef, value: ast.expr) -> ast.expr | None:
    """What a name is bound to, where that happens once and by an assignment."""
    name = value.id if isinstance(value, ast.Name) else ""
    bound = [part for part in walk(node) if name and isinstance(part, ast.Assign | ast.AnnAssign | ast.NamedExpr)]
    bound = [part for part in bound if any(_name(one) == name and isinstance(one, ast.Name) for one in _targets(part))]
    return bound[0].value if len(bound) == 1 else None


def _targets(statement: ast.Assign | ast.AnnAssign | ast.NamedExpr) -> Sequence[ast.expr]:
    return statement.targets if isinstance(statement, ast.Assign) else [statement.target]


def _is_of_class(value: ast.expr) -> bool:
    """Tell whether an expression makes an object of the class that a class method is given."""
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "cls"


def _is_of_receiver(value: ast.expr) -> bool:
    """Tell whether an expression is the object of a method, or makes another one of the very same class."""
    match value:
        case ast.Name(id="self"):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr="__class__")):
            return True
        case ast.Call(func=ast.Call(func=ast.Name(id="type"), args=[ast.Name(id="self")])):
            return True
        case _:
            return False


def _returned(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[ast.expr]:
    """What a function itself returns, and none of those in it."""
    waiting: list[ast.AST] = [*node.body]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Return) and part.value is not None:
            yield part.value
        elif isinstance(part, ast.stmt | ast.ExceptHandler | ast.match_case) and not isinstance(part, _OWN_SCOPE):
            waiting += ast.iter_child_nodes(part)


def yields(node: ast.AST) -> bool:
    """Tell whether a statement yields for the function that it is in."""
    if isinstance(node, ast.Yield | ast.YieldFrom):
        return True
    if isinstance(node, _OWN_SCOPE):
        return False
    return any(map(yields, ast.iter_child_nodes(node)))


def is_either(node: ast.expr) -> bool:
    """Tell whether an annotation says that something is there at once, or is to be awaited."""
    arms = {isinstance(arm, ast.Subscript) and _name(arm.value) in _AWAITABLES for arm in _arms(node)}
    return len(arms) > 1


def _arms(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*_arms(node.left), *_arms(node.right)]
    if isinstance(node, ast.Subscript) and _name(node.value) == "Union" and isinstance(node.slice, ast.Tuple):
        return node.slice.elts
    return [node]


def _is_bare_callable(node: ast.expr) -> bool:
    """Tell whether an annotation says that something can be called, and not what this gives."""
    if isinstance(node, ast.Subscript):
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else []
        return _name(node.value) == "Callable" and bool(parts) and _gives_anything(parts[-1])
    return _name(node) == "Callable"


def _gives_anything(node: ast.expr) -> bool:
    return _name(node) in {"Any", "object"} or _is_bare_callable(node)


def _name(node: ast.expr) -> str:
    """The last name of a dotted one."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
