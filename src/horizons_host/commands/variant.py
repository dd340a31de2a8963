"""`horizons variant`: create a new variant, and check it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common
from horizons_host.commands.groups import CommandGroup, WithExamples

if TYPE_CHECKING:
    from horizons_host.variant_checks import VariantCheck


@click.group(
    "variant",
    cls=CommandGroup,
    short_help="Create a variant of your own, and check it.",
    examples=("horizons variant new my_game", "horizons variant check my_game"),
)
def variant_command() -> None:
    """Create a variant of your own, and check it."""


@variant_command.command(
    "new",
    cls=WithExamples,
    examples=("horizons variant new my_game", "horizons variant new my_game --dir games"),
)
@click.argument("name")
@click.option(
    "--dir",
    "folder",
    type=click.Path(path_type=Path),
    default=Path(),
    metavar="DIR",
    help="The folder to create it in (default: the current one).",
)
def new(*, name: str, folder: Path) -> None:
    """Create a skeleton of a variant called NAME that runs and passes its own tests."""
    from horizons_host.scaffold import write_skeleton

    written = write_skeleton(name, folder)
    for path in written:
        click.echo(str(path))
    click.echo(f"Wrote {common.counted(len(written), 'file')}.")


@variant_command.command(
    "check",
    cls=WithExamples,
    examples=(
        "horizons variant check moon_raiders.py",
        "horizons variant check my_game --mod night.py --mod cheap.toml",
    ),
)
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--mod",
    "mods",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A house rule in a file, Python or TOML. Order matters.",
)
@common.json_option
@click.pass_context
def check(context: click.Context, *, path: Path, mods: tuple[Path, ...], as_json: bool) -> None:
    """Check the variant in a file or folder PATH; it needn't be installed.

    The command loads the rules, runs the scenarios (all YAML files in folders called `scenarios`),
    and runs the tests that every variant must pass, with pytest. The exit status is 1 if anything
    fails.
    """
    from horizons_host.progress import working
    from horizons_host.variant_checks import check as checked

    with working("checking the variant"):
        result = checked(path, mods)
    if as_json:
        common.write_json(result.to_dict())
    else:
        _write(result)
    context.exit(0 if result.fine else 1)


def _write(result: VariantCheck) -> None:
    variant = result.variant
    mods = ", ".join(mod.name for mod in variant.mods)
    with_mods = f" with {mods}" if mods else ""
    click.echo(f"Loaded {variant.title} ({variant.name} {variant.info.version}){with_mods}")
    parts = (variant.commands, "order"), (variant.phases, "phase"), (variant.bots, "bot")
    click.echo("  " + ", ".join(common.counted(len(each), name) for each, name in parts))
    if result.scenarios:
        failed = [run for run in result.scenarios if run.failures]
        click.echo(f"Scenarios: {len(result.scenarios) - len(failed)} passed, {len(failed)} failed")
        for run in failed:
            click.echo(f"  {run.file}")
            for failure in run.failures:
                click.echo(f"    {failure}")
    broken = sum(len(each.laws) for each in result.broken)
    click.echo(f"Contract: {result.passed_laws} passed, {broken} failed")
    for each in result.broken:
        place = f"{each.place}: " if each.place and each.place not in each.reason else ""
        click.echo("  " + (place + each.reason).replace("\n", "\n  "))
        more = f", and {len(each.laws) - 3} more" if len(each.laws) > 3 else ""
        click.echo(f"    failed: {'; '.join(each.laws[:3])}{more}")
    if result.broken:
        click.echo("Fix the faults above; see `Mistakes` in the tutorial for variants.")
    if result.fights:
        click.echo(
            "Tests of battles were left out; to run them, name `battles` in a contract of your own."
        )
