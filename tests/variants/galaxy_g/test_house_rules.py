"""A house rule applies everywhere: in turns, forecasts, views, bots and invariants."""

from __future__ import annotations

import types
from typing import Any

import numpy as np
import pytest

import horizons_core as hz
from horizons_core.errors import PluginError
from horizons_core.model import Outcome
from horizons_core.orders import Argument, Command, replaced_check, sample_order, wrapped_command
from horizons_core.plugins import Variant, read_data_mod, wrapped_methods
from horizons_core.turn import wrapped
from tests.variants.galaxy_g import reference
from tests.variants.galaxy_g.war import codes, events, find_group, group, planet, play, table
from variants import galaxy_g
from variants.galaxy_g.battle.kernels import fight_once
from variants.galaxy_g.combat import CERTAIN, chance
from variants.galaxy_g.model import Design
from variants.galaxy_g.setup import fairness

PLATE = hz.ModInfo("house", "galaxy_g", "House", "1.0", "A rule of this house.")
EARTH = {"at": [1005, 1000], "size": 500, "resources": 10}
YARD = {**EARTH, "owner": "Ada", "population": 500, "industry": 500}


def with_hooks(**hooks: Any) -> Variant:
    """The game with one house rule: its hooks as plain functions of the values they change."""
    mod = types.ModuleType("house")
    vars(mod)["horizons_mod_info"] = hz.hookimpl(lambda: PLATE)
    for name, change in hooks.items():
        vars(mod)[f"horizons_{name}"] = hz.hookimpl(wrapper=True)(_wrapper(change))
    return Variant(galaxy_g, [mod])


def _wrapper(change: Any) -> Any:
    def hook() -> Any:
        return change((yield))

    return hook


def by_data(text: str) -> Variant:
    """The game with a house rule of data alone."""
    plate = '[mod]\nname = "house"\nvariant = "galaxy_g"\n'
    return Variant(galaxy_g, [read_data_mod(plate + text, "house.toml")])


def economy(**methods: Any) -> Variant:
    """The game with some formulas of its economy wrapped."""
    return with_hooks(economy=lambda inputs: wrapped_methods(inputs, **methods))


def doubled(inner: Any, *facts: Any) -> Any:
    return 2 * inner(*facts)


def planet_fact(variant: Variant, game: Any, part: str, name: str = "Earth") -> Any:
    """One of Ada's planets in her view."""
    view = variant.view(game, "Ada")
    return next(facts[part] for facts in view["planets"] if facts["name"] == name)


def sound(variant: Variant, game: Any, orders: str = "", **arguments: Any) -> hz.Turn:
    """A turn under a house rule that keeps the invariants."""
    turn = play(game, {"Ada": orders}, variant=variant, **arguments)
    assert variant.invariants(turn.game) == []
    return turn


# planets


def test_doubled_points_are_in_the_view_and_build_twice_as_much():
    variant = economy(points=doubled)
    game = table(planets={"Earth": {**YARD, "materials": 900, "product": "Drone"}})
    assert planet_fact(variant, game, "production") == 1000

    turn = sound(variant, game)
    assert find_group(turn.game, "Ada", 1).ships == 100
    assert variant.forecast(game, "Ada", "")["groups"][0]["ships"] == 100
    assert sum(entry.amount for entry in turn.ledger.of("Ada") if entry.amount > 0) == 3000


def test_doubled_points_count_in_the_ranking_and_in_what_a_start_is_worth():
    variant = economy(points=doubled)
    game = table(planets={"Earth": YARD})

    assert variant.ranking(game)[0].figures["production points"] == 2 * 1500
    usual = fairness.starts(game)[0].worth
    assert variant.view(game, None)["fairness"]["starts"][0]["worth"] == 2 * usual


def test_upgrades_draw_on_the_points_of_the_house_and_cost_what_it_says():
    old = group("Ada", "Drone", "Earth", ships=1000, techs={"drive": 0.5})
    game = table(old, planets={"Earth": YARD})
    (event,) = events(play(game, {"Ada": "G 1 0"}), "group.upgraded")
    (dear,) = events(sound(economy(upgrade_cost=doubled), game, "G 1 0"), "group.upgraded")
    (rich,) = events(sound(economy(points=doubled), game, "G 1 0"), "group.upgraded")

    assert dear.data["share"] == event.data["share"] / 2
    assert rich.data["points"] == 2 * event.data["points"]


