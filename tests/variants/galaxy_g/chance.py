"""Statistical tests, on fixed seeds, that numbers were drawn as the rules require."""

from __future__ import annotations

from collections.abc import Sequence


def evenly(values: Sequence[float], low: float, high: float) -> bool:
    """Test that the values may have been drawn evenly from low to high (Kolmogorov and Smirnov).

    True draws fail in one of a thousand sets; so does a property test over them.
    """
    shares = sorted((value - low) / (high - low) for value in values)
    count = len(shares)
    apart = max(
        max(share - place / count, (place + 1) / count - share)
        for place, share in enumerate(shares)
    )
    return shares[0] >= 0 and shares[-1] <= 1 and apart < 1.95 / count**0.5
