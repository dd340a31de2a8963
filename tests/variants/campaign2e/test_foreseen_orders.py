"""Orders that pass a check fail in the turn only because of other players, or of dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import horizons_core as hz
from horizons_core.bots import RandomBot
from horizons_core.model import Game
from horizons_core.orders import Diagnostic
from horizons_core.testing import strategies
from tests.effort import tries
from tests.variants.campaign2e import test_war_at_random as war
from tests.variants.campaign2e.builders import campaign, fleet, run, variant
from variants.campaign2e.model import Campaign, ContactOrder

ORDERS = (
    *war.ORDERS,
    "SPLIT {group} {ship} AS new",
    "MOVE new TO {world}",
    "TRANSFER {ship} TO {group}",
    "MERGE {group} INTO {group2}",
    "REPAIR {ship} ALL FROM SPARES",
    "REPAIR {ship} HULL {number} FROM SPARES",
    "REPAIR {ship} FC FAST",
    "LOAD {ship} FUEL {number}",
    "BUY Argent {number} AT {own} AS {group}",
    "TRADE {own} WITH {world}",
    "DEAL {own} WITH {world} SHARE 50",
)


def unforeseen(
    rules: hz.Variant, game: Game, empire: str, text: str
) -> Sequence[tuple[str, Diagnostic]]:
    """Errors of a turn with one player's orders that the check did not predict.

    The check warns about lines that depend on other players or on dice; these are no errors.
    """
    lines = text.splitlines()
    remarked = {remark.line for remark in rules.check_orders(game, empire, text)}
    diagnostics = hz.run_turn(game, {empire: text}, variant=rules).diagnostics[
        game.empire(empire).id
    ]
    errors = [r for r in diagnostics if r.severity == "error" and r.line not in remarked]
    return [(lines[r.line - 1], r) for r in errors]


@cache
def situations() -> dict[str, Campaign]:
    """A war at its beginning and after four weeks, with damage; a week that waits; a set-up."""
    wars = [war.beginning(1)]
    for week in range(4):
        stream = hz.Stream.from_key("week", week)
        orders = {name: war.orders_for(wars[-1], name, stream.fork(name)) for name in war.PLAYERS}
        wars.append(hz.run_turn(wars[-1], orders, variant=variant()).game)
    for number, ship in enumerate(wars[-1].ships):
        ship.hull_lost = max(ship.hull_lost, number % 4)
        ship.out_of_supply = ship.out_of_supply or number % 9 == 8
    for player in wars[-1].empires:
        for world in wars[-1].worlds_of(player.id):
            player.store(world.id).spares = {"HULL": 2}
    waiting = campaign({(3, 5): {"owner": "Ada"}, (9, 9): {"owner": "Brin"}})
    for owner in ("Ada", "Brin"):
        fleet(waiting, owner, (3, 3), "one", CH=2).contact = ContactOrder(attack="ANY")
    waiting = run(waiting, Ada="MANUAL one", Brin="MANUAL one").game
    rounds = variant().new_game(war.PLAYERS, seed=5, options={"setup": "orders"})
    return {"peace": wars[0], "war": wars[-1], "waiting": waiting, "set-up": rounds}


def orders_of(game: Campaign, key: int) -> str:
    """Random orders: offered values, and names of objects that may be unsuitable."""
    stream = hz.Stream.from_key("orders", key)
    bot = RandomBot(variant(), max_orders=6)
    offered = bot.orders(variant().view(game, "Ada"), stream.fork("offered"))
    return "\n".join([offered, war.orders_for(game, "Ada", stream.fork("war"), ORDERS)])


@pytest.mark.parametrize("name", ["peace", "war", "waiting", "set-up"])
@settings(max_examples=tries(8))
@given(key=strategies.keys())
def test_what_a_check_passes_the_turn_refuses_only_for_others_or_dice(name, key) -> None:
    game = situations()[name]
    assert unforeseen(variant(), game, "Ada", orders_of(game, key)) == []


WORLDS = st.sampled_from(["7,7", "7,8", "7,9"])
SHARES = st.sampled_from([0, 30, 100, 101])


@pytest.mark.rule("C2E-10.1-05")
@settings(max_examples=tries(25), deadline=None)
@given(WORLDS, WORLDS, st.lists(st.none() | SHARES, min_size=1, max_size=3))
def test_a_check_refuses_nothing_that_is_carried_out_if_the_other_side_agrees(a, b, shares) -> None:
    ada, brin = {"owner": "Ada"}, {"owner": "Brin"}
    game = campaign({(7, 7): ada, (7, 8): brin, (7, 9): ada})
    sides: list[list[str]] = [[], []]
    for share in shares:
        deal = share is not None
        ours, rest = (share, 100 - share) if deal else (0, 0)
        sides[0].append(f"DEAL {a} WITH {b} SHARE {ours}" if deal else f"TRADE {a} WITH {b}")
        sides[1].append(f"DEAL {b} WITH {a} SHARE {rest}" if deal else f"TRADE {b} WITH {a}")
    text, answer = ("\n".join(side) for side in sides)
    diagnostics = run(game, Ada=text, Brin=answer).diagnostics["Ada"]
    checked = variant().check_orders(game, "Ada", text)
    refused = {remark.line for remark in checked if remark.severity == "error"}
    assert refused <= {remark.line for remark in diagnostics}, (text, checked)


@pytest.mark.rule("C2E-1.3-04", "C2E-1.3-11")
@settings(max_examples=tries(15), deadline=None)
@given(st.data())
def test_a_claim_is_met_or_answered(data) -> None:
    game = variant().new_game(["Ada", "Brin"], seed=3, options={"setup": "orders"})
    hand = game.empire("Ada").hand
    red, black = ([card for card in hand if card[-1] in suits] for suits in ("HD", "SC"))
    claims = st.tuples(*map(st.sampled_from, ([w.id for w in game.worlds], red, black)))
    drawn = data.draw(st.lists(claims, min_size=1, max_size=4, unique_by=lambda x: x[0]))
    turn = run(game, Ada="\n".join(f"CLAIM {at} WITH {world} {o}" for at, world, o in drawn))
    remarked = {remark.line for remark in turn.diagnostics["Ada"]}
    met = {e.place for e in turn.events if e.data.get("player") == "Ada" and "red" in e.data}
    for line, (at, _, _) in enumerate(drawn, 1):
        assert at in met or line in remarked


@pytest.mark.rule("C2E-7.6-02", "C2E-8.5-01")
@pytest.mark.parametrize(
    ("order", "ships", "code"),
    [
        ("LAND g1", {"CH": 1, "AL": 1}, "too-few-dropships"),
        ("ATTACK WORLD g1", {"FF": 1}, "too-weak"),
    ],
)
def test_a_check_warns_of_attacks_that_are_too_weak_by_themselves(order, ships, code) -> None:
    owner = {"owner": "Brin", "controlled": "Ada"} if "LAND" in order else {}
    game = campaign({(7, 7): {"owner": "Ada"}, (7, 9): {"points": 12} | owner})
    group = fleet(game, "Ada", (7, 9), "g1", **ships)
    group.engage = bool(owner)
    assert [order.code for order in variant().check_orders(game, "Ada", order)] == [code]
    group.land = True
    if owner:  # an unfinished assault: the number of points is unknown
        assert variant().check_orders(game, "Ada", order) == []
