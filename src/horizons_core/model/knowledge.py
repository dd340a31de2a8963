"""A copy of a game without everything that is hidden from one empire."""

from __future__ import annotations

import enum
import types
import typing
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Literal, TypeVar, cast

import attrs
from attrs import frozen

from horizons_core.codec import copy_of, declared_types, is_shared_by_copies
from horizons_core.model.entities import Entity, Game
from horizons_core.model.sight import Sight, maker_of, placeholder, sight_of_field

G = TypeVar("G", bound=Game)

#: Stands for an entity that the empire does not know of.
_UNKNOWN = object()
#: A degree of sight above the highest.
_NEVER = Sight.GAMEMASTER + 1
_ATOMS = frozenset({str, int, float, bool, type(None)})
#: Types whose values are usually empty.
_OFTEN_EMPTY = frozenset({list, dict})

#: Returns how well one empire knows an entity.
Observer = Callable[[Entity], Sight]
#: Parts that several empires know identically, by object identity and degree of sight; valid for
#: one state of a game.
Shared = dict[tuple[int, Sight], Any]


class Contents(enum.IntEnum):
    """The kinds of objects that a value can contain; each degree includes those before it."""

    VALUES = 0  #: plain values and frozen objects of such values
    CONTAINERS = 1  #: lists and dicts of such values
    ANYTHING = 2  #: possibly entities, or a type that leaves this open


@cache
def class_contents(cls: type) -> Contents:
    """Return what the fields of this class can contain.

    `ANYTHING` for a class that is not an attrs class, or whose type hints cannot be resolved.
    """
    if is_shared_by_copies(cls) and not issubclass(cls, Entity):
        return Contents.VALUES
    return _field_contents(cls, frozenset()) if attrs.has(cls) else Contents.ANYTHING


def _field_contents(cls: type, outer: frozenset[type]) -> Contents:
    try:
        hints = typing.get_type_hints(cls)
    except (NameError, TypeError):
        return Contents.ANYTHING
    degrees = (_type_contents(hints.get(f.name, Any), outer | {cls}) for f in attrs.fields(cls))
    return max(degrees, default=Contents.VALUES)


def _type_contents(kind: Any, outer: frozenset[type]) -> Contents:
    """Return what a field of this type can contain; for a recursive class, `ANYTHING`."""
    origin = typing.get_origin(kind)
    parts = [part for part in typing.get_args(kind) if part is not Ellipsis]
    if origin is Literal:
        return Contents.VALUES
    if origin in (tuple, typing.Union, types.UnionType):
        return max((_type_contents(part, outer) for part in parts), default=Contents.VALUES)
    if origin in (list, dict):
        return max(Contents.CONTAINERS, *(_type_contents(part, outer) for part in parts))
    if not isinstance(kind, type) or kind in outer or issubclass(kind, Entity):
        return Contents.ANYTHING
    if is_shared_by_copies(kind):
        return Contents.VALUES
    return _field_contents(kind, outer) if attrs.has(kind) else Contents.ANYTHING


@cache
def _plan(cls: type) -> tuple[tuple[str, Sight, Callable[[], Any] | None, Any], ...]:
    """Each field's name, the sight it requires, and the factory or value of its placeholder."""
    return tuple((f.name, sight_of_field(f), *_placeholder_of(f)) for f in attrs.fields(cls))


def _placeholder_of(attribute: attrs.Attribute[Any]) -> tuple[Callable[[], Any] | None, Any]:
    """Return a factory of fresh placeholders, or None and a value that can be shared."""
    try:
        value = placeholder(attribute)
    except TypeError:
        return partial(placeholder, attribute), None
    if type(value) in _ATOMS:
        return None, value
    return maker_of(attribute) or partial(placeholder, attribute), None


@frozen
class SelectiveObserver:
    """An observer that can skip entities, for games with many of them.

    Attributes:
        sight: the observer.
        candidates: selects the entities of a list that may be known in part; None selects all.
        public: public classes whose objects look the same to all empires and hold no entities.
        mine: the one object of those classes that the empire knows better than others do.
    """

    sight: Observer
    candidates: Callable[[list[Any]], list[Any]] | None = None
    public: tuple[type, ...] = ()
    mine: Any = None

    def __call__(self, entity: Entity) -> Sight:
        return self.sight(entity)


def known_game(game: G, observer: Observer, shared: Shared | None = None) -> G:
    """Return a copy of the game with only what the observer may know.

    With `shared` the copy is read-only: objects that several observers know identically are copied
    once for all of them, and objects without lists and dicts that are fully known are the game's
    own. Lists and dicts with knowledge of only one empire still belong to it. Raises TypeError if a
    hidden field has neither a placeholder nor a default.
    """
    observer = observer if isinstance(observer, SelectiveObserver) else SelectiveObserver(observer)
    return cast("G", _known_part(game, Sight.KNOWN, _Scope(observer, shared)))


class _Scope:
    """An observer of a game together with the parts that were already copied for others."""

    __slots__ = ("candidates", "is_plain", "mine", "public", "shared", "sight")

    def __init__(self, observer: SelectiveObserver, shared: Shared | None) -> None:
        self.sight, self.candidates = observer.sight, observer.candidates
        self.mine = observer.mine
        self.public = observer.public if shared is not None else ()
        self.shared = shared
        #: whether values of a class other than an entity's are passed on without a copy
        self.is_plain: Callable[[type], bool] = _is_plain
        if shared is not None:
            self.is_plain = _is_plain_value


