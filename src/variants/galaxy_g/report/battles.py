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
    counted,
    html_table,
    left_of,
    number_column,
    player_name,
    ships_of,
    text_column,
)
from horizons_core.sums import int_sum, ordered_sum
from variants.galaxy_g.constants import AREAS
from variants.galaxy_g.report.text import Row, amount

#: Most shots that a report lists one by one, evenly over its battles. A battle of more shots is
#: reported in sums.
SHOTS_IN_TEXT, SHOTS_ON_PAGE = 800, 2_000

NameFormat = Callable[[str], str]
_HEADS = ">Ships|Type|>Drive|>Weapons|>Shields|>Cargo|Load|>Amount|>Left"


@frozen(slots=False)
class ReportedBattle:
    """One battle: the data of its event, in the words of reports."""

    record: Mapping[str, Any]
    #: most shots to list one by one
    most: int
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
        """True if ships of the race fired or were fired on. Being there is not enough."""
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
        """Each shot in order, equal ones in a row together; sums if there are too many."""
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

    def parties(self, race: Callable[[str], Markup]) -> Markup:
        """All groups with their ships before and after, as a table. `race` formats a race."""
        columns = (
            text_column("Race", choose=True),
            text_column("Type", choose=True),
            number_column("Ships"),
            number_column("Left"),
            *(number_column(area.capitalize(), wide=True) for area in AREAS),
            text_column("Carries", wide=True),
            number_column("Load", wide=True),
        )
        rows = [
            (
                race(self.sides[unit["side"]]),
                player_name(unit["name"]),
                f"{ships_of(unit):,}",
                _losses(unit),
                *_techs(unit, ""),
                unit.get("cargo_kind", ""),
                amount(unit["load"]) if unit.get("load") else "",
            )
            for unit in self.units
        ]
        return html_table(columns, rows)


def _losses(unit: Mapping[str, Any]) -> Markup | str:
    left = f"{left_of(unit):,}"
    lost = left_of(unit) < ships_of(unit)
    return Markup('<span class="debit">{}</span>').format(left) if lost else left


def _techs(unit: Mapping[str, Any], unknown: str) -> list[str]:
    """The four techs. Of another race's ships only the cargo tech is known (GG-VIS-009)."""
    return [amount(unit[area]) if area in unit else unknown for area in AREAS]


def battle_lines(
    battle: ReportedBattle,
    table: Callable[[str, Iterable[Row]], list[str]],
    paragraph: Callable[[str, str], list[str]],
    name: NameFormat,
    sentence: NameFormat,
) -> list[str]:
    """A battle as plain text."""
    lines = paragraph(sentence(battle.summary), "")
    for index, side in enumerate(battle.sides):
        rows = [
            (
                str(ships_of(unit)),
                name(unit["name"]),
                *_techs(unit, "-"),
                unit.get("cargo_kind") or "-",
                amount(unit.get("load", 0.0)),
                str(left_of(unit)),
            )
            for unit in battle.units
            if unit["side"] == index
        ]
        lines += [name(side), *table(_HEADS, rows)]
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
