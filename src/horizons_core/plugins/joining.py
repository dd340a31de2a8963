"""Additions to a game after its set-up: people without an empire, and late players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core.codec import copy_of
from horizons_core.errors import GameOverError, OptionError, PluginError
from horizons_core.localized_text import LocalizedText
from horizons_core.model.entities import Empire, Game, Seat
from horizons_core.model.names import folded
from horizons_core.plugins.info import VariantInfo, checked_options
from horizons_core.rng import Stream
from horizons_core.turn import VariantRules, secrets
from horizons_core.turn.keys import commit_to_own_key


def take_seat(info: VariantInfo, game: Game, seat: Seat) -> None:
    """Add a person without an empire to the game, in place."""
    _check_free(info, game, seat.id)
    game.seats.append(seat)


def takes_late_players(hook: Any) -> bool:
    """Return whether any plug-in behind this hook caller lets players join running games."""
    return bool(hook.horizons_join_game.get_hookimpls())


def with_player(
    info: VariantInfo, variant: VariantRules, game: Game, player: str, options: Mapping[str, Any]
) -> Game:
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
    most = info.players[1]
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
    if len(game.empires) >= most:
        raise OptionError(f"{info.title} is for at most {most} players", "the game is full")


def _check_free(info: VariantInfo, game: Game, name: str) -> None:
    """Raise OptionError for a name that is not allowed or already taken."""
    info.check_names([name])
    for participant in game.participants:
        if folded(name) in {folded(participant.id), folded(participant.name)}:
            raise OptionError(
                f"the name '{name}' is already taken in this game",
                "choose another name; case is ignored",
            )
