"""Dealings with others: envoys win races over, and all are offered trade (SC-DIP, SC-TRD)."""

from __future__ import annotations

from collections.abc import Collection

from variants.starcluster.bots.board import Board, Facts

#: Stances that an envoy can better.
OPEN = ("HOSTILE", "NEUTRAL", "TRADE")
#: No race has more PU than this, for none colonizes (SC-NPR-001, SC-NPR-003).
LARGEST_RACE = 1000
#: MC that are kept back for what is more urgent.
KEPT = 5_000


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


def _win_over(board: Board, race: Facts) -> None:
    rules, el, turn = board.economy.diplomacy, board.view["el"], board.view.turn + 1
    rested = not race["envoy"] or turn - race["envoy"] >= rules.envoy_pause
    if race["stance"] in OPEN and race["talks"] and rested and board.cash > KEPT:
        if board.pay(rules.envoy_price(el) / 100):
            board.order("ENVOY", race["id"])
        return
    asked = not race["asked"] or turn - race["asked"] >= rules.union_pause
    lasting = race["stance"] == "ALLIANCE" and turn - race["since"] >= rules.alliance_turns
    people = sum(colony["pu"] for colony in board.own.values())
    ripe = lasting and asked and people > LARGEST_RACE and board.cash > KEPT
    if ripe and board.pay(rules.union_price(el) / 100):
        board.order("AMALGAMATE", race["id"])
