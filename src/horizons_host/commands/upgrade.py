"""`horizons upgrade`: check and choose the version that runs a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_host.commands import common, failures
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    from horizons_host.store import GameStore, Upgrade
    from horizons_host.upgrades import UpgradeCheck


@click.command(
    "upgrade",
    cls=WithExamples,
    short_help="Check whether a game replays identically after an upgrade.",
    examples=(
        "horizons upgrade --check -g mars --python ../new/bin/python",
        "horizons upgrade --pin -g mars",
        "horizons upgrade --migrate -g mars",
    ),
)
@common.place_option
@click.option("--check", "action", flag_value="check", help="Replay all turns; change nothing.")
@click.option(
    "--pin", "action", flag_value="pin", help="Pin the game to the version installed here."
)
@click.option("--unpin", "action", flag_value="unpin", help="Remove the pin.")
@click.option(
    "--migrate", "action", flag_value="migrate", help="Continue with the version installed here."
)
@click.option(
    "--python",
    type=click.Path(path_type=Path),
    metavar="PYTHON",
    help="With --check: the Python of an environment with the version to check.",
)
@click.option("-y", "--yes", is_flag=True, help="Migrate even if turns replay differently.")
@common.json_option
@click.pass_context
def upgrade_command(
    context: click.Context,
    *,
    place: str,
    action: str | None,
    python: Path | None,
    yes: bool,
    as_json: bool,
) -> None:
    """Check whether a game replays identically with another version; choose its version.

    --check replays all stored turns with the version installed here, or with the one of another
    PYTHON. It reports whether they are identical, the first turn that differs, or why the version
    can't run the game; the exit status is 1 unless they are identical.

    --pin lets only the version installed here run turns, until --unpin. --migrate continues with
    the version installed here; it records the result of the check in the game, and needs --yes if
    turns replay differently. Without one of these options, nothing changes.
    """
    from horizons_host.hosting.places import game_at

    if action is None:
        raise click.UsageError("use one of --check, --pin, --unpin and --migrate")
    if python is not None and action != "check":
        raise click.UsageError("--python is for --check only")
    with game_at(place) as store:
        if action in {"pin", "unpin"}:
            _decide(store, action, as_json=as_json)
            return
        result = _check(store, python)
        if action == "check":
            _write_check(store, result, as_json=as_json)
            context.exit(0 if result.verdict.status == "same" else 1)
        _migrate(store, result, yes=yes, as_json=as_json)


def _check(store: GameStore, python: Path | None) -> UpgradeCheck:
    from horizons_host.progress import working
    from horizons_host.upgrades import check

    with working("recomputing"):
        return check(store, python)


def _write_check(store: GameStore, result: UpgradeCheck, *, as_json: bool) -> None:
    if as_json:
        common.write_json(
            {
                "turn": result.turn,
                "before": dict(result.before),
                "refusal": result.refusal or None,
                "by_earlier_rules": result.by_earlier_rules or None,
                "verdict": result.verdict.to_dict(),
                "decided": [_plain(decision) for decision in result.decided],
            }
        )
        return
    for line in _lines(store, result):
        click.echo(line)


def _lines(store: GameStore, result: UpgradeCheck) -> Iterator[str]:
    """Yield the result of a check, and what can be done."""
    from horizons_host.upgrades import format_versions

    info, verdict = store.info(), result.verdict
    installed = f"{verdict.variant} {verdict.version}".strip()
    before = format_versions(result.before, info.variant)
    yield f"'{info.name}', turn {result.turn}: run with {before}."
    for decision in result.decided:
        yield f"  {_in_words(decision, info.variant)}"
    begun = verdict.turns[0].turn
    since = f" since turn {begun}" if begun else ""
    yield f"  With {installed}{since}: {verdict}."
    if result.by_earlier_rules:
        version = result.by_earlier_rules
        yield f"  It continues with the rules of version {version} until you use --migrate."
    if result.refusal:
        yield f"  The next turn can't be run here: {result.refusal}."
    if result.refusal or verdict.status != "same":
        yield "  To keep the old version, run 'horizons upgrade --pin' where it is installed."
        yield (
            "  To continue with the other one, run 'horizons upgrade --migrate' where"
            " that is installed."
        )


def _migrate(store: GameStore, result: UpgradeCheck, *, yes: bool, as_json: bool) -> None:
    from horizons_core.errors import HorizonsError
    from horizons_host.upgrades import migrate

    if result.verdict.status != "same" and not yes:
        raise HorizonsError(
            f"the game does not replay identically: {result.verdict}",
            "nothing was changed; to continue with this version anyway, add --yes"
            " and tell the players what changes",
        )
    decision = migrate(store, result)
    _write_decision(store, decision, as_json=as_json)
    if result.verdict.status != "same":
        failures.warn(
            "the players' next reports mention the new version",
            "tell the players what changes for them",
        )


def _decide(store: GameStore, action: str, *, as_json: bool) -> None:
    from horizons_host.upgrades import pin, unpin

    _write_decision(store, pin(store) if action == "pin" else unpin(store), as_json=as_json)


def _write_decision(store: GameStore, decision: Upgrade, *, as_json: bool) -> None:
    if as_json:
        common.write_json(_plain(decision))
        return
    click.echo(f"'{store.info().name}': {_in_words(decision, store.info().variant)}")


def _in_words(decision: Upgrade, variant: str) -> str:
    """Return a decision as one line."""
    from horizons_host.upgrades import format_versions

    target = f" to {format_versions(decision.versions, variant)}" if decision.versions else ""
    replay = f"; earlier turns replay: {decision.summary}" if decision.summary else ""
    return f"{decision.kind} after turn {decision.turn}{target}{replay} ({decision.decided_at})"


def _plain(decision: Upgrade) -> dict[str, Any]:
    """Return a decision as plain data."""
    return {
        "turn": decision.turn,
        "kind": decision.kind,
        "versions": dict(decision.versions),
        "before": dict(decision.before),
        "found": decision.result,
        "says": decision.summary,
        "decided_at": decision.decided_at,
    }
