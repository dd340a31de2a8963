"""What the table of the replay page says of each side beside ships, shots and kills."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from horizons_core.report import counted, strength

Record = Mapping[str, Any]


@frozen
class Column:
    """A column of numbers: a cell for each side, None where it is not known."""

    name: str
    hint: str
    cells: tuple[str | None, ...]


def further_columns(record: Record, totals: Sequence[Mapping[str, Any]]) -> list[Column]:
    """Damage, what shields took, what is left, and luck, as far as the record has such things."""
    return [*_of_damage(record, totals), *_of_luck(record)]


def _of_damage(record: Record, totals: Sequence[Mapping[str, Any]]) -> list[Column]:
    if any(unit.get("counts") for unit in record["units"]):
        return list(_of_counts(record))
    if not any(total["dealt"] or total["absorbed"] or total["before"] for total in totals):
        return []
    return [
        Column(
            "Damage",
            "components of the enemy that it destroyed",
            tuple(str(total["dealt"]) for total in totals),
        ),
        Column(
            "Absorbed",
            "hits that its shields took",
            tuple(str(total["absorbed"]) for total in totals),
        ),
        Column(
            "Components",
            "components before and after",
            tuple(_change(total["before"], total["after"]) for total in totals),
        ),
    ]


def _of_luck(record: Record) -> Iterator[Column]:
    """What the dice did for each side in what it has left; sides come in order in each measure."""
    found: dict[str, list[str]] = {}
    for one in record.get("luck", ()):
        words = f"{one['luck']:+.1f} ± {one['deviation']:.1f} {one['measure']}"
        if one["measure"].endswith(" left"):
            found.setdefault(one["measure"], []).append(words)
    if found:
        yield Column(
            "Luck",
            "what it has left, less what was to be expected, ± one standard deviation",
            tuple(", ".join(words) for words in zip(*found.values(), strict=True)),
        )


def _change(before: int | None, after: int | None) -> str | None:
    return None if before is None or after is None else f"{before} → {after}"


def _of_counts(record: Record) -> Iterator[Column]:
    """The same where units count something else, and not all is known of all."""
    sides = range(len(record["sides"]))
    units = record["units"]
    shots = [
        [shot for shot in record["shots"] if units[shot["shooter"]]["side"] == side]
        for side in sides
    ]
    if any("hits" in shot for shot in record["shots"]):
        hits = (sum(shot.get("hits", 0) for shot in fired) for fired in shots)
        yield Column("Hits", "shots that hit", tuple(f"{count:,}" for count in hits))
    yield Column(
        "Damage",
        "what the enemy lost by its shots",
        tuple(_damage(fired, units) for fired in shots),
    )
    yield Column(
        "Absorbed",
        "what its shields took",
        tuple(_absorbed(record, side) for side in sides),
    )
    left = (_left([unit for unit in units if unit["side"] == side]) for side in sides)
    yield Column("Strength", "what its units had before and after", tuple(left))


def _damage(fired: Iterable[Mapping[str, Any]], units: Sequence[Mapping[str, Any]]) -> str | None:
    """What shots did; nothing if that is not known of one that hit."""
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
    taken = (s["absorbed"] for s in record["shots"] if units[s["target"]]["side"] == side)
    return f"{sum(taken):,}"


def _left(units: Sequence[Mapping[str, Any]]) -> str | None:
    """Such as "90 → 72 years, 10 → 4 PDs"."""
    if not units or any(strength(unit) is None for unit in units):
        return None
    nouns = dict.fromkeys(unit.get("counts") or "component" for unit in units)
    return ", ".join(f"{_sum(units, noun, 'before')} → {_sum(units, noun, 'after')} {noun}s"
                     for noun in nouns)  # fmt: skip


def _sum(units: Iterable[Mapping[str, Any]], noun: str, when: str) -> int:
    return sum(
        strength(unit, when) or 0 for unit in units if (unit.get("counts") or "component") == noun
    )
