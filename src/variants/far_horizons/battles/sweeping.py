"""`python -m variants.far_horizons.battles.sweeping FILE`: what changes would do to a battle.

For each side of the battle in FILE: its chance to hold the field as it is, with one more ship of
each group, and with ten levels more of Military or Life Support; with --plot as a picture, too.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import yaml

from horizons_core.errors import BattleError
from variants.far_horizons.battles.questions import FleetBattle
from variants.far_horizons.battles.sweep import Step, sweep
from variants.far_horizons.combat import Resolver
from variants.far_horizons.habits import ENGINE_1999, RULEBOOK


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; exit status 0, or 1 for a battle that cannot be read."""
    asked = _parser().parse_args(arguments)
    try:
        battle = _read(asked.file, engine=asked.engine_1999)
    except (BattleError, OSError, yaml.YAMLError) as problem:
        sys.stderr.write(f"error: {problem}\n")
        return 1
    found = {side: sweep(battle, side, asked.runs, asked.key, asked.threads)
             for side in battle.sides}  # fmt: skip
    for side, steps in found.items():
        sys.stdout.write(_table(side, steps))
    if asked.plot:
        plot(found, asked.plot)
        sys.stdout.write(f"Wrote {asked.plot}\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m variants.far_horizons.battles.sweeping",
        description="What one more ship or better techs would change in a battle.",
    )
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--runs", type=int, default=20_000, metavar="N")
    parser.add_argument("--threads", type=int, default=2, metavar="N")
    parser.add_argument("--key", default="sweep", metavar="K")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw it, as .svg or .png")
    parser.add_argument("--engine-1999", action="store_true", help="with the engine's habits")
    return parser


def _read(path: Path, *, engine: bool) -> FleetBattle:
    spec = yaml.safe_load(path.read_text())
    battle = Resolver(ENGINE_1999 if engine else RULEBOOK).battle(spec)
    if not isinstance(battle, FleetBattle):
        raise BattleError(f"{path}: this is no battle", "write 'sides'")
    return battle


def _table(side: str, steps: Sequence[Step]) -> str:
    lines = [f"{side}:"]
    for step in steps:
        gain = step.chance - steps[0].chance
        lines.append(f"  {step.label:32} {step.chance:8.2%} {gain:+8.2%}  {step.lost:8.2f} lost")
    return "\n".join(lines) + "\n"


def plot(found: Mapping[str, Sequence[Step]], path: Path) -> None:
    """Draw the chances of all sides with all changes."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"svg.hashsalt": "horizons", "svg.fonttype": "none"}):
        tall = sum(1 + 0.3 * len(steps) for steps in found.values())
        figure = Figure(figsize=(8, 1 + tall), layout="constrained")
        axes = figure.subplots(len(found), 1, squeeze=False)[:, 0]
        for axis, (side, steps) in zip(axes, found.items(), strict=True):
            axis.barh([step.label for step in steps], [100 * step.chance for step in steps])
            axis.axvline(100 * steps[0].chance, color="#888888", linewidth=1)
            axis.set_xlim(0, 100)
            axis.invert_yaxis()
            axis.set_xlabel(f"{side} holds the field, %")
        figure.savefig(path, dpi=120, metadata={"Date": None} if path.suffix == ".svg" else None)


if __name__ == "__main__":
    sys.exit(main())
