"""Information hidden from an empire changes no byte of the program's output to its player.

The contract's law checks views, reports, maps, order checks and forecasts. Here the same changes,
and other orders of all others, are applied to the host's documents: receipts, replays, explanations
and templates. `make secrecy` compares thousands of documents per game.
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
from horizons_core.model import EVERYONE
from horizons_core.testing.laws.secrecy import everything_visible
from horizons_core.testing.playing import PlayedTurn, played
from horizons_core.testing.secrecy import hidden_turns
from horizons_host.games.order_claims import examine_claim
from horizons_host.games.order_intake import claim_of
from horizons_host.games.order_texts import OrderText
from horizons_host.games.receipts import receipt_of, receipt_text
from horizons_host.reports.explanations import explanations
from horizons_host.reports.replay import replay_html
from horizons_host.store import GameInfo, Position, SeatRecord
from tests.effort import first

PLAYERS = ("Ada", "Brin", "Cato", "Dax")
#: Documents compared in each game.
COMPARISONS = int(os.environ.get("HORIZONS_COMPARISONS", "20"))
TURNS = 14 if COMPARISONS > 1000 else 4
#: Options of a galaxy where empires meet.
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
    """A turn's result, and all orders submitted for the next."""

    turn: hz.Turn
    orders: Mapping[str, str]


def worlds(name: str) -> list[World]:
    """Return the turns of a game among bots, each with the orders given after it."""
    turns: Sequence[PlayedTurn] = played(
        hz.load_variant(name), PLAYERS, seed=5, turns=TURNS, options=GAMES[name]
    )
    return [World(turn.after, following.orders) for turn, following in pairwise(turns)]


def player_documents(world: World, empire: str) -> dict[str, bytes]:
    """Return every document that the empire's player would get, by name."""
    variant, orders = world.turn.variant, world.orders.get(empire, "")
    report = world.turn.report(empire)
    documents = everything_visible(world.turn, empire, [orders])
    receipt = receipt_of(
        examine_claim(claim_of(position(world), OrderText(orders, "orders"), empire))
    )
    documents["receipt"] = canonical(receipt.to_dict())
    documents["receipt as text"] = receipt_text(receipt).encode()
    documents["template"] = variant.language.template("mars", empire, "").encode()
    events = report.data["events"]
    keys = {EVERYONE: report.data["turn_key"], report.data["empire"]: report.data["own_key"]}
    documents["explanations"] = canonical(
        [e.to_dict() for e in explanations(events, variant.rules, keys.__getitem__)]
    )
    battles = [event for event in events if "shots" in event["data"]]
    for number, event in enumerate(battles):
        record = {"title": event["text"], "place": event["place"], **event["data"]}
        documents[f"replay {number}"] = replay_html(record).encode()
    return documents


def position(world: World) -> Position:
    """Return the position of the game as the store would."""
    game = world.turn.game
    info = GameInfo("mars", game.variant, (), game.options, seeded=True, created_at=MOMENT)
    loaded = hz.load(hz.dump(game))
    return Position(info, tuple(SeatRecord(name) for name in PLAYERS), game.turn, loaded)


@st.composite
def other_worlds(draw: st.DrawFn, world: World, empire: str) -> World:
    """Worlds that look the same to the empire: hidden state and the others' orders differ."""
    turn = draw(hidden_turns(world.turn, empire, loadable=True))
    texts = st.sampled_from(["", *world.orders.values()])
    other_orders = {name: draw(texts) for name in world.orders if name != empire}
    return World(turn, {**world.orders, **other_orders})


@pytest.mark.parametrize("name", GAMES)
def test_nothing_that_an_empire_cannot_see_changes_a_byte_that_its_player_gets(name):
    before = worlds(name)
    compared = 0

    @cache
    def as_told(number: int, empire: str) -> dict[str, bytes]:
        return player_documents(before[number], empire)

    def law(number: int, empire: str, data: st.DataObject) -> None:
        nonlocal compared
        other = data.draw(other_worlds(before[number], empire), label="other world")
        now, then = player_documents(other, empire), as_told(number, empire)
        assert now.keys() == then.keys()
        for kind, document in now.items():
            assert document == then[kind], f"what {empire} may not see shows in the {kind}"
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


@pytest.mark.parametrize("name", first(GAMES, 2))
def test_orders_of_others_show_in_nothing_but_what_they_do(name):
    """If other orders leave an empire the same knowledge, its documents are the same."""
    variant, same = hz.load_variant(name), 0
    turns = played(variant, PLAYERS, seed=5, turns=TURNS, options=GAMES[name])
    for turn in turns[1 :: max(1, TURNS * 40 // COMPARISONS)]:
        known = {me: knowledge(turn.after, me) for me in PLAYERS}
        as_told = cache(partial(player_documents, World(turn.after, turn.orders)))
        for other, orders in ((name, fewer) for name in PLAYERS for fewer in less(turn, name)):
            silent = {**turn.orders, other: orders}
            state = hz.run_turn(turn.before, silent)
            for me in PLAYERS:
                if me == other or knowledge(state, me) != known[me]:
                    continue
                same += 1
                assert player_documents(World(state, silent), me) == as_told(me)
    assert same > 5, "others' orders were always seen: nothing was compared"


def less(turn: PlayedTurn, empire: str) -> list[str]:
    """No orders, and the empire's own without one: many public moves follow from no orders."""
    lines = turn.orders.get(empire, "").splitlines()
    left = turn.after.game.turn % max(1, len(lines))
    return ["", "\n".join([*lines[:left], *lines[left + 1 :]])]


def knowledge(turn: hz.Turn, empire: str) -> object:
    """Return an empire's knowledge after a turn: the game by its marks, and visible events."""
    known = turn.variant.known(turn.game, empire)
    told_of = [evolve(event, audience=()) for event in turn.events if event.visible_to(empire)]
    return hz.dump(known), told_of
