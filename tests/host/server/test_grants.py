"""No right outlives its reason: each is granted, its reason removed, and then used.

The table of `horizons_host.server.security.grants` defines the expectation. Each loss happens on a
server of its own, with all rights that it may end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import define, evolve, field
from sqlalchemy import select

import horizons_host.store.schema  # noqa: F401 - all tables of games
from horizons_core.errors import HorizonsError
from horizons_host.mail.headers import read_head
from horizons_host.mail.intake import HandledMail, MailReader
from horizons_host.mail.sources import IncomingMail, MailFilter
from horizons_host.messages.posting import Draft, send
from horizons_host.notifications.push import PushSettings
from horizons_host.seats.changes import set_address
from horizons_host.server.accounts import accounts, devices, diary, links, sessions, tokens
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.accounts.links import Purpose
from horizons_host.server.administration import administrators
from horizons_host.server.games import deadlines, directory, invitations, joining
from horizons_host.server.games.notifications import begin_pushes
from horizons_host.server.games.terms import Terms
from horizons_host.server.jobs import delivery, queue, turns, worker
from horizons_host.server.people import measures, moderators
from horizons_host.server.security import rate_limits
from horizons_host.server.security.grants import COMMON, GRANTS, NO_GRANTS, Loss
from horizons_host.server.tables import metadata as server_tables
from horizons_host.store import notifications
from horizons_host.store.schema import message_copies, outbox
from horizons_host.store.schema import metadata as game_tables
from tests.host.mails import a_mail, a_set
from tests.host.server.begun import begin_game, submit
from tests.host.server.browser import PASSWORD, Browser, Site
from tests.host.server.games import copied_people, invite
from tests.host.server.push_service import Subscription
from tests.host.server.test_live import Ears
from tests.host.server.test_notices import Posts, feed_of
from tests.host.server.test_people import cookie, sign_in, sign_up

KEY, GAME = "mars", "/games/mars"
OPEN, ORGANIZED = "/games/venus", "/games/ceres"
ADA = "ada@example.org"
HOOK = "https://hooks.example.org"
NEW_PASSWORD = "an entirely new one"


@define
class Stage:
    """A running game, two open ones, and the people who grant or hold rights in them.

    Cleo is gamemaster all the time, Gus until he leaves; Max is a gamemaster and holds a
    gamemaster's rights. Gus organizes and plays an open game. Ada signed up by the page,
    and plays. Brin's seat is free, and Cato plays his own. Lia is in no game.
    """

    site: Site
    posts: Posts
    people: dict[str, Browser] = field(factory=dict)

    def account(self, name: str) -> Account:
        """Return the account of a person, who may have left."""
        row = accounts.by_name(self.site.service, name)
        assert row
        return row

    def browser(self, name: str) -> Browser:
        """Return a browser of a person who has an account now."""
        if name not in self.people:
            account = accounts.by_name(self.site.service, name)
            if account is None:
                self.people[name] = self.site.person(name)
            else:
                browser = self.people[name] = self.site.browser()
                key = sessions.begin_session(self.site.service, account, "a test")
                browser.client.cookies.set("horizons", key)
        return self.people[name]

    def program(self, token: str) -> Any:
        """Return an API client with a token."""
        client = self.site.client()
        client.headers["Authorization"] = f"Bearer {token}"
        return client


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    """The stage before any grant."""
    posts = Posts()
    site = Site(tmp_path / "server", posts=posts)
    return Stage(site, posts, copied_people(site, lambda: _people(site, posts), "the stage"))


def _people(site: Site, posts: Posts) -> dict[str, Browser]:
    ada = sign_up(site.browser(), "Ada", ADA)
    begin_game(site, players=("Ada", "Brin", "Cato"))
    stage = Stage(site, posts, {"Ada": ada})
    service = site.service
    for name in ("Gus", "Max"):
        stage.browser(name)
    with service.database.writing() as connection:
        for name in ("Gus", "Max"):
            number, role = stage.account(name).id, directory.GAMEMASTER
            directory.insert_member(connection, KEY, number, role, "", "2026-03-01T12:00:00+00:00")
    joining.leave(service, stage.account("Brin"), KEY)
    terms = Terms("Venus", "event_horizon", players=2, shared_chance=True)
    directory.announce(service, stage.account("Cleo"), terms)
    joining.join(service, stage.account("Ada"), "venus", "Ada")
    weekly = deadlines.announced_schedule(service, {"rule": "Sun 20:00 UTC"})
    terms = Terms("Ceres", "event_horizon", players=2, deadlines=weekly)
    directory.announce(service, stage.account("Gus"), terms, plays=True)
    with site.service.database.game(KEY) as store:
        set_address(store, "Ada", ADA, site.clock)
    return stage.people


def lose(stage: Stage, loss: Loss) -> None:
    """Take a right away from its granter or its holder."""
    if loss is Loss.GRANTER_LEAVES:
        stage.browser("Gus").open(f"{GAME}/overview").send(f"{GAME}/leave", sure="yes")
        return
    if loss not in COMMON:
        OTHER_LOSSES[loss](stage)
        return
    for name in ("Ada", "Max", "Lia"):
        browser = stage.browser(name)
        if loss is Loss.HOLDER_LEAVES and name == "Lia":
            continue
        if loss is Loss.HOLDER_LEAVES:
            browser.open(f"{GAME}/overview").send(f"{GAME}/leave", sure="yes")
        elif loss is Loss.PASSWORD_CHANGED:
            browser.open("/account")
            browser.send("/account/password", old=PASSWORD, new=NEW_PASSWORD, programs="yes")
        else:
            browser.open("/account").send("/account/delete", password=PASSWORD)
        assert browser.status == 200, browser.words
    if loss is Loss.HOLDER_LEAVES:
        stage.browser("Ada").open(OPEN).send(f"{OPEN}/leave", sure="yes")


def take_seats(stage: Stage) -> None:
    """Give Brin's and Cato's seats and those of the open game, which begins, to others."""
    stage.browser("Cato").open(f"{GAME}/overview").send(f"{GAME}/leave", sure="yes")
    for name in ("Brin", "Cato"):
        path = invite(stage.browser("Gus"), GAME, role="player", seat=name)
        assert stage.browser(f"Not{name}").open(path).send(path).path == GAME
    for name in ("Lia", "NotBrin"):
        joining.join(stage.site.service, stage.account(name), "ceres", name)
    stage.browser("Gus").open(ORGANIZED).send(f"{ORGANIZED}/start")
    assert directory.find_game(stage.site.service, "ceres").state == directory.RUNNING


def prove_address(stage: Stage) -> None:
    """Sign in with a link from Ada's mailbox and set a password if asked for one."""
    path = link_path(stage, "Ada", Purpose.SIGN_IN)
    stage.site.browser().open(path).send(path, password=NEW_PASSWORD)


