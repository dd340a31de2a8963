"""Hostility at a planet: wars, ATTACK, GUARD and coalitions (GG-DIP)."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.variants.galaxy_g.war import events, examples, group, play, table
from variants.galaxy_g.model import Planet, Race
from variants.galaxy_g.rules.diplomacy import attacks_at, defends, hostile_pairs, initiates

HERE = "7"


def scene(owner: str = "", size: float = 100.0, **races: Any) -> tuple[Planet, dict[str, Race]]:
    """A planet of an owner, and races by letter with these lists."""
    planet = Planet(id=HERE, name="X", at=(0, 0), owner=owner, size=size)
    return planet, {name: Race(id=name, **statuses) for name, statuses in races.items()}


def attacks(
    owner: str = "", by: str = "A", on: str = "B", size: float = 100.0, **races: Any
) -> bool:
    """True if one race initiates an attack on another at the planet."""
    planet, built = scene(owner, size, **races)
    return initiates(built.get(by) or Race(id=by), built.get(on) or Race(id=on), planet)


def pairs(
    present: str, owner: str = "", armed: str | None = None, size: float = 100.0, **races: Any
) -> list[list[str]]:
    """The hostile pairs among races with ships here (one letter each), armed unless said."""
    planet, built = scene(owner, size, **races)
    present_races = [built.get(name) or Race(id=name) for name in present]
    owning = (built.get(owner) or Race(id=owner)) if owner else None
    guns = present if armed is None else armed
    return [list(pair) for pair in hostile_pairs(planet, present_races, set(guns), owning)]


@pytest.mark.rule("GG-DIP-001")
def test_without_orders_there_is_peace():
    unset, later = examples("GG-DIP-001")
    assert unset.expect["status"] == "peace"
    assert pairs("ABC", owner="A") == []

    game = table(Ada={"war": ["Brin"]})
    for _ in range(later.given["turns_later"]):
        game = play(game).game
    assert game.race("Ada").war == ["Brin"]
    assert play(game, {"Ada": "A Brin"}).game.race("Ada").war == []


@pytest.mark.rule("GG-DIP-002")
def test_a_declaration_counts_in_the_first_battle_of_the_same_turn():
    game = table(
        group("Ada", "Battleship", "Rim"),
        group("Brin", "Drone", "Rim"),
        planets={"Rim": {"at": [1200, 1200]}},
    )
    turn = play(game, {"Ada": "W Brin", "Brin": "S 1 'Brin Home'"})

    assert examples("GG-DIP-002")[0].expect["first_effect"] == "step 3 of turn 5"
    assert [e.phase for e in events(turn, "battle.fought", "Brin")] == ["battles"]


@pytest.mark.rule("GG-DIP-003")
@pytest.mark.parametrize("owner", ["", "A", "B", "C"])
def test_war_on_a_race_holds_at_every_planet(owner):
    expected = examples("GG-DIP-003")[0].expect["attacks_B"]
    assert attacks(owner, A={"war": ["B"]}) == expected
    assert not attacks(owner, on="C", A={"war": ["B"]})


@pytest.mark.rule("GG-DIP-004")
def test_war_on_oneself_is_war_on_all_others():
    anybody, ally = examples("GG-DIP-004")
    assert attacks(A={"war": ["A"]}) == anybody.expect["attacks"]
    assert attacks(A={"war": ["A"], "allies": ["B"]}) == ally.expect["attacks"]
    assert not attacks(by="A", on="A", A={"war": ["A"]})


@pytest.mark.rule("GG-DIP-005")
@pytest.mark.parametrize("example", examples("GG-DIP-005"), ids=str)
def test_attack_strikes_the_present_owner_at_that_planet_only(example):
    target = HERE if example.given.get("at", "X") == "X" else "99"
    owner = example.given["X_owner"] or ""
    foes = attacks(owner, A={"attack": [target]})

    assert foes == example.expect["attacks"]
    assert not attacks(owner, on="C", A={"attack": [target]})


@pytest.mark.rule("GG-DIP-006")
@pytest.mark.parametrize("example", examples("GG-DIP-006"), ids=str)
def test_guard_shoots_at_anyone(example):
    mine = example.given["guard_on"] == "my planet"
    foes = attacks("A" if mine else "", size=100 if mine else 0, A={"guard": [HERE]})
    assert foes == example.expect["attacks"]


@pytest.mark.rule("GG-DIP-007")
@pytest.mark.parametrize("example", examples("GG-DIP-007"), ids=str)
def test_guards_let_their_coalition_pass(example):
    allies = ["B"] if example.given["visitor_on_coalition_list"] else []
    assert attacks("A", A={"guard": [HERE], "allies": allies}) == example.expect["attacks"]


@pytest.mark.rule("GG-DIP-004", "GG-DIP-007")
def test_not_even_war_on_oneself_breaks_safe_passage_at_a_guarded_planet():
    both = {"war": ["A"], "allies": ["B"]}
    assert not attacks("A", A={**both, "guard": [HERE]})
    assert attacks("A", A=both)
    assert attacks("A", on="C", A={**both, "guard": [HERE]})


@pytest.mark.rule("GG-DIP-008")
@pytest.mark.parametrize("example", examples("GG-DIP-008"), ids=str)
def test_a_coalition_protects_nobody_from_a_war_on_that_race(example):
    guard = [HERE] if "guarded" in example.given["at"] else []
    foes = attacks("A", A={"war": ["B"], "allies": ["B"], "guard": guard})
    assert foes == example.expect["attacks_B"]


@pytest.mark.rule("GG-DIP-008")
def test_a_coalition_protects_nobody_from_attack():
    assert attacks("B", A={"attack": [HERE], "allies": ["B"]})


@pytest.mark.rule("GG-DIP-003", "GG-DIP-007", "GG-DIP-008", "GG-DIP-011")
@pytest.mark.parametrize("owner", ["", "A", "B", "C"])
def test_who_initiates_an_attack_by_all_statuses(owner):
    """War on the race; ATTACK on its planet; GUARD and war on oneself, but not against allies."""
    planets = [[], [HERE], ["99"]]
    for statuses in product([[], ["A"], ["B"], ["C"]], [[], ["B"], ["C"]], planets, planets):
        assert_initiates(owner, *statuses)


def assert_initiates(owner, war, ally, attack, guard):
    guards, passes = HERE in guard, "B" in ally
    expected = (
        "B" in war
        or (HERE in attack and owner == "B")
        or (guards and not passes)
        or ("A" in war and not (guards and passes))
    )
    lists = {"war": war, "allies": ally, "attack": attack, "guard": guard}

    assert attacks(owner, A=lists) == expected, lists
    assert not attacks(owner, on="A", A=lists), lists
    swapped = str.maketrans("AB", "BA")
    mirrored = {**lists, "war": [n.translate(swapped) for n in war],
                "allies": [n.translate(swapped) for n in ally]}  # fmt: skip
    assert attacks(owner.translate(swapped), by="B", on="A", B=mirrored) == expected, lists


@pytest.mark.rule("GG-DIP-009", "GG-DIP-010", "GG-ORDK-001")
@pytest.mark.parametrize("owner", ["", "A", "B", "C", "D"])
def test_whom_a_coalition_defends_by_all_statuses(owner):
    """A attacks B, and C may help, except against its own list or the targets of B itself."""
    allies = [[], ["A"], ["B"], ["C"], ["A", "B"], ["B", "C"]]
    for statuses in product([[], [HERE], ["99"]], allies, [[], ["A"], ["D"]]):
        assert_defends(owner, *statuses)


def assert_defends(owner, planets, ally, war_of_b):
    target, races = scene(
        owner,
        A={"war": ["B"]},
        B={"war": war_of_b},
        C={"allies": ally, "allied_planets": planets},
        D={},
    )
    listed = [*ally, owner] if planets == [HERE] else ally
    expected = "A" not in listed and (
        (planets == [HERE] and owner == "C")
        or (war_of_b != ["A"] and ("B" in listed or ("C" in ally and not war_of_b)))
    )
    initiated = attacks_at(target, list(races.values()), set("ABCD"))

    statuses = (planets, ally, war_of_b)
    assert defends(races["C"], ("A", "B"), initiated, target) == expected, statuses
    assert not defends(races["A"], ("A", "B"), initiated, target)
    assert not defends(races["B"], ("A", "B"), initiated, target)


@pytest.mark.rule("GG-DIP-009")
@pytest.mark.parametrize("example", examples("GG-DIP-009"), ids=str)
def test_a_coalition_defends_those_on_its_list(example):
    listed = list(example.given["C_lists"])
    matches = pairs("ABCD", A={"war": [example.given["A_attacks"]]}, C={"allies": listed})
    assert (["A", "C"] in matches) == example.expect["C_hostile_to_A"]


@pytest.mark.rule("GG-DIP-009")
def test_a_listed_planet_means_its_owner_there():
    defence = {"allied_planets": [HERE]}
    assert ["A", "C"] in pairs("ABC", "B", A={"war": ["B"]}, C=defence)
    assert ["A", "C"] not in pairs("ABC", "D", A={"war": ["B"]}, C=defence)
    assert ["A", "C"] not in pairs("ABC", "B", A={"war": ["B"]}, C={"allied_planets": ["99"]})


@pytest.mark.rule("GG-DIP-009")
def test_the_owner_of_a_planet_is_defended_though_it_has_no_ships_there():
    """A race that would bomb the planet attacks its owner."""
    assert pairs("AC", "B", A={"war": ["B"]}, C={"allies": ["B"]}) == [["A", "C"]]
    assert pairs("AC", "B", A={"attack": [HERE]}, C={"allies": ["B"]}) == [["A", "C"]]


@pytest.mark.rule("GG-DIP-009")
def test_nobody_helps_an_initiator_against_the_one_it_attacks():
    matches = pairs("ABC", A={"war": ["B"]}, B={"war": ["A"]}, C={"allies": ["B"]})
    assert matches == [["A", "B"]]


@pytest.mark.rule("GG-DIP-009")
def test_a_helper_without_guns_is_no_party():
    war = {"A": {"war": ["B"]}, "C": {"allies": ["B"]}}
    assert pairs("ABC", armed="A", **war) == [["A", "B"]]
    assert pairs("ABC", armed="AC", **war) == [["A", "B"], ["A", "C"]]


@pytest.mark.rule("GG-DIP-010")
@pytest.mark.parametrize("example", examples("GG-DIP-010"), ids=str)
def test_a_coalition_with_oneself_defends_all_that_attack_nobody(example):
    wars = {"A": {"war": ["B"]}, "B": {"war": list(example.given.get("B_attacks", ""))}}
    matches = pairs("ABC", C={"allies": ["C"]}, **wars)

    for other in "AB":
        if f"C_hostile_to_{other}" in example.expect:
            assert ([other, "C"] in matches) == example.expect[f"C_hostile_to_{other}"]


@pytest.mark.rule("GG-DIP-010")
def test_it_defends_no_attacker_of_a_third_race():
    wars = {"A": {"war": ["B"]}, "B": {"war": ["D"]}}
    matches = pairs("ABCD", C={"allies": ["C"]}, **wars)
    assert ["A", "C"] not in matches
    assert ["B", "C"] in matches


@pytest.mark.rule("GG-DIP-011")
@pytest.mark.parametrize("example", examples("GG-DIP-011"), ids=str)
def test_the_pairs_are_the_attacks_and_the_helpers(example):
    allies = [example.given["C_lists"]] if "C_lists" in example.given else []
    matches = pairs("ABC", A={"war": [example.given["A_war_on"]]}, C={"allies": allies})
    assert matches == example.expect["pairs"]


@pytest.mark.rule("GG-DIP-011")
def test_without_guns_nobody_initiates():
    assert pairs("AB", armed="B", A={"war": ["B"]}) == []
    assert pairs("AB", armed="A", A={"war": ["B"]}) == [["A", "B"]]


@pytest.mark.rule("GG-ORDK-001")
def test_with_its_own_planet_on_the_list_a_race_fights_whoever_attacks_there():
    wars = {"A": {"war": ["B"]}, "B": {"war": ["A"]}}
    peace = {"allied_planets": [HERE]}
    assert pairs("ABC", "C", C=peace, **wars) == [["A", "B"], ["A", "C"], ["B", "C"]]
    assert pairs("ABC", "C", C={**peace, "allies": ["A"]}, **wars) == [["A", "B"], ["B", "C"]]


@pytest.mark.rule("GG-DIP-012")
def test_helpers_call_for_no_further_help():
    example = examples("GG-DIP-012")[0]
    matches = pairs("ABCD", A={"war": ["B"]}, C={"allies": ["B"]}, D={"allies": ["C"]})

    assert matches == [["A", "B"], ["A", "C"]]
    assert any("D" in pair for pair in matches) == example.expect["D_joins"]


RACES = "ABCD"
subsets = st.lists(st.sampled_from(RACES), unique=True, max_size=3)
lists = st.sampled_from([[], [HERE]])
statuses = st.fixed_dictionaries(
    {"war": subsets, "allies": subsets, "attack": lists, "guard": lists, "allied_planets": lists}
)
races = st.fixed_dictionaries(dict.fromkeys(RACES, statuses))


@pytest.mark.rule("GG-DIP-011")
@given(races, subsets, st.sampled_from(["", *RACES]))
def test_hostility_is_mutual_and_the_order_of_the_list_does_not_matter(races, armed, owner):
    planet, built = scene(owner, **races)
    owning = built.get(owner)
    answers = {
        frozenset(frozenset(pair) for pair in hostile_pairs(planet, order, set(armed), owning))
        for order in map(list, permutations(built.values()))
    }
    assert len(answers) == 1


@pytest.mark.rule("GG-DIP-011", "GG-DIP-012")
@given(races, subsets, st.sampled_from(["", *RACES]))
def test_in_every_pair_one_is_armed_and_somebody_initiated_an_attack(races, armed, owner):
    planet, built = scene(owner, **races)
    for first, other in hostile_pairs(planet, list(built.values()), set(armed), built.get(owner)):
        assert first in armed or other in armed
        begins = [
            by
            for by in (first, other)
            if by in armed and any(initiates(built[by], third, planet) for third in built.values())
        ]
        assert begins


@pytest.mark.rule("GG-DIP-009")
@given(races, subsets, st.sampled_from(["", *RACES]))
def test_an_ally_more_never_makes_a_race_initiate_an_attack(races, armed, owner):
    planet, built = scene(owner, **races)
    for by in built.values():
        for on in built.values():
            before = initiates(by, on, planet)
            wider = Race(id=by.id, war=by.war, attack=by.attack, guard=by.guard, allies=[*RACES])
            assert before or not initiates(wider, on, planet)
