"""Views and reports of people without an empire: everything or public information, by role."""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs

from horizons_core.codec import copy_of, plain
from horizons_core.model.entities import Empire, Entity, Game
from horizons_core.model.knowledge import Observer, known_game
from horizons_core.model.roles import Role
from horizons_core.model.sight import Sight, sight_of_field
from horizons_core.model.views import ViewModel
from horizons_core.plugins.defaults import known_data, own_fields
from horizons_core.report.document import ReportForm


def seat_observer(game: Game, role: Role, view_model: ViewModel) -> Observer:
    """Return how well a person with this role knows each entity: fully, or its public fields.

    A view model may define which entities are public (`spectator`); by default they are the
    empires that all empires know of.
    """
    if role.sees_all:
        return lambda _: Sight.GAMEMASTER
    public: Observer = getattr(view_model, "spectator", _known_to_all(view_model))(game)
    return lambda entity: min(public(entity), Sight.KNOWN)


def _known_to_all(view_model: ViewModel) -> Any:
    def observer(game: Game) -> Observer:
        observers = [view_model.observer(game, empire.id) for empire in game.empires]

        def sight(entity: Entity) -> Sight:
            public = isinstance(entity, Empire) and all(known(entity) for known in observers)
            return Sight.KNOWN if public else Sight.NOTHING

        return sight

    return observer


def known_to_seat(game: Game, role: Role, view_model: ViewModel) -> Game:
    """Return the part of the game that this role may know, never the secret of its dice."""
    if not role.sees_all:
        return known_game(game, seat_observer(game, role, view_model))
    copy = copy_of(game)
    copy.secret = ""
    return copy


def seat_data(known: Game, role: Role, view_model: ViewModel) -> dict[str, Any]:
    """Return the data of the view for this role, made from what it knows."""
    if role.sees_all:
        return view_model.describe(known, None)
    describe = getattr(view_model, "spectator_view", public_data)
    data: dict[str, Any] = describe(known)
    return data


def public_data(known: Game) -> dict[str, Any]:
    """Return the turn, the outcome, and the variant's public fields, as plain data."""
    public = {field.name for field in attrs.fields(type(known)) if _is_public(field)}
    names = [name for name in own_fields(known) if name in public]
    return {
        "turn": known.turn,
        "outcome": plain(known.outcome),
        **{name: known_data(getattr(known, name), lambda _: Sight.KNOWN) for name in names},
    }


def _is_public(field: attrs.Attribute[Any]) -> bool:
    return sight_of_field(field) <= Sight.KNOWN


@cache
def seat_report_form() -> ReportForm:
    """Return the reports of people without an empire: all parts of the view, in order.

    A variant's own templates are for the views of empires.
    """
    from horizons_core.report.rendering import form_from_templates

    return form_from_templates("horizons_core.report", {"type": "object"})
