"""Known differences: their causes and reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from attrs import frozen

from variants.far_horizons.mods.engine_1999.parity import logs
from variants.far_horizons.mods.engine_1999.parity.findings import ParityDifference
from variants.far_horizons.mods.engine_1999.parity.wording import reading


@frozen
class KnownCause:
    """A known cause: its name, the reason, and which differences it makes."""

    name: str
    reason: str
    explains: Callable[[ParityDifference], bool]


def _caused(name: str, reason: str) -> KnownCause:
    return KnownCause(name, reason, lambda difference: difference.cause == name)


#: Each has a line in `docs/far-horizons-1999.md`.
EXPLANATIONS: tuple[KnownCause, ...] = (
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


def explanation_of(difference: ParityDifference) -> KnownCause | None:
    """Return the reason for a difference, or None."""
    return next((e for e in EXPLANATIONS if e.explains(difference)), None)


@frozen
class Circumstances:
    """The context of a step or turn whose texts differ.

    Attributes:
        alike: whether the states after it are the same.
        doubled: whether there was a battle with two entries of a species.
        same_lines: whether both texts have the same lines.
        same_reading: whether both texts mean the same as a whole.
    """

    alike: bool
    doubled: bool = False
    same_lines: bool = False
    same_reading: bool = False

    def cause(self, ours: str, recorded: str) -> str:
        """Return the name of the cause that makes these lines differ; empty if unknown."""
        cause = self._cause_in_words(ours, recorded) if self.alike else ""
        return cause or ("doubled" if self.doubled else _cause_in_report(ours, recorded))

    def _cause_in_words(self, ours: str, recorded: str) -> str:
        if logs.is_remark(ours, recorded):
            return "remarks"
        if self.same_reading or reading(ours) == reading(recorded):
            return "wording"
        return "sequence" if self.same_lines else ""


def circumstances(ours: str, recorded: str, *, alike: bool, doubled: bool) -> Circumstances:
    """Return the context of two logs that may differ."""
    if ours == recorded:
        return Circumstances(alike, doubled)
    same_lines = Counter(ours.split("\n")) == Counter(recorded.split("\n"))
    return Circumstances(alike, doubled, same_lines, reading(ours) == reading(recorded))


def _cause_in_report(ours: str, recorded: str) -> str:
    """Return the cause of differences in lines that only reports have."""
    lines = [line for line in (*ours.split("\n"), *recorded.split("\n")) if line.strip()]
    if lines and all(",WD)" in line or ",FJ)" in line for line in lines):
        return "in-flight"
    forms = ("\tJump\t", "\tRecycle\t", "\tDevelop\t", "\tContinue\t", "\t\t\t; ")
    return "drafts" if lines and all(line.startswith(forms) for line in lines) else ""
