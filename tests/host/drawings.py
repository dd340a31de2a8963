"""Snapshots of the host's drawings: `python -m tests.host.drawings` writes them.

Look at every changed drawing before you commit it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from horizons_core.report import player_markers
from horizons_host.reports.odds_picture import OddsSummary, SideOdds, odds_picture
from horizons_host.reports.summaries import Series, curve_chart
from horizons_host.server.pages import artwork

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("Ada", "Brin <3", "The Empire of a Thousand Suns", "Dara", "Eve")
MARKERS = player_markers(NAMES)
#: A variant for each motif, and one that is not installed here.
VARIANTS = ("campaign2e", "event_horizon", "far_horizons", "galaxy_g", "starcluster", "lost")
WORDS = {
    "title": "Who wins",
    "undecided": "nobody",
    "usual": "in the middle {middle}, 9 of 10 battles {low} to {high}",
    "actual": "it was {actual}",
}


def _lines(*values: dict[int, float]) -> list[Series]:
    pairs = zip(NAMES, values, strict=False)
    return [Series(name, MARKERS[name], known) for name, known in pairs]


CURVES = {
    "few": _lines({0: 1, 1: 2}),
    "gaps": _lines({0: 3, 1: 5, 3: 4, 4: 9}, {0: 3, 1: 3, 2: 3}),
    "large": _lines({n: 1_800.0 * n * n for n in range(30)}, {29: 1e6}, {3: 4e6, 9: 2.5e9}),
    "small": _lines({2: 0.015, 3: -0.25}, {2: 0.1, 7: 0.1234}),
    "below-zero": _lines({0: -12_345, 1: -9_000.5}, {0: 10, 1: 0}),
    "close": _lines(*({0: 5.0, 1: 100.0 + n} for n in range(5))),
    "nothing": _lines({0: 0, 1: 0, 2: 0}),
}


def _side(name: str, won: float, columns: list[float], **more: float | None) -> SideOdds:
    base = {"low": 0.0, "middle": 2.0, "high": 1234.5, "start": 0.0, "width": 1.0, "actual": None}
    return SideOdds(name=name, marker=MARKERS[name], won=won, columns=columns, **{**base, **more})


ODDS = {
    "two": OddsSummary(
        "ships lost",
        1000,
        0.25,
        [
            _side("Ada", 0.745, [0.5, 0.0, 0.25, 0.25], actual=3.0),
            _side("Brin <3", 0.005, [0.001, 0.009, 0.99, 0.0], actual=0.0),
        ],
    ),
    "many": OddsSummary(
        "points left",
        500,
        0.0,
        [
            _side("Dara", 0.9, [1 / 30] * 31, start=10.0, width=12.5, actual=200.0),
            _side("Eve", 0.06, [1.0], start=-3.0),
            _side("The Empire of a Thousand Suns", 0.04, [0.5] * 14, width=0.5),
        ],
    ),
    "undecided": OddsSummary("ships lost", 10, 1.0, [_side("Ada", 0.0, [1.0])]),
}


def _face(variant: str) -> str:
    return "\n".join(
        [artwork.emblem(variant), *(artwork.strip(variant, f"game {n}") for n in range(3))]
    )


#: The function that renders the text of each drawing.
DRAWINGS: dict[str, Callable[[], str]] = {
    "faces": lambda: artwork.style_sheet().decode(),
    **{f"face-{variant}": partial(_face, variant) for variant in VARIANTS},
    **{f"curves-{name}": partial(curve_chart, CURVES[name], f"{name} <x>") for name in CURVES},
    **{f"odds-{name}": partial(odds_picture, ODDS[name], WORDS) for name in ODDS},
}


if __name__ == "__main__":
    for name, drawn in DRAWINGS.items():
        (GOLDEN / f"{name}.txt").write_text(f"{drawn()}\n", "utf-8")
