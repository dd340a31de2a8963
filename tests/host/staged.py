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

#: A variant in which every other turn needs a ruling of the umpire alone.
RULINGS = """\
import horizons_core as hz
from horizons_core.model import Role

UMPIRE = Role("umpire", "Umpire", "Decides.", sees_all=True)
INFO = hz.VariantInfo("rulings", "Rulings", "1.0", "Asks for rulings.", roles=(UMPIRE,),
    stages={"ruling": "The umpire decides"})
RULE = hz.Command("RULE", phase="rulings", help="Decides.", example="RULE", mistake="RULE 1",
    roles=("umpire",), stages=("ruling",))
WAIT = hz.Command("WAIT", phase="rulings", help="Waits.", example="WAIT", mistake="WAIT 1")
horizons_variant_info = hz.hookimpl(lambda: INFO)
horizons_commands = hz.hookimpl(lambda: [RULE, WAIT])
horizons_phases = hz.hookimpl(lambda: [hz.Phase("rulings", lambda context: None)])


@hz.hookimpl
def horizons_create_game(players, options):
    return hz.Game(empires=[hz.Empire(id=name) for name in players], options=options)


@hz.hookimpl
def horizons_stage(game):
    return "ruling" if game.turn % 2 else ""


@hz.hookimpl
def horizons_awaited(game):
    return [who.id for who in (game.seats if game.turn % 2 else game.empires)]
"""


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """Install Border Wars, Quiet Years and Rulings in a folder on the path."""
    info = folder / "staged-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: staged\nVersion: 1.0\n")
    names = ("border_wars", "quiet_years", "rulings")
    points = "".join(f"{name} = {name}\n" for name in names)
    (info / "entry_points.txt").write_text(f"[horizons.variants]\n{points}")
    (folder / "quiet_years.py").write_text(QUIET)
    (folder / "rulings.py").write_text(RULINGS)
    rules = EXAMPLES / "one_file" / "border_wars.py"
    (folder / "border_wars.py").write_text(rules.read_text("utf-8"), "utf-8")
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
