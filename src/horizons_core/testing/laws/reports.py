"""Laws of events and reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs
from jsonschema import Draft202012Validator

from horizons_core.codec import canonical, plain
from horizons_core.model.entities import Entity, Game, Unit
from horizons_core.model.events import EVERYONE, Event
from horizons_core.model.sight import Sight, sight_of_field
from horizons_core.plugins.hooks import hookimpl
from horizons_core.plugins.implementations import place_of
from horizons_core.report.maps import map_svg
from horizons_core.testing.laws.settings import ContractSettings
from horizons_core.testing.playing import PlayedTurn
from horizons_core.testing.secrecy import entities_of


class EventLaws(ContractSettings):
    """Events report what became of units, and respect the marks on the fields."""

    def test_no_unit_vanishes_without_an_event_that_names_it(self) -> None:
        """Classes in `silent_units` are exempt: groups that merge, counters that are drawn.

        An event names a unit by its id, by its name, or in the record of a battle.
        """
        for played in self.played():
            vanished = list(self._vanished(played))
            event_texts = canonical(plain(list(played.after.events))).decode() if vanished else ""
            missing = [unit for unit in vanished if not any(n in event_texts for n in _names(unit))]
            assert not missing, (
                f"turn {played.after.game.turn}: {type(missing[0]).__name__} {missing[0].id}"
                " disappeared, and no event names it: emit one, or list the class in"
                " `silent_units`"
            )

    def _vanished(self, played: PlayedTurn) -> Iterator[Unit]:
        before, after = units_of(played.before), units_of(played.after.game)
        for key, unit in before.items():
            if key not in after and type(unit).__name__ not in self.silent_units:
                yield unit

    def test_no_public_event_reveals_a_private_field(self) -> None:
        """A public event must not hold the name and value of a field that is not public.

        `open_facts` lists exceptions, as `Class.field`, that the rules make public.
        """
        for played in self.played():
            game = played.after.game
            observers = [self.variant.view_model.observer(game, e.id) for e in game.empires]
            public = [event for event in played.after.events if EVERYONE in event.audience]
            entities = {entity.id: entity for entity in entities_of(game)} if public else {}
            for event in public:
                for entity in _subjects(event, entities):
                    sight = min(observer(entity) for observer in observers)
                    for name in _private_facts(event, entity, sight):
                        assert name in self.open_facts, (
                            f"event '{event.code}' shows everybody {name} of {entity.id},"
                            " which is not public: send it to the owner, or list the fact in"
                            " `open_facts`"
                        )


def units_of(game: Game) -> dict[tuple[str, str], Unit]:
    """Return all units in the lists of a game, by the name of the list and the id."""
    units: dict[tuple[str, str], Unit] = {}
    for field in attrs.fields(type(game)):
        items = getattr(game, field.name)
        if isinstance(items, list):
            units |= {(field.name, item.id): item for item in items if isinstance(item, Unit)}
    return units


def _names(unit: Unit) -> list[str]:
    """Return the names of a unit in events, as they appear in canonical JSON."""
    names = [unit.id, *(getattr(unit, word, "") for word in ("name", "called"))]
    return [canonical(name).decode()[1:-1] for name in names if name and isinstance(name, str)]


def _subjects(event: Event, entities: Mapping[str, Entity]) -> Iterator[Entity]:
    """Yield the entities whose ids are facts of an event."""
    for fact in event.data.values():
        if isinstance(fact, str) and fact in entities:
            yield entities[fact]


def _private_facts(event: Event, entity: Entity, sight: Sight) -> Iterator[str]:
    """Yield fields that an event reveals although not every empire may see them."""
    for field in attrs.fields(type(entity)):
        value: Any = getattr(entity, field.name)
        if (
            field.name in event.data
            and sight_of_field(field) > max(sight, Sight.KNOWN)
            and value
            and event.data[field.name] == value
        ):
            yield f"{type(entity).__name__}.{field.name}"


class _ReportListener:
    """Records the reports that are made."""

    def __init__(self) -> None:
        self.reports: list[tuple[str, int]] = []

    @hookimpl
    def horizons_report_ready(self, report: Mapping[str, Any]) -> None:
        self.reports.append((report["empire"], report["turn"]))


class ReportLaws(ContractSettings):
    """Every empire gets a report of every turn, in every format."""

    def test_the_report_keeps_to_its_schema(self) -> None:
        schema = self.variant.report_form.schema()
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        for turn, empire in self.reported_turns():
            data = turn.report(empire).data
            faults = [
                f"{'/'.join(map(str, e.path))}: {e.message}" for e in validator.iter_errors(data)
            ]
            assert not faults, "\n".join(faults[:10])

    def test_the_report_renders_as_text_and_html(self) -> None:
        for turn, empire in self.reported_turns():
            report = turn.report(empire)
            assert empire in report.text
            assert report.html.count("<") > 3
            assert not [name for name in self.seats if "<" in name and name in report.html]

    def test_the_map_can_be_drawn(self) -> None:
        for turn, empire in self.reported_turns():
            chart = self.variant.map(self.variant.view(turn.game, empire))
            canonical(chart)
            try:
                drawn = map_svg(chart) if chart else ""
            except (AttributeError, LookupError, TypeError, ValueError) as problem:
                place = place_of(self.variant.view_model.map)
                reason = f"{type(problem).__name__}: {problem}"
                raise ValueError(
                    f"{place}: the map of {empire} cannot be drawn: {reason}"
                ) from problem
            assert not chart or "</svg>" in drawn

    def test_listeners_get_every_report(self) -> None:
        listener, turn = _ReportListener(), self.played()[0].after
        self.variant.manager.register(listener)
        try:
            for empire in self.seats:
                turn.report(empire)
        finally:
            self.variant.manager.unregister(listener)
        assert listener.reports == [(empire, turn.game.turn) for empire in self.seats]

    def test_every_event_names_clauses_of_the_rulebook(self) -> None:
        named = {rule for p in self.played() for event in p.after.events for rule in event.rules}
        assert not [rule for rule in sorted(named) if rule not in self.variant.rules]
