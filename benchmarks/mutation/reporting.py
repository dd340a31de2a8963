"""The report of a session of mutation testing."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from benchmarks.mutation.mutants import Mutant
from benchmarks.mutation.trial import Verdict

#: The share of mutants that the tests must notice: all tests, or those marked with a clause.
BAR = 0.85


def interval(hits: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share."""
    if not count:
        return 0.0, 1.0
    share, spread = hits / count, z * z / count
    middle = share + spread / 2
    half = z * math.sqrt((share * (1 - share) + spread / 4) / count)
    return (middle - half) / (1 + spread), (middle + half) / (1 + spread)


def killed_share(verdicts: Sequence[Verdict]) -> float:
    """Return the share of mutants that the tests noticed."""
    return sum(verdict.outcome != "survived" for verdict in verdicts) / max(1, len(verdicts))


def is_enough(verdicts: Sequence[Verdict]) -> bool:
    """Return whether the tests noticed enough mutants."""
    return killed_share(verdicts) >= BAR


def summary(verdicts: Sequence[Verdict]) -> str:
    """Return the counts, the share and whether it meets the bar, in two lines."""
    counts = Counter(verdict.outcome for verdict in verdicts)
    noticed = counts["killed"] + counts["timeout"]
    low, high = interval(noticed, len(verdicts))
    return (
        f"{len(verdicts)} mutants: {counts['killed']} killed, {counts['timeout']} ran out of time"
        f" (counted as killed), {counts['survived']} survived\n"
        f"killed: {killed_share(verdicts):.1%} (95 % interval {low:.1%} to {high:.1%});"
        f" the bar is {BAR:.0%}: {'met' if is_enough(verdicts) else 'MISSED'}"
    )


def report(
    title: str,
    verdicts: Sequence[Verdict],
    left_out: Sequence[str],
    *,
    notes: str = "",
) -> str:
    """Return the whole report: counts, a table by file, and every survivor with its diff."""
    parts = [title, summary(verdicts), notes, _left_out(left_out), _table(verdicts)]
    survivors = sorted(
        (verdict for verdict in verdicts if verdict.outcome == "survived"),
        key=lambda verdict: (verdict.clause, verdict.mutant.file, verdict.mutant.start),
    )
    parts += [_survivor(verdict) for verdict in survivors]
    return "\n\n".join(part for part in parts if part) + "\n"


def location(mutant: Mutant, clause: str = "") -> str:
    """Return the clause, if any, with file, line and operator."""
    place = f"{mutant.file}:{mutant.start[0]} {mutant.operator.removeprefix('core/')}"
    return f"{clause} {place}" if clause else place


def list_untested_clauses(heads: Mapping[str, Iterable[str]]) -> str:
    """List clauses without a mutant, by the reason; empty without any."""
    listed = {head: sorted(clauses) for head, clauses in heads.items()}
    return "\n".join(
        f"{head}: {len(clauses)}\n  {' '.join(clauses)}"
        for head, clauses in listed.items()
        if clauses
    )


def _left_out(tests: Sequence[str]) -> str:
    if not tests:
        return ""
    head = f"{len(tests)} tests fail on unchanged code or take too long, and took no part:"
    return "\n".join([head, *(f"  {test}" for test in tests)])


def _table(verdicts: Sequence[Verdict]) -> str:
    counts = Counter(verdict.mutant.file for verdict in verdicts)
    survived = Counter(v.mutant.file for v in verdicts if v.outcome == "survived")
    lines = [f"{'mutants':>8}{'survived':>10}  file"]
    lines += [f"{counts[file]:>8}{survived[file]:>10}  {file}" for file in sorted(counts)]
    return "\n".join(lines)


def _survivor(verdict: Verdict) -> str:
    changed = [
        line
        for line in verdict.diff.splitlines()
        if line.startswith(("-", "+")) and not line.startswith(("---", "+++"))
    ]
    head = f"SURVIVED {location(verdict.mutant, verdict.clause)} (after {verdict.tests} tests)"
    return "\n".join([head, *(f"  {line}" for line in changed)])
