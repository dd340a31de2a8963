"""A demonstration game between bots, played by the same code as any other game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_host.files import file_stem, write_atomically
from horizons_host.games.setup import create_game
from horizons_host.games.turns import run_and_store
from horizons_host.reports.battles import battles, longest
from horizons_host.reports.files import turn_folder, write_reports
from horizons_host.reports.pages import chart, map_drawing
from horizons_host.reports.replay import replay_html
from horizons_host.seats.seats import seats_from
from horizons_host.store import GameStore

VARIANT = "event_horizon"
#: A fixed seed, so that every demonstration is the same.
SEED = "demonstration"
SEATS = (("Ada", "admiral"), ("Brin", "greedy"), ("Cleo", "greedy"), ("Dara", "random"))


@frozen
class DemoSummary:
    """Summary of a demonstration and its files. `replay` is None if there was no battle."""

    turns: int
    battles: int
    player: str
    ending: str
    report: Path
    map: Path
    replay: Path | None

    def to_dict(self) -> dict[str, Any]:
        """Return the demonstration as plain data."""
        return {
            "turns": self.turns,
            "battles": self.battles,
            "ending": self.ending,
            "report": str(self.report),
            "map": str(self.map),
            "replay": self.replay and str(self.replay),
        }


def fresh_folder(folder: Path) -> Path:
    """Return the folder, or if it exists the first free one of `folder-2`, `folder-3`..."""
    number = 1
    candidate = folder
    while candidate.exists():
        number += 1
        candidate = folder.with_name(f"{folder.name}-{number}")
    return candidate


def play_demo(folder: Path, turns: int, step: Callable[[], None]) -> DemoSummary:
    """Play a whole game with a limit of `turns` turns; `step` is called after each turn.

    An empire may win earlier.
    """
    variant = hz.load_variant(VARIANT)
    seats = seats_from(variant, (), SEATS)
    options = {"turn_limit": turns}
    create_game(folder, variant, seats, name="demo", seed=SEED, options=options)
    fought: list[tuple[int, int]] = []
    with GameStore(folder) as store:
        for number in range(1, turns + 1):
            played = run_and_store(store)
            write_reports(folder, variant, number, played.reports)
            reported = battles(store, None, number)
            fought += [(number, index) for index in range(len(reported))]
            step()
            if played.turn.game.outcome:
                break
        return _summary(store, fought)


def _summary(store: GameStore, fought: list[tuple[int, int]]) -> DemoSummary:
    latest = store.latest()
    outcome = store.stored(latest).state["outcome"]
    winners = " and ".join(outcome["winners"])
    verb = "won" if len(outcome["winners"]) == 1 else "drew"
    player = SEATS[0][0]
    drawing = store.folder / "map.svg"
    write_atomically(drawing, map_drawing(chart(store, None)))
    return DemoSummary(
        turns=latest,
        battles=len(fought),
        player=player,
        ending=f"{winners} {verb}: {outcome['reason']}.",
        report=turn_folder(store.folder, latest) / f"{file_stem(player)}.html",
        map=drawing,
        replay=_replay(store, fought),
    )


def _replay(store: GameStore, fought: list[tuple[int, int]]) -> Path | None:
    """Write a replay page of the battle with the most shots, if there was a battle."""
    if not fought:
        return None
    records = [battles(store, None, turn)[index] for turn, index in fought]
    page = store.folder / "battle.html"
    write_atomically(page, replay_html(longest(records)))
    return page
