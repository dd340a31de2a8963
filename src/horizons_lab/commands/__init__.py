"""`horizons lab`: run studies and tournaments from files, and report their results.

The host finds this group by its entry point. These modules import only click; commands import the
rest when they are called.
"""

from __future__ import annotations

import click

from horizons_lab.commands.comparisons import compare, replay
from horizons_lab.commands.online import play
from horizons_lab.commands.shared import GroupWithExamples
from horizons_lab.commands.studies import report, run
from horizons_lab.commands.tournaments import league, tournament


@click.group(
    "lab",
    cls=GroupWithExamples,
    short_help="Study games and battles between bots.",
    examples=(
        "horizons lab run study.yaml --out results --workers 2",
        "horizons lab report results",
        "horizons lab compare study.yaml --mod shared_mining --out results",
        "horizons lab tournament bots.yaml --out results",
    ),
)
def command() -> None:
    """Study games and battles between bots.

    A study is a YAML file with the players, the number of games and the measures. A
    tournament between several players is a YAML file too.
    """


for subcommand in (run, report, compare, replay, tournament, league, play):
    command.add_command(subcommand)
