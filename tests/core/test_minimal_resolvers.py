"""A resolver with `battle`, `resolve` and `simulate` alone fights in the games of every variant."""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib import import_module
from typing import Protocol

import pytest
from attrs import evolve

import horizons_core as hz
from horizons_core.combat import completed, prefers_resolve
from horizons_core.errors import HorizonsError
from horizons_core.luck import luck_of
from horizons_core.scenarios import load_scenario, run_scenario
from tests.core.test_kept_battles import FOUGHT_IN_SPACE, SCENARIOS
from tests.docs.pages import DOCS, blocks

BATTLES = [
    *FOUGHT_IN_SPACE,
    "far_horizons/war_siege_of_37_percent",
    "starcluster/troops_take_a_colony",
]
GAMES = ["campaign2e", "event_horizon", "far_horizons", "galaxy_g", "starcluster"]


class Recorder:
    """The three documented methods, as the rulebook has them."""

    def __init__(self, rulebook):
        self.rulebook, self.fought = rulebook, []

    def battle(self, spec):
        return self.rulebook.battle(spec)

    def resolve(self, battle, key, run=0):
        self.fought.append((battle.fighters, self.rulebook.resolve(battle, key, run)))
        return self.fought[-1][1]

    def simulate(self, battle, runs, key, threads=1):
        return self.rulebook.simulate(battle, runs, key, threads)


def _example():
    """Return the resolver in the documentation of the hook."""
    (block,) = blocks(DOCS / "hooks.md", "py")
    names = {"__name__": "example_of_a_resolver"}
    exec(compile(block.text, str(DOCS / "hooks.md"), "exec"), names)
    return names["FirstSideWins"]


class FirstSideWins(_example()):
    """The first side of a battle destroys all others; it knows no game."""

    def __init__(self, rulebook):
        super().__init__(rulebook)
        self.fought = []

    def resolve(self, battle, key, run=0):
        self.fought.append((battle.fighters, super().resolve(battle, key, run)))
        return self.fought[-1][1]


def rules_with(resolver, game):
    """Return the rules of a game with a house rule that replaces the resolver."""

    class HouseRule:
        @hz.hookimpl
        def horizons_mod_info(self):
            return hz.ModInfo("minimal", game, "Minimal", "1.0", "Fights otherwise.")

        @hz.hookimpl(wrapper=True)
        def horizons_combat_resolver(self):
            return resolver((yield))

    return hz.Variant(import_module(f"variants.{game}"), [HouseRule], check_all=False)


def play(name, resolver):
    """Play a scenario with the resolver; return the rules and the result."""
    variant = rules_with(resolver, name.partition("/")[0])
    return variant, run_scenario(load_scenario(SCENARIOS / f"{name}.yaml"), variant)


played = cache(play)


@pytest.mark.parametrize("name", BATTLES)
def test_the_record_of_the_rulebooks_battle_leads_to_the_rulebooks_outcome(name):
    variant, result = played(name, Recorder)
    assert variant.combat.fought
    assert result.failures == ()


def test_bombs_fall_by_the_rulebook_if_a_resolver_has_no_formulas():
    _, result = play("galaxy_g/bombed_empty_and_colonized", FirstSideWins)
    assert result.failures == ()


@pytest.mark.parametrize("name", BATTLES)
def test_a_resolver_that_knows_no_game_decides_the_battles_of_all(name):
    variant, result = played(name, FirstSideWins)
    assert variant.combat.fought
    for turn in result.turns:
        assert variant.invariants(turn.game) == []
        assert all(turn.report(empire.id).text for empire in turn.game.empires)
        for fought in turn.battles:
            assert luck_of(fought, variant.combat, runs=2)
    _, again = play(name, FirstSideWins)
    assert [turn.digest for turn in again.turns] == [turn.digest for turn in result.turns]


@pytest.mark.parametrize(
    ("name", "owners"),
    [
        ("campaign2e/battle_of_allies_on_one_side", lambda game: [s.owner for s in game.ships]),
        ("event_horizon/retreat_under_fire", lambda game: [ship.owner for ship in game.ships]),
        (
            "far_horizons/war_attack_all_enemies",
            lambda game: [e.id for e in game.empires for ship in e.ships if ship],
        ),
        (
            "galaxy_g/coalition_helper",
            lambda game: [e.id for e in game.empires for _ in e.groups],
        ),
        ("starcluster/battle_of_enemies", lambda game: [unit.owner for unit in game.units]),
    ],
)
def test_units_that_a_record_destroys_leave_the_game(name, owners):
    _, result = played(name, FirstSideWins)
    *_, earlier, last = result.turns
    before, after = Counter(owners(earlier.game)), Counter(owners(last.game))
    assert last.battles
    for fought in last.battles:
        winners, *losers = fought.empires
        assert all(after[winner] == before[winner] > 0 for winner in winners)
        assert all(after[loser] < before[loser] for side in losers for loser in side)


