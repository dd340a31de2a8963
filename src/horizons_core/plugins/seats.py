"""People without an empire, and players who join a game after its set-up."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import attrs

from horizons_core.codec import copy_of, plain
from horizons_core.errors import GameOverError, OptionError, PluginError
from horizons_core.localized_text import LocalizedText
from horizons_core.model.entities import Empire, Entity, G, Game, Seat, folded
from horizons_core.model.knowledge import Observer, known_game
from horizons_core.model.sight import Sight, sight_of_field
from horizons_core.model.views import Role, ViewModel
from horizons_core.plugins.defaults import known_data, own_fields
from horizons_core.plugins.info import VariantInfo, checked_options
from horizons_core.report.document import ReportForm
from horizons_core.rng import Stream
from horizons_core.turn import VariantRules, secrets
from horizons_core.turn.secrets import commit_to_own_key


def take_seat(info: VariantInfo, game: Game, seat: Seat) -> None:
    """Add a person without an empire to the game, in place."""
    _check_free(info, game, seat.id)
    game.seats.append(seat)


def takes_late_players(hook: Any) -> bool:
    """Return whether any plug-in behind this hook caller lets players join running games."""
    return bool(hook.horizons_join_game.get_hookimpls())


def with_player(
    info: VariantInfo, variant: VariantRules, game: G, player: str, options: Mapping[str, Any]
) -> G:
    """Return a copy of the game with one more player's empire (see `Variant.join`)."""
    _check_room(info, variant.hook, game)
    _check_free(info, game, player)
    checked = checked_options(info.name, info.join_options, options)
    key = secrets.joining_key(game.secret, game.turn, player)
    after = copy_of(game)
    stream = Stream.from_key(key, "join-game")
    empire = variant.hook.horizons_join_game(
        game=after, player=player, options=checked, stream=stream, variant=variant
    )
    if not isinstance(empire, Empire) or empire.id != player:
        raise PluginError(
            f"{info.name}: horizons_join_game returns {empire!r}",
            f"it must be an Empire with the id {player!r}",
        )
    if not any(other is empire for other in after.empires):
        after.empires.append(empire)
    commit_to_own_key(empire, after, game.secret)
    return after


def _check_room(info: VariantInfo, hook: Any, game: Game) -> None:
    maximum = info.players[1]
    if game.outcome is not None:
        raise GameOverError(
            LocalizedText(
                "the game ended in turn {turn}: {why}",
                turn=game.outcome.turn,
                why=game.outcome.reason,
            ),
            "start a new game",
        )
    if not takes_late_players(hook):
        raise OptionError(
            f"{info.title} does not let players join a running game",
            "they can follow it as spectators",
        )
    if len(game.empires) >= maximum:
        raise OptionError(f"{info.title} is for at most {maximum} players", "the game is full")


def _check_free(info: VariantInfo, game: Game, name: str) -> None:
    """Raise OptionError for a name that is not allowed or already taken."""
    info.check_names([name])
    for participant in game.participants:
        if folded(name) in {folded(participant.id), folded(participant.name)}:
            raise OptionError(
                f"the name '{name}' is already taken in this game",
                "choose another name; case is ignored",
            )


def seat_observer(game: Game, role: Role, view_model: ViewModel) -> Observer:
    """Return a function that tells how well this role knows an entity: fully, or its public fields.

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


def known_to_seat(game: G, role: Role, view_model: ViewModel) -> G:
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
