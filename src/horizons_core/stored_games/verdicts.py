"""What is found of a stored game that is played again: the same, different, refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import fields, frozen

from horizons_core.codec import converter, plain
from horizons_core.errors import HorizonsError

SAME, DIFFERENT, REFUSED = "same", "different", "refused"


@frozen
class Difference:
    """The first thing in a turn that is not as it was.

    Attributes:
        what: "event", "remark" (on an order), "end" of the game, "state" (in what nobody was
            told), or "set-up".
        place: the phase of the event, the seat whose orders are remarked on, or the parts of the
            set-up; else "".
        before: the words that were told; "" if there were none.
        after: the words that are told now; "" if there are none.
        seen_by: the names of those who were told, or are now; nobody sees what is empty.
    """

    what: str
    place: str = ""
    before: str = ""
    after: str = ""
    seen_by: tuple[str, ...] = ()

    def __str__(self) -> str:
        """It in a line: `event in combat: BEFORE | AFTER (seen by Ada)`."""
        if self.what == "set-up":
            return f"the set-up in {self.place}"
        if self.what == "state":
            return "the state, in what nobody was told"
        joint = {"event": "in", "remark": "on the orders of"}.get(self.what, "")
        where = f" {joint} {self.place}" if joint and self.place else ""
        told = f"{self.before or 'nothing'} | {self.after or 'nothing'}"
        seen = f" (seen by {', '.join(self.seen_by)})" if self.seen_by else " (seen by nobody)"
        return f"{self.what}{where}: {told}{seen}"


@frozen
class TurnVerdict:
    """What became of a turn.

    Attributes:
        turn: its number; that of the set-up comes first.
        status: "same", "different" or "refused".
        difference: the first difference, of a turn that is different.
        reason: why the turn was refused, in words.
    """

    turn: int
    status: str
    difference: Difference | None = None
    reason: str = ""


@frozen
class GameVerdict:
    """What became of a game, turn by turn; nothing comes after a turn that was refused.

    Attributes:
        name: the game's name.
        variant: its variant.
        version: the version of the variant by which it was played again; "" if none was found.
        mods: the house rules by which it was played again.
        set_up_again: whether it was set up again, too; else it went on from its stored set-up.
        turns: the verdict on each turn; the first is the game as it began.
    """

    name: str
    variant: str
    version: str
    mods: tuple[str, ...]
    set_up_again: bool
    turns: tuple[TurnVerdict, ...]

    @property
    def first(self) -> TurnVerdict | None:
        """The first turn that is not the same; None if all are."""
        return next((one for one in self.turns if one.status != SAME), None)

    @property
    def status(self) -> str:
        """That is "same", "different" or "refused", as of the first turn that is not the same."""
        return SAME if self.first is None else self.first.status

    def __str__(self) -> str:
        """It in a line: `different from turn 4: event in combat: ...`."""
        if self.first is None:
            played = len(self.turns) - 1
            return f"same in all {played} turns" if played != 1 else "same in its one turn"
        turn = self.first.turn
        if self.first.status == REFUSED:
            return f"refused in turn {turn}: {self.first.reason}"
        return f"different from turn {turn}: {self.first.difference}"

    def told(self) -> dict[str, Any]:
        """It as plain data, with `status` and, in `says`, the line of it."""
        told: dict[str, Any] = plain(self)
        return {**told, "status": self.status, "says": str(self)}


def verdict_from(data: Mapping[str, Any]) -> GameVerdict:
    """The verdict that another process told (`GameVerdict.told`); raises HorizonsError.

    What a later version may tell besides is left aside.
    """
    try:
        turns = [_part(turn, TurnVerdict) for turn in data["turns"]]
        for turn in turns:
            if turn.get("difference") is not None:
                turn["difference"] = _part(turn["difference"], Difference)
        return converter().structure({**_part(data, GameVerdict), "turns": turns}, GameVerdict)
    except Exception as problem:
        raise HorizonsError(f"this is no verdict on a stored game: {str(data)[:200]}") from problem


def _part(data: Mapping[str, Any], cls: Any) -> dict[str, Any]:
    """What is there of the fields of a class."""
    return {one.name: data[one.name] for one in fields(cls) if one.name in data}
