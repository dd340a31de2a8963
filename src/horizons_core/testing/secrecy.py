"""Changing what an empire cannot see: the strategies behind the law that nothing hidden shows.

`hidden_changes` gives games that look the same to one empire: hidden fields hold other values, and
entities it does not know of were changed, removed or doubled. What is hidden is decided by the
marks on the fields and by the variant's observer, for entities wherever they stand.
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

#: Steps from a game down to a part of it: names of fields, indices and keys.
Path = tuple[Any, ...]

#: What an observer may raise at a situation that cannot come about.
_IMPOSSIBLE = (
    LookupError, ValueError, TypeError, ArithmeticError, AttributeError, StopIteration,
)  # fmt: skip


@frozen
class Hidden:
    """The parts of a game that an empire may not know, each by the path to what holds it.

    Attributes:
        entities: those that it does not know of, by their class and the field that they stand in;
            they can be removed or doubled, and any field of theirs can get another value.
        fields: the fields that it does not see of entities that it knows of, by class and name.
    """

    entities: dict[tuple[type, str], list[Path]] = Factory(lambda: defaultdict(list))
    fields: dict[tuple[type, str], list[Path]] = Factory(lambda: defaultdict(list))

    def kin(self) -> list[tuple[type, str, bool]]:
        """What can be changed: entities of a class in a field, or (true) a field of a class."""
        fields = dict.fromkeys(
            (cls, field.name) for cls, _ in self.entities for field in attrs.fields(cls)
        )
        fields.update(dict.fromkeys(self.fields))
        return [*((*key, False) for key in self.entities), *((*key, True) for key in fields)]

    def holders(self, cls: type, name: str) -> list[Path]:
        """The paths to the objects of a class of which this field is hidden."""
        whole = [path for (kind, _), at in self.entities.items() if kind is cls for path in at]
        return [*whole, *self.fields.get((cls, name), ())]


@frozen
class Sights:
    """What one empire sees of which entities, and what is hidden from it."""

    seen: tuple[tuple[str, str, Sight], ...]
    hidden: Hidden


def sights(game: Game, empire: str, variant: VariantRules) -> Sights:
    """Take a game apart as one empire, or somebody without one, sees it."""
    observer = variant.observer(game, empire)
    found: list[tuple[Entity, Sight]] = []
    hidden = Hidden()
    _walk(game, Sight.KNOWN, (), observer, found, hidden)
    seen = tuple((type(entity).__name__, entity.id, degree) for entity, degree in found)
    return Sights(seen, hidden)


def seen_entities(game: Game, empire: str, variant: VariantRules) -> list[tuple[Entity, Sight]]:
    """Every entity that the empire knows of, with how well it sees it."""
    observer = variant.observer(game, empire)
    found: list[tuple[Entity, Sight]] = []
    _walk(game, Sight.KNOWN, (), observer, found, Hidden())
    return found


def _walk(
    thing: Any,
    sight: Sight,
    path: Path,
    observer: Observer,
    seen: list[tuple[Entity, Sight]],
    hidden: Hidden,
) -> None:
    for field in attrs.fields(type(thing)):
        if sight < sight_of_field(field):
            hidden.fields[type(thing), field.name].append(path)
            continue
        for step, part in _entities(getattr(thing, field.name)):
            here = (*path, field.name, *step)
            degree = observer(part)
            if degree > Sight.NOTHING:
                seen.append((part, degree))
                _walk(part, degree, here, observer, seen, hidden)
            elif step:
                hidden.entities[type(part), field.name].append(here)


def _entities(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The entities in a field's value, wherever they stand, with the steps to them."""
    if isinstance(value, Entity):
        yield path, value
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from _entities(item, (*path, index))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _entities(item, (*path, key))


def entities_of(thing: Any) -> Iterator[Entity]:
    """Every entity of a game or of a part of it, however deep it stands."""
    for field in attrs.fields(type(thing)):
        for _, part in _entities(getattr(thing, field.name)):
            yield part
            yield from entities_of(part)


def containers_in(thing: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Every list and dict in a thing, wherever in it they stand, with its place."""
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(thing, list | dict):
        yield place, thing
    if isinstance(thing, dict):
        parts = thing.items()
    elif isinstance(thing, list | tuple):
        parts = enumerate(thing)
    elif attrs.has(type(thing)):
        parts = ((field.name, getattr(thing, field.name)) for field in attrs.fields(type(thing)))
    for name, part in parts:
        yield from containers_in(part, f"{place}/{name}")


@cache
def unmarked_fields(cls: type) -> tuple[str, ...]:
    """The fields of a class that do not say who may see them, as `Class.field`."""
    return tuple(f"{cls.__name__}.{f.name}" for f in attrs.fields(cls) if not has_mark(f))


def _get(thing: Any, path: Sequence[Any]) -> Any:
    for step in path:
        thing = getattr(thing, step) if attrs.has(type(thing)) else thing[step]
    return thing


def _change_field(
    game: Game, holders: Sequence[Path], name: str, pick: Pick, pool: Sequence[Any]
) -> None:
    for path in holders:
        holder = _get(game, path)
        object.__setattr__(holder, name, altered(getattr(holder, name), pick, pool))


def _change_entity(game: Game, path: Path, pick: Pick) -> None:
    """Remove an entity or put a double of it, under another id, in some place of its list."""
    container, step = _get(game, path[:-1]), path[-1]
    if isinstance(container, tuple):
        return
    double = copy_of(container[step])
    double.id += "'"
    if pick(2) == 0:
        del container[step]
    elif isinstance(container, list):
        container.insert(pick(len(container) + 1), double)
    else:
        container[double.id] = double


def _changed(game: Game, hidden: Hidden, pick: Pick) -> Game:
    """A copy of the game with one change, or one field changed in all things that hide it."""
    new = copy_of(game)
    kin = hidden.kin()
    cls, name, is_field = kin[pick(len(kin))]
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
    game: Game, empire: str, variant: VariantRules, before: Sights
) -> Sights | None:
    """The hidden things after a change; None if it changed what the empire sees of what."""
    try:
        after = sights(game, empire, variant)
    except _IMPOSSIBLE:
        return None
    return after if after.seen == before.seen else None


def _is_refused(game: Game, variant: VariantRules) -> bool:
    """Whether the game could not be loaded."""
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
    most: int = 6,
    *,
    loadable: bool = False,
) -> Game:
    """Games that differ from this one in what the empire cannot see, by up to `most` changes.

    A change that alters which entities the empire sees, and how well, is taken back: a ship that
    was moved into its sight is no secret any more. With `loadable` also one that a saved game
    cannot have, such as an owner who is not in the game.
    """

    def pick(count: int) -> int:
        return draw(st.integers(0, count - 1))

    current, before = game, sights(game, empire, variant)
    for _ in range(1 + pick(most)):
        if not before.hidden.kin():
            break
        candidate = _changed(current, before.hidden, pick)
        after = _looks_the_same(candidate, empire, variant, before)
        if after is not None and not (loadable and _is_refused(candidate, variant)):
            current, before = candidate, after
    return current


@st.composite
def hidden_turns(draw: st.DrawFn, turn: Turn, empire: str, *, loadable: bool = False) -> Turn:
    """The turn with another hidden side: the game, and what others were told of it.

    Events outside the empire's knowledge, the others' ledger lines and remarks are changed, left
    out, or told twice.
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
    """The events with up to one in three of the hidden ones changed, left out or doubled."""
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
