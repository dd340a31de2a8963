"""Differences that are meant: what they come from, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from attrs import frozen

from variants.far_horizons.mods.engine_1999.parity import logs
from variants.far_horizons.mods.engine_1999.parity.findings import Difference
from variants.far_horizons.mods.engine_1999.parity.wording import reading


@frozen
class Explanation:
    """A known cause: its name, the reason, and which differences it makes."""

    name: str
    reason: str
    explains: Callable[[Difference], bool]


def _caused(name: str, reason: str) -> Explanation:
    return Explanation(name, reason, lambda difference: difference.cause == name)


#: Each of them has a line in `docs/far-horizons-1999.md`.
EXPLANATIONS: tuple[Explanation, ...] = (
    _caused(
        "remarks",
        "an order is refused or amended with the same outcome, but in other words, or silently",
    ),
    _caused("wording", "the log says the same in other words, with more or fewer details"),
    _caused("sequence", "the log has the same lines in another sequence"),
    _caused("doubled", "a species named a sector in two BATTLE orders, and stands there twice"),
    _caused("in-flight", "a ship on its way out of a strike is listed where it was, or not"),
    _caused("drafts", "the order form proposes otherwise for planets or ships that are odd"),
)


def explanation_of(difference: Difference) -> Explanation | None:
    """Why this difference is meant; None if nothing explains it."""
    return next((e for e in EXPLANATIONS if e.explains(difference)), None)


@frozen
class Circumstances:
    """What is known of a step or turn whose texts differ.

    Attributes:
        alike: whether the states after it are alike.
        doubled: whether there was a battle in which a species stood twice.
        same_lines: whether both texts have the same lines.
        same_reading: whether both texts say the same all in all.
    """

    alike: bool
    doubled: bool = False
    same_lines: bool = False
    same_reading: bool = False

    def cause(self, ours: str, recorded: str) -> str:
        """The name of what makes lines of ours and recorded ones differ; empty for no cause."""
        found = self._of_words(ours, recorded) if self.alike else ""
        return found or ("doubled" if self.doubled else _of_report(ours, recorded))

    def _of_words(self, ours: str, recorded: str) -> str:
        if logs.is_remark(ours, recorded):
            return "remarks"
        if self.same_reading or reading(ours) == reading(recorded):
            return "wording"
        return "sequence" if self.same_lines else ""


def circumstances(ours: str, recorded: str, *, alike: bool, doubled: bool) -> Circumstances:
    """Of two logs that may differ."""
    if ours == recorded:
        return Circumstances(alike, doubled)
    same_lines = Counter(ours.split("\n")) == Counter(recorded.split("\n"))
    return Circumstances(alike, doubled, same_lines, reading(ours) == reading(recorded))


def _of_report(ours: str, recorded: str) -> str:
    """The cause of lines that stand in reports alone."""
    lines = [line for line in (*ours.split("\n"), *recorded.split("\n")) if line.strip()]
    if lines and all(",WD)" in line or ",FJ)" in line for line in lines):
        return "in-flight"
    forms = ("\tJump\t", "\tRecycle\t", "\tDevelop\t", "\tContinue\t", "\t\t\t; ")
    return "drafts" if lines and all(line.startswith(forms) for line in lines) else ""
