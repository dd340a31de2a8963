"""Verification of a player's dice by comparing revealed keys with earlier commitments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

from attrs import define, field, frozen

from horizons_core import data_text
from horizons_core.data_text import DataError
from horizons_core.model import EVERYONE
from horizons_core.turn import check_commitment
from horizons_core.turn.secrets import share_commitment
from horizons_host.files import FileError
from horizons_host.games.shared_seed import GAMEMASTER
from horizons_host.reports.explanations import ExplainedDice, recompute_dice

#: Suffixes of report files (mailed, saved or downloaded) and of notices about undone turns.
_FORMS = (".txt", ".html", ".json", ".eml")
#: The largest report that is read, in bytes.
_MAX_FILE_SIZE = 64_000_000
_TAG = re.compile(r"<[^>]*>")
_LINE = re.compile(
    r"(?P<what>Key|Hash of the key) of (?P<audience>the public|your own) dice"
    r" of turn (?P<turn>[0-9]+)"
    r"[^:]*?(?:\([^)]*\))?:[\s;>]*(?P<value>[0-9a-f]{64})\b"
)
_SHARE = re.compile(
    r"(?P<what>Hash of the share|Share) of (?P<name>[^:\n]{1,200}):[\s;>]*(?P<value>[0-9a-f]{64})\b"
)
PUBLIC, OWN = "public", "own"


class KeyId(NamedTuple):
    """Identifies a key: its turn, and `PUBLIC` or `OWN`."""

    turn: int
    audience: str


@frozen
class RecomputedDice:
    """The dice of an event, recomputed with a key from its report."""

    turn: int
    text: str
    dice: ExplainedDice


@define
class DiceProof:
    """Result of checking the reports of one game.

    Attributes:
        reports: number of files with keys or hashes.
        matching: keys that match the hash in an earlier report.
        broken: keys that do not match the announced hashes.
        open: keys whose hash is in none of the files.
        rolls: dice of events that could be recomputed.
        unread: number of dice without a key in their report.
    """

    reports: int = 0
    matching: list[KeyId] = field(factory=list)
    broken: list[KeyId] = field(factory=list)
    open: list[KeyId] = field(factory=list)
    rolls: list[RecomputedDice] = field(factory=list)
    unread: int = 0
    #: by name, the hashes and the shares of the random seed in the reports
    hashes: dict[str, set[str]] = field(factory=dict)
    shares: dict[str, set[str]] = field(factory=dict)

    @property
    def sound(self) -> bool:
        """True if no key or share contradicts its commitment."""
        return not self.broken and not self.unread and not self.false_shares

    @property
    def false_shares(self) -> list[str]:
        """Players whose share of the seed does not match its hash, or who have several hashes."""
        return [name for name in {**self.hashes, **self.shares} if not self._fits(name)]

    def _fits(self, name: str) -> bool:
        promised = self.hashes.get(name, set())
        shares = self.shares.get(name, set())
        actual = {share_commitment(share, name) for share in shares}
        return len(promised) == 1 and actual <= promised


def check_reports(folder: Path) -> DiceProof:
    """Check all keys in a folder's reports, in any format, against the hashes in them.

    Raises FileError for a folder without reports, or a report that cannot be read, OSError.
    """
    proof = DiceProof()
    keys: dict[KeyId, set[str]] = {}
    commitments: dict[KeyId, set[str]] = {}
    for path in _files(folder):
        has_keys = False
        for kind, which, value in _keys_in(path, proof):
            (keys if kind == "Key" else commitments).setdefault(which, set()).add(value)
            has_keys = True
        proof.reports += has_keys
    if not proof.reports:
        hint = "put reports into it as text, HTML or JSON, from emails or 'horizons report'"
        raise FileError(f"{folder} contains no reports with keys of dice", hint)
    for which in sorted(keys):
        for key in keys[which]:
            _judge(proof, which, key, commitments.get(which, set()))
    return proof


@frozen
class RevealedKey:
    """A key in a report. `matches`: whether it matches the report before; None without one."""

    turn: int
    audience: str
    key: str
    matches: bool | None


def revealed_keys(reports: Iterable[Mapping[str, Any]]) -> list[RevealedKey]:
    """Return the keys in a seat's reports, in order, each checked against the report before."""
    commitments: dict[KeyId, str] = {}
    keys = []
    for report in reports:
        entries = list(_document_keys(report))
        for kind, which, value in entries:
            if kind == "Key":
                promise = commitments.get(which)
                matches = None if promise is None else check_commitment(value, promise)
                keys.append(RevealedKey(which.turn, which.audience, value, matches))
        commitments |= {which: value for kind, which, value in entries if kind != "Key"}
    return keys


