"""Default pairing of cards: the most exact hits on systems, the richest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from horizons_core.sums import int_sum
from variants.campaign2e.model import Place
from variants.campaign2e.setup.cards import is_red, number_of

#: A red card and a black one.
Pair = tuple[str, str]

#: Unused black cards of each column, in the order of columns.
_Remaining = tuple[int, ...]
#: Number of hits and their income, and the hexes hit.
_Plan = tuple[tuple[int, int], tuple[Place, ...]]


def default_pairs(hand: Sequence[str], incomes: Mapping[Place, int]) -> list[Pair]:
    """Return the pairs of a player without orders (C2E-1.3-10).

    As many pairs as the hand allows. As many of them as possible name the hex of a system, each
    a different one, with the highest total base income. Exact hits come first, in descending base
    income; `incomes` maps places to base incomes.
    """
    reds = [card for card in hand if is_red(card)]
    blacks = [card for card in hand if not is_red(card)]
    hits = sorted(_best_hits(reds, blacks, incomes), key=lambda at: (-incomes[at], at))
    pairs = [(_take_card(reds, row), _take_card(blacks, column)) for column, row in hits]
    return [*pairs, *zip(reds, blacks, strict=False)]


def _best_hits(
    reds: Sequence[str], blacks: Sequence[str], incomes: Mapping[Place, int]
) -> tuple[Place, ...]:
    """Return the hexes to hit, by choosing columns for the red cards of each row in turn.

    Cards of one rank are interchangeable, so the state is the number of cards left of each.
    """
    rows = Counter(number_of(card) for card in reds)
    columns = Counter(number_of(card) for card in blacks)
    order = sorted(columns)
    plans: dict[_Remaining, _Plan] = {tuple(columns[column] for column in order): ((0, 0), ())}
    for row, count in sorted(rows.items()):
        extended: dict[_Remaining, _Plan] = {}
        for remaining, (score, hits) in plans.items():
            for chosen in _columns_for(row, count, order, remaining, incomes):
                gained = tuple((order[number], row) for number in chosen)
                rest = tuple(n - (number in chosen) for number, n in enumerate(remaining))
                total = (
                    score[0] + len(gained),
                    score[1] + int_sum(incomes[at] for at in gained),
                )
                if rest not in extended or total > extended[rest][0]:
                    extended[rest] = (total, hits + gained)
        plans = extended
    return max(plans.values(), key=lambda plan: plan[0])[1]


def _columns_for(
    row: int, count: int, order: Sequence[int], remaining: _Remaining, incomes: Mapping[Place, int]
) -> Iterator[tuple[int, ...]]:
    """Yield every choice of columns for the red cards of a row, as indices into `order`."""
    hits = [n for n, column in enumerate(order) if remaining[n] and (column, row) in incomes]
    for size in range(min(count, len(hits)) + 1):
        yield from combinations(hits, size)


def _take_card(cards: list[str], number: int) -> str:
    """Remove the first card with a number from the hand and return it."""
    return cards.pop(next(i for i, card in enumerate(cards) if number_of(card) == number))
