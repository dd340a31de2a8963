"""A battle as it is told: the parties' groups before and after, then the shots (GG-CBT-017)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any

from attrs import frozen
from markupsafe import Markup

from horizons_core.telling import counted
from variants.galaxy_g.constants import AREAS
from variants.galaxy_g.reports.page_tables import html_table, named, numbers, text
from variants.galaxy_g.reports.tables import Row, amount

if TYPE_CHECKING:
    from variants.galaxy_g.reports.page import Page

#: Battles of more shots are told in sums: in the plain text, and on the page.
MOST_SHOTS_IN_TEXT = 200
MOST_SHOTS_ON_PAGE = 2_000

Name = Callable[[str], str]


@frozen(slots=False)
class Fight:
    """One battle: what its event's data say, in the words of reports."""

    record: Mapping[str, Any]
    #: the place of its event in the report
    number: int = 0

    @property
    def title(self) -> str:
        title: str = self.record["title"]
        return title

    @property
    def sides(self) -> Sequence[str]:
        sides: Sequence[str] = self.record["sides"]
        return sides

    @property
    def units(self) -> Sequence[Mapping[str, Any]]:
        units: Sequence[Mapping[str, Any]] = self.record["units"]
        return units

    @cached_property
    def shots(self) -> int:
        """How many shots were fired."""
        return sum(total[2] for total in self.totals)

    @property
    def verdict(self) -> str:
        """How it ended, in a few words."""
        winner = self.record["winner"]
        if winner is not None:
            return f"{self.sides[winner]} won"
        return "a draw" if any(_left(unit) for unit in self.units) else "nobody is left"

    @property
    def short(self) -> str:
        """Who lost how many ships."""
        losses = []
        for index, side in enumerate(self.sides):
            own = [unit for unit in self.units if unit["side"] == index]
            before = sum(unit["before"]["ships"] for unit in own)
            losses.append(f"{side} lost {before - sum(map(_left, own)):,} of {before:,}")
        return ", ".join(losses)

    @cached_property
    def totals(self) -> list[tuple[int, int, int, int]]:
        """Shooter, target, shots and hits of each pair of groups, in the order of their first."""
        sums: dict[tuple[int, int], list[int]] = {}
        for shot in self.record["shots"]:
            both = sums.setdefault((shot["shooter"], shot["target"]), [0, 0])
            both[0] += 1
            both[1] += shot["destroyed"]
        return [(shooter, target, shots, hits) for (shooter, target), (shots, hits) in sums.items()]

    def unit(self, index: int, name: Name = str) -> str:
        """A group by its party and type: "Zzyax's Cruiser"."""
        unit = self.units[index]
        return f"{name(self.sides[unit['side']])}'s {name(unit['name'])}"

    def told_shots(self, most: int, name: Name = str) -> Iterator[str]:
        """Each shot in order, equal ones in a row together; sums if they are more than `most`."""
        names = [self.unit(index, name) for index in range(len(self.units))]
        if self.shots > most:
            for shooter, target, shots, hits in self.totals:
                fired = f"{names[shooter]} fires {counted(shots, 'shot')} on {names[target]}"
                yield f"{fired}: {hits:,} destroyed"
            return
        rows = ((s["shooter"], s["target"], s["destroyed"]) for s in self.record["shots"])
        for (shooter, target, hit), together in groupby(rows):
            times = sum(1 for _ in together)
            effect = "destroyed" if hit else "no effect"
            more = f" (×{times})" if times > 1 else ""
            yield f"{names[shooter]} fires on {names[target]}: {effect}{more}"

    @property
    def salvos(self) -> Iterable[str]:
        """The shots as the page tells them."""
        return list(self.told_shots(MOST_SHOTS_ON_PAGE))

    def parties(self, page: Page) -> Markup:
        """All groups with their ships before and after, as a table of the page."""
        columns = (
            text("Race", choose=True),
            text("Type", choose=True),
            numbers("Ships"),
            numbers("Left"),
            *(numbers(area.capitalize(), wide=True) for area in AREAS),
            text("Cargo", wide=True),
            numbers("Load", wide=True),
        )
        rows = [
            (
                page.race(self.sides[unit["side"]]),
                named(unit["name"]),
                f"{unit['before']['ships']:,}",
                _losses(unit),
                *_techs(unit, ""),
                unit.get("cargo_kind", ""),
                amount(unit["load"]) if unit.get("load") else "",
            )
            for unit in self.units
        ]
        return html_table(columns, rows)


def _left(unit: Mapping[str, Any]) -> int:
    left: int = unit["after"]["ships"]
    return left


def _losses(unit: Mapping[str, Any]) -> Markup | str:
    left = f"{_left(unit):,}"
    lost = _left(unit) < unit["before"]["ships"]
    return Markup('<span class="debit">{}</span>').format(left) if lost else left


def _techs(unit: Mapping[str, Any], unknown: str) -> list[str]:
    """The four techs; of another race's ships that of cargo alone is known (GG-VIS-009)."""
    return [amount(unit[area]) if area in unit else unknown for area in AREAS]


_HEADS = ">Ships|Type|>Drive|>Weapons|>Shields|>Cargo|Load|>Amount|>Left"


def battle_lines(
    fight: Fight,
    table: Callable[[str, Iterable[Row]], list[str]],
    paragraph: Callable[[str, str], list[str]],
    name: Name,
) -> list[str]:
    """A battle as plain text."""
    lines = [f"{fight.title}: {fight.verdict}"]
    for index, side in enumerate(fight.sides):
        rows = [
            (
                str(unit["before"]["ships"]),
                name(unit["name"]),
                *_techs(unit, "-"),
                unit.get("cargo_kind") or "-",
                amount(unit.get("load", 0.0)),
                str(_left(unit)),
            )
            for unit in fight.units
            if unit["side"] == index
        ]
        lines += [name(side), *table(_HEADS, rows)]
    shots = list(fight.told_shots(MOST_SHOTS_IN_TEXT, name))
    return lines + [line for shot in shots for line in paragraph(shot, "  ")]
