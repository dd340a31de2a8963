"""Orders chosen step by step: every command can be chosen, and the check accepts the orders."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

import horizons_core as hz
from horizons_core.orders import sample_order
from horizons_core.rng import Stream
from tests.effort import THOROUGH
from tests.variants.starcluster.builders import (
    colony,
    meet,
    new_game,
    run,
    ship,
    surveyed,
    variant,
)
from tests.variants.starcluster.installing import rich
from tests.variants.starcluster.reported import situation
from tests.variants.starcluster.worked_empire import worked
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.text import read_systems
from variants.starcluster.model import Class, Planet, Silo, Starcluster
from variants.starcluster.model.knowledge import SurveyedColony, detailed_survey
from variants.starcluster.rules.charts import learn_transit

#: Orders of each command for each state, and of the players of a game in a turn.
DRAWS, ORDERS, TURNS = (2, 3, 30) if THOROUGH else (1, 3, 18)
OWL = "[(S)x16][(Q)x3][(I)x5]"


def prosperous() -> Starcluster:
    """Ada has money, colonies, silos, drones, a damaged ship, an ally, and enemies in reach."""
    game = rich(el=2, colonies=("2", "3"))
    ada, native = game.empire("Ada"), game.natives[0]
    game.turn, ada.freighters = 60, 400
    meet(game, "Ada", "Brin", "WAR")
    meet(game, "Ada", native.id, "ALLIANCE")
    for link in [*game.links_at("1"), *game.links_at("2"), *game.links_at("3")]:
        learn_transit(ada, link)
    for name in ("2", "3"):
        game.place(name).planets = [Planet(pdc=True, garrison=40.0), Planet(silos=[Silo(), Silo()])]
    game.place("2").science, game.place("2").generic = 3, 1
    game.place("3").dedicated, game.place("3").dedicated_tree, game.place("3").science = 1, "CON", 3
    ada.levels |= {"CON": 3, "SHD": 2}
    ada.developed += ["CD", "MS"]
    ada.charts.surveys["4"] = detailed_survey(surveyed(game, "4"), 0, ())
    foe = colony(game, "5")
    foe.owner = "Brin"
    ada.charts.surveys["5"] = detailed_survey(foe, 0, (), SurveyedColony(owner="Brin", pu=100))
    ship(game, "Ada", "5", "Raiders", "DD", "[(S)x8][(Qt)x5][Y](LLLL)[(Bsa)x3][(Q)x3][(I)x5]")
    game.units[-1].shuttles, game.units[-1].troops = 2, 10.0
    wreck = ship(game, "Ada", "1", "Wrecks", "DD", "[(S)x15][Y](LLLL)[(Q)x3][(I)x5]")
    wreck.lost = [float(part.points) for part in wreck.design.systems[:3]]
    wreck.lost += [0.0] * (len(wreck.design.systems) - 3)
    ship(game, "Ada", "9", "Eyes", "EX", "[(H)x2][X][Xp][Q][(Ic)x3]")
    game.units[-1].drones, game.units[-1].surveys = 2, ["9/2/50"]
    ada.carried["9/2/50"] = detailed_survey(game.place("9"), 50, ())
    for link in game.links_at("9"):
        learn_transit(ada, link)
    hull = ship(game, "Ada", "1", "Hulls", "DD", "[(H)x10][Bsa][(S)x5][(Q)x3][(I)x5]").design.hull
    ada.classes["Owl"] = Class(name="Owl", design=Design(hull, read_systems(OWL)))
    return game


def fallen() -> Starcluster:
    """Ada's empire has fallen, and its assets are sold."""
    game = new_game()
    game.empire("Ada").active = False
    game.units = [unit for unit in game.units if unit.owner != "Ada"]
    game.fleets = [fleet for fleet in game.fleets if fleet.owner != "Ada"]
    for system in game.colonies("Ada"):
        system.owner = ""
    return game


@cache
def drawn() -> dict[str, list[tuple[str, str]]]:
    """By command, orders drawn step by step, and why the check refuses them."""
    orders: dict[str, list[tuple[str, str]]] = {}
    for game, seat, keywords, number in _draws():
        view = variant().view(game, seat)
        known = [options.command for options in variant().order_options(view).values()]
        commands = [[c] for c in known if c.keyword in keywords] if keywords else [known]
        for step, command in enumerate(commands * number):
            sample = sample_order(command, view, Stream.from_key(seat, view.turn, step), variant())
            if sample.line:
                remarks = variant().check_orders(game, seat, sample.line)
                refusal = next((f"{r}" for r in remarks if r.severity == "error"), "")
                row = orders.setdefault(sample.subject[0], [])
                row.append((sample.line, refusal))
    return orders