@pytest.mark.parametrize("name", BATTLES)
def test_a_record_begins_with_the_fighters_of_its_battle(name):
    variant, _ = played(name, Recorder)
    for fighters, record in variant.combat.fought:
        assert fighters
        for before, unit in zip(fighters, record.units, strict=False):
            assert evolve(unit, after=before.after, destroyed=False, fate="") == before


@pytest.mark.parametrize("game", GAMES)
def test_bots_play_with_a_resolver_that_has_no_formulas(game):
    variant = rules_with(FirstSideWins, game)
    new = variant.new_game(["Ada", "Brin", "Cleo", "Dora"], seed=3)
    for name, bot in variant.bots.items():
        orders = bot.orders(variant.view(new, "Ada"), hz.Stream.from_key("minimal", name))
        assert isinstance(orders, str)


@pytest.mark.parametrize(
    "name", ["campaign2e/battle_of_allies_on_one_side", "starcluster/battle_of_enemies"]
)
def test_a_reader_sees_no_more_of_a_record_than_of_a_battle_of_the_rulebook(name):
    _, result = played(name, Recorder)
    rulebook = run_scenario(load_scenario(SCENARIOS / f"{name}.yaml"))
    for turn, usual in zip(result.turns, rulebook.turns, strict=True):
        for event, other in zip(turn.events, usual.events, strict=True):
            assert (event.code, event.audience) == (other.code, other.audience)
            for part in ("units", "shots", "winner", "you"):
                assert event.data.get(part) == other.data.get(part)
            if event.audience:
                texts = [note["text"] for note in event.data.get("notes", ())]
                assert all(text.endswith(" leaves the battle.") for text in texts)


class OneShort(FirstSideWins):
    def resolve(self, battle, key, run=0):
        record = super().resolve(battle, key, run)
        return evolve(record, units=record.units[1:])


class WithoutNumbers(FirstSideWins):
    def resolve(self, battle, key, run=0):
        record = super().resolve(battle, key, run)
        return evolve(record, units=[evolve(u, after={}, destroyed=False) for u in record.units])


class NoRecord(FirstSideWins):
    def resolve(self, battle, key, run=0):
        super().resolve(battle, key, run)


@pytest.mark.parametrize("name", FOUGHT_IN_SPACE)
@pytest.mark.parametrize(
    ("resolver", "fault"),
    [
        (OneShort, "OneShort.resolve returns a record of"),
        (WithoutNumbers, "with None as its"),
        (NoRecord, "NoRecord.resolve returns NoneType instead of a BattleRecord"),
    ],
)
def test_a_record_that_does_not_fit_its_battle_is_refused_with_the_place(name, resolver, fault):
    with pytest.raises(HorizonsError) as raised:
        play(name, resolver)
    place = f"{__file__}, line {resolver.resolve.__code__.co_firstlineno}"
    assert fault in raised.value.message
    assert place in raised.value.message


class Rich:
    """A resolver with a richer method."""

    def resolve(self):
        """Fight one battle."""

    def fight(self):
        """Fight a battle of a game."""


class ChangedResolve(Rich):
    def resolve(self):
        """Fight it otherwise."""


class ChangedFight(ChangedResolve):
    def fight(self):
        """Fight it in games otherwise."""


@pytest.mark.parametrize(
    ("resolver", "by_resolve"),
    [(Rich, False), (ChangedResolve, True), (ChangedFight, False), (Recorder, True)],
)
def test_games_use_the_method_that_a_subclass_has_changed_last(resolver, by_resolve):
    assert prefers_resolve(object.__new__(resolver), "fight") == by_resolve


class Formulas(Protocol):
    """Two methods that a game asks for."""

    def attack(self): ...

    def defence(self): ...


def test_missing_methods_are_those_of_the_rulebook():
    class Rulebook:
        def attack(self):
            return 1

        def defence(self):
            return 2

    class Own:
        def attack(self):
            return 10

    whole = completed(Own(), Rulebook(), Formulas)
    assert (whole.attack(), whole.defence()) == (10, 2)
    assert completed(rulebook := Rulebook(), Rulebook(), Formulas) is rulebook
