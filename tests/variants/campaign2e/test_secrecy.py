"""A player's hidden counters never show in other players' reports, over several weeks.

The contract changes hidden facts after a turn, in games of bots, which have no dummies; this test
adds some. It also runs weeks with different secrets: Ada's counters have the same places and moves
in all campaigns, but which of them are dummies, what the others hold, and what Ada does at home
differ. Brin's reports must not differ.
"""

from __future__ import annotations

import os
from itertools import combinations_with_replacement

import pytest
from attrs import evolve, frozen
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from horizons_core.testing.laws.secrecy import everything_visible
from horizons_core.testing.secrecy import hidden_turns
from tests.variants.campaign2e.builders import add_ship, campaign, fleet, remarks, run
from variants.campaign2e.designs.market import by_type
from variants.campaign2e.model import Campaign, Counter, Dummy, place_id
from variants.campaign2e.model.ships import new_ship
from variants.campaign2e.rules.decisions import is_glaring, relative_size

#: Secrets are reported as generated: shrinking them takes minutes.
SEARCH = settings(
    max_examples=int(os.environ.get("HORIZONS_EXAMPLES", "8")),
    phases=(Phase.explicit, Phase.generate),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
HOME, YARD, OTHERS = (3, 3), (1, 5), (9, 9)
#: The places and moves of Ada's counters in the two weeks; one leaves the known map.
WAYS = (
    (HOME, (3, 4), (3, 5)),
    (HOME, (4, 3), (5, 4)),
    (YARD, (0, 5), (-1, 5)),
    (YARD, (1, 6), (1, 6)),
)
#: The hex where Brin's frigates meet the last of these counters.
MEETING = (1, 6)
CAPITALS = ("BB", "BDN", "SDN", "CVL", "CVH")
TYPES = ("SC", "CT", "FF", "DD", "CL", "CH", "BC", "CVE", "AX", "FR", "AL", "BM", *CAPITALS)
AT_HOME = (
    "",
    "LAY KEEL Resolute Argent AT 3,3",
    "SPARE PDS 2 AT 1,5",
    "DESIGN Swift TYPE FF MASS 20 HULL 6 ARMOUR 2 THRUST 6 FTL WITH B2/3, B1/6, FC",
    "TRADE 3,3 WITH 3,5",
    "DEFEND 3,3 BUY Rampart",
    "ALLY NAVY Iron Reach",
)


@frozen
class Secret:
    """Facts that only Ada knows.

    Attributes:
        ships: behind each counter, the types of a group's ships; for a dummy none.
        money: what Ada has, in credits.
        hurt: hull boxes lost by every ship that has that many.
        orders: what Ada orders at home in the first week.
    """

    ships: tuple[tuple[str, ...], ...]
    money: int = 2000
    hurt: int = 0
    orders: str = ""


@st.composite
def secrets(draw: st.DrawFn, most_dummies: int = 2) -> Secret:
    """Groups and some dummies, each of which moves with a group that has a capital ship."""
    kinds = st.lists(st.sampled_from(TYPES), min_size=1, max_size=4).map(tuple)
    ships = draw(st.tuples(*[kinds] * len(WAYS)))
    dummies = draw(st.sets(st.integers(0, len(WAYS) - 1), max_size=most_dummies))
    with_capital = draw(st.sampled_from(CAPITALS))
    behind = [() if n in dummies else (with_capital, *ship) for n, ship in enumerate(ships)]
    return Secret(
        tuple(behind),
        draw(st.integers(1500, 3000)),
        draw(st.integers(0, 3)),
        draw(st.sampled_from(AT_HOME)),
    )


def campaign_with(secret: Secret, watch: int) -> Campaign:
    """The campaign before the two weeks; its public facts are the same with any secret.

    This many frigates of Brin's watch the hex where the last of Ada's counters goes.
    """
    ada, brin = {"owner": "Ada"}, {"owner": "Brin"}
    worlds = {HOME: ada, (3, 5): ada, YARD: ada, (1, 7): {}, OTHERS: brin, (11, 9): brin}
    game = campaign(worlds, lanes=[(HOME, (3, 5))])
    game.empire("Ada").stock["credits"] = 100 * secret.money
    carriers = []
    for number, types in enumerate(secret.ships, start=1):
        if types:
            group = fleet(game, "Ada", WAYS[number - 1][0], f"g{number}")
            group.number = number
            for code in types:
                ship = add_ship(game, group, code)
                ship.hull_lost = secret.hurt if ship.design.hull > secret.hurt else 0
            if {*types} & {*CAPITALS}:
                carriers.append(group.id)
    for number, types in enumerate(secret.ships, start=1):
        if not types:
            at, group_id = WAYS[number - 1][0], carriers.pop()
            dummy = Dummy(id=f"Ada/d{number}", owner="Ada", group=group_id, number=number, at=at)
            game.dummies.append(dummy)
    game.empire("Ada").next_counter = len(WAYS) + 1
    fleet(game, "Brin", OTHERS, "home", FF=2).number = 1
    if watch:
        fleet(game, "Brin", MEETING, "watch", FF=watch).number = 2
    game.empire("Brin").next_counter = 3
    game.counters = [Counter(owner="Ada", number=n, at=w[0]) for n, w in enumerate(WAYS, 1)]
    game.counters += [
        Counter(owner="Brin", number=group.number, at=group.at) for group in game.groups_of("Brin")
    ]
    return game


def orders_of_week(game: Campaign, week: int) -> str:
    """Move every counter: a group by MOVE, a dummy by the name of its group."""
    names = {group.id: group.name for group in game.groups}
    movers = {group.number: f"MOVE {group.name} TO" for group in game.groups_of("Ada")}
    movers |= {dummy.number: f"DUMMY {names[dummy.group]} MOVE" for dummy in game.dummies}
    return "\n".join(
        f"{movers[number]} {place_id(way[week])}"
        for number, way in enumerate(WAYS, start=1)
        if way[week] != way[week - 1]
    )


def told_of(secret: Secret, watch: int = 0) -> list[dict[str, bytes]]:
    """Everything that Brin gets in the two weeks, and could ask for."""
    game, documents = campaign_with(secret, watch), []
    meeting = ("CONTACT g4 WITHDRAW", "CONTACT watch WITHDRAW") if watch else ("", "")
    for week, home in ((1, secret.orders), (2, "")):
        orders = "\n".join((orders_of_week(game, week), home, meeting[0]))
        turn = run(game, Ada=orders, Brin=meeting[1])
        refused = [r for r in remarks(turn, "Ada") if ": MOVE" in r or ": DUMMY" in r]
        assert not refused, "the counters have to go where all see them go"
        documents.append(
            everything_visible(turn, "Brin", ["MOVE home TO 9,8", "BUY Heron 2 AT 9,9"])
        )
        game = turn.game
    return documents


def must_be_the_same(first_weeks: list[dict[str, bytes]], other: list[dict[str, bytes]]) -> None:
    for week, (first, second) in enumerate(zip(first_weeks, other, strict=True), start=1):
        for part, document in first.items():
            assert document == second[part], f"in week {week} Ada's secrets show in Brin's {part}"


@pytest.mark.rule("C2E-15.2-01", "C2E-15.3-01", "C2E-15.3-02")
@SEARCH
@given(secrets(), secrets())
def test_nobody_can_tell_what_others_counters_are(first, other):
    must_be_the_same(told_of(first), told_of(other))


@pytest.mark.rule("C2E-15.2-01", "C2E-15.3-01")
def test_nothing_hidden_shows_where_counters_are_dummies():
    game = campaign_with(Secret((("BB", "FF"), (), ("BDN", "AX"), ())), watch=0)
    turn = run(game, Ada=orders_of_week(game, 1))
    assert len(turn.game.dummies) == 2
    before = everything_visible(turn, "Brin", ["BUY Heron 2 AT 9,9"])

    @SEARCH
    @given(hidden_turns(turn, "Brin"))
    def law(other):
        must_be_the_same([before], [everything_visible(other, "Brin", ["BUY Heron 2 AT 9,9"])])

    law()


WATCH = 3
#: Forces by their reported size, and whether vessels differ glaringly.
FORCES: dict[tuple[str, bool], list[tuple[str, ...]]] = {}
for _number in (1, 2, 3):
    for _types in combinations_with_replacement(TYPES, _number):
        _ships = [new_ship("", "Ada", "", by_type(code), "") for code in _types]
        _watch = [new_ship("", "Brin", "", by_type("FF"), "")] * WATCH
        _size = relative_size(
            *(sum(ship.design.points for ship in group) for group in (_watch, _ships))
        )
        FORCES.setdefault((_size, is_glaring(_watch, _ships)), []).append(_types)


@pytest.mark.rule("C2E-15.3-01", "C2E-15.3-02", "C2E-17.2-01")
@SEARCH
@given(st.data())
def test_of_a_force_that_is_met_nobody_can_tell_more_than_its_report_of_size(data):
    alike = st.sampled_from(data.draw(st.sampled_from(list(FORCES.values()))))
    observed = []
    for _ in range(2):
        secret = data.draw(secrets(most_dummies=1))
        while not secret.ships[-1]:
            secret = data.draw(secrets(most_dummies=1))
        met = evolve(secret, ships=(*secret.ships[:-1], data.draw(alike)))
        observed.append(told_of(met, WATCH))
    must_be_the_same(*observed)
