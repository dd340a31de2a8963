"""`horizons verify` and `upgrade`: replay a game, and choose the version that runs it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from horizons_host.cli import common, root
from horizons_host.cli.root import WithExamples

if TYPE_CHECKING:
    from horizons_host.games.dice_proofs import DiceProof, KeyId
    from horizons_host.games.upgrades import UpgradeCheck
    from horizons_host.games.verification import Verdict
    from horizons_host.store import GameStore, Upgrade


#: Reasons why a set-up could not be recomputed.
_NOT_MADE_AGAIN = {
    "imported": "it was imported from another program",
    "unknown": "it was made by a version that did not store its options",
    "migrated": "as were the turns before the game was migrated to changed rules",
}


@click.command(
    "verify",
    cls=WithExamples,
    short_help="Replay a game and compare every turn and report.",
    examples=(
        "horizons verify -g mars",
        "horizons verify -g mars --turn 3 --json",
        "horizons verify --player-reports my-reports",
        "horizons verify --archive mars-archive --player-reports my-reports",
    ),
)
@common.place_option
@common.turn_option("Replay up to this turn (default: the latest).")
@click.option(
    "--player-reports",
    "reports",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Check a player's saved reports, without the game.",
)
@click.option(
    "--archive",
    type=click.Path(path_type=Path),
    metavar="FOLDER|FILE",
    help="Check the archive of a finished game, without the game.",
)
@common.json_option
@click.pass_context
def verify_command(
    context: click.Context,
    *,
    place: str,
    turn: int | None,
    reports: Path | None,
    archive: Path | None,
    as_json: bool,
) -> None:
    """Replay the game from its set-up with the stored options and orders, and compare everything.

    This covers the set-up and, for every turn, the orders, the key and its commitment, the events,
    the state and all reports, word for word. Undone turns are included. Emails and the files in the
    folder of reports are not compared. At the first difference, the exit status is 1.

    Players can check their own reports without the game: put them in a folder as text, HTML or
    JSON, and use --player-reports. All keys of dice are compared with the commitments in earlier
    reports.

    The archive of a finished game contains everything: with --archive, the game is replayed from
    its orders and random seed, and all reports are compared. Add --player-reports to compare the
    JSON reports that a player saved, too.
    """
    if archive is not None:
        context.exit(_check_archive(archive, reports, as_json=as_json))
    if reports is not None:
        context.exit(_check_reports(reports, as_json=as_json))
    from horizons_host.cli.common import working
    from horizons_host.games.verification import verify
    from horizons_host.store.locations import game_at

    with game_at(place) as store:
        total = store.latest() if turn is None else turn
        with working("recomputing", total) as step:
            verdict = verify(store, turn, step)
    if as_json:
        common.write_json(
            {
                "sound": verdict.sound,
                "set_up": verdict.set_up,
                "turns": verdict.turns,
                "reports": verdict.reports,
                "differs_in_turn": verdict.turn,
                "difference": verdict.difference or None,
            }
        )
    elif verdict.sound:
        for line in _summary(verdict):
            click.echo(line)
    else:
        root.print_error(
            f"turn {verdict.turn}: {verdict.difference}",
            f"{common.counted(verdict.turns, 'turn')} before it replayed identically",
        )
    context.exit(0 if verdict.sound else 1)


def _summary(verdict: Verdict) -> Iterator[str]:
    """Yield what was recomputed and compared, and what could not be."""
    turns = common.counted(verdict.turns, "turn")
    obstacle = _NOT_MADE_AGAIN.get(verdict.set_up)
    subject = turns if obstacle else f"The set-up and {turns}"
    yield f"{subject} replayed identically."
    yield (
        "  Compared: orders, keys and commitments, events, states, and"
        f" {common.counted(verdict.reports, 'report')} word for word."
    )
    if obstacle:
        yield f"  The set-up was not replayed: {obstacle}."


def _check_archive(place: Path, saved: Path | None, *, as_json: bool) -> int:
    """Check an archive and return the exit status."""
    from horizons_host.cli.common import working
    from horizons_host.games.archive_check import check_archive

    with working("replaying the game"):
        verdict = check_archive(place, saved)
    if as_json:
        common.write_json(verdict.to_dict())
        return 0 if verdict.sound else 1
    turns, reports = (
        common.counted(verdict.turns, "turn"),
        common.counted(verdict.reports, "report"),
    )
    click.echo(f"{turns} replayed; {reports} identical, word for word.")
    set_up = "replayed" if verdict.set_up else "not replayed"
    keys = _keys(verdict.keys.matching)
    click.echo(f"  The set-up was {set_up}. Keys that match their commitments: {keys}.")
    if saved is not None:
        matching = common.counted(verdict.matching, "report")
        click.echo(f"  Your own reports: {matching} found in the archive.")
    for difference in verdict.differences:
        root.print_error(difference)
    if not verdict.keys.sound:
        broken = _keys(verdict.keys.broken)
        root.print_error(f"{broken}: the key does not match the commitment in an earlier report")
    return 0 if verdict.sound else 1


def _check_reports(folder: Path, *, as_json: bool) -> int:
    """Check a player's reports and return the exit status."""
    from horizons_host.games.dice_proofs import check_reports

    proof = check_reports(folder)
    if as_json:
        keys = {"kept": proof.matching, "broken": proof.broken, "open": proof.open}
        common.write_json(
            {
                "sound": proof.sound,
                "reports": proof.reports,
                **{
                    name: [{"turn": key.turn, "whose": key.audience} for key in kind]
                    for name, kind in keys.items()
                },
                "dice": [
                    {"turn": t.turn, "event": t.text, **t.dice.to_dict()} for t in proof.rolls
                ],
                "dice_without_a_key": proof.unread,
                "shares": sorted(proof.shares),
                "false_shares": proof.false_shares,
            }
        )
        return 0 if proof.sound else 1
    for line in _proof_lines(proof):
        click.echo(line)
    if proof.broken:
        root.print_error(
            f"{_keys(proof.broken)}: the key does not match the commitment in an earlier report",
            "if turns were undone, put the notices about it into the folder;"
            " otherwise ask the gamemaster",
        )
    for name in proof.false_shares:
        root.print_error(f"{name}'s share does not match its commitment")
    if proof.unread:
        root.print_error(
            f"dice of {common.counted(proof.unread, 'event')}: no report contains their key"
        )
    return 0 if proof.sound else 1


