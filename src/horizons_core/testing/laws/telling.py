"""The laws of what is told: nothing vanishes in silence, and no event tells what is private."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from horizons_core.codec import canonical, plain
from horizons_core.model.entities import Entity, Game, Unit
from horizons_core.model.events import EVERYBODY, Event
from horizons_core.model.sight import Sight, sight_of_field
from horizons_core.testing.laws.knobs import Knobs
from horizons_core.testing.playing import PlayedTurn
from horizons_core.testing.secrecy import entities_of


class TellingLaws(Knobs):
    """Events say what has become of units, and keep to the marks on the fields."""

    def test_no_unit_vanishes_without_an_event_that_names_it(self) -> None:
        """Those of the classes in `silent_units` may: groups that merge, counters that are drawn.

        An event names a unit by its id, by its name, or in what it tells of a battle.
        """
        for played in self.played():
            gone = list(self._gone(played))
            told = canonical(plain(list(played.after.events))).decode() if gone else ""
            untold = [unit for unit in gone if not any(n in told for n in _names(unit))]
            assert not untold, (
                f"turn {played.after.game.turn}: {type(untold[0]).__name__} {untold[0].id} was"
                " there before and is gone, and no event names it: emit one, or name the class"
                " in `silent_units`"
            )

    def _gone(self, played: PlayedTurn) -> Iterator[Unit]:
        before, after = units_of(played.before), units_of(played.after.game)
        for key, unit in before.items():
            if key not in after and type(unit).__name__ not in self.silent_units:
                yield unit

    def test_no_event_tells_everybody_a_field_that_is_private(self) -> None:
        """A fact of an event has the name and value of a field that not everybody may know.

        `open_facts` has those fields, as `Class.field`, of which the rules say that it is told.
        """
        for played in self.played():
            game = played.after.game
            observers = [self.variant.view_model.observer(game, one.id) for one in game.empires]
            public = [event for event in played.after.events if EVERYBODY in event.audience]
            entities = {entity.id: entity for entity in entities_of(game)} if public else {}
            for event in public:
                for entity in _subjects(event, entities):
                    seen = min(observer(entity) for observer in observers)
                    for name in _private_facts(event, entity, seen):
                        assert name in self.open_facts, (
                            f"event '{event.code}' tells everybody {name} of {entity.id}, which not"
                            " all may know: tell its owner, or name it in `open_facts`"
                        )


def units_of(game: Game) -> dict[tuple[str, str], Unit]:
    """All units in the lists of a game, by the name of the list and the id."""
    found: dict[tuple[str, str], Unit] = {}
    for field in attrs.fields(type(game)):
        things = getattr(game, field.name)
        if isinstance(things, list):
            found |= {(field.name, thing.id): thing for thing in things if isinstance(thing, Unit)}
    return found


def _names(unit: Unit) -> list[str]:
    """What an event may call a unit, as it stands in canonical JSON."""
    names = [unit.id, *(getattr(unit, word, "") for word in ("name", "called"))]
    return [canonical(name).decode()[1:-1] for name in names if name and isinstance(name, str)]


def _subjects(event: Event, entities: Mapping[str, Entity]) -> Iterator[Entity]:
    """The entities whose ids are facts of an event."""
    for fact in event.data.values():
        if isinstance(fact, str) and fact in entities:
            yield entities[fact]


def _private_facts(event: Event, entity: Entity, seen: Sight) -> Iterator[str]:
    """Fields of an entity that those who see it least do not know, and an event tells."""
    for field in attrs.fields(type(entity)):
        value: Any = getattr(entity, field.name)
        if (
            field.name in event.data
            and sight_of_field(field) > max(seen, Sight.KNOWN)
            and value
            and event.data[field.name] == value
        ):
            yield f"{type(entity).__name__}.{field.name}"
