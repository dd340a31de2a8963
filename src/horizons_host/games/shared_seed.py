"""A random seed that players and gamemaster make together from shares they committed to."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import define, field

from horizons_core import data_text
from horizons_core.codec import digest_of
from horizons_core.data_text import DataError
from horizons_core.errors import HorizonsError, did_you_mean
from horizons_core.plugins import Variant
from horizons_core.turn import secrets
from horizons_host.files import write_atomically

#: The file of the shares in a game's folder.
FILE = "shared-chance.json"
#: The gamemaster's name in commitments.
GAMEMASTER = "the gamemaster"
_HEX64 = re.compile(r"[0-9a-f]{64}")


class SharedChanceError(HorizonsError):
    """An invalid share of a random seed, or one that does not match its commitment."""


@define
class SharedChance:
    """The shares of a game that is not set up yet.

    Attributes:
        gamemaster_share: the gamemaster's share, a secret.
        plan: the announced set-up (`plan_of`).
        promised: the hashes of the players' shares, by name.
        shares: the shares that players have revealed, by name.
    """

    gamemaster_share: str
    plan: dict[str, Any]
    promised: dict[str, str]
    shares: dict[str, str] = field(factory=dict)

    @property
    def withheld(self) -> list[str]:
        """Players who have committed to a share and not revealed it."""
        return [name for name in self.promised if name not in self.shares]

    @property
    def secret(self) -> str:
        """The game's secret seed, derived from the revealed shares."""
        return secrets.shared_secret(self.gamemaster_share, self.shares)

    def to_dict(self) -> dict[str, Any]:
        """Return the public part, as stored in the game."""
        plan = digest_of(self.plan)
        return {
            "set_up": plan,
            "gamemaster": secrets.share_commitment(
                self.gamemaster_share, f"{GAMEMASTER}, for {plan}"
            ),
            "players": {
                name: {"commitment": promise, "share": self.shares.get(name, "")}
                for name, promise in self.promised.items()
            },
        }


def plan_of(variant: Variant, options: Mapping[str, Any], players: Sequence[str]) -> dict[str, Any]:
    """Return everything that determines a set-up except its seed, as plain data.

    `players` are all empires in order. Raises OptionError for invalid options.
    """
    return {
        "variant": variant.name,
        "version": variant.info.version,
        "mods": [mod.name for mod in variant.mods],
        "data_mods": dict(variant.data_mods),
        "options": variant.checked_options(options),
        "players": list(players),
    }


def require_plan(chance: SharedChance, plan: Mapping[str, Any]) -> None:
    """Raise SharedChanceError if a set-up differs from the announced one."""
    differing = [part for part in plan if plan[part] != chance.plan.get(part)]
    if differing:
        raise SharedChanceError(
            f"this differs from the announced set-up: {', '.join(differing)}",
            "use the set-up that you gave to 'horizons seed begin'",
        )


def draw_share(player: str) -> tuple[str, str]:
    """Draw a share of the seed; return it and the hash with which this player commits to it."""
    share = secrets.new_secret()
    return share, secrets.share_commitment(share, player)


def begin(folder: Path, plan: Mapping[str, Any], promised: Mapping[str, str]) -> SharedChance:
    """Store the players' commitments to a set-up, and draw the gamemaster's share.

    Raises SharedChanceError for an invalid hash, or if the folder has shares already; OSError.
    """
    if (folder / FILE).exists():
        raise SharedChanceError(
            f"{folder} already contains shares of a random seed",
            "they can't be drawn again; continue with 'horizons seed reveal'",
        )
    chance = new_shares(plan, promised)
    _write(folder, chance)
    return chance


def new_shares(plan: Mapping[str, Any], promised: Mapping[str, str]) -> SharedChance:
    """Create the shares of a set-up and draw the gamemaster's share; nothing is stored.

    Raises SharedChanceError for an invalid hash.
    """
    if not promised:
        raise SharedChanceError(
            "no hashes of players' shares", "add --player NAME=HASH for each player"
        )
    for name, text in promised.items():
        require_hex(name, text)
    return SharedChance(secrets.new_secret(), dict(plan), dict(promised))


def reveal(folder: Path, shares: Mapping[str, str]) -> SharedChance:
    """Store shares that players have revealed; all or none.

    Raises SharedChanceError for a share that does not match its hash, and the errors of `read`.
    """
    chance = read(folder)
    add_shares(chance, shares)
    _write(folder, chance)
    return chance


def add_shares(chance: SharedChance, shares: Mapping[str, str]) -> None:
    """Add shares that players have revealed; all or none.

    Raises SharedChanceError for a share that does not match its hash.
    """
    for name, share in shares.items():
        if name not in chance.promised:
            raise SharedChanceError(
                f"no hash of a share of '{name}'", did_you_mean(name, chance.promised)
            )
        require_hex(name, share)
        if secrets.share_commitment(share, name) != chance.promised[name]:
            raise SharedChanceError(
                f"this share does not match {name}'s hash",
                f"{name} must send the share that belongs to the hash",
            )
    chance.shares.update(shares)


def read(folder: Path) -> SharedChance:
    """Load the shares in a folder; raises SharedChanceError if they are missing or damaged."""
    file = folder / FILE
    if not file.exists():
        hint = f"start with: horizons seed begin {folder} --player NAME=HASH ..."
        raise SharedChanceError(f"{folder} contains no shares of a random seed", hint)
    try:
        data = data_text.read_json(data_text.read_file(file))
        chance = from_dict(data)
        sound = all(
            map(
                _is_hex,
                [chance.gamemaster_share, *chance.promised.values(), *chance.shares.values()],
            )
        )
    except (DataError, LookupError, TypeError, ValueError) as problem:
        raise SharedChanceError(f"{file} is damaged", "restore it from a copy") from problem
    if not sound:
        raise SharedChanceError(f"{file} is damaged", "restore it from a copy")
    return chance


def from_dict(data: Mapping[str, Any]) -> SharedChance:
    """Build shared chance from stored data (see `to_dict`)."""
    return SharedChance(
        data["own"], dict(data["plan"]), dict(data["promised"]), dict(data["shares"])
    )


def to_dict(chance: SharedChance) -> dict[str, Any]:
    """Return the shares as plain data, including the gamemaster's secret share."""
    return {
        "own": chance.gamemaster_share,
        "plan": chance.plan,
        "promised": chance.promised,
        "shares": chance.shares,
    }


def _write(folder: Path, chance: SharedChance) -> None:
    text = json.dumps(to_dict(chance), indent=1, ensure_ascii=False) + "\n"
    write_atomically(folder / FILE, text, private=True)


def _is_hex(text: Any) -> bool:
    return isinstance(text, str) and _HEX64.fullmatch(text) is not None


def require_hex(name: str, text: str) -> None:
    """Raise SharedChanceError unless the text has the form of a share or hash."""
    if not _is_hex(text):
        raise SharedChanceError(
            f"what {name} sent is not a share or hash",
            "shares and hashes have 64 digits from 0 to 9 and a to f",
        )
