"""A battle in reports: the parties' groups before and after, then the shots (GG-CBT-017)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

from attrs import frozen
from markupsafe import Markup

from horizons_core.combat import kills
from horizons_core.report import (
    Column,
    NameCell,
    OwnerCell,
    counted,
    left_of,
    number_column,
    ships_of,
    text_column,
)
from horizons_core.sums import int_sum, ordered_sum
from variants.galaxy_g.constants import AREAS
from variants.galaxy_g.view.shapes import PlainCell, amount, load_of_ship, or_dash

#: Maximum number of shots that a report lists one by one, divided evenly among its battles. A
#: battle with more shots is reported in sums.
SHOTS_IN_TEXT, SHOTS_ON_PAGE = 800, 2_000

NameFormat = Callable[[str], str]


@frozen(slots=False)
class ReportedBattle:
    """One battle: the data of its event, in the words of reports."""

    record: Mapping[str, Any]
    #: maximum number of shots to list one by one
    most: int
    #: the index of its event in the report
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
        """Number of shots that were fired."""
        return int_sum(total[2] for total in self.totals)

    @property
    def winner(self) -> str:
        """The winner as text, or empty."""
        winner = self.record["winner"]
        return "" if winner is None else f"{self.sides[winner]} won"

    @property
    def summary(self) -> str:
        """The battle in a line: its place, the winner, and who lost how many ships."""
        return f"{self.title}: {self.winner + '; ' if self.winner else ''}{self.losses}"

    def involves(self, race: str) -> bool:
        """True if ships of the race fired or were fired on."""
        indexes = {n for n, unit in enumerate(self.units) if self.sides[unit["side"]] == race}
        return any(indexes & {shooter, target} for shooter, target, _, _ in self.totals)

    def lost_by(self, race: str) -> int:
        """Number of ships that the race lost."""
        units = [unit for unit in self.units if self.sides[unit["side"]] == race]
        return ordered_sum(map(ships_of, units)) - ordered_sum(map(left_of, units))

    @property
    def losses(self) -> str:
        """The ships that each side lost. Sides without losses are left out."""
        losses = []
        for index, side in enumerate(self.sides):
            units = [unit for unit in self.units if unit["side"] == index]
            before, left = ordered_sum(map(ships_of, units)), ordered_sum(map(left_of, units))
            if left < before:
                losses.append(f"{side} lost {before - left:,} of {before:,}")
        return ", ".join(losses) or "no ship was lost"

    @cached_property
    def totals(self) -> list[tuple[int, int, int, int]]:
        """Shooter, target, shots and hits of pairs of groups, in the order of their first shots."""
        sums: dict[tuple[int, int], list[int]] = {}
        for shot in self.record["shots"]:
            pair = sums.setdefault((shot["shooter"], shot["target"]), [0, 0])
            pair[0] += shot.get("count", 1)
            pair[1] += kills(shot)
        return [(shooter, target, shots, hits) for (shooter, target), (shots, hits) in sums.items()]

    def unit(self, index: int, name: NameFormat = str) -> str:
        """A group by its party and type: "Zzyax's Cruiser"."""
        unit = self.units[index]
        return f"{name(self.sides[unit['side']])}'s {name(unit['name'])}"

    def shot_lines(self, name: NameFormat = str) -> Iterator[str]:
        """The shots in order, consecutive identical ones together; sums if there are too many."""
        names = [self.unit(index, name) for index in range(len(self.units))]
        if self.shots > min(self.most, len(self.record["shots"])):
            for shooter, target, shots, hits in self.totals:
                fired = f"{names[shooter]} fires {counted(shots, 'shot')} on {names[target]}"
                yield f"{fired}: {hits:,} destroyed"
            return
        rows = ((s["shooter"], s["target"], s["destroyed"]) for s in self.record["shots"])
        for (shooter, target, hit), equal in groupby(rows):
            times = int_sum(1 for _ in equal)
            effect = "destroyed" if hit else "no effect"
            suffix = f" (×{times})" if times > 1 else ""
            yield f"{names[shooter]} fires on {names[target]}: {effect}{suffix}"

    @cached_property
    def salvos(self) -> list[str]:
        """The shots as the page lists them."""
        return list(self.shot_lines())

    @property
    def groups(self) -> list[dict[str, Any]]:
        """All groups of ships, each with the name of its party."""
        return [{**unit, "race": self.sides[unit["side"]]} for unit in self.units]


def _losses(unit: Mapping[str, Any]) -> Markup | str:
    left = f"{left_of(unit):,}"
    lost = left_of(unit) < ships_of(unit)
    return Markup('<span class="debit">{}</span>').format(left) if lost else left


def _tech(area: str) -> Column:
    """The column of a tech. Of another race's ships only the cargo tech is known (GG-VIS-009)."""
    show = lambda unit: amount(unit[area]) if area in unit else PlainCell("-")  # noqa: E731
    return number_column(area.capitalize(), show, wide=True)


_TYPE = text_column("Type", lambda unit: NameCell(unit["name"]), choose=True)
_TECHS_AND_LOAD = (
    *map(_tech, AREAS),
    text_column(
        "Carries", lambda unit: or_dash(unit.get("cargo_kind", "")), short="Load", wide=True
    ),
    number_column(
        "Load", lambda unit: load_of_ship(unit.get("load", 0.0)), short="Amount", wide=True
    ),
)
#: The columns of the page, with ships before and after.
PARTIES = (
    text_column("Race", lambda unit: OwnerCell(unit["race"]), choose=True),
    _TYPE,
    number_column("Ships", lambda unit: f"{ships_of(unit):,}"),
    number_column("Left", _losses),
    *_TECHS_AND_LOAD,
)
_PARTY = (
    number_column("Ships", lambda unit: str(ships_of(unit))),
    _TYPE,
    *_TECHS_AND_LOAD,
    number_column("Left", lambda unit: str(left_of(unit))),
)


def battle_lines(
    battle: ReportedBattle,
    table: Callable[[Sequence[Column], Iterable[Any]], list[str]],
    paragraph: Callable[[str, str], list[str]],
    name: NameFormat,
    sentence: NameFormat,
) -> list[str]:
    """A battle as plain text."""
    lines = paragraph(sentence(battle.summary), "")
    for index, side in enumerate(battle.sides):
        units = [unit for unit in battle.units if unit["side"] == index]
        lines += [name(side), *table(_PARTY, units)]
    shots = list(battle.shot_lines(name))
    return lines + [line for shot in shots for line in paragraph(shot, "  ")]


def brief_lines(
    battle: ReportedBattle,
    paragraph: Callable[[str, str], list[str]],
    name: NameFormat,
    sentence: NameFormat,
) -> list[str]:
    """A battle of other races: their ships by type, with the survivors; no shots (GG-CBT-017)."""
    lines = paragraph(sentence(battle.summary), "")
    for index, side in enumerate(battle.sides):
        before, left = Counter[str](), Counter[str]()
        for unit in battle.units:
            if unit["side"] == index:
                before[unit["name"]] += ships_of(unit)
                left[unit["name"]] += left_of(unit)
        parts = (
            f"{count:,} {name(kind)}" + (f" ({left[kind]:,} left)" if left[kind] < count else "")
            for kind, count in before.items()
        )
        lines += paragraph(f"{name(side)}: {', '.join(parts)}", "  ")
    return lines
