"""Battles in reports, as sentences and as sections with units and steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from attrs import frozen

from horizons_core.combat import SHIPS, kills, salvos, steps
from horizons_core.report.sections import NameCell, OwnerCell, Section, Table, paragraph
from horizons_core.report.shapes import Column, number_column, text_column
from horizons_core.sums import int_sum, ordered_sum

#: A key of a unit's `before` and `after`, besides components and ships.
POINTS = "points"

#: Maximum number of a battle's steps in a report; the report's data contains all of them.
MAX_STEPS = 300
#: A subclass of `Fight`.
F = TypeVar("F", bound="Fight")


def salvo_text(salvo: Mapping[str, Any], names: Sequence[str], counts: str = "") -> str:
    """Return a salvo (see `horizons_core.combat.salvos`) as a sentence.

    For example "Ann fires 3 shots at Bob: 1 absorbed, ship destroyed". `names` are those of all
    units (see `unit_names`), `counts` is the unit of the target's strength, if that is not
    components. For a group that loses several ships, the sentence has their number: "4 ships
    destroyed".
    """
    shooter, target = names[salvo["shooter"]], names[salvo["target"]]
    effects = [*_hits(salvo), *([f"{salvo['absorbed']:,} absorbed"] if salvo["absorbed"] else [])]
    if salvo["damage"] and counts:
        effects.append(f"{counted(salvo['damage'], counts)} lost")
    elif salvo["damage"]:
        lost = listed_with_counts(salvo["lost"])
        kinds = f" ({lost})" if lost else ""
        effects.append(f"{counted(salvo['damage'], 'component')} destroyed{kinds}")
    fates = salvo.get("fates", ())
    destroyed = salvo["kills"] - len(fates)
    if destroyed > 0:
        effects.append(f"{destroyed:,} ships destroyed" if destroyed > 1 else "ship destroyed")
    if fates:
        effects.append(listed_with_counts(fates))
    effect = ", ".join(effects) or "no effect"
    return f"{shooter} fires {counted(salvo['shots'], 'shot')} at {target}: {effect}"


def _hits(salvo: Mapping[str, Any]) -> list[str]:
    """Return the number of hits, if known, as a phrase."""
    if "hits" not in salvo:
        return []
    if salvo["shots"] == 1:
        return ["hit" if salvo["hits"] else "missed"]
    return [f"{salvo['hits']:,} hit" if salvo["hits"] else "all missed"]


def salvo_texts(record: Mapping[str, Any]) -> list[str]:
    """Return all salvos of a battle as sentences, in order."""
    names, counts = unit_names(record), [unit.get("counts", "") for unit in record["units"]]
    return [salvo_text(salvo, names, counts[salvo["target"]]) for salvo in salvos(record["shots"])]


def step_texts(record: Mapping[str, Any]) -> list[str]:
    """Return all salvos of a battle, and the notes between them, as sentences, in order."""
    names, counts = unit_names(record), [unit.get("counts", "") for unit in record["units"]]
    return [
        salvo_text(step, names, counts[step["target"]]) if "shooter" in step else step["text"]
        for step in steps(record)
    ]


def unit_names(record: Mapping[str, Any]) -> list[str]:
    """Return the name of each unit; with its side, if several sides use the name."""
    sides: dict[str, set[int]] = {}
    for unit in record["units"]:
        sides.setdefault(unit["name"], set()).add(unit["side"])
    return [
        f"{record['sides'][unit['side']]}'s {unit['name']}"
        if len(sides[unit["name"]]) > 1
        else unit["name"]
        for unit in record["units"]
    ]


def counted(number: int, noun: str) -> str:
    """Return a number with a noun whose plural ends in s: "1 shot", "2,000 shots"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def listed_with_counts(names: Iterable[str]) -> str:
    """Return names in the order of their first appearance, with counts: "hull ×2, weapon"."""
    return ", ".join(f"{name} ×{n}" if n > 1 else name for name, n in Counter(names).items())


def counts(numbers: Mapping[str, int]) -> str:
    """Return names with their numbers: "2 hulls, 1 weapon"."""
    return ", ".join(f"{number} {name}" for name, number in numbers.items())


def components(numbers: Mapping[str, int]) -> int | None:
    """Return the number of components in a unit's `before` or `after`; None if unknown."""
    counts = [number for name, number in numbers.items() if name not in {POINTS, SHIPS}]
    return int_sum(counts) if counts else None


def strength(unit: Mapping[str, Any], when: str = "before") -> int | None:
    """Return a unit's strength "before" or "after", in its own unit; None if unknown."""
    numbers = unit[when]
    if unit.get("counts"):
        known: int | None = numbers.get(f"{unit['counts']}s")
        return known
    return components(numbers)


