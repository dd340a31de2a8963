"""Chance that all share: promised by everybody, revealed by the players, then mixed to a secret.

Until the set-up the shares lie in a file of the game's folder. The gamemaster's share is drawn,
and promised to all, before any player's is revealed; so nobody can choose the secret. The promise
holds for one plan of a set-up: rules, options and players; else they could be chosen afterwards.
"""

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
#: In whose name the gamemaster promises.
GAMEMASTER = "the gamemaster"
_HEX64 = re.compile(r"[0-9a-f]{64}")


class SharedChanceError(HorizonsError):
    """A share of chance, or a promise of one, that does not fit."""


@define
class SharedChance:
    """The shares of a game that is not set up yet.

    Attributes:
        own: the gamemaster's share, a secret.
        plan: what is to be set up (`plan_of`).
        promised: the hashes of the players' shares, by name.
        shares: the shares that players have revealed, by name.
    """

    own: str
    plan: dict[str, Any]
    promised: dict[str, str]
    shares: dict[str, str] = field(factory=dict)

    @property
    def withheld(self) -> list[str]:
        """Who has promised a share and not revealed it."""
        return [name for name in self.promised if name not in self.shares]

    @property
    def secret(self) -> str:
        """The game's master secret that follows from the shares that were revealed."""
        return secrets.shared_secret(self.own, self.shares)

    def told(self) -> dict[str, Any]:
        """What everybody may know, as it stands in the game."""
        plan = digest_of(self.plan)
        return {
            "set_up": plan,
            "gamemaster": secrets.share_commitment(self.own, f"{GAMEMASTER}, for {plan}"),
            "players": {
                name: {"commitment": promise, "share": self.shares.get(name, "")}
                for name, promise in self.promised.items()
            },
        }


def plan_of(variant: Variant, options: Mapping[str, Any], players: Sequence[str]) -> dict[str, Any]:
    """What a set-up follows from beside its chance, as plain data; options as they are given.

    `players` are all empires in their order. Raises OptionError for options that will not do.
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
    """Raise SharedChanceError for a set-up that is not the one announced."""
    differing = [part for part in plan if plan[part] != chance.plan.get(part)]
    if differing:
        raise SharedChanceError(
            f"this differs from the announced set-up: {', '.join(differing)}",
            "use the set-up that you gave to 'horizons seed begin'",
        )


def drawn_share(player: str) -> tuple[str, str]:
    """A new share of chance, and the hash by which this player promises it."""
    share = secrets.new_secret()
    return share, secrets.share_commitment(share, player)


def begin(folder: Path, plan: Mapping[str, Any], promised: Mapping[str, str]) -> SharedChance:
    """Take the players' promises for a set-up in, and draw the gamemaster's share.

    Raises SharedChanceError for a promise of another form, or if that was done before; OSError.
    """
    if (folder / FILE).exists():
        raise SharedChanceError(
            f"{folder} already contains shares of a random seed",
            "they can't be drawn again; continue with 'horizons seed reveal'",
        )
    chance = begun(plan, promised)
    _write(folder, chance)
    return chance


def begun(plan: Mapping[str, Any], promised: Mapping[str, str]) -> SharedChance:
    """The shares of a set-up with the gamemaster's, which is drawn here, wherever they are kept.

    Raises SharedChanceError for a promise of another form.
    """
    if not promised:
        raise SharedChanceError(
            "no hashes of players' shares", "add --player NAME=HASH for each player"
        )
    for name, text in promised.items():
        require_hex(name, text)
    return SharedChance(secrets.new_secret(), dict(plan), dict(promised))


def reveal(folder: Path, shares: Mapping[str, str]) -> SharedChance:
    """Take shares in that players have revealed; all or none.

    Raises SharedChanceError for a share that was not promised so, and what `read` raises.
    """
    chance = read(folder)
    take_in(chance, shares)
    _write(folder, chance)
    return chance


def take_in(chance: SharedChance, shares: Mapping[str, str]) -> None:
    """Put shares that players have revealed to the others; all or none.

    Raises SharedChanceError for a share that was not promised so.
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
    """The shares in a folder; raises SharedChanceError if there are none or they are damaged."""
    file = folder / FILE
    if not file.exists():
        hint = f"start with: horizons seed begin {folder} --player NAME=HASH ..."
        raise SharedChanceError(f"{folder} contains no shares of a random seed", hint)
    try:
        data = data_text.read_json(data_text.read_file(file))
        chance = made_of(data)
        sound = all(map(_is_hex, [chance.own, *chance.promised.values(), *chance.shares.values()]))
    except (DataError, LookupError, TypeError, ValueError) as problem:
        raise SharedChanceError(f"{file} is damaged", "restore it from a copy") from problem
    if not sound:
        raise SharedChanceError(f"{file} is damaged", "restore it from a copy")
    return chance


def made_of(kept: Mapping[str, Any]) -> SharedChance:
    """The shares as they are kept with a game (see `kept`)."""
    return SharedChance(
        kept["own"], dict(kept["plan"]), dict(kept["promised"]), dict(kept["shares"])
    )


def kept(chance: SharedChance) -> dict[str, Any]:
    """The shares as plain data, the gamemaster's among them."""
    return {
        "own": chance.own,
        "plan": chance.plan,
        "promised": chance.promised,
        "shares": chance.shares,
    }


def _write(folder: Path, chance: SharedChance) -> None:
    text = json.dumps(kept(chance), indent=1, ensure_ascii=False) + "\n"
    write_atomically(folder / FILE, text, private=True)


def _is_hex(text: Any) -> bool:
    return isinstance(text, str) and _HEX64.fullmatch(text) is not None


def require_hex(name: str, text: str) -> None:
    """Raises SharedChanceError for what can be neither a share nor the hash of one."""
    if not _is_hex(text):
        raise SharedChanceError(
            f"what {name} sent is not a share or hash",
            "shares and hashes have 64 digits from 0 to 9 and a to f",
        )
