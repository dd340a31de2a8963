"""Differences from what was recorded, row by row, and their known causes."""

from __future__ import annotations

import enum
import re
from collections import Counter
from collections.abc import Callable
from difflib import SequenceMatcher

from attrs import define, field, frozen

from horizons_core.sums import int_sum


class ComparedContent(enum.Enum):
    """The text or state that was compared."""

    STATE = "state"
    LOG = "log"
    REPORT = "report"
    FAILURE = "failure"


@frozen
class ParityDifference:
    """A deviation from what was recorded.

    Attributes:
        turn: the turn.
        phase: the step, or the whole turn.
        where: what was compared.
        line: our value, then the recorded one.
        cause: the name of the cause; empty if it is unknown.
    """

    turn: str
    phase: str
    where: ComparedContent
    line: str
    cause: str = ""

    def __str__(self) -> str:
        return f"{self.turn}, {self.phase}, {self.where.value}: {self.line}"


class TablePart(enum.Enum):
    """A part of the table: certain steps of certain turns."""

    QUIET = "Steps before any battle of their turn"
    BATTLES = "Steps with battles"
    AFTER_BATTLE = "Steps after a battle of their turn (sieges, losses, ships in flight)"
    REPORTS = "Reports made from the recorded state and log"
    TURNS = "Whole turns without battles: our own steps one after the other, our own reports"
    TURNS_OF_WAR = "Whole turns with battles, likewise"


@define
class TableRow:
    """A row of the table: one phase in one part."""

    part: TablePart
    phase: str
    compared: int = 0
    identical: int = 0
    states: int = 0
    fields: int = 0
    lines: int = 0
    differences: list[ParityDifference] = field(factory=list)

    def add(self, fields: int, lines: int, differences: list[ParityDifference]) -> None:
        """Count one more step, report or turn that was compared."""
        self.compared += 1
        self.identical += not differences
        self.states += all(
            diff.where in (ComparedContent.LOG, ComparedContent.REPORT) for diff in differences
        )
        self.fields += fields
        self.lines += lines
        self.differences += differences


@define
class Findings:
    """All comparisons, row by row, and what could not be read."""

    rows: dict[tuple[TablePart, str], TableRow] = field(factory=dict)
    unreadable: list[str] = field(factory=list)

    def row(self, part: TablePart, phase: str) -> TableRow:
        """Return the row of a phase, which begins empty."""
        return self.rows.setdefault((part, phase), TableRow(part, phase))

    @property
    def differences(self) -> list[ParityDifference]:
        return [difference for row in self.rows.values() for difference in row.differences]

    @property
    def compared(self) -> int:
        return int_sum(row.compared for row in self.rows.values())

    @property
    def complete(self) -> bool:
        """Tell whether there was something to compare, and all of it was compared."""
        return self.compared > 0 and not self.unreadable


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
        if is_remark(ours, recorded):
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


def unlike(ours: str, recorded: str) -> list[tuple[str, str]]:
    """Return where two texts differ: pairs of our lines and the recorded ones; one may be empty."""
    if ours == recorded:
        return []
    our_lines, their_lines = ours.split("\n"), recorded.split("\n")
    matcher = SequenceMatcher(None, our_lines, their_lines, autojunk=False)
    return [
        ("\n".join(our_lines[a:b]), "\n".join(their_lines[c:d]))
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
    ]


def is_remark(*texts: str) -> bool:
    """Tell whether texts of the log only refuse or amend orders: each line begins with `!`."""
    lines = [line for text in texts for line in text.split("\n") if line.strip()]
    return bool(lines) and all(line.startswith("!") for line in lines)


#: A name, and a planet's name; names have at most 31 characters.
_N = r"[^.!]{1,40}"
_PL = rf"PL {_N}"

#: Patterns for sentences of ours and of the engine's, with the common wording for both.
_PAIRS = (
    (r"will stay out of combat unless it is needed\.", "hides."),
    (r" \(A-?\d+,L\d+\) will attempt to stay out of the battle\.", " hides."),
    (r"Germ warfare (?:attack on|commences against) planet #(\d+)(?: begins)?\.\.\.", r"G\1."),
    (
        (
            rf"SP ({_N}) bombards SP ({_N}) on ({_PL})\. Unfortunately for [^.!]+, using (\d+) germ"
            r" warfare bombs\. The defenders were wiped out!"
        ),
        r"\1 kills \2, \3, \4.",
    ),
    (
        rf"SP ({_N}) wiped out SP ({_N}) on ({_PL}) with (\d+) germ warfare bombs?!",
        r"\1 kills \2, \3, \4.",
    ),
    (rf"SP {_N} bombards SP {_N} on {_PL}\. Fortunately for [^!]+!", ""),
    (rf"SP {_N} has no germ warfare bombs to use against SP {_N} on {_PL}!", ""),
    (rf"SP {_N} tried to wipe out SP {_N} on {_PL} with \d+ germ warfare bombs?, but failed!", ""),
    (rf"(?:Everyone and everything|{_PL}) was completely wiped out!", "wiped out!"),
    (r"The (?:hijacker was|killing blow was delivered by) ", "By "),
    (r"\(cargo: ", "("),
    (rf" on {_PL} (was|were) destroyed\.", r" \1 destroyed."),
    (r" were also destroyed\.", " were destroyed."),
    (r"The battle (?:begins|moves) (?:in|into|within) ", "The battle: "),
    (r"\((A-?\d+),O0\) jumps", r"(\1,D) jumps"),
    (r" despite the siege\.", "."),
    (rf" and (?:was |were )?transferred to {_PL}\.", "."),
    (
        (
            rf"Your attempt to build (BAS {_N}) was detected by the besiegers and the starbase was"
            r" destroyed!!!"
        ),
        r"\1 is found.",
    ),
    (
        (
            rf"(BAS {_N}) was constructed at a cost of \d+\. However, the work was detected by the"
            r" besiegers and the ship was destroyed!!!"
        ),
        r"\1 is found.",
    ),
    (
        (
            rf"WARNING! {_PL} is under siege by the following: (?:(?!WARNING!).){{1,3000}}?"
            r"(?:completely ineffective!|it has no economic base\.)"
        ),
        "",
    ),
    (r"planetary defenses of PL [^,.]{1,40}, ", ""),
)
_READINGS = tuple((re.compile(pattern), common) for pattern, common in _PAIRS)


def reading(text: str) -> str:
    """Return the meaning of lines, without remarks on orders, in words common to both programs."""
    lines = (line for line in text.split("\n") if not line.startswith("!"))
    common_text = " ".join(" ".join(lines).split())
    for pattern, common in _READINGS:
        common_text = pattern.sub(common, common_text)
    return " ".join(common_text.split())
