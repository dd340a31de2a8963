"""Further columns of the replay page's table: damage, absorbed hits, strength and luck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from horizons_core.report import counted, strength

Record = Mapping[str, Any]


@frozen
class TallyColumn:
    """A table column with a cell for each side; None if unknown."""

    name: str
    hint: str
    cells: tuple[str | None, ...]


def further_columns(record: Record, totals: Sequence[Mapping[str, Any]]) -> list[TallyColumn]:
    """Return columns for damage, absorbed hits, strength and luck, if the record has them."""
    return [*_damage_columns(record, totals), *_luck_column(record)]


def _damage_columns(record: Record, totals: Sequence[Mapping[str, Any]]) -> list[TallyColumn]:
    if any(unit.get("counts") for unit in record["units"]):
        return list(_count_columns(record))
    if not any(total["dealt"] or total["absorbed"] or total["before"] for total in totals):
        return []
    return [
        TallyColumn(
            "Damage",
            "components of the enemy that it destroyed",
            tuple(str(total["dealt"]) for total in totals),
        ),
        TallyColumn(
            "Absorbed",
            "hits that its shields took",
            tuple(str(total["absorbed"]) for total in totals),
        ),
        TallyColumn(
            "Components",
            "components before and after",
            tuple(_change(total["before"], total["after"]) for total in totals),
        ),
    ]


def _luck_column(record: Record) -> Iterator[TallyColumn]:
    """Yield the luck column: luck in remaining strength; each measure lists the sides in order."""
    by_measure: dict[str, list[str]] = {}
    for side in record.get("luck", ()):
        words = f"{side['luck']:+.1f} ± {side['deviation']:.1f} {side['measure']}"
        if side["measure"].endswith(" left"):
            by_measure.setdefault(side["measure"], []).append(words)
    if by_measure:
        yield TallyColumn(
            "Luck",
            "what it has left, less what was to be expected, ± one standard deviation",
            tuple(", ".join(words) for words in zip(*by_measure.values(), strict=True)),
        )


def _change(before: int | None, after: int | None) -> str | None:
    return None if before is None or after is None else f"{before} → {after}"


def _count_columns(record: Record) -> Iterator[TallyColumn]:
    """Yield the columns if units count something else than components, partly unknown."""
    sides = range(len(record["sides"]))
    units = record["units"]
    shots = [
        [shot for shot in record["shots"] if units[shot["shooter"]]["side"] == side]
        for side in sides
    ]
    if any("hits" in shot for shot in record["shots"]):
        hits = (sum(shot.get("hits", 0) for shot in fired) for fired in shots)
        yield TallyColumn("Hits", "shots that hit", tuple(f"{count:,}" for count in hits))
    yield TallyColumn(
        "Damage",
        "what the enemy lost by its shots",
        tuple(_damage(fired, units) for fired in shots),
    )
    yield TallyColumn(
        "Absorbed",
        "what its shields took",
        tuple(_absorbed(record, side) for side in sides),
    )
    left = (_left([unit for unit in units if unit["side"] == side]) for side in sides)
    yield TallyColumn("Strength", "what its units had before and after", tuple(left))


def _damage(fired: Iterable[Mapping[str, Any]], units: Sequence[Mapping[str, Any]]) -> str | None:
    """Sum the damage of shots; None if it is unknown for a hit."""
    sums: Counter[str] = Counter()
    for shot in fired:
        noun = units[shot["target"]].get("counts", "")
        if not noun and shot.get("hits", 1):
            return None
        sums[noun] += shot["damage"]
    return ", ".join(counted(count, noun) for noun, count in sums.items() if count) or "0"


def _absorbed(record: Record, side: int) -> str | None:
    units = record["units"]
    if any(strength(unit) is None for unit in units if unit["side"] == side):
        return None
    absorbed = (s["absorbed"] for s in record["shots"] if units[s["target"]]["side"] == side)
    return f"{sum(absorbed):,}"


def _left(units: Sequence[Mapping[str, Any]]) -> str | None:
    """Format strength before and after, such as "90 → 72 years, 10 → 4 PDs"; None if unknown."""
    if not units or any(strength(unit) is None for unit in units):
        return None
    nouns = dict.fromkeys(unit.get("counts") or "component" for unit in units)
    return ", ".join(f"{_sum(units, noun, 'before')} → {_sum(units, noun, 'after')} {noun}s"
                     for noun in nouns)  # fmt: skip


def _sum(units: Iterable[Mapping[str, Any]], noun: str, when: str) -> int:
    return sum(
        strength(unit, when) or 0 for unit in units if (unit.get("counts") or "component") == noun
    )
