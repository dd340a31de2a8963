"""Hull spaces balance over a turn: the sum is the old sum plus built and captured ships."""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.effort import tries
from tests.variants.starcluster.builders import colony, meet, new_game, run, ship
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.model import Planet, Starcluster, Troops

HAWK = "(A)x15 Q Q Q (I)x5"
REFITTED = "(A)x15 (S)x3 Q Q Q (I)x5"
CLASSES = f"DESIGN Hawk DD {HAWK} Y\nDESIGN New DD {REFITTED}\n"
#: A turn's work of each empire's initial station.
YARD = 120


def _situation(*, captured: bool, raided: bool) -> Starcluster:
    """Ada has a yard, old ships and money; her troops, and a raider, are at Brin's colony."""
    game = new_game("Ada", "Brin", "Cato")
    game.natives = []
    ada = game.empire("Ada")
    ada.stock[TREASURY], ada.freighters = 100_000 * MC, 200
    for number in range(1, 5):
        ship(game, "Ada", "1", f"Old{number}", "DD", HAWK, "Old")
    meet(game, stance="WAR")
    meet(game, "Ada", "Cato")
    place = colony(game, "30", "Brin", planets=[Planet()])
    ada.charts.surveys["30"] = game.empire("Brin").charts.surveys["30"]
    ship(game, "Brin", "30", "Post", "BS2", "(SY)x2 (A)x20", "Post")
    if captured:
        place.planets[0].troops = [Troops(owner="Ada", points=200.0)]
    if raided:
        ship(game, "Ada", "30", "Raiders", "DD", "(KKKKKKK)1 (I)x5 Q Q Q Y", "Raider")
        ship(game, "Brin", "30", "Guards", "DD", "(LLLL)1 (I)x5 Q Q Q Y", "Guard")
    return game


def _spaces(game: Starcluster) -> dict[str, int]:
    return {unit.id: unit.design.spaces for unit in game.units}


@pytest.mark.rule("SC-YRD-001", "SC-YRD-003", "SC-YRD-005", "SC-GND-003", "SC-TRD-002")
@settings(max_examples=tries(6), deadline=None, phases=(Phase.reuse, Phase.generate))
@given(
    built=st.integers(0, 9),
    refitted=st.booleans(),
    scrapped=st.integers(0, 2),
    given_away=st.booleans(),
    captured=st.booleans(),
    raided=st.booleans(),
)
def test_hull_spaces_balance_over_a_turn(built, refitted, scrapped, given_away, captured, raided):
    game = _situation(captured=captured, raided=raided)
    ids = {unit.name: unit.id for unit in game.units}
    orders = CLASSES + (f"BUILD Yard-1 {built} Hawk\n" if built else "")
    orders += "REFIT Old-1 New AT Yard-1\n" if refitted else ""
    orders += "".join(f"SCRAP Old-{number}\n" for number in range(2, 2 + scrapped))
    orders += "GIVE Cato UNIT Old-4\n" if given_away else ""
    before = _spaces(game)
    turn = run(game, Ada=orders)
    after = _spaces(turn.game)
    assert not turn.diagnostics["Ada"], turn.diagnostics["Ada"]

    unit_names = [event.data["unit"] for event in turn.events if event.code == "unit.built"]
    new = [unit for unit in turn.game.units if unit.id not in before]
    assert sorted(unit.name for unit in new) == sorted(unit_names)
    assert {unit.owner for unit in new} <= {"Ada"}
    gone = {ids[f"Old-{number}"] for number in range(2, 2 + scrapped)}
    if raided:
        gone |= {
            unit
            for unit in before.keys() - after.keys()
            if unit in {ids["Raider-1"], ids["Guard-1"], ids["Post-1"]}
        }
    assert before.keys() - after.keys() == gone
    changed = {unit for unit in before.keys() & after.keys() if before[unit] != after[unit]}
    refits = [event.data["unit"] for event in turn.events if event.code == "unit.refitted"]
    assert changed == {ids[name] for name in refits}
    assert sum(after.values()) == (
        sum(before.values())
        - sum(before[unit] for unit in gone)
        + 3 * len(refits)
        + sum(unit.design.spaces for unit in new)
    )
    owners = {unit.id: unit.owner for unit in turn.game.units}
    assert owners[ids["Old-4"]] == ("Cato" if given_away else "Ada")
    if captured and not raided:
        assert owners[ids["Post-1"]] == turn.game.place("30").owner == "Ada"


@pytest.mark.rule("SC-YRD-001", "SC-YRD-003")
@settings(max_examples=tries(6), deadline=None, phases=(Phase.reuse, Phase.generate))
@given(built=st.integers(1, 12), refitted=st.booleans(), cancelled=st.integers(0, 1))
def test_the_work_of_yards_is_that_of_what_they_build(built, refitted, cancelled):
    game = _situation(captured=False, raided=False)
    orders = CLASSES + f"BUILD Yard-1 {built} Hawk\n"
    orders += "REFIT Old-1 New AT Yard-1\n" if refitted else ""
    orders += f"CANCEL Yard-1 Hawk {cancelled}\n" if cancelled else ""
    expected = 24 * (built - cancelled) + 3 * refitted
    finished = 0
    for number in range(3):
        turn = run(game, Ada="" if number else orders)
        game = turn.game
        finished += 24 * sum(event.code == "unit.built" for event in turn.events)
        finished += 3 * sum(event.code == "unit.refitted" for event in turn.events)
        begun = sum(yard.done for yard in game.empire("Ada").yards)
        assert finished + begun == min(expected, YARD * (number + 1))


@pytest.mark.rule("SC-ECO-001", "SC-ECO-005", "SC-TRD-002", "SC-YRD-003", "SC-GTN-001")
@settings(max_examples=tries(4), deadline=None, phases=(Phase.reuse, Phase.generate))
@given(built=st.integers(0, 3), gift=st.integers(0, 500), deposit=st.integers(1, 900))
def test_money_balances_over_a_turn(built, gift, deposit):
    """Every change of a treasury is in the ledger; every gift has a recipient."""
    game = _situation(captured=False, raided=False)
    orders = CLASSES + (f"BUILD Yard-1 {built} Hawk\n" if built else "")
    orders += f"GIVE Cato MC {gift}\n" if gift else ""
    orders += f"SCRAP Old-2\nFREIGHTERS 3\nINVEST {deposit}\n"
    turn = run(game, Ada=orders)
    assert not turn.diagnostics["Ada"], turn.diagnostics["Ada"]

    entries = [entry for entry in turn.ledger.entries if entry.account == TREASURY]
    for before in game.powers:
        after = turn.game.power(before.id)
        changed = after.stock[TREASURY] - before.stock[TREASURY]
        assert changed == sum(entry.amount for entry in entries if entry.empire == before.id)
    assert turn.game.empire("Ada").deposit == deposit * MC
    moved = [(entry.empire, entry.amount) for entry in entries if entry.reason.startswith("given ")]
    assert moved == ([("Ada", -gift * MC), ("Cato", gift * MC)] if gift else [])
