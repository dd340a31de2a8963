"""A house rule applies everywhere: in turns, forecasts, views, bots and invariants."""

from __future__ import annotations

import types
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

import horizons_core as hz
from horizons_core.errors import PluginError
from horizons_core.orders import Argument, Command, replaced_check
from horizons_core.plugins import Variant, read_data_mod, wrapped_methods
from tests.games import bot_orders
from variants import event_horizon
from variants.event_horizon.combat import Resolver
from variants.event_horizon.economy import Mining
from variants.event_horizon.orders import own_ship

PLATE = hz.ModInfo("house", "event_horizon", "House", "1.0", "A rule of this house.")


def with_hooks(**hooks: Any) -> Variant:
    """The game with one house rule: its hooks as plain functions of the values they change."""
    mod = types.ModuleType("house")
    vars(mod)["horizons_mod_info"] = hz.hookimpl(lambda: PLATE)
    for name, change in hooks.items():
        vars(mod)[f"horizons_{name}"] = hz.hookimpl(wrapper=True)(_wrapper(change))
    return Variant(event_horizon, [mod])


def _wrapper(change: Any) -> Any:
    def hook() -> Any:
        return change((yield))

    return hook


def by_data(text: str) -> Variant:
    """The game with a house rule of data alone."""
    plate = '[mod]\nname = "house"\nvariant = "event_horizon"\n'
    return Variant(event_horizon, [read_data_mod(plate + text, "house.toml")])


def game_of(variant: Variant, *ships: dict[str, Any], **state: Any) -> Any:
    game: Any = variant.new_game(["Ada", "Brin"], seed=7)
    if ships or state:
        variant.hook.horizons_scenario_state(game=game, state={"ships": list(ships), **state})
    return game


def played(variant: Variant, game: Any, orders: str = "", other: str = "") -> hz.Turn:
    """A turn that keeps the invariants, with the same stock as its forecast."""
    turn = hz.run_turn(game, {"Ada": orders, "Brin": other}, variant=variant)
    assert variant.invariants(turn.game) == []
    foreseen = variant.forecast(game, "Ada", orders)["stock"]
    assert foreseen == variant.view(turn.game, "Ada")["stock"]
    return turn


def codes(remarks: Sequence[hz.Diagnostic]) -> list[str]:
    return [remark.code for remark in remarks]


def test_income_changes_forecast_ledger_and_view_alike():
    def double(income, *facts):
        return 2 * income(*facts)

    variant = with_hooks(economy=lambda economy: wrapped_methods(economy, income=double))
    turn = played(variant, game_of(variant))
    assert turn.game.empires[0].stock["hull"] == 20 + 2 * 10
    mined = [entry.amount for entry in turn.ledger.of("Ada")]
    assert mined == [20, 20, 20, 20]


def test_cost_is_asked_by_yards_checks_and_bots():
    def dear_weapons(cost, design):
        return {**cost(design), "weapon": 2 * design.weapons}

    variant = with_hooks(economy=lambda economy: wrapped_methods(economy, cost=dear_weapons))
    game = game_of(variant)
    turn = played(variant, game, "BUILD 3 4 1 2 1")
    assert len(turn.game.ships_of("Ada")) == 1 + 2
    assert codes(variant.check_orders(game, "Ada", "BUILD 3 4 1 2 1")) == ["insufficient-stock"]
    for bots in 2 * list(permutations(variant.bots.values(), 2)):
        orders = {
            empire: bot.orders(variant.view(game, empire), hz.Stream.from_key(empire, game.turn))
            for empire, bot in zip(("Ada", "Brin"), bots, strict=True)
        }
        turn = hz.run_turn(game, orders, variant=variant)
        assert codes([*turn.diagnostics["Ada"], *turn.diagnostics["Brin"]]) == []
        game = turn.game


def test_the_hull_needed_is_asked_by_yards_bots_laws_and_battles():
    variant = by_data("[economy]\nhull_divisor = 8\n[combat]\nhull_divisor = 8\n")
    assert variant.economy.least_hull(5) == variant.combat.least_hull(5) == 3
    game = game_of(variant)
    turn = played(variant, game, "BUILD 1 3 2 2 1")
    assert len(turn.game.ships_of("Ada")) == 2
    rejected = variant.check_orders(game, "Ada", "BUILD 1 2 2 2 1")
    assert rejected[0].hint == "raise the hull to 3 or leave components out"
    assert "1 3 2 2 1" not in variant.bots["greedy"].orders(variant.view(game, "Ada"), hz.Stream(1))
    assert variant.battle({"sides": {"a": [{"hull": 3, "thrusters": 5}], "b": [{"weapons": 1}]}})
    plain = hz.load_variant("event_horizon")
    assert "Ada/2 is not a legal ship" in plain.invariants(turn.game)[0]


