"""Verdicts on replayed games, also by the Python of another environment."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import fields, frozen

from horizons_core.codec import converter, plain
from horizons_core.errors import HorizonsError
from horizons_core.other_python import answer_of

SAME, DIFFERENT, REFUSED = "same", "different", "refused"


@frozen
class Difference:
    """The first difference in a turn.

    Attributes:
        what: "event", "remark" (on an order), "end", "state" (in hidden information) or "set-up".
        place: the event's phase, the remark's seat, or the parts of the set-up; otherwise "".
        before: the original text; "" if there was no such event or remark.
        after: the text in the replay; "" if there is no such event or remark.
        seen_by: the names of those who see either text; empty for hidden information.
    """

    what: str
    place: str = ""
    before: str = ""
    after: str = ""
    seen_by: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Format it in a line: `event in combat: BEFORE | AFTER (seen by Ada)`."""
        if self.what == "set-up":
            return f"the set-up in {self.place}"
        if self.what == "state":
            return "the state, in hidden information"
        preposition = {"event": "in", "remark": "on the orders of"}.get(self.what, "")
        place = f" {preposition} {self.place}" if preposition and self.place else ""
        texts = f"{self.before or 'nothing'} | {self.after or 'nothing'}"
        audience = (
            f" (seen by {', '.join(self.seen_by)})" if self.seen_by else " (seen by no player)"
        )
        return f"{self.what}{place}: {texts}{audience}"


@frozen
class TurnVerdict:
    """The verdict on a turn.

    Attributes:
        turn: its number; the set-up's comes first.
        status: "same", "different" or "refused".
        difference: the first difference, if the turn is different.
        reason: why the turn was refused, in words.
    """

    turn: int
    status: str
    difference: Difference | None = None
    reason: str = ""


@frozen
class GameVerdict:
    """The verdict on a game, turn by turn, up to a turn that was refused.

    Attributes:
        name: the game's name.
        variant: its variant.
        version: the version of the variant in the replay; "" if it was not found.
        mods: the house rules in the replay.
        set_up_again: whether the set-up was repeated, instead of using the stored one.
        turns: the verdict on each turn; the first is on the set-up.
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
        return next((turn for turn in self.turns if turn.status != SAME), None)

    @property
    def status(self) -> str:
        """The status of the first turn that is not the same; "same" if all are."""
        return SAME if self.first is None else self.first.status

    def __str__(self) -> str:
        """Format it in a line: `different from turn 4: event in combat: ...`."""
        if self.first is None:
            played = len(self.turns) - 1
            return f"same in all {played} turns" if played != 1 else "same in its one turn"
        turn = self.first.turn
        if self.first.status == REFUSED:
            return f"refused in turn {turn}: {self.first.reason}"
        return f"different from turn {turn}: {self.first.difference}"

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, with `status` and, in `says`, its line."""
        data: dict[str, Any] = plain(self)
        return {**data, "status": self.status, "says": str(self)}


def verdict_from(data: Mapping[str, Any]) -> GameVerdict:
    """Return the verdict from another process's `GameVerdict.to_dict`; raises HorizonsError.

    Additional data of later versions is ignored.
    """
    try:
        turns = [_part(turn, TurnVerdict) for turn in data["turns"]]
        for turn in turns:
            if turn.get("difference") is not None:
                turn["difference"] = _part(turn["difference"], Difference)
        return converter().structure({**_part(data, GameVerdict), "turns": turns}, GameVerdict)
    except Exception as problem:
        raise HorizonsError(
            f"this is not a verdict on a stored game: {str(data)[:200]}"
        ) from problem


def _part(data: Mapping[str, Any], cls: Any) -> dict[str, Any]:
    """Return the data of those fields of a class that are present."""
    return {field.name: data[field.name] for field in fields(cls) if field.name in data}


def compare_with_python(file: Path, python: Path) -> GameVerdict:
    """Return the verdict on a stored game by the versions of another Python.

    Raises HorizonsError if that Python cannot be started, or does not support stored games.
    """
    data = answer_of(
        python,
        __name__.rpartition(".")[0],
        [str(file)],
        task="play the stored game",
        remedy="install a version of Horizons there that knows stored games, and the game's"
        " variant",
    )
    return verdict_from(data)
