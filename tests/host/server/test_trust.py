"""Blocks, reports, measures of moderators and hints: each acts where it may, and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import insert, select

from horizons_core.errors import HorizonsError
from horizons_host.messages import reading
from horizons_host.messages.posting import Draft, send
from horizons_host.server import tables
from horizons_host.server.accounts import leaving, sessions, tokens
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.accounts.tokens import FeedKind
from horizons_host.server.games import directory, joining
from horizons_host.server.games.access import access
from horizons_host.server.games.directory import NoGameError
from horizons_host.server.games.terms import Terms
from horizons_host.server.people import blocks, complaints, measures, moderators, traces
from horizons_host.server.people.moderators import ModerationError
from horizons_host.server.people.traces import Origin
from horizons_host.server.security.rate_limits import TooManyError
from tests.host.helpers import fine
from tests.host.server.browser import Browser, Site
from tests.host.server.test_calls import create_token, with_token
from tests.host.server.test_profiles import account, begin, run


@pytest.fixture
def moderator(site: Site) -> Account:
    """A moderator of the server."""
    moderators.appoint(site.service, account(site, "Mia"))
    return account(site, "Mia")


def person(site: Site, name: str) -> Browser:
    """Return a browser of a person who has an account, or gets one."""
    return site.signed_in(sessions.begin_session(site.service, account(site, name), "a test"))


def message(site: Site, key: str, sender: str, to: str, **rule: Any) -> None:
    with site.service.database.game(key) as store:
        send(store, Draft(sender, "You will regret this.", to=[to]), site.clock)


def inbox(site: Site, key: str, seat: str) -> int:
    with site.service.database.game(key) as store:
        return len([m for m in reading.messages_of(store, seat) if not m.mine])


def see_complaints(site: Site, name: str) -> Sequence[complaints.Complaint]:
    with site.service.database.reading() as connection:
        return complaints.open_complaints(connection, account(site, name))


# blocks


@pytest.mark.parametrize(("names", "arrived"), [("start", 1), ("end", 2)])
def test_a_block_stops_messages_only_where_players_are_shown(
    site: Site, names: str, arrived: int
) -> None:
    key = begin(site, names=names)
    message(site, key, "Seat 2", "Seat 1")
    blocks.block(site.service, account(site, "Ada"), account(site, "Brin"))
    message(site, key, "Seat 2", "Seat 1")
    assert inbox(site, key, "Seat 1") == arrived
    blocks.unblock(site.service, account(site, "Ada"), account(site, "Brin"))
    message(site, key, "Seat 2", "Seat 1")
    assert inbox(site, key, "Seat 1") == arrived + 1


def test_a_block_holds_in_games_that_begin_later(site: Site) -> None:
    blocks.block(site.service, account(site, "Ada"), account(site, "Brin"))
    key = begin(site, names="start")
    message(site, key, "Seat 2", "Seat 1")
    message(site, key, "Seat 1", "Seat 2")
    assert (inbox(site, key, "Seat 1"), inbox(site, key, "Seat 2")) == (0, 1)


@pytest.mark.parametrize("names", ["start", "end"])
def test_joining_a_game_of_a_blocked_person_needs_a_confirmation(site: Site, names: str) -> None:
    ada, brin = person(site, "Ada"), account(site, "Brin")
    ada.open("/people/Brin").send("/people/Brin/block")
    assert "You have blocked this person." in ada.words
    terms = Terms("Mars", "event_horizon", players=2, names=names)
    directory.announce(site.service, account(site, "Cleo"), terms)
    joining.join(site.service, brin, "mars", "Zorg")
    calls = with_token(site, create_token(ada))
    joined = calls.post("/api/v1/games/mars/join", json={"seat": "Ada"})
    if names == "end":
        assert joined.status_code == 200
        return
    assert joined.status_code == 422
    assert "Brin" in joined.json()["message"]
    page = ada.open("/games/mars")
    assert "You have blocked Brin" in page.words
    page.send("/games/mars/join", anyway="yes")
    assert [m.name for m in directory.members(site.service, "mars")][-1] == "Ada"


def test_nobody_learns_of_a_block_and_it_ends_on_the_account_page(site: Site) -> None:
    ada, brin = person(site, "Ada"), person(site, "Brin")
    before = brin.open("/people/Ada").text
    ada.open("/people/Brin").send("/people/Brin/block")
    assert brin.open("/people/Ada").text == before
    ada.open("/account").send("/people/Brin/unblock")
    assert blocks.blocked_people(site.service, account(site, "Ada")) == []
    with pytest.raises(HorizonsError):
        blocks.block(site.service, account(site, "Ada"), account(site, "Ada"))


# reports


def test_a_reported_message_reaches_moderators_with_its_writer(
    site: Site, moderator: Account
) -> None:
    key = begin(site, press={"anonymous": True})
    message(site, key, "Seat 2", "Seat 1")
    ada = person(site, "Ada").open(f"/games/{key}/messages/2")
    ada.send(f"/games/{key}/messages/2/report", to="moderators", reason="A threat")
    (complaint,) = see_complaints(site, "Mia")
    assert (complaint.about, complaint.by, complaint.reason) == ("Brin", "Ada", "A threat")
    assert "regret" in complaint.text
    page = person(site, "Mia").open("/moderation")
    assert "A threat" in page.words
    complaints.close_complaint(site.service, moderator, complaint.id, "no measure")
    assert see_complaints(site, "Mia") == []


def test_a_moderator_sees_no_report_about_themselves_or_from_an_own_game(site: Site) -> None:
    for name in ("Mia", "Max"):
        moderators.appoint(site.service, account(site, name))
    complaints.complain_about_person(
        site.service, account(site, "Ada"), account(site, "Mia"), "Rude"
    )
    key = begin(site, people=("Ada", "Brin", "Max"))
    message(site, key, "Seat 2", "Seat 1")
    rights = access(site.service, account(site, "Ada"), key)
    with site.service.database.game(key) as store:
        complaints.complain_about_message(site.service, rights, store, 1, "A threat")
    assert [c.about for c in see_complaints(site, "Mia")] == ["Brin"]
    assert [c.about for c in see_complaints(site, "Max")] == ["Mia"]
    hidden = see_complaints(site, "Mia")[0].id
    with pytest.raises(ModerationError):
        complaints.close_complaint(site.service, account(site, "Max"), hidden, "measure")


def test_reports_are_bounded_and_need_moderators(site: Site) -> None:
    ada = account(site, "Ada")

    def report(name: str) -> None:
        complaints.complain_about_person(site.service, ada, account(site, name), "Rude")

    with pytest.raises(ModerationError):
        report("Brin")
    moderators.appoint(site.service, account(site, "Mia"))
    for _ in range(complaints.MAX_OPEN):
        report("Brin")
    with pytest.raises(ModerationError):
        report("Brin")
    for number in range(complaints.COMPLAINTS.maximum - complaints.MAX_OPEN):
        report(f"Person{number}")
    with pytest.raises(TooManyError):
        report("Zed")
    with pytest.raises(ModerationError):
        report("Ada")


def test_the_limit_of_reports_does_not_tell_who_wrote_a_message(
    site: Site, moderator: Account
) -> None:
    key = begin(site, press={"anonymous": True})
    ada = account(site, "Ada")
    for _ in range(complaints.MAX_OPEN):
        complaints.complain_about_person(site.service, ada, account(site, "Brin"), "Rude")
    message(site, key, "Seat 2", "Seat 1")
    with site.service.database.game(key) as store:
        rights = access(site.service, ada, key)
        complaints.complain_about_message(site.service, rights, store, 2, "A threat")
    assert len(see_complaints(site, "Mia")) == complaints.MAX_OPEN + 1


# measures


def test_only_a_moderator_of_this_moment_acts(site: Site, moderator: Account) -> None:
    account(site, "Ada")
    mia = person(site, "Mia").open("/moderation")
    for stranger in (None, account(site, "Brin")):
        with pytest.raises(NoGameError):
            measures.take_measure(site.service, stranger, "Ada", "ban", "No reason")
    assert person(site, "Brin").open("/moderation").status == 404
    moderators.dismiss(site.service, moderator)
    refused = mia.send("/moderation/measures", name="Ada", kind="ban", reason="No reason")
    assert refused.status == 404
    assert not person(site, "Ada").open("/account/measures").words.count("Banned")


def test_a_warning_is_shown_until_it_is_read(site: Site, moderator: Account) -> None:
    ada = person(site, "Ada")
    measures.take_measure(site.service, moderator, "Ada", "warning", "Be kind.")
    assert "decided something about your account" in ada.open("/games").words
    assert "Be kind." in ada.open("/account/measures").words
    assert "decided something" not in ada.open("/games").words


def test_a_muted_person_writes_to_nobody_until_the_mute_ends(
    site: Site, moderator: Account
) -> None:
    key = begin(site)
    ada = person(site, "Ada")
    calls = with_token(site, create_token(ada))
    measures.take_measure(site.service, moderator, "Ada", "mute", "Threats", days=2)
    path = f"/games/{key}/messages"
    fields = {"text": "Hello", "to-2": "Seat 2"}
    assert "muted" in ada.open(path).send(path, **fields).words
    message_to = {"text": "Hello", "to": ["Seat 2"]}
    assert calls.post(f"/api/v1{path}", json=message_to).status_code == 422
    assert measures.muted_seats(site.service) == {(key, "Seat 1")}
    assert inbox(site, key, "Seat 2") == 0
    site.clock.advance(days=2, seconds=1)
    assert ada.open(path).send(path, **fields).status == 200
    assert (inbox(site, key, "Seat 2"), measures.muted_seats(site.service)) == (1, set())


@pytest.mark.parametrize(("names", "reads"), [("start", False), ("end", True)])
def test_blocks_and_mutes_hold_in_a_waiting_room(
    site: Site, moderator: Account, names: str, reads: bool
) -> None:
    terms = Terms("Mars", "event_horizon", players=2, names=names)
    directory.announce(site.service, account(site, "Cleo"), terms)
    ada, brin = person(site, "Ada"), person(site, "Brin")
    for browser in (ada, brin):
        browser.open("/games/mars").send("/games/mars/join")
    brin.send("/games/mars/room", text="You will regret this.")
    blocks.block(site.service, account(site, "Ada"), account(site, "Brin"))
    assert ("You will regret this." in ada.open("/games/mars").words) is reads
    measures.take_measure(site.service, moderator, "Brin", "mute", "Threats", days=2)
    assert "muted" in brin.open("/games/mars").send("/games/mars/room", text="Fool!").words
    assert "Fool!" not in brin.open("/games/mars").words


def test_a_muted_organizer_withdraws_a_game_without_a_word(site: Site, moderator: Account) -> None:
    new = "/games/new/event_horizon"
    ada = person(site, "Ada").open(new).send(new, title="Mars", plays="yes", pace="daily")
    measures.take_measure(site.service, moderator, "Ada", "mute", "Threats", days=2)
    withdrawing = {"sure": "yes", "reason": "Fools!"}
    assert (
        "muted"
        in ada.open("/games/mars/settings").send("/games/mars/withdraw", **withdrawing).words
    )
    ada.open("/games/mars/settings").send("/games/mars/withdraw", sure="yes", reason="")
    assert directory.find_game(site.service, "mars").state == directory.WITHDRAWN


def test_a_waiting_room_never_names_the_person_behind_a_seat_that_was_left(site: Site) -> None:
    terms = Terms("Mars", "event_horizon", players=2, names="end")
    directory.announce(site.service, account(site, "Cleo"), terms)
    joining.join(site.service, account(site, "Brin"), "mars", "Zorg")
    person(site, "Brin").open("/games/mars").send("/games/mars/room", text="Good luck!")
    joining.leave(site.service, account(site, "Brin"), "mars")
    page = person(site, "Cleo").open("/games/mars")
    assert "Good luck!" in page.words
    assert "Brin" not in page.words


def test_a_banned_person_can_only_read_why_appeal_and_take_their_data(
    site: Site, moderator: Account
) -> None:
    key = begin(site)
    ada = person(site, "Ada")
    calls = with_token(site, create_token(ada))
    calendar = tokens.create_feed(site.service, account(site, "Ada"), FeedKind.CALENDAR)
    assert site.browser().client.get(f"/calendars/{calendar}.ics").status_code == 200
    measures.take_measure(site.service, moderator, "Ada", "ban", "Cheating", days=7)
    assert site.browser().client.get(f"/calendars/{calendar}.ics").status_code == 404
    for path in ("/", "/games", f"/games/{key}", "/account", "/people/Ada", "/moderation"):
        assert ada.open(path).path == "/account/measures"
    assert "Cheating" in ada.words
    assert ada.client.get("/account/data").status_code == 200
    assert calls.get("/api/v1/me").status_code == 403
    assert sessions.session_owners(site.service, [ada.key]) == {}
    members = {m.name: m.left_at for m in directory.members(site.service, key)}
    assert members["Ada"] is None
    site.clock.advance(days=7, seconds=1)
    assert ada.open("/games").path == "/games"


def test_a_ban_for_good_ends_the_seats_of_the_person(site: Site, moderator: Account) -> None:
    key = begin(site)
    measures.take_measure(site.service, moderator, "Ada", "ban", "Cheating")
    members = {m.name: m.left_at for m in directory.members(site.service, key)}
    assert members["Ada"] is not None
    assert members["Brin"] is None


def test_one_appeal_is_answered_by_another_moderator(site: Site, moderator: Account) -> None:
    ada, max_ = person(site, "Ada"), account(site, "Max")
    moderators.appoint(site.service, max_)
    measures.take_measure(site.service, moderator, "Ada", "ban", "Cheating", days=7)
    page = ada.open("/account/measures").send("/account/measures/1/appeal", text="It was not me.")
    assert "It was not me." in page.words
    with pytest.raises(ModerationError):
        measures.appeal(site.service, account(site, "Ada"), 1, "Once more")
    with pytest.raises(ModerationError):
        measures.answer_appeal(site.service, moderator, 1, "No.", lifts=False)
    mx = person(site, "Max").open("/moderation")
    assert "It was not me." in mx.words
    mx.send("/moderation/measures/1/answer", text="You are right.", do="lift")
    assert ada.open("/games").path == "/games"
    assert "You are right." in ada.open("/account/measures").words
    with site.service.database.reading() as connection:
        log = [(e.by, e.about, e.kind) for e in moderators.log_entries(connection)]
    assert log == [("Max", "Ada", "appeal upheld"), ("Mia", "Ada", "ban")]


def test_appeals_are_shown_first_however_many_measures_follow(
    site: Site, moderator: Account
) -> None:
    for name in ("Ada", "Brin"):
        account(site, name)
        measures.take_measure(site.service, moderator, name, "ban", "Cheating", days=7)
    measures.appeal(site.service, account(site, "Ada"), 1, "It was not me.")
    values = {"kind": "warning", "reason": "Rude", "by": moderator.id, "at": "2026-03-01"}
    row = {**values, "account": account(site, "Cleo").id, "appeal": "", "answer": ""}
    with site.service.database.writing() as connection:
        connection.execute(insert(tables.measures), [row] * 100)
        shown = measures.open_measures(connection, "2026-03-02")
    assert [measure.name for measure in shown] == ["Ada", "Brin"]


def test_a_lifted_measure_ends_and_moderators_are_out_of_reach(
    site: Site, moderator: Account
) -> None:
    ada = person(site, "Ada")
    measures.take_measure(site.service, moderator, "ADA", "ban", "Cheating")
    person(site, "Mia").open("/moderation").send("/moderation/measures/1/lift")
    assert ada.open("/games").path == "/games"
    for name, kind, days in (
        ("Mia", "ban", 1),
        ("Nobody", "ban", 1),
        ("Ada", "flog", 1),
        ("Ada", "ban", 999),
    ):
        with pytest.raises(ModerationError):
            measures.take_measure(site.service, moderator, name, kind, "A reason", days)


def test_the_administrator_appoints_and_dismisses_moderators(site: Site) -> None:
    account(site, "Ada")
    folder = site.service.database.folder
    assert "a moderator now" in fine("account", "moderator", "Ada", "--data", folder).stdout
    assert person(site, "Ada").open("/moderation").status == 200
    fine("account", "moderator", "Ada", "--dismiss", "--data", folder)
    assert person(site, "Ada").open("/moderation").status == 404


# hints of shared accounts


def use(site: Site, name: str, browser: str, network: str) -> None:
    sessions.begin_session(site.service, account(site, name), "a test", Origin(browser, network))


def hints(site: Site, key: str) -> list[tuple[tuple[str, str], list[str]]]:
    rights = access(site.service, account(site, "Cleo"), key)
    return [
        (h.names, [str(reason) for reason in h.reasons]) for h in traces.hints(site.service, rights)
    ]


def test_a_gamemaster_gets_hints_of_shared_browsers_and_networks(site: Site) -> None:
    key = begin(site, people=("Ada", "Brin", "Dara"))
    use(site, "Ada", "laptop", "192.0.2.1")
    use(site, "Brin", "laptop", "192.0.2.1")
    use(site, "Dara", "phone", "192.0.2.1")
    browser, network = "they used the same browser", "they used the same network address"
    assert hints(site, key) == [
        (("Ada", "Brin"), [browser, network]),
        (("Ada", "Dara"), [network]),
        (("Brin", "Dara"), [network]),
    ]
    assert (
        "they used the same browser" in person(site, "Cleo").open(f"/games/{key}/desk/seats").words
    )
    with pytest.raises(NoGameError):
        traces.hints(site.service, access(site.service, account(site, "Ada"), key))


def test_traces_are_hashes_of_one_week_and_end_after_some_weeks(site: Site) -> None:
    key = begin(site)
    use(site, "Ada", "laptop", "192.0.2.1")
    site.clock.advance(weeks=1)
    use(site, "Brin", "laptop", "192.0.2.1")
    assert hints(site, key) == []
    rows = site.service.database.select_rows(select(tables.traces))
    assert len({row.hash for row in rows}) == len(rows) == 4
    assert "192.0.2.1" not in str(rows)
    site.clock.advance(weeks=traces.KEPT_WEEKS - 1)
    use(site, "Eve", "phone", "192.0.2.9")
    rows = site.service.database.select_rows(select(tables.traces.c.account).distinct())
    assert {row.account for row in rows} == {account(site, n).id for n in ("Brin", "Eve")}
    keys = select(tables.server_facts).where(tables.server_facts.c.name.startswith("trace key"))
    assert len(site.service.database.select_rows(keys)) == 2


def test_players_who_are_always_together_are_a_hint(site: Site) -> None:
    for number in range(3):
        key = begin(site, f"Game {number}")
        run(site, key)
    assert hints(site, key) == [(("Ada", "Brin"), ["they only ever play together"])]
    run(site, begin(site, "Another", people=("Ada", "Dara")))
    assert hints(site, key) == []


def test_signing_in_leaves_a_trace_and_marks_the_browser(site: Site) -> None:
    account(site, "Ada")
    browser = site.browser().open("/sign-in")
    browser.send("/sign-in", who="Ada", password="correct horse battery")
    assert browser.client.cookies.get("horizons-browser")
    rows = site.service.database.select_rows(select(tables.traces.c.kind))
    assert sorted(row.kind for row in rows) == ["browser", "network"]


# the account's data


def test_export_has_what_concerns_the_person_and_deletion_removes_it(
    site: Site, moderator: Account
) -> None:
    ada, brin = account(site, "Ada"), account(site, "Brin")
    use(site, "Ada", "laptop", "192.0.2.1")
    blocks.block(site.service, ada, brin)
    blocks.block(site.service, brin, ada)
    complaints.complain_about_person(site.service, ada, brin, "Rude")
    complaints.complain_about_person(site.service, brin, ada, "Ruder")
    measures.take_measure(site.service, moderator, "Ada", "warning", "Be kind.")
    data = leaving.account_data(site.service, ada)
    assert [entry["name"] for entry in data["blocked"]] == ["Brin"]
    assert [entry["reason"] for entry in data["reports"]] == ["Rude"]
    assert [entry["reason"] for entry in data["measures"]] == ["Be kind."]
    assert "Ruder" not in str(data)
    leaving.delete_account(site.service, ada)
    own = {"blocks", "traces", "moderators", "attendance_days", "ratings"}
    for name in own:
        rows = site.service.database.select_rows(select(tables.metadata.tables[name].c.account))
        assert ada.id not in {row.account for row in rows}, name
    assert blocks.blocked_people(site.service, brin) == []
    assert leaving.account_data(site.service, brin)["blocked"] == []
