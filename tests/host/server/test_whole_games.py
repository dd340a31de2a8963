"""A whole game of each variant on a server: three people, one by pages, one by calls, one by mail.

Five turns, with messages, a deadline that somebody misses, a player who is replaced, a turn that is
taken back, the end and the archive; then the host and the players check it, each for themselves.
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
from horizons_host.server.jobs import worker
from horizons_host.server.people import accounts
from tests.host.helpers import fine
from tests.host.mails import Mailbox, Server, a_mail, write_settings
from tests.host.server.browser import PASSWORD, Browser, Site
from tests.host.server.games import invited
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
DESK, ORDERS, PRESS = f"{GAME}/desk", f"{GAME}/orders", f"{GAME}/press"
#: The clock of the tests begins on a Sunday at noon, in UTC.
RULE = {"rule": "daily 20:00 Europe/Berlin", "grace_hours": "12", "when_final": "yes"}


@define
class Played:
    """A game that is being played: Ada by pages, Brin by calls of a program, Dara by mail."""

    site: Site
    box: Mailbox
    server: Server
    people: dict[str, Browser]
    brin: TestClient[Any] = field(init=False)
    kept: Path = field(init=False)

    def work(self, **passed: float) -> None:
        """Time passes, and a worker does what there is to do."""
        self.site.clock.advance(**(passed or {"minutes": 2}))
        worker.tend(self.site.service)
        self.site.work()

    @property
    def turn(self) -> int:
        """The turn at which the game stands, as everybody in it is told."""
        return int(self.brin.get(f"/api/v1{GAME}").json()["turn"])

    def orders(self, seat: str) -> str:
        """What the variant's first bot would order."""
        with self.site.service.database.game(KEY) as store:
            game = hz.load(store.snapshot().state)
        variant = hz.variant_of(game)
        bot = variant.bots[min(variant.bots)]
        return bot.orders(variant.view(game, seat), Stream.from_key("whole games", seat, self.turn))

    def by_page(self, browser: Browser, seat: str) -> None:
        """Orders are handed in on the page, and the receipt shows how they were understood."""
        browser.open(ORDERS).send(ORDERS, orders=self.orders(seat), do="send")
        assert "Saved as version" in browser.words, browser.words

    def by_call(self) -> None:
        """Brin's program hands orders in."""
        given = self.brin.post(f"/api/v1{ORDERS}", json={"text": self.orders("Brin")})
        assert given.json()["version"] >= 1, given.json()
        assert given.json()["errors"] == 0

    def by_mail(self, text: str | None = None) -> None:
        """Dara's orders come in by mail; the receipt goes out."""
        orders = self.orders("Dara") if text is None else text
        with self.site.service.database.game(KEY) as store:
            plate = store.plate()
        envelope = hz.load_variant(plate.variant, plate.mods).info.envelope
        line = envelope.opening_line(KEY, "Dara", self.turn + 1)
        self.server.mails.clear()
        self.box.add(a_mail(f"{line}\n{orders}\n{envelope.closing}\n", "dara@example.org"))
        self.work(minutes=2)
        answers = [str(mail["Subject"]) for mail in self.server.mails]
        assert any("orders of Dara submitted" in one for one in answers), answers

    def everybody(self) -> None:
        """All hand in orders; the turn is run since they are final."""
        before = self.turn
        self.by_page(self.people["Ada"], "Ada")
        self.by_call()
        self.by_mail()
        self.work()
        assert self.turn == before + 1

    def keep_report(self) -> None:
        """Ada keeps her report of the turn."""
        report = self.people["Ada"].client.get(f"{GAME}/turns/{self.turn}/report.json")
        (self.kept / f"{self.turn}.json").write_bytes(report.content)


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
    found = Played(site, box, server, people)
    found.brin = program(people["Brin"], site)
    found.kept = tmp_path / "kept"
    found.kept.mkdir()
    people["Ada"].open(GAME).send(f"{GAME}/join", seat="Ada")
    assert found.brin.post(f"/api/v1{GAME}/join", json={"seat": "Brin"}).status_code == 200
    people["Dara"].open(GAME).send(f"{GAME}/join", seat="Dara")
    cleo.open(GAME).send(f"{GAME}/start")
    found.work()
    assert found.turn == 0
    return found


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
        played.everybody,
        lambda: _somebody_is_late(played),
        lambda: _a_turn_is_taken_back(played),
        lambda: _a_player_is_replaced(played),
        lambda: _a_turn_comes_by_the_clock_alone(played),
    ):
        turn()
        played.keep_report()
    assert played.turn == 5
    _the_archive_opens_and_is_sound(played, tmp_path / "archive.zip")
    folder = played.site.service.database.folder / "games" / KEY
    assert "everything is as stored" in fine("verify", "-g", folder).stdout


def _somebody_is_late(played: Played) -> None:
    """A message and its answer by mail; then Dara misses the deadline, and uses the grace."""
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
    (mail,) = (one for one in played.server.mails if "Our border" in str(one["Subject"]))
    headers = {"Subject": f"Re: {mail['Subject']}", "In_Reply_To": str(mail["Message-ID"])}
    played.box.add(a_mail("Gladly.", "dara@example.org", **headers))
    played.work()
    assert "Gladly." in ada.open(f"{PRESS}/1").words
    assert played.brin.get(f"/api/v1{GAME}/messages").json() == []


def _a_turn_is_taken_back(played: Played) -> None:
    """The turn is run; it is taken back, and run once more with other orders of Dara's."""
    ada, cleo = played.people["Ada"], played.people["Cleo"]
    played.everybody()
    first = ada.open(f"{GAME}/turns/3/report.json").text
    cleo.open(DESK).send(f"{DESK}/undo", reason="the mail server lost orders")
    assert cleo.status == 200, cleo.words
    assert played.turn == 2
    assert "lost orders" in played.people["Brin"].open(f"{GAME}/audit").words
    played.by_mail("; nothing")
    played.work(days=1)
    assert played.turn == 3
    assert ada.open(f"{GAME}/turns/3/report.json").text != first


def _a_player_is_replaced(played: Played) -> None:
    """Eve takes Brin's seat over, and reads what he has seen; he reads nothing more."""
    path = invited(played.people["Cleo"], GAME, role="player", seat="Brin")
    eve = played.people["Eve"].open(path).send(path)
    assert eve.open(f"{GAME}/papers").status == 200
    assert played.brin.get(f"/api/v1{GAME}/reports/1").status_code == 404
    played.brin = program(eve, played.site)
    played.everybody()


def _a_turn_comes_by_the_clock_alone(played: Played) -> None:
    desk = f"{DESK}/deadlines"
    played.people["Cleo"].open(desk).send(f"{desk}/missing", kind="nothing")
    played.by_call()
    played.work(days=1)
    played.work(hours=12)


def _the_archive_opens_and_is_sound(played: Played, archive: Path) -> None:
    """What the players load down proves the game, without the host."""
    ada, cleo = played.people["Ada"], played.people["Cleo"]
    assert ada.open(f"{GAME}/archive.zip").status == 404
    cleo.open(DESK).send(f"{DESK}/end", reason="by agreement", winners="Ada", name="The long game")
    cleo.open(DESK).send(f"{DESK}/archive")
    played.work()
    archive.write_bytes(ada.client.get(f"{GAME}/archive.zip").content)
    told = fine("verify", "--archive", archive, "--player-reports", played.kept, "--json")
    verdict = json.loads(told.stdout)
    assert verdict["sound"], verdict["differences"]
    assert (verdict["turns"], verdict["own_reports"]) == (5, 6)
