"""Summaries of a player's turns, and charts of measures over a game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen
from markupsafe import Markup

from horizons_core.plugins import Variant
from horizons_core.report import PlayerMarker, reader
from horizons_core.report.markers import number as pixels
from horizons_core.report.markers import safe, short
from horizons_host.reports.events import figure_text, place_of, places_of
from horizons_host.reports.sources import ReportSource
from horizons_host.store.caches import DocumentCache

#: Kinds of events that are marked on a replay.
MARKED = ("battles", "losses", "gains")
#: Number of turns, of all games, that are cached in each process.
_MAX_CACHED_TURNS = 4000

_WIDTH, _HEIGHT = 420.0, 240.0
_LEFT, _RIGHT, _TOP, _FOOT = 46.0, 138.0, 14.0, 30.0
#: Smallest distance of names at the ends of lines.
_APART = 21.0
#: Number of characters of a name and its value that fit at the end of a line.
_MAX_CHARACTERS = 13
#: Maximum number of lines; of more empires the best and the reader's are drawn.
MAX_LINES = 12


@frozen
class ReplayMark:
    """An event of a turn that a replay marks.

    Attributes:
        kind: one of `MARKED`.
        text: its sentence.
        place: the map's place where it happened.
        number: its index among the events of the report.
        battle: whether it has a replay.
    """

    kind: str
    text: str
    place: str | None
    number: int
    battle: bool


@frozen
class TurnSummary:
    """Summary of a turn's report.

    Attributes:
        turn: its number.
        reader: the reader's name at that time.
        counts: number of events of each kind.
        marks: battles, losses and gains.
        met: the empires on the map and in the report, in order.
        measures: values by measure and empire.
        title: the title of the turn in the game's own words; "" if it has none.
    """

    turn: int
    reader: str
    counts: Mapping[str, int]
    marks: Sequence[ReplayMark]
    met: Sequence[str]
    measures: Mapping[str, Mapping[str, float]]
    title: str = ""


_cache: DocumentCache[TurnSummary] = DocumentCache(_MAX_CACHED_TURNS)


def turn_summaries(
    reports: ReportSource, seat: str, variant: Variant, most: int | None = None
) -> list[TurnSummary]:
    """Return summaries of all turns with a report of the seat, by the rules of the game.

    With `most`, only of that many turns, the latest.
    """
    info = reports.info()
    rules = " ".join([info.variant, *info.mods])

    def short(turn: int) -> TurnSummary:
        stored = reports.packed_report(turn, seat)
        return _cache.of(stored, rules, lambda: summarize_turn(reports.report(turn, seat), variant))

    turns = reports.turns_reported(seat)
    return [short(turn) for turn in turns[0 if most is None else -most :]]


def summarize_turn(report: Mapping[str, Any], variant: Variant) -> TurnSummary:
    """Summarize a report."""
    highlights = variant.highlights
    you, places = reader(report), places_of(report)
    counts: dict[str, int] = {}
    marks = []
    for number, event in enumerate(report["events"]):
        kind = highlights.kind(event, you)
        counts[kind] = counts.get(kind, 0) + 1
        if kind in MARKED or not you:  # public information is short
            battle = "units" in event["data"] and "shots" in event["data"]
            place = place_of(event, places)
            marks.append(ReplayMark(kind, event["text"], place, number, battle))
    measures = {measure.name: measure.read(report) for measure in highlights.measures}
    met, title = tuple(_empires_on_map(report, you)), variant.report_title(report)
    return TurnSummary(report["turn"], you, counts, marks, met, measures, title)


def _empires_on_map(report: Mapping[str, Any], you: str) -> Iterator[str]:
    """Yield other empires whose ships or places are on the map."""
    chart = report["map"]
    owners = [mark.get("owner") for place in chart["places"] for mark in place["marks"]]
    owners += [place.get("owner") for place in chart["places"]]
    known = set(chart["empires"]) - {you}
    yield from dict.fromkeys(owner for owner in owners if owner in known)


def first_contacts(turns: Sequence[TurnSummary]) -> dict[int, list[str]]:
    """Return the empires met for the first time, by turn."""
    known: set[str] = set()
    contacts: dict[int, list[str]] = {}
    for turn in turns:
        new = [name for name in turn.met if name not in known]
        known.update(new)
        if new:
            contacts[turn.turn] = new
    return contacts


@frozen
class Series:
    """The values of an empire by turn, in order."""

    name: str
    marker: PlayerMarker
    values: Mapping[int, float]

    @property
    def last(self) -> float:
        """The latest value."""
        return self.values[max(self.values)]


def series(
    turns: Sequence[TurnSummary], measure: str, markers: Mapping[str, PlayerMarker]
) -> list[Series]:
    """Return the known values of a measure: the reader's line first, then others by last value.

    If the reader's empire was renamed, its line has the current name.
    """
    by_name: dict[str, dict[int, float]] = {}
    you = turns[-1].reader if turns else ""
    for turn in turns:
        for name, value in turn.measures.get(measure, {}).items():
            known = you if name == turn.reader else name
            by_name.setdefault(known, {})[turn.turn] = value
    lines = [
        Series(name, markers[name], values) for name, values in by_name.items() if name in markers
    ]
    lines.sort(key=lambda line: (line.name != you, -line.last))
    return lines[:MAX_LINES]


def curve_chart(lines: Sequence[Series], title: str) -> Markup:
    """Draw the chart; empty with fewer than two turns."""
    turns = sorted({turn for line in lines for turn in line.values})
    if len(turns) < 2:
        return Markup("")
    scale = _Scale.of(turns, [value for line in lines for value in line.values.values()])
    names = _heights([(line, scale.y(line.last)) for line in lines])
    parts = [*_grid(scale), *(_line(line, scale) for line in reversed(lines))]
    parts += [_name(line, height, scale) for line, height in names]
    return Markup(  # noqa: S704 - names are escaped
        f'<svg class="hz-map curves" viewBox="0 0 {pixels(_WIDTH)} {pixels(_HEIGHT)}" role="img"'
        f' aria-label="{safe(title)}">{"".join(parts)}</svg>'
    )


@frozen
class _Scale:
    first: int
    last: int
    low: float
    high: float
    step: float

    @classmethod
    def of(cls, turns: Sequence[int], values: Iterable[float]) -> _Scale:
        """Create a scale from zero, or the lowest value, to a round number above the highest."""
        listed = list(values)
        low, high = min(0.0, *listed), max(0.0, *listed)
        step = _round_step((high - low) or 1.0)
        if all(value == round(value) for value in listed):
            step = max(step, 1.0)
        bottom, top = math.floor(low / step) * step, math.ceil(high / step) * step
        return cls(turns[0], turns[-1], bottom, top if top > bottom else bottom + step, step)

    def x(self, turn: float) -> float:
        room = _WIDTH - _LEFT - _RIGHT
        return _LEFT + room * (turn - self.first) / (self.last - self.first)

    def y(self, value: float) -> float:
        room = _HEIGHT - _TOP - _FOOT
        return _TOP + room * (self.high - value) / (self.high - self.low)


def _round_step(extent: float) -> float:
    """Return a round distance of grid lines that gives three to six of them."""
    size = float(10.0 ** math.floor(math.log10(extent)))
    return next(step for step in (size / 5, size / 2, size, size * 2) if extent / step <= 5)


def _grid(scale: _Scale) -> Iterator[str]:
    for place in range(round((scale.high - scale.low) / scale.step) + 1):
        value = scale.low + place * scale.step
        y = pixels(scale.y(value))
        kind = "axis" if abs(value) < scale.step / 2 else "grid"
        yield f'<path class="{kind}" d="M{pixels(_LEFT)} {y}H{pixels(_WIDTH - _RIGHT)}"/>'
        label = _short_number(value)
        yield f'<text class="edge at" x="{pixels(_LEFT - 8)}" y="{y}" dy="4">{label}</text>'
    every = max(1, math.ceil((scale.last - scale.first) / 6))
    for turn in range(scale.first, scale.last + 1, every):
        x, y = pixels(scale.x(turn)), pixels(_HEIGHT - 10)
        yield f'<text class="edge" x="{x}" y="{y}">{turn}</text>'


def _line(line: Series, scale: _Scale) -> str:
    """Draw a line with gaps at unknown turns, and a labelled point at each turn."""
    path, points, before = [], [], None
    for turn in sorted(line.values):
        x, y = pixels(scale.x(turn)), pixels(scale.y(line.values[turn]))
        path.append(f"{'L' if before == turn - 1 else 'M'}{x} {y}")
        label = f"{line.name}, {turn}: {figure_text(line.values[turn])}"
        points.append(
            f'<circle class="point" cx="{x}" cy="{y}" r="3.5" fill="{line.marker.fill}">'
            f"<title>{safe(label)}</title></circle>"
        )
        before = turn
    return f'<path class="curve" stroke="{line.marker.fill}" d="{"".join(path)}"/>{"".join(points)}'


def _heights(heights: Iterable[tuple[Series, float]]) -> list[tuple[Series, float]]:
    """Place the names at the ends of their lines without overlaps."""
    placed: list[tuple[Series, float]] = []
    at = -_APART
    for line, y in sorted(heights, key=lambda name: name[1]):
        at = max(y, at + _APART)
        placed.append((line, at))
    over = max(0.0, at - (_HEIGHT - _FOOT))
    return [(line, y - over) for line, y in placed] if over else placed


def _name(line: Series, height: float, scale: _Scale) -> str:
    end = scale.x(max(line.values))
    x, y = _WIDTH - _RIGHT + 16, height
    last = _short_number(line.last)
    name = short(line.name, _MAX_CHARACTERS - 1 - len(last))
    joined = f"M{pixels(end + 4)} {pixels(scale.y(line.last))}L{pixels(x - 4)} {pixels(y)}"
    return (
        f'<path class="leader" d="{joined}"/>'
        f'<g transform="translate({pixels(x + 8)} {pixels(y)}) scale(.8)">{line.marker.drawn()}</g>'
        f'<text class="name words" x="{pixels(x + 20)}" y="{pixels(y)}" dy="4">'
        f"{safe(name)} {last}</text>"
    )


def _short_number(value: float) -> str:
    """Format a number in a few characters: 15,000 is 15k."""
    for size, sign in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if abs(value) >= size:
            return f"{value / (1e3 if sign == 'k' else size):.3g}{sign}"
    return f"{value:,.0f}" if value == round(value) or abs(value) >= 100 else f"{value:.3g}"
