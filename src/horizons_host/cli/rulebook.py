"""`horizons rules` and `scenario`: show clauses with their code and tests, and run scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.cli import common, root
from horizons_host.cli.root import WithExamples

if TYPE_CHECKING:
    from horizons_host.rulebook import ClauseIndex, ClauseState, Rulebook


@click.command(
    "rules",
    cls=WithExamples,
    short_help="Print a rulebook and show which clauses are tested.",
    examples=(
        "horizons rules event_horizon",
        "horizons rules event_horizon EH-CBT-001",
        "horizons rules event_horizon --where",
        "horizons rules event_horizon --check",
        "horizons rules event_horizon --out rules.html",
    ),
)
@click.argument("variant")
@click.argument("clause", required=False)
@click.option("--check", is_flag=True, help="Fail unless every binding clause has a passing test.")
@click.option(
    "--where",
    "locate",
    is_flag=True,
    help="List the code that names each binding clause; fail if a clause has none.",
)
@click.option(
    "--results",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Test results (default: .horizons/rule-tests.json).",
)
@click.option(
    "--without",
    multiple=True,
    metavar="LIST",
    help="Ignore the clauses in left_out/LIST.txt of the variant's package.",
)
@common.out_option("Write the rulebook for players as .html, without test results.")
@common.json_option
@click.pass_context
def rules_command(
    context: click.Context,
    *,
    variant: str,
    clause: str | None,
    check: bool,
    locate: bool,
    results: Path | None,
    without: tuple[str, ...],
    out: Path | None,
    as_json: bool,
) -> None:
    """Print the rulebook of VARIANT, or one CLAUSE of it, with test results.

    A clause is proved if a test that names it passed in the last test run. Clauses that are advice
    are not binding and need no test. For a single CLAUSE, the command also lists the code, tests
    and scenarios that name it, if they are installed.

    With --out, it writes a page for players with the rules only, including decisions where the text
    is ambiguous.
    """
    from horizons_host.rulebook import clause_index, rulebook

    if check + locate + (clause is not None) + (out is not None) > 1:
        raise click.UsageError("use only one of CLAUSE, --check, --where and --out")
    if out is not None:
        _write_page(variant, out)
        return
    book = rulebook(variant, results, must_exist=check, without=without)
    if check:
        context.exit(_check(book, as_json=as_json))
    if locate:
        context.exit(_check_code(book, clause_index(variant), as_json=as_json))
    if clause is not None:
        _write_one(book.state(clause), clause_index(variant), as_json=as_json)
    elif as_json:
        common.write_json([state.to_dict() for state in book.states])
    else:
        _write_all(book)


def _write_page(variant: str, out: Path) -> None:
    import horizons_core as hz
    from horizons_host.rulebook import write_rules_page

    write_rules_page(hz.load_variant(variant), out)
    click.echo(f"Wrote {out}")


def _check(book: Rulebook, *, as_json: bool) -> int:
    faults = [*book.unproved, *book.unknown]
    if as_json:
        common.write_json(
            {
                "variant": book.variant,
                "unproved": [state.clause.id for state in book.unproved],
                "unknown": [{"clause": u.clause, "tests": list(u.tests)} for u in book.unknown],
            }
        )
        return 1 if faults else 0
    for state in book.unproved:
        click.echo(f"{state.clause.id}: {state.words}: {state.clause.title}")
    for unknown in book.unknown:
        click.echo(f"{unknown.clause}: unknown clause, named by {', '.join(unknown.tests)}")
    if faults:
        root.print_error(
            f"{book.variant}: {common.counted(len(book.unproved), 'clause')} unproved,"
            f" {common.counted(len(book.unknown), 'unknown clause')} named by tests",
            'run all tests; if a clause has no test, mark one: @pytest.mark.rule("...")',
        )
        return 1
    click.echo(_summary(book))
    return 0


def _check_code(book: Rulebook, index: ClauseIndex, *, as_json: bool) -> int:
    from horizons_host.rulebook import format_line, line_data

    binding = [state.clause for state in book.states if state.clause.binding]
    left_out = {state.clause.id for state in book.states if state.left_out}
    missing = [c for c in binding if c.id not in left_out and not index.is_carried_out(c)]
    if as_json:
        common.write_json(
            {
                "variant": book.variant,
                "clauses": [
                    {
                        "id": c.id,
                        "title": c.title,
                        "code": [line_data(p) for p in index.code_of(c)],
                    }
                    for c in binding
                ],
                "missing": [clause.id for clause in missing],
            }
        )
        return 1 if missing else 0
    for clause in binding:
        lines = [format_line(line) for line in index.code_of(clause)]
        click.echo(f"{clause.id}  {clause.title}: {', '.join(lines) or 'no code'}")
    if missing:
        names = ", ".join(clause.id for clause in missing)
        root.print_error(
            f"{book.variant}: no code names {common.counted(len(missing), 'clause')}: {names}",
            "name each clause in a docstring or comment of the code that implements it",
        )
        return 1
    click.echo(f"{book.variant}: code names each of {common.counted(len(binding), 'clause')}")
    return 0


def _summary(book: Rulebook) -> str:
    proved = sum(state.words == "proved" for state in book.states)
    advice = sum(not state.clause.binding for state in book.states)
    left_out = sum(state.words == "left out" for state in book.states)
    return (
        f"{book.variant}: {common.counted(len(book.states), 'clause')}, {proved}"
        f" proved, {len(book.unproved)} unproved, {advice} advice"
        + (f", {left_out} left out" if left_out else "")
    )


def _write_all(book: Rulebook) -> None:
    for state in book.states:
        _write(state, state.words)
        for test in state.tests:
            click.echo(f"    test: {test}")
        click.echo()
    click.echo(_summary(book))


def _write_one(state: ClauseState, index: ClauseIndex, *, as_json: bool) -> None:
    from horizons_host.rulebook import format_line, line_data

    code, tests = index.code_of(state.clause), index.tests_of(state.clause)
    if as_json:
        named = None if tests is None else [line_data(t.line, name=t.name) for t in tests]
        common.write_json(
            [{**state.to_dict(), "code": [line_data(p) for p in code], "named_by": named}]
        )
        return
    _write(state, "no test" if tests == [] and state.words == "not run" else state.words)
    for line in code:
        click.echo(f"    code: {format_line(line)}")
    for test in tests or ():
        click.echo(f"    test: {format_line(test.line)}  {test.name}".rstrip())
    for passed in state.tests:
        click.echo(f"    passed: {passed}")
    if tests is None:
        click.echo("    The tests of this variant are not installed here.")


def _write(state: ClauseState, proof: str) -> None:
    clause = state.clause
    click.echo(f"{clause.id}  {clause.title}  [{clause.kind}, {proof}]")
    texts = [clause.rule]
    if clause.open:
        texts.append(f"Ambiguity: {clause.open}")
    if clause.decision:
        texts.append(f"Decision: {clause.decision}")
    for text in texts:
        click.echo(click.wrap_text(text, 96, "    ", "    "))
    for example in clause.examples:
        click.echo(f"    Example: {_listed(example.given)} -> {_listed(example.expect)}")


def _listed(values: object) -> str:
    if isinstance(values, dict):
        return ", ".join(f"{key} {value}" for key, value in values.items())
    return str(values)


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
    from horizons_host.cli.common import working
    from horizons_host.variant_checks import run_file

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
