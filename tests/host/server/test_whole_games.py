"""A whole game of each variant on a server: three players, by pages, by calls, by mail.

Five turns, with messages, a missed deadline, a replaced player, an undone turn, the end and the
archive; then the host and the players verify it independently.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from attrs import define, field
from litestar.testing import TestClient

import horizons_core as hz
from horizons_core.rng import Stream
from horizons_host.mail.settings import read_settings
from horizons_host.server.accounts import accounts
from horizons_host.server.jobs import worker
from tests.host.helpers import fine
from tests.host.mails import Mailbox, Server, a_mail, write_settings
from tests.host.server.browser import PASSWORD, Browser, Site
from tests.host.server.games import invite
from tests.host.server.test_calls import program

GAMES = {
    "event_horizon": {"option-side": "6"},
    "galaxy_g": {"option-race_names": "given"},
    "far_horizons": {},
    "campaign2e": {},
    "starcluster": {},
}
PLAYERS = ("Ada", "Brin", "Dara")
KEY = "the-long-game"
GAME = f"/games/{KEY}"
DESK, ORDERS, PRESS = f"{GAME}/desk", f"{GAME}/orders", f"{GAME}/messages"
#: The clock of the tests begins on a Sunday at noon, in UTC.
RULE = {"rule": "daily 20:00 Europe/Berlin", "grace_hours": "12", "when_final": "yes"}


@define
class Played:
    """A game in progress: Ada uses pages, Brin API calls, Dara mail."""

    site: Site
    box: Mailbox
    server: Server
    people: dict[str, Browser]
    brin: TestClient[Any] = field(init=False)
    reports: Path = field(init=False)

    def work(self, **passed: float) -> None:
        """Let time pass and have a worker run the due jobs."""
        self.site.clock.advance(**(passed or {"minutes": 2}))
        worker.run_housekeeping(self.site.service)
        self.site.work()

    @property
    def turn(self) -> int:
        """The game's latest turn, the same for every member."""
        return int(self.brin.get(f"/api/v1{GAME}").json()["turn"])

    def orders(self, seat: str) -> str:
        """Return the orders of the variant's first bot."""
        with self.site.service.database.game(KEY) as store:
            game = hz.load(store.snapshot().state)
        variant = hz.variant_of(game)
        bot = variant.bots[min(variant.bots)]
        return bot.orders(variant.view(game, seat), Stream.from_key("whole games", seat, self.turn))

    def by_page(self, browser: Browser, seat: str) -> None:
        """Submit orders on the page; the receipt shows how they were understood."""
        browser.open(ORDERS).send(ORDERS, orders=self.orders(seat), do="send")
        assert "Saved as version" in browser.words, browser.words

    def by_call(self) -> None:
        """Submit orders with Brin's program."""
        answer = self.brin.post(f"/api/v1{ORDERS}", json={"text": self.orders("Brin")})
        assert answer.json()["version"] >= 1, answer.json()
        assert answer.json()["errors"] == 0

    def by_mail(self, text: str | None = None) -> None:
        """Submit Dara's orders by mail and expect a receipt."""
        orders = self.orders("Dara") if text is None else text
        with self.site.service.database.game(KEY) as store:
            info = store.info()
        envelope = hz.load_variant(info.variant, info.mods).info.envelope
        line = envelope.opening_line(KEY, "Dara", self.turn + 1)
        self.server.mails.clear()
        self.box.add(a_mail(f"{line}\n{orders}\n{envelope.closing}\n", "dara@example.org"))
        self.work(minutes=2)
        answers = [str(mail["Subject"]) for mail in self.server.mails]
        assert any("orders of Dara submitted" in text for text in answers), answers

    def play_turn(self) -> None:
        """Submit all orders; the turn runs because they are final."""
        before = self.turn
        self.by_page(self.people["Ada"], "Ada")
        self.by_call()
        self.by_mail()
        self.work()
        assert self.turn == before + 1

    def keep_report(self) -> None:
        """Keep Ada's report of the turn."""
        report = self.people["Ada"].client.get(f"{GAME}/turns/{self.turn}/report.json")
        (self.reports / f"{self.turn}.json").write_bytes(report.content)


@pytest.fixture
def played(request: pytest.FixtureRequest, tmp_path: Path, server: Server) -> Played:
    """A game of the variant, begun."""
    box = Mailbox(tmp_path / "Maildir")
    file = write_settings(tmp_path, server.port, f'[read]\nmaildir = "{box.path}"\n')
    site = Site(tmp_path / "server", mail=read_settings(file))
    people = {name: _signed_in(site, name) for name in ("Cleo", *PLAYERS, "Eve")}
    cleo, variant = people["Cleo"], request.param
    new = f"/games/new/{variant}"
    cleo.open(new).send(new, title="The long game", players="3", **RULE, **GAMES[variant])
    assert cleo.path == GAME, cleo.words
    game = Played(site, box, server, people)
    game.brin = program(people["Brin"], site)
    game.reports = tmp_path / "kept"
    game.reports.mkdir()
    people["Ada"].open(GAME).send(f"{GAME}/join", seat="Ada")
    assert game.brin.post(f"/api/v1{GAME}/join", json={"seat": "Brin"}).status_code == 200
    people["Dara"].open(GAME).send(f"{GAME}/join", seat="Dara")
    cleo.open(GAME).send(f"{GAME}/start")
    game.work()
    assert game.turn == 0
    return game


