"""Mails of a server's games: sending, receiving, and matching mail to games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from horizons_host.mail.settings import read_settings
from horizons_host.messages.posting import Draft, send
from horizons_host.messages.reading import messages_of
from horizons_host.server.accounts import accounts, leaving
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.games import notifications
from horizons_host.server.games.notification_log import deliveries_of
from horizons_host.server.jobs import deadlines as jobs
from horizons_host.server.jobs import delivery, mailbox, queue, turns, worker
from horizons_host.server.people import measures, moderators
from horizons_host.store import DATABASE, GameMails, GameStore
from tests.host.mails import Mailbox, Server, a_mail, write_settings
from tests.host.server.begun import begin_game, game, latest_turn, submit
from tests.host.server.browser import PASSWORD, Browser, Site

ADA, BRIN = "ada@example.org", "brin@example.org"


@pytest.fixture
def box(tmp_path: Path) -> Mailbox:
    """The mailbox of the server."""
    return Mailbox(tmp_path / "Maildir")


@pytest.fixture(params=["a folder", pytest.param("PostgreSQL", marks=pytest.mark.slow)])
def anywhere(
    request: pytest.FixtureRequest, tmp_path: Path, server: Server, box: Mailbox
) -> Iterator[Site]:
    """A server that sends and reads mails, in both kinds of databases."""
    address = None if request.param == "a folder" else request.getfixturevalue("postgresql")
    site = _mailing(tmp_path, server, box, address)
    yield site
    site.service.database.close()


@pytest.fixture
def mailing_site(tmp_path: Path, server: Server, box: Mailbox) -> Site:
    """A server that sends and reads mails, in a folder."""
    return _mailing(tmp_path, server, box)


def _mailing(tmp_path: Path, server: Server, box: Mailbox, address: str | None = None) -> Site:
    file = write_settings(tmp_path, server.port, f'[read]\nmaildir = "{box.path}"\n')
    site = Site(tmp_path / "server", address, mail=read_settings(file))
    for name in ("Ada", "Brin", "Cleo", "Dara"):
        mail = f"{name.casefold()}@example.org"
        accounts.register(site.service, name, mail, PASSWORD, confirmed=True)
    return site


def account(site: Site, name: str) -> Account:
    row = accounts.by_name(site.service, name)
    assert row is not None
    return row


def signed_in(site: Site, name: str) -> Browser:
    return site.browser().open("/sign-in").send("/sign-in", who=name, password=PASSWORD)


def work(site: Site, minutes: float = 1) -> None:
    """Let some time pass and have a worker run the due jobs."""
    site.clock.advance(minutes=minutes)
    worker.run_housekeeping(site.service)
    site.work()


def run_turn(site: Site, key: str = "mars") -> None:
    turns.request_turn(site.service, key, anyway=True)
    work(site)


def sent_mails(server: Server) -> list[tuple[str, str]]:
    """Return and clear the recipients and subjects of the sent mails."""
    mails = [(str(mail["To"]), str(mail["Subject"])) for mail in server.mails]
    server.mails.clear()
    return mails


def write(site: Site, text: str, to: str = "Brin", key: str = "mars") -> None:
    with game(site, key) as store:
        send(store, Draft("Ada", text, "Our border", [to]), site.clock)
    work(site)


def answer_to(mail: EmailMessage, text: str, sender: str = BRIN) -> EmailMessage:
    subject = f"Re: {mail['Subject']}"
    return a_mail(text, sender, Subject=subject, In_Reply_To=str(mail["Message-ID"]))


def texts(site: Site, seat: str, key: str = "mars") -> list[str]:
    with game(site, key) as store:
        return [message.text for message in messages_of(store, seat)]


def orders(site: Site, seat: str, key: str) -> list[str]:
    with game(site, key) as store:
        stored = store.submissions(store.latest() + 1).get(seat, [])
    return [order.text for order in stored]


def test_reports_go_to_the_confirmed_addresses_once(anywhere: Site, server: Server) -> None:
    begin_game(anywhere)
    opening = [(ADA, "[mars] Turn 0: report for Ada"), (BRIN, "[mars] Turn 0: report for Brin")]
    assert sorted(sent_mails(server)) == opening
    run_turn(anywhere)
    work(anywhere, 90)
    assert [subject.split(":")[0] for _, subject in sent_mails(server)] == ["[mars] Turn 1"] * 2


def test_a_message_is_answered_by_mail(anywhere: Site, server: Server, box: Mailbox) -> None:
    begin_game(anywhere)
    sent_mails(server)
    write(anywhere, "Peace?")
    (mail,) = server.mails
    assert (mail["To"], mail["Subject"]) == (BRIN, "[mars] Ada: Our border")
    box.add(answer_to(mail, "Yes, peace."))
    server.mails.clear()
    work(anywhere)
    assert texts(anywhere, "Ada") == ["Peace?", "Yes, peace."]
    assert sorted(sent_mails(server)) == [
        (ADA, "[mars] Brin: Our border"),
        (BRIN, "Sent: Our border"),
    ]
    work(anywhere)
    work(anywhere, 90)
    assert len(texts(anywhere, "Ada")) == 2
    assert sent_mails(server) == []


def test_orders_by_mail_go_to_the_game_that_they_name(
    anywhere: Site, server: Server, box: Mailbox
) -> None:
    for title in ("Mars", "Venus"):
        begin_game(anywhere, title)
    sent_mails(server)
    box.add(a_mail("#EVENTHORIZON venus Ada\n; for Venus\n#END\n", ADA))
    box.add(a_mail("#EVENTHORIZON mars Ada\n; forged\n#END\n", "mallory@x.example"))
    work(anywhere)
    assert len(orders(anywhere, "Ada", "venus")) == 1
    assert orders(anywhere, "Ada", "mars") == []
    answers = dict(sent_mails(server))
    assert answers[ADA].startswith("[venus] Turn 1: orders of Ada submitted")
    assert answers["mallory@x.example"] == "Orders rejected"


def test_a_banned_person_gives_no_orders_by_mail(
    mailing_site: Site, server: Server, box: Mailbox
) -> None:
    begin_game(mailing_site, "Mars")
    moderators.appoint(mailing_site.service, account(mailing_site, "Dara"))
    dara = account(mailing_site, "Dara")
    measures.take_measure(mailing_site.service, dara, "Ada", "ban", "Cheating", days=1)
    work(mailing_site)
    sent_mails(server)
    for sender in (ADA, "Ada@Example.org"):
        box.add(a_mail(f"#EVENTHORIZON mars Ada\n; from {sender}\n#END\n", sender))
    work(mailing_site)
    assert (orders(mailing_site, "Ada", "mars"), sent_mails(server)) == ([], [])
    mailing_site.clock.advance(days=1)
    box.add(a_mail("#EVENTHORIZON mars Ada\n; again\n#END\n", ADA))
    work(mailing_site)
    assert len(orders(mailing_site, "Ada", "mars")) == 1


def test_the_last_final_orders_by_mail_bring_the_turn_on_at_once(
    mailing_site: Site, box: Mailbox
) -> None:
    begin_game(mailing_site, rule="daily 20:00 UTC", when_final=True)
    submit(mailing_site, "Brin")
    box.add(a_mail("#EVENTHORIZON mars Ada\n; all is well\n#END\n", ADA))
    mailing_site.clock.advance(minutes=1)
    worker.run_housekeeping(mailing_site.service)
    while worker.run_next_job(mailing_site.service, "a worker", [jobs.DEADLINE_KIND]):
        pass  # the deadlines were checked before the mail was read
    assert latest_turn(mailing_site) == 0
    mailing_site.work()
    assert latest_turn(mailing_site) == 1


def test_two_workers_send_and_read_each_mail_once(
    mailing_site: Site, server: Server, box: Mailbox
) -> None:
    begin_game(mailing_site)
    sent_mails(server)
    other = Site(mailing_site.service.database.folder, mail=mailing_site.service.settings.mail)

    def other_works() -> None:
        other.clock.time = mailing_site.clock.time
        other.work()

    server.on_mail = other_works
    write(mailing_site, "Peace?")
    (mail,) = server.mails
    box.add(answer_to(mail, "Yes, peace."))
    server.mails.clear()
    work(mailing_site)
    other_works()
    assert len(sent_mails(server)) == 2
    assert texts(mailing_site, "Ada") == ["Peace?", "Yes, peace."]


def test_a_mail_server_that_is_away_is_left_alone_and_nothing_is_lost(
    mailing_site: Site, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for title in ("Mars", "Venus"):
        begin_game(mailing_site, title)
    sent_mails(server)
    tried: list[int] = []

    def away(*_: object) -> None:
        tried.append(1)
        raise ConnectionRefusedError("nobody there")

    with monkeypatch.context() as patch:
        patch.setattr("horizons_host.mail.smtp._reach", away)
        for key in ("mars", "venus"):
            write(mailing_site, "Peace?", key=key)
            queue.wake_job(mailing_site.service, delivery.OUTBOX_KIND, key)
            mailing_site.work()
        assert len(tried) <= 2
    assert sent_mails(server) == []
    work(mailing_site, 2)
    assert sorted(subject for _, subject in sent_mails(server)) == [
        "[mars] Ada: Our border",
        "[venus] Ada: Our border",
    ]


def test_who_wants_no_mails_about_messages_gets_none_in_any_game(
    mailing_site: Site, server: Server
) -> None:
    begin_game(mailing_site)
    brin = signed_in(mailing_site, "Brin").open("/account/notifications")
    token = dict(brin.form("/account/notifications").form_values())["_csrf_token"]
    brin.client.post("/account/notifications", data={"_csrf_token": token, "mails-turn": "yes"})
    chosen = notifications.chosen_kinds(account(mailing_site, "Brin"), notifications.EMAIL)
    assert chosen == ["turn"]
    begin_game(mailing_site, "Venus")
    sent_mails(server)
    for key in ("mars", "venus"):
        write(mailing_site, "Peace?", key=key)
    assert sent_mails(server) == []
    run_turn(mailing_site)
    assert BRIN in dict(sent_mails(server))


def test_a_test_mail_comes_and_the_log_tells_of_all_mails(
    mailing_site: Site, server: Server
) -> None:
    begin_game(mailing_site)
    sent_mails(server)
    page = "/account/notifications"
    brin = signed_in(mailing_site, "Brin").open(page).send(f"{page}/tests/mail")
    assert "on its way" in brin.words
    mailing_site.work()
    assert sent_mails(server) == [(BRIN, "[Horizons] Test")]
    write(mailing_site, "Peace?")
    sent_mails(server)
    first, second, *_ = deliveries_of(mailing_site.service, account(mailing_site, "Brin").id)
    assert (first.channel, first.recipient, first.state) == ("mail", BRIN, "accepted")
    assert (first.game, second.facts["subject"]) == ("mars", "[Horizons] Test")
    assert "[Horizons] Test" in brin.open(page).words
    assert deliveries_of(mailing_site.service, account(mailing_site, "Ada").id)[0].recipient != BRIN


def test_a_player_turns_the_mails_of_a_game_off_and_on(mailing_site: Site, server: Server) -> None:
    begin_game(mailing_site)
    sent_mails(server)
    url = "/games/mars/notifications"
    brin = signed_in(mailing_site, "Brin").open(url)
    assert f"Email about this game goes to {BRIN}" in brin.words
    brin.send(f"{url}/address", do="off")
    assert "You don't get email about this game" in brin.words
    run_turn(mailing_site)
    assert [to for to, _ in sent_mails(server)] == [ADA]
    brin.open(url).send(f"{url}/address", do="on")
    run_turn(mailing_site)
    assert sorted(to for to, _ in sent_mails(server)) == [ADA, BRIN]


def test_orders_by_mail_need_the_password_that_a_player_has_set(
    mailing_site: Site, box: Mailbox
) -> None:
    begin_game(mailing_site)
    url = "/games/mars/notifications"
    ada = signed_in(mailing_site, "Ada").open(url)
    ada.send(f"{url}/password", password="a word of mine")
    assert "need your password" in ada.words
    assert "a word of mine" not in ada.text
    box.add(a_mail("#EVENTHORIZON mars Ada\n; forged\n#END\n", ADA))
    work(mailing_site)
    assert orders(mailing_site, "Ada", "mars") == []
    box.add(a_mail('#EVENTHORIZON mars Ada "a word of mine"\n; mine\n#END\n', ADA))
    work(mailing_site)
    assert len(orders(mailing_site, "Ada", "mars")) == 1
    ada.open(url).send(f"{url}/password", password="")
    assert "need your password" not in ada.words


def test_a_guest_reads_nothing_of_mails_to_an_address_that_is_not_proved(
    mailing_site: Site, server: Server
) -> None:
    visitor = mailing_site.browser().open("/").send("/learn/event_horizon").open("/sign-up")
    visitor.send("/sign-up", name="Eve", mail="eve@example.org", password=PASSWORD)
    work(mailing_site)
    assert [recipient for recipient, _ in sent_mails(server)] == ["eve@example.org"]
    assert deliveries_of(mailing_site.service, account(mailing_site, "Eve").id) == []


def test_who_deletes_the_account_gets_no_more_mails(mailing_site: Site, server: Server) -> None:
    begin_game(mailing_site)
    sent_mails(server)
    leaving.delete_account(mailing_site.service, account(mailing_site, "Brin"))
    run_turn(mailing_site)
    assert [to for to, _ in sent_mails(server)] == [ADA]
    with game(mailing_site, "mars") as store:
        assert notifications.mail_settings(store, "Brin") == ("", False)


def test_a_server_that_sends_no_mails_keeps_no_address_in_its_games(site: Site) -> None:
    begin_game(site)
    with game(site, "mars") as store:
        assert [notifications.mail_settings(store, name)[0] for name in ("Ada", "Brin")] == ["", ""]
        assert GameMails(store).outgoing() == []


def test_a_mailbox_in_which_nothing_is_new_opens_no_game(
    mailing_site: Site, box: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin_game(mailing_site)
    box.add(a_mail("Hello?", "eve@x.example"))
    work(mailing_site)
    opened: list[str] = []
    open_game: Callable[[str], GameStore] = mailing_site.service.database.games.open

    def noted(key: str) -> GameStore:
        opened.append(key)
        return open_game(key)

    monkeypatch.setattr(mailing_site.service.database.games, "open", noted)
    mailing_site.clock.advance(minutes=1)
    job = queue.take_job(mailing_site.service, "a worker", [mailbox.MAILBOX_KIND])
    assert job is not None
    assert mailbox.read_mailbox(mailing_site.service, job).message == "0 read"
    assert opened == []


def test_mail_for_an_unavailable_game_is_not_refused_as_unknown(
    mailing_site: Site, server: Server, box: Mailbox
) -> None:
    begin_game(mailing_site)
    sent_mails(server)
    file = mailing_site.service.database.folder / "games" / "mars" / DATABASE
    data = file.read_bytes()
    file.write_bytes(b"no database" * 1000)
    box.add(a_mail("#EVENTHORIZON mars Ada\n; fine\n#END\n", ADA))
    work(mailing_site)
    assert sent_mails(server) == []
    file.write_bytes(data)
    work(mailing_site, 5)
    assert len(orders(mailing_site, "Ada", "mars")) == 1
