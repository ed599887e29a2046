"""What a tool takes: the JSON schema that a model is shown, and arguments read as the signature asks for them."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import Parameter
from types import UnionType
from typing import Annotated, Any, NamedTuple, Protocol, Union, cast, get_args, get_origin

from duotone.errors import BadArguments, BadUnit, MissingExtra
from duotone.runtime.events import Json
from duotone.runtime.tools.context import ToolContext
from duotone.runtime.tools.docstrings import Doc
from duotone.runtime.tools.problems import problems_of, takes

__all__ = ["Given", "Parameters", "SchemaParameters", "SignatureParameters", "arguments_of", "parameters_of"]


class Given(NamedTuple):
    """Arguments as a function is called with them; `contexts` names those that get the call itself."""

    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    contexts: tuple[str, ...] = ()


class Parameters(Protocol):
    """What a tool takes."""

    @property
    def schema(self) -> Mapping[str, Json]:
        """The JSON schema of the arguments."""
        ...

    def read(self, tool: str, arguments: Mapping[str, Json]) -> Given:
        """Return what the function is called with; raises `BadArguments`."""
        ...


@dataclass(frozen=True, slots=True)
class SchemaParameters:
    """Arguments that somebody else checks, such as the server that has the tool; only the schema is known here."""

    schema: Mapping[str, Json]

    def read(self, tool: str, arguments: Mapping[str, Json]) -> Given:  # noqa: ARG002  # what the protocol asks for
        """Return the arguments as they are."""
        return Given((), arguments)


@dataclass(frozen=True, slots=True)
class SignatureParameters:
    """Arguments that a signature asks for, checked by a model that was made from it."""

    model: Any
    schema: Mapping[str, Json]
    fields: Mapping[str, str]
    """The fields of the model by the names of their parameters: a parameter may have a name that no field can have."""
    places: tuple[str, ...]
    """Parameters that can only be given by place."""
    contexts: tuple[str, ...]
    """Parameters that get the call itself."""

    def read(self, tool: str, arguments: Mapping[str, Json]) -> Given:
        """Return what the function is called with; raises `BadArguments` with all that is wrong."""
        from pydantic import ValidationError  # noqa: PLC0415  # loaded already, since the model is of its making

        try:
            read = self.model.model_validate_json(json.dumps(arguments))
        except ValidationError as error:
            raise BadArguments(tool, problems_of(error, tuple(self.fields)), takes(self.schema)) from None
        except Exception as error:  # a validator of somebody else's may raise anything
            raise BadArguments(tool, [f"the arguments can't be read: {error!r}"], takes(self.schema)) from error
        values = {name: getattr(read, field) for name, field in self.fields.items()}
        args = tuple(values.pop(name) for name in self.places)
        return Given(args, {**values, **(read.model_extra or {})}, self.contexts)


def arguments_of(tool: str, arguments: Mapping[str, Json] | str) -> Mapping[str, Json]:
    """Return arguments as a mapping; raises `BadArguments` for text that is no JSON object."""
    if not isinstance(arguments, str):
        return arguments
    try:
        read: Any = json.loads(arguments or "{}")
    except ValueError as error:
        raise BadArguments(tool, [f"the arguments are no JSON: {error}"], "write one JSON object") from None
    if not isinstance(read, dict):
        raise BadArguments(tool, [f"the arguments are {type(read).__name__}"], "write one JSON object")
    return read  # pyright: ignore[reportUnknownVariableType]  # what JSON gives has text for keys


def parameters_of(name: str, function: Callable[..., Any], doc: Doc) -> SignatureParameters:
    """Return what a function takes; raises `BadUnit` where a model could not call it."""
    signature = _signature(name, function)
    fields: dict[str, Any] = {}
    names: dict[str, str] = {}
    config = {"extra": "forbid", "arbitrary_types_allowed": True, "protected_namespaces": ()}
    contexts = tuple(one.name for one in signature.parameters.values() if _is_context(one.annotation))
    for one in signature.parameters.values():
        if one.kind is Parameter.VAR_POSITIONAL:
            raise BadUnit(name, f"takes *{one.name}, which a model can't name; take a list instead")
        if one.kind is Parameter.VAR_KEYWORD:
            config["extra"] = "allow"
        elif one.name not in contexts:
            names[one.name] = f"p{len(names)}"
            fields[names[one.name]] = _field(one, doc.parameters.get(one.name))
    model, schema = _modeled(name, config, fields)
    places = tuple(one.name for one in signature.parameters.values() if one.kind is Parameter.POSITIONAL_ONLY)
    return SignatureParameters(model, schema, names, places, contexts)


def _signature(name: str, function: Callable[..., Any]) -> inspect.Signature:
    try:
        return inspect.signature(function, eval_str=True)
    except NameError as error:
        reason = f"has an annotation that can't be read: {error}; define it where the module can see it"
        raise BadUnit(name, reason) from None
    except (TypeError, ValueError):
        raise BadUnit(name, "doesn't say what it takes; wrap it in a function with a signature") from None


def _is_context(annotation: Any) -> bool:
    if get_origin(annotation) in {Union, UnionType, Annotated}:
        return any(part is ToolContext for part in get_args(annotation))
    return annotation is ToolContext


def _field(parameter: Parameter, description: str | None) -> tuple[Any, Any]:
    from pydantic import Field  # noqa: PLC0415  # `_modeled` says what to install
    from pydantic.fields import FieldInfo  # noqa: PLC0415

    annotation = Any if parameter.annotation is Parameter.empty else parameter.annotation
    default = ... if parameter.default is Parameter.empty else parameter.default
    if isinstance(default, FieldInfo):
        annotation, default = Annotated[annotation, default], default.default
    said = _said(annotation) or description
    return annotation, Field(default, alias=parameter.name, description=said)


def _said(annotation: Any) -> str | None:
    """Return the description that an annotation brings along."""
    notes = getattr(annotation, "__metadata__", ())
    return next((note.description for note in notes if getattr(note, "description", None)), None)


def _modeled(name: str, config: Mapping[str, Any], fields: Mapping[str, Any]) -> tuple[Any, Mapping[str, Json]]:
    try:
        from pydantic import create_model  # noqa: PLC0415  # an extra
        from pydantic.errors import PydanticUserError  # noqa: PLC0415
    except ImportError as error:
        raise MissingExtra("tool", "agents") from error
    make: Any = create_model
    try:
        model = make(name, __config__=config, **fields)
        return model, _without_titles(model.model_json_schema())
    except (PydanticUserError, NameError) as error:
        reason = str(error).partition("\n")[0]
        raise BadUnit(name, f"takes something that JSON has no schema for: {reason}") from None


def _without_titles(schema: Any, *, is_names: bool = False) -> Any:
    """Return a schema without the titles that repeat the names; a property may be called `title` itself."""
    if isinstance(schema, list):
        return [_without_titles(item) for item in schema]  # pyright: ignore[reportUnknownVariableType]
    if not isinstance(schema, dict):
        return schema
    known = cast("dict[str, Any]", schema)
    return {
        key: value
        if key in {"default", "const", "enum", "examples"} and not is_names
        else _without_titles(value, is_names=not is_names and key in {"properties", "$defs"})
        for key, value in known.items()
        if is_names or key != "title"
    }
