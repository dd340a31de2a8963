"""What one empire may know: a game with everything else taken out, and the view made from that.

First `known_game` removes, by the marks on the fields, whatever the empire may not see. Everything
a player ever gets (view, report, map, check, forecast) is made from the rest, so nothing can leak
by a side door.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, TypeVar, cast

import attrs
from attrs import frozen

from horizons_core.codec import copy_of, is_shared_by_copies
from horizons_core.model.entities import Entity, Game
from horizons_core.model.field_types import Holds, holds
from horizons_core.model.sight import Sight, maker_of, placeholder, sight_of_field

G = TypeVar("G", bound=Game)

#: Stands for an entity that the empire does not know of.
_UNKNOWN = object()
#: A degree of sight that nobody has.
_NEVER = Sight.GAMEMASTER + 1
_ATOMS = frozenset({str, int, float, bool, type(None)})

#: How well one empire knows each entity.
Observer = Callable[[Entity], Sight]


@cache
def _plan(cls: type) -> tuple[tuple[str, Sight, Callable[[], Any] | None, Any], ...]:
    """By field: its name, the sight that it asks for, and what makes, or is, its placeholder."""
    return tuple((f.name, sight_of_field(f), *_placeholder_of(f)) for f in attrs.fields(cls))


def _placeholder_of(attribute: attrs.Attribute[Any]) -> tuple[Callable[[], Any] | None, Any]:
    """What makes a fresh placeholder, or None and a value that all may share."""
    try:
        value = placeholder(attribute)
    except TypeError:
        return partial(placeholder, attribute), None
    if type(value) in _ATOMS:
        return None, value
    return maker_of(attribute) or partial(placeholder, attribute), None


@frozen
class Eye:
    """An observer that need not look at everything, for games with many things.

    Attributes:
        sight: the observer.
        among: picks from a list of entities those of which something may be known; the others are
            not looked at. None looks at all.
        public: classes of things that are public, look the same to all, and hold no other entities.
        mine: the one thing of those classes that the empire knows better than others do.
    """

    sight: Observer
    among: Callable[[list[Any]], list[Any]] | None = None
    public: tuple[type, ...] = ()
    mine: Any = None

    def __call__(self, entity: Entity) -> Sight:
        return self.sight(entity)


#: What several empires know alike, by the thing's identity and how well they know it; for one
#: state of a game.
Shared = dict[tuple[int, Sight], Any]


def known_game(game: G, observer: Observer, shared: Shared | None = None) -> G:
    """A copy of the game that holds only what the observer may know.

    With `shared` it is only to be looked at: things of which several observers know the same are
    copied once for all of them, and those without lists and dicts that are known wholly are the
    game's own. Lists and dicts of what an empire alone knows are its own all the same.
    Raises TypeError if a hidden field has neither a placeholder nor a default.
    """
    eye = observer if isinstance(observer, Eye) else Eye(observer)
    return cast("G", _known_part(game, Sight.KNOWN, _Look(eye, shared)))


class _Look:
    """One look at a game: an eye, and what others have copied already."""

    __slots__ = ("among", "is_plain", "mine", "public", "shared", "sight")

    def __init__(self, eye: Eye, shared: Shared | None) -> None:
        self.sight, self.among, self.mine = eye.sight, eye.among, eye.mine
        self.public = eye.public if shared is not None else ()
        self.shared = shared
        #: whether values of a class, which is no entity's, are handed on as they are
        self.is_plain: Callable[[type], bool] = _is_plain
        if shared is not None:
            self.is_plain = _is_plain_to_look_at


@cache
def _is_plain(cls: type) -> bool:
    return not issubclass(cls, Entity) and is_shared_by_copies(cls)


@cache
def _is_plain_to_look_at(cls: type) -> bool:
    return holds(cls) is Holds.VALUES and not issubclass(cls, Entity)


@cache
def _whole(cls: type) -> Sight:
    """How well one must know a thing of this class to know all of it."""
    return max(needed for _, needed, _, _ in _plan(cls))


def _known_entities(entities: list[Any], cls: type, look: _Look) -> list[Any]:
    """What is known of entities of one class; those of which nothing is known are left out.

    Games have them by the thousand: what the class decides is asked once for all.
    """
    sight, shared, holding = look.sight, look.shared, holds(cls)
    if shared is None or holding is Holds.ANYTHING:
        return [
            _known_part(entity, degree, look)
            for entity in entities
            if (degree := sight(entity)) > Sight.NOTHING
        ]
    as_it_is = _whole(cls) if holding is Holds.VALUES else _NEVER
    return [
        entity if degree >= as_it_is else _shared_part(entity, degree, look, shared)
        for entity in entities
        if (degree := sight(entity)) > Sight.NOTHING
    ]


def _shared_part(entity: Any, sight: Sight, look: _Look, shared: Shared) -> Any:
    key = id(entity), sight
    part = shared.get(key)
    if part is None:
        part = shared[key] = _known_part(entity, sight, look)
    return part


def _known_part(thing: Any, sight: Sight, look: _Look) -> Any:
    cls: type = type(thing)
    return _part_maker(cls, sight)(thing, look)


@cache
def _part_maker(cls: type, sight: Sight) -> Callable[[Any, _Look], Any]:
    """What makes a thing that holds what is known of one at this degree of sight.

    A function written for the class, field by field, as that of copies is.
    """
    lines = ["def known(thing, look):", "    new = create(cls)"]
    is_free = getattr(cls, "__setattr__", None) is object.__setattr__
    put = "new.{} = {}" if is_free else "put(new, '{}', {})"  # frozen, or checked when it is set
    names: dict[str, Any] = {"cls": cls, "create": object.__new__, "put": object.__setattr__}
    for name, needed, make, value in _plan(cls):
        names[f"make_{name}"], names[f"value_{name}"] = make, value
        seen = f"make_{name}()" if make else f"value_{name}"
        if sight >= needed:
            lines.append(f"    seen = thing.{name}")
            seen = "seen if type(seen) in atoms else known_value(seen, look)"
        lines.append(f"    {put.format(name, seen)}")
    names.update(atoms=_ATOMS, known_value=_known_value)
    exec("\n".join([*lines, "    return new"]), names)  # noqa: S102 - of names of fields alone
    return cast("Callable[[Any, _Look], Any]", names["known"])


def _known_value(value: Any, look: _Look) -> Any:
    """A field's value without the entities that are not known, wherever in it they stand."""
    if isinstance(value, list):
        chosen = look.among(value) if look.among else value
        kinds = set(map(type, chosen))
        if all(map(look.is_plain, kinds)):
            return list(chosen)
        if len(kinds) == 1 and issubclass(only := kinds.pop(), Entity) and only not in look.public:
            return _known_entities(chosen, only, look)
        parts = [_known_item(item, look) for item in chosen]
        return [part for part in parts if part is not _UNKNOWN]
    if isinstance(value, dict):
        if all(map(look.is_plain, set(map(type, value.values())))):
            return dict(value)
        pairs = ((key, _known_item(item, look)) for key, item in value.items())
        return {key: part for key, part in pairs if part is not _UNKNOWN}
    part = _known_item(value, look)
    return None if part is _UNKNOWN else part


def _known_item(value: Any, look: _Look) -> Any:
    kind: type = type(value)
    if kind in _ATOMS:
        return value
    if kind in look.public and look.shared is not None and value is not look.mine:
        return _shared_part(value, Sight.KNOWN, look, look.shared)
    if isinstance(value, Entity):
        known = _known_entities([value], kind, look)
        return known[0] if known else _UNKNOWN
    if isinstance(value, list | dict):
        return _known_value(value, look)
    return value if look.is_plain(kind) else copy_of(value)
