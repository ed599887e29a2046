"""How the names of modules and the bases of classes are resolved."""

from __future__ import annotations

import ast
import collections
import functools
import re
from collections.abc import Sequence

from duotone.analyzer.link import declarations
from duotone.analyzer.link.nodes import parsed
from duotone.analyzer.link.symbols import ClassSymbol, Lineage, Linker, ModuleSymbol
from duotone.analyzer.link.values import UNKNOWN, ClassObject, Form, Instance, ModuleObject, Value, substitute
from duotone.analyzer.outline import Binding, Class, Function, Import
from duotone.analyzer.outline import Value as Bound
from duotone.analyzer.outline.constants import is_constant_name

__all__ = ["has_unknown_base", "is_remade", "is_rewritten", "lacks_modules", "lineage", "own"]

_FORMS = frozenset(
    {
        "Annotated", "Any", "Callable", "ClassVar", "Concatenate", "Final", "Generic", "Literal", "LiteralString",
        "Never", "NoReturn", "NotRequired", "Optional", "Protocol", "ReadOnly", "Required", "Self", "Tuple", "Type",
        "TypeAlias", "TypeGuard", "TypeIs", "Union", "Unpack", "overload", "final", "runtime_checkable", "override",
    }
)  # fmt: skip


_ALIASES = {
    "ChainMap": ("collections", "ChainMap"),
    "Counter": ("collections", "Counter"),
    "DefaultDict": ("collections", "defaultdict"),
    "Deque": ("collections", "deque"),
    "Dict": ("builtins", "dict"),
    "FrozenSet": ("builtins", "frozenset"),
    "List": ("builtins", "list"),
    "OrderedDict": ("collections", "OrderedDict"),
    "Set": ("builtins", "set"),
    "TypedDict": ("builtins", "dict"),
}
"""What typing has other names for."""
_PLAIN = re.compile(r"(?:\w+\.)?Final(?:\[(?:bool|float|int|str)\])?$|bool$|float$|int$|str$|$")
_LITERAL = re.compile(r"True\b|False\b|[\d'\"]")
_REMAKES = re.compile(r"[\w.]+\(\s*(\w+)\s*[,)]")


def own(project: Linker, module: ModuleSymbol, name: str) -> Value | None:
    """What a module binds under a name: by definition, import, star import, or as a submodule."""
    if module.name in {"typing", "typing_extensions"} and (name in _FORMS or name in _ALIASES):
        return _of_typing(project, name)
    bindings = module.outline.names.get(name)
    told = _told_by_stub(project, module, name, bindings) if module.kind == "project" else None
    if told is not None:
        return told
    if bindings:
        value = _constant(project, module, name, bindings) or project.bound(
            bindings, module, f"{module.name}.{name}", module
        )
        if not (module.is_package and value is UNKNOWN):
            return value
    for star in reversed(module.outline.stars):  # the last one to bring a name has the last word
        target = project.imported(module, Import(star.module, "", star.level))
        if isinstance(target, ModuleObject) and target.module is not module and target.module.exports(name):
            found = target.module.own(name)
            if found is not None:
                return found
    if module.is_package:
        child = project.module(f"{module.name}.{name}")
        if child is not None:
            return ModuleObject(child)
    return UNKNOWN if bindings else _loaded_later(project, module, name)


def _loaded_later(project: Linker, module: ModuleSymbol, name: str) -> Value | None:
    """What a package gives by its `__getattr__`, where only one of its modules has something of this name to give."""
    if module.kind != "project" or name.startswith("_") or "__getattr__" not in module.outline.names:
        return None
    homes = [home for home in project.homes(name) if home.startswith(f"{module.name}.")]
    home = project.module(homes[0]) if len(homes) == 1 else None
    return home.own(name) if home is not None else None


def _constant(project: Linker, module: ModuleSymbol, name: str, bindings: Sequence[Binding]) -> Value | None:
    """What a constant is written down as; a star import may bring another of the same name."""
    binding = bindings[0]
    if len(bindings) > 1 or not isinstance(binding, Bound) or not is_constant_name(name) or binding.how != "=":
        return None
    is_plain = _PLAIN.match(binding.annotation or "") is not None and _LITERAL.match(binding.source or "") is not None
    if not is_plain or (module.outline.stars and not name.startswith("_")):
        return None
    node = parsed(binding.source or "")
    return declarations.constant(project, node.value) if isinstance(node, ast.Constant) else None