def test_ship_cost_is_asked_by_yards_and_views():
    variant = economy(ship_cost=lambda inner, *facts: inner(*facts) / 2)
    game = table(planets={"Earth": {**YARD, "materials": 900, "product": "Drone"}})

    assert planet_fact(variant, game, "ship_cost") == 5
    assert find_group(sound(variant, game).game, "Ada", 1).ships == 100


def test_people_are_born_thawed_and_stored_by_the_numbers_of_the_house():
    variant = by_data("[economy]\ngrowth_rate = 0.5\npeople_per_colonist = 10.0")
    game = table(
        group("Ada", "Freighter", "Earth", cargo="COL", load=2),
        planets={"Earth": {**YARD, "population": 100, "industry": 0}},
    )
    unloaded = sound(variant, game, "U 1", only=("orders",)).game
    assert planet(unloaded, "Earth").population == 120
    assert planet(sound(variant, game).game, "Earth").population == 150
    assert planet(sound(variant, game).game, "Ada Home").colonists == 1000 * 0.5 / 10


def test_research_costs_what_the_house_says():
    variant = by_data("[economy]\ndrive_cost = 1000.0")
    before = table(Ada={"techs": {"drive": 1.0}})

    assert sound(variant, before).game.race("Ada").techs.drive == 1 + 1000 / (1000 * 4)


# ships


def test_doubled_speed_is_in_the_view_flies_twice_as_far_and_is_seen_by_whom_it_comes_to():
    variant = economy(speed=doubled)
    game = table(
        group("Brin", "Drone", "Brin Home", to="Far", left=90),
        group("Ada", "Drone", "Ada Home"),
        planets={"Far": {"at": [1200, 1200], "owner": "Ada", "size": 9, "population": 1}},
    )
    turn = sound(variant, game, "S 1 Far")

    view = variant.view(turn.game, "Ada")
    assert [facts["speed"] for facts in view["groups"]] == [40]
    assert [(facts["speed"], facts["left"]) for facts in view["incoming"]] == [(40, 50)]


def test_wider_holds_are_loaded_shown_and_lawful():
    variant = by_data("[economy]\nhold_bonus = 5.0")
    game = table(group("Ada", "Freighter", "Earth"), planets={"Earth": {**YARD, "materials": 100}})
    turn = sound(variant, game, "L 1 MAT")

    assert find_group(turn.game, "Ada", 1).load == 10 + 100 / 5
    assert variant.view(turn.game, "Ada")["groups"][0]["capacity"] == 30
    assert "with room for 20.0" in hz.load_variant("galaxy_g").invariants(turn.game)[0]


def test_races_see_as_far_as_the_house_says():
    nearer = {"at": [1010, 1000], "size": 10}
    game = table(planets={"Nearer": nearer, "Near": {"at": [1030, 1000]}})
    variant = by_data("[economy]\nsight_range = 31.0")
    near = planet(game, "Near").id

    assert near not in play(game).game.race("Ada").knowledge.located
    assert near in sound(variant, game).game.race("Ada").knowledge.located


def test_bots_reckon_with_the_numbers_of_the_house_and_give_no_faulty_order():
    variant = by_data(
        "[economy]\nlight_years = 35.0\npoints_per_mass = 4.0\nhold_bonus = 4.0\n"
        "[combat]\ncertainty = 2.0\nbomb_divisor = 5.0"
    )
    assert variant.bots["conqueror"].industry.light_years == 35
    game = variant.new_game(["Ada", "Brin"], seed=3, options={"diameter": 40})
    for turn_number in range(12):
        orders = {
            race.id: variant.bots[bot].orders(
                variant.view(game, race.id), hz.Stream.from_key("house", race.id, turn_number)
            )
            for race, bot in zip(game.empires, ("conqueror", "expander"), strict=True)
        }
        turn = hz.run_turn(game, orders, variant=variant)
        assert [d for remarks in turn.diagnostics.values() for d in remarks] == []
        assert variant.invariants(turn.game) == []
        game = turn.game
    assert any(race.groups for race in game.empires)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[economy]\nlight_year = 3.0", "did you mean 'light_years'"),
        ("[economy]\nhold_bonus = 0.0", "hold_bonus"),
        ("[combat]\ncertainty = 1.0", "certainty"),
        ("[combat]\nmost_rounds = 1.5", "most_rounds is 100000 in the rulebook"),
    ],
)
def test_numbers_that_are_none_are_refused_by_name(text, expected):
    def read():
        variant = by_data(text)
        return variant.economy, variant.combat

    with pytest.raises(PluginError) as refused:
        read()
    assert expected in str(refused.value)


