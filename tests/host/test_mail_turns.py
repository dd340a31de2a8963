"""The turn that orders are for: a late mail is refused and never counts for the next turn."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from horizons_host.games.turns import run_and_store
from horizons_host.store import GameStore
from tests.host.helpers import as_file, fine, refused, secrets
from tests.host.mails import (
    ORDERS,
    Mailbox,
    a_mail,
    a_set,
    empty_outbox,
    mailed_game,
    outbox,
    stored,
)


@pytest.fixture
def mars(tmp_path):
    return mailed_game(tmp_path / "mars")


@pytest.fixture
def box(tmp_path):
    return Mailbox(tmp_path / "box")


def of_turn(turn, player="Ada"):
    return f"#EVENTHORIZON mars {player} turn {turn}\n{ORDERS}#END\n"


def received(minutes):
    """Return a `Received` field of our own mail server, this many minutes from now."""
    time = datetime.now(UTC) + timedelta(minutes=minutes)
    return f"from x by mail.host.example with ESMTP; {format_datetime(time)}"


def answer(game):
    ((_, subject, text),) = [mail for mail in outbox(game) if mail[2]]
    return subject, " ".join(text.split())


def test_orders_may_name_their_turn(mars, box):
    box.add(a_mail(of_turn(1)))
    assert "orders accepted" in box.read(mars)
    assert answer(mars)[1].startswith(
        "The orders of Ada for turn 1 of mars (Event Horizon) were submitted."
    )


def test_orders_of_a_turn_that_was_run_are_refused_with_the_way_to_send_them_again(mars, box):
    fine("turn", "-g", mars, "--yes")
    empty_outbox(mars)
    box.add(a_mail(of_turn(1)))
    assert "orders refused" in box.read(mars)
    subject, text = answer(mars)
    assert subject == "[mars] Orders rejected"
    assert "the opening line names turn 1, which has already been run" in text
    assert "begin them with '#EVENTHORIZON mars Ada turn 2' and send them again" in text
    assert stored(mars, turn=2) == []


def test_orders_of_a_later_turn_are_refused(mars, box):
    box.add(a_mail(of_turn(3)))
    box.read(mars)
    assert "the opening line names turn 3, which is not the next one" in answer(mars)[1]
    assert stored(mars) == stored(mars, turn=3) == []


def test_the_turn_counts_on_the_command_line_too(mars):
    fine("turn", "-g", mars, "--yes")
    output = refused("orders", "submit", "-g", mars, as_file(mars, of_turn(1)))
    assert "the opening line names turn 1, which has already been run" in output
    assert (
        "Ada, turn 2: stored"
        in fine("orders", "submit", "-g", mars, as_file(mars, of_turn(2))).output
    )


def test_orders_that_came_before_the_report_went_out_are_not_the_next_turns(mars, box):
    fine("turn", "-g", mars, "--yes")
    box.add(a_mail(a_set()))
    assert "orders refused" in box.read(mars)
    _, text = answer(mars)
    assert "may be meant for turn 1" in text
    assert "#EVENTHORIZON mars Ada turn 2" in text
    assert stored(mars, turn=2) == []
    box.add(a_mail(of_turn(2)))
    assert "orders accepted" in box.read(mars)


@pytest.mark.parametrize(("minutes", "verdict"), [(-30, "refused"), (+30, "accepted")])
def test_what_counts_is_when_our_own_server_took_the_mail_in(mars, box, minutes, verdict):
    """The mail may be read much later; a fast clock makes no mail later than now."""
    fine("turn", "-g", mars, "--yes")
    empty_outbox(mars)
    box.add(a_mail(a_set(), Received=received(minutes)))
    assert f"orders {verdict}" in box.read(mars)


@pytest.mark.parametrize(
    "field", ["", "nonsense", "by x; Mon, 99 Foo 2026 99:99:99 +9999", ";" * 900]
)
def test_a_server_that_says_no_time_leaves_the_time_of_reading(mars, box, field):
    fine("turn", "-g", mars, "--yes")
    empty_outbox(mars)
    box.add(a_mail(a_set(), Received=field))
    assert "orders accepted" in box.read(mars)


def test_without_a_report_mail_the_time_of_the_turn_counts(mars, box):
    fine("mail", "address", "-g", mars, "-p", "Ada", "--clear")
    fine("turn", "-g", mars, "--yes")
    box.add(a_mail(a_set(), Received=received(-30)))
    box.add(a_mail(a_set()))
    assert box.read(mars).count("orders refused") == 2


def test_a_word_that_only_looks_like_a_turn_is_the_password(tmp_path, box):
    locked = mailed_game(tmp_path / "locked", *secrets(tmp_path, Ada="turn"))
    box.add(a_mail("#EVENTHORIZON mars Ada turn\n#END\n"))
    box.add(a_mail("#EVENTHORIZON mars Ada turn turn 1\n#END\n"))
    box.add(a_mail("#EVENTHORIZON mars Ada turn 1\n#END\n"))
    assert box.read(locked).count("orders accepted") == 2
    assert "need a password" in outbox(locked)[2][2]


@pytest.mark.parametrize("taken_back", [True, False])
def test_orders_from_before_a_turn_was_taken_back_may_have_been_for_the_one_after_it(
    mars, box, taken_back
):
    with GameStore(mars) as store:
        for _ in range(2):
            run_and_store(store, clock=lambda: datetime.now(UTC) - timedelta(minutes=10))
    empty_outbox(mars)
    if taken_back:
        fine("undo", "-g", mars, "--reason", "too early")
    box.add(a_mail(a_set(), Received=received(-5)))
    assert ("orders refused" if taken_back else "orders accepted") in box.read(mars)
