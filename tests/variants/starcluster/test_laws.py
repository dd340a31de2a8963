"""Properties of any game: better units never hurt, nothing is created, equal reports for all.

And impossible orders are refused, each with a remedy and without effect.
"""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from horizons_core.codec import dump
from tests.variants.starcluster.builders import colony, meet, new_game, run, ship, surveyed
from tests.variants.starcluster.test_designs import WORKED
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import HULL_TYPES, hull_named
from variants.starcluster.designs.ratings import defense_rating, offensive_ratings, tactical_speed
from variants.starcluster.designs.tables import DRIVES, WEAPONS
from variants.starcluster.designs.text import DesignTextError, read_systems
from variants.starcluster.model import ExplorationWork, Starcluster

# better units never hurt


def _driven(hull: str, drive: str, rooms: int, generation: int) -> Design:
    return Design(hull_named(hull), read_systems(f"({drive})x{rooms} {generation}"))


@pytest.mark.rule("SC-HULL-006", "SC-ENI-002", "SC-ENC-001", "SC-ENJ-001", "SC-CBT-005")
@pytest.mark.parametrize("code", DRIVES)
def test_a_better_drive_and_one_room_more_never_hurt(code):
    last = len(DRIVES[code].rows)
    for hull in (name for name, kind in HULL_TYPES.items() if kind.speed):
        better = [_driven(hull, code, 5, generation) for generation in range(1, last + 1)]
        larger = [_driven(hull, code, rooms, 3) for rooms in range(1, 20)]
        for designs in (better, larger):
            speeds = [tactical_speed(design) for design in designs]
            ratings = [defense_rating(d, speed) for d, speed in zip(designs, speeds, strict=True)]
            assert speeds == sorted(speeds)
            assert ratings == sorted(ratings)


@pytest.mark.rule("SC-CBT-004", "SC-DES-002")
@pytest.mark.parametrize("code", [*WEAPONS, "A", "S", "Y", "M"])
def test_a_higher_generation_and_one_system_more_never_hurt(code):
    room = "(KKKKKKK)1" if code in "ASYM" else "Y"
    size = WEAPONS[code].size // 10 if code in WEAPONS else 1

    def worth(number: int, generation: int) -> tuple[float, ...]:
        systems = " ".join([*[f"({code * size}){generation}"] * number, room])
        design = Design(hull_named("DD"), read_systems(systems))
        return (*map(float, offensive_ratings(design)), design.points)

    for steps in (
        [worth(2, generation) for generation in range(1, 6)],
        [worth(number, 1) for number in range(1, 6)],
    ):
        for less, more in pairwise(steps):
            assert all(a <= b for a, b in zip(less, more, strict=True))
            assert less != more or code in ("Y", "M")


# nothing is created


@pytest.mark.rule("SC-LOG-004", "SC-COL-003", "SC-PUT-001", "SC-PUT-002", "SC-GRO-002")
def test_people_and_freighters_balance_over_a_turn():
    game = new_game()
    ada, home = game.empire("Ada"), game.place("1")
    ada.freighters, ada.stock["MC"] = 60, 100 * 20_000
    colony(game, "3", pu=50)
    surveyed(game, "2")
    people, freighters = home.pu, ada.freighters
    turn = run(game, Ada="FREIGHTERS 3\nCOLONIZE 2 FROM 1\nTRANSFER 20 FROM 1 TO 3")
    after = turn.game.empire("Ada")
    under_way = sum(convoy.pu for convoy in (*after.expeditions, *after.transfers))
    grown = sum(
        e.data["grown"] for e in turn.events if e.code == "system.grown" and e.data["system"] == "1"
    )

    assert {remark.code for remarks in turn.diagnostics.values() for remark in remarks} == set()
    assert (len(after.expeditions), len(after.transfers)) == (1, 1)
    assert turn.game.place("1").pu + under_way - grown == people
    assert after.freighters == freighters + 3


# equal reports for all


@pytest.mark.rule("SC-EXP-008", "SC-EXP-012")
def test_a_survey_tells_all_players_the_same():
    game = new_game("Ada", "Brin", "Cato")
    for player in ("Cato", "Ada", "Brin"):
        ship(game, player, "C005", "Scouts", "DD", "(X)x10 (Xp)x10 (Ic)x5")
        game.fleets[-1].scan = ExplorationWork(kind="SURVEY", system="C005", turns=90)
    turn = run(game)
    surveys = [list(turn.game.empire(p).carried.values()) for p in ("Ada", "Brin", "Cato")]

    assert len(surveys[0]) == 1
    assert surveys[0] == surveys[1] == surveys[2]
    assert surveys[0][0].growth


# impossible orders

