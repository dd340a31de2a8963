"""Diplomacy: envoys win races over, and all empires are offered trade (SC-DIP, SC-TRD)."""

from __future__ import annotations

from collections.abc import Collection

from horizons_core.sums import ordered_sum
from variants.starcluster.bots.board import Board, Facts

#: Stances that an envoy can improve.
OPEN = ("HOSTILE", "NEUTRAL", "TRADE")
#: The PU assumed of a race whose home is unknown.
LARGEST_RACE = 2400
#: MC reserved for more urgent needs, and the minimum for gifts.
KEPT, GENEROUS = 5_000, 30_000


def deal(board: Board, spared: Collection[str] = ()) -> None:
    """Offer trade to all contacts, and win over non-player races while money lasts.

    The `spared` races get no envoys because a war is planned.
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
    """True if an envoy may go to a race now and can improve its stance (SC-DIP-003)."""
    able = other["npr"] and other["active"] and other["talks"] and other["stance"] in OPEN
    return bool(able) and has_rested(board, other["envoy"], board.economy.diplomacy.envoy_pause)


def has_rested(board: Board, last: int, pause: int) -> bool:
    """True if a pause has passed since an order in turn `last`, 0 for never."""
    return not last or board.view.turn + 1 - last >= pause


def _win_over(board: Board, race: Facts) -> None:
    rules, el, turn = board.economy.diplomacy, board.view["el"], board.view.turn + 1
    if hears(board, race) and _is_ripe(board, race, turn) and board.cash > KEPT:
        if board.pay(rules.envoy_price(el) / 100):
            board.order("ENVOY", race["id"])
        return
    _give(board, race)
    rested = has_rested(board, race["asked"], rules.union_pause)
    lasting = race["stance"] == "ALLIANCE" and turn - race["since"] >= rules.alliance_turns
    people = ordered_sum(colony["pu"] for colony in board.colonies.values())
    ripe = lasting and rested and people > _most_people(board, race) and board.cash > KEPT
    if ripe and board.pay(rules.union_price(el) / 100):
        board.order("AMALGAMATE", race["id"])


def _is_ripe(board: Board, race: Facts, turn: int) -> bool:
    """True if an envoy can improve the stance in a turn: trade has to last first (SC-DIP-003)."""
    lasted = turn - race["since"]
    return bool(race["stance"] != "TRADE" or lasted >= board.economy.diplomacy.trade_turns)


def _give(board: Board, race: Facts) -> None:
    """Give a race a gift that helps the envoy of the next turn (SC-DIP-003)."""
    rules, then = board.economy.diplomacy, board.view.turn + 2
    due = race["talks"] and race["stance"] in OPEN and _is_ripe(board, race, then)
    rested = not race["envoy"] or then - race["envoy"] >= rules.envoy_pause
    total = ordered_sum(
        gift["MC"] for gift in race["gifts"] if then - gift["turn"] <= rules.gift_turns
    )
    if due and rested and total < rules.gift and board.cash > GENEROUS and board.pay(rules.gift):
        board.order("GIVE", race["id"], "MC", rules.gift)


def _most_people(board: Board, race: Facts) -> int:
    """The maximum PU of a race: none colonizes (SC-NPR-003)."""
    homes = (system for system in board.systems.values() if system["owner"] == race["name"])
    return max((system["most_pu"] for system in homes), default=LARGEST_RACE)