def ships_of(unit: Mapping[str, Any]) -> int:
    """Return the number of ships of a unit: 1, unless it is a group."""
    return int(unit["before"].get(SHIPS, 1))


def left_of(unit: Mapping[str, Any]) -> int:
    """Return the number of a unit's remaining ships."""
    return int(unit["after"].get(SHIPS, not unit["destroyed"]))


def side_totals(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the losses, shots and remaining strength of each side of a battle.

    Each has `name`, `ships`, `lost`, `left`, `shots` (fired), `kills` (ships destroyed by it),
    `dealt` (components destroyed by it), `suffered`, `absorbed` (by its shields), `before` and
    `after` (components; None if unknown) and `won`. The strength of units that count something
    other than components is added up in that unit.
    """
    units = record["units"]
    totals: list[dict[str, Any]] = []
    for index, name in enumerate(record["sides"]):
        side_units = [unit for unit in units if unit["side"] == index]
        ships, left = ordered_sum(map(ships_of, side_units)), ordered_sum(map(left_of, side_units))
        totals.append(
            {
                "name": name,
                "ships": ships,
                "lost": ships - left,
                "left": left,
                "shots": 0,
                "kills": 0,
                "dealt": 0,
                "suffered": 0,
                "absorbed": 0,
                "before": _all_components(side_units, "before"),
                "after": _all_components(side_units, "after"),
                "won": record["winner"] == index,
            }
        )
    for shot in record["shots"]:
        shooter = totals[units[shot["shooter"]]["side"]]
        target = totals[units[shot["target"]]["side"]]
        shooter["shots"] += shot.get("count", 1)
        shooter["kills"] += kills(shot)
        shooter["dealt"] += shot["damage"]
        target["suffered"] += shot["damage"]
        target["absorbed"] += shot["absorbed"]
    return totals


def _all_components(units: Iterable[Mapping[str, Any]], when: str) -> int | None:
    counts = [strength(unit, when) for unit in units]
    known = [count for count in counts if count is not None]
    return int_sum(known) if counts and len(known) == len(counts) else None


def verdict(record: Mapping[str, Any]) -> str:
    """Return the result of a battle, in a few words."""
    winner = record["winner"]
    if winner is not None:
        return f"{record['sides'][winner]} won"
    if all(unit["destroyed"] for unit in record["units"]):
        return "nobody is left"
    return "undecided"


@frozen(slots=False)
class Fight:
    """A battle in a report; variants may change the columns, and the word for a nameless side.

    Attributes:
        record: the data of its event (`BattleRecord.to_dict`).
        number: the index of its event in the report.
    """

    record: Mapping[str, Any]
    number: int
    #: Columns of the units: side, name, type, strength before and after, fate.
    columns: ClassVar[Sequence[Column]] = (
        text_column("Side", choose=True),
        text_column("Unit"),
        text_column("Type", choose=True),
        number_column("Before"),
        number_column("After"),
        text_column("Fate", choose=True),
    )
    unowned: ClassVar[str] = "nobody"

    @property
    def title(self) -> str:
        """The place and the sides of the battle, and the winner."""
        return f"{self.record['title']}: {verdict(self.record)}"

    @cached_property
    def section(self) -> Section:
        """The section with the units of all sides, before and after."""
        rows = [self._unit(unit) for unit in self.record["units"]]
        return Section(f"battle-{self.number}", self.title, [Table(self.columns, rows)])

    def _unit(self, unit: Mapping[str, Any]) -> Sequence[str]:
        before, after = strength(unit), strength(unit, "after")
        fate = "destroyed" if unit["destroyed"] else unit.get("fate", "")
        return (
            OwnerCell(self.record["sides"][unit["side"]] or self.unowned),
            NameCell(unit["name"]),
            unit["mark"],
            "?" if before is None else str(before),
            "?" if after is None else str(after),
            fate,
        )

    @cached_property
    def steps(self) -> list[str]:
        """The events of the battle, step by step; of a long battle, the beginning."""
        texts = step_texts(self.record)
        left = len(texts) - MAX_STEPS
        rest = f"... and {counted(left, 'step')} more: see the data of this report."
        return texts if left <= 0 else [*texts[:MAX_STEPS], rest]

    def lines(self) -> list[str]:
        """Return the battle as plain text."""
        numbered = (
            line
            for number, step in enumerate(self.steps, 1)
            for line in paragraph(step, f"{number:4d}. ", " " * 6)
        )
        return [*paragraph(self.title), *self.section.lines(), *numbered]


def fights(report: Mapping[str, Any], kind: type[F]) -> list[F]:
    """Return the battles with a record; a reader who gets full records gets no partial ones."""
    battles = [
        kind(event["data"], number)
        for number, event in enumerate(report["events"])
        if "units" in event["data"] and "shots" in event["data"]
    ]
    full = [battle for battle in battles if battle.record.get("you") is None]
    return full or battles
