"""`horizons scenario`: run scenarios, which are YAML files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from horizons_host.commands import common
from horizons_host.commands.groups import WithExamples


@click.command(
    "scenario",
    cls=WithExamples,
    short_help="Run scenarios from YAML files.",
    examples=(
        "horizons scenario dispute.yaml",
        "horizons scenario tests/scenarios",
        "horizons scenario raid.yaml --variant-file moon_raiders.py --mod strongboxes.py",
    ),
)
@click.argument(
    "paths", metavar="FILE|DIR...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
    "--variant-file",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="Use the variant in this file or folder; it needn't be installed.",
)
@click.option(
    "--mod",
    "mods",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A house rule in a file, with --variant-file. Order matters.",
)
@common.json_option
@click.pass_context
def scenario_command(
    context: click.Context,
    *,
    paths: tuple[Path, ...],
    variant_file: Path | None,
    mods: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Run scenarios and report what differs from their expectations.

    For a folder, all YAML files in it are run. The exit status is 1 if a scenario fails or can't be
    read.
    """
    from horizons_core.plugins import variant_from
    from horizons_host.progress import working
    from horizons_host.scenario_runs import run_file

    if mods and variant_file is None:
        raise click.UsageError(
            "--mod needs --variant-file; otherwise scenarios name their house rules"
        )
    variant = variant_from(variant_file, mods) if variant_file else None
    files = list(_files(paths))
    with working("scenarios", len(files)) as step:
        runs = []
        for file in files:
            runs.append(run_file(file, variant))
            step()
    failed = [run for run in runs if run.failures]
    if as_json:
        common.write_json([run.to_dict() for run in runs])
    else:
        for run in runs:
            click.echo(f"{'FAILED' if run.failures else 'passed'}  {run.file}")
            for failure in run.failures:
                click.echo(f"    {failure}")
        passed = len(runs) - len(failed)
        click.echo(f"{passed} passed, {len(failed)} failed")
    context.exit(1 if failed else 0)


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield files, and the files in folders; raises HorizonsError for an empty folder."""
    from horizons_core.errors import HorizonsError

    for path in paths:
        if not path.is_dir():
            yield path
            continue
        files = sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")])
        if not files:
            raise HorizonsError(
                f"no YAML files in '{path}'", "use the path of a YAML file or of another folder"
            )
        yield from files