@cache
def _is_plain(cls: type) -> bool:
    return not issubclass(cls, Entity) and is_shared_by_copies(cls)


def _is_plain_type(kind: Any) -> bool:
    """Return whether all values of a declared type are passed on without a copy."""
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        return all(map(_is_plain_type, typing.get_args(kind)))
    cls = origin or kind
    return cls is Literal or (isinstance(cls, type) and _is_plain(cls))


@cache
def _is_plain_value(cls: type) -> bool:
    return class_contents(cls) is Contents.VALUES and not issubclass(cls, Entity)


@cache
def _full_sight(cls: type) -> Sight:
    """Return the degree of sight at which all fields of this class are known."""
    return max(needed for _, needed, _, _ in _plan(cls))


def _known_entities(entities: list[Any], cls: type, scope: _Scope) -> list[Any]:
    """Return the known parts of entities of one class, without those that are unknown.

    Games have thousands of entities, so decisions that depend only on the class are made once.
    """
    sight, shared, contents = scope.sight, scope.shared, class_contents(cls)
    if shared is None or contents is Contents.ANYTHING:
        return [
            _known_part(entity, degree, scope)
            for entity in entities
            if (degree := sight(entity)) > Sight.NOTHING
        ]
    full_sight = _full_sight(cls) if contents is Contents.VALUES else _NEVER
    return [
        entity if degree >= full_sight else _shared_part(entity, degree, scope, shared)
        for entity in entities
        if (degree := sight(entity)) > Sight.NOTHING
    ]


def _shared_part(entity: Any, sight: Sight, scope: _Scope, shared: Shared) -> Any:
    key = id(entity), sight
    part = shared.get(key)
    if part is None:
        part = shared[key] = _known_part(entity, sight, scope)
    return part


def _known_part(entity: Any, sight: Sight, scope: _Scope) -> Any:
    cls: type = type(entity)
    return _part_maker(cls, sight)(entity, scope)


@cache
def _part_maker(cls: type, sight: Sight) -> Callable[[Any, _Scope], Any]:
    """Return a function that makes the part of an object known at this degree of sight.

    It is generated for the class, field by field, as the function that makes copies is, and like
    that it assumes that fields hold what their declared types say.
    """
    lines = ["def known(entity, scope):", "    new = create(cls)"]
    is_free = getattr(cls, "__setattr__", None) is object.__setattr__
    assign = "new.{} = {}" if is_free else "put(new, '{}', {})"  # frozen, or checked when it is set
    names: dict[str, Any] = {"cls": cls, "create": object.__new__, "put": object.__setattr__}
    types_by_field = declared_types(cls)
    for name, needed, make, value in _plan(cls):
        names[f"make_{name}"], names[f"value_{name}"] = make, value
        expression = f"make_{name}()" if make else f"value_{name}"
        if sight >= needed and _is_plain_type(types_by_field[name]):
            expression = f"entity.{name}"
        elif sight >= needed:
            lines += [f"    seen = entity.{name}", "    kind = type(seen)"]
            expression = "seen if kind in atoms else kind() if kind in often_empty and not seen"
            expression += " else known_value(seen, scope)"
        lines.append(f"    {assign.format(name, expression)}")
    names.update(atoms=_ATOMS, often_empty=_OFTEN_EMPTY, known_value=_known_value)
    exec("\n".join([*lines, "    return new"]), names)  # noqa: S102 - of names of fields alone
    return cast("Callable[[Any, _Scope], Any]", names["known"])


def _known_value(value: Any, scope: _Scope) -> Any:
    """Return a field's value without the entities in it that are unknown, at any depth."""
    if isinstance(value, list):
        chosen = scope.candidates(value) if scope.candidates else value
        kinds = set(map(type, chosen))
        if all(map(scope.is_plain, kinds)):
            return list(chosen)
        if len(kinds) == 1 and issubclass(only := kinds.pop(), Entity) and only not in scope.public:
            return _known_entities(chosen, only, scope)
        parts = [_known_item(item, scope) for item in chosen]
        return [part for part in parts if part is not _UNKNOWN]
    if isinstance(value, dict):
        if all(map(scope.is_plain, set(map(type, value.values())))):
            return dict(value)
        pairs = ((key, _known_item(item, scope)) for key, item in value.items())
        return {key: part for key, part in pairs if part is not _UNKNOWN}
    part = _known_item(value, scope)
    return None if part is _UNKNOWN else part


def _known_item(value: Any, scope: _Scope) -> Any:
    kind: type = type(value)
    if kind in _ATOMS:
        return value
    if kind in scope.public and scope.shared is not None and value is not scope.mine:
        return _shared_part(value, Sight.KNOWN, scope, scope.shared)
    if isinstance(value, Entity):
        known = _known_entities([value], kind, scope)
        return known[0] if known else _UNKNOWN
    if isinstance(value, list | dict):
        return _known_value(value, scope)
    return value if scope.is_plain(kind) else copy_of(value)
