"""A commit compared with the tree: each runs its own code, and both can do the work."""

from __future__ import annotations

import subprocess
import sys

import pytest

import horizons_core as hz
from benchmarks import against, workloads

ASKED = """
import horizons_core
from importlib import metadata
points = metadata.entry_points(group="horizons.variants")
print(horizons_core.__file__, sorted(point.name for point in points))
"""


def test_a_tree_runs_its_own_code_with_its_own_entry_points(tmp_path):
    (tmp_path / "src" / "horizons_core").mkdir(parents=True)
    (tmp_path / "src" / "horizons_core" / "__init__.py").touch()
    points = '[project.entry-points."horizons.variants"]\nolder = "variants.older"\n'
    (tmp_path / "pyproject.toml").write_text(
        f'[project]\nname = "horizons"\nversion = "0.0.1"\n{points}'
    )
    for root, names in ((tmp_path, ["older"]), (against.ROOT, sorted(hz.variants()))):
        tree = against.installed(root, tmp_path / "metadata" / root.name)
        output = subprocess.check_output(
            [sys.executable, "-c", ASKED], env=tree.environment(), cwd=tmp_path, text=True
        )
        assert output == f"{root / 'src' / 'horizons_core' / '__init__.py'} {names}\n"


@pytest.mark.parametrize("game", workloads.GAMES)
def test_the_works_are_possible_in_every_game(game):
    variant = hz.load_variant(game)
    assert workloads.GAMES[game][1] in variant.bots
    if game in workloads.BATTLES:
        sizes = [workloads.BATTLES[game][0], against._two_sides(game)]
        assert [len(variant.battle({"sides": sides}).sides) for sides in sizes] == [2, 2]


def test_a_commit_that_is_not_there_is_refused():
    with pytest.raises(SystemExit, match="git rev-parse: "):
        against.main(["no-such-commit"])