def _told_by_stub(project: Linker, module: ModuleSymbol, name: str, bindings: Sequence[Binding] | None) -> Value | None:
    """What the stub beside a module has under a name that the module itself doesn't define or import.

    Generated code makes its classes while it is imported, and `Mapping = dict` is all that others need at that time.
    """
    if bindings and not all(isinstance(binding, Bound) and not binding.annotation for binding in bindings):
        return None
    stub = project.stub(module)
    told = stub.outline.names.get(name) if stub is not None else None
    if stub is None or not told or (bindings and not isinstance(told[0], Class | Function)):
        return None
    return stub.own(name)


def lacks_modules(module: ModuleSymbol) -> bool:
    """Tell whether what a package doesn't bind can only be a module in it that nobody has generated yet."""
    return module.is_package and not module.outline.stars and "__getattr__" not in module.outline.names


def _of_typing(project: Linker, name: str) -> Value | None:
    if name in _FORMS:
        return Form(name)
    home, real = _ALIASES[name]
    module = project.module(home)
    return module.own(real) if module is not None else None


def lineage(symbol: ClassSymbol) -> Lineage:
    """Merge the orders of the bases as Python does; where they contradict, depth first."""
    known: dict[ClassSymbol, dict[str, Value]] = {}
    orders: list[list[ClassSymbol]] = []
    direct: list[ClassSymbol] = []
    for base in symbol.bases():
        if not isinstance(base, ClassObject) or base.symbol is symbol:
            continue
        args = dict(zip(base.symbol.type_params, base.args, strict=False))
        direct.append(base.symbol)
        orders.append([entry for entry, _ in base.symbol.mro])
        for entry, mapping in base.symbol.mro:
            if entry is base.symbol:
                known.setdefault(entry, args)
            elif entry not in known:
                known[entry] = {name: substitute(value, args) for name, value in mapping.items()} if mapping else {}
    merged = orders[0] if len(orders) == 1 else _merged([*orders, direct])
    return [(symbol, {}), *((entry, known[entry]) for entry in merged)]


def _merged(orders: list[list[ClassSymbol]]) -> list[ClassSymbol]:
    """Take, again and again, the first class that heads an order and comes later in none."""
    waiting = [iter(order) for order in orders]
    later = collections.Counter(entry for order in orders for entry in order)
    heads: list[ClassSymbol | None] = [None] * len(orders)
    taken: dict[ClassSymbol, None] = {}
    while True:
        for index, head in enumerate(heads):
            if head is None or head in taken:
                heads[index] = following = next((entry for entry in waiting[index] if entry not in taken), None)
                if following is not None:
                    later[following] -= 1
        left = [head for head in heads if head is not None]
        if not left:
            return list(taken)
        taken[next((head for head in left if not later[head]), left[0])] = None


def is_remade(symbol: ClassSymbol) -> bool:
    """Tell whether a function makes another class of one, which may call its methods by their color."""
    return symbol.scope is symbol.module and symbol.outline.name in _remade(symbol.module)


@functools.lru_cache(maxsize=2)
def _remade(module: ModuleSymbol) -> frozenset[str]:
    """The first arguments of the calls that a module gives the names of classes to."""
    named = {name: found for name, found in module.outline.names.items() if name.lstrip("_")[:1].isupper()}
    sources = [
        one.source or "" for found in named.values() for one in found if isinstance(one, Bound) and one.how == "="
    ]
    return frozenset(match[1] for source in sources if (match := _REMAKES.match(source)) is not None)


def is_rewritten(value: Instance, symbol: ClassSymbol) -> bool:
    """Tell whether a metaclass may put something else in the place of an object in a body, as those of models do."""
    if value.symbol.module.name == "builtins":
        return False
    for entry, _ in symbol.mro:
        for word, text in entry.outline.keywords:
            if word == "metaclass" and _rewrites(entry.module.project.base(text, entry.scope)):
                return True
    return False


def _rewrites(metaclass: Value) -> bool:
    if not isinstance(metaclass, ClassObject):
        return True
    own = (entry for entry, _ in metaclass.symbol.mro if entry.module.name not in {"abc", "builtins", "enum", "typing"})
    return any(name in entry.outline.names for entry in own for name in ("__new__", "__init__", "__prepare__"))


def has_unknown_base(symbol: ClassSymbol) -> bool:
    """Tell whether some base can't be read, so that what isn't found may still be there."""
    return not all(_is_closed(entry) for entry, _ in symbol.mro)


def _is_closed(symbol: ClassSymbol) -> bool:
    if not symbol.is_closed:
        symbol.is_closed = all(isinstance(base, ClassObject | Form) for base in symbol.bases())
    return symbol.is_closed
