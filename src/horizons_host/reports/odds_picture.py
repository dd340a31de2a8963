"""An SVG picture of battle odds, with each side's share of wins and distribution of losses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen
from markupsafe import Markup

import horizons_core as hz
from horizons_core.report import PlayerMarker, player_markers
from horizons_core.report.markers import number, safe, short

#: Losses of more steps than this share their columns.
MAX_COLUMNS = 30
_WIDTH, _LEFT, _HIGH, _ROW = 420.0, 14.0, 84.0, 186.0


@frozen
class SideOdds:
    """One side of a battle that was fought many times.

    Attributes:
        name: the side's name.
        marker: the side's marker.
        won: its share of the runs.
        low, middle, high: the 5%, 50% and 95% quantiles of its losses.
        columns: the share of the runs by loss, from `start` on, each `width` wide.
        start, width: of the columns, in the measure's unit.
        actual: its loss in the battle that counted, or None.
    """

    name: str
    marker: PlayerMarker
    won: float
    low: float
    middle: float
    high: float
    columns: Sequence[float]
    start: float
    width: float
    actual: float | None


@frozen
class OddsSummary:
    """The odds of all sides, with the measure of their losses, such as "ships lost"."""

    measure: str
    runs: int
    undecided: float
    sides: Sequence[SideOdds]


def battle_odds(
    many: hz.BattleStatistics,
    once: hz.BattleStatistics | None = None,
    empires: Sequence[str] = (),
) -> OddsSummary:
    """Compute the odds from many runs; `once` is the battle that counted.

    Sides have the same markers as in the game, whose empires are `empires`.
    """
    measure = _measure(many)
    listed = [*empires, *(side for side in many.sides if side not in empires)]
    known = player_markers(listed)
    values = many.measures[measure]
    actual = [None] * len(many.sides) if once is None else once.measures[measure][0].tolist()
    met = [*values.ravel().tolist(), *(loss for loss in actual if loss is not None)]
    low, high = min(met), max(met)
    width = _width(low, high)
    return OddsSummary(
        measure,
        many.runs,
        float((many.winner < 0).mean()),
        [
            _side(many, index, values[:, index], known[side], (low, high, width), actual[index])
            for index, side in enumerate(many.sides)
        ],
    )


def _measure(many: hz.BattleStatistics) -> str:
    """Return the measure to draw: losses if the variant counts them, else its first measure."""
    names = list(many.measures)
    return next((name for name in names if name.endswith(" lost")), names[0])


def _width(low: float, high: float) -> float:
    """Return the width of a column: 1 if there is room for each step."""
    extent = high - low
    return 1.0 if extent < MAX_COLUMNS else extent / MAX_COLUMNS


def _side(
    many: hz.BattleStatistics,
    index: int,
    values: Any,
    marker: PlayerMarker,
    extent: tuple[float, float, float],
    actual: float | None,
) -> SideOdds:
    import numpy as np

    low, high, width = extent
    count = round((high - low) / width) + 1
    places = np.minimum(((values - low) / width).astype(int), count - 1)
    columns = np.bincount(places, minlength=count) / many.runs
    least, middle, maximum = map(float, np.quantile(values, (0.05, 0.5, 0.95)))
    return SideOdds(
        name=many.sides[index],
        marker=marker,
        won=many.wins(index) / many.runs,
        low=least,
        middle=middle,
        high=maximum,
        columns=columns.tolist(),
        start=low,
        width=width,
        actual=actual,
    )


def odds_picture(odds: OddsSummary, words: dict[str, str]) -> Markup:
    """Draw the picture: a bar with the shares of wins, then the losses of each side.

    `words` are its texts: `title`, `undecided`, `usual` ("in the middle {middle}, 9 of 10 battles
    {low} to {high}"), `actual` ("it was {actual}").
    """
    rows = [_wins(odds, words)]
    rows += [_losses(side, odds, 70 + _ROW * n, words) for n, side in enumerate(odds.sides)]
    height = 70 + _ROW * len(odds.sides)
    return Markup(  # noqa: S704 - names and words are escaped
        f'<svg class="hz-map odds" viewBox="0 0 {number(_WIDTH)} {number(height)}" role="img"'
        f' aria-label="{safe(words["title"])}">{"".join(rows)}</svg>'
    )


def _wins(odds: OddsSummary, words: dict[str, str]) -> str:
    """Draw a bar divided by winner; each part has its marker and its share."""
    shares = [(side.won, side.marker) for side in odds.sides]
    x, parts = _LEFT, []
    room = _WIDTH - 2 * _LEFT
    for share, marker in [*shares, (odds.undecided, None)]:
        if not share:
            continue
        width = room * share
        fill = marker.fill if marker else "var(--hz-unknown)"
        parts.append(
            f'<rect x="{number(x)}" y="8" width="{number(width)}" height="26" fill="{fill}"'
            ' class="shape"/>'
        )
        middle = number(x + width / 2)
        if marker and width > 30:
            parts.append(f'<g transform="translate({middle} 21)">{marker.drawn()}</g>')
        named = "" if marker else f" {safe(words['undecided'])}"
        if width > (36 if marker else 110):
            parts.append(f'<text class="name" x="{middle}" y="52">{_percent(share)}{named}</text>')
        x += width
    return "".join(parts)


def _losses(side: SideOdds, odds: OddsSummary, top: float, words: dict[str, str]) -> str:
    """Draw the distribution of a side's losses in columns, with a mark at the actual loss."""
    foot = top + 66 + _HIGH
    maximum = max(side.columns) or 1
    step = (_WIDTH - 2 * _LEFT) / len(side.columns)
    parts = [_head(side, odds, top, words)]
    for place, share in enumerate(side.columns):
        if share:
            tall = max(_HIGH * share / maximum, 1.5)
            title = f"<title>{safe(_range(side, place))}: {_percent(share)}</title>"
            parts.append(
                f'<rect class="column" x="{number(_LEFT + step * place + step * 0.06)}"'
                f' y="{number(foot - tall)}" width="{number(step * 0.88)}"'
                f' height="{number(tall)}" fill="{side.marker.fill}">{title}</rect>'
            )
    parts.append(
        f'<path class="frame" d="M{number(_LEFT)} {number(foot)}H{number(_WIDTH - _LEFT)}"/>'
    )
    parts += _ticks(side, step, foot)
    if side.actual is not None:
        parts.append(_actual(side, step, foot, words))
    return "".join(parts)


def _head(side: SideOdds, odds: OddsSummary, top: float, words: dict[str, str]) -> str:
    usual = words["usual"].format(
        middle=_amount(side.middle), low=_amount(side.low), high=_amount(side.high)
    )
    x = number(_LEFT + 26)
    return (
        f'<g transform="translate({number(_LEFT + 9)} {number(top + 14)})">'
        f"{side.marker.drawn()}</g>"
        f'<text class="name words" x="{x}" y="{number(top + 18)}">'
        f'<tspan class="who">{safe(short(side.name, 24))}</tspan> {safe(odds.measure)}</text>'
        f'<text class="name words" x="{x}" y="{number(top + 36)}">{safe(usual)}</text>'
    )


def _ticks(side: SideOdds, step: float, foot: float) -> Iterator[str]:
    """Draw numbers below the columns, as many as fit."""
    every = max(1, round(30 / step + 0.49))
    for place in range(0, len(side.columns), every):
        x = number(_LEFT + step * (place + 0.5))
        label = _amount(side.start + place * side.width)
        yield f'<text class="edge" x="{x}" y="{number(foot + 16)}">{label}</text>'


def _actual(side: SideOdds, step: float, foot: float, words: dict[str, str]) -> str:
    assert side.actual is not None  # noqa: S101 - asked by the caller
    x = _LEFT + step * ((side.actual - side.start) / side.width + 0.5)
    label = words["actual"].format(actual=_amount(side.actual))
    end = "end" if x > _WIDTH / 2 else "start"
    away = -8 if end == "end" else 8
    return (
        f'<path class="was" d="M{number(x)} {number(foot)}v{number(-_HIGH - 14)}"/>'
        f'<text class="name {end}" x="{number(x + away)}"'
        f' y="{number(foot - _HIGH - 5)}">{safe(label)}</text>'
    )


def _range(side: SideOdds, place: int) -> str:
    first = side.start + place * side.width
    return _amount(first) if side.width == 1 else f"{_amount(first)}–{_amount(first + side.width)}"


def _amount(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) or abs(value) >= 100 else f"{value:,.1f}"


def _percent(share: float) -> str:
    percent = 100 * share
    return f"{percent:.0f} %" if percent >= 1 or not percent else "< 1 %"
