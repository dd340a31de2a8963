"""STANCE and ALLOW: relations with other players (C2E-17.1-02)."""

from __future__ import annotations

from horizons_core.orders import Argument, Command, one_of
from variants.campaign2e import references
from variants.campaign2e.model.players import ALLY, HOSTILE, NEUTRAL
from variants.campaign2e.orders import offers
from variants.campaign2e.rules import bases, stances

_STANCES = (ALLY, NEUTRAL, HOSTILE)
_LEAVES = (bases.BASE, bases.SUPPLY)
_SWITCH = ("ON", "OFF")
_OTHER = Argument(find=references.other_player, offers=offers.other_players)

STANCE = Command(
    keyword="STANCE",
    rule="take_stance",
    phase="administration",
    syntax=("STANCE player ALLY|NEUTRAL|HOSTILE",),
    help="Sets your stance towards another player, who learns it; allies never fight each other.",
    example="STANCE Brin ALLY",
    mistake="STANCE Brin FRIENDLY",
    arguments={
        "player": _OTHER,
        "towards": Argument(one_of(*_STANCES), offers=lambda _: _STANCES),
    },
    rules=("C2E-17.1-02",),
    run=stances.set_stance,
)

ALLOW = Command(
    keyword="ALLOW",
    rule="give_leave",
    phase="administration",
    syntax=("ALLOW player BASE|SUPPLY ON|OFF",),
    help="Allows another player to use your bases or supply ships, or ends the permission.",
    example="ALLOW Brin BASE ON",
    mistake="ALLOW Brin BASE MAYBE",
    arguments={
        "player": _OTHER,
        "leave": Argument(one_of(*_LEAVES), offers=lambda _: _LEAVES),
        "switch": Argument(one_of(*_SWITCH), offers=lambda _: _SWITCH),
    },
    rules=("C2E-17.1-02",),
    run=stances.set_leave,
)

COMMANDS = (STANCE, ALLOW)
