"""Battles in the text of a report (GG-CBT-017)."""

from __future__ import annotations

import copy

import pytest

from tests.variants.galaxy_g.documents import document, event, view
from tests.variants.galaxy_g.reading import rows, sections, text_sections
from tests.variants.galaxy_g.test_reports import BATTLE
from tests.variants.galaxy_g.war import VARIANT, play, table
from tests.variants.galaxy_g.war import group as ships
from variants.galaxy_g.constants import OPTIONS


def fought(*records, **options):
    """The lines of the section on these battles."""
    events = [event("battles", "battle.fought", "A battle.", data=record) for record in records]
    return text_sections(document(view(options=OPTIONS | options), events=events))["Battles"]


def between(ours="Cruiser", other="Drone", shots=None):
    """A battle of 10 ships, of which 4 survive, with 3 that are lost."""
    record = copy.deepcopy(BATTLE)
    for unit, name in zip(record["units"], (ours, other), strict=True):
        unit["name"] = name
    return record | {"shots": record["shots"] if shots is None else shots}


@pytest.mark.rule("GG-CBT-017")
@pytest.mark.parametrize("example", VARIANT.rules.examples("GG-CBT-017"), ids=str)
def test_a_group_is_told_with_its_ships_before_and_its_survivors(example):
    record = between()
    record["units"][0]["before"]["ships"] = example.given["group_before"]
    record["units"][0]["after"]["ships"] = example.given["group_after"]
    row = rows(fought(record))[4]

    assert int(row[0]) == example.expect["ships"]
    assert int(row[-1]) == example.expect["left"]


@pytest.mark.rule("GG-CBT-017")
def test_a_battle_begins_with_its_place_and_the_losses_of_all_parties():
    assert fought(between())[0] == (
        "Battle at Zzyax Prime: Zzyaxians won; Zzyaxians lost 6 of 10, Drakh lost 3 of"
    )


@pytest.mark.rule("GG-CBT-017")
def test_every_shot_is_told_in_order():
    hit = {"shooter": 0, "target": 1, "destroyed": True, "round": 1}
    back = {"shooter": 1, "target": 0, "destroyed": False, "round": 1}

    assert fought(between(shots=[hit, back, hit, hit]))[-3:] == [
        "  Zzyaxians's Cruiser fires on Drakh's Drone: destroyed",
        "  Drakh's Drone fires on Zzyaxians's Cruiser: no effect",
        "  Zzyaxians's Cruiser fires on Drakh's Drone: destroyed (×2)",
    ]


def test_so_many_shots_that_nobody_reads_them_are_told_in_sums():
    lines = fought(between(shots=BATTLE["shots"] * 500))

    assert lines[-1] == (
        "  Zzyaxians's Cruiser fires 2,000 shots on Drakh's Drone: 1,500 destroyed"
    )


def test_sums_of_the_record_are_told_as_sums():
    summed = {"shooter": 0, "target": 1, "destroyed": True, "round": 1, "count": 5, "kills": 3}

    assert fought(between(shots=[summed]))[-1].endswith(
        "fires 5 shots on Drakh's Drone: 3 destroyed"
    )


@pytest.mark.rule("GG-ORDO-004")
def test_names_of_a_battle_are_printed_with_underscores():
    lines = fought(between("Fast Cruiser", "Old Drone"), UNDERSCORES=True)

    assert lines[0].startswith("Battle at Zzyax_Prime:")
    assert lines[-1].startswith("  Zzyaxians's Fast_Cruiser fires on Drakh's Old_Drone")
    assert not any("Fast Cruiser" in line or "Old Drone" in line for line in lines)


@pytest.fixture(scope="module")
def turn():
    game = table(
        ships("Ada", "Battleship", "Near", number=1, ships=2, techs={"weapons": 1.75}),
        ships("Brin", "Fighter", "Near", number=1, ships=5, techs={"weapons": 1.625}),
        ships("Brin", "Freighter", "Near", number=2, cargo="COL", load=3, techs={"cargo": 1.5}),
        planets={"Near": {"at": [1001, 1000], "size": 100}},
        Ada={"war": ["Brin"]},
    )
    return play(game)


@pytest.mark.rule("GG-CBT-017", "GG-VIS-009")
def test_own_groups_are_told_with_all_techs_and_those_of_others_with_that_of_cargo(turn):
    lines = sections(turn.report("Ada").text)["Battles"]
    row = next(line.split() for line in lines if " Battleship " in line)
    fighter, freighter = (
        next(line.split() for line in lines if f" {name} " in line and "fires" not in line)
        for name in ("Fighter", "Freighter")
    )

    assert row == ["2", "Battleship", "1.00", "1.75", "1.00", "0.00", "-", "0.00", "2"]
    assert fighter == ["5", "Fighter", "-", "-", "-", "0.00", "-", "0.00", "0"]
    assert freighter == ["1", "Freighter", "-", "-", "-", "1.50", "COL", "3.00", "0"]


@pytest.mark.rule("GG-VIS-009")
def test_the_weapons_of_others_stand_nowhere_in_a_report(turn):
    report = turn.report("Ada")

    assert "1.62" not in report.text + report.html
    assert "1.625" not in str(report.data)
    assert "1.62" in turn.report("Brin").text


@pytest.mark.rule("GG-CBT-017")
def test_the_shots_of_a_real_battle_say_who_destroyed_whom(turn):
    report = turn.report("Brin")

    assert "  Ada's Battleship fires on Brin's Fighter: destroyed" in report.text
    assert "Brin lost 6 of 6" in report.text
    assert "Brin lost 6 of 6" in report.html


@pytest.mark.rule("GG-CBT-017")
def test_a_battle_of_others_is_told_without_its_shots_below_ones_own():
    rest = between() | {"title": "Battle at Far", "sides": ["Klorn", "Drakh"]}
    lines = fought(rest, between())

    assert lines[0].startswith("Battle at Zzyax Prime")
    assert lines[-3:] == [
        "Battle at Far: Klorn won; Klorn lost 6 of 10, Drakh lost 3 of 3",
        "  Klorn: 10 Cruiser (4 left)",
        "  Drakh: 3 Drone (0 left)",
    ]