def _proof_lines(proof: DiceProof) -> Iterator[str]:
    """Yield what a player's reports prove, and what they cannot."""
    yield (
        f"{common.counted(proof.reports, 'report')}. Keys that match their commitments:"
        f" {_keys(proof.matching)}."
    )
    if proof.open:
        yield f"  Not checked, because the previous report is missing: {_keys(proof.open)}."
    if proof.shares and not proof.false_shares:
        yield f"  Shares that match their commitments: {', '.join(sorted(proof.shares))}."
    if proof.rolls:
        dice = common.counted(len(proof.rolls), "event")
        yield f"  Checked the dice of {dice}; --json shows them."
    yield "  Reports don't contain hidden dice; the archive proves them after the game."


def _keys(keys: Sequence[KeyId]) -> str:
    """Return keys in words: 'public dice of turns 1, 2 and own dice of turn 1'."""
    parts = []
    for kind in ("public", "own"):
        turns = sorted({key.turn for key in keys if key.audience == kind})
        if turns:
            numbers = ", ".join(map(str, turns))
            parts.append(f"{kind} dice of {'turn' if len(turns) == 1 else 'turns'} {numbers}")
    return " and ".join(parts) or "none"


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
    from horizons_host.store.locations import game_at

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
    from horizons_host.cli.common import working
    from horizons_host.games.upgrades import check

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
    from horizons_host.games.upgrades import format_versions

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
    from horizons_host.games.upgrades import migrate

    if result.verdict.status != "same" and not yes:
        raise HorizonsError(
            f"the game does not replay identically: {result.verdict}",
            "nothing was changed; to continue with this version anyway, add --yes"
            " and tell the players what changes",
        )
    decision = migrate(store, result)
    _write_decision(store, decision, as_json=as_json)
    if result.verdict.status != "same":
        root.warn(
            "the players' next reports mention the new version",
            "tell the players what changes for them",
        )


def _decide(store: GameStore, action: str, *, as_json: bool) -> None:
    from horizons_host.games.upgrades import pin, unpin

    _write_decision(store, pin(store) if action == "pin" else unpin(store), as_json=as_json)


def _write_decision(store: GameStore, decision: Upgrade, *, as_json: bool) -> None:
    if as_json:
        common.write_json(_plain(decision))
        return
    click.echo(f"'{store.info().name}': {_in_words(decision, store.info().variant)}")


def _in_words(decision: Upgrade, variant: str) -> str:
    """Return a decision as one line."""
    from horizons_host.games.upgrades import format_versions

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
