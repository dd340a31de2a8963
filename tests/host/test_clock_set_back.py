"""Setting the clock back blocks no turn, mail, backup or undo."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from horizons_host.games.backups import AFTER_TURN, back_up, backups
from horizons_host.games.restores import restore
from horizons_host.games.turns import run_and_store
from horizons_host.games.undo import undo_turn
from horizons_host.mail.sending import send
from horizons_host.mail.settings import read_settings
from horizons_host.store import GameMails, GameStore
from tests.host.helpers import fine
from tests.host.mails import mailed_game, write_settings

LATER = datetime(2031, 5, 1, 12, tzinfo=UTC)
EARLIER = LATER - timedelta(days=365)


def _later():
    return LATER


def _earlier():
    return EARLIER


@pytest.fixture
def mars(tmp_path):
    return mailed_game(tmp_path / "mars")


def _sent(store, place, clock):
    return [delivery.outcome for delivery in send(store, read_settings(place), clock=clock)]


def test_turns_follow_each_other_in_their_order(mars):
    with GameStore(mars) as store:
        for clock in (_later, _earlier, _later):
            run_and_store(store, clock=clock)
            back_up(store, AFTER_TURN)
        undo_turn(store, "the clock was wrong", clock=_earlier)
        run_and_store(store, clock=_later)
        assert store.latest() == 3
    assert [backup.turn for backup in backups(mars)] == [1, 2, 3]
    assert restore(mars, backups(mars)[1].file, clock=_earlier).turn == 2
    fine("turn", "--yes", "-g", mars)
    fine("verify", "-g", mars)


def test_a_mail_made_by_a_clock_that_was_ahead_goes_out(mars, server, tmp_path):
    place = write_settings(tmp_path, server.port)
    with GameStore(mars) as store:
        run_and_store(store, clock=_later)
        assert _sent(store, place, _earlier) == ["sent", "sent"]


def test_a_mail_put_off_by_a_clock_that_was_ahead_goes_out(mars, server, tmp_path):
    place = write_settings(tmp_path, server.port)
    server.answers["RCPT"] = ["450 later", "450 later"]
    with GameStore(mars) as store:
        run_and_store(store, clock=_later)
        assert _sent(store, place, _later) == ["put off", "put off"]
        assert _sent(store, place, _later) == []
        assert _sent(store, place, _earlier) == ["sent", "sent"]
        assert GameMails(store).outgoing(["queued"]) == []
