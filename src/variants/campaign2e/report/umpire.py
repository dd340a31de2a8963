"""The report for the umpire and the gamemaster, with everything and pending decisions."""

from __future__ import annotations

from horizons_core.report import Section, Table, columns, counted, number_column, text_column
from variants.campaign2e.report import fleets, others, works, worlds
from variants.campaign2e.report.sections import Data, listed
from variants.campaign2e.view.fields import owner_of
from variants.campaign2e.view.full_view import FullPlayer, FullWorld
from variants.campaign2e.view.shapes import OfferShown

_OWNER = text_column("Owner", lambda row: owner_of(row["owner"]), choose=True)
_PLAYERS = columns(FullPlayer, "name treasury income upkeep owed points worlds capital active")
_WORLDS = columns(
    FullWorld,
    worlds.WORLD,
    "owner",
    number_column("Income", lambda world: f"{world['points']}/{world['full']}"),
    "resource",
    text_column("Allegiance", worlds.allegiance, choose=True),
    "partner visitors",
    text_column("State", lambda world: listed(worlds.public_state(world)), choose=True),
)
_OFFERS = columns(OfferShown, "by world partner")


def decisions(view: Data) -> Section:
    """Return the decisions for the umpire: battles by hand, and proposals of players."""
    notes = []
    for battle in view["pending"]:
        sides = " against ".join(
            f"{listed(player or 'the umpire' for player in side)} ({listed(names)})"
            for side, names in zip(battle["sides"], battle["ships"], strict=True)
        )
        notes.append(f"Battle {battle['id']} at {battle['at']} needs a result: {sides}.")
    waiting = [works.proposal_words(entry) for entry in view["proposals"] if not entry["answer"]]
    notes += [f"Needs your decision: {words}." for words in waiting]
    return Section("decisions", "Your decisions", (), notes)


def players(view: Data) -> Section:
    """Return the players, their money and their relations."""
    table = Table.of(_PLAYERS, view["players"])
    notes = [f"{row['name']}: {words}." for row in view["players"] if (words := _dealings(row))]
    return Section("players", "Players", [table], notes)


def _dealings(player: Data) -> str:
    parts = (
        ("access to", listed(player["access"])),
        ("allied navy", player["navy"]),
        ("stances", listed(f"{other} {stance}" for other, stance in player["stances"].items())),
        ("bases open to", listed(player["bases"])),
        ("supply ships open to", listed(player["supply"])),
        ("own designs", listed(player["designs"])),
    )
    return "; ".join(f"{words} {value}" for words, value in parts if value)


def all_worlds(view: Data) -> Section:
    """Return every world with its secrets."""
    notes = [f"{worlds.label(row)}: {text}." for row in view["worlds"] if (text := _secrets(row))]
    tables = [
        Table.of(_WORLDS, view["worlds"]),
        Table.of(_OFFERS, view["offers"], "Trade offered"),
    ]
    return Section("worlds", "Worlds", tables, notes, len(view["worlds"]))


def _secrets(world: Data) -> str:
    """Return facts about a world that the table omits."""
    facts = []
    if world["share"] is not None:
        facts.append(f"its owner gets {world['share']} % of a deal")
    if world["abstract"]:
        facts.append("attacks on it are abstract")
    if world["defences"] is not None:
        facts.append(f"{world['defences']} points of abstract defences are left")
    if world["peacekeepers"]:
        missions = (f"{player} {weeks}" for player, weeks in world["peacekeepers"].items())
        facts.append(f"weeks of peacekeeping: {listed(missions)}")
    if world["assault"]:
        assault = world["assault"]
        facts.append(
            f"{assault['by']} assaults it: {assault['taken']} taken, "
            f"{assault['destroyed']} destroyed"
        )
    if world["rebuilding"]:
        weeks = counted(world["rebuilding"], "week")
        facts.append(f"{weeks} of work done on the next point of income")
    if world["helper"]:
        facts.append(f"{world['helper']} helps to rebuild it")
    return "; ".join(facts)


def all_groups(view: Data) -> Section:
    """Return the groups of all players and the umpire, and which counters are dummies."""
    notes = [
        f"Counter {item['counter']} of {item['owner']} at {item['at']} is a dummy of "
        f"{item['group'] or 'no group'}."
        for item in view["dummies"]
    ]
    table = Table.of((_OWNER, *fleets.GROUPS), view["groups"])
    return Section("groups", "Task groups", [table], notes, len(table.rows))


def all_ships(view: Data) -> Section:
    """Return the ships of all players and the umpire."""
    ships = view["ships"]
    costly, loaded = filter(fleets.costs, ships), filter(fleets.carries, ships)
    tables = [
        Table.of((_OWNER, *fleets.SHIPS), ships),
        Table.of((_OWNER, *fleets.SUPPLY), costly, "Supply and maintenance"),
        Table.of((_OWNER, *fleets.LOADS), loaded, "Holds"),
    ]
    notes = [
        f"{owner_of(ship['owner'])}, {ship['name']}: {words}."
        for ship in ships
        if (words := "; ".join(fleets.details(ship)))
    ]
    return Section("ships", "Ships", tables, notes, len(ships))


def all_works(view: Data) -> Section:
    """Return keels, repairs and stores of all players."""
    tables = [
        Table.of((_OWNER, *works.KEELS), works.keels_of(view["worlds"]), "Keels"),
        Table.of((_OWNER, *works.JOBS), view["jobs"], "Repairs and refits"),
        Table.of((_OWNER, *works.STORES), view["stores"], "Stores"),
    ]
    return Section("works", "Yards and stores", tables)


def counters(view: Data) -> Section:
    """Return the public counters."""
    public = view["counters"]
    return Section("contacts", "Counters", [others.counters(public)], (), len(public))


def empty(view: Data) -> Section:
    """Return explored hexes without a world."""
    notes = [f"Explored and empty: {' '.join(view['empty'])}."] if view["empty"] else []
    return Section("empty", "Empty hexes", (), notes)
