"""Battles as files: input, errors with their places, and rendered records."""

from __future__ import annotations

import pytest
from attrs import fields

from horizons_core.errors import BattleError
from tests.variants.starcluster.battles import (
    DESTROYER,
    DIRECTED,
    FREIGHTER,
    FRIGATE,
    MISSILES,
    RESOLVER,
    duel,
    of,
)
from tests.variants.starcluster.builders import variant
from variants.starcluster.battle.fleets import AT_ONCE, IN_A_WAVE, Combatant, Side
from variants.starcluster.battle.ground import GroundBattle, TroopGroup
from variants.starcluster.battle.record import names_for, record_of
from variants.starcluster.combat import Resolver
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import hull_named
from variants.starcluster.designs.text import read_systems

WHOLE = {
    "variant": "starcluster",
    "title": "At the gate",
    "classes": {"Hawk": FRIGATE},
    "sides": {
        "Ada": [{"class": "Hawk", "count": 5}, {**FREIGHTER, "name": "Mule", "train": True}],
        "Brin": [{"class": "Hawk", "count": 3, "damage": 4, "shots": 6, "out_of_supply": True}],
    },
    "doctrines": {
        "Ada": {"band": "LONG", "break": 60, "target": "SMALL", "combat": 5, "twigs": ["TUNER"]},
        "Brin": {"pdc": True, "silos": 3, "missile": "R2", "adm": True},
    },
    "place": {"nebula": "gas", "anomaly": "ion storm"},
    "assault": {"by": "Ada", "wave": 3},
}


