"""Laws of chance: what is published reveals no dice except to readers who may know them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from horizons_core import rng
from horizons_core.codec import canonical
from horizons_core.combat import resolvers
from horizons_core.model.events import EVERYONE, NO_ONE
from horizons_core.rng import KeyPart
from horizons_core.testing.laws.settings import ContractSettings
from horizons_core.turn import secrets
from horizons_core.turn.run import Turn

#: Number of future turns whose keys are tried.
_AHEAD = 6


def secrets_of(turn: Turn, reader: str = NO_ONE) -> list[str]:
    """Return the secrets that a reader (an empire's id) must never see after this turn.

    These are the master secret, all hidden keys, other empires' own keys, and all keys of future
    turns; the set-up uses the hidden key of turn 0.
    """
    secret, now = turn.game.secret, turn.game.turn
    turns = range(now + _AHEAD)
    hidden = [secrets.hidden_key(secret, number) for number in turns]
    keys = [
        secrets.own_key(secret, number, empire.id)
        for empire in turn.game.empires
        for number in turns
        if empire.id != reader or number > now
    ]
    future = [secrets.turn_key(secret, number) for number in (0, *turns[now + 1 :])]
    return [secret, *hidden, *keys, *future]


@contextmanager
def _streams_opened() -> Iterator[list[tuple[KeyPart, ...]]]:
    """Collect the names of all streams opened in the context: the key, then phase and subject."""
    opened: list[tuple[KeyPart, ...]] = []
    derive = rng.derive_key

    def record(*parts: KeyPart) -> int:
        opened.append(parts)
        return derive(*parts)

    with (
        mock.patch.object(rng, "derive_key", record),
        mock.patch.object(resolvers, "derive_key", record),
    ):
        yield opened


class ChanceLaws(ContractSettings):
    """Players cannot reproduce dice that would reveal hidden information or future turns."""

    def test_all_dice_of_a_turn_come_from_its_keys(self) -> None:
        """Dice with any other key could be rolled before the turn."""
        for played in self.some_turns():
            game = played.before
            readers = (NO_ONE, EVERYONE, *(empire.id for empire in game.empires))
            keys = {secrets.dice_key(game.secret, game.turn + 1, reader) for reader in readers}
            with _streams_opened() as opened:
                self.run_turn(game, played.orders)
            foreign = [parts for parts in opened if parts[0] not in keys]
            assert not foreign, f"dice come from TurnContext.stream, not from {foreign[0]}"

    def test_public_dice_appear_in_public_events(self) -> None:
        """Public dice that no public event mentions must have decided something private."""
        for played in self.some_turns():
            with _streams_opened() as opened:
                turn = self.run_turn(played.before, played.orders)
            playing = [empire.id for empire in played.before.empires if empire.active]
            announced = {
                dice.subject
                for event in turn.events
                if EVERYONE in event.audience or all(map(event.visible_to, playing))
                for dice in event.dice
            }
            public = [parts[1:] for parts in opened if parts[0] == turn.game.turn_key]
            silent = [subject for subject in public if subject not in announced]
            assert not silent, f"dice of {silent[0]} are public, but no public event uses them"

    def test_events_show_only_dice_whose_key_the_reader_has(self) -> None:
        for turn, empire in self.reported_turns():
            data = turn.report(empire).data
            keys = {EVERYONE: data["turn_key"], empire: data["own_key"]}
            for event in data["events"]:
                for dice in event["dice"]:
                    assert keys.get(dice["known_to"]), f"{empire} sees dice without a key"

    def test_no_report_contains_a_secret_of_the_dice(self) -> None:
        for turn, empire in self.reported_turns():
            report, view = turn.report(empire), self.variant.view(turn.game, empire)
            forecast = self.variant.forecast(turn.game, empire, "").data
            forms = [canonical(part).decode() for part in (report.data, view.data, forecast)]
            hidden = secrets_of(turn, empire)
            for form in (*forms, report.text, report.html):
                assert not [secret for secret in hidden if secret in form]

    def test_every_turn_uses_the_dice_that_it_was_committed_to(self) -> None:
        me = self.seats[0]
        for played in self.played():
            commitment, key = played.before.commitment, played.after.game.turn_key
            assert secrets.check_commitment(key, commitment)
            report = played.after.report(me).data
            assert report["turn_key"] == key
            assert report["next_commitment"] == played.after.game.commitment
            before = played.before.empire(me).own_commitment
            assert secrets.check_commitment(report["own_key"], before)
            assert report["next_own_commitment"] == played.after.game.empire(me).own_commitment
