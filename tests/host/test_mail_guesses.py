"""Wrong passwords: few are checked, and the owners are informed. Spellings of addresses."""

from __future__ import annotations

import functools
from datetime import UTC, datetime

import pytest

from horizons_host.mail import intake
from horizons_host.mail.headers import mailbox_of, normalized, same
from horizons_host.mail.intake import MailReader
from horizons_host.mail.sources import Maildir
from horizons_host.store import GamemasterInbox, GameStore
from tests.host.clocks import SetClock
from tests.host.helpers import image, secrets
from tests.host.mails import ADA, BRIN, OWN, Mailbox, a_mail, a_set, mailed_game, outbox, stored

STRANGER = "mallory@elsewhere.example"


@pytest.fixture
def locked(tmp_path):
    return mailed_game(tmp_path / "mars", *secrets(tmp_path, Ada="moonrise", Brin="lark"))


@pytest.fixture
def box(tmp_path):
    return Mailbox(tmp_path / "box")


def guess(password, sender=STRANGER, player="Ada"):
    return a_mail(a_set(player=f"{player} {password}"), sender=sender)


def read(box, game, clock):
    with GameStore(game) as store:
        return list(MailReader([store], OWN, clock).read(Maildir(box.path)))


def looked_at(game, seat="Ada"):
    with GameStore(game) as store:
        return len(GamemasterInbox(store).wrong_passwords(seat, ""))


@pytest.mark.parametrize("forged", [False, True])
def test_of_many_guesses_few_are_looked_at(locked, box, forged):
    for number in range(10):
        sender = f"m{number}@elsewhere.example" if forged else STRANGER
        box.add(guess(f"word{number}", sender))
    box.add(guess("moonrise"))
    box.read(locked)
    assert looked_at(locked) == 5
    assert stored(locked) == [], "by then nobody tells the right one from the others"


def test_the_wait_doubles_and_ends(locked, box):
    clock = SetClock(datetime.now(UTC))
    for _ in range(5):
        box.add(guess("wrong"))
    read(box, locked, clock)
    for minutes in (1, 2, 4, 8):
        for early in (True, False):
            clock.advance(seconds=minutes * 60 - 1 if early else 1)
            box.add(guess("wrong"))
            read(box, locked, clock)
        assert looked_at(locked) == 6 + (minutes.bit_length() - 1)
    clock.advance(days=1, seconds=1)
    box.add(guess("moonrise"))
    read(box, locked, clock)
    assert len(stored(locked)) == 1


def test_a_clock_that_ran_ahead_shuts_nobody_out(locked, box):
    clock = SetClock(datetime.now(UTC))
    clock.advance(days=400)
    for _ in range(8):
        box.add(guess("wrong"))
    read(box, locked, clock)
    clock.advance(days=-400)
    box.add(guess("moonrise"))
    read(box, locked, clock)
    assert len(stored(locked)) == 1


def test_guesses_of_strangers_shut_out_nobody_at_home(locked, box):
    for number in range(8):
        box.add(guess(f"word{number}"))
    box.add(guess("moonrise", sender=ADA.upper()))
    box.read(locked)
    assert len(stored(locked)) == 1


@pytest.mark.slow
def test_guesses_under_ones_own_address_are_held_up_as_well(locked, box):
    for number in range(8):
        box.add(guess(f"word{number}", sender=ADA))
    box.read(locked)
    assert looked_at(locked) == 5
    assert (
        "5 wrong passwords were sent for Ada within a day; no further password is checked"
        in " ".join(outbox(locked)[-1][2].split())
    )


def test_each_seat_is_counted_for_itself(locked, box):
    for number in range(8):
        box.add(guess(f"word{number}"))
    box.add(guess("lark", player="Brin"))
    box.read(locked)
    assert len(stored(locked, "Brin")) == 1


def test_orders_without_a_password_are_no_guess(locked, box):
    for _ in range(8):
        box.add(a_mail(a_set(), sender=ADA))
    box.read(locked)
    assert looked_at(locked) == 0


def test_many_guesses_in_one_mail_are_counted_one_by_one(locked, box):
    names = [f"Ad{'_' * n}a" for n in range(3)] + ["Ada", "ada", "ADA"]
    sets = "".join(a_set(player=f'"{name}" word') for name in names)
    box.add(a_mail(sets, sender=STRANGER))
    box.read(locked)
    assert looked_at(locked) <= 5