def _judge(proof: DiceProof, which: KeyId, key: str, promised: Iterable[str]) -> None:
    if not promised:
        proof.open.append(which)
    elif any(check_commitment(key, commitment) for commitment in promised):
        proof.matching.append(which)
    else:
        proof.broken.append(which)


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        raise FileError(f"{folder} is not a folder", "use the path of the folder with the reports")
    return sorted(path for path in folder.rglob("*") if path.suffix in _FORMS and path.is_file())


def _keys_in(path: Path, proof: DiceProof) -> Iterator[tuple[str, KeyId, str]]:
    """Yield the keys and hashes in a file: "Key" or "Hash of the key", which, and the value."""
    try:
        content = data_text.read_file(path, _MAX_FILE_SIZE)
        if path.suffix == ".json":
            document = data_text.read_json(content)
            if isinstance(document, dict) and document.get("format") == "horizons-report":
                yield from _read_document(document, proof)
            return
    except DataError as problem:
        raise FileError(f"{path}{problem.place}: {problem.reason}", problem.hint) from problem
    except (LookupError, TypeError, ValueError, AttributeError) as problem:
        raise FileError(f"{path} is not a complete report", "get a new copy") from problem
    text = unescape(_TAG.sub(" ", content.decode("utf-8", "replace")))
    for line in _SHARE.finditer(text):
        values = proof.shares if line["what"] == "Share" else proof.hashes
        values.setdefault(line["name"], set()).add(line["value"])
    for line in _LINE.finditer(text):
        owner = OWN if line["audience"] == "your own" else PUBLIC
        yield line["what"], KeyId(int(line["turn"]), owner), line["value"]


def _read_document(
    document: Mapping[str, Any], proof: DiceProof
) -> Iterator[tuple[str, KeyId, str]]:
    _recompute_dice(document, proof)
    shared = document.get("shared_chance")
    if shared:
        proof.hashes.setdefault(GAMEMASTER, set()).add(shared["gamemaster"])
        for name, player in shared["players"].items():
            proof.hashes.setdefault(name, set()).add(player["commitment"])
            if player["share"]:
                proof.shares.setdefault(name, set()).add(player["share"])
    yield from _document_keys(document)


def _document_keys(document: Mapping[str, Any]) -> Iterator[tuple[str, KeyId, str]]:
    """Yield the keys and hashes in a report document."""
    turn = int(document["turn"])
    for kind, ahead, owner, name in (
        ("Key", 0, PUBLIC, "turn_key"),
        ("Key", 0, OWN, "own_key"),
        ("Hash of the key", 1, PUBLIC, "next_commitment"),
        ("Hash of the key", 1, OWN, "next_own_commitment"),
    ):
        if document.get(name):
            yield kind, KeyId(turn + ahead, owner), str(document[name])


def _recompute_dice(document: Mapping[str, Any], proof: DiceProof) -> None:
    """Recompute the dice of a report's events."""
    keys = {EVERYONE: document.get("turn_key"), document["empire"]: document.get("own_key")}
    for event in document["events"]:
        for dice in event["dice"]:
            key = keys.get(dice["known_to"])
            if key:
                recomputed = recompute_dice(key, dice)
                proof.rolls.append(RecomputedDice(document["turn"], event["text"], recomputed))
            else:
                proof.unread += 1
