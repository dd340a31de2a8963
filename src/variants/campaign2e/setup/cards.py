"""Playing cards: red cards name rows, black cards columns (C2E-1.3-01, C2E-1.3-02)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from horizons_core.amounts import rounded_up
from horizons_core.rng import Stream
from variants.campaign2e.model import Place

HAND = 12  # C2E-1.3-01: cards dealt to a player
PLAYERS_PER_PACK = 4  # C2E-1.3-01

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
RED, BLACK = "HD", "SC"

_CARD = re.compile(r"([0-9]{1,2}|[AJQK])([HDSC])")


def card_of(words: str) -> str:
    """Parse a card such as 7H, 10s or kc; raises ValueError (C2E-1.3-03)."""
    match = _CARD.fullmatch(words.strip().upper())
    if match is None or match[1] not in RANKS:
        raise ValueError(f"'{words}' is not a card: write rank and suit, as in 7H, 10S or KC")
    return match[1] + match[2]


def is_red(card: str) -> bool:
    """Return whether a card is a heart or a diamond, which names a row (C2E-1.3-02)."""
    return card[-1] in RED


def number_of(card: str) -> int:
    """Return the row or column named by a card: ace 1 to king 13 (C2E-1.3-02)."""
    return RANKS.index(card[:-1]) + 1


def hex_of(red: str, black: str) -> Place:
    """Return the hex of a pair: the black card's column, the red card's row (C2E-1.3-02)."""
    return number_of(black), number_of(red)


def deal(players: Sequence[str], stream: Stream) -> dict[str, list[str]]:
    """Deal twelve cards to each player, from one pack of 52 per four players or part of four.

    (C2E-1.3-01)
    """
    packs = rounded_up(len(players), PLAYERS_PER_PACK)
    cards = [rank + suit for _ in range(packs) for suit in RED + BLACK for rank in RANKS]
    stream.shuffle(cards)
    return {
        player: in_order(cards[HAND * seat : HAND * (seat + 1)])
        for seat, player in enumerate(players)
    }


def in_order(cards: Sequence[str]) -> list[str]:
    """Sort cards by suit, then rank."""
    return sorted(cards, key=lambda card: ((RED + BLACK).index(card[-1]), number_of(card)))
