"""Default trade among a player's own worlds (C2E-1.3-11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from variants.campaign2e.model import World

#: The combined income added by trade between two worlds; 0 if they cannot trade.
Added = Callable[[World, World], int]

_Pairs = tuple[tuple[int, int], ...]


def best_pairs(worlds: Sequence[World], added: Added) -> list[tuple[World, World]]:
    """Return the pairing of worlds with the highest total income; ties go by place.

    A maximum-weight matching. A player has few worlds, so all pairings are tried, with the best
    of each set of remaining worlds cached.
    """
    ordered = sorted(worlds, key=lambda world: world.at)
    count = len(ordered)
    gains = {
        (a, b): gain
        for a in range(count)
        for b in range(a + 1, count)
        if (gain := added(ordered[a], ordered[b])) > 0
    }

    @cache
    def best(remaining: frozenset[int]) -> tuple[int, _Pairs]:
        if len(remaining) < 2:
            return 0, ()
        a = min(remaining)
        rest = remaining - {a}
        chosen: tuple[int, _Pairs] | None = None
        for b in sorted(rest):
            if (a, b) in gains:
                gain, pairs = best(rest - {b})
                if chosen is None or gain + gains[a, b] > chosen[0]:
                    chosen = gain + gains[a, b], ((a, b), *pairs)
        alone = best(rest)
        return alone if chosen is None or alone[0] > chosen[0] else chosen

    return [(ordered[a], ordered[b]) for a, b in best(frozenset(range(count)))[1]]
