"""`horizons lab`: studies and tournaments read from files, and reports of their results.

The host finds this group by its entry point. These modules import click alone: commands import
the rest when they are called.
"""

from __future__ import annotations

import click

from horizons_lab.commands.comparisons import compare
from horizons_lab.commands.online import play
from horizons_lab.commands.shared import Group
from horizons_lab.commands.stored import replay
from horizons_lab.commands.studies import report, run
from horizons_lab.commands.tournaments import league, tournament


@click.group(
    "lab",
    cls=Group,
    short_help="Play many games between bots, and say what they prove.",
    examples=(
        "horizons lab run study.yaml --out results --workers 2",
        "horizons lab report results",
        "horizons lab compare study.yaml --mod shared_mining --out results",
        "horizons lab tournament bots.yaml --out results",
    ),
)
def command() -> None:
    """Play many games between bots, and say what they prove.

    A study is a YAML file: who plays what, how often, and what is measured. So is a tournament,
    in which several players meet each other.
    """


for subcommand in (run, report, compare, replay, tournament, league, play):
    command.add_command(subcommand)
