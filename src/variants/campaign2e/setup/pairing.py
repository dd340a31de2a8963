"""How cards are paired by default: the most exact hits on systems, the richest of them first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from horizons_core.sums import int_sum
from variants.campaign2e.model import Place
from variants.campaign2e.setup.cards import is_red, number_of

#: A red card and a black one.
Pair = tuple[str, str]

#: How many black cards of each column are left, in the order of columns.
_Left = tuple[int, ...]
#: Hits and their income, and the hexes that are hit.
_Plan = tuple[tuple[int, int], tuple[Place, ...]]


def default_pairs(hand: Sequence[str], incomes: Mapping[Place, int]) -> list[Pair]:
    """The pairs of a player who gives no orders (C2E-1.3-10).

    As many pairs as the hand allows; as many of them as possible name the hex of a system, each
    another one, and of the ways to do so the one with the highest sum of base incomes is chosen.
    Exact hits come first, in descending base income; `incomes` has the base income by place.
    """
    reds = [card for card in hand if is_red(card)]
    blacks = [card for card in hand if not is_red(card)]
    hits = sorted(_best_hits(reds, blacks, incomes), key=lambda at: (-incomes[at], at))
    pairs = [(_taken(reds, row), _taken(blacks, column)) for column, row in hits]
    return [*pairs, *zip(reds, blacks, strict=False)]


def _best_hits(
    reds: Sequence[str], blacks: Sequence[str], incomes: Mapping[Place, int]
) -> tuple[Place, ...]:
    """The hexes to be hit: row by row, which columns are used with the red cards of that row.

    Cards of one rank are interchangeable, so that what matters is how many of each are left.
    """
    rows = Counter(number_of(card) for card in reds)
    columns = Counter(number_of(card) for card in blacks)
    order = sorted(columns)
    plans: dict[_Left, _Plan] = {tuple(columns[column] for column in order): ((0, 0), ())}
    for row, count in sorted(rows.items()):
        found: dict[_Left, _Plan] = {}
        for left, (score, hits) in plans.items():
            for chosen in _columns_for(row, count, order, left, incomes):
                gained = tuple((order[number], row) for number in chosen)
                rest = tuple(n - (number in chosen) for number, n in enumerate(left))
                total = (
                    score[0] + len(gained),
                    score[1] + int_sum(incomes[at] for at in gained),
                )
                if rest not in found or total > found[rest][0]:
                    found[rest] = (total, hits + gained)
        plans = found
    return max(plans.values(), key=lambda plan: plan[0])[1]


def _columns_for(
    row: int, count: int, order: Sequence[int], left: _Left, incomes: Mapping[Place, int]
) -> Iterator[tuple[int, ...]]:
    """Every choice of columns that the red cards of a row may hit, by their places in `order`."""
    there = [
        number for number, column in enumerate(order) if left[number] and (column, row) in incomes
    ]
    for size in range(min(count, len(there)) + 1):
        yield from combinations(there, size)


def _taken(cards: list[str], number: int) -> str:
    """Take the first card of a number out of the hand."""
    return cards.pop(next(i for i, card in enumerate(cards) if number_of(card) == number))
