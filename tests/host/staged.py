"""An installed variant with a stage for retreats: Border Wars, from the examples."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.examples.distributions import EXAMPLES

#: A variant whose turns need no orders, except every `every`-th.
QUIET = """\
import horizons_core as hz

INFO = hz.VariantInfo("quiet_years", "Quiet Years", "1.0", "Nothing happens for years.",
    options=(hz.Option("every", int, 3, "turns from one decision to the next", 1, 99),))
WAIT = hz.Command("WAIT", phase="years", help="Waits.", example="WAIT", mistake="WAIT 1")
horizons_variant_info = hz.hookimpl(lambda: INFO)
horizons_commands = hz.hookimpl(lambda: [WAIT])
horizons_phases = hz.hookimpl(lambda: [hz.Phase("years", lambda context: None)])


@hz.hookimpl
def horizons_create_game(players, options):
    return hz.Game(empires=[hz.Empire(id=name) for name in players], options=options)


@hz.hookimpl
def horizons_awaited(game):
    is_year = game.turn % game.options["every"] == 0
    return [empire.id for empire in game.empires] if is_year else []


@hz.hookimpl
def horizons_turn_title(game):
    return f"Year {game.turn // game.options['every'] + 1}"
"""


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """Install Border Wars and Quiet Years in a folder on the path."""
    info = folder / "staged-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: staged\nVersion: 1.0\n")
    points = "border_wars = border_wars\nquiet_years = quiet_years\n"
    (info / "entry_points.txt").write_text(f"[horizons.variants]\n{points}")
    (folder / "quiet_years.py").write_text(QUIET)
    rules = EXAMPLES / "one_file" / "border_wars.py"
    (folder / "border_wars.py").write_text(rules.read_text("utf-8"), "utf-8")
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
