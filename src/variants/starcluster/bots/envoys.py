"""Dealings with others: envoys win races over, and all are offered trade (SC-DIP, SC-TRD)."""

from __future__ import annotations

from collections.abc import Collection

from horizons_core.sums import ordered_sum
from variants.starcluster.bots.board import Board, Facts

#: Stances that an envoy can better.
OPEN = ("HOSTILE", "NEUTRAL", "TRADE")
#: PU that a race may have whose home is not known.
LARGEST_RACE = 2400
#: MC that are kept back for what is more urgent, and those with which gifts are made.
KEPT, GENEROUS = 5_000, 30_000


def deal(board: Board, spared: Collection[str] = ()) -> None:
    """Offer trade to everybody, and win over non-player races as far as money lasts.

    No envoys go to those that are `spared` them: a war is planned.
    """
    for other in board.view["contacts"]:
        at_war = other["stance"] == "WAR" or other["id"] in board.enemies
        if not other["active"] or at_war:
            continue
        if not other["offers_trade"]:
            board.order("TRADE", other["id"], "ON")
        if other["npr"] and other["id"] not in spared:
            _win_over(board, other)


def hears(board: Board, other: Facts) -> bool:
    """Whether an envoy may go to others now, and can better something (SC-DIP-003)."""
    able = other["npr"] and other["active"] and other["talks"] and other["stance"] in OPEN
    return bool(able) and has_rested(board, other["envoy"], board.economy.diplomacy.envoy_pause)


def has_rested(board: Board, last: int, pause: int) -> bool:
    """Whether so many turns have passed since an order; `last` is 0 for never."""
    return not last or board.view.turn + 1 - last >= pause


def _win_over(board: Board, race: Facts) -> None:
    rules, el, turn = board.economy.diplomacy, board.view["el"], board.view.turn + 1
    if hears(board, race) and _is_ripe(board, race, turn) and board.cash > KEPT:
        if board.pay(rules.envoy_price(el) / 100):
            board.order("ENVOY", race["id"])
        return
    _give(board, race)
    asked = has_rested(board, race["asked"], rules.union_pause)
    lasting = race["stance"] == "ALLIANCE" and turn - race["since"] >= rules.alliance_turns
    people = ordered_sum(colony["pu"] for colony in board.own.values())
    ripe = lasting and asked and people > _most_people(board, race) and board.cash > KEPT
    if ripe and board.pay(rules.union_price(el) / 100):
        board.order("AMALGAMATE", race["id"])


def _is_ripe(board: Board, race: Facts, turn: int) -> bool:
    """Whether an envoy can better the stance in a turn: trade has to last first (SC-DIP-003)."""
    lasted = turn - race["since"]
    return bool(race["stance"] != "TRADE" or lasted >= board.economy.diplomacy.trade_turns)


def _give(board: Board, race: Facts) -> None:
    """Give a race what makes it hear the envoy of the next turn with favour (SC-DIP-003)."""
    rules, then = board.economy.diplomacy, board.view.turn + 2
    due = race["talks"] and race["stance"] in OPEN and _is_ripe(board, race, then)
    rested = not race["envoy"] or then - race["envoy"] >= rules.envoy_pause
    given = ordered_sum(
        one["MC"] for one in race["gifts"] if then - one["turn"] <= rules.gift_turns
    )
    if due and rested and given < rules.gift and board.cash > GENEROUS and board.pay(rules.gift):
        board.order("GIVE", race["id"], "MC", rules.gift)


def _most_people(board: Board, race: Facts) -> int:
    """The most PU that a race can have: none colonizes (SC-NPR-003)."""
    homes = (one for one in board.systems.values() if one["owner"] == race["name"])
    return max((one["most_pu"] for one in homes), default=LARGEST_RACE)
