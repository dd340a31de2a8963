"""The options that commands on battles share."""

from __future__ import annotations

import click

key_option = click.option(
    "--key",
    default="0",
    show_default=True,
    metavar="K",
    help="What names the dice: a number or words. The same key, the same battles.",
)
threads_option = click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=2,
    show_default=True,
    metavar="N",
    help="How many processors to use; the answer does not depend on it.",
)
