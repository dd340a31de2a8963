"""What an empire cannot see changes no byte of anything that the program gives its player.

The contract's law looks at views, reports, maps, checks and forecasts. Here the same changes, and
other orders of all others, are looked at through what the host makes: receipts, replays,
explanations and templates beside them. `make secrecy` compares thousands of documents a game.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache, partial
from itertools import pairwise

import pytest
from attrs import evolve, frozen
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import horizons_core as hz
from horizons_core.codec import canonical
from horizons_core.model import EVERYBODY
from horizons_core.testing.laws.secrecy import everything_told
from horizons_core.testing.playing import PlayedTurn, played
from horizons_core.testing.secrecy import hidden_turns
from horizons_host.explanations import explanations
from horizons_host.order_claims import examined
from horizons_host.order_intake import claim_of
from horizons_host.order_texts import OrderText
from horizons_host.receipts import receipt_of, receipt_text
from horizons_host.replay import replay_html
from horizons_host.store import Plate, Position, Seat

PLAYERS = ("Ada", "Brin", "Cato", "Dax")
#: Documents compared in each game.
COMPARISONS = int(os.environ.get("HORIZONS_COMPARISONS", "20"))
TURNS = 14 if COMPARISONS > 1000 else 4
#: Options of a galaxy in which empires meet.
GAMES: dict[str, Mapping[str, object]] = {
    "campaign2e": {},
    "event_horizon": {},
    "galaxy_g": {"diameter": 40},
    "far_horizons": {},
    "starcluster": {},
}
MOMENT = "2026-01-01T00:00:00Z"


@frozen
class World:
    """A turn as it came out, and all orders that were handed in for the next."""

    turn: hz.Turn
    orders: Mapping[str, str]


def worlds(name: str) -> list[World]:
    """The turns of a game among bots, each with the orders given after it."""
    turns: Sequence[PlayedTurn] = played(
        hz.load_variant(name), PLAYERS, seed=5, turns=TURNS, options=GAMES[name]
    )
    return [World(one.after, following.orders) for one, following in pairwise(turns)]


def told(world: World, empire: str) -> dict[str, bytes]:
    """Everything that the program would give the empire's player, by what it is."""
    variant, own = world.turn.variant, world.orders.get(empire, "")
    report = world.turn.report(empire)
    documents = everything_told(world.turn, empire, [own])
    receipt = receipt_of(examined(claim_of(position(world), OrderText(own, "orders"), empire)))
    documents["receipt"] = canonical(receipt.told())
    documents["receipt as text"] = receipt_text(receipt).encode()
    documents["template"] = variant.language.template("mars", empire, "").encode()
    events = report.data["events"]
    keys = {EVERYBODY: report.data["turn_key"], report.data["empire"]: report.data["own_key"]}
    documents["explanations"] = canonical(
        [one.told() for one in explanations(events, variant.rules, keys.__getitem__)]
    )
    battles = [event for event in events if "shots" in event["data"]]
    for number, event in enumerate(battles):
        record = {"title": event["text"], "place": event["place"], **event["data"]}
        documents[f"replay {number}"] = replay_html(record).encode()
    return documents


def position(world: World) -> Position:
    """Where the game stands, as the store would give it."""
    game = world.turn.game
    plate = Plate("mars", game.variant, (), game.options, seeded=True, created_at=MOMENT)
    loaded = hz.load(hz.dump(game))
    return Position(plate, tuple(Seat(name) for name in PLAYERS), game.turn, loaded)


@st.composite
def other_worlds(draw: st.DrawFn, world: World, empire: str) -> World:
    """The same world to the empire's eye: hidden state and the others' orders are different."""
    turn = draw(hidden_turns(world.turn, empire, loadable=True))
    texts = st.sampled_from(["", *world.orders.values()])
    others = {name: draw(texts) for name in world.orders if name != empire}
    return World(turn, {**world.orders, **others})


@pytest.mark.parametrize("name", GAMES)
def test_nothing_that_an_empire_cannot_see_changes_a_byte_that_its_player_gets(name):
    before = worlds(name)
    compared = 0

    @cache
    def as_told(number: int, empire: str) -> dict[str, bytes]:
        return told(before[number], empire)

    def law(number: int, empire: str, data: st.DataObject) -> None:
        nonlocal compared
        other = data.draw(other_worlds(before[number], empire), label="other world")
        now, then = told(other, empire), as_told(number, empire)
        assert now.keys() == then.keys()
        for what, document in now.items():
            assert document == then[what], f"what {empire} may not see shows in the {what}"
        compared += len(now)

    places = st.integers(0, len(before) - 1), st.sampled_from(PLAYERS), st.data()
    search = settings(
        max_examples=min(10, COMPARISONS // 10),
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    while compared < COMPARISONS:
        search(given(*places)(law))()


@pytest.mark.parametrize("name", GAMES)
def test_orders_of_others_show_in_nothing_but_what_they_do(name):
    """Where other orders of others leave an empire the same knowledge, it is told the same."""
    variant, same = hz.load_variant(name), 0
    turns = played(variant, PLAYERS, seed=5, turns=TURNS, options=GAMES[name])
    for one in turns[1 :: max(1, TURNS * 40 // COMPARISONS)]:
        known = {me: knowledge(one.after, me) for me in PLAYERS}
        as_told = cache(partial(told, World(one.after, one.orders)))
        for other, orders in ((name, fewer) for name in PLAYERS for fewer in less(one, name)):
            silent = {**one.orders, other: orders}
            made = hz.run_turn(one.before, silent)
            for me in PLAYERS:
                if me == other or knowledge(made, me) != known[me]:
                    continue
                same += 1
                assert told(World(made, silent), me) == as_told(me)
    assert same > 5, "others' orders were always seen: nothing was compared"


def less(turn: PlayedTurn, empire: str) -> list[str]:
    """No orders, and the empire's own without one: where moves are public much is seen of none."""
    lines = turn.orders.get(empire, "").splitlines()
    left = turn.after.game.turn % max(1, len(lines))
    return ["", "\n".join([*lines[:left], *lines[left + 1 :]])]


def knowledge(turn: hz.Turn, empire: str) -> object:
    """What an empire may know after a turn: the game by the marks on it, and events told to it."""
    known = turn.variant.known(turn.game, empire)
    told_of = [evolve(event, audience=()) for event in turn.events if event.visible_to(empire)]
    return hz.dump(known), told_of
