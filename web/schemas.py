"""Make JSON Schemas from the dataclasses that the codec reads. A schema accepts exactly what the codec does."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from companion.journal.codec import DEEPEST, LARGEST_NUMBER, LONGEST_TEXT

if TYPE_CHECKING:
    from collections.abc import Iterable

Schema: TypeAlias = dict[str, Any]

PLACE: Final = "#/components/schemas/"
SCALARS: Final[dict[Any, Schema]] = {
    str: {"type": "string", "maxLength": LONGEST_TEXT},
    bool: {"type": "boolean"},
    int: {"type": "integer", "minimum": -LARGEST_NUMBER, "maximum": LARGEST_NUMBER},
    type(None): {"type": "null"},
}


class Schemas:
    """Collect the schemas of dataclasses, and of those in their fields, by name in *named*."""

    def __init__(self) -> None:
        self.named: dict[str, Schema] = {}

    def one_of(self, kinds: Iterable[type]) -> Schema:
        """Return the schema of a command: an object whose "is" names one of *kinds*."""
        return {"anyOf": [self.reference(kind, says_kind=True) for kind in kinds]}

    def reference(self, kind: Any, *, says_kind: bool = False) -> Schema:
        """Return a reference to the schema of the dataclass *kind*; with *says_kind* the object must name it in "is"."""
        name = f"{kind.__module__.removeprefix('companion.')}.{kind.__name__}"
        if name not in self.named:
            self.named[name] = {}  # Reserve the name first, because a kind can contain itself.
            self.named[name] = self._object(kind, says_kind=says_kind)
        return {"$ref": PLACE + name}

    def of(self, hint: Any) -> Schema:
        """Return the schema of a field annotated *hint*."""
        origin, args = get_origin(hint), get_args(hint)
        if hint is Any:
            return anything(DEEPEST)
        if hint is None or hint in SCALARS:
            return dict(SCALARS[hint or type(None)])
        if origin is Literal:
            return {"enum": list(args)}
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.of(arg) for arg in args]}
        if origin in (tuple, frozenset):
            return self._array(args)
        if origin in (dict, Mapping):
            return {"type": "object", "additionalProperties": self.of(args[1]), "propertyNames": SCALARS[str]}
        return self.reference(hint)

    def _object(self, kind: Any, *, says_kind: bool) -> Schema:
        hints = get_type_hints(kind)
        properties = {field.name: self._field(kind, field.name, hints[field.name]) for field in fields(kind)}
        needed = [field.name for field in fields(kind) if field.default is field.default_factory is MISSING]
        return {
            "type": "object",
            "properties": {"is": {"const": kind.__name__}, **properties},
            "required": ["is", *needed] if says_kind else needed,
            "additionalProperties": False,
        }

    def _field(self, kind: Any, name: str, hint: Any) -> Schema:
        return {**self.of(hint), "minimum": 0} if hint is int and _refuses_less_than_nothing(kind, name) else self.of(hint)

    def _array(self, args: tuple[Any, ...]) -> Schema:
        if len(args) == 1 or args[-1] is ...:
            return {"type": "array", "items": self.of(args[0])}
        return {"type": "array", "prefixItems": [self.of(arg) for arg in args], "minItems": len(args), "maxItems": len(args)}


def anything(depth: int) -> Schema:
    """Return the schema of a value that only a game understands: a scalar, or lists and objects nested up to *depth*."""
    scalars = [dict(schema) for schema in SCALARS.values()]
    if not depth:
        return {"anyOf": scalars}
    inner = anything(depth - 1)
    boxes = [
        {"type": "array", "items": inner},
        {"type": "object", "additionalProperties": inner, "propertyNames": dict(SCALARS[str])},
    ]
    return {"anyOf": [*scalars, *boxes]}


def exactly(kinds: Mapping[str, Any], schemas: Schemas) -> Schema:
    """Return the schema of an object with exactly the fields *kinds*: scalar types, dataclasses, or finished schemas."""
    made = {name: kind if isinstance(kind, dict) else _bare(kind, schemas) for name, kind in kinds.items()}
    return {"type": "object", "properties": made, "required": list(kinds), "additionalProperties": False}


def _bare(kind: Any, schemas: Schemas) -> Schema:
    return schemas.reference(kind) if is_dataclass(kind) else {"type": SCALARS[kind]["type"]}


def _refuses_less_than_nothing(kind: Any, name: str) -> bool:
    """Return whether *kind* refuses a negative *name*. Try it, because an annotation can't express that bound."""
    needed = [field.name for field in fields(kind) if field.default is field.default_factory is MISSING]
    if needed:
        return False
    try:
        kind(**{name: -1})
    except ValueError:
        return True
    return False
