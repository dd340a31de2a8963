"""Values offered to forms, completion and bots for the arguments of orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve

from horizons_core.orders import Range
from tests.variants.campaign2e.builders import campaign, fleet, ship, variant
from tests.variants.campaign2e.order_clauses import mark_of
from tests.variants.campaign2e.reported import situation, waiting
from variants.campaign2e.designs.design import Slot
from variants.campaign2e.designs.market import market
from variants.campaign2e.model import Allegiance, Campaign

OWN = ["3,3", "4,3", "7,5", "8,5"]
GROUPS = ["g1", "g2", "DEF-3-3"]
SHIPS = ["Bastion-1", "Argent-1", "Argent-2", "Packhorse-1", "Tempest-1", "Rampart-1"]
JUMPS = ["6,4", "6,5", "7,4", "7,5", "7,6", "7,7", "8,4", "8,5", "8,6", "9,5", "9,6"]
DESIGNS = list(market())
WITH_FTL = [name for name, design in market().items() if design.ftl]
FREIGHTERS = ["Packhorse", "Oxcart"]
OTHERS = ["Brin", "Cyra"]
NAVIES = ["Northern Line", "Free Ports", "Iron Reach"]
FEW = Range(1, 3)

#: By keyword, the values offered to Ada in the situation of the reports; None for free text.
EVERYDAY: Mapping[str, Mapping[str, Any]] = {
    "DEFEND": {"world": OWN, "design": DESIGNS, "count": FEW},
    "SPARE": {"part": ["FC", "PDS", "B1/6", "B3/3"], "number": FEW, "world": OWN, "ship": []},
    "SPLIT": {"group": GROUPS, "ship": SHIPS, "name": None, "late": ["LATE"]},
    "MERGE": {"group": GROUPS, "other": GROUPS, "late": ["LATE"]},
    "TRANSFER": {"ship": SHIPS, "group": GROUPS, "late": ["LATE"]},
    "NAME": {"thing": [*GROUPS, *SHIPS, *OWN], "name": None},
    "MOVE": {"group": ["g1", "g2"], "place": JUMPS},
    "LANE": {"group": ["g1", "g2"], "world": ["12,9", "3,3", "4,3", "7,5"], "via": None},
    "HOLD": {"group": ["g1", "g2"]},
    "STANCE": {"player": OTHERS, "towards": ["ALLY", "NEUTRAL", "HOSTILE"]},
    "ALLOW": {"player": OTHERS, "leave": ["BASE", "SUPPLY"], "switch": ["ON", "OFF"]},
    "TRADE": {"world": OWN, "partner": ["NONE", *OWN[:3], "7,7", "8,5", "9,5", "12,9"]},
    "DEAL": {"world": ["7,5"], "partner": ["12,9"], "percent": Range(0, 100)},
    "LANE OFF": {"world": OWN[:3]},
    "LANE ON": {"world": OWN[:3]},
    "RECONSTRUCT": {"world": ["8,5"], "helper": OWN, "alone": ["ALONE"]},
    "LOAD": {"ship": ["Packhorse-1"], "cargo": None},
    "RESUPPLY": {"group": GROUPS, "ship": ["Packhorse-1"]},
    "LEASE": {"design": FREIGHTERS, "world": OWN},
    "PAY": {"player": OTHERS, "credits": Range(1, 1000)},
    "BILLS": {"payee": [*GROUPS, *SHIPS]},
    "DISBAND": {"ship": SHIPS},
    "DESIGN": {"name": None, "words": None},
    "BUY": {"design": WITH_FTL, "count": FEW, "world": OWN, "name": None},
    "BUILD": {"keel": ["Bold", "Secret"], "points": Range(0, 100)},
    "CANCEL KEEL": {"keel": ["Bold", "Secret"]},
    "REDESIGN": {"keel": ["Bold", "Secret"], "design": WITH_FTL},
    "REPAIR": {"ship": ["Argent-1"], "what": ["ALL"], "source": ["SPARES"], "fast": ["FAST"]},
    "REFIT": {"ship": SHIPS, "old": ["B1/6", "PDS", "FC"], "new": ["PDS", "B1/6", "FREE"]},
    "CONTACT": {
        "group": GROUPS,
        "attack": ["ATTACK"],
        "limit": ["SMALLER", "EQUAL", "ANY"],
        "place": JUMPS,
    },
    "BATTLE": {
        "group": GROUPS,
        "speed": Range(0, 24),
        "formation": ["tight", "open", "dispersed"],
        "edge": ["N", "NE", "SE", "S", "SW", "NW"],
        "intent": ["close", "optimal", "standoff", "run"],
        "percent": Range(1, 100),
        "way_out": ["ftl", "run"],
    },
    "ENTRY": {"group": GROUPS, "change": ["NEARER", "FARTHER", "SPLIT"]},
    "MANUAL": {"group": GROUPS},
    "DUMMY": {"group": GROUPS, "place": JUMPS, "remove": ["REMOVE"]},
    "ABSTRACT": {"world": OWN, "switch": ["ON", "OFF"]},
}


def offered(game: Campaign, player: str = "Ada") -> dict[str, dict[str, Any]]:
    """The values offered to a player, by keyword and argument."""
    options = variant().order_options(variant().view(game, player))
    return {
        keyword: {
            name: words if words is None or isinstance(words, Range) else list(words)
            for name, words in option.arguments.items()
        }
        for keyword, option in options.items()
    }


def abroad() -> Campaign:
    """Ada's g1 is at a war zone, g2, g3 and g6 at an unvisited world, g4 at Brin's; g5 at home.

    Ada holds Brin's world. g3 is unarmed, g6 is in debt.
    """
    worlds = {
        (7, 7): {"owner": "Ada"},
        (7, 8): {"allegiance": Allegiance.WAR_ZONE},
        (7, 9): {},
        (9, 9): {"owner": "Brin", "controlled": "Ada"},
    }
    game = campaign(worlds)
    for name, at, code in (
        ("g1", (7, 8), "CH"),
        ("g2", (7, 9), "CH"),
        ("g3", (7, 9), "FR"),
        ("g4", (9, 9), "AL"),
        ("g5", (7, 7), "CH"),
        ("g6", (7, 9), "CH"),
    ):
        fleet(game, "Ada", at, name, **{code: 1})
    game.ships[-1].owed = 1
    game.empire("Ada").visited = ["7,8"]
    return game


@pytest.mark.parametrize("keyword", [pytest.param(k, marks=mark_of(k)) for k in EVERYDAY])
def test_what_can_be_ordered_every_week_is_offered(keyword: str) -> None:
    assert offered(situation())[keyword] == EVERYDAY[keyword]


def test_without_occasion_an_order_is_not_offered() -> None:
    offers = offered(situation())
    for keyword in (
        "PAIR", "CLAIM", "CAPITAL", "ALLY NAVY", "COMMISSION", "COMMISSION SUPPLY", "PROPOSE",
        "INTERDICT", "RAID", "ATTACK WORLD", "ENGAGE DEFENCES", "BOMBARD", "LAND", "PEACEKEEP",
        "REBUILD", "STRIP", "SELL", "RETURN", "SWAP", "RESIGN", "APPROVE", "PIRATE", "RESULT",
    ):  # fmt: skip
        assert keyword not in offers


def test_a_keel_can_be_of_a_design_or_of_a_mass_and_type() -> None:
    offers = offered(situation())["LAY KEEL"]
    types = {design.type for design in market().values()}
    assert (offers["name"], offers["design"], offers["mass"], offers["world"]) == (
        None,
        WITH_FTL,
        None,
        OWN,
    )
    assert types <= set(offers["type"])


@pytest.mark.rule("C2E-7.1-01", "C2E-1.6-10")
def test_armed_groups_in_supply_are_offered_for_what_they_can_do_where_they_are() -> None:
    offers = offered(abroad())
    groups = {keyword: values["group"] for keyword, values in offers.items() if "group" in values}
    assert groups["ATTACK WORLD"] == ["g1", "g2"]
    assert groups["INTERDICT"] == ["g1", "g2", "g4"]
    assert groups["PEACEKEEP"] == ["g1"]
    for keyword in ("RAID", "NORAID", "ENGAGE DEFENCES", "BOMBARD", "LAND"):
        assert groups[keyword] == ["g4"]
    assert offers["BOMBARD"]["strikes"] == Range(1, 2)
    assert offers["INTERDICT"]["off"] == offers["ENGAGE DEFENCES"]["off"] == ["OFF"]
    game = abroad()
    game.worlds[-1].controlled = ""
    assert not {"BOMBARD", "LAND"} & set(offered(game))


@pytest.mark.rule("C2E-12.2-01", "C2E-3.8-03", "C2E-16.4-02")
def test_captures_leases_and_modules_are_offered_where_there_are_any() -> None:
    game = situation()
    ship(game, "Argent-2").captured = True
    ship(game, "Packhorse-1").leased = True
    bastion = ship(game, "Bastion-1")
    bastion.design = evolve(bastion.design, slots=(Slot("A", ("PDS", "FC")),))
    offers = offered(game)
    assert offers["REBUILD"] == {"ship": ["Argent-2"], "world": []}
    assert offers["STRIP"] == offers["SELL"] == {"ship": ["Argent-2"]}
    assert offers["RETURN"] == {"ship": ["Packhorse-1"]}
    assert "Packhorse-1" not in offers["DISBAND"]["ship"]
    assert offers["SWAP"] == {"ship": ["Bastion-1"], "slot": ["A"], "module": ["Lab"]}
    game.groups[0].at = (9, 5)
    offers = offered(game)
    assert "REBUILD" not in offers, "it is not at an own world"
    assert offers["STRIP"] == {"ship": ["Argent-2"]}


def before_play() -> Campaign:
    game = campaign({(7, 7): {"owner": "Ada"}, (7, 8): {}, (9, 9): {"owner": "Brin"}})
    game.week = game.turn = 0
    fleet(game, "Ada", (7, 7), "g1", AX=1, CH=1)
    return game


def test_before_play_cards_worlds_and_forces_are_offered() -> None:
    game = before_play()
    game.empire("Ada").hand, game.empire("Ada").commissioning = ["7H", "KS"], True
    offers = offered(game)
    assert offers["PAIR"] == {"card": ["7H", "KS"]}
    assert offers["CLAIM"] == {"place": ["7,8"], "card": ["7H", "KS"]}
    assert offers["CAPITAL"] == {"world": ["7,7"]}
    assert offers["ALLY NAVY"] == {"navy": NAVIES}
    few = {"count": FEW, "world": ["7,7"], "name": None}
    assert offers["COMMISSION"] == {"design": WITH_FTL, **few}
    assert offers["COMMISSION SUPPLY"] == {"design": FREIGHTERS, **few}
    assert offers["SPARE"]["ship"] == ["Packhorse-1"]
    game.empire("Ada").navy = "Iron Reach"
    assert "ALLY NAVY" not in offered(game)


def test_who_has_no_money_is_offered_nothing_for_it() -> None:
    game = before_play()
    game.empire("Ada").stock["credits"] = 0
    offers = offered(game)
    assert not {"DEFEND", "SPARE", "PAY"} & set(offers)
    game.empire("Ada").stock["credits"] = 5_900
    assert offered(game)["DEFEND"]["design"] == ["Glimmer", "Heron", "Bramble"]


@pytest.mark.rule("C2E-1.1-03")
def test_a_newcomer_is_offered_the_worlds_around() -> None:
    game = before_play()
    game.week = game.turn = 5
    game.empire("Ada").arriving = ["7,8"]
    offers = offered(game)
    assert offers["CLAIM"] == {"place": ["7,8"], "card": []}
    assert offers["CAPITAL"] == {"world": ["7,7"]}
    assert offers["ALLY NAVY"] == {"navy": NAVIES}
    assert "PAIR" not in offers


@pytest.mark.rule("C2E-16.2-01", "C2E-14.1-03", "C2E-N.6-01")
def test_the_umpire_is_offered_what_waits() -> None:
    offers = offered(waiting(), "Uma")
    assert offers["APPROVE"] == offers["REFUSE"] == {"proposal": ["Cloak"]}
    assert offers["RESULT"] == {"battle": ["w04-0905-1"], "record": None}
    assert offers["PIRATE"]["count"] == FEW
    assert {"NEWPLAYER", "END CAMPAIGN"} <= set(offers)
    assert not {"MOVE", "CONTACT", "BUY"} & set(offers)
