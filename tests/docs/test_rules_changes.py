"""The page of rules changes is accurate: measured figures, and examples with their output."""

from __future__ import annotations

import csv
import shutil

import attrs
import pytest

import horizons_lab as lab
from tests.docs.pages import DOCS, ROOT
from tests.docs.sessions import disappointments, in_this_process
from tests.effort import first

PAGE = DOCS / "rules-changes.md"
EXAMPLES = ROOT / "examples"
CHANGES = EXAMPLES / "rules_changes"
STUDIES = sorted(CHANGES.glob("*.yaml"))

#: Columns of the table for each game: the quantity, the player, and the number of decimals.
TOLD = {
    "event_horizon": ("stock", "greedy", 1),
    "galaxy_g": ("people", "settler", 1),
    "far_horizons": ("score", "settler", 0),
    "campaign2e": ("score", "trader", 1),
    "starcluster": ("treasury", "settler", 0),
}


def measured_change(game: str, quantity: str, player: str) -> dict[str, float]:
    """Return a row of a comparison's results."""
    with (CHANGES / f"{game}.csv").open(encoding="utf-8", newline="") as file:
        rows = [
            row
            for row in csv.DictReader(file)
            if (row["quantity"], row["player"]) == (quantity, player)
        ]
    return {
        name: float(rows[0][name]) for name in rows[0] if name not in {"quantity", "player", "turn"}
    }


def summary(game: str) -> str:
    """Return the last columns of a game's row in the table."""
    quantity, player, decimals = TOLD[game]
    row = measured_change(game, quantity, player)

    def number(name: str) -> str:
        return f"{row[name]:,.{decimals}f}"

    width = (row["difference high"] - row["difference low"]) / (
        row["apart high"] - row["apart low"]
    )
    return (
        f"| {row['pairs']:.0f} | {number('before')} | {number('difference')}"
        f" ({number('difference low')} to {number('difference high')})"
        f" | {number('apart low')} to {number('apart high')} | {width:.0%} |"
    )


@pytest.mark.parametrize("game", TOLD)
def test_the_table_has_what_was_measured_and_half_the_width_at_most(game):
    assert summary(game) in PAGE.read_text("utf-8")
    row = measured_change(game, *TOLD[game][:2])
    apart = row["apart high"] - row["apart low"]
    assert 0 < row["difference high"] - row["difference low"] <= apart / 2


def test_what_people_ordered_comes_out_as_it_is_shown(tmp_path):
    for name in ("stored_games", "rules_changes"):
        shutil.copytree(EXAMPLES / name, tmp_path / name)
    faults = disappointments(PAGE, tmp_path / "stored_games", in_this_process)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("file", first(STUDIES, 2), ids=lambda file: file.stem)
def test_every_comparison_can_be_played(file):
    study = attrs.evolve(lab.Study.from_file(file), games=2, max_turns=2)
    comparison = lab.compare(study, mods=[str(file.with_suffix(".toml"))])
    assert len(comparison.pairs) == 2
    assert file.stem in TOLD
    quantities = {change.column for change in comparison.changes}
    assert TOLD[file.stem][0] in quantities


def test_common_dice_halve_the_interval_of_a_small_comparison():
    """The largest of the table's intervals, with fewer and shorter games."""
    study = attrs.evolve(lab.Study.from_file(CHANGES / "galaxy_g.yaml"), games=12, max_turns=4)
    change = lab.compare(study, mods=[str(CHANGES / "galaxy_g.toml")]).change("people", "settler")
    assert change.is_clear
    assert change.gain <= 0.5


# the other examples of studies


@pytest.mark.parametrize(
    "file", sorted((EXAMPLES / "studies").glob("*.yaml")), ids=lambda f: f.stem
)
def test_every_study_can_be_played(file):
    study = attrs.evolve(lab.Study.from_file(file), games=1, max_turns=2)
    assert len(study.run().records) == len(study.cells)


@pytest.mark.parametrize(
    "file", sorted((EXAMPLES / "tournaments").glob("*.yaml")), ids=lambda f: f.stem
)
def test_every_tournament_can_be_played(file):
    plan = attrs.evolve(lab.Tournament.from_file(file), games=2, max_turns=1)
    assert plan.run().ratings
