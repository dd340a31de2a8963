"""Battles as files: what is read, what is refused with its place, and how they are told."""

from __future__ import annotations

import pytest

from horizons_core.errors import BattleError
from tests.variants.starcluster.battles import (
    DESTROYER,
    DIRECTED,
    FREIGHTER,
    FRIGATE,
    RESOLVER,
    duel,
    of,
)
from tests.variants.starcluster.builders import variant
from variants.starcluster.battle.record import record_of

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
    one, two = battle.forces
    assert [unit.name for unit in one.units] == [*(f"Hawk {n}" for n in range(1, 6)), "Mule"]
    assert (one.band, one.break_off, one.target, one.wave) == ("LONG", 60, "SMALL", 3)
    assert (two.pdc, two.silos, str(two.missile), two.anti_drive) == (True, 3, "R2", True)
    assert (battle.gas, battle.ion, battle.assault) == (True, True, True)
    hurt = two.units[0]
    assert (sum(hurt.left), hurt.used, hurt.supplied) == (220, 6, False)
    assert one.units[0].speed(4) == 6
    assert [unit.rear for unit in one.units] == [False] * 5 + [True]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sides": {"Ada": []}}, "two sides"),
        ({"sides": {"Ada": [], "Brin": [FRIGATE]}}, "sides.Ada is no list of units"),
        ({"classses": {}}, "no field 'classses'"),
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
        ({"planet": {}, "sides": {}}, "no field"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(change, message):
    with pytest.raises(BattleError) as refused:
        variant().battle({**WHOLE, **change})
    assert message in str(refused.value) + (refused.value.hint or "")


@pytest.mark.rule("SC-CBT-009")
def test_a_record_adds_up():
    battle = duel([of(DIRECTED, 3)], [of(DESTROYER, 3), of(FREIGHTER)], {"two": {"silos": 2}})
    record = RESOLVER.resolve(battle, 7)
    for index, unit in enumerate(record.units[:7]):
        taken = sum(shot.damage for shot in record.shots if shot.target == index)
        before, after = (sum(n.values()) for n in (unit.before, unit.after))
        assert before - after == taken or unit.name == "FT1"
        assert (
            unit.destroyed == any(shot.destroyed for shot in record.shots if shot.target == index)
            or unit.name == "FT1"
        )
    lost = [code for shot in record.shots for code in shot.lost if shot.target == 0]
    assert lost[:2] == ["S", "S"]
    assert record.units[-1].name == "Silos of two"
    assert record.told()["winner"] == record.winner


@pytest.mark.rule("SC-VIS-001")
def test_a_side_is_told_nothing_of_what_is_aboard_others_or_of_their_dice():
    battle = duel([of(FRIGATE, 3)], [of(DESTROYER, 3, name="Secret")])
    told = record_of(RESOLVER.fight(battle, 7), "one").told()
    assert "Secret" not in str(told)
    assert "one throws" in str(told["notes"])
    assert "two throws" not in str(told["notes"])
    assert all(not unit["before"] for unit in told["units"] if unit["side"] == 1)
    assert all(not shot["lost"] for shot in told["shots"] if shot["target"] >= 3)
    assert any(shot["lost"] for shot in told["shots"] if shot["target"] < 3)


@pytest.mark.rule("SC-CBT-009")
def test_a_battle_of_a_simulation_can_be_told():
    battle = variant().battle(WHOLE)
    many = variant().combat.simulate(battle, 5, "key")
    for run in range(5):
        record = variant().combat.resolve(battle, "key", run=run)
        winner = -1 if record.winner is None else record.winner
        assert (many.winner[run], many.rounds[run]) == (winner, record.rounds)


def test_numbers_of_battle_may_be_others():
    from variants.starcluster.combat import Resolver

    battle = duel([of(FRIGATE)], [of(FRIGATE)], {"one": {"break": 100}, "two": {"break": 100}})
    assert Resolver(most_rounds=1).simulate(battle, 5, 1).rounds.tolist() == [1] * 5
    with pytest.raises(ValueError, match="most_rounds"):
        Resolver(most_rounds=0)


def test_points_that_are_left_are_told_as_points_of_designs():
    spec = {"sides": {"Ada": [{**FRIGATE, "count": 4}], "Brin": [FREIGHTER]}}
    statistics = RESOLVER.simulate(RESOLVER.battle(spec), 20, "points")
    assert statistics.measures["points left"][:, 0].max() == 4 * 26  # SC-CBT-002