# battles and bombs


EVEN = {"ships": 30, "design": [10, 1, 10, 10, 0]}
WEAK = {"ships": 40, "design": [10, 2, 4, 10, 0]}


def fought_by_reference(variant: Variant, battle: Any, key: int) -> tuple[list[int], int, int]:
    """Ships left, rounds and shots by the plain resolver, with the chances of the house."""
    ready = variant.combat.kernel_field(battle)
    groups = [
        reference.Group(number, side, ships, attacks, attack, defence)
        for number, (ships, side, attacks, attack, defence) in enumerate(ready.groups.tolist())
    ]
    hostile = {(a, b) for a_side, o in battle.hostile for a, b in ((a_side, o), (o, a_side))}
    fight = reference.Battle(groups, ready.thresholds.tolist(), hostile, hz.Stream(key, 0))
    fight.fight(variant.combat.most_rounds)
    return [len(each.living) for each in groups], fight.rounds, fight.shots


@pytest.mark.parametrize(
    "numbers", ["", "certainty = 2.0", "certainty = 16.0\neven_mass = 90.0", "most_rounds = 3"]
)
def test_the_kernel_fights_by_the_numbers_of_the_house_as_the_reference_does(numbers):
    variant = by_data(f"[combat]\n{numbers}")
    battle = variant.battle({"sides": {"a": [EVEN, WEAK], "b": [EVEN]}})
    fought = fight_once(
        variant.combat.kernel_field(battle),
        7,
        0,
        variant.combat.most_rounds,
        write_rows=lambda _: None,
    )
    left, rounds, shots = fought_by_reference(variant, battle, 7)

    assert (fought.left.tolist(), fought.rounds, fought.shots) == (left, rounds, shots)
    record = variant.combat.resolve(battle, 7)
    assert [unit.left for unit in record.units] == left
    assert variant.combat.simulate(battle, 1, 7).survivors[0].tolist() == left


def test_certainty_is_the_base_of_the_chance():
    assert [chance(a, 1.0, 2.0) for a in (0.5, 1.0, 2.0)] == [0.0, 0.5, 1.0]
    assert [chance(a, 1.0, 16.0) for a in (1 / 16, 0.25, 1.0, 4.0, 16.0)] == [
        0.0,
        0.25,
        0.5,
        0.75,
        1.0,
    ]


def test_a_formula_of_chances_is_asked_for_every_battle():
    def always(_inner, attacks, defences):
        return np.full((len(attacks), len(defences)), CERTAIN, np.int64)

    variant = with_hooks(combat_resolver=lambda combat: wrapped_methods(combat, thresholds=always))
    battle = variant.battle({"sides": {"a": [EVEN], "b": [EVEN]}})
    record = variant.combat.resolve(battle, 1)
    assert record.fired == sum(30 - unit.left for unit in record.units)

    game = table(
        group("Ada", "Battleship", "Earth"),
        group("Brin", "Fighter", "Earth", ships=2),
        planets={"Earth": {"at": [1100, 1100]}},
        Brin={"war": ["Ada"]},
    )
    (event,) = events(sound(variant, game, only=("battles",)), "battle.fought", "Ada")
    assert all(shot["destroyed"] for shot in event.data["shots"])


def test_bombs_and_defences_are_those_of_the_house():
    variant = by_data("[combat]\nbomb_divisor = 5.0\neven_mass = 240.0")
    combat, usual = variant.combat, hz.load_variant("galaxy_g").combat
    ship = Design(25, 1, 30, 35, 0)

    assert combat.bomb(ship, 1, 1) == 2 * usual.bomb(ship, 1, 1) == 180
    assert combat.defence(ship, 1) == pytest.approx(2 * usual.defence(ship, 1))
    game = table(
        group("Ada", "Battleship", "Earth"),
        planets={"Earth": {**YARD, "owner": "Brin"}},
        Ada={"war": ["Brin"]},
    )
    turn = sound(variant, game, only=("bombing",))
    assert planet(turn.game, "Earth").population == pytest.approx(500 - 180)


# orders


def test_every_check_of_an_order_can_be_replaced_by_its_name():
    for command in hz.load_variant("galaxy_g").commands:
        for name in command.checks:
            changed = replaced_check([command], command.keyword, name, lambda *_: None)
            assert changed[0].checks[name] is not command.checks[name]