def test_the_start_is_asked_of_the_economy():
    variant = by_data(
        "[economy]\nhome_value = 7\nstart_stock.hull = 1\n"
        "mothership = {hull = 100, thrusters = 9, weapons = 1, shields = 10}\n"
    )
    game = game_of(variant)
    ada, ship = game.empires[0], game.ships[0]
    assert set(game.sector(ada.home).values.values()) == {7}
    assert ada.stock == {"hull": 1, "thruster": 8, "weapon": 8, "shield": 8}
    assert (ship.hull, ship.thrusters, ship.shields, ship.points) == (100, 9, 10, 19)


def test_ships_go_as_far_as_the_economy_says():
    variant = by_data("[economy]\nhexes = 2\n")
    game = game_of(variant, {"owner": "Ada", "number": 1, "sector": "3,3"})
    turn = hz.run_turn(game, {"Ada": "MOVE 1 E"}, variant=variant)
    assert turn.game.ships[0].at == (5, 3)
    assert variant.forecast(game, "Ada", "MOVE 1 E")["ships"][0]["sector"] == "5,3"


def test_shields_are_charged_as_the_economy_says():
    variant = by_data("[economy]\npoints_per_generator = 3\n")
    game = game_of(variant)
    assert game.ships[0].points == 23
    game.ships[0].points = 2
    assert played(variant, game).game.ships[0].points == 1 + 3 * 4


def test_strength_is_told_and_named_as_the_economy_says():
    variant = with_hooks(
        economy=lambda economy: wrapped_methods(economy, strength=lambda _, ship: 9.0)
    )
    spot = {"sector": "1,1", "thrusters": 1}
    game = game_of(variant, {"owner": "Ada", "number": 2, **spot}, {"owner": "Brin", **spot})
    (contact,) = variant.view(played(variant, game).game, "Ada")["contacts"]
    assert (contact["strength"], contact["name"]) == (9.0, "Brin unarmed 9.0 #1")


def test_what_empires_are_worth_decides_ranking_and_victory():
    def by_stock(_, ships, stock):
        return sum(stock.values()), 0

    variant = with_hooks(economy=lambda economy: wrapped_methods(economy, worth=by_stock))
    game = game_of(variant, stock={"Brin": {"hull": 99}})
    game.turn_limit = 1
    assert [rank.empire for rank in variant.ranking(game)] == ["Brin", "Ada"]
    assert played(variant, game).game.outcome.winners == ("Brin",)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("[economy]\nhull_divisor = 0", "'hull_divisor' must be >= 1: 0"),
        ("[economy]\nhull_divisor = 3", "'mothership' is not a legal ship: it needs hull 48"),
        ("[economy]\nstart_stock.hull = -1", "must be >= 0: -1"),
        ("[economy]\nhex = 2", r"no constant 'hex' \(did you mean 'hexes'\?\)"),
        ("[combat]\ntickets = 0", "'tickets' must be >= 1: 0"),
        ("[combat]\nnew_target_percent = 101", "'new_target_percent' must be <= 100: 101"),
    ],
)
def test_numbers_that_cannot_be_are_refused_before_a_game(table, message):
    with pytest.raises(PluginError, match=message):
        _ = by_data(table).combat


@pytest.mark.parametrize(
    "numbers",
    [{"damage": 3}, {"tickets_per_thruster": 0}, {"shots_per_weapon": 2, "new_target_percent": 10}],
)
def test_a_run_of_a_simulation_is_the_battle_told_with_other_numbers_too(numbers):
    resolver = Resolver(**numbers)
    side = [{"count": 4, "hull": 6, "thrusters": 2, "weapons": 2, "shields": 1}]
    battle = resolver.battle({"sides": {"Ada": side, "Brin": side}})
    runs = resolver.simulate(battle, 20, "any")
    record = resolver.resolve(battle, "any", run=11)
    assert (runs.rounds[11], runs.shots[11]) == (record.rounds, record.fired)
    assert record != Resolver().resolve(battle, "any", run=11)


