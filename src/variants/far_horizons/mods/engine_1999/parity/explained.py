"""Differences that are meant: habits of the engine that this program leaves out, and why."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from variants.far_horizons.mods.engine_1999.parity.findings import Difference


@frozen
class Explanation:
    """A habit that is left out on purpose: its name, the reason, and which differences it makes."""

    name: str
    reason: str
    explains: Callable[[Difference], bool]


EXPLANATIONS: tuple[Explanation, ...] = (
    Explanation(
        "remarks",
        "an order is refused or amended with the same outcome, but in other words, or silently",
        lambda difference: difference.remarks_alone,
    ),
)


def explanation_of(difference: Difference) -> Explanation | None:
    """Why this difference is meant; None if nothing explains it."""
    return next((e for e in EXPLANATIONS if e.explains(difference)), None)
