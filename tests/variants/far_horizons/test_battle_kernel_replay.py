"""A game's battle is that of the kernel: its record, carried out, leaves all as the kernel did."""

from __future__ import annotations

from collections import Counter
from itertools import cycle

import pytest
from attrs import define, field

from horizons_core.rng import Stream
from tests.effort import tries
from tests.variants.far_horizons.battle_questions import QUESTIONS, RULES
from tests.variants.far_horizons.battlefields import Told
from variants.far_horizons.battle import messages
from variants.far_horizons.battle.conduct import fight_out
from variants.far_horizons.battle.kernels import protocol as at
from variants.far_horizons.battle.kernels.fights import fight_once
from variants.far_horizons.battle.questions import scene_of
from variants.far_horizons.combat import Resolver
from variants.far_horizons.dice import dice_of

RUNS = tries(20)


#: Each question by one of the rules; those are the kernel's, which are tested with all of them.
PAIRS = list(zip(QUESTIONS, cycle(RULES), strict=False))


@pytest.fixture(params=PAIRS, ids="-".join, scope="module")
def question(request):
    name, rules = request.param
    return Resolver(RULES[rules]).battle(QUESTIONS[name])


@pytest.fixture(scope="module")
def replays(question):
    """The same battles by a game and by the kernel alone."""
    return [(*replayed(question, key), fight_once(question.field, key)) for key in range(RUNS)]


@define
class Table:
    """A context with dice for one battle; it records audiences, deals, draws and notes."""

    rounds: Stream
    deals: list = field(factory=list)
    kept: list = field(factory=list)
    others: Stream = field(factory=lambda: Stream(77))

    @property
    def chance(self):
        return self

    def dice(self, *_subject):
        return dice_of(self.others)

    def stream(self, *_subject):
        return self.rounds

    def deal(self, transaction):
        self.deals.append(transaction)

    def fought(self, battle, stream, _empires, _place):
        self.kept.append((battle, stream.key))


def replayed(battle, key):
    scene, table, log = scene_of(battle), Table(Stream(key)), Told()
    fight_out(table, Resolver(battle.rules), scene, log)
    return scene.battle, table, log


def test_the_battle_that_is_kept_can_be_fought_again(question):
    _, table, _ = replayed(question, 3)
    for battle, key in table.kept:
        statistics = Resolver(question.rules).simulate(battle, 2, key)
        first = fight_once(question.field, 3).runs
        assert statistics.rounds[0] == first.totals[0, at.T_ROUNDS]
        assert statistics.shots[0] == first.totals[0, at.T_SHOTS]
        assert len(battle.sides) == len(question.scene.battle.sides)


def test_all_are_left_as_the_kernel_left_them(question, replays):
    for battle, table, _, fought in replays:
        assert table.rounds.drawn == fought.runs.totals[0, at.T_WORDS]
        for number, fighter in enumerate(battle.fighters):
            cold = fought.work.cold[number]
            assert fighter.state == cold[at.STATE]
            if fighter.is_ship:
                assert fighter.age == fought.work.hot[at.cell(number, at.AGE)]
                if not fighter.gone:
                    _cargo_agrees(question, fought, number, fighter.cargo)
            else:
                colony = fighter.colony
                bases = (colony.mining_base, colony.manufacturing_base, colony.population)
                assert bases == tuple(cold[[at.MINING, at.MANUFACTURING, at.POPULATION]])
                assert (fighter.defenses, colony.populated) == (
                    cold[at.DEFENSES],
                    cold[at.POPULATED],
                )
                _cargo_agrees(question, fought, number, colony.items)
        for side in battle.sides:
            assert side.gained == fought.runs.sides[0, side.index, at.S_GAINED]


def _cargo_agrees(battle, fought, number, cargo):
    unit = battle.field.units[number]
    hold = fought.work.hold[unit[at.CARGO_FROM] : unit[at.CARGO_TO]]
    assert sorted(count for count in cargo.values() if count) == sorted(hold[hold > 0].tolist())


