"""What SARIF 2.1.0 asks of the parts of it that we write, as a schema of our own.

Every object is closed, so that a property that is written and not listed here is a problem too.
"""

from __future__ import annotations

from typing import Any

__all__ = ["SARIF"]

_Schema = dict[str, Any]

_TEXT: _Schema = {"type": "string"}
_FILLED: _Schema = {"type": "string", "minLength": 1}
_COUNT: _Schema = {"type": "integer", "minimum": 1}
_INDEX: _Schema = {"type": "integer", "minimum": 0}
_LEVEL: _Schema = {"enum": ["none", "note", "warning", "error"]}


def _object(required: str = "", **properties: _Schema) -> _Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": required.split(),
        "additionalProperties": False,
    }


def _list(of: str, least: int = 0) -> _Schema:
    return {"type": "array", "items": _ref(of), "minItems": least, "uniqueItems": True}


def _several(of: str, least: int = 0) -> _Schema:
    return {"type": "array", "items": _ref(of), "minItems": least}


def _ref(name: str) -> _Schema:
    return {"$ref": f"#/$defs/{name}"}


_DEFS: dict[str, _Schema] = {
    "run": _object(
        "tool",
        tool=_object("driver", driver=_ref("driver")),
        invocations=_several("invocation"),
        columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        originalUriBaseIds={**_object(), "properties": {"%SRCROOT%": _ref("artifact")}},
        results=_several("result"),
    ),
    "driver": _object("name", name=_FILLED, version=_TEXT, informationUri=_FILLED, rules=_list("rule")),
    "invocation": _object("executionSuccessful", executionSuccessful={"type": "boolean"}),
    "rule": _object(
        "id",
        id=_TEXT,
        name=_TEXT,
        shortDescription=_ref("described"),
        fullDescription=_ref("described"),
        help=_ref("described"),
        helpUri=_FILLED,
        defaultConfiguration=_object(level=_LEVEL),
        properties=_object(tags={"type": "array", "items": _TEXT, "uniqueItems": True}),
    ),
    "described": _object("text", text=_TEXT, markdown=_TEXT),
    "result": _object(
        "message",
        ruleId=_TEXT,
        ruleIndex=_INDEX,
        level=_LEVEL,
        message=_ref("message"),
        locations=_several("location"),
        relatedLocations=_list("location"),
        codeFlows=_several("flow"),
        fixes=_list("fix"),
        partialFingerprints={**_object(), "properties": {"duotone/v1": _TEXT}},
        properties=_object(confidence={"enum": ["certain", "likely", "possible"]}),
    ),
    "message": _object("text", text=_TEXT),
    "location": _object(
        id=_INDEX,
        message=_ref("message"),
        physicalLocation=_object("artifactLocation", artifactLocation=_ref("artifact"), region=_ref("region")),
        logicalLocations=_list("logical"),
    ),
    "logical": _object(fullyQualifiedName=_TEXT),
    "artifact": _object("uri", uri=_TEXT, uriBaseId=_FILLED),
    "region": _object("startLine", startLine=_COUNT, startColumn=_COUNT, endLine=_COUNT, endColumn=_COUNT),
    "flow": _object("threadFlows", threadFlows=_several("thread", least=1)),
    "thread": _object("locations", locations=_several("passed", least=1)),
    "passed": _object(location=_ref("location")),
    "fix": _object(
        "artifactChanges",
        description=_ref("message"),
        artifactChanges=_list("change", least=1),
        properties=_object(isSafe={"type": "boolean"}),
    ),
    "change": _object(
        "artifactLocation replacements",
        artifactLocation=_ref("artifact"),
        replacements=_several("replacement", least=1),
    ),
    "replacement": _object("deletedRegion", deletedRegion=_ref("region"), insertedContent=_object(text=_TEXT)),
}

SARIF: _Schema = {
    "type": "object",
    "properties": {"version": {"const": "2.1.0"}, "$schema": _FILLED, "runs": _several("run")},
    "required": ["version", "runs"],
    "additionalProperties": False,
    "$defs": _DEFS,
}
