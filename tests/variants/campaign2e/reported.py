"""A small campaign with activity of every kind, and its golden reports.

PYTHONPATH=../../.. python -m tests.variants.campaign2e.reported Ada > golden/report.txt
PYTHONPATH=../../.. python -m tests.variants.campaign2e.reported Uma > golden/umpire.txt
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

import horizons_core as hz
from tests.outlines import outline
from tests.variants.campaign2e.builders import add_ship, campaign, fleet, ship, variant
from variants.campaign2e.designs.market import by_type
from variants.campaign2e.model import (
    Campaign,
    ContactOrder,
    Counter,
    Dummy,
    Keel,
    Offer,
    PendingBattle,
    Proposal,
    ShipJob,
    ShipTask,
    Sighting,
    SizeReport,
    Store,
)
from variants.campaign2e.model.worlds import Allegiance

ORDERS = """\
TRADE 8,5 WITH 9,5
MOVE g2 TO 9,6
MOVE nobody TO 9,6
STANCE Brin HOSTILE
PAY Cyra 3.5
"""


def situation() -> Campaign:
    """Three players; Ada has something of everything, and Brin and Cyra know next to nothing of it.

    Uma is the umpire.
    """
    game = campaign(
        {
            (7, 5): {"owner": "Ada", "points": 9, "called": "Haven", "resource": "Fuel"},
            (8, 5): {"owner": "Ada", "points": 5, "full": 8, "rebuilding": 2},
            (9, 5): {"owner": "Brin", "points": 6},
            (7, 7): {"points": 7, "allegiance": Allegiance.BALKANISED, "power": "Brin"},
            (12, 9): {"owner": "Cyra", "points": 11, "resource": "Major Trading Hub"},
            (3, 3): {"owner": "Ada", "points": 4, "interdicted": ["Brin"]},
            (4, 3): {"owner": "Ada", "points": 7, "lane_off": True, "taken_in": 3},
        },
        players=("Ada", "Brin", "Cyra"),
        lanes=[((7, 5), (12, 9)), ((3, 3), (4, 3)), ((4, 3), (7, 5))],
        week=4,
    )
    game = variant().with_seat(game, "Uma", "umpire")
    _fleets(game)
    _works(game)
    _knowledge(game)
    haven, partner = game.world("7,5"), game.world("12,9")
    haven.partner, partner.partner = partner.id, haven.id
    haven.share, partner.share = 55, 45
    game.proposals = [
        Proposal(name="Cloak", by="Brin"),
        Proposal(name="Old cloak", by="Ada", answer="refused"),
    ]
    game.pending = []
    return game


def _fleets(game: Campaign) -> None:
    first = fleet(game, "Ada", (7, 5), "g1", BB=1, CH=2)
    first.number, first.contact = 4, ContactOrder(attack="SMALLER", to=(7, 5))
    first.posture = "no raid"
    fleet(game, "Ada", (8, 5), "g2", AX=1, BC=1).number = 2
    fleet(game, "Ada", (3, 3), "DEF-3-3", FORT=1).defence = True
    fleet(game, "Brin", (9, 5), "Red fleet", SDN=1, DD=3)
    fleet(game, "Cyra", (12, 9), "c1", CH=1)
    game.dummies = [Dummy(id="d1", owner="Ada", group="Ada/g1", number=7, at=(7, 4))]
    game.dummies += [Dummy(id="d2", owner="Brin", group="Brin/g1", number=5, at=(9, 4))]
    game.counters = [
        Counter(owner=owner, number=number, at=at)
        for owner, number, at in (
            ("Ada", 4, (7, 5)), ("Ada", 7, (7, 4)), ("Ada", 2, (8, 5)), ("Brin", 3, (9, 5)),
            ("Brin", 5, (9, 4)), ("", 1, (12, 12)), ("Cyra", 1, (12, 9)),
        )
    ]  # fmt: skip
    hurt = ship(game, "Argent-1")
    hurt.hull_lost, hurt.armour_lost, hurt.drive, hurt.endurance = 5, 2, "halved", 2
    hurt.out, hurt.fuel_due, hurt.weaponry_due = [hurt.design.systems[0].key], 324, 231
    tender = ship(game, "Packhorse-1")
    tender.fuel, tender.crew, tender.spares = 1250, 300, {"PDS": 2}
    ship(game, "Tempest-1").owed = 621


def _works(game: Campaign) -> None:
    ada = game.empire("Ada")
    design = by_type("CL")
    game.world("7,5").keels = [
        Keel(name="Bold", mass=design.mass, type="CL", design=design, built=["hull box"] * 4),
        Keel(name="Secret", mass=77, type="BC"),
    ]
    hurt = ship(game, "Argent-1")
    ada.jobs = [
        ShipJob(ship=hurt.id, tasks=[ShipTask(what="HULL", count=5, price=1000)], fast=True)
    ]
    ada.stores = {
        "7,5": Store(
            spares={"PDS": 3},
            used={"FC": 1},
            coming=[(6, "B2/3", 2)],
            modules={"Lab": 1},
            craft={"heavy": 6},
        )
    }
    brin = game.empire("Brin")
    brin.stores = {"9,5": Store(spares={"PDS": 8})}
    game.world("9,5").keels = [Keel(name="Dread", mass=150, type="BDN")]


def _knowledge(game: Campaign) -> None:
    ada = game.empire("Ada")
    ada.visited, ada.explored = ["7,7"], ["14,14"]
    ada.stances, ada.told_stances = {"Cyra": "ALLY"}, {"Brin": "HOSTILE"}
    ada.bases, ada.told_leave = ["Cyra"], {"Cyra": ["BASE", "SUPPLY"]}
    ada.offers, ada.shares = [Offer(world="8,5", partner="9,5")], {"7,5": 55}
    ada.offered, ada.told_shares = {"Brin": [Offer(world="9,5", partner="7,5")]}, {"12,9": 45}
    ada.reports = [SizeReport(week=3, at=(9, 4), owner="Brin", size="larger", glaring=True)]
    ada.sightings = [Sighting(week=2, at=(9, 5), owner="Brin", designs={"Leviathan": 1})]


def hide_otherwise(game: Campaign) -> None:
    """Change facts that Ada does not know: compositions, dummies, money, works and allegiances."""
    brin, cyra = game.empire("Brin"), game.empire("Cyra")
    brin.stock["credits"] = cyra.stock["credits"] = 77700
    red = next(group for group in game.groups if group.name == "Red fleet")
    game.ships = [s for s in game.ships if s.group != red.id]
    add_ship(game, red, "FF")
    red.name, red.posture, red.contact = "Paper tiger", "raid", None
    game.dummies = [dummy for dummy in game.dummies if dummy.owner == "Ada"]
    decoy = fleet(game, "Brin", (9, 4), "Real after all", BB=2)
    decoy.number = 5
    brin.stores, game.world("9,5").keels = {}, []
    brin.stances, cyra.stances = {"Cyra": "HOSTILE"}, {"Brin": "ALLY"}
    game.world("12,9").rebuilding = 3
    game.world("9,5").partner = ""


@cache
def week() -> hz.Turn:
    """The week after the situation, with orders of Ada's."""
    return hz.run_turn(situation(), {"Ada": ORDERS}, variant=variant())


