"""Warships, and what they need: designs, numbers, supply and troops (SC-CBT, SC-LOG, SC-GND)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil

from horizons_core.sums import int_sum
from variants.starcluster.bots import docks
from variants.starcluster.bots.board import Board, Facts
from variants.starcluster.bots.races import EL_TURNS, SILOS, Race
from variants.starcluster.designs.tables import HS, WEAPONS

#: Destroyers that hold the Long band, and those for nebulas where all fire is at Short.
LANCER, BRAWLER = DESTROYERS = "Lancer", "Brawler"
#: Frigates, smaller and so the last that are fired at, with the center that concentrates the fire
#: of all; freighters with military drives, which cost a militant race half and count with all
#: their hull spaces as a train; and those with troops.
HERALD, TENDER, TROOPER = "Herald", "Tender", "Trooper"
NAVAL = (LANCER, BRAWLER, HERALD, TENDER, TROOPER)
HERALDS = 3
#: Shuttle bays, troops and hull spaces of a trooper, and hull spaces that a tender supplies.
SHUTTLES, TROOPS, SPACES, SUPPLIED = 10, 300, 80, 320
#: Hull spaces of a destroyer that quarters, drives and sensors leave, those of them for weapons,
#: and magazines for weapons that need them.
FREE_SPACES, WEAPON_SPACES, MAGAZINES = 21, 14, 2
FREE_IN_FRIGATE = 12
#: Hull spaces of a destroyer and a herald.
DESTROYER_SPACES, HERALD_SPACES = 30, 22
#: What a planet of a race holds at most: garrison and base behind the walls of a PDC, twice over.
TROOPS_FOR_PLANET = 450
#: Destroyers that beat one of a race, those that fall to a silo, and a reserve: by simulation.
AGAINST_SHIP, AGAINST_SILO, RESERVE = 0.65, 1.2, 10
#: How many more it takes where shields give no protection, and where nobody has scanned.
UNSHIELDED, UNCHARTED = 1.5, 1.6
#: What generations add, each, to the strength of what a race builds.
STEP = 0.1


def classes(long_range: str, short_range: str) -> docks.Classes:
    """The classes of a navy with these weapons."""
    return {
        LANCER: ("DD", _destroyer(long_range)),
        BRAWLER: ("DD", _destroyer(short_range)),
        HERALD: ("FG", _frigate(long_range)),
        TENDER: ("FT4", "[(H)x67][(Q)x2][Bsa][Hb][(I)x8]"),
        TROOPER: ("FT4", "[(Qt)x60][(Bsa)x10][(Q)x2][(I)x8]"),
    }


def _destroyer(weapon: str) -> str:
    """A design string: weapons and magazines take what fits, and shields the rest."""
    number = WEAPON_SPACES * HS // WEAPONS[weapon].size
    taken = number * WEAPONS[weapon].size // HS + (MAGAZINES if WEAPONS[weapon].ammo else 0)
    shields = FREE_SPACES - taken
    return f"[(S)x{shields}][(Q)x3][(I)x5]{_weapons(weapon, number)}[Y]"


def _frigate(weapon: str) -> str:
    taken = WEAPONS[weapon].size // HS + (MAGAZINES if WEAPONS[weapon].ammo else 0)
    return f"[(S)x{FREE_IN_FRIGATE - taken}][(Q)x2][(I)x4][CIC]{_weapons(weapon, 1)}[Y]"


def _weapons(weapon: str, number: int) -> str:
    """So many weapons with their magazines; a repeated code stands for a hull space."""
    letters = weapon * (number * WEAPONS[weapon].size // HS)
    return f"[({letters})1]" + (f"[(Mg)x{MAGAZINES}]" if WEAPONS[weapon].ammo else "")


def destroyers(board: Board) -> int:
    """How many destroyers of all its classes there are and are being built."""
    return int_sum(docks.count(board, name) for name in DESTROYERS)


def destroyer_against(race: Race) -> str:
    """The class of destroyers that fights best at a race's home."""
    return BRAWLER if race.gas else LANCER


def destroyers_against(race: Race, turn: int) -> int:
    """About how many of them beat all that a race may have in a turn."""
    level = 1 + STEP * (turn // EL_TURNS)
    ships = AGAINST_SHIP * race.ships_in(turn) * level * level
    found = ships + AGAINST_SILO * SILOS * race.planets * level + RESERVE
    return ceil(found * (UNSHIELDED if race.ion else 1 if race.charted else UNCHARTED))


def troopers_against(race: Race) -> int:
    """How many troopers take a race's planets at one go."""
    return ceil(race.planets * TROOPS_FOR_PLANET / TROOPS)


def tenders_for(destroyers: int, troopers: int) -> int:
    """How many tenders supply a fleet of so many."""
    spaces = DESTROYER_SPACES * destroyers + HERALD_SPACES * HERALDS + SPACES * troopers
    return ceil(spaces / SUPPLIED)


def price_of(board: Board, name: str) -> float:
    """What a unit of a class costs; more than anybody has for one that cannot be built."""
    found = next((one for one in board.view["classes"] if one["name"] == name), None)
    return float("inf") if found is None or found["faults"] else float(found["price"])


def build(board: Board, wanted: Mapping[str, int], money: float) -> None:
    """Order what is missing of so many units of each class, for at most so many MC."""
    fleet = f"Navy {board.view.turn}"
    for name, number in wanted.items():
        before = board.cash
        docks.build(board, name, number - docks.count(board, name), money, fleet)
        money -= before - board.cash


def ships_of(board: Board, fleets: Iterable[Facts]) -> list[Facts]:
    """The units of fleets."""
    return [board.units[name] for fleet in fleets for name in fleet["units"]]


def is_naval(board: Board, fleet: Facts) -> bool:
    """Whether a fleet is one of warships, tenders or troopers."""
    return any(board.units[name]["of_class"] in NAVAL for name in fleet["units"])
