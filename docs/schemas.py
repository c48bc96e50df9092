"""Writes the JSON Schemas of the package from the types of its records: ``python docs/schemas.py``.

A type is read as lemmata/records/codec.py reads it. Files are written whole, so that a schema requires every
field but those that a ``TypedDict`` says may be missing; the decoder fills in the defaults of a dataclass.
A test says if a schema is not as its type is.
"""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired

from lemmata.commands import list as listing
from lemmata.records import accepted, bench, certificate, codec, diff, errata, restrictions, verdicts, witness

FOLDER = Path(listing.__file__).parents[1] / "schemas"
_DIGEST = {"type": "string", "pattern": "^[0-9a-f]{64}$", "description": "SHA-256 over everything else"}
DOCUMENTS: tuple[tuple[str, Any, str], ...] = (
    ("lemmata/claims/1", listing.Document, "Claims, as `lemmata list --json` prints them"),
    (verdicts.SCHEMA, verdicts.Document, "Verdicts of a Lemmata campaign"),
    (accepted.SCHEMA, accepted.Document, "Verdicts that a repository has accepted"),
    (diff.SCHEMA, diff.Document, "What changed between two runs of Lemmata"),
    (errata.SCHEMA, errata.Document, "What is wrong in the papers of a Lemmata campaign"),
    (bench.SCHEMA, bench.Document, "Figures of a Lemmata benchmark run"),
    (witness.SCHEMA, witness.Witness, "What shows a refutation, in exact numbers"),
    (certificate.SCHEMA, certificate.Certificate, "What decides every instance at the sizes that it names"),
)
_WIDTH = 110
_SIMPLE: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer", "minimum": 0},  # the decoder takes counts only
    float: {"type": "number"},
    types.NoneType: {"type": "null"},
}


def written() -> dict[str, str]:
    """The text of each file, by name."""
    return {
        f"{name.removeprefix('lemmata/').replace('/', '-')}.json": _laid_out(schema(name, kind, title)) + "\n"
        for name, kind, title in DOCUMENTS
    }


def _laid_out(value: Any, indent: str = "") -> str:
    """JSON in which what fits into a line stands in a line."""
    text = json.dumps(value)
    if len(indent + text) <= _WIDTH or not isinstance(value, dict | list):
        return text
    deeper = f"{indent}  "
    if isinstance(value, list):
        inner = [deeper + _laid_out(entry, deeper) for entry in value]
    else:
        inner = [f"{deeper}{json.dumps(k)}: {_laid_out(v, deeper)}" for k, v in value.items()]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return "\n".join([opening, ",\n".join(inner), indent + closing])


def schema(name: str, kind: Any, title: str) -> dict[str, Any]:
    """The schema of a document; what is a dataclass stands in its file with a schema and a digest."""
    definitions: dict[str, Any] = {}
    body = _fields(kind, definitions)
    if dataclasses.is_dataclass(kind):
        body["properties"] = {"schema": {"const": name}, **body["properties"], "digest": _DIGEST}
        body["required"] = list(body["properties"])
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": name, "title": title}
    return {**head, **body, "$defs": dict(sorted(definitions.items()))}


def _fields(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    found = codec.types_of(kind)
    return {
        "type": "object",
        "required": [name for name, hint in found.items() if typing.get_origin(hint) is not NotRequired],
        "additionalProperties": False,
        "properties": {name: _type(hint, definitions) for name, hint in found.items()},
    }


def _type(hint: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    kind, parts = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return {}
    if hint == restrictions.Exact:
        definitions["Exact"] = restrictions.WithoutFloats().keywords()
        return {"$ref": "#/$defs/Exact"}
    if hint in _SIMPLE:
        return dict(_SIMPLE[hint])
    if kind is NotRequired:
        return _type(parts[0], definitions)
    if kind is Annotated:
        keywords = [restriction.keywords() for restriction in parts[1:]]
        return {k: v for part in (_type(parts[0], definitions), *keywords) for k, v in part.items()}
    if kind is Literal:
        return {"const": parts[0]} if len(parts) == 1 else {"enum": list(parts)}
    if kind in (types.UnionType, typing.Union):
        first, *others = (_type(part, definitions) for part in parts)
        if others == [_SIMPLE[types.NoneType]] and "type" in first:
            return {**first, "type": [first["type"], "null"]}
        return {"anyOf": [first, *others]}
    if kind is dict:
        key = _type(parts[0], definitions)
        names = {} if key == _SIMPLE[str] else {"propertyNames": key}
        return {"type": "object", **names, "additionalProperties": _type(parts[1], definitions)}
    if kind is list or parts[1:] == (...,):
        return {"type": "array", "items": _type(parts[0], definitions)}
    if kind is tuple:
        items = [_type(part, definitions) for part in parts]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
    if hint.__name__ not in definitions:
        definitions[hint.__name__] = {}  # it may hold itself
        definitions[hint.__name__] = _fields(hint, definitions)
    return {"$ref": f"#/$defs/{hint.__name__}"}


if __name__ == "__main__":
    for file, text in written().items():
        (FOLDER / file).write_text(text, encoding="utf-8")
