"""Replay of a stored game with edits and newcomers, and comparison with the original."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from attrs import define, field

from horizons_core.codec import copy_of, dump, plain, put_in_order
from horizons_core.errors import HorizonsError, SaveError, ScenarioError
from horizons_core.model.entities import Game
from horizons_core.model.events import EVERYONE
from horizons_core.plugins.loader import load_variant, run_turn
from horizons_core.plugins.variant import Variant
from horizons_core.saves import load_under
from horizons_core.stored_games.records import (
    StoredGame,
    StoredGameTurn,
    event_record,
    remark_record,
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
from horizons_core.turn.run import Turn
from horizons_core.turn.secrets import reopened

_MAX_REASON_LENGTH = 300


def edited(variant: Variant, game: Game, state: Mapping[str, Any]) -> Game:
    """Return a copy of the game changed by a state, as a scenario changes a fresh game.

    The same game and state give the same result. Raises ScenarioError for a state that the variant
    rejects, one that violates an invariant that held before, and one that changes the game's turn,
    players, options, random seed or result.
    """
    changed = copy_of(game)
    if not variant.hook.horizons_scenario_state(game=changed, state=state):
        raise ScenarioError(
            f"a game of {variant.info.title} cannot be edited",
            "the variant does not support scenario states",
        )
    put_in_order(changed)
    for name, before in _frame(game).items():
        if _frame(changed)[name] != before:
            raise ScenarioError(
                f"an edit cannot change the {name} of a running game", "leave that part out"
            )
    known = variant.invariants(game)
    faults = [fault for fault in variant.invariants(changed) if fault not in known]
    if faults:
        raise ScenarioError(f"the state is not possible: {'; '.join(faults)}")
    return changed


def _frame(game: Game) -> dict[str, Any]:
    """Return the parts of a game that no edit may change, by their names in messages."""
    return {
        "turn": game.turn,
        "rules": (game.schema, game.variant, game.version, game.rules, game.mods, game.data_mods),
        "name": game.name,
        "options": game.options,
        "chance": (game.secret, game.shared_chance, game.turn_key, game.commitment),
        "end": game.outcome,
        "players": [
            (empire.id, empire.address, empire.password, empire.own_commitment)
            for empire in game.empires
        ],
        "seats": game.seats,
    }


def joined(
    variant: Variant,
    game: Game,
    name: str,
    *,
    role: str = "",
    options: Mapping[str, Any] | None = None,
    address: str = "",
) -> Game:
    """Return the game with one more player, or with a person without an empire.

    The same game, name and options give the same result. Raises what `Variant.join` raises.
    """
    if role:
        return variant.with_seat(game, name, role)
    after = variant.join(game, name, options)
    after.empire(name).address = address
    return after


def compare_rules(
    stored: StoredGame,
    variant: Variant | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    set_up_again: bool = False,
    latest_rules: bool = False,
) -> GameVerdict:
    """Replay a stored game and return a verdict on each turn.

    `variant` are the rules; by default, the game's own as installed here. A version that these
    still support (`VariantInfo.earlier_rules`) is kept, unless `latest_rules`. The replay starts
    from the stored set-up; with other `options`, or `set_up_again`, the set-up is repeated from the
    secret. The orders are the original ones: after the first difference, they are applied to a game
    that the players did not see.

    A game that cannot be replayed gets the verdict "refused"; no error is raised.
    """
    fresh = set_up_again or bool(options)
    replay = _Replay(stored, latest_rules)
    first = int(stored.start["turn"])
    try:
        rules = variant or load_variant(stored.variant, stored.mods, stored.data_mods)
    except HorizonsError as problem:
        refused = TurnVerdict(first, REFUSED, reason=_words(problem))
        return GameVerdict(stored.name, stored.variant, "", stored.mods, fresh, (refused,))
    turns = tuple(replay.verdicts(rules, dict(options or {}), fresh=fresh))
    mods = tuple(mod.name for mod in rules.mods)
    return GameVerdict(stored.name, rules.name, replay.version(rules), mods, fresh, turns)


@define
class _Replay:
    """A stored game during its replay; `has_diverged` is true after the first difference."""

    stored: StoredGame
    latest_rules: bool = False
    has_diverged: bool = field(default=False)

    def version(self, variant: Variant) -> str:
        """Return the version of the replay: the game's own, if the rules still support it."""
        saved = str(self.stored.start.get("version", ""))
        is_unchanged = saved in variant.info.earlier_rules and not self.latest_rules
        return saved if is_unchanged else variant.info.version

    def verdicts(
        self, variant: Variant, options: Mapping[str, Any], *, fresh: bool
    ) -> Iterator[TurnVerdict]:
        number = int(self.stored.start["turn"])
        try:
            game = self._start(variant, options, fresh=fresh)
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
            words = f"the rules fail: {type(problem).__name__}: {problem}"[:_MAX_REASON_LENGTH]
            yield TurnVerdict(number, REFUSED, reason=words)

    def _start(self, variant: Variant, options: Mapping[str, Any], *, fresh: bool) -> Game:
        stored = self.stored
        start = load_under(dict(stored.start), variant)
        start.version = self.version(variant)
        if not fresh:
            return start
        if stored.set_up is None:
            raise SaveError(
                "it cannot be set up again: it was imported, or made by an older version",
                "keep the options, and start from the stored set-up",
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
        self.has_diverged = True
        parts = [
            name
            for name in dict.fromkeys((*before, *after))
            if state_digest({name: before.get(name)}) != state_digest({name: after.get(name)})
        ]
        return TurnVerdict(number, DIFFERENT, Difference("set-up", ", ".join(parts)))

    def _turn(self, before: StoredGameTurn, after: Turn) -> TurnVerdict:
        difference = _first(before, after) or self._state(before, after)
        if difference is None:
            return TurnVerdict(before.turn, SAME)
        self.has_diverged = True
        return TurnVerdict(before.turn, DIFFERENT, difference)

    def _state(self, before: StoredGameTurn, after: Turn) -> Difference | None:
        """Compare hidden states; states of different schemas cannot be compared."""
        shape = before.versions.get("schema", after.game.schema)
        if after.game.schema != shape and not self.has_diverged:
            return None
        same = state_digest(dump(after.game)) == before.digest
        return None if same else Difference("state")

    def _ended(self, game: Game) -> Difference:
        recipients = tuple(participant.id for participant in game.participants)
        reason = game.outcome.reason if game.outcome else ""
        return Difference("end", "", "the game continued", reason, recipients)


def run_again(variant: Variant, game: Game, turn: StoredGameTurn) -> Turn:
    """Run a turn of a stored game again, from the game before it.

    First the game gets the same newcomers, edits and postponement of its end. Raises what running a
    turn raises, and ScenarioError for an edit that these rules refuse.
    """
    edits = list(turn.edits)
    for number, new in enumerate((*turn.joined, None)):
        while edits and (new is None or edits[0].joined <= number):
            game = edited(variant, game, edits.pop(0).state)
        if new is not None:
            game = joined(
                variant, game, new.seat, role=new.role, options=new.options, address=new.address
            )
    if turn.not_before is not None:
        variant.postpone_end(game, turn.not_before)
    return run_turn(reopened(game, turn.attempt), turn.orders, variant=variant)


def _first(before: StoredGameTurn, after: Turn) -> Difference | None:
    """Return the first remark or event that differs; remarks come first, as orders do."""
    remarks = {
        seat: [remark_record(plain(remark)) for remark in diagnostics]
        for seat, diagnostics in after.diagnostics.items()
        if seat not in after.unreported
    }
    for seat in dict.fromkeys((*before.remarks, *remarks)):
        for old, new in zip_longest(before.remarks.get(seat, ()), remarks.get(seat, ())):
            if old != new:
                return Difference("remark", seat, _remark_text(old), _remark_text(new), (seat,))
    new_events = [event_record(plain(event)) for event in after.events]
    for old_event, new_event in zip_longest(before.events, new_events):
        if old_event != new_event:
            return _events_part(old_event, new_event, after)
    return None


def _events_part(
    old: Mapping[str, Any] | None, new: Mapping[str, Any] | None, after: Turn
) -> Difference:
    events = [event for event in (old, new) if event is not None]
    audience = [name for event in events for name in event["audience"]]
    everyone = [participant.id for participant in after.game.participants]
    seen_by = everyone if EVERYONE in audience else list(dict.fromkeys(audience))
    phase = str(events[0]["phase"])
    return Difference("event", phase, _text(old), _text(new), tuple(seen_by))


def _text(event: Mapping[str, Any] | None) -> str:
    return "" if event is None else str(event["text"])


def _remark_text(remark: Mapping[str, Any] | None) -> str:
    if remark is None:
        return ""
    line = f"line {remark['line']}: " if remark.get("line") else ""
    return f"{line}{remark['message']}"


def _words(problem: HorizonsError) -> str:
    hint = f" ({problem.hint})" if problem.hint else ""
    return f"{problem.message}{hint}"[:_MAX_REASON_LENGTH]
