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
    short_help="Say whether a game goes on the same by another version.",
    examples=(
        "horizons upgrade --check -g mars --python ../new/bin/python",
        "horizons upgrade --pin -g mars",
        "horizons upgrade --migrate -g mars",
    ),
)
@common.place_option
@click.option("--check", "action", flag_value="check", help="Recompute all turns; change nothing.")
@click.option("--pin", "action", flag_value="pin", help="Keep the version that is installed here.")
@click.option("--unpin", "action", flag_value="unpin", help="Let any version run turns again.")
@click.option(
    "--migrate", "action", flag_value="migrate", help="Go on by the version installed here."
)
@click.option(
    "--python",
    type=click.Path(path_type=Path),
    metavar="PYTHON",
    help="With --check: the Python of an environment with the version that is asked.",
)
@click.option("-y", "--yes", is_flag=True, help="Migrate even if turns come out otherwise.")
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
    """Before an upgrade: say whether a running game goes on the same, and decide what it does.

    --check recomputes all stored turns by the versions installed here, or by those of another
    PYTHON, and says whether they come out the same, from which turn on they differ, or why they are
    refused; the exit status is 1 if they are not the same. --pin has turns be run by the version
    installed here and by no other, until --unpin. --migrate goes on by the version installed here;
    what the check finds is noted down in the game, and where turns come out otherwise it wants
    --yes. Nothing changes without one of these words.
    """
    from horizons_host.hosting.places import game_at

    if action is None:
        raise click.UsageError("say one of --check, --pin, --unpin, --migrate")
    if python is not None and action != "check":
        raise click.UsageError("--python is for --check: decide where that version is installed")
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
    yield f"'{plate.name}', turn {found.turn}: run by {named(found.before, plate.variant)}."
    for one in found.decided:
        yield f"  {_in_words(one, plate.variant)}"
    begun = verdict.turns[0].turn
    since = f" since turn {begun}" if begun else ""
    yield f"  By {asked}{since}: {verdict}."
    if found.by_earlier_rules:
        version = found.by_earlier_rules
        yield f"  It goes on by the rules of version {version} until you upgrade it: --migrate."
    if found.refusal:
        yield f"  The next turn would not be run here: {found.refusal}."
    if found.refusal or verdict.status != "same":
        yield "  Keep the version: 'horizons upgrade --pin', where it is installed."
        yield "  Go on by the other: 'horizons upgrade --migrate', where that one is."


def _migrate(store: GameStore, found: Check, *, yes: bool, as_json: bool) -> None:
    from horizons_core.errors import HorizonsError
    from horizons_host.upgrades import migrate

    if found.verdict.status != "same" and not yes:
        raise HorizonsError(
            f"the game would not go on the same: {found.verdict}",
            "nothing was changed; to go on by this version all the same, say --yes, and tell the"
            " players what changes",
        )
    done = migrate(store, found)
    _say(store, done, as_json=as_json)
    if found.verdict.status != "same":
        failures.warn(
            "the players read in their next reports that the version is another one",
            "tell them what changes for them",
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
    says = f"; by it the turns before were {one.says}" if one.says else ""
    return f"{one.kind} after turn {one.turn}{to}{says} ({one.decided_at})"


def _told(one: Upgrade) -> dict[str, Any]:
    """A decision as plain data."""
    from attrs import asdict

    told = asdict(one)
    return {**told, "versions": dict(one.versions), "before": dict(one.before)}
