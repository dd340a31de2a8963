"""Values offered to forms, completion and bots for the arguments of orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve

from horizons_core.orders import Cost, Range
from tests.variants.campaign2e.builders import add_ship, campaign, fleet, ship, variant
from tests.variants.campaign2e.order_clauses import mark_of
from tests.variants.campaign2e.reported import situation, waiting
from variants.campaign2e.designs.design import Slot
from variants.campaign2e.designs.market import market
from variants.campaign2e.model import Allegiance, Campaign

OWN = ["3,3", "4,3", "7,5", "8,5"]
OPEN = ["7,5", "8,5"]
GROUPS = ["g1", "g2", "DEF-3-3"]
SHIPS = ["Bastion-1", "Argent-1", "Argent-2", "Packhorse-1", "Tempest-1", "Rampart-1"]
JUMPS = ["6,4", "6,5", "7,4", "7,5", "7,6", "7,7", "8,4", "8,5", "8,6", "9,5", "9,6"]
WITH_FTL = [name for name, design in market().items() if design.ftl]
FREIGHTERS = ["Packhorse", "Oxcart"]
OTHERS = ["Brin", "Cyra"]
NAVIES = ["Northern Line", "Free Ports", "Iron Reach"]
EDGES = ["N", "NE", "SE", "S", "SW", "NW"]
#: The cheapest ship costs 27 credits, and there are 1,000.
SHIPS_FOR_1000 = Range(1, 37, cost=Cost("credits", 27))

#: By keyword, the values offered to Ada in the situation of the reports; None for free text.
EVERYDAY: Mapping[str, Mapping[str, Any]] = {
    "SPLIT": {"group": ["g1", "g2"], "ship": SHIPS, "name": None, "late": ["LATE"]},
    "NAME": {"thing": [*GROUPS, *SHIPS, *OWN], "name": None},
    "MOVE": {"group": ["g1"], "place": JUMPS},
    "LANE": {"group": ["g1"], "world": ["12,9"], "via": ["12,9"]},
    "HOLD": {"group": ["g1", "g2"]},
    "STANCE": {"player": OTHERS, "towards": ["ALLY", "NEUTRAL", "HOSTILE"]},
    "ALLOW": {"player": OTHERS, "leave": ["BASE", "SUPPLY"], "switch": ["ON", "OFF"]},
    "TRADE": {
        "world": ["3,3", *OPEN],
        "partner": ["NONE", "3,3", "7,5", "7,7", "8,5", "9,5", "12,9"],
    },
    "DEAL": {"world": ["7,5"], "partner": ["12,9"], "percent": Range(0, 100)},
    "LANE OFF": {"world": ["3,3", "7,5"]},
    "LANE ON": {"world": ["4,3"]},
    "RECONSTRUCT": {"world": ["8,5"], "helper": ["7,5"], "alone": ["ALONE"]},
    "LEASE": {"design": FREIGHTERS, "world": ["3,3", *OPEN]},
    "PAY": {"player": OTHERS, "credits": Range(1, 1000, cost=Cost("credits", 1))},
    "BILLS": {"payee": [*GROUPS, *SHIPS]},
    "DISBAND": {"ship": SHIPS},
    "DESIGN": {"name": None, "words": None},
    "BUY": {"design": WITH_FTL, "world": OPEN, "count": SHIPS_FOR_1000, "name": None},
    "BUILD": {"keel": ["Bold", "Secret"], "points": Range(0, 100)},
    "CANCEL KEEL": {"keel": ["Bold", "Secret"]},
    "REPAIR": {
        "ship": ["Argent-1"],
        "what": ["ALL", "ARMOUR 2", "ARMOUR 1", "B3/3", "DRIVE"],
        "source": ["SPARES"],
        "fast": ["FAST"],
    },
    "CONTACT": {
        "group": GROUPS,
        "attack": ["ATTACK"],
        "limit": ["SMALLER", "EQUAL", "ANY"],
        "place": ["12,9", *JUMPS],
    },
    "BATTLE": {
        "group": GROUPS,
        "speed": Range(0, 24),
        "formation": ["tight", "open", "dispersed"],
        "edge": EDGES,
        "intent": ["close", "optimal", "standoff", "run"],
        "percent": Range(1, 100),
        "way_out": ["ftl", "run"],
    },
    "ENTRY": {
        "group": GROUPS,
        "change": ["NEARER", "FARTHER", "SPLIT", *(f"EDGE {edge}" for edge in EDGES)],
    },
    "MANUAL": {"group": GROUPS},
    "DUMMY": {
        "group": ["g1"],
        "place": ["6,3", "6,4", "7,3", "7,5", "8,3", "8,4"],
        "remove": ["REMOVE"],
    },
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


def offered_in_rounds(game: Campaign) -> dict[str, dict[str, Any]]:
    """The values offered to Ada in the three rounds of the set-up."""
    offers = {}
    for game.round in (1, 2, 3):
        offers |= offered(game)
    game.round = 0
    return offers


def choices(game: Campaign, command: str, **chosen: Any) -> list[str]:
    """The values of the next argument for Ada."""
    step = variant().choices(variant().view(game, "Ada"), command, chosen)
    assert step is not None
    return [choice.value for choice in step.choices]


def test_the_chosen_ship_group_or_world_decides_what_follows() -> None:
    game = situation()
    assert choices(game, "SPLIT", group="g2") == ["Packhorse-1", "Tempest-1"]
    assert choices(game, "SPLIT", group="g2", ship=["Tempest-1"])[0] == "Umbra", "one must stay"
    assert choices(game, "TRADE", world="7,5") == ["NONE", "3,3", "7,7", "8,5", "9,5"]
    assert choices(game, "TRADE", world="3,3") == ["7,5", "12,9"]
    assert choices(game, "STANCE", player="Brin") == ["ALLY", "HOSTILE"]
    assert choices(game, "ALLOW", player="Brin", leave="BASE") == ["ON"]
    assert choices(game, "MOVE", group="g1") == [
        at for at in JUMPS if at not in ("7,5", "8,6", "9,6")
    ]


def test_a_load_is_made_of_what_there_is_room_for() -> None:
    game = situation()
    first = choices(game, "LOAD", ship="Packhorse-1")
    assert first[:3] == ["FUEL 20 CREW 16 WEAPONRY 20", "FUEL 56", "FUEL 28"]
    assert first[-2:] == ["SPARES PDS 2", "SPARES PDS 1"]
    assert "CREW 28" in choices(game, "LOAD", ship="Packhorse-1", cargo=["FUEL 28"])


@pytest.mark.rule("C2E-11.3.1-01", "C2E-11.3.2-01", "C2E-11.4-03")
def test_repairs_come_from_spares_and_other_ships_where_there_are_any() -> None:
    game = situation()
    what = {"ship": "Argent-1", "what": "B3/3"}
    assert choices(game, "REPAIR", **what) == ["Bastion-1", "Argent-2"]
    game.empire("Ada").stores["7,5"].spares["B3/3"] = 1
    assert choices(game, "REPAIR", **what) == ["SPARES", "Bastion-1", "Argent-2"]
    assert choices(game, "REPAIR", ship="Argent-1", what="DRIVE", source=None) == ["FAST"]
    game.groups[0].at = (7, 4)
    assert "REPAIR" not in offered(game), "no base, and the spares are elsewhere"


@pytest.mark.rule("C2E-16.5-04")
def test_refits_fit_into_the_design_weight() -> None:
    game = situation()
    assert "B1/6" in choices(game, "REFIT", ship="Argent-2")
    assert "FREE" not in choices(game, "REFIT", ship="Argent-2"), "it has no free mass"
    new = choices(game, "REFIT", ship="Argent-2", old="B2/3")
    assert {"FC", "PT/1", "FREE"} & set(new) == {"FC", "FREE"}


def test_a_keel_gets_designs_of_its_mass() -> None:
    game = situation()
    keel = game.world("7,5").keels[1]
    keel.mass, keel.type = 90, "CH"
    assert offered(game)["REDESIGN"] == {"keel": ["Secret"], "design": ["Argent"]}


@pytest.mark.rule("C2E-8.1-01")
def test_defences_have_the_room_of_their_world() -> None:
    offers = offered(situation())["DEFEND"]
    assert offers["world"] == OWN
    step = variant().choices(
        variant().view(situation(), "Ada"), "DEFEND", {"world": "8,5", "design": "Rampart"}
    )
    assert step is not None
    assert step.range == (1, 3, 1), "800 points"
    assert step.cost == Cost("credits", 206)
    assert "Heron" in choices(situation(), "DEFEND", world="8,5")
    assert "Heron" not in choices(situation(), "DEFEND", world="3,3"), "it is interdicted"


def test_ships_out_of_supply_go_towards_a_base() -> None:
    game = campaign({(7, 7): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    fleet(game, "Ada", (7, 10), "g1", CH=1)
    add_ship(game, game.groups[0], "CH").owed = 100
    assert choices(game, "MOVE", group="g1") == ["7,9"]


def test_without_occasion_an_order_is_not_offered() -> None:
    offers = offered(situation())
    for keyword in (
        "PAIR", "CLAIM", "CAPITAL", "ALLY NAVY", "COMMISSION", "COMMISSION SUPPLY", "PROPOSE",
        "INTERDICT", "RAID", "ATTACK WORLD", "ENGAGE DEFENCES", "BOMBARD", "LAND", "PEACEKEEP",
        "REBUILD", "STRIP", "SELL", "RETURN", "SWAP", "RESIGN", "APPROVE", "PIRATE", "RESULT",
        "MERGE", "TRANSFER", "RESUPPLY", "REDESIGN",
    ):  # fmt: skip
        assert keyword not in offers


def test_a_keel_can_be_of_a_design_or_of_a_mass_and_type() -> None:
    offers = offered(situation())["LAY KEEL"]
    assert (offers["name"], offers["design"], offers["world"]) == (None, WITH_FTL, OPEN)
    assert {design.type for design in market().values() if design.ftl} <= set(offers["type"])
    view = variant().view(situation(), "Ada")
    chosen = {"world": "7,5", "design": None, "type": "CH"}
    step = variant().choices(view, "LAY KEEL", chosen)
    assert step is not None
    assert step.range == (60, 90, 1)


@pytest.mark.rule("C2E-7.1-01", "C2E-1.6-10")
def test_armed_groups_in_supply_are_offered_for_what_they_can_do_where_they_are() -> None:
    offers = offered(abroad())
    groups = {keyword: values["group"] for keyword, values in offers.items() if "group" in values}
    assert groups["ATTACK WORLD"] == ["g1", "g2"]
    assert groups["INTERDICT"] == ["g1", "g2", "g4"]
    assert "PEACEKEEP" not in groups, "the force is too small"
    for keyword in ("RAID", "NORAID", "ENGAGE DEFENCES", "LAND"):
        assert groups[keyword] == ["g4"]
    assert offers["INTERDICT"]["off"] == offers["ENGAGE DEFENCES"]["off"] == []
    game = abroad()
    game.worlds[-1].controlled = ""
    assert not {"BOMBARD", "LAND"} & set(offered(game))
    game.groups[3].engage, game.groups[3].posture = True, "interdict"
    offers = offered(game)
    assert offers["INTERDICT"]["off"] == offers["ENGAGE DEFENCES"]["off"] == ["OFF"]


@pytest.mark.rule("C2E-7.5-02", "C2E-1.6-10")
def test_bombardment_and_peacekeeping_take_enough_weapons_and_troops() -> None:
    game = abroad()
    add_ship(game, game.groups[3], "BM")
    add_ship(game, game.groups[3], "BM")
    add_ship(game, game.groups[0], "AL")
    add_ship(game, game.groups[0], "AL")
    offers = offered(game)
    assert offers["BOMBARD"] == {"group": ["g4"], "strikes": Range(1, 2)}
    assert offers["PEACEKEEP"] == {"group": ["g1"]}
    game.ships[-4].endurance = 0
    assert offered(game)["BOMBARD"]["strikes"] == Range(1, 1)


@pytest.mark.rule("C2E-12.2-01", "C2E-3.8-03", "C2E-16.4-02")
def test_captures_leases_and_modules_are_offered_where_there_are_any() -> None:
    game = situation()
    ship(game, "Argent-2").captured = True
    ship(game, "Packhorse-1").leased = True
    bastion = ship(game, "Bastion-1")
    bastion.design = evolve(bastion.design, slots=(Slot("A", ("PDS", "FC")),))
    ada = game.empire("Ada")
    ada.designs[bastion.design.name] = bastion.design
    ada.store("7,5").modules = {"FC": 1, "B1/6": 1}
    offers = offered(game)
    assert offers["REBUILD"] == {"ship": ["Argent-2"], "world": ["7,5"]}
    assert offers["STRIP"] == offers["SELL"] == {"ship": ["Argent-2"]}
    assert offers["RETURN"] == {"ship": ["Packhorse-1"]}
    assert "Packhorse-1" not in offers["DISBAND"]["ship"]
    assert offers["SWAP"] == {"ship": ["Bastion-1"], "slot": ["A"], "module": ["FC"]}
    game.groups[0].at = (9, 5)
    offers = offered(game)
    assert "REBUILD" not in offers, "it is not at a base"
    assert offers["STRIP"] == {"ship": ["Argent-2"]}


def before_play() -> Campaign:
    game = campaign({(7, 7): {"owner": "Ada"}, (7, 8): {}, (9, 9): {"owner": "Brin"}})
    game.week = game.turn = 0
    fleet(game, "Ada", (7, 7), "g1", AX=1, CH=1)
    return game


def test_before_play_cards_worlds_and_forces_are_offered() -> None:
    game = before_play()
    game.empire("Ada").hand, game.empire("Ada").commissioning = ["8H", "3D", "7S"], True
    offers = offered_in_rounds(game)
    assert offers["PAIR"] == {"card": ["8H 7S", "3D 7S"]}
    assert offers["CLAIM"] == {"place": ["7,8"], "card": ["8H 7S"]}, "7,3 is far from 7,8"
    assert choices(game, "CLAIM", card="8H 7S") == ["7,8"]
    assert offers["CAPITAL"] == {"world": ["7,7"]}
    assert offers["ALLY NAVY"] == {"navy": NAVIES}
    ships = {"world": ["7,7"], "count": SHIPS_FOR_1000, "name": None}
    assert offers["COMMISSION"] == {"design": WITH_FTL, **ships}
    supply_ships = Range(1, 5, cost=Cost("credits", 99))
    assert offers["COMMISSION SUPPLY"] == ships | {"design": FREIGHTERS, "count": supply_ships}
    assert offers["SPARE"]["ship"] == ["Packhorse-1"]
    game.empire("Ada").navy = "Iron Reach"
    assert "ALLY NAVY" not in offered_in_rounds(game)


def test_who_has_no_money_is_offered_nothing_for_it() -> None:
    game = before_play()
    game.empire("Ada").stock["credits"] = 0
    offers = offered(game)
    assert not {"DEFEND", "SPARE", "PAY"} & set(offers)
    assert not {"BUY", "COMMISSION"} & set(offers)
    game.empire("Ada").stock["credits"] = 5_900
    assert offered(game)["DEFEND"]["design"] == ["Glimmer", "Heron", "Bramble"]
    assert offered(game)["BUY"]["design"] == ["Glimmer", "Heron", "Bramble"]


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
    game = waiting()
    assert offered(game, "Uma") == {"RESULT": {"battle": ["w04-0905-1"], "record": None}}
    game.halted = []
    offers = offered(game, "Uma")
    assert offers["REFUSE"] == {"proposal": ["Cloak"]}
    assert "APPROVE" not in offers, "it is no design of Brin's"
    assert "RESULT" not in offers
    assert offers["PIRATE"]["count"] == Range(1, 100)
    assert offers["PIRATE"]["remove"] == []
    assert {"NEWPLAYER", "END CAMPAIGN"} <= set(offers)
    assert not {"MOVE", "CONTACT", "BUY"} & set(offers)
    game.empire("Brin").designs["Cloak"] = market()["Heron"]
    assert offered(game, "Uma")["APPROVE"] == {"proposal": ["Cloak"]}