def guess(stage: Stage) -> None:
    """Try the maximum number of wrong passwords for Ada."""
    for number in range(rate_limits.WRONG_FOR_ACCOUNT.maximum):
        sign_in(stage.site.browser(), "Ada", f"guess number {number}")


OTHER_LOSSES = {
    Loss.SEAT_TAKEN: take_seats,
    Loss.ADDRESS_PROVED: prove_address,
    Loss.WRONGLY_GUESSED: guess,
}


#: Grants a right and returns a function that uses it and says whether it works.
Use = Callable[[], bool]


def invitation(stage: Stage, **fields: str) -> Use:
    path = invite(stage.browser("Gus"), GAME, **fields)
    guest = f"Guest-of-{fields.get('seat', 'nobody')}"

    def use() -> bool:
        browser = stage.browser(guest).open(path)
        return browser.status == 200 and browser.send(path).path == GAME

    return use


def to_free_seat(stage: Stage) -> Use:
    return invitation(stage, role="player", seat="Brin")


def to_free_seat_of_open_game(stage: Stage) -> Use:
    """The organizer also plays, and may give no seat away after the game has begun."""
    stage.browser("Lia")
    path = invite(stage.browser("Gus"), ORGANIZED, role="player", seat="Lia")
    return lambda: (
        stage.browser("Guest").open(path).status == 200
        and (stage.browser("Guest").send(path).path == ORGANIZED)
    )


def to_taken_seat(stage: Stage) -> Use:
    return invitation(stage, role="player", seat="Cato")


def to_role(stage: Stage) -> Use:
    return invitation(stage, role="gamemaster")


