"""Strategies for changes to what an empire cannot see, used by the laws of secrecy.

`hidden_changes` gives games that look the same to one empire: hidden fields have other values, and
entities unknown to it were changed, removed or duplicated. The marks on the fields and the
variant's observer decide what is hidden.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, cast

import attrs
from attrs import Factory, frozen
from hypothesis import strategies as st

from horizons_core.codec import copy_of, dump
from horizons_core.errors import SaveError
from horizons_core.model.entities import Entity, Game
from horizons_core.model.events import Event
from horizons_core.model.knowledge import Observer
from horizons_core.model.ledger import Entry, Ledger
from horizons_core.model.sight import Sight, has_mark, sight_of_field
from horizons_core.orders.diagnostics import Diagnostic
from horizons_core.plugins.variant import Variant
from horizons_core.rng import Stream
from horizons_core.saves import load
from horizons_core.testing.changes import Pick, altered
from horizons_core.turn.context import VariantRules
from horizons_core.turn.run import Turn

#: Steps from a game down to a part: names of fields, indices and keys.
Path = tuple[Any, ...]

#: Errors that an observer may raise for an impossible game state.
_IMPOSSIBLE = (
    LookupError, ValueError, TypeError, ArithmeticError, AttributeError, StopIteration,
)  # fmt: skip


@frozen
class Hidden:
    """The parts of a game that are hidden from an empire, each as the path to its holder.

    Attributes:
        entities: entities that the empire does not know of, by their class and the field that
            contains them; they can be removed or duplicated, and all their fields can change.
        fields: fields that it does not see of entities that it knows of, by class and name.
    """

    entities: dict[tuple[type, str], list[Path]] = Factory(lambda: defaultdict(list))
    fields: dict[tuple[type, str], list[Path]] = Factory(lambda: defaultdict(list))

    def kinds(self) -> list[tuple[type, str, bool]]:
        """Return what can change: entities of a class in a field or, if true, fields of a class."""
        fields = dict.fromkeys(
            (cls, field.name) for cls, _ in self.entities for field in attrs.fields(cls)
        )
        fields.update(dict.fromkeys(self.fields))
        return [*((*key, False) for key in self.entities), *((*key, True) for key in fields)]

    def holders(self, cls: type, name: str) -> list[Path]:
        """Return the paths to the objects of a class whose field of this name is hidden."""
        unknown = [p for (kind, _), paths in self.entities.items() if kind is cls for p in paths]
        return [*unknown, *self.fields.get((cls, name), ())]


@frozen
class Visibility:
    """The entities that an empire sees, with the degree of sight, and what is hidden from it."""

    seen: tuple[tuple[str, str, Sight], ...]
    hidden: Hidden


def visibility_of(game: Game, empire: str, variant: VariantRules) -> Visibility:
    """Analyze a game from the point of view of an empire, or of a person without an empire."""
    observer = variant.observer(game, empire)
    known: list[tuple[Entity, Sight]] = []
    hidden = Hidden()
    _walk(game, Sight.KNOWN, (), observer, known, hidden)
    seen = tuple((type(entity).__name__, entity.id, degree) for entity, degree in known)
    return Visibility(seen, hidden)


def seen_entities(game: Game, empire: str, variant: VariantRules) -> list[tuple[Entity, Sight]]:
    """Return every entity that the empire knows of, with its degree of sight."""
    observer = variant.observer(game, empire)
    known: list[tuple[Entity, Sight]] = []
    _walk(game, Sight.KNOWN, (), observer, known, Hidden())
    return known


def _walk(
    entity: Any,
    sight: Sight,
    path: Path,
    observer: Observer,
    seen: list[tuple[Entity, Sight]],
    hidden: Hidden,
) -> None:
    for field in attrs.fields(type(entity)):
        if sight < sight_of_field(field):
            hidden.fields[type(entity), field.name].append(path)
            continue
        for step, part in _entities(getattr(entity, field.name)):
            part_path = (*path, field.name, *step)
            degree = observer(part)
            if degree > Sight.NOTHING:
                seen.append((part, degree))
                _walk(part, degree, part_path, observer, seen, hidden)
            elif step:
                hidden.entities[type(part), field.name].append(part_path)


def _entities(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield the entities in a field's value, at any depth, with the steps to them."""
    if isinstance(value, Entity):
        yield path, value
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from _entities(item, (*path, index))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _entities(item, (*path, key))


def entities_of(part: Any) -> Iterator[Entity]:
    """Yield every entity in a game or a part of it, at any depth."""
    for field in attrs.fields(type(part)):
        for _, entity in _entities(getattr(part, field.name)):
            yield entity
            yield from entities_of(entity)