def _draws() -> Iterator[tuple[Starcluster, str, frozenset[str], int]]:
    """Yield states, with a seat, the commands to draw (none for any), and how many of each."""
    every = frozenset(command.keyword for command in variant().commands)
    for game in (new_game(), worked(), situation(), prosperous()):
        yield game, "Ada", every, DRAWS
    yield fallen(), "Ada", every, 1
    game = variant().new_game(["Ada", "Brin", "Cleo"], seed=2, options={"pace": 10})
    for _ in range(TURNS):
        for empire in game.empires:
            yield game, empire.id, frozenset(), ORDERS
        bots = {empire.id: variant().bots["random"] for empire in game.empires}
        texts = {
            seat: bot.orders(variant().view(game, seat), Stream.from_key(seat, game.turn))
            for seat, bot in bots.items()
        }
        game = hz.run_turn(game, texts, variant=variant()).game


@pytest.mark.rule("SC-ORD-001")
def test_every_command_can_be_chosen():
    assert {command.keyword for command in variant().commands} - drawn().keys() == set()


@pytest.mark.rule("SC-ORD-001")
def test_what_is_chosen_is_accepted_by_the_check():
    orders = [order for rows in drawn().values() for order in rows]
    refused = [f"{line}: {why}" for line, why in orders if why]
    assert len(refused) <= len(orders) / 100, "\n".join(refused)


@pytest.mark.rule("SC-DES-007")
@pytest.mark.parametrize("make", [new_game, prosperous, worked])
def test_proposed_designs_can_be_registered(make):
    game, rules = make(), variant()
    view = rules.view(game, "Ada")
    hulls = [choice.value for choice in rules.choices(view, "DESIGN").choices]
    designs = {hull: rules.choices(view, "DESIGN", {"hull": hull}).choices for hull in hulls}
    lines = [
        rules.order_line("DESIGN", {"hull": hull, "design": design, "name": f"{hull} {number}"})
        for hull, proposed in designs.items()
        for number, design in enumerate(proposed)
    ]
    assert all(designs.values())
    assert rules.check_orders(game, "Ada", rules.order_text(lines)) == []


@pytest.mark.rule("SC-MOV-004")
def test_a_way_of_warp_points_leads_on_from_where_it_has_led():
    game, rules = prosperous(), variant()
    view = rules.view(game, "Ada")
    leads = {p["name"]: p["leads"] for s in view["systems"] for p in s["points"]}
    route = []
    for _ in range(3):
        step = rules.choices(view, "MOVE", {"fleet": "Wrecks", "route": route})
        points = [choice for choice in step.choices if choice.value in leads]
        at = leads[route[-1]] if route else "1"
        assert {choice.value.partition(".")[0] for choice in points} == {at}
        assert (len(points) == len(step.choices)) == bool(route)  # systems only at the start
        route.append(next(c.value for c in points if c.place == leads[c.value] != ""))
    assert rules.choices(view, "MOVE", {"fleet": "Wrecks", "route": "2"}) is None


@pytest.mark.rule("SC-YRD-003")
def test_a_number_of_units_ends_where_the_money_does():
    game, rules = prosperous(), variant()
    view = rules.view(game, "Ada")
    step = rules.choices(view, "BUILD", {"yard": "Yard-1", "class": "Owl"})
    money, price = rules.stocks(view)["MC"], step.cost.amount
    assert step.range.high == int(money // price) > 1
    assert step.cost.stock == "MC"


@pytest.mark.rule("SC-ESP-003", "SC-CMS-001", "SC-EL-001")
@pytest.mark.parametrize(
    ("command", "chosen", "required"),
    [
        ("SPY", {"empire": "Brin", "operation": "SURVEY"}, True),
        ("SILOS", {"system": "2", "how": "TYPE"}, True),
        ("SILOS", {"system": "2", "how": "FIRE"}, False),
        ("BOMBARD", {"fleet": "Raiders", "goal": "5"}, True),
        ("RESEARCH EL", {"place": ["1"]}, True),
    ],
)
def test_what_an_order_needs_cannot_be_left_out(command, chosen, required):
    game, rules = prosperous(), variant()
    for system in ("1", "2", "3"):
        game.place(system).science = 3
    step = rules.choices(rules.view(game, "Ada"), command, chosen)
    assert step.optional is not required


def test_an_operation_without_an_object_is_complete():
    view = variant().view(prosperous(), "Ada")
    assert variant().choices(view, "SPY", {"empire": "Brin", "operation": "REPORT"}) is None


@pytest.mark.rule("SC-BRK-009")
def test_a_fallen_empire_can_only_start_again():
    assert set(variant().order_options(variant().view(fallen(), "Ada"))) == {"AGAIN"}


@pytest.mark.rule("SC-RACE-018")
def test_pages_ask_for_the_race_until_it_is_fixed():
    def asked(game: Starcluster) -> list[str]:
        view = variant().view(game, "Ada")
        return [c.keyword for c in variant().commands if c.questions and [*c.questions(view)]]

    game = new_game("Ada", "Brin")
    assert asked(game) == ["ARRAY", "SRW", "LRW"]
    assert not asked(run(game).game)