def seat(stage: Stage) -> Use:
    """Ada's seat, used by the browser of its current player."""

    def use() -> bool:
        account = accounts.by_name(stage.site.service, "Ada")
        members = directory.members(stage.site.service, KEY)
        number = None if account is None else account.id
        return any(member.account == number and member.left_at is None for member in members)

    return use


def password(stage: Stage) -> Use:
    """Ada's password, with her name in every accepted spelling."""

    def use() -> bool:
        browsers = [sign_in(stage.site.browser(), name) for name in ("Ada", "_ADA", "__ada", ADA)]
        return any(browser.open("/account").path == "/account" for browser in browsers)

    return use


def link_path(stage: Stage, name: str, purpose: Purpose) -> str:
    """Return the path of a link that is sent to a person."""
    address = links.new_link(stage.site.service, stage.account(name), purpose)
    return address.removeprefix("http://games.example.org")


def is_good(browser: Browser) -> bool:
    """Return whether a link's page still works."""
    return browser.status == 200 and "no longer valid" not in browser.words


def link(purpose: Purpose) -> Callable[[Stage], Use]:
    def grant(stage: Stage) -> Use:
        stage.browser("Lia")
        path = link_path(stage, "Lia", purpose)

        def use() -> bool:
            browser = stage.site.browser().open(path)
            if purpose is Purpose.RESET and is_good(browser):
                browser.send(path, password="lia@example.org").open(path)
            if not is_good(browser):
                return False
            return browser.send(path, password="one more password").open("/account").path == (
                "/account"
            )

        return use

    return grant


def session(stage: Stage) -> Use:
    stolen = stage.site.browser()
    stolen.client.cookies.set("horizons", cookie(stage.browser("Ada")))
    return lambda: stolen.open("/account").path == "/account"


def stream(stage: Stage) -> Use:
    """An open stream of Ada's, which hears of a message to her seat."""
    ears = Ears(stage.site.service)
    ears.open("Ada")

    def use() -> bool:
        ears.hear()
        with stage.site.service.database.game(KEY) as store:
            send(store, Draft("Cato", "Peace?", to=["Ada"]), stage.site.clock)
        heard = ears.hear()
        ears.close()
        return heard == {"Ada": ["message-arrived"]}

    return use


def browser_with_push(stage: Stage) -> Use:
    """A browser of Ada's, which is told of an announcement."""
    push = PushSettings("mailto:cleo@games.example.org", ("push.example.net",))
    settings = evolve(stage.site.service.settings, push=push)
    service = evolve(stage.site.service, settings=settings)
    key, target = stage.browser("Ada").key, Subscription("/", "https://push.example.net/").target
    devices.add_device(service, stage.account("Ada"), key, "Firefox", target)
    begin_pushes(service, stage.account("Ada"))

    def use() -> bool:
        stage.posts.posts.clear()
        announce(stage)
        delivery.wake_delivery(service, KEY)
        while worker.run_next_job(service, "a worker"):
            pass
        return target.endpoint in [post[0] for post in stage.posts.posts]

    return use


def administrator(stage: Stage) -> Use:
    """Lia, who opens the administrators' page in a browser of hers."""
    stage.browser("Lia")
    administrators.appoint(stage.site.service, stage.account("Lia"))

    def use() -> bool:
        browser = stage.browser("Lia").open("/administration")
        return (browser.status, browser.path) == (200, "/administration")

    return use


def token(stage: Stage) -> Use:
    page = stage.browser("Ada").open("/account").send("/account/tokens", name="a bot")
    match = re.search(r"hz_[\w-]+", page.text)
    assert match
    calls = stage.program(match[0])
    return lambda: bool(calls.get("/api/v1/me").status_code == 200)


def reads(stage: Stage, path: str) -> Use:
    stranger = stage.site.browser().client
    return lambda: bool(stranger.get(path).status_code == 200)


def calendar(stage: Stage) -> Use:
    ada = stage.browser("Ada").open(f"{GAME}/deadlines").send(f"{GAME}/calendar")
    match = re.search(r"/calendars/[\w.-]+", ada.text)
    assert match
    return reads(stage, match[0])


def feed_of_seat(stage: Stage) -> Use:
    ada = stage.browser("Ada").open(f"{GAME}/notifications")
    return reads(stage, feed_of(ada.send(f"{GAME}/notifications/feed", do="make")))


