"""The role of each unit in each stage of a battle, by each option of ENGAGE."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.battlefields import fighter, side
from variants.far_horizons.battle import actions
from variants.far_horizons.battle.model import (
    ActionKind,
    BattleOption,
    BattleStage,
    Belligerent,
    FighterKind,
    Intent,
)
from variants.far_horizons.model import Species

PLANET = 2
STAGES = [BattleStage(ActionKind.DEEP_SPACE)] + [
    BattleStage(act, PLANET)
    for act in (
        ActionKind.ATTACK,
        ActionKind.BOMBARDMENT,
        ActionKind.GERM_WARFARE,
        ActionKind.SIEGE,
    )
]
OPTIONS = [BattleOption(number, PLANET if number in (2, 4, 5, 6, 7) else 0) for number in range(8)]
#: In deep space, at the planet, at another one.
PLACES = (0, PLANET, 3)

#: By option, for each stage and in it each place: d defends, a attacks, b does both, - is not in.
TABLE = {
    FighterKind.WARSHIP: [
        "d-- -d- -d- -d- -d-",
        "ddd --- --- --- ---",
        "--- ddd ddd ddd ddd",
        "bbb --- --- --- ---",
        "aaa aaa --- --- ---",
        "aaa aaa aaa --- ---",
        "aaa aaa --- aaa ---",
        "aaa aaa --- --- aaa",
    ],
    FighterKind.TRANSPORT: [
        "d-- -d- -d- -d- -d-",
        "d-- --- --- --- ---",
        "--- -d- -d- -d- -d-",
        "b-- --- --- --- ---",
        "a-- -a- --- --- ---",
        "a-- -a- -a- --- ---",
        "a-- -a- --- aaa ---",
        "a-- -a- --- --- ---",
    ],
    FighterKind.STARBASE: [
        "d-- -d- -d- -d- -d-",
        "d-- --- --- --- ---",
        "--- -d- -d- -d- -d-",
        "b-- --- --- --- ---",
        "a-- -a- --- --- ---",
        "a-- -a- -a- --- ---",
        "a-- -a- --- -a- ---",
        "a-- -a- --- --- -a-",
    ],
}
LETTERS = {
    0: "-",
    actions.DEFENDS: "d",
    actions.ATTACKS: "a",
    actions.ATTACKS | actions.DEFENDS: "b",
}


def party(*options):
    species = Species(id="Human", number=1)
    return Belligerent(
        side=side(species=species), intent=Intent(species=species, options=[*options])
    )


def role(kind, place, stage, *options, at_home=False):
    ship = fighter(kind=kind, orbit=place)
    return actions.ship_role(ship, party(*options), stage, at_home=at_home)


def letter(bits):
    """A role's letter in the table; fighters take part, and other units have no role."""
    fights = bits & (actions.ATTACKS | actions.DEFENDS)
    assert bool(bits) == bool(bits & actions.TAKES_PART) == bool(fights)
    return LETTERS[fights]


def row(kind, option, *, at_home):
    return " ".join(
        "".join(letter(role(kind, at, stage, option, at_home=at_home)) for at in PLACES)
        for stage in STAGES
    )


@pytest.mark.rule(
    "FH-ENGAGE-003", "FH-ENGAGE-005", "FH-ENGAGE-006", "FH-ENGAGE-007", "FH-ENGAGE-008",
    "FH-BATTLE-008", "FH-STRIKE-007", "FH-BAS-006", "FH-ENGAGE-015",
)  # fmt: skip
@pytest.mark.parametrize("kind", TABLE)
def test_what_a_ship_is_by_an_option(kind):
    assert [row(kind, option, at_home=False) for option in OPTIONS] == TABLE[kind]


@pytest.mark.rule("FH-ENGAGE-007", "FH-ENGAGE-008")
@pytest.mark.parametrize("kind", TABLE)
def test_attackers_who_live_there_do_not_come_through_deep_space(kind):
    at_home = [row(kind, option, at_home=True) for option in OPTIONS]
    assert at_home[:4] == TABLE[kind][:4]
    assert at_home[4:] == ["---" + known[3:] for known in TABLE[kind][4:]]


@pytest.mark.rule("FH-ENGAGE-015", "FH-ENGAGE-005", "FH-ENGAGE-007", "FH-ENGAGE-016")
@pytest.mark.parametrize(
    ("options", "stage", "parts"),
    [
        ([1], 0, ["TAKES_PART", "DEFENDS", "IN_DEEP_SPACE", "WANTS_DEEP_SPACE"]),
        ([3], 0, ["TAKES_PART", "ATTACKS", "DEFENDS", "IN_DEEP_SPACE"]),
        ([4], 0, ["TAKES_PART", "ATTACKS", "AT_PLANETS"]),
        ([7], 0, ["TAKES_PART", "ATTACKS", "AT_PLANETS"]),
        ([2], 1, ["TAKES_PART", "DEFENDS"]),
        ([3, 2], 0, ["TAKES_PART", "ATTACKS", "DEFENDS", "IN_DEEP_SPACE"]),
        ([3, 2], 1, ["TAKES_PART", "DEFENDS"]),
        ([1, 4], 0, ["TAKES_PART", "ATTACKS", "DEFENDS", "IN_DEEP_SPACE", "WANTS_DEEP_SPACE",
                     "AT_PLANETS"]),
        ([0], 1, []),
        ([2], 0, []),
    ],
)  # fmt: skip
def test_all_options_count_together(options, stage, parts):
    chosen = [OPTIONS[number] for number in options]
    expected = sum(getattr(actions, part) for part in parts)
    assert role(FighterKind.WARSHIP, 3, STAGES[stage], *chosen) == expected


@pytest.mark.rule("FH-ENGAGE-007", "FH-ENGAGE-008")
def test_another_planet_than_the_one_named_is_not_attacked():
    assert role(FighterKind.WARSHIP, PLANET, BattleStage(ActionKind.ATTACK, 3), OPTIONS[4]) == 0
    assert role(FighterKind.WARSHIP, PLANET, BattleStage(ActionKind.ATTACK, 3), OPTIONS[2]) == 0


@pytest.mark.rule("FH-PD-001")
@pytest.mark.parametrize(
    ("orbit", "options", "stage", "attacks"),
    [
        (PLANET, [0], 1, False), (PLANET, [4], 1, True), (PLANET, [5], 1, True),
        (PLANET, [5], 2, True), (PLANET, [4], 2, False), (PLANET, [7], 2, False),
        (PLANET, [2], 1, False), (3, [4], 1, None), (PLANET, [4], 0, None), (0, [4], 0, None),
    ],
)  # fmt: skip
def test_a_colony_attacks_from_its_own_planet_only(orbit, options, stage, attacks):
    colony = fighter(kind=FighterKind.COLONY, orbit=orbit)
    role = actions.colony_role(colony, party(*(OPTIONS[n] for n in options)), STAGES[stage])
    assert role == (0 if attacks is None else actions.TAKES_PART | actions.ATTACKS * attacks)
