"""Playing a stored game again: its orders, by the same rules or by others, held against it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from attrs import define, field

from horizons_core.codec import dump, plain
from horizons_core.errors import HorizonsError, SaveError
from horizons_core.model.entities import Game
from horizons_core.model.events import EVERYBODY
from horizons_core.plugins.games import run_turn
from horizons_core.plugins.loader import load_variant
from horizons_core.plugins.variant import Variant
from horizons_core.saves import load_under
from horizons_core.stored_games.editing import edited
from horizons_core.stored_games.joining import joined
from horizons_core.stored_games.records import (
    StoredGame,
    TurnAsRun,
    event_told,
    remark_told,
    state_digest,
)
from horizons_core.stored_games.verdicts import (
    DIFFERENT,
    REFUSED,
    SAME,
    Difference,
    GameVerdict,
    TurnVerdict,
)
from horizons_core.turn.reopening import reopened
from horizons_core.turn.run import Turn

_MOST_TOLD = 300


def compare_rules(
    stored: StoredGame,
    variant: Variant | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    set_up_again: bool = False,
    latest_rules: bool = False,
) -> GameVerdict:
    """Play a stored game again and say of each turn whether it comes out the same.

    `variant` are the rules, else those that the game names, as they are installed here. A version
    that these still play (`VariantInfo.earlier_rules`) is kept, unless `latest_rules`. The game
    goes on from its set-up as it is stored; with `options` in the place of its own, or
    `set_up_again`, it is set up anew from its secret. The orders are those that people gave, for
    the game as it was: after the first difference they are given to a game that they did not see.

    What cannot be played is no error but a verdict, "refused". Raises nothing else.
    """
    again = set_up_again or bool(options)
    replay = _Replay(stored, latest_rules)
    first = int(stored.start["turn"])
    try:
        rules = variant or load_variant(stored.variant, stored.mods, stored.data_mods)
    except HorizonsError as problem:
        refused = TurnVerdict(first, REFUSED, reason=_words(problem))
        return GameVerdict(stored.name, stored.variant, "", stored.mods, again, (refused,))
    turns = tuple(replay.verdicts(rules, dict(options or {}), again=again))
    mods = tuple(mod.name for mod in rules.mods)
    return GameVerdict(stored.name, rules.name, replay.version(rules), mods, again, turns)


@define
class _Replay:
    """A stored game that is played again; `parted` once it is not the same any more."""

    stored: StoredGame
    latest_rules: bool = False
    parted: bool = field(default=False)

    def version(self, variant: Variant) -> str:
        """The version by which the game is played: its own, if the rules still have that."""
        theirs = str(self.stored.start.get("version", ""))
        keeps = theirs in variant.info.earlier_rules and not self.latest_rules
        return theirs if keeps else variant.info.version

    def verdicts(
        self, variant: Variant, options: Mapping[str, Any], *, again: bool
    ) -> Iterator[TurnVerdict]:
        number = int(self.stored.start["turn"])
        try:
            game = self._begun(variant, options, again=again)
            yield self._set_up(number, game)
            for turn in self.stored.turns:
                number = turn.turn
                if game.outcome is not None:
                    yield TurnVerdict(number, DIFFERENT, self._ended(game))
                    return
                after = run_again(variant, game, turn)
                game = after.game
                yield self._turn(turn, after)
        except HorizonsError as problem:
            yield TurnVerdict(number, REFUSED, reason=_words(problem))
        except Exception as problem:  # noqa: BLE001 - rules may fail in any way on another's game
            words = f"the rules fail: {type(problem).__name__}: {problem}"[:_MOST_TOLD]
            yield TurnVerdict(number, REFUSED, reason=words)

    def _begun(self, variant: Variant, options: Mapping[str, Any], *, again: bool) -> Game:
        stored = self.stored
        start = load_under(dict(stored.start), variant)
        start.version = self.version(variant)
        if not again:
            return start
        if stored.set_up is None:
            raise SaveError(
                "it cannot be set up again: it was imported, or made by an older version",
                "leave options as they are, and let it go on from its stored set-up",
            )
        game = variant.new_game(
            list(stored.players),
            secret=start.secret,
            options={**stored.set_up, **options},
            name=start.name,
            seats=dict(stored.roles),
        )
        for empire in game.empires:
            if empire.id in stored.players:
                empire.address = start.empire(empire.id).address
        game.shared_chance = dict(start.shared_chance)
        game.version = start.version
        return game

    def _set_up(self, number: int, game: Game) -> TurnVerdict:
        before, after = self.stored.start, dump(game)
        if state_digest(after) == state_digest(before):
            return TurnVerdict(number, SAME)
        self.parted = True
        parts = [
            name
            for name in dict.fromkeys((*before, *after))
            if state_digest({name: before.get(name)}) != state_digest({name: after.get(name)})
        ]
        return TurnVerdict(number, DIFFERENT, Difference("set-up", ", ".join(parts)))

    def _turn(self, before: TurnAsRun, after: Turn) -> TurnVerdict:
        found = _first(before, after) or self._state(before, after)
        if found is None:
            return TurnVerdict(before.turn, SAME)
        self.parted = True
        return TurnVerdict(before.turn, DIFFERENT, found)

    def _state(self, before: TurnAsRun, after: Turn) -> Difference | None:
        """That the games differ in what nobody was told; those of another shape cannot be held."""
        shape = before.versions.get("schema", after.game.schema)
        if after.game.schema != shape and not self.parted:
            return None
        same = state_digest(dump(after.game)) == before.digest
        return None if same else Difference("state")

    def _ended(self, game: Game) -> Difference:
        everybody = tuple(one.id for one in game.participants)
        reason = game.outcome.reason if game.outcome else ""
        return Difference("end", "", "the game went on", reason, everybody)


def run_again(variant: Variant, game: Game, turn: TurnAsRun) -> Turn:
    """A turn of a stored game, run again from the game that stood before it.

    With all that was done to the game before: who joined, edits, an end that was put off. Raises
    what running a turn raises, and ScenarioError for an edit that these rules refuse.
    """
    edits = list(turn.edits)
    for number, one in enumerate((*turn.joined, None)):
        while edits and (one is None or edits[0].joined <= number):
            game = edited(variant, game, edits.pop(0).state)
        if one is not None:
            game = joined(
                variant, game, one.seat, role=one.role, options=one.options, address=one.address
            )
    if turn.not_before is not None:
        variant.put_off(game, turn.not_before)
    return run_turn(reopened(game, turn.attempt), turn.orders, variant=variant)


def _first(before: TurnAsRun, after: Turn) -> Difference | None:
    """The first remark or event that is not as it was, remarks first: orders come before a turn."""
    remarks = {
        seat: [remark_told(plain(one)) for one in said]
        for seat, said in after.diagnostics.items()
        if seat not in after.unreported
    }
    for seat in dict.fromkeys((*before.remarks, *remarks)):
        for old, new in zip_longest(before.remarks.get(seat, ()), remarks.get(seat, ())):
            if old != new:
                return Difference("remark", seat, _said(old), _said(new), (seat,))
    happened = [event_told(plain(event)) for event in after.events]
    for old_event, new_event in zip_longest(before.events, happened):
        if old_event != new_event:
            return _events_part(old_event, new_event, after)
    return None


def _events_part(
    old: Mapping[str, Any] | None, new: Mapping[str, Any] | None, after: Turn
) -> Difference:
    found: list[Mapping[str, Any]] = [one for one in (old, new) if one is not None]
    audience = [name for one in found for name in one["audience"]]
    everybody = [one.id for one in after.game.participants]
    seen = everybody if EVERYBODY in audience else list(dict.fromkeys(audience))
    phase = str(found[0]["phase"])
    return Difference("event", phase, _text(old), _text(new), tuple(seen))


def _text(event: Mapping[str, Any] | None) -> str:
    return "" if event is None else str(event["text"])


def _said(remark: Mapping[str, Any] | None) -> str:
    if remark is None:
        return ""
    line = f"line {remark['line']}: " if remark.get("line") else ""
    return f"{line}{remark['message']}"


def _words(problem: HorizonsError) -> str:
    hint = f" ({problem.hint})" if problem.hint else ""
    return f"{problem.message}{hint}"[:_MOST_TOLD]
