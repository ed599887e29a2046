"""How the names of modules and the bases of classes are resolved."""

from __future__ import annotations

from duotone.analyzer.link.symbols import ClassSymbol, Lineage, Linker, ModuleSymbol
from duotone.analyzer.link.values import UNKNOWN, ClassObject, Form, ModuleObject, Value, substitute
from duotone.analyzer.outline import Import

__all__ = ["has_unknown_base", "lineage", "own"]

_FORMS = frozenset(
    {
        "Annotated", "Any", "Callable", "ClassVar", "Concatenate", "Final", "Generic", "Literal", "LiteralString",
        "Never", "NoReturn", "NotRequired", "Optional", "Protocol", "ReadOnly", "Required", "Self", "Tuple", "Type",
        "TypeAlias", "TypeGuard", "TypeIs", "Union", "Unpack", "overload", "final", "runtime_checkable", "override",
    }
)  # fmt: skip


def own(project: Linker, module: ModuleSymbol, name: str) -> Value | None:
    """What a module binds under a name: by definition, import, star import, or as a submodule."""
    if module.name in {"typing", "typing_extensions"} and name in _FORMS:
        return Form(name)
    bindings = module.outline.names.get(name)
    if bindings:
        value = project.bound(bindings, module, f"{module.name}.{name}", module)
        if not (module.is_package and value is UNKNOWN):
            return value
    for star in module.outline.stars:
        target = project.imported(module, Import(star.module, "", star.level))
        if isinstance(target, ModuleObject) and target.module is not module and target.module.exports(name):
            found = target.module.own(name)
            if found is not None:
                return found
    if module.is_package:
        child = project.module(f"{module.name}.{name}")
        if child is not None:
            return ModuleObject(child)
    return UNKNOWN if bindings else None


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
            known.setdefault(
                entry, args if entry is base.symbol else {k: substitute(v, args) for k, v in mapping.items()}
            )
    orders.append(direct)
    merged: list[ClassSymbol] = []
    while any(orders):
        orders = [order for order in orders if order]
        tails = {entry for order in orders for entry in order[1:]}
        head = next((order[0] for order in orders if order[0] not in tails), orders[0][0])
        merged.append(head)
        orders = [[entry for entry in order if entry is not head] for order in orders]
    return [(symbol, {}), *((entry, known[entry]) for entry in merged)]


def has_unknown_base(symbol: ClassSymbol) -> bool:
    """Tell whether some base can't be read, so that what isn't found may still be there."""
    return any(not isinstance(base, ClassObject | Form) for entry, _ in symbol.mro for base in entry.bases())