def _signed_in(site: Site, name: str) -> Browser:
    mail = f"{name.casefold()}@example.org"
    accounts.register(site.service, name, mail, PASSWORD, confirmed=True)
    return site.browser().open("/sign-in").send("/sign-in", who=name, password=PASSWORD)


@pytest.mark.slow
@pytest.mark.parametrize("played", GAMES, indirect=True)
def test_a_game_is_played_to_its_archive_by_page_call_and_mail(
    played: Played, tmp_path: Path
) -> None:
    played.keep_report()
    for turn in (
        played.play_turn,
        lambda: _miss_a_deadline(played),
        lambda: _undo_a_turn(played),
        lambda: _replace_a_player(played),
        lambda: _run_a_turn_by_the_clock(played),
    ):
        turn()
        played.keep_report()
    assert played.turn == 5
    _verify_the_archive(played, tmp_path / "archive.zip")
    folder = played.site.service.database.folder / "games" / KEY
    assert "everything is as stored" in fine("verify", "-g", folder).stdout


def _miss_a_deadline(played: Played) -> None:
    """A message and its answer by mail; then Dara misses the deadline and uses the grace period."""
    _messages(played)
    played.by_page(played.people["Ada"], "Ada")
    played.by_call()
    played.work(hours=9)
    assert played.turn == 1
    assert "Dara" in played.people["Cleo"].open(f"{GAME}/deadlines").words
    played.by_mail()
    played.work()
    assert played.turn == 2


def _messages(played: Played) -> None:
    ada = played.people["Ada"]
    played.server.mails.clear()
    page = ada.open(PRESS)
    (box,) = page.form(PRESS).xpath(".//input[starts-with(@name, 'to-') and @value='Dara']")
    to = {box.get("name"): "Dara"}
    page.send(PRESS, text="Shall we share the stars?", subject="Our border", **to)
    played.work()
    (mail,) = (sent for sent in played.server.mails if "Our border" in str(sent["Subject"]))
    headers = {"Subject": f"Re: {mail['Subject']}", "In_Reply_To": str(mail["Message-ID"])}
    played.box.add(a_mail("Gladly.", "dara@example.org", **headers))
    played.work()
    assert "Gladly." in ada.open(f"{PRESS}/1").words
    assert played.brin.get(f"/api/v1{GAME}/messages").json() == []


def _undo_a_turn(played: Played) -> None:
    """The turn is run and undone, then rerun with other orders from Dara."""
    ada, cleo = played.people["Ada"], played.people["Cleo"]
    played.play_turn()
    first = ada.open(f"{GAME}/turns/3/report.json").text
    cleo.open(DESK).send(f"{DESK}/undo", reason="the mail server lost orders")
    assert cleo.status == 200, cleo.words
    assert played.turn == 2
    assert "lost orders" in played.people["Brin"].open(f"{GAME}/audit").words
    played.by_mail("; nothing")
    played.work(days=1)
    assert played.turn == 3
    assert ada.open(f"{GAME}/turns/3/report.json").text != first


def _replace_a_player(played: Played) -> None:
    """Eve takes over Brin's seat and reads what he could; he can read no more."""
    path = invite(played.people["Cleo"], GAME, role="player", seat="Brin")
    eve = played.people["Eve"].open(path).send(path)
    assert eve.open(f"{GAME}/handover").status == 200
    assert played.brin.get(f"/api/v1{GAME}/reports/1").status_code == 404
    played.brin = program(eve, played.site)
    played.play_turn()


def _run_a_turn_by_the_clock(played: Played) -> None:
    desk = f"{DESK}/deadlines"
    played.people["Cleo"].open(desk).send(f"{desk}/missing", kind="nothing")
    played.by_call()
    played.work(days=1)
    played.work(hours=12)


def _verify_the_archive(played: Played, archive: Path) -> None:
    """The players' downloads prove the game, without the host."""
    ada, cleo = played.people["Ada"], played.people["Cleo"]
    assert ada.open(f"{GAME}/archive.zip").status == 404
    cleo.open(DESK).send(f"{DESK}/end", reason="by agreement", winners="Ada", name="The long game")
    cleo.open(DESK).send(f"{DESK}/archive")
    played.work()
    archive.write_bytes(ada.client.get(f"{GAME}/archive.zip").content)
    result = fine("verify", "--archive", archive, "--player-reports", played.reports, "--json")
    verdict = json.loads(result.stdout)
    assert verdict["sound"], verdict["differences"]
    assert (verdict["turns"], verdict["own_reports"]) == (5, 6)
