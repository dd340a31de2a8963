"""What people get who play no empire: by their role everything, or what everybody may know."""

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
from horizons_core.plugins.defaults import own_fields, told
from horizons_core.report.document import ReportForm


def seat_observer(game: Game, role: Role, view_model: ViewModel) -> Observer:
    """How well somebody of this role knows each entity: wholly, or what is public of it.

    Which entities are public a view model may say (`spectator`); else it is the empires that every
    empire knows of.
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
    """The part of the game that somebody of this role may know; never the secret of its chance."""
    if not role.sees_all:
        return known_game(game, seat_observer(game, role, view_model))
    whole = copy_of(game)
    whole.secret = ""
    return whole


def seat_data(known: Game, role: Role, view_model: ViewModel) -> dict[str, Any]:
    """The data of the view of somebody of this role, made from what is known."""
    if role.sees_all:
        return view_model.describe(known, None)
    describe = getattr(view_model, "spectator_view", public_data)
    data: dict[str, Any] = describe(known)
    return data


def public_data(known: Game) -> dict[str, Any]:
    """The turn, the outcome, and all public fields of the variant's own, as plain data."""
    public = {field.name for field in attrs.fields(type(known)) if _is_public(field)}
    own = [name for name in own_fields(known) if name in public]
    return {
        "turn": known.turn,
        "outcome": plain(known.outcome),
        **{name: told(getattr(known, name), lambda _: Sight.KNOWN) for name in own},
    }


def _is_public(field: attrs.Attribute[Any]) -> bool:
    return sight_of_field(field) <= Sight.KNOWN


@cache
def seat_report_form() -> ReportForm:
    """The reports of people without an empire: all parts of the view, one after another.

    A variant's own templates are for the views of empires.
    """
    from horizons_core.report.rendering import form_from_templates

    return form_from_templates("horizons_core.report", {"type": "object"})
