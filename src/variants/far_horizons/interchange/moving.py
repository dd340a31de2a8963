"""Running games that move over from the engine of 1999, and back: the format `engine-json`.

The engine counts the turn that is to be played, from 1 on; our games count those that were played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from horizons_core.errors import SaveError, UnknownNameError, did_you_mean
from horizons_core.plugins import GameFormat
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.interchange.engine_json import (
    TRANSACTIONS_FILE,
    documents,
    read_state,
    write_documents,
)
from variants.far_horizons.interchange.targets import check_target
from variants.far_horizons.model import Game, Species, Status
from variants.far_horizons.report.star_map import star_map
from variants.far_horizons.rules.knowledge import learn
from variants.far_horizons.view.disguise import DISGUISE, Disguise

#: The file of the printed map in the folder of an export.
_MAP = "map.txt"
#: The longest name of a player.
_LONGEST = 30


def import_game(
    folder: Path,
    players: Mapping[str, str],
    disguise: Disguise = DISGUISE,
    economy: Economy = RULEBOOK_ECONOMY,
) -> Game:
    """The game that the engine exported to this folder between two turns.

    The species are the empires, each played by whom `players` names. What the players know of the
    stars and of others is what they see now, ships in disguise as the game that goes on shows them:
    their older reports have the rest.

    Raises SaveError for a file that is missing, damaged or altered and for a state from the middle
    of a turn, UnknownNameError for a species that is not in the game.
    """
    game = read_state(folder)
    _check_turn(game, folder)
    game.turn -= 1
    game.transactions.clear()  # the engine leaves those of the last turn behind
    _seat(game, players)
    learn(game, game.turn, disguise, economy)
    return game


def export_game(game: Game, folder: Path) -> None:
    """Write a game as the engine would export it, into a folder that is empty or not there.

    Raises SaveError if there is something in the folder, or if the engine has no form for the game.
    """
    check_target(folder)
    files = documents(game)
    files["galaxy.json"]["galaxy"]["turn_number"] += 1
    if not game.transactions:
        del files[TRANSACTIONS_FILE]
    write_documents(files, folder)
    read_state(folder)  # names too long for the engine, and whatever else it would not take


def print_map(game: Game, folder: Path) -> None:
    """Write the map into a folder that is empty or not there; raises SaveError for another one."""
    check_target(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _MAP).write_text(star_map(game), encoding="utf-8", newline="\n")


def _check_turn(game: Game, folder: Path) -> None:
    if game.turn == 0:
        raise SaveError(f"{folder}: the set-up is not finished", "let the engine finish turn 0")
    for species in game.empires:
        trace = next(_traces(species), "")
        if trace:
            raise SaveError(
                f"{folder}: this is from the middle of turn {game.turn}: {species.name}: {trace}",
                "export the game after the engine has finished the turn",
            )


def _traces(species: Species) -> Iterator[str]:
    """What only the housekeeping at the end of a turn takes away."""
    for ship in species.living_ships():
        if ship.moved:
            yield f"ship '{ship.name}' has just moved"
    for colony in species.living_colonies():
        if colony.mining_units.installing or colony.manufacturing_units.installing:
            yield f"units are being installed on planet '{colony.name}'"
        if colony.has(Status.DISBANDED):
            yield f"planet '{colony.name}' is being disbanded"


def _seat(game: Game, players: Mapping[str, str]) -> None:
    """Give each species its player's name as id, everywhere."""
    names = [species.id for species in game.empires]
    for name in players:
        if name not in names:
            raise UnknownNameError(f"no species '{name}' in this game", did_you_mean(name, names))
    ids = {name: players.get(name, name[:_LONGEST].strip()) for name in names}
    for species in game.empires:
        if ids[species.id] != species.id:
            species.called, species.id = species.id, ids[species.id]
        for list_ in (species.met, species.allies, species.enemies):
            list_[:] = [ids[name] for name in list_]


def formats(
    disguise: Disguise = DISGUISE, economy: Economy = RULEBOOK_ECONOMY
) -> dict[str, GameFormat]:
    """The formats of other programs by name (`horizons_formats`)."""
    engine_json = GameFormat(
        "the JSON export of the engine of 1999, a folder with galaxy.json, systems.json and a file"
        " for each species",
        partial(import_game, disguise=disguise, economy=economy),
        export_game,
    )
    printed_map = GameFormat(
        "the printed map: all stars of the galaxy as text, in pages; it may be given to everybody",
        write=print_map,
    )
    return {"engine-json": engine_json, "printed-map": printed_map}