HUGE = 10**24
REFUSED = (
    # not known, not surveyed
    "MOVE F1 26", "MOVE F1 99999", "MOVE F1 C001", "PROBE F1 W99", "PROBE F1 26.W1",
    "COLONIZE 26 FROM 1", "COLONIZE 9 FROM 1", "CLAIM C001", "BOMBARD F1 26 1 PDC",
    "LAND F1 26 1 ALL", "ASSAULT F1 W99 WAVE 10", "DOCTRINE F1 GUARD W99",
    # not owned
    "TRANSFER 10 FROM 26 TO 1", "TRANSFER 10 FROM 1 TO 26", "INSTALL SCIENCE 26",
    "INSTALL PDC 2 1", "INSTALL CGB 26 1", "UPGRADE GENERIC 26 2", "CLOSE SCIENCE 26",
    "RESEARCH 26 CON", "SILOS 26 FIRE 1", "SCRAP Guard-1", "FLEET Theirs Guard-1",
    "JOIN Guards F1", "RAID Guards ON", "TOW Guards Yard-1", "REPAIR Guards MAX 5",
    # not developed, not registered, not met
    "DEVELOP S9 1:G", "DEVELOP Q99 1:G", "BUILD Yard-1 1 Hawk", "DROP Hawk", "COURIER F1",
    "SPY Cato REPORT", "WAR Cato", "PEACE Cato", "TRADE Cato ON", "ENVOY NPR1", "GIVE Cato MC 5",
    "AMALGAMATE NPR2", "BID Brin 26 5",
    # not affordable, negative, huge
    "FREIGHTERS 500", "INSTALL SCIENCE 3", "GIVE Brin MC 900000", "INTELLIGENCE -1",
    "FREIGHTERS -1", "FREIGHTERS 0", "INVEST -5", "WITHDRAW -5", "GIVE Brin MC -500",
    "TRANSFER -5 FROM 1 TO 3", "INSTALL CMS 1 -1", "BUILD Yard-1 -1 Hawk", "CANCEL Yard-1 Hawk -2",
    f"FREIGHTERS {HUGE}", f"WITHDRAW {HUGE}", f"GIVE Brin MC {HUGE}", f"BID Brin 26 {HUGE}",
    f"TRANSFER {HUGE} FROM 1 TO 3", f"INSTALL CMS 1 {HUGE}", f"INSTALL GENERIC 3 {HUGE}",
    f"MOVE F1 {HUGE}", f"PROBE F1 W{HUGE}", f"REPAIR F1 MAX -{HUGE}", f"EMBARK F1 1 1 {HUGE}",
)  # fmt: skip


def _meeting() -> Starcluster:
    """Ada has met Brin, not Cato; Brin's Guards are where Ada's home is."""
    game = new_game("Ada", "Brin", "Cato")
    meet(game)
    colony(game, "3", pu=50)
    ship(game, "Brin", "1", "Guards", "DD", "(H)x10 (Ic)x5", "Guard")
    return game


def test_what_cannot_be_done_is_refused_with_a_remedy_and_changes_nothing():
    game = _meeting()
    idle, turn = run(game), run(game, Ada="\n".join(REFUSED))
    refusals = {r.line: r for r in turn.diagnostics["Ada"]}

    carried_out = [text for line, text in enumerate(REFUSED, 1) if line not in refusals]
    assert carried_out == []
    assert all(r.message and r.hint and r.code for r in refusals.values())
    assert dump(turn.game) == dump(idle.game)
    assert turn.ledger == idle.ledger


@pytest.mark.rule("SC-BRK-008", "SC-END-001")
def test_there_are_no_treaties_with_the_fallen():
    game = _meeting()
    game.place("26").owner, game.place("26").pu = "", 0
    fallen = run(game).game
    assert not fallen.empire("Brin").active
    orders = (
        "WAR Brin", "PEACE Brin", "TRADE Brin ON", "GIVE Brin MC 5", "SPY Brin REPORT",
        "AMALGAMATE Brin", "ENVOY Brin",
    )  # fmt: skip
    idle, turn = run(fallen), run(fallen, Ada="\n".join(orders))

    assert [remark.line for remark in turn.diagnostics["Ada"]] == list(range(1, len(orders) + 1))
    assert dump(turn.game) == dump(idle.game)


@pytest.mark.rule("SC-DES-006")
@pytest.mark.parametrize("place", [match.start() for match in re.finditer("[A-Z][a-z]*", WORKED)])
@pytest.mark.parametrize("wrong", ["Zz", "9", "z", "(", "Ф"])
def test_a_string_with_one_part_wrong_is_refused_near_that_place(place, wrong):
    with pytest.raises(DesignTextError) as error:
        read_systems(WORKED[:place] + wrong + WORKED[place:].lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))

    assert WORKED.rfind("[", 0, place + 1) <= error.value.column <= place + len(wrong)
    assert str(error.value)
    assert error.value.remedy
