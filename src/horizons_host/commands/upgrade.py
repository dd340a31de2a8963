"""`horizons upgrade`: by which version a game goes on, and what that changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_host.commands import common, failures
from horizons_host.commands.groups import WithExamples

if TYPE_CHECKING:
    from horizons_host.store import GameStore, Upgrade
    from horizons_host.upgrades import Check


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
def command(
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
        found = _checked(store, python)
        if action == "check":
            _tell(store, found, as_json=as_json)
            context.exit(0 if found.verdict.status == "same" else 1)
        _migrate(store, found, yes=yes, as_json=as_json)


def _checked(store: GameStore, python: Path | None) -> Check:
    from horizons_host.progress import working
    from horizons_host.upgrades import check

    with working("recomputing"):
        return check(store, python)


def _tell(store: GameStore, found: Check, *, as_json: bool) -> None:
    if as_json:
        common.write_json(
            {
                "turn": found.turn,
                "before": dict(found.before),
                "refusal": found.refusal or None,
                "by_earlier_rules": found.by_earlier_rules or None,
                "verdict": found.verdict.told(),
                "decided": [_told(one) for one in found.decided],
            }
        )
        return
    for line in _lines(store, found):
        click.echo(line)


def _lines(store: GameStore, found: Check) -> Iterator[str]:
    """What was found, and what can be done."""
    from horizons_host.upgrades import named

    plate, verdict = store.plate(), found.verdict
    asked = f"{verdict.variant} {verdict.version}".strip()
    yield f"'{plate.name}', turn {found.turn}: run with {named(found.before, plate.variant)}."
    for one in found.decided:
        yield f"  {_in_words(one, plate.variant)}"
    begun = verdict.turns[0].turn
    since = f" since turn {begun}" if begun else ""
    yield f"  With {asked}{since}: {verdict}."
    if found.by_earlier_rules:
        version = found.by_earlier_rules
        yield f"  It continues with the rules of version {version} until you use --migrate."
    if found.refusal:
        yield f"  The next turn can't be run here: {found.refusal}."
    if found.refusal or verdict.status != "same":
        yield "  To keep the old version, run 'horizons upgrade --pin' where it is installed."
        yield (
            "  To continue with the other one, run 'horizons upgrade --migrate' where"
            " that is installed."
        )


def _migrate(store: GameStore, found: Check, *, yes: bool, as_json: bool) -> None:
    from horizons_core.errors import HorizonsError
    from horizons_host.upgrades import migrate

    if found.verdict.status != "same" and not yes:
        raise HorizonsError(
            f"the game does not replay identically: {found.verdict}",
            "nothing was changed; to continue with this version anyway, add --yes"
            " and tell the players what changes",
        )
    done = migrate(store, found)
    _say(store, done, as_json=as_json)
    if found.verdict.status != "same":
        failures.warn(
            "the players' next reports mention the new version",
            "tell the players what changes for them",
        )


def _decide(store: GameStore, action: str, *, as_json: bool) -> None:
    from horizons_host.upgrades import pin, unpin

    _say(store, pin(store) if action == "pin" else unpin(store), as_json=as_json)


def _say(store: GameStore, done: Upgrade, *, as_json: bool) -> None:
    if as_json:
        common.write_json(_told(done))
        return
    click.echo(f"'{store.plate().name}': {_in_words(done, store.plate().variant)}")


def _in_words(one: Upgrade, variant: str) -> str:
    """A decision in a line."""
    from horizons_host.upgrades import named

    to = f" to {named(one.versions, variant)}" if one.versions else ""
    says = f"; earlier turns replay: {one.says}" if one.says else ""
    return f"{one.kind} after turn {one.turn}{to}{says} ({one.decided_at})"


def _told(one: Upgrade) -> dict[str, Any]:
    """A decision as plain data."""
    from attrs import asdict

    told = asdict(one)
    return {**told, "versions": dict(one.versions), "before": dict(one.before)}
