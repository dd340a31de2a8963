"""An empire's secrets at home never show in its neighbours' reports, over several months.

Ada and Brin are in contact: a squadron of Ada's lies in a system that Brin's ships watch, and more
ships lie at the far end of the link between their clusters. Months are run with other secrets of
Ada's, of the race in her cluster and of the map; the reports of Brin and Cato must stay the same.
"""

from __future__ import annotations

import os
from functools import cache

import pytest
from attrs import evolve, frozen
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import horizons_core as hz
from horizons_core.codec import copy_of
from horizons_core.testing.laws.secrecy import everything_visible
from horizons_core.testing.secrecy import hidden_turns
from tests.variants.starcluster.builders import (
    colony,
    meet,
    new_game,
    run,
    ship,
    surveyed,
)
from variants.starcluster.model import (
    Expedition,
    Project,
    Relation,
    Silo,
    Starcluster,
    Survey,
    Troops,
    WarpLink,
)
from variants.starcluster.model.empires import HOSTILE, NEUTRAL, WAR
from variants.starcluster.model.knowledge import detailed_survey
from variants.starcluster.rules.charts import learn_transit, take_aboard

#: Secrets are reported as generated: shrinking them takes minutes.
SEARCH = settings(
    max_examples=int(os.environ.get("HORIZONS_EXAMPLES", "8")),
    phases=(Phase.explicit, Phase.generate),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
MONTHS = 2
#: The link between the clusters goes from a system near Ada's home to one near Brin's.
NEAR, FAR = "2", "27"
HOME, OUTPOST, BEHIND = "1", "3", "4"
WATCH = "Y X (Xp)x2 L1 (H)x10 (Ic)x5"
HAWK = "FGf [S1(AA)1][Q1][Y1][Q1][(KKKKKKK)1][Bsa][(LLLL)1](IIII)1"
SCOUT = "(X)x10 (Xp)x5 (Ic)x5"
#: The possible destroyers of a squadron: others see their hulls and no more.
BUILDS = (
    "Y L1 S A (I)x5",
    "K1 (A)x9 (H)x10 (Ic)x5",
    "Q Q (Qt)x4 (H)x10 (Ic)x5",
    "(X)x10 (Xp)x10 (Ic)x5",
)
#: Ada's orders at home.
AT_HOME = (
    "FREIGHTERS 2\nCONVOY ON\nPRIORITY SY PU SYM MS",
    "INVEST MAX\nSTANDING INVEST MAX",
    f"DESIGN Hawk {HAWK}\nBUILD Yard-1 1 Hawk",
    "RESEARCH 1 CON\nDEVELOP G1 1:G\nINTELLIGENCE\nSPY GUARD",
    "INSTALL CMS 1 1\nINSTALL CGB 1 1\nINSTALL GENERIC 3 1",
    "COLONIZE 4 FROM 1\nTRANSFER 20 FROM 1 TO 3",
    "COURIER Scouts\nMOVE Scouts 1\nRENAME Scouts Secret",
    "SURVEY Scouts",
    "PROBE Scouts W1",
    "ENVOY NPR1\nTRADE NPR1 ON",
    "SPY NPR1 REPORT\nESCORT Behind ON",
    "DOCTRINE Squadron AVOID BAND LONG TARGET SMALL\nDETUNE Squadron ON",
    "SCRAP Yard-1\nLIQUIDATE CON\nPENALTY CHANCE",
    "RENAME Squadron Ghosts\nRENAME DD-1 Ghost",
)
BRIN = f"""
SCAN Watch
RESEARCH 26 CON
FREIGHTERS 2
PROBE Others W1
SPY NPR2 REPORT
MOVE Runners {FAR}
DESIGN Hawk {HAWK}
BUILD Yard-1 1 Hawk
"""


@frozen
class Secret:
    """Facts that only Ada knows, and unknown facts.

    Attributes:
        money: Ada's treasury, and her deposit, in MC.
        freighters: of her pool, and whether they sail in convoys.
        learnt: her level in a tree, developed technologies, the EL and the intelligence rating.
        squadron: the designs of the destroyers that Brin sees, and their losses.
        ahead,
        behind: her ships at the near end of the link, and in unwatched systems.
        scans: scans under way by drone, and in the scouts' holds.
        people: of her outpost, shipments on their way there, and its guards.
        race: the stance to her of the race in her cluster, and its possessions.
        map: the traits of systems that Brin has not surveyed, and how well points are hidden.
        orders: Ada's orders at home in the first month.
    """

    money: tuple[int, int] = (50_000, 0)
    freighters: tuple[int, bool] = (60, False)
    learnt: tuple[int, int, int, int] = (1, 0, 1, 1)
    squadron: tuple[int, int, float] = (0, 0, 0.0)
    ahead: tuple[int, ...] = ()
    behind: tuple[int, ...] = ()
    scans: tuple[int, int] = (1, 1)
    people: tuple[int, int, int] = (50, 1, 0)
    race: tuple[str, int, int] = (NEUTRAL, 0, 0)
    map: tuple[int, int, int] = (5, 5, 0)
    orders: tuple[int, ...] = (0,)


def _numbers(*most: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.tuples(*(st.integers(0, limit) for limit in most))


builds = st.integers(0, len(BUILDS) - 1)
secrets = st.builds(
    Secret,
    money=st.tuples(st.integers(40_000, 90_000), st.integers(0, 20_000)),
    freighters=st.tuples(st.integers(0, 90), st.booleans()),
    learnt=st.tuples(
        st.integers(1, 4), st.integers(0, 3), st.integers(1, 3), st.integers(1, 3)
    ),
    squadron=st.tuples(builds, builds, st.sampled_from([0.0, 3.0, 10.0])),
    ahead=st.lists(builds, max_size=3).map(tuple),
    behind=st.lists(builds, max_size=3).map(tuple),
    scans=_numbers(3, 3),
    people=_numbers(100, 2, 3),
    race=st.tuples(st.sampled_from([NEUTRAL, HOSTILE, WAR]), *[st.integers(0, 3)] * 2),
    map=st.tuples(st.integers(1, 10), st.integers(1, 10), st.integers(0, 3)),
    orders=st.lists(
        st.integers(0, len(AT_HOME) - 1), min_size=1, max_size=4, unique=True
    ).map(tuple),
)  # fmt: skip


def game_with(secret: Secret) -> Starcluster:
    """The game before the months; the facts open to Brin and Cato are the same with any secret."""
    game = new_game("Ada", "Brin", "Cato")
    gate = WarpLink(number=len(game.links), a=NEAR, b=FAR)
    game.links.append(gate)
    for pair in (("Ada", "Brin"), ("Ada", "Cato"), ("Brin", "Cato"), ("Brin", "NPR2")):
        meet(game, *pair)
    _neighbours(game, gate)
    _unknown(game, secret)
    _possessions(game, secret)
    _ships(game, secret, gate)
    return game


def _neighbours(game: Starcluster, gate: WarpLink) -> None:
    """Possessions of Brin and Cato."""
    brin = game.empire("Brin")
    brin.stock["MC"], game.place("26").science = 100 * 60_000, 2
    learn_transit(brin, gate)
    ship(game, "Brin", FAR, "Watch", "DD", WATCH, "Watcher")
    runner = ship(game, "Brin", "26", "Runners", "DD", SCOUT, "Runner")
    game.fleets[-1].points = 900
    take_aboard(brin, runner, Survey(system="30", level=2, turn=0, kind="Single Star", growth=1))
    ship(game, "Brin", "28", "Others", "DD", WATCH, "Watcher")
    brin.couriers.append((1, detailed_survey(game.place("29"), 0, ())))
    ship(game, "Cato", "51", "Lonely", "DD", WATCH, "Watcher")


def _unknown(game: Starcluster, secret: Secret) -> None:
    """Unsurveyed facts: systems, hidden points, and the race in Ada's cluster."""
    wealth, hidden, more = secret.map
    for name in ("40", "C007", "9"):
        game.place(name).wealth = wealth
    first = len(game.links)
    ways = (("28", "C009"), (FAR, "C011"), ("40", "C012"))[:more]
    game.links += [
        WarpLink(number=first + n, a=a, b=b, hidden_a=hidden) for n, (a, b) in enumerate(ways)
    ]
    native, (stance, fund, successes) = game.power("NPR1"), secret.race
    for player, other in ((native, "Ada"), (game.power("Ada"), "NPR1")):
        player.relations[other] = Relation(stance=stance, successes=successes, talks=bool(fund))
    native.ship_fund = 100_000 * fund
    game.place(native.home).planets[0].silos = [Silo(revealed=True)] * successes


def _possessions(game: Starcluster, secret: Secret) -> None:
    """Ada's possessions besides ships."""
    ada = game.empire("Ada")
    game.place(HOME).science = 2
    ada.stock["MC"], ada.deposit = (100 * amount for amount in secret.money)
    ada.freighters, ada.convoy = secret.freighters
    level, technologies, ada.el, ada.intelligence = secret.learnt
    ada.levels["CON"] = level
    ada.developed += ["CD", "A2", "S2"][:technologies]
    ada.projects["ARM"] = Project(name="ARM", centers=[OUTPOST], turns=3 * technologies)
    pu, expeditions, guards = secret.people
    outpost = colony(game, OUTPOST, pu=pu)
    outpost.science = 1
    surveyed(game, "4")
    outpost.planets[0].ground_bases = [50.0] * guards
    outpost.planets[0].troops = [Troops(owner="Ada", points=10.0)] * guards
    ada.expeditions = [
        Expedition(origin=HOME, target=str(8 + n), pu=10, travel=4, work=13)
        for n in range(expeditions)
    ]
    on_way, _ = secret.scans
    ada.couriers = [(1 + n, detailed_survey(game.place(str(10 + n)), 0, ())) for n in range(on_way)]


def _ships(game: Starcluster, secret: Secret, gate: WarpLink) -> None:
    """Ada's ships; Brin sees the squadron alone."""
    ada = game.empire("Ada")
    learn_transit(ada, gate)
    for number, build in enumerate(secret.ahead):
        ship(game, "Ada", NEAR, f"Ahead-{number}", "DD", BUILDS[build], "DD")
    *kinds, lost = secret.squadron
    first = None
    for build in kinds:
        unit = ship(game, "Ada", FAR, "Squadron", "DD", BUILDS[build], "DD")
        unit.lost = [lost] + [0.0] * (len(unit.design.systems) - 1) if lost < 10 else []
        if first is None:
            first = unit.fleet
        else:
            game.fleets.pop()
            unit.fleet = first
    for build in secret.behind:
        ship(game, "Ada", BEHIND, "Behind", "DD", BUILDS[build], "DD")
    scout = ship(game, "Ada", BEHIND, "Scouts", "DD", SCOUT, "Scout")
    game.fleets[-1].points, scout.drones = 900, 2
    for number in range(secret.scans[1]):
        take_aboard(ada, scout, detailed_survey(game.place(str(20 + number)), 0, ()))


def reports_to(turn: hz.Turn, player: str) -> dict[str, bytes]:
    """Everything that a player gets after a turn, or could ask for."""
    return everything_visible(turn, player, [BRIN, "MOVE Watch 2\nRAID Watch ON"])


def told_of(secret: Secret) -> list[dict[str, bytes]]:
    """The reports of Brin and Cato in these months, one after the other."""
    game, documents = game_with(secret), []
    ada = "\n".join(AT_HOME[order] for order in secret.orders)
    for orders in ({"Ada": ada, "Brin": BRIN}, *[{}] * (MONTHS - 1)):
        turn = run(game, **orders)
        documents += [reports_to(turn, player) for player in ("Brin", "Cato")]
        game = turn.game
    return documents


@cache
def plainly_told() -> list[dict[str, bytes]]:
    return told_of(Secret())


def must_be_the_same(now: dict[str, bytes], plain: dict[str, bytes]) -> None:
    for part, document in plain.items():
        assert now[part] == document, f"it shows in the {part}"


@pytest.mark.rule("SC-VIS-001", "SC-EXP-014")
@SEARCH
@given(secrets)
def test_nobody_can_tell_what_others_have_at_home(secret):
    for now, plain in zip(told_of(secret), plainly_told(), strict=True):
        must_be_the_same(now, plain)


@pytest.mark.rule("SC-VIS-001")
def test_nothing_hidden_shows_where_drones_and_expeditions_are_under_way():
    rich = Secret(learnt=(2, 3, 2, 2), ahead=(0, 1), behind=(2,), people=(50, 2, 2), map=(5, 5, 3))
    turn = run(game_with(rich), Ada="\n".join(AT_HOME[:3]), Brin=BRIN)
    turn = evolve(turn, game=copy_of(turn.game))  # in the order of a save, as changed objects have
    before = {player: reports_to(turn, player) for player in ("Brin", "Cato")}

    @SEARCH
    @given(st.sampled_from(list(before)), st.data())
    def law(player, data):
        must_be_the_same(reports_to(data.draw(hidden_turns(turn, player)), player), before[player])

    law()
