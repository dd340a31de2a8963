"""A design with slots for modules, approved, and ships of it."""

from __future__ import annotations

from horizons_core.model import Seat
from tests.variants.campaign2e.builders import (
    campaign,
    fleet,
    remarks,
    run_without_accounts,
    variant,
)
from variants.campaign2e.model import Campaign, Ship
from variants.campaign2e.model.ships import new_ship

LANCER = (
    "DESIGN Lancer TYPE CL MASS 60 HULL 15 ARMOUR 0 THRUST 4 FTL WITH B3/3, B3/3, FC, PDS, B1/6\n"
    "PROPOSE Lancer SLOT A B3/3 OR PT/3 OR RACK OR B4/2 SLOT B PDS OR B1/6"
)


def modular() -> Campaign:
    """Ada has a modular design, two ships of it at 7,5, and modules there."""
    game = campaign({(7, 5): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}}, week=0)
    game.seats = [Seat(id="Uma", role="umpire")]
    turn = run_without_accounts(game, Ada=LANCER, Uma="APPROVE Lancer")
    assert remarks(turn, "Ada") == remarks(turn, "Uma") == []
    after: Campaign = turn.game
    group = fleet(after, "Ada", (7, 5), "g1", FF=1)
    for number in (1, 2):
        lancer(after, group.id, number)
    after.empire("Ada").store("7,5").modules = {"PT/3": 1, "RACK": 1, "B1/6": 1}
    return after


def lancer(game: Campaign, group: str, number: int) -> Ship:
    """One more ship of the design in a group."""
    design = game.empire("Ada").designs["Lancer"]
    ship = new_ship(f"Ada/8{number}", "Ada", f"Lancer-{number}", design, group)
    ship.endurance = variant().economy.endurance(design)
    game.ships.append(ship)
    return ship
