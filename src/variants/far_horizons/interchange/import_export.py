"""Import and export of games that the engine of 1999 runs."""

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
from variants.far_horizons.model import Game, Species, Status
from variants.far_horizons.report.star_map import star_map
from variants.far_horizons.rules.knowledge import record_knowledge
from variants.far_horizons.view.sector_index import DISGUISE, Disguise

#: The file of the printed map in an export folder.
_MAP = "map.txt"
#: Maximum length of a player's name.
_MAX_NAME = 30


def import_game(
    folder: Path,
    players: Mapping[str, str],
    disguise: Disguise = DISGUISE,
    economy: Economy = RULEBOOK_ECONOMY,
) -> Game:
    """Import the game that the engine exported to this folder between two turns.

    The species are the empires, each with its player in `players`. Players know of the stars and of
    others only what they see now, with disguises by this game's rules; the rest is in older
    reports.

    Raises SaveError for a missing, damaged or altered file and for a state from the middle of a
    turn, UnknownNameError for a species that is not in the game.
    """
    game = read_state(folder)
    _check_turn(game, folder)
    game.turn -= 1
    game.transactions.clear()  # the engine keeps those of the last turn
    _use_player_names(game, players)
    record_knowledge(game, game.turn, disguise, economy)
    return game


def export_game(game: Game, folder: Path) -> None:
    """Write a game as the engine would export it, into a folder that is empty or missing.

    Raises SaveError for a folder with content, or a game that the engine cannot represent.
    """
    check_target(folder)
    files = documents(game)
    files["galaxy.json"]["galaxy"]["turn_number"] += 1
    if not game.transactions:
        del files[TRANSACTIONS_FILE]
    write_documents(files, folder)
    read_state(folder)  # checks for names too long for the engine, and anything else it rejects


def print_map(game: Game, folder: Path) -> None:
    """Write the map into a folder that is empty or missing; raises SaveError for any other."""
    check_target(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _MAP).write_text(star_map(game), encoding="utf-8", newline="\n")


def check_target(folder: Path) -> None:
    """Raise SaveError unless the folder is empty or missing, because nothing is overwritten."""
    if folder.is_dir() and any(folder.iterdir()):
        raise SaveError(f"{folder} is not empty", "name a folder of its own for the export")
    if folder.exists() and not folder.is_dir():
        raise SaveError(f"{folder} is a file", "name a folder of its own for the export")


def _check_turn(game: Game, folder: Path) -> None:
    if game.turn == 0:
        raise SaveError(f"{folder}: the set-up is not finished", "let the engine finish turn 0")
    for species in game.empires:
        sign = next(_signs_of_unfinished_turn(species), "")
        if sign:
            raise SaveError(
                f"{folder}: this is from the middle of turn {game.turn}: {species.name}: {sign}",
                "export the game after the engine has finished the turn",
            )


def _signs_of_unfinished_turn(species: Species) -> Iterator[str]:
    """Yield facts that the end of a turn would have cleared."""
    for ship in species.living_ships():
        if ship.moved:
            yield f"ship '{ship.name}' has just moved"
    for colony in species.living_colonies():
        if colony.mining_units.installing or colony.manufacturing_units.installing:
            yield f"units are being installed on planet '{colony.name}'"
        if colony.has(Status.DISBANDED):
            yield f"planet '{colony.name}' is being disbanded"


def _use_player_names(game: Game, players: Mapping[str, str]) -> None:
    """Use each player's name as the id of their species, everywhere."""
    names = [species.id for species in game.empires]
    for name in players:
        if name not in names:
            raise UnknownNameError(f"no species '{name}' in this game", did_you_mean(name, names))
    ids = {name: players.get(name, name[:_MAX_NAME].strip()) for name in names}
    for species in game.empires:
        if ids[species.id] != species.id:
            species.called, species.id = species.id, ids[species.id]
        for relations in (species.met, species.allies, species.enemies):
            relations[:] = [ids[name] for name in relations]


def formats(
    disguise: Disguise = DISGUISE, economy: Economy = RULEBOOK_ECONOMY
) -> dict[str, GameFormat]:
    """Return the formats of other programs by name (`horizons_formats`)."""
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