def feed_of_game(stage: Stage) -> Use:
    desk = f"{GAME}/desk/notifications"
    return reads(stage, feed_of(stage.browser("Max").open(desk).send(f"{desk}/feed", do="make")))


def hook_of_seat(stage: Stage) -> Use:
    return hook(stage, "Ada", f"{GAME}/notifications")


def hook_of_game(stage: Stage) -> Use:
    return hook(stage, "Max", f"{GAME}/desk/notifications", gamemaster="yes")


def hook(stage: Stage, name: str, page: str, **fields: str) -> Use:
    url = f"{HOOK}/{name}"
    stage.browser(name).open(page).send(f"{page}/webhooks", url=url, **fields)

    def use() -> bool:
        stage.posts.posts.clear()
        service = stage.site.service
        announce(stage)
        delivery.wake_delivery(service, KEY)
        stage.site.work()
        return url in [post[0] for post in stage.posts.posts]

    return use


def announce(stage: Stage) -> None:
    """Cause an event that notifies every member."""
    with stage.site.service.database.game(KEY) as store:
        send(store, Draft(None, "Friday", to_all=True), stage.site.clock)


def job(stage: Stage) -> Use:
    """A trial run that Gus requests; no worker runs until it is used."""
    page = stage.browser("Gus").open(f"{GAME}/desk").send(f"{GAME}/desk/trial")
    assert page.status == 200

    def use() -> bool:
        stage.site.work()
        (trial,) = queue.game_jobs(stage.site.service, KEY, turns.TRIAL_KIND)
        assert stage.browser("Cleo").open(f"{GAME}/desk").status == 200
        return trial.state == queue.DONE

    return use


def orders(stage: Stage) -> Use:
    submit(stage.site, "Ada", final=False)

    def use() -> bool:
        with stage.site.service.database.game(KEY) as store:
            return "Ada" in store.submissions(1)

    return use


@define
class OneMail:
    """A mail source with a single mail."""

    data: bytes

    def mails(self, wants: MailFilter) -> Iterator[IncomingMail]:
        """Yield the mail."""
        head = read_head(self.data)
        if wants(head.key):
            yield IncomingMail(head, self.data)


def receive(stage: Stage, **mail: Any) -> HandledMail:
    """Return the result of a mail from Ada."""
    data = bytes(a_mail(sender=ADA, **mail))
    with stage.site.service.database.game(KEY) as store:
        (handled,) = MailReader([store], "games@example.org", stage.site.clock).read(OneMail(data))
    return handled


def orders_by_mail(stage: Stage) -> Use:
    text = a_set("; nothing to do\n", game=KEY)
    return lambda: len(receive(stage, text=text).orders) == 1


def answer_by_mail(stage: Stage) -> Use:
    with stage.site.service.database.game(KEY) as store:
        send(store, Draft("Cato", "Peace?", to=["Ada"]), stage.site.clock)
        with store.reading() as connection:
            query = select(message_copies.c.token).where(message_copies.c.seat == "Ada")
            word = connection.execute(query).scalars().all()[-1]
    name = f"<{word}@example.org>"
    return lambda: (
        receive(stage, text="Peace.\n", in_reply_to=name).outcome == "a message passed on"
    )


def waiting_mails(stage: Stage) -> Use:
    announce(stage)

    def use() -> bool:
        with stage.site.service.database.game(KEY) as store, store.reading() as connection:
            mine = (
                outbox.c.seat == "Ada",
                outbox.c.recipient == ADA,
                outbox.c.state.in_(("queued", "held")),
            )
            return connection.execute(select(outbox.c.id).where(*mine)).first() is not None

    return use


def share(stage: Stage) -> Use:
    stage.browser("Ada").open(OPEN).send(f"{OPEN}/random-seed", share="a" * 64, do="promise")

    def use() -> bool:
        members = directory.members(stage.site.service, "venus")
        return any(member.seat == "Ada" and member.left_at is None for member in members)

    return use


def note(stage: Stage) -> Use:
    service = stage.site.service
    diary.write_note(service, stage.account("Ada"), KEY, 0, "We began.", opened=True)
    return lambda: any(opened.seat == "Ada" for opened in diary.published_diaries(service, KEY))


