"""The choices that a view offers for the arguments of orders, and the orders written from them."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.orders import Cost, NumberRange, sample_order
from tests.variants.far_horizons import playthrough
from tests.variants.far_horizons.single_steps import RULES, game_with
from variants.far_horizons.orders.arguments import name
from variants.far_horizons.orders.references import any_species

EMPIRES = ("Human", "Klingon", "Romulan")
STATE = {
    "species": {
        "Human": {
            "met": ["Klingon"],
            "planets": {"Mars": {"at": "10 10 10 #4"}},
            "ships": {
                "TR5 Mover": {"at": "Earth"},
                "FFS Sloth": {"at": "Earth"},
                "BAS High Guardian": {"at": "Earth", "cargo": {"GT": 2}, "tons": 400_000},
            },
        },
    },
}
SHIPS = ["TR5 Mover", "FFS Sloth", "BAS High Guardian"]


def view_of(state=STATE, empire="Human"):
    return RULES.view(game_with(state, EMPIRES), empire)


def step(command, state=STATE, **chosen):
    return RULES.choices(view_of(state), command, chosen)


def words(command, state=STATE, **chosen):
    return [choice.value for choice in step(command, state, **chosen).choices]


@pytest.mark.parametrize(
    ("command", "chosen", "offered"),
    [
        ("SCAN", {}, SHIPS),
        ("DESTROY", {}, SHIPS),
        ("DEEP", {}, ["TR5 Mover", "FFS Sloth"]),
        ("JUMP", {}, ["TR5 Mover"]),
        ("TELESCOPE", {}, ["BAS High Guardian"]),
        ("LAND", {"ship": "TR5 Mover"}, ["PL Earth"]),
        ("ALLY", {}, ["SP Klingon"]),
        ("PRODUCTION", {}, ["PL Earth", "PL Mars"]),
        ("RESEARCH", {}, ["PL Earth"]),
    ],
)
def test_the_names_of_the_things_that_an_argument_may_be(command, chosen, offered):
    assert words(command, **chosen) == offered


def test_a_ship_jumps_to_stars_within_reach_and_the_nearest_comes_first():
    stars = step("JUMP", ship="TR5 Mover").choices
    chances = [float(star.help.facts["percent"]) for star in stars]
    assert chances == sorted(chances)
    assert 0 < chances[0] < chances[-1] < 100
    assert {star.place for star in stars} <= {row["id"] for row in RULES.map(view_of())["places"]}
    assert "10 10 10" not in {star.value for star in stars}


def test_a_ship_moves_to_the_neighbouring_sectors():
    assert words("MOVE", ship="FFS Sloth") == [
        "9 10 10", "11 10 10", "10 9 10", "10 11 10", "10 10 9", "10 10 11",
    ]  # fmt: skip


def test_a_planet_pays_with_its_production_and_the_treasury():
    funds = RULES.stocks(view_of())["PL Earth"]
    amount = step("RESEARCH", producer="PL Earth", tech="MI")
    assert amount.range == NumberRange(1, funds, 1)
    assert amount.cost == Cost("PL Earth", 1)


def test_the_price_of_a_ship_is_that_of_its_class():
    ship = step("BUILD", producer="PL Earth", item=None)
    costs = {choice.value.split()[0]: choice.cost for choice in ship.choices}
    assert costs["PB"] == Cost("PL Earth", 100)
    assert costs["PBS"] == Cost("PL Earth", 75)
    assert ship.free
    assert len({choice.value.split()[1] for choice in ship.choices}) == 1


def test_a_starbase_needs_an_amount_in_whole_steps():
    chosen = {"producer": "PL Earth", "item": None, "ship": None}
    assert words("BUILD", **chosen)[0].startswith("BAS ")
    amount = step("BUILD", **chosen, hull="BAS Hope")
    assert (amount.optional, amount.range.low, amount.range.step) == (False, 100, 100)
    assert RULES.order_line(
        "BUILD", {"producer": "PL Earth", "hull": "BAS Hope", "amount": 200}
    ) == ("PRODUCTION PL Earth\nBUILD BAS Hope, 200")


def test_as_many_items_are_transferred_as_there_are_and_as_fit():
    state = {"species": {"Human": {
        "planets": {"Earth": {"at": "10 10 10 #3", "items": {"CU": 3, "PD": 40}}},
        "ships": {"TR5 Mover": {"at": "Earth"}},
    }}}  # fmt: skip
    ends = {"source": "PL Earth", "destination": "TR5 Mover"}
    assert words("TRANSFER", state) == ["PL Earth"]
    assert words("TRANSFER", state, source="PL Earth") == ["TR5 Mover"]
    assert words("TRANSFER", state, **ends) == ["CU", "PD"]
    room = next(ship["capacity"] for ship in view_of(state)["ships"])
    assert step("TRANSFER", state, **ends, item="CU").range.high == 3
    assert step("TRANSFER", state, **ends, item="PD").range.high == room // 3


def test_orders_of_a_planet_and_of_a_battle_are_written_below_it():
    research = {"producer": "PL Earth", "amount": 5, "tech": "MI"}
    lines = [
        RULES.order_line("RESEARCH", research),
        RULES.order_line("ATTACK", {"battle": "10 10 10", "species": "SP Klingon"}),
        "SCAN TR5 Mover",
        RULES.order_line("SHIPYARD", {"producer": "PL Mars"}),
        RULES.order_line("RESEARCH", research | {"tech": "BI"}),
    ]
    text = RULES.order_text(lines)
    assert text == (
        "START COMBAT\n  BATTLE 10 10 10\n  ATTACK SP Klingon\nEND\n"
        "START PRE-DEPARTURE\n  SCAN TR5 Mover\nEND\n"
        "START PRODUCTION\n  PRODUCTION PL Earth\n  RESEARCH 5 MI\n  RESEARCH 5 BI\n"
        "  PRODUCTION PL Mars\n  SHIPYARD\nEND\n"
    )
    inserted = ""
    for line in lines:
        inserted, number = RULES.with_order(inserted, line)
        assert inserted.splitlines()[number - 1].strip() == line.splitlines()[-1]
    assert inserted.casefold() == text.casefold()


def test_a_message_is_written_with_its_end():
    line = RULES.order_line("MESSAGE", {"species": "SP Klingon", "lines": "Peace;\nand plenty."})
    assert line == "MESSAGE SP Klingon\nPeace;\nand plenty.\nZZZ"
    assert RULES.with_order("", line)[0].count("ZZZ") == 1
    (order,) = RULES.language.read(RULES.order_text([line])).orders
    assert order["lines"] == ("Peace;", "and plenty.")


def test_orders_that_are_drawn_are_accepted_and_all_commands_are_reached():
    """Messages are not drawn, because their text is the player's."""
    rules, drawn = hz.variant_of(playthrough.new_game()), set()
    for game in (playthrough.new_game(), playthrough.turns()[0].game):
        for empire in ("Terrans", "Klingon"):
            view, dice = rules.view(game, empire), hz.Stream.from_key("drawn", empire, game.turn)
            for keyword in rules.order_options(view):
                line = sample_order([rules.command(keyword)], view, dice, rules).line
                remarks = rules.check_orders(game, empire, rules.order_text([line]))
                assert not [r for r in remarks if r.severity == "error"], (empire, line, remarks)
                drawn |= {keyword} if line else set()
    assert {command.keyword for command in rules.commands} - drawn == {"MESSAGE"}


def test_species_are_those_that_were_met():
    assert name("species", find=any_species()).offers(view_of()) == ["SP Klingon"]


def test_one_form_of_several_needs_nothing_for_another():
    options = RULES.order_options(view_of({"species": {"Human": {}}}))
    assert "SCAN" not in options
    assert "BUILD" in options


def test_the_gamemaster_has_no_ships_of_its_own():
    assert "SCAN" not in RULES.order_options(view_of(empire=None))