def test_a_whole_battle_is_read():
    battle = variant().battle(WHOLE)
    first, second = battle.forces
    assert [unit.name for unit in first.units] == [*(f"Hawk {n}" for n in range(1, 6)), "Mule"]
    assert (first.band, first.break_off, first.target, first.wave) == ("LONG", 60, "SMALL", 3)
    assert (second.pdc, second.silos, str(second.missile), second.anti_drive) == (
        True,
        3,
        "R2",
        True,
    )
    assert (battle.gas, battle.ion, battle.assault) == (True, True, True)
    hurt = second.units[0]
    assert (sum(hurt.left), hurt.used, hurt.supplied) == (220, 6, False)
    assert first.units[0].speed(4) == 6
    assert [unit.rear for unit in first.units] == [False] * 5 + [True]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sides": {"Ada": []}}, "two sides"),
        ({"sides": {"Ada": [], "Brin": [FRIGATE]}}, "sides.Ada is not a list of units"),
        ({"classses": {}}, "unknown field 'classses'"),
        ({"sides": {"Ada": [{"class": "Hwk"}], "Brin": [FRIGATE]}}, "did you mean 'Hawk'"),
        ({"sides": {"Ada": [{"hull": "XX"}], "Brin": [FRIGATE]}}, "no hull 'XX'"),
        ({"sides": {"Ada": [{"hull": "DD"}], "Brin": [FRIGATE]}}, "design is missing"),
        ({"classes": {"Hawk": {"hull": "DD", "design": "[S1][Z]"}}}, "character 6"),
        ({"sides": {"Ada": [of(FRIGATE, 0)], "Brin": [FRIGATE]}}, "count is 0"),
        ({"sides": {"Ada": [of(FRIGATE, damage=26)], "Brin": [FRIGATE]}}, "damage is 26"),
        ({"sides": {"Ada": [of(FRIGATE, 5001)], "Brin": [FRIGATE]}}, "count is 5001"),
        ({"doctrines": {"Cleo": {}}}, "doctrines is 'Cleo'"),
        ({"doctrines": {"Ada": {"band": "NEAR"}}}, "band is 'NEAR'"),
        ({"doctrines": {"Ada": {"break": 0}}}, "break is 0"),
        ({"doctrines": {"Ada": {"missile": "K1"}}}, "silos fire R or G"),
        ({"doctrines": {"Ada": {"twigs": ["FAST"]}}}, "twigs[1] is 'FAST'"),
        ({"doctrines": {"Ada": {"pdc": "yes"}}}, "pdc is 'yes'"),
        ({"place": {"nebula": "dust"}}, "nebula is 'dust'"),
        ({"assault": {"by": "Cleo"}}, "assault.by is 'Cleo'"),
        ({"assault": {"wave": 21}}, "assault.wave is 21"),
        ({"planet": {}, "sides": {}}, "unknown field"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(change, message):
    with pytest.raises(BattleError) as refused:
        variant().battle({**WHOLE, **change})
    assert message in str(refused.value) + (refused.value.hint or "")


def test_what_a_file_does_not_say_is_the_plainest():
    battle = duel([FRIGATE], [DESTROYER])
    for side, name, kind in zip(battle.forces, ("one", "two"), (FRIGATE, DESTROYER), strict=True):
        design = Design(hull_named(kind["hull"]), read_systems(kind["design"]))
        unit = Combatant(name=kind["hull"], design=design, left=design.full_points)
        assert side == Side(name=name, units=(unit,))
    assert (battle.gas, battle.ion, battle.assault) == (False, False, False)

    planet = variant().battle({"planet": {"attacker": {"aboard": 9}, "defender": {"garrison": 8}}})
    plain = {"generation": 1, "modifier": 1}
    assert planet == GroundBattle(
        ("attacker", "defender"),
        (TroopGroup(aboard=9.0, **plain),),
        (TroopGroup(points=8.0, **plain),),
        landing=9.0,
        pdc=False,
        rounds=200,
    )


@pytest.mark.parametrize("by", ["Zoe", "Ada"])
def test_who_comes_through_a_point_is_the_first_side(by):
    sides = {"Zoe": [FRIGATE], "Ada": [FRIGATE]}
    battle = variant().battle({"sides": sides, "assault": {"by": by}})

    assert battle.sides[0] == battle.forces[0].name == by
    assert [side.units[0].comes for side in battle.forces] == [IN_A_WAVE, AT_ONCE]
    assert [side.wave for side in battle.forces] == [5, 5]
    other = variant().battle({"sides": sides, "assault": {"wave": 7}})
    assert (other.sides, other.forces[0].wave) == (("Zoe", "Ada"), 7)


def _with(part, field, value):
    """A battle, or a fight for a planet, with a value set in a field of a part."""
    if part in ("attacker", "defender", "planet"):
        planet = {"attacker": {"aboard": 9}, "defender": {"garrison": 8}}
        if part == "planet":
            return {"planet": {**planet, field: value}}
        return {"planet": {**planet, part: {**planet[part], field: value}}}
    sides = {"Ada": [{**MISSILES, field: value} if part == "unit" else FRIGATE], "Brin": [FRIGATE]}
    if part == "doctrine":
        return {"sides": sides, "doctrines": {"Ada": {field: value}}}
    return {"sides": sides, **({"assault": {field: value}} if part == "assault" else {})}


@pytest.mark.parametrize(
    ("part", "field", "least", "most"),
    [
        ("doctrine", "combat", -50, 50), ("doctrine", "break", 1, 100),
        ("doctrine", "silos", 0, 200),
        ("assault", "wave", 1, 20), ("unit", "shots", 0, 1_000_000), ("unit", "ordnance", 0, 2),
        ("unit", "starving", 0, 27), ("attacker", "generation", 1, 50),
        ("attacker", "combat", -50, 50),
        ("attacker", "aboard", 0, 1_000_000), ("attacker", "landing", 0, 1_000_000),
        ("attacker", "landed", 0, 1_000_000), ("defender", "garrison", 0, 1_000_000),
        ("defender", "generation", 1, 50), ("planet", "rounds", 1, 1_000),
    ],
)  # fmt: skip
def test_numbers_are_read_up_to_their_bounds(part, field, least, most):
    for bound, beyond in ((least, least - 1), (most, most + 1)):
        variant().battle(_with(part, field, bound))
        with pytest.raises(BattleError, match=f"{field} is {beyond}"):
            variant().battle(_with(part, field, beyond))


@pytest.mark.rule("SC-CBT-009")
def test_a_record_adds_up():
    battle = duel([of(DIRECTED, 3)], [of(DESTROYER, 3), of(FREIGHTER)], {"two": {"silos": 2}})
    record = RESOLVER.resolve(battle, 7)
    for index, unit in enumerate(record.units[:7]):
        total = sum(shot.damage for shot in record.shots if shot.target == index)
        before, after = (sum(n.values()) for n in (unit.before, unit.after))
        assert before - after == total or unit.name == "FT1"
        assert (
            unit.destroyed == any(shot.destroyed for shot in record.shots if shot.target == index)
            or unit.name == "FT1"
        )
    lost = [code for shot in record.shots for code in shot.lost if shot.target == 0]
    assert lost[:2] == ["S", "S"]
    assert record.units[-1].name == "Silos of two"
    assert record.to_dict()["winner"] == record.winner


@pytest.mark.rule("SC-VIS-001")
def test_a_side_is_told_nothing_of_what_is_aboard_others_or_of_their_dice():
    battle = duel([of(FRIGATE, 3)], [of(DESTROYER, 3, name="Secret")])
    event = record_of(RESOLVER.fight(battle, 7), "one").to_dict()
    assert "Secret" not in str(event)
    assert "one rolls" in str(event["notes"])
    assert "two throws" not in str(event["notes"])
    assert all(not unit["before"] for unit in event["units"] if unit["side"] == 1)
    assert all(not shot["lost"] for shot in event["shots"] if shot["target"] >= 3)
    assert any(shot["lost"] for shot in event["shots"] if shot["target"] < 3)


@pytest.mark.rule("SC-CBT-009")
def test_a_battle_of_a_simulation_can_be_told():
    battle = variant().battle(WHOLE)
    many = variant().combat.simulate(battle, 5, "key")
    for run in range(5):
        record = variant().combat.resolve(battle, "key", run=run)
        winner = -1 if record.winner is None else record.winner
        assert (many.winner[run], many.rounds[run]) == (winner, record.rounds)


def test_numbers_of_battle_may_be_others():
    battle = duel([of(FRIGATE)], [of(FRIGATE)], {"one": {"break": 100}, "two": {"break": 100}})
    assert Resolver(most_rounds=1).simulate(battle, 5, 1).rounds.tolist() == [1] * 5


@pytest.mark.rule("SC-CBT-006", "SC-CBT-009", "SC-CBT-010", "SC-CBT-011", "SC-CBT-013")
@pytest.mark.parametrize("number", fields(Resolver), ids=lambda x: x.name)
def test_the_numbers_of_battle_are_those_of_the_rulebook_and_have_bounds(number):
    usual, least, most = {
        "most_rounds": (20, 1, 1000), "first_gap": (3, 0, 1000), "closing": (2, 0, 1000),
        "drifting": (1, 0, 1000), "faster": (100, 0, 100), "equal": (50, 0, 100),
        "slower": (20, 0, 100), "per_tractor": (10, 0, 100), "most_traction": (40, 0, 100),
        "least_chance": (5, 0, 100), "pursuit": (50, 0, 100), "steady": (7, 0, 1000),
        "shaky": (50, 0, 100), "capacity": (20, 0, 1000), "small_capacity": (8, 0, 1000),
        "shelter": (150, 1, 1000),
    }[number.name]  # fmt: skip
    assert getattr(Resolver(), number.name) == usual
    for bound, beyond in ((least, least - 1), (most, most + 1)):
        assert getattr(Resolver(**{number.name: bound}), number.name) == bound
        with pytest.raises(ValueError, match=number.name):
            Resolver(**{number.name: beyond})


@pytest.mark.rule("SC-VIS-001")
def test_others_units_are_called_by_their_hulls_and_counted_from_one():
    battle = duel([of(FRIGATE, 2), DESTROYER], [FRIGATE, of(DESTROYER, 2), FRIGATE])
    named = {reader: names_for(battle, reader) for reader in (None, "one")}

    assert named["one"] == [
        "FGf 1", "FGf 2", "DD", "FGf 1 of two", "DD 1 of two", "DD 2 of two", "FGf 2 of two",
    ]  # fmt: skip
    assert named[None] == ["FGf 1", "FGf 2", "DD", "FGf", "DD 1", "DD 2", "FGf"]


def test_points_that_are_left_are_told_as_points_of_designs():
    spec = {"sides": {"Ada": [{**FRIGATE, "count": 4}], "Brin": [FREIGHTER]}}
    statistics = RESOLVER.simulate(RESOLVER.battle(spec), 20, "points")
    assert statistics.measures["points left"][:, 0].max() == 4 * 26  # SC-CBT-002
