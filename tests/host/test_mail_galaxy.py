"""Galaxy G by mail: orders for passwords, addresses and names, and the report's recipients."""

from __future__ import annotations

import pytest

from horizons_host.store import GameMails, GameStore
from tests.host.helpers import fine, make_game, secrets
from tests.host.mails import (
    ADA,
    ADDRESSES,
    BRIN,
    Mailbox,
    a_mail,
    empty_outbox,
    outbox,
    stored,
)

STRANGER = "stranger@else.example"


@pytest.fixture
def alpha(tmp_path):
    folder = tmp_path / "alpha"
    people = ("--player", "Ada", "--player", "Brin", *ADDRESSES, "--seed", 3)
    make_game(folder, "--variant", "galaxy_g", *people)
    empty_outbox(folder)
    return folder


@pytest.fixture
def box(tmp_path):
    return Mailbox(tmp_path / "Maildir")


def a_set(orders="", player="Ada"):
    return f"#GALAXY alpha {player}\n{orders}#END\n"


def run_turn(game):
    """Run a turn and return the recipients of its reports."""
    fine("turn", "--yes", "-g", game)
    with GameStore(game) as store:
        mails = [mail.mail for mail in GameMails(store).outgoing(["queued"])]
    empty_outbox(game)
    return [mail.recipient for mail in mails if mail.kind == "report"]


def files_hold(game, words):
    return any(words in path.read_bytes() for path in game.rglob("*") if path.is_file())


@pytest.mark.rule("GG-ORDY-001")
@pytest.mark.rule("GG-FMT-002")
def test_a_password_that_an_order_sets_is_demanded_from_the_next_turn_on(alpha, box):
    box.add(a_mail(a_set("Y Lark\n")))
    box.read(alpha)
    assert "= Y: password as you wrote it\n" in outbox(alpha)[0][2]
    assert not files_hold(alpha, b"Lark")
    assert stored(alpha)[0].startswith("#GALAXY alpha Ada\nY $argon2id$")
    box.add(a_mail(a_set("Y Lark\nO TWOCOL\n")))
    box.read(alpha)
    assert len(stored(alpha)) == 2
    run_turn(alpha)
    assert not files_hold(alpha, b"Lark")
    box.add(a_mail(a_set()))
    box.add(a_mail(a_set(player="Ada wrong")))
    box.read(alpha)
    assert stored(alpha, turn=2) == []
    box.add(a_mail(a_set(player="Ada LARK"), sender=STRANGER))
    box.read(alpha)
    assert stored(alpha, turn=2) == ["#GALAXY alpha Ada *\n#END\n"]


@pytest.mark.rule("GG-ORDY-001")
def test_a_password_that_is_cancelled_is_demanded_no_more(tmp_path, box):
    folder = tmp_path / "alpha"
    people = ("--player", "Ada", "--player", "Brin", *ADDRESSES, *secrets(tmp_path, Ada="lark"))
    make_game(folder, "--variant", "galaxy_g", *people)
    box.add(a_mail(a_set("Y\n", player="Ada lark")))
    box.read(folder)
    run_turn(folder)
    box.add(a_mail(a_set()))
    box.read(folder)
    assert len(stored(folder, turn=2)) == 1
    box.add(a_mail(a_set(), sender=STRANGER))
    box.read(folder)
    assert len(stored(folder, turn=2)) == 1


def test_a_password_that_will_not_do_is_refused_and_not_kept(alpha, box):
    """A hash would look like any other, so the invalid password is stored as invalid."""
    box.add(a_mail(a_set('Y "moon rise"\n')))
    box.read(alpha)
    assert "ERROR: Y: a password has 1 to 20 characters and no spaces" in outbox(alpha)[0][2]
    assert stored(alpha) == [a_set('Y "**** ****"\n')]
    run_turn(alpha)
    assert "no spaces" in fine("report", "-g", alpha, "-p", "Ada").output
    box.add(a_mail(a_set()))
    box.read(alpha)
    assert len(stored(alpha, turn=2)) == 1


@pytest.mark.rule("GG-ORDZ-001")
def test_reports_go_to_the_new_address_from_this_turn_on(alpha, box):
    box.add(a_mail(a_set("Z ada@new.example\n")))
    box.read(alpha)
    assert [recipient for recipient, _, _ in outbox(alpha)] == [ADA]
    empty_outbox(alpha)
    assert run_turn(alpha) == ["ada@new.example", BRIN]
    box.add(a_mail(a_set(), sender="ada@new.example"))
    box.read(alpha)
    assert len(stored(alpha, turn=2)) == 1


@pytest.mark.rule("GG-FMT-008")
def test_a_race_goes_by_its_name_in_the_game_too(alpha, box):
    for name in ("Player_1", '"player 1"', "ada"):
        box.add(a_mail(a_set(player=name)))
    box.read(alpha)
    assert len(stored(alpha)) == 3
    fine("verify", "-g", alpha)
    run_turn(alpha)
    fine("verify", "-g", alpha)


@pytest.mark.rule("GG-FMT-001")
@pytest.mark.rule("GG-FMT-009")
def test_a_set_with_a_bad_opening_line_leaves_the_earlier_one(alpha, box):
    box.add(a_mail(a_set("O TWOCOL\n")))
    box.add(a_mail("#GALXY alpha Ada\nO NO TWOCOL\n#END\n"))
    box.add(a_mail("#GALAXY alpha\nO NO TWOCOL\n#END\n"))
    box.add(a_mail("#GALAXY beta Ada\nO NO TWOCOL\n#END\n"))
    box.read(alpha)
    assert stored(alpha) == [a_set("O TWOCOL\n")]
    box.add(a_mail(a_set("O PRODTABLE\n")))
    box.read(alpha)
    with GameStore(alpha) as store:
        assert store.snapshot().orders["Ada"].text == a_set("O PRODTABLE\n")


@pytest.mark.rule("GG-FMT-003")
def test_the_opening_line_counts_in_the_body_only(alpha, box):
    box.add(a_mail("O TWOCOL\n#END\n", Subject="#GALAXY alpha Ada"))
    box.add(a_mail(f"Hello\nO NO TWOCOL\n{a_set()}S 1 2\n"))
    box.read(alpha)
    assert stored(alpha) == [a_set()]


@pytest.mark.rule("GG-IDL-001")
@pytest.mark.rule("GG-IDL-002")
def test_who_sends_nothing_for_long_gets_no_report_and_an_empty_set_is_something(alpha, box):
    reports = []
    for _ in range(4):
        box.add(a_mail(a_set()))
        box.read(alpha)
        empty_outbox(alpha)
        reports.append(run_turn(alpha))
    assert reports == [[ADA, BRIN]] * 3 + [[ADA]]
    assert not (alpha / "reports" / "turn-004" / "Brin.txt").exists()
    fine("verify", "-g", alpha)
    fine("report", "--all", "-g", alpha)