def test_a_house_rule_lets_ships_load_under_way_and_only_that():
    free = with_hooks(
        commands=lambda orders: replaced_check(orders, "L", "at_rest", lambda *_: None)
    )
    game = table(group("Ada", "Freighter", "Earth"), planets={"Earth": {**YARD, "materials": 50}})
    orders = 'S 1 "Ada Home"\nL 1 MAT\nL 1 CAP'

    assert codes(play(game, {"Ada": orders}), "Ada") == ["under-way"] * 2
    turn = sound(free, game, orders)
    assert codes(turn, "Ada") == ["other-cargo"]


def test_a_house_rule_may_bring_an_order_with_a_word_for_a_keyword():
    def cheer(context, race, order):
        context.game.planet(order["planet"]).name = "Hooray"

    def own_home(_context, race, _order, _argument):
        return race.home

    order = Command(
        "CHEER",
        phase="orders",
        help="Cheers.",
        example="CHEER Home",
        mistake="CHEER",
        arguments={"planet": Argument(find=own_home)},
        run=cheer,
    )
    variant = with_hooks(commands=lambda orders: [*orders, order])
    turn = sound(variant, table(), "CHEER Home\nC Zzyax")

    assert codes(turn, "Ada") == []
    ada = turn.game.race("Ada")
    assert (turn.game.planet(ada.home).name, ada.name) == ("Hooray", "Zzyax")


def test_wrapped_orders_run_round_the_rulebook_s():
    numbers_seen = []

    def around(inner, context, race, order):
        numbers_seen.append(order.written["group"])
        inner(context, race, order)

    variant = with_hooks(commands=lambda orders: wrapped_command(orders, "B", around))
    game = table(group("Ada", "Drone", "Ada Home", ships=5))
    turn = sound(variant, game, "B MAX 2", only=("orders",))

    assert numbers_seen == ["MAX"]
    assert [g.ships for g in turn.game.race("Ada").groups] == [3, 2]


def test_orders_drawn_from_what_a_view_offers_can_be_read():
    variant = hz.load_variant("galaxy_g")
    game = table(
        group("Ada", "Freighter", "Earth", ships=3, techs={"drive": 0.5}),
        group("Ada", "Freighter", "Earth", cargo="MAT", load=1),
        group("Ada", "Drone", "Earth", to="Ada Home", left=2),
        group("Brin", "Drone", "Earth"),
        planets={"Earth": {**YARD, "materials": 40}},
        Ada={"fleets": ["Wing"]},
    )
    view = variant.view(game, "Ada")
    stream = hz.Stream.from_key("offers")
    drawn = [sample_order(variant.commands, view, stream, variant).line for _ in range(300)]

    assert {text.split()[0] for text in drawn} == set("BCDEFGHIJKLMNOPRSTUVWXY")
    for text in drawn:
        assert not variant.language.read(text, empire=("Ada",)).diagnostics, text


# phases, victory and sentences


def test_a_phase_is_wrapped():
    def no_growth(inner, context):
        before = {p.id: p.population for p in context.game.planets}
        inner(context)
        for one_planet in context.game.planets:
            one_planet.population = before[one_planet.id]

    variant = with_hooks(phases=lambda phases: wrapped(phases, "production", no_growth))
    game = table(planets={"Earth": {**YARD, "population": 400, "industry": 100}})

    assert planet(sound(variant, game).game, "Earth").population == 400


class RichWins:
    """The first race with five planets wins."""

    def outcome(self, game, turn):
        for race in game.empires:
            if len(game.planets_of(race.id)) >= 2:
                return Outcome(winners=(race.id,), reason=f"{race.name} has two", turn=turn)
        return None


def test_the_rulebook_ends_no_game_but_a_house_rule_may():
    game = table(planets={"Earth": YARD})
    assert play(game).game.outcome is None

    turn = sound(with_hooks(victory=lambda _: RichWins()), game)
    assert turn.game.outcome == Outcome(winners=("Ada",), reason="Ada has two", turn=1)
    (event,) = events(turn, "game.ended")
    assert event.text == "The game is over: Ada has two."


def test_sentences_are_those_of_the_house():
    variant = by_data('[messages]\n"race.renamed" = "Hail {name}!"')
    turn = sound(variant, table(), "C Zzyax")

    (event,) = events(turn, "race.renamed")
    assert event.text == "Hail Zzyax!"
    assert "Hail Zzyax!" in turn.report("Ada").text