def test_a_shot_of_three_damages_takes_three_things():
    sides = {"a": [{"weapons": 1}], "b": [{"hull": 30, "thrusters": 1, "points": 2}]}
    resolver = Resolver(damage=3)
    battle = resolver.battle({"sides": sides, "turns": 1})
    (shot,) = resolver.resolve(battle, 1).shots
    assert (shot.absorbed, len(shot.lost)) == (2, 1)


def test_single_checks_of_orders_are_exchanged_by_name():
    def accept(context, empire, order):
        return None

    variant = with_hooks(
        commands=lambda commands: replaced_check(commands, "MOVE", "new", accept),
    )
    game = game_of(variant)
    turn = hz.run_turn(game, {"Ada": "BUILD 1 0 1 0 0\nMOVE 2 E"}, variant=variant)
    assert codes(turn.diagnostics["Ada"]) == []
    home, probe = turn.game.empires[0].home, turn.game.ships[-1]
    assert probe.at == game.grid.step(home, "E")


def test_checks_have_names_that_house_rules_rely_on():
    checks = {c.keyword: list(c.checks) for c in hz.load_variant("event_horizon").commands}
    assert checks == {
        "BUILD": ["mothership", "useful", "sound", "stock"],
        "MOVE": ["thruster", "new"],
        "NAME": [],
    }


def test_views_offer_what_orders_can_say():
    variant = hz.load_variant("event_horizon")
    game = game_of(variant, {"owner": "Ada", "number": 2, "weapons": 1})
    options = variant.order_options(variant.view(game, "Ada"))
    assert options["MOVE"].arguments["ship"] == ["1"]
    assert options["NAME"].arguments["ship"] == ["1", "2"]
    assert options["BUILD"].arguments["hull"].maximum == 20
    game.ships = [ship for ship in game.ships if not ship.mothership]
    assert set(variant.order_options(variant.view(game, "Ada"))) == {"NAME"}


def test_the_random_bot_gives_the_orders_of_house_rules_too():
    def offers(view):
        return [str(ship["number"]) for ship in view["ships"]]

    scuttle = Command(
        "SCUTTLE",
        phase="construction",
        help="Sinks a ship.",
        example="SCUTTLE 1",
        mistake="SCUTTLE x",
        arguments={"ship": Argument(find=own_ship, offers=offers)},
        run=lambda context, empire, order: context.game.ships.remove(order["ship"]),
    )
    variant = with_hooks(commands=lambda commands: [*commands, scuttle])
    view = variant.view(game_of(variant), "Ada")
    text = "".join(
        variant.bots["random"].orders(view, hz.Stream.from_key("scuttle", n)) for n in range(9)
    )
    assert "SCUTTLE 1\n" in text
    both = variant.new_game(["Ada", "Brin"], seed=3)
    orders = bot_orders(both, {"Ada": "random", "Brin": "greedy"}, "plain")
    assert "SCUTTLE" not in "".join(orders.values())


def test_a_ship_that_is_gone_or_new_is_found_as_it_is_now():
    swapped = Command(
        "SWAP",
        phase="construction",
        help="A new ship for an old one.",
        example="SWAP 1",
        mistake="SWAP x",
        arguments={"ship": Argument(find=own_ship)},
        run=_swap,
    )
    variant = with_hooks(commands=lambda commands: [*commands, swapped])
    game = game_of(variant, {"owner": "Ada", "number": 2, "thrusters": 1})
    orders = "NAME 2 Old\nSWAP 2\nNAME 3 New\nNAME 2 Ghost"
    turn = hz.run_turn(game, {"Ada": orders}, variant=variant)
    assert [ship.called for ship in turn.game.ships_of("Ada")] == ["Mothership", "New"]
    assert codes(turn.diagnostics["Ada"]) == ["unknown-ship"]


def _swap(context: Any, empire: Any, order: Any) -> None:
    from variants.event_horizon.model import new_ship

    old = order["ship"]
    context.game.ships.remove(old)
    new_ship(context.game, empire, old.design, "", old.at, 0)


def test_the_economy_and_the_resolver_have_the_same_numbers_of_ships():
    economy, resolver = Mining(), Resolver()
    for name in ("hull_divisor", "charge_divisor", "points_per_generator"):
        assert getattr(economy, name) == getattr(resolver, name)