def test_the_log_tells_every_shot_of_the_rounds(replays):
    for _, _, log, fought in replays:
        totals = fought.runs.totals[0]
        shots = log.of(messages.SHOT)
        assert len(shots) == totals[at.T_SHOTS]
        assert sum(shot["outcome"] == "hits" for shot in shots) == totals[at.T_HITS]


def test_besiegers_and_loot_are_those_of_the_kernel(replays):
    for battle, table, _, fought in replays:
        sides = fought.runs.sides[0]
        sieges = Counter(d.facts["besieger"] for d in table.deals if "besieger" in d.facts)
        loot = Counter()
        for deal in table.deals:
            if "recipient" in deal.facts:
                loot[deal.facts["recipient"]] += deal.facts["amount"]
        for side in battle.sides:
            assert sieges[side.number] == sides[side.index, at.S_BESIEGING]
            assert loot[side.number] == sides[side.index, at.S_LOOT]


def test_bombs_and_besiegers_of_a_colony_are_those_that_are_told(replays):
    for battle, table, _, fought in replays:
        besieged = Counter(
            (d.facts["besieged"], d.facts["orbit"]) for d in table.deals if "besieged" in d.facts
        )
        for number, fighter in enumerate(battle.fighters):
            rows = fought.record[fought.record[:, at.ROW_TARGET] == number]
            if not fighter.is_ship:
                bombs = rows[rows[:, at.ROW_EVENT] == at.BOMB][:, at.ROW_LOST].sum()
                assert fought.work.cold[number, at.BOMBED] == bombs
                count = besieged[battle.side_of(fighter).number, fighter.orbit]
                assert fought.work.cold[number, at.BESIEGERS] == count


@pytest.mark.rule("FH-FM-002", "FH-FJ-002")
@pytest.mark.parametrize(
    ("item", "units", "near"),
    [("FJ", "Forced Jump Units", True), ("FM", "Forced Misjump Units", False)],
)
def test_ships_are_thrown_by_the_units_that_are_aboard(item, units, near):
    nest = {"class": "BAS", "tons": 300_000, "cargo": {item: 60}}
    fight = Resolver().battle(
        {"sides": {"A": {"tech": {"GV": 60}, "ships": [nest]},
                   "B": {"tech": {"ML": 1}, "ships": [{"class": "DD", "count": 5}]}}}
    )  # fmt: skip
    thrown = []
    for key in range(RUNS):
        battle, _, log = replayed(fight, key)
        forced = log.of(messages.FORCED)
        assert all(facts["units"] == units for facts in forced)
        thrown += [fighter.destination for fighter in battle.fighters if fighter.destination]
    close = [max(abs(a - b) for a, b in zip(at, (15, 15, 15), strict=True)) <= 2 for at in thrown]
    assert len(thrown) > 5
    assert all(close) if near else not all(close)


HOPELESS = {
    "sides": {
        "Rock": {"tech": {"ML": 1, "LS": 200}, "ships": [{"class": "DN", "count": 3}],
                 "orders": ["ATTACK Wall", "ENGAGE 3"]},
        "Wall": {"tech": {"ML": 1, "LS": 200}, "ships": [{"class": "DN", "count": 3}],
                 "orders": ["ATTACK Rock", "ENGAGE 3"]},
    }
}  # fmt: skip


def test_a_short_record_has_all_that_does_something(question):
    fight, short = fight_once(question.field, 5), fight_once(question.field, 5, details=7)
    harmless = (fight.record[:, at.ROW_EVENT] <= at.HIT) & (fight.record[:, at.ROW_LOST] == 0)
    harmless[:7] = False
    assert (fight.record[~harmless] == short.record).all()


def test_a_long_record_leaves_out_only_shots_that_do_nothing():
    battle = Resolver().battle(HOPELESS)
    fight, short = fight_once(battle.field, 5), fight_once(battle.field, 5, details=100)
    assert len(short.record) < len(fight.record)
    assert (short.runs.totals == fight.runs.totals).all()
    harmless = (fight.record[:, at.ROW_EVENT] <= at.HIT) & (fight.record[:, at.ROW_LOST] == 0)
    harmless[:100] = False
    assert (fight.record[~harmless] == short.record).all()