def containers_in(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every list and dict in a value, at any depth, with its place."""
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, list | dict):
        yield place, value
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list | tuple):
        parts = enumerate(value)
    elif attrs.has(type(value)):
        parts = ((field.name, getattr(value, field.name)) for field in attrs.fields(type(value)))
    for name, part in parts:
        yield from containers_in(part, f"{place}/{name}")


@cache
def unmarked_fields(cls: type) -> tuple[str, ...]:
    """Return the fields of a class without a mark of sight, as `Class.field`."""
    return tuple(f"{cls.__name__}.{f.name}" for f in attrs.fields(cls) if not has_mark(f))


def _get(part: Any, path: Sequence[Any]) -> Any:
    for step in path:
        part = getattr(part, step) if attrs.has(type(part)) else part[step]
    return part


def _change_field(
    game: Game, holders: Sequence[Path], name: str, pick: Pick, pool: Sequence[Any]
) -> None:
    for path in holders:
        holder = _get(game, path)
        object.__setattr__(holder, name, altered(getattr(holder, name), pick, pool))


def _change_entity(game: Game, path: Path, pick: Pick) -> None:
    """Remove an entity, or insert a copy of it with another id into its list."""
    container, step = _get(game, path[:-1]), path[-1]
    if isinstance(container, tuple):
        return
    duplicate = copy_of(container[step])
    duplicate.id += "'"
    if pick(2) == 0:
        del container[step]
    elif isinstance(container, list):
        container.insert(pick(len(container) + 1), duplicate)
    else:
        container[duplicate.id] = duplicate


def _changed(game: Game, hidden: Hidden, pick: Pick) -> Game:
    """Return a copy of the game with one hidden change, or with a field changed in all holders."""
    new = copy_of(game)
    kinds = hidden.kinds()
    cls, name, is_field = kinds[pick(len(kinds))]
    places = hidden.holders(cls, name) if is_field else hidden.entities[cls, name]
    place = places[pick(len(places))]
    if not is_field:
        _change_entity(new, place, pick)
        return new
    pool = [getattr(_get(game, path), name) for path in places]
    if pick(3) == 0:
        stream = Stream.from_key("all of a kind", pick(1_000_000))
        _change_field(new, places, name, stream.below, pool)
    else:
        _change_field(new, [place], name, pick, pool)
    return new


def _looks_the_same(
    game: Game, empire: str, variant: VariantRules, before: Visibility
) -> Visibility | None:
    """Return the hidden parts after a change; None if it changed what the empire sees."""
    try:
        after = visibility_of(game, empire, variant)
    except _IMPOSSIBLE:
        return None
    return after if after.seen == before.seen else None


def _is_refused(game: Game, variant: VariantRules) -> bool:
    """Return whether the game could not be loaded."""
    try:
        load(dump(game), cast(Variant, variant))
    except SaveError:
        return True
    return False


@st.composite
def hidden_changes(
    draw: st.DrawFn,
    game: Game,
    empire: str,
    variant: VariantRules,
    maximum: int = 6,
    *,
    loadable: bool = False,
) -> Game:
    """Draw games that differ from this one only in what is hidden, by up to `maximum` changes.

    A change that alters which entities the empire sees, or how well, is undone: a ship moved into
    its sight is no longer hidden. With `loadable`, changes that no saved game can have, such as an
    owner who is not in the game, are undone as well.
    """

    def pick(count: int) -> int:
        return draw(st.integers(0, count - 1))

    current, before = game, visibility_of(game, empire, variant)
    for _ in range(1 + pick(maximum)):
        if not before.hidden.kinds():
            break
        candidate = _changed(current, before.hidden, pick)
        after = _looks_the_same(candidate, empire, variant, before)
        if after is not None and not (loadable and _is_refused(candidate, variant)):
            current, before = candidate, after
    return current


@st.composite
def hidden_turns(draw: st.DrawFn, turn: Turn, empire: str, *, loadable: bool = False) -> Turn:
    """Draw turns that differ from this one only in what is hidden: the game, and others' results.

    Events outside the empire's knowledge and other empires' ledger lines and remarks are changed,
    dropped or duplicated.
    """
    pick = Stream.from_key("others", draw(st.integers(0, 999_999))).below
    game = draw(hidden_changes(turn.game, empire, turn.variant, loadable=loadable))
    return attrs.evolve(
        turn,
        game=game,
        events=tuple(_other_events(turn.events, empire, pick)),
        diagnostics=_other_diagnostics(turn, empire, pick),
        ledger=Ledger(list(_other_entries(turn.ledger, empire, pick))),
    )


def _other_events(events: Sequence[Event], empire: str, pick: Pick) -> Iterator[Event]:
    """Yield the events, with about a third of the hidden ones changed, dropped or duplicated."""
    for event in events:
        if event.visible_to(empire) or pick(3):
            yield event
            continue
        for _ in range(pick(3)):
            data = altered(dict(event.data), pick)
            yield attrs.evolve(event, text=altered(event.text, pick), data=data, place=None)


def _other_diagnostics(turn: Turn, empire: str, pick: Pick) -> dict[str, Sequence[Diagnostic]]:
    surprise = Diagnostic("error", "surprise", "nobody else may read this")
    return {
        name: remarks if name == empire else [surprise, *remarks][pick(2) :]
        for name, remarks in turn.diagnostics.items()
    }


def _other_entries(ledger: Ledger, empire: str, pick: Pick) -> Iterator[Entry]:
    for entry in ledger.entries:
        if entry.empire == empire or pick(3):
            yield entry
            continue
        for _ in range(pick(3)):
            yield attrs.evolve(entry, amount=entry.amount + 1, reason=altered(entry.reason, pick))