def by_name(stage: Stage) -> Use:
    """An invitation of Lia by Gus."""
    service = stage.site.service
    stage.browser("Lia")
    gus = stage.browser("Gus").open(f"{GAME}/overview")
    gus.send(f"{GAME}/invitations", role="gamemaster", account="Lia")

    def use() -> bool:
        lia = accounts.by_name(service, "Lia")
        if lia is None:
            return False
        return any(
            invitations.accept_personal_invitation(service, lia, invitation.id)
            for invitation, _ in invitations.personal_invitations(service, lia)
        )

    return use


def moderate(stage: Stage) -> Use:
    ada = stage.account("Ada")
    moderators.appoint(stage.site.service, ada)

    def use() -> bool:
        try:
            measures.take_measure(stage.site.service, ada, "Lia", "warning", "Be kind.")
        except HorizonsError:
            return False
        return True

    stage.browser("Lia")
    return use


PROBES: dict[str, Callable[[Stage], Use]] = {
    "invitation by name": by_name,
    "moderator": moderate,
    "password": password,
    "invitation to a free seat": to_free_seat,
    "invitation to a taken seat": to_taken_seat,
    "invitation to a role": to_role,
    "seat": seat,
    "link to confirm an address": link(Purpose.CONFIRM),
    "link to sign in": link(Purpose.SIGN_IN),
    "link to set a password": link(Purpose.RESET),
    "browser that is signed in": session,
    "open stream of facts": stream,
    "page of the server's administrators": administrator,
    "push notifications of a browser": browser_with_push,
    "token of a program": token,
    "calendar of a game": calendar,
    "feed of a seat": feed_of_seat,
    "feed of a game": feed_of_game,
    "webhook of a seat": hook_of_seat,
    "webhook of a game": hook_of_game,
    "orders, draft or final": orders,
    "orders by mail": orders_by_mail,
    "answer to a message by mail": answer_by_mail,
    "mails that wait": waiting_mails,
    "share of a game's chance": share,
    "opened diary": note,
    "job of a gamemaster": job,
}


@pytest.mark.parametrize("loss", Loss, ids=lambda loss: loss.name)
def test_each_right_ends_with_its_reason_and_stays_good_without(stage: Stage, loss: Loss) -> None:
    tried = [
        (grant, PROBES[grant.name])
        for grant in GRANTS
        if grant.name in PROBES and (loss in COMMON or grant.ends_with(loss))
    ]
    if loss is Loss.SEAT_TAKEN:  # an organizer cannot leave an open game
        tried.append((GRANTS[0], to_free_seat_of_open_game))
    uses = [(grant, probe(stage)) for grant, probe in tried]
    lose(stage, loss)
    results = [(grant.name, use()) for grant, use in uses]
    assert results == [(grant.name, not grant.ends_with(loss)) for grant, _ in tried]


def test_each_right_that_can_end_is_tried_and_is_good_in_one_case_at_least() -> None:
    assert len({grant.name for grant in GRANTS}) == len(GRANTS)
    ending = {grant.name for grant in GRANTS if any(map(grant.ends_with, Loss))}
    assert ending == set(PROBES) - {"orders, draft or final"}
    assert all(grant.survives for grant in GRANTS)


def test_each_table_link_feed_job_and_webhook_is_a_right_in_the_table_or_said_to_be_none() -> None:
    kinds = {
        "server.invitations": {"player", "role"},
        "server.links": {purpose.value for purpose in Purpose},
        "server.feeds": {kind.value for kind in tokens.FeedKind},
        "server.jobs": set(worker.JOB_KINDS),
        "game.notice_ways": {
            notifications.SEAT,
            notifications.GAME,
            notifications.GAMEMASTER,
            notifications.MAIL,
            notifications.PUSH,
        },
    }
    tables = {f"server.{name}" for name in server_tables.tables}
    tables |= {f"game.{name}" for name in game_tables.tables}
    known = {f"{name}:{kind}" for name, some in kinds.items() for kind in some}
    known |= tables - set(kinds) | {"server.members:promise"}
    listed = [place for grant in GRANTS for place in grant.kept_in]
    assert sorted([*listed, *NO_GRANTS]) == sorted(known)
