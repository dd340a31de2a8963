"""Figures and edges that only an exact comparison tells apart."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import pytest

from horizons_core.rng import Stream
from tests.variants.starcluster.builders import (
    chain,
    colony,
    context,
    new_game,
    remarks,
    run,
    ship,
    variant,
)
from tests.variants.starcluster.researching import begun, rich
from variants.starcluster.constants import TREASURY
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import HULL_TYPES, hull_named
from variants.starcluster.designs.ratings import cruising_speed
from variants.starcluster.designs.text import read_systems
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import (
    Expedition,
    GrowthModifier,
    Installation,
    Planet,
    Project,
    WarpLink,
)
from variants.starcluster.model.knowledge import BASIC, DETAILED
from variants.starcluster.model.races import ARRAYS, HIGH, LOW
from variants.starcluster.model.systems import HOMEWORLD, MASER, UNSTABLE, StarSystem
from variants.starcluster.research import Research, difficulty
from variants.starcluster.rules.charts import survey_of
from variants.starcluster.rules.fleets import hand_over_system
from variants.starcluster.rules.income import EARNINGS, Earnings, EconomicEvent, apply_event
from variants.starcluster.rules.movement import actual_link, refinements_of
from variants.starcluster.rules.projects import is_science, project_price
from variants.starcluster.rules.sensors import instrument_ratings
from variants.starcluster.rules.standings import eliminate
from variants.starcluster.rules.units import working_rooms
from variants.starcluster.setup.galaxy import roll_template, transits
from variants.starcluster.setup.systems import homeworld
from variants.starcluster.view.own_empire import growth_curve


@pytest.mark.rule("SC-ANO-006")
@pytest.mark.parametrize(("roll", "strays"), [(1, True), (5, True), (6, False), (100, False)])
def test_up_to_a_roll_of_five_a_fleet_strays(roll, strays):
    game = chain("1", "2")
    game.place("1").anomaly = UNSTABLE
    game.links.append(WarpLink(number=1, a="1", b="3"))
    dice = SimpleNamespace(die=lambda sides: {100: roll}[sides], choice=lambda options: options[-1])
    ctx = SimpleNamespace(game=game, forecast=False, stream=lambda *_: dice)
    ship(game, "Ada", "1", "Scouts", "DD", "(Ic)x5")

    assert (actual_link(ctx, game.fleets[-1], game.links[0]).number == 1) == strays


@pytest.mark.rule("SC-ANO-006")
@pytest.mark.parametrize("expected", [0, 1])
def test_a_fleet_strays_through_any_other_point(expected):
    game = chain("1", "2")
    game.place("1").anomaly = UNSTABLE
    game.links.append(WarpLink(number=1, a="1", b="3"))
    dice = SimpleNamespace(die=lambda _: 1, choice=lambda options: options[0])
    ctx = SimpleNamespace(game=game, forecast=False, stream=lambda *_: dice)
    ship(game, "Ada", "1", "Scouts", "DD", "(Ic)x5")

    assert actual_link(ctx, game.fleets[-1], game.links[expected]).number == 1 - expected


@pytest.mark.rule("SC-ENI-005")
def test_the_twigs_of_a_drive_are_those_of_its_own_tree():
    ada = new_game().empire("Ada")
    ada.developed.append("ENI:MODULATION")
    steady, other, none = (
        Design(hull_named("DD"), read_systems(text)) for text in ("(I)x5", "(J)x5", "(A)x5")
    )
    assert refinements_of(ada, steady).modulation
    assert not refinements_of(ada, other).modulation
    assert not refinements_of(ada, none).modulation


@pytest.mark.rule("SC-HULL-006")
def test_rooms_that_are_shot_away_do_not_work():
    unit = ship(new_game(), "Ada", "1", "Scouts", "DD", "A (I)x4")
    assert working_rooms(unit) == 4
    points = [system.points for system in unit.design.systems]
    unit.lost = [points[0], points[1], *[0.0] * 3]
    assert working_rooms(unit) == 3


@pytest.mark.rule("SC-RACE-002", "SC-RACE-008")
def test_a_statistic_is_low_or_high():
    assert (LOW, HIGH) == (33, 66)
    assert {value for array in ARRAYS for value in array} == {LOW, HIGH}


@pytest.mark.rule("SC-BRK-008", "SC-END-001")
def test_nothing_goes_on_for_an_empire_that_is_out():
    game = new_game()
    ada = game.empire("Ada")
    under_way = Expedition(origin="1", target="2", pu=10, travel=3)
    ada.expeditions, ada.transfers = [under_way], [under_way]
    ada.installing = [Installation(kind="SCIENCE", system="1")]
    ada.projects["CON"] = Project(name="CON", centers=["1"])
    ada.claims, ada.couriers = ["2"], [(1, survey_of(game, game.place("2"), BASIC, 0, 1))]
    eliminate(context(game), ada)

    assert not ada.active
    left = (ada.expeditions, ada.transfers, ada.yards, ada.installing, ada.claims, ada.couriers)
    assert not any([*left, ada.carried, ada.projects, ada.sightings])
    assert game.units_of("Ada") == []


@pytest.mark.rule("SC-EVT-001")
@pytest.mark.parametrize(("percent", "change"), [(5, 1), (-5, -1), (10, 2), (0, 0)])
def test_an_event_changes_the_treasury_by_a_hundredth_as_by_millions(percent, change):
    game = new_game()
    ctx = context(game, "income", **{EARNINGS: {"Ada": Earnings(20, 20)}})
    before = game.empire("Ada").stock[TREASURY]
    apply_event(ctx, game.empire("Ada"), EconomicEvent(1, "Fair", percent), ctx.stream("event"))

    assert game.empire("Ada").stock[TREASURY] - before == change


@pytest.mark.rule("SC-EXP-004", "SC-EXP-009")
def test_a_fleet_without_instruments_has_no_rating():
    totals = instrument_ratings([], StarSystem(id="7"))

    assert (totals.system, totals.planetary, totals.capital, totals.best) == (0, 0, 0, 0)


@pytest.mark.rule("SC-EXP-005", "SC-EXP-008")
def test_a_basic_scan_tells_the_type_and_the_number_of_planets_alone():
    game = new_game()
    place = game.place("2")
    place.planets, place.wealth, place.growth = [Planet(), Planet(kind="ST")], 7, 3
    basic = survey_of(game, place, BASIC, 9, 4)
    detailed = survey_of(game, place, DETAILED, 9, 4)

    assert (basic.level, basic.turn, basic.kind, basic.habitable) == (BASIC, 4, place.kind, 2)
    assert (basic.wealth, basic.growth, basic.links, basic.planets) == (0, 0, (), ())
    assert (detailed.wealth, detailed.growth, detailed.planets) == (7, 3, ("T", "ST"))
    assert detailed.links


@pytest.mark.rule("SC-RACE-005")
def test_a_revolt_ends_when_a_system_changes_hands():
    game = new_game()
    place = colony(game, "2", revolt=7, revolt_turns=3)
    hand_over_system(place, game.empire("Brin"))
    assert (place.owner, place.revolt, place.revolt_turns) == ("Brin", 0, 0)


@pytest.mark.rule("SC-MOV-003")
def test_what_has_no_drives_makes_no_way():
    assert cruising_speed(Design(hull_named("BS1"), read_systems("(A)x16 (Q)x2"))) == 0


@pytest.mark.rule("SC-RES-001")
def test_science_centers_work_on_levels_and_hulls_and_others_on_technologies():
    assert [is_science(name) for name in ("EL", "CON", "HULL:BB")] == [True] * 3
    assert [is_science(name) for name in ("A1", "S2", "ENI:TUNER")] == [False] * 3


@pytest.mark.rule("SC-GRO-001", "SC-GRO-002", "SC-GRO-004")
def test_a_curve_of_growth_knows_when_modifiers_end():
    game = new_game()
    place = colony(game, "2", pu=10, planets=[Planet() for _ in range(8)])
    plain = growth_curve(place, game.empire("Ada"), StarclusterEconomy())
    place.spells = [GrowthModifier(growth=4, turns=1)]
    helped = growth_curve(place, game.empire("Ada"), StarclusterEconomy())

    assert helped[1] - plain[1] == 4
    assert helped[2] - plain[2] == 4
    assert plain[-1] == helped[-1] == place.most_pu


@pytest.mark.rule("SC-HULL-004", "SC-HULL-008")
def test_suffixes_and_generations_need_more_el():
    for code, kind in HULL_TYPES.items():
        for suffix, more in (("", 0), ("f", 1), ("r", 2)):
            if suffix and not kind.is_warship:
                continue
            hull = hull_named(code + suffix)
            waived = hull.code == "FGf"
            needed = [hull.el(generation) for generation in (1, 2, 3, 4)]
            assert needed == [
                kind.el + (0 if waived and not later else more) + 3 * later for later in range(4)
            ]


@pytest.mark.rule("SC-HULL-001", "SC-HULL-002", "SC-HULL-003", "SC-HULL-010")
def test_the_largest_hulls_have_knots_and_starbases_do_not_move():
    special = {code: kind.special for code, kind in HULL_TYPES.items() if kind.special}
    assert special == {"BB": -10, "SD": -10, "MT": -20, "BS5": -10, "BS6": -10}
    assert {code for code, kind in HULL_TYPES.items() if not kind.speed} == {
        f"BS{size}" for size in range(1, 7)
    }
    for size in range(1, 7):
        assert HULL_TYPES[f"BS{size}"].name == f"Size {size} Starbase"
        freighter = HULL_TYPES[f"FT{size}"]
        assert (freighter.name, freighter.speed) == (f"Size {size} Freighter", 4)
        assert (freighter.power, freighter.price) == (Fraction(size, 2), 1)


@pytest.mark.rule("SC-MOD-002")
def test_a_special_modifier_multiplies_or_divides():
    assert [difficulty(hardness) for hardness in (-20, -10, 0, 10)] == [20, 10, 1, Fraction(1, 10)]
    rules = Research()
    assert rules.level_turns(4, 2, 10, 1) == 1
    assert rules.level_turns(4, 5, 10, 1) == 2
    assert rules.level_turns(4, 2, -10, 1) == 80


@pytest.mark.rule("SC-NEB-003")
def test_a_maser_nebula_takes_one_two_or_three_points():
    game = chain("1", "2")
    game.place("1").nebula = MASER
    for number in range(40):
        ship(game, "Ada", "1", f"Bare{number}", "DD", "(A)x20")
    lost = {sum(unit.lost) for unit in run(game).game.units if unit.of_class == "Ship"}

    assert lost == {10, 20, 30}


@pytest.mark.rule("SC-SET-001", "SC-END-001")
def test_the_decided_end_and_the_decided_start_are_those_that_are_played():
    game = variant().new_game(["Ada", "Brin"], seed=1, options={"end": 12})
    game.turn = 11
    assert run(game).game.outcome is not None
    assert run(new_game()).game.outcome is None


@pytest.mark.rule("SC-RES-006", "SC-RND-006")
def test_forecasts_foresee_a_breakthrough_that_is_certain_and_no_other():
    game = rich(1)
    project = Project(name="ARM", centers=["1"], turns=500, chances=49)
    game.empire("Ada").projects["ARM"] = project
    foreseen = variant().forecast(game, "Ada", "")
    assert {tree["code"]: tree["level"] for tree in foreseen["trees"]}["ARM"] == 2

    project.chances = 48
    foreseen = variant().forecast(game, "Ada", "")
    assert {tree["code"]: tree["level"] for tree in foreseen["trees"]}["ARM"] == 1


@pytest.mark.rule("SC-SET-010")
def test_races_live_two_transits_away_at_least_and_some_no_farther():
    templates = [roll_template(Stream.from_key("home", key)) for key in range(24)]

    assert min(transits(template.links, 0)[template.npr] for template in templates) == 2


@pytest.mark.rule("SC-SYS-003", "SC-SYS-007", "SC-SYS-008", "SC-SYS-009", "SC-SYS-011")
def test_a_homeworld_is_one_rich_planet_that_its_people_can_live_on():
    assert homeworld("7") == StarSystem(
        id="7",
        kind=HOMEWORLD,
        planets=[Planet(kind="T", habitability=0)],
        growth=2,
        wealth=5,
        habitability=0,
    )
    assert homeworld("7").most_pu == 1000


@pytest.mark.rule("SC-TURN-003")
def test_halves_of_a_hundredth_are_rounded_up():
    quarters = [StarclusterEconomy().resale_of(price) for price in (0, 1, 2, 3, 5, 6, 1000)]
    assert quarters == [0, 0, 1, 1, 1, 2, 250]


@pytest.mark.rule("SC-EL-002", "SC-RES-003", "SC-RND-004", "SC-HULL-010")
def test_each_kind_of_project_has_its_own_price():
    game = rich(2, ratings=(3, 3, 3))
    ada, rules = game.empire("Ada"), StarclusterEconomy()
    ada.levels["ARM"] = 3
    names = ("EL", "ARM", "HULL:BB", "A2")
    paid = [
        project_price(rules, ada, Project(name=name, centers=["1", "2", "3", "4"]))
        for name in names
    ]
    assert paid == [100 * amount for amount in (3000, 4000, 5000, 2000)]


@pytest.mark.rule("SC-EL-004")
@pytest.mark.parametrize(("turn", "may"), [(40, False), (45, False), (46, True), (47, True)])
def test_from_one_el_project_to_the_next_are_thirty_six_turns(turn, may):
    game = rich(1, ratings=(2, 2))
    game.turn, game.empire("Ada").last_el = turn - 1, 10
    later = run(game, Ada="RESEARCH EL 1 2")

    assert (begun(later) == ["EL"]) == may
    assert remarks(later) == ([] if may else [(1, "too-soon")])
