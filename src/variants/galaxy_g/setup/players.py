"""Creation of a game: the galaxy, the races and their home worlds."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve

from horizons_core.errors import OptionError
from horizons_core.plugins import Option
from horizons_core.rng import Stream
from horizons_core.turn import VariantRules
from variants.galaxy_g.constants import DIAMETER
from variants.galaxy_g.economy import Industry
from variants.galaxy_g.model import Game, MapArea, Planet, Race, Techs
from variants.galaxy_g.rules import visibility
from variants.galaxy_g.rules.names import BadNameError, race_name
from variants.galaxy_g.setup import fairness
from variants.galaxy_g.setup.galaxy import draw_galaxy

#: Number of galaxies drawn to find one that is fair enough.
GALAXIES = 10

OPTIONS = (
    Option(
        "diameter",
        int,
        None,
        "diameter of the galaxy in light years; by default it grows with the number of players",
        minimum=DIAMETER[0],
        maximum=DIAMETER[1],
    ),
    Option(
        "race_names",
        str,
        "numbered",
        (
            "first names of the races; numbered: Player_1, Player_2 and so on; given: the"
            " players' names"
        ),
        choices=("numbered", "given"),
    ),
    Option(
        "fairness",
        int,
        None,
        (
            "least value of the poorest start, in percent of the average; 0 accepts any galaxy."
            f" By default {fairness.DEFAULT_FAIRNESS}, or the fairest of {GALAXIES} galaxies"
        ),
        minimum=0,
        maximum=100,
    ),
)


def diameter_for(players: int) -> int:
    """Light years: 10 * floor(42 * ceil(sqrt(players)) / 10) (GG-SET-007)."""
    return 10 * (42 * (math.isqrt(players - 1) + 1) // 10)


def create_game(
    players: Sequence[str], options: Mapping[str, Any], stream: Stream, variant: VariantRules
) -> Game:
    """Create a game at turn 0, in a galaxy that is fair enough.

    Raises OptionError for names that are not allowed for races, or if no galaxy is fair enough.
    """
    values = {**options, "diameter": options["diameter"] or diameter_for(len(players))}
    industry: Industry = variant.economy
    game, poorest = _fairest(players, values, stream, industry)
    if values["fairness"] is not None and poorest < values["fairness"]:
        raise OptionError(
            (
                f"none of {GALAXIES} galaxies drawn reaches a fairness of {values['fairness']}: in"
                f" the best one, the poorest start has {int(poorest)}% of the average"
            ),
            f"choose a fairness of {int(poorest)} or less, or another diameter",
        )
    _name_races(game, as_players=values["race_names"] == "given")
    visibility.update_knowledge(industry, game)
    return game


def _name_races(game: Game, *, as_players: bool) -> None:
    """Name races by numbers or by players (GG-SET-012); raises OptionError."""
    for position, race in enumerate(game.empires, start=1):
        race.called = _player_race_name(race, game) if as_players else f"Player_{position}"


def _fairest(
    players: Sequence[str], options: dict[str, Any], stream: Stream, industry: Industry
) -> tuple[Game, float]:
    """The first game that is fair enough, or else the fairest, and its poorest start's share."""
    required = fairness.DEFAULT_FAIRNESS if options["fairness"] is None else options["fairness"]
    candidates: list[tuple[Game, float]] = []
    for attempt in range(GALAXIES):
        game = _draw_game(players, options, stream.fork("galaxy", attempt))
        candidates.append((game, fairness.poorest(fairness.starts(game, industry))))
        if candidates[-1][1] >= required:
            break
    return max(candidates, key=lambda candidate: candidate[1])


def _draw_game(players: Sequence[str], options: dict[str, Any], stream: Stream) -> Game:
    """A game in a drawn galaxy, with every race at home and at peace with all (GG-SET-005)."""
    diameter = float(options["diameter"])
    homes, planets = draw_galaxy(len(players), diameter, stream)
    game = Game(diameter=diameter, planets=planets, options=dict(options))
    for player, home in zip(players, homes, strict=True):
        area = MapArea(size=diameter)
        game.empires.append(Race(id=player, home=home, techs=_first_levels(), area=area))
        _develop_home(game.planet(home), player)
    return game


def _first_levels() -> Techs:
    """All technology is at level 1 (GG-SET-004)."""
    return Techs(drive=1.0, weapons=1.0, shields=1.0, cargo=1.0)


def _develop_home(home: Planet, player: str) -> None:
    """Make a home world fully developed and research its drive (GG-SET-002, GG-SET-006)."""
    home.owner = player
    home.population = home.industry = home.size
    home.product = "DRIVE"


def _player_race_name(race: Race, game: Game) -> str:
    """The player's name, if allowed for a race; raises OptionError."""
    try:
        return race_name(race.id, evolve(race, options={"NAMECASE": False}), game)
    except BadNameError as fault:
        raise OptionError(
            str(fault), "give the player another name, or leave race_names at numbered"
        ) from None