def waiting() -> Campaign:
    """The situation with a battle that waits for the umpire."""
    game = situation()
    ids = [[s.id for s in game.ships_of(name)] for name in ("Ada", "Brin")]
    game.pending = [PendingBattle(id="w04-0905-1", at=(9, 5), sides=[["Ada"], ["Brin"]], ships=ids)]
    game.halted = True
    return game


#: A battle as an event tells it.
BATTLE: dict[str, Any] = {
    "title": "Battle at 9,5",
    "sides": ["Ada", "Brin"],
    "units": [
        {
            "name": "Argent-1", "side": 0, "mark": "CH", "destroyed": False, "fate": "a hulk",
            "before": {"damage points": 33}, "after": {"damage points": 4},
            "counts": "damage point",
        },
        {
            "name": "Gannet-9", "side": 1, "mark": "DD", "destroyed": True,
            "before": {"damage points": 11}, "after": {"damage points": 0},
            "counts": "damage point",
        },
    ],
    "shots": [
        {
            "shooter": 0, "target": 1, "absorbed": 0, "damage": 11, "lost": [], "destroyed": True,
            "round": 2, "hits": 1,
        }
    ],
    "rounds": 2,
    "winner": 0,
    "notes": [{"at": 0, "round": 1, "text": "Ada and Brin meet at 30 mu."}],
}  # fmt: skip


def golden(reader: str) -> str:
    """A report as text, without the form of orders, and the outline of its page."""
    report = week().report(reader)
    before, _, after = report.text.partition("\n#CAMPAIGN")
    lines = [*before.splitlines(), *after.partition("#END\n")[2].splitlines()]
    text = "\n".join(line for line in lines if not _is_key(line))
    return f"{text}\n\n{outline(report.html)}"


def _is_key(line: str) -> bool:
    """True if a line is a key or a hash, which changes with every version."""
    return len(line.strip()) == 64 and line.startswith("  ")


if __name__ == "__main__":
    sys.stdout.write(golden(sys.argv[1]))
