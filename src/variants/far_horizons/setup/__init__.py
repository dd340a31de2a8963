"""Create a game: the galaxy, the species and their home planets (FH-GALAXY-001, FH-SETUP-011)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from horizons_core.errors import OptionError
from horizons_core.plugins import Option
from horizons_core.rng import Stream
from variants.far_horizons.dice import Dice, dice_of
from variants.far_horizons.economy import Economy
from variants.far_horizons.model import Game
from variants.far_horizons.setup.forms import (
    RULEBOOK_FORMS,
    FormRules,
    SetupForm,
    forms_by_player,
    read_forms,
)
from variants.far_horizons.setup.galaxy import (
    RADIUS,
    SEPARATION,
    STARS,
    Size,
    draw_galaxy,
    galaxy_size,
)
from variants.far_horizons.setup.species import create_species, draw_templates

#: The range from which the last turn is drawn (FH-END-003).
LAST_TURN = (20, 100)
#: Galaxies drawn at one separation before the next smaller one is tried.
_GALAXIES = 3

OPTIONS = (
    Option(
        "forms",
        str,
        "",
        (
            "set-up forms of the players, one below the other, each with a line 'Player: NAME'"
            " (without it, in the order of the players); a player without a form gets names like"
            " their own, and 4, 4, 4 and 3 for Military, Gravitics, Life Support and Biology"
        ),
        secret=True,
    ),
    Option(
        "stars",
        int,
        None,
        "star systems in the galaxy; by default six for each species",
        minimum=STARS[0],
        maximum=STARS[1],
    ),
    Option(
        "less_crowded",
        bool,
        default=False,
        help="nine star systems for each species instead of six",
    ),
    Option(
        "radius",
        int,
        None,
        "radius of the galaxy in parsecs; by default it depends on the number of stars",
        minimum=RADIUS[0],
        maximum=RADIUS[1],
    ),
    Option(
        "separation",
        int,
        None,
        (
            "home systems are more than this many parsecs apart, at most half the radius; by"
            f" default {SEPARATION}, or as many as there is room for"
        ),
        minimum=1,
        maximum=RADIUS[1] // 2,
    ),
    Option(
        "last_turn",
        int,
        None,
        (
            f"last turn of the game, hidden from the players; by default drawn from {LAST_TURN[0]}"
            f" to {LAST_TURN[1]}; 0: the game runs until the gamemaster ends it"
        ),
        minimum=0,
        maximum=1_000_000,
        secret=True,
    ),
    Option(
        "list_server",
        bool,
        default=False,
        help='messages go through a list server, so species names may not contain $, ! or "',
    ),
    Option(
        "short_logs",
        bool,
        default=False,
        help="all players get short combat logs, as if they had ordered SUMMARY",
    ),
    Option(
        "absent",
        str,
        "drafted",
        "orders of a species whose player sends none: drafted by the program, or none at all",
        choices=("drafted", "nothing"),
    ),
)


def create_game(
    players: Sequence[str],
    options: Mapping[str, Any],
    stream: Stream,
    economy: Economy,
    form_rules: FormRules = RULEBOOK_FORMS,
) -> Game:
    """Create the galaxy and its species; `open_game` then makes the game ready for turn 1.

    A mod may pass other rules for set-up forms; the economy says what every species begins with.
    Raises OptionError for a galaxy size out of its limits, for a set-up form that is refused, or if
    there is no room for all home systems.
    """
    size = galaxy_size(
        len(players), options["stars"], options["radius"], less_crowded=options["less_crowded"]
    )
    forms = forms_by_player(players, _forms(options, form_rules))
    game = _settle_galaxy(size, forms, options["separation"], stream, economy)
    secret = {option.name for option in OPTIONS if option.secret}
    game.options = {name: value for name, value in options.items() if name not in secret}
    game.last_turn = _last_turn(options["last_turn"], stream)
    return game


def _forms(options: Mapping[str, Any], rules: FormRules) -> list[SetupForm]:
    text: str = options["forms"]
    if not text.strip():
        return []
    return read_forms(text, rules, list_server=options["list_server"])


def _settle_galaxy(
    size: Size,
    forms: Mapping[str, SetupForm],
    separation: int | None,
    stream: Stream,
    economy: Economy,
) -> Game:
    """Draw a galaxy with all species, with the chosen or else the largest possible separation."""
    if separation is not None:
        dice = dice_of(stream.fork("galaxy", separation))
        return _draw(size, forms, separation, dice, economy)
    for distance in range(min(SEPARATION, size.radius // 2), 0, -1):
        for attempt in range(_GALAXIES):
            try:
                dice = dice_of(stream.fork("galaxy", distance, attempt))
                return _draw(size, forms, distance, dice, economy)
            except OptionError as fault:
                last_fault = fault
    raise last_fault


def _draw(
    size: Size,
    forms: Mapping[str, SetupForm],
    separation: int,
    dice: Dice,
    economy: Economy,
) -> Game:
    game = draw_galaxy(size, dice)
    create_species(game, forms, draw_templates(dice), separation, dice, economy)
    return game


def _last_turn(chosen: int | None, stream: Stream) -> int:
    if chosen is not None:
        return chosen
    least, most = LAST_TURN
    return least + stream.fork("last turn").below(most - least + 1)
