"""Hits outside battles: on one ship, and in packets on a group."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from horizons_core.rng import Stream
from horizons_core.rules import catalogue
from tests.effort import tries
from tests.variants.campaign2e.fleets_at_random import ships
from variants.campaign2e.battle.abstract_hits import hit_group, hit_ship
from variants.campaign2e.designs.market import by_type
from variants.campaign2e.designs.parsing import design_from
from variants.campaign2e.model.ships import new_ship

RULES = catalogue("campaign2e", "variants.campaign2e")
TWENTY = design_from("Twenty", "TYPE CH MASS 90 HULL 27 ARMOUR 0 THRUST 4 FTL WITH PDS x20")


class Loaded(NamedTuple):
    """Dice that always fall alike; the first of several is drawn."""

    thrown: int

    def die(self, sides: int) -> int:
        assert sides == 6
        return self.thrown

    def choice(self, options):
        return options[0]


def ship(code="CL"):
    return new_ship("Ada/1", "Ada", "One", by_type(code), "g")


@pytest.mark.rule("C2E-6.2-04")
@pytest.mark.parametrize("example", RULES.examples("C2E-6.2-04"), ids=str)
def test_hits_on_a_ship_are_one_attack_on_armour_first(example):
    vessel = ship()
    assert (vessel.armour_left, vessel.hull_left) == (
        example.given["armour"],
        example.given["hull"],
    )
    assert not hit_ship(vessel, example.given["trade_value"], Stream(1))
    assert (vessel.armour_left, vessel.hull_left) == (
        example.expect["armour"],
        example.expect["hull"],
    )
    assert vessel.design.rows_ended(vessel.hull_lost) == example.expect["rows_crossed"]


@pytest.mark.parametrize(
    ("damage", "thrown", "lost"),
    [
        (6, 6, False),  # no row is gone
        (7, 5, False),
        (7, 6, True),
        (14, 3, False),  # two rows at once: lost on 5 and one more for the second
        (14, 4, True),
    ],
)
def test_systems_are_lost_by_the_rows_that_end(damage, thrown, lost):
    ship = new_ship("Ada/1", "Ada", "One", TWENTY, "g")
    hit_ship(ship, damage, Loaded(thrown))
    assert ship.out == ([system.key for system in TWENTY.systems] if lost else [])
    assert (ship.drive, ship.ftl) == (("halved", "out") if lost else ("ok", "ok"))


@pytest.mark.rule("C2E-3.6-07", "C2E-3.7-03", "C2E-11.3.3-02")
@pytest.mark.parametrize("example", RULES.examples("C2E-11.3.3-02"), ids=str)
def test_what_is_poor_is_lost_more_easily(example):
    row, lost_on = example.given["row"], example.expect["lost_on"]
    worse = {
        "out_of_supply": True, "owed": 1, "weaponry_due": 1,
        "second_hand": [system.key for system in TWENTY.systems],
    }  # fmt: skip
    for thrown in range(1, 7):
        for name, value in worse.items():
            ship = new_ship("Ada/1", "Ada", "One", TWENTY, "g")
            ship.hull_lost = 7 * (row - 1)
            setattr(ship, name, value)
            hit_ship(ship, 7, Loaded(thrown))
            assert bool(ship.out) == (thrown in lost_on), name


def test_craft_and_missiles_go_with_what_holds_them():
    carrier, launcher, lander = ship("CVE"), ship("BC"), ship("AL")
    for s in (carrier, launcher, lander):
        hit_ship(s, s.armour_left + s.design.rows[0], Loaded(6))
    assert (carrier.fighters, launcher.salvoes, lander.dropships) == ([0, 0], 0, 0)


@pytest.mark.rule("C2E-11.3.4-01")
def test_core_systems_are_tried_once_and_a_power_core_may_explode():
    low, high = ship(), ship()
    for s in (low, high):
        s.hull_lost = 8  # the third row ends: bridge, life support and power core are in danger
    assert not hit_ship(low, 6, Loaded(5))
    assert low.core_out == []
    assert {*low.jury_rigged} == {"bridge", "life", "power"}
    dice = iter([6] * 16 + [1, 1, 1, 5])

    class Falling(NamedTuple):
        def die(self, _: int) -> int:
            return next(dice)

    assert hit_ship(high, 6, Falling())
    assert high.hull_left == 0


@pytest.mark.rule("C2E-8.4-03")
@pytest.mark.parametrize("example", RULES.examples("C2E-8.4-03"), ids=str)
def test_a_group_is_hit_in_packets_of_five(example):
    damage = example.expect["damage"]
    fleet = [ship("SDN") for _ in range(4)]
    destroyed = hit_group(fleet, damage, Stream(3))
    damages = [ship.armour_lost + ship.hull_lost for ship in fleet]
    assert sum(damages) == damage
    assert all(number % 5 == 0 for number in damages)
    assert [ship for ship in fleet if ship.hull_left == 0] == destroyed


def test_more_than_a_ship_has_is_lost():
    small, large = ship("SC"), ship("SDN")
    assert hit_group([small, large], 10, Loaded(1)) == [small]
    assert (small.hull_left, large.armour_lost) == (0, 5)
    assert hit_group([ship("SC")], 100, Stream(1))


@settings(deadline=None, max_examples=tries(40))
@given(ships("Ada/1"), st.integers(0, 60), st.integers(0, 1000))
def test_ships_stay_whole_in_the_books(vessel, damage, key):
    before = (vessel.hull_lost, vessel.armour_lost)
    hit_ship(vessel, damage, Stream(key))
    assert before[0] <= vessel.hull_lost <= vessel.design.hull
    assert before[1] <= vessel.armour_lost <= vessel.design.armour
    assert len({*vessel.out}) == len(vessel.out)
    assert {*vessel.out} <= vessel.design.system_keys
    assert not {*vessel.out, *vessel.core_out} & {*vessel.jury_rigged}
    assert min([*vessel.fighters, vessel.salvoes, vessel.dropships]) >= 0
