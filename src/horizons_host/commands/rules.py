"""`horizons rules`: a variant's rulebook, and what proves each clause."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from horizons_host.commands import common, failures
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    from horizons_host.rulebook import Rulebook, State


@click.command(
    "rules",
    cls=WithExamples,
    short_help="Print a variant's rulebook and what proves each clause.",
    examples=(
        "horizons rules event_horizon",
        "horizons rules event_horizon EH-CMB-001",
        "horizons rules event_horizon --check",
    ),
)
@click.argument("variant")
@click.argument("clause", required=False)
@click.option("--check", is_flag=True, help="Fail if a binding clause has no passing test.")
@click.option(
    "--results",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="What the tests said (default: .horizons/rule-tests.json).",
)
@click.option(
    "--without",
    multiple=True,
    metavar="LIST",
    help="Let the clauses of this list go unproved: left_out/LIST.txt of the variant's package.",
)
@common.json_option
@click.pass_context
def command(
    context: click.Context,
    *,
    variant: str,
    clause: str | None,
    check: bool,
    results: Path | None,
    without: tuple[str, ...],
    as_json: bool,
) -> None:
    """Print the rulebook of VARIANT, or one CLAUSE of it, with the state of each clause.

    A clause is proved if a test that names it passed when the tests were last run. Clauses that are
    advice bind nobody and need no test.
    """
    from horizons_host.rulebook import rulebook

    book = rulebook(variant, results, must_exist=check, without=without)
    if check:
        context.exit(_check(book, as_json=as_json))
    shown = book.states if clause is None else (book.state(clause),)
    if as_json:
        common.write_json([state.told() for state in shown])
        return
    for state in shown:
        _write(state)
    if clause is None:
        click.echo(_summary(book))


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
        click.echo(f"{unknown.clause}: no such clause, named by {', '.join(unknown.tests)}")
    if faults:
        failures.complain(
            f"{book.variant}: {common.counted(len(book.unproved), 'clause')} unproved,"
            f" {common.counted(len(book.unknown), 'unknown clause')} named by tests",
            'name a clause in a test that proves it: @pytest.mark.rule("...")',
        )
        return 1
    click.echo(_summary(book))
    return 0


def _summary(book: Rulebook) -> str:
    proved = sum(state.words == "proved" for state in book.states)
    advice = sum(not state.clause.binding for state in book.states)
    left_out = sum(state.words == "left out" for state in book.states)
    return (
        f"{book.variant}: {common.counted(len(book.states), 'clause')}, {proved} proved,"
        f" {len(book.unproved)} unproved, {advice} of advice"
        + (f", {left_out} left out" if left_out else "")
    )


def _write(state: State) -> None:
    clause = state.clause
    click.echo(f"{clause.id}  {clause.title}  [{clause.kind}, {state.words}]")
    texts = [clause.rule]
    if clause.open:
        texts.append(f"Open in the text: {clause.open}")
    if clause.decision:
        texts.append(f"Decided: {clause.decision}")
    for text in texts:
        click.echo(click.wrap_text(text, 96, "    ", "    "))
    for example in clause.examples:
        click.echo(f"    Example: {_listed(example.given)} -> {_listed(example.expect)}")
    for test in state.tests:
        click.echo(f"    test: {test}")
    click.echo()


def _listed(values: object) -> str:
    if isinstance(values, dict):
        return ", ".join(f"{key} {value}" for key, value in values.items())
    return str(values)