def test_the_player_hears_of_it_once_a_day(locked, box):
    clock = SetClock(datetime.now(UTC))
    for number in range(2):
        box.add(guess(f"word{number}"))
    read(box, locked, clock)
    assert [to for to, _, _ in outbox(locked)] == [STRANGER] * 2
    for number in range(5):
        box.add(guess(f"more{number}"))
    read(box, locked, clock)
    ((subject, text),) = [(subject, text) for to, subject, text in outbox(locked) if to == ADA]
    assert subject == "[mars] Wrong passwords for Ada"
    assert text.startswith(
        f"3 wrong passwords were sent for Ada in mars within a day, by {STRANGER}"
    )
    clock.advance(days=1, minutes=1)
    for number in range(5):
        box.add(guess(f"again{number}"))
    read(box, locked, clock)
    assert [to for to, _, _ in outbox(locked)].count(ADA) == 2


def test_the_gamemaster_hears_of_every_one(locked, box):
    box.add(guess("wrong"))
    (handled,) = read(box, locked, SetClock(datetime.now(UTC)))
    warning = f"1 wrong password was sent for Ada in mars within a day, by {STRANGER}"
    assert list(handled.warnings) == [warning]
    box.add(guess("wrong again"))
    assert "Warning: 1 wrong password was" not in box.read(locked)


def test_a_stranger_is_told_one_and_the_same_whether_the_password_was_looked_at(locked, box):
    for number in range(8):
        box.add(guess(f"word{number}"))
    box.add(guess("moonrise"))
    box.add(guess("word", player="Nobody"))
    box.read(locked)
    assert len({text for to, _, text in outbox(locked) if to == STRANGER}) == 1


@pytest.mark.parametrize(
    "text",
    [
        a_set(player="Ada wrong"),
        a_set(player="Ada"),
        a_set(player="Nobody wrong"),
        a_set(player="Ada wrong", game="venus"),
        a_set(player="Ada wrong") + a_set(player="Nobody wrong"),
    ],
)
def test_a_strangers_refusal_takes_as_long_whatever_the_reason(locked, box, monkeypatch, text):
    """argon2 takes the time; its calls are counted here instead."""
    import argon2

    slow = []
    for name in ("hash", "verify"):
        method = getattr(argon2.PasswordHasher, name)
        counted = functools.partialmethod(counting, slow, method)
        monkeypatch.setattr(argon2.PasswordHasher, name, counted)
    box.add(a_mail(text, sender=STRANGER))
    box.read(locked)
    assert len(slow) == 1


def counting(self, calls, method, *arguments):
    """Wrap a method so that its calls are recorded."""
    calls.append(method)
    return method(self, *arguments)


def test_no_guess_is_kept_in_plain_words(locked, box):
    box.add(guess("nearlymoonrise"))
    box.read(locked)
    assert not any(b"nearlymoon" in content for content in image(locked).values())


# addresses


@pytest.mark.parametrize(
    "other",
    ["Victim@Post.example", "VICTIM@POST.EXAMPLE", "victim@post.example."],
)
def test_these_addresses_are_one(other):
    assert same("victim@post.example", other)
    assert normalized(normalized(other)) == normalized(other)


def test_a_tag_makes_another_address_of_the_same_mailbox():
    assert not same("ada@post.example", "ada+games@post.example")
    assert mailbox_of("Ada+games@post.example") == mailbox_of("ada@Post.example")
    assert mailbox_of("\uff41da@post.example") == mailbox_of("ada@post.example")
    assert mailbox_of("+games@post.example") != mailbox_of("+other@post.example")


def test_one_mailbox_gets_no_more_answers_under_many_spellings(locked, box, monkeypatch):
    monkeypatch.setattr(intake, "MAX_REFUSALS", 5)
    for number in range(7):
        spelt = ["victim@post.example", "Victim@post.example", "VICTIM@Post.Example"][number % 3]
        box.add(a_mail("hello\n", sender=spelt))
    for number in range(3):
        box.add(a_mail("hello\n", sender=f"victim+{number}@post.example"))
    box.read(locked)
    assert len(outbox(locked)) == 5


def test_games_that_share_a_mailbox_count_answers_together(locked, box, tmp_path, monkeypatch):
    monkeypatch.setattr(intake, "MAX_REFUSALS", 5)
    other = mailed_game(tmp_path / "venus", "--name", "venus")
    for _ in range(4):
        box.add(a_mail(a_set(player="Brin"), sender=ADA))
        box.add(a_mail(a_set(player="Brin", game="venus"), sender=ADA))
    box.read(locked, other)
    answers = [to for game in (locked, other) for to, _, _ in outbox(game)]
    assert answers.count(ADA) == 5
    assert BRIN not in answers
