"""Webhooks: posted once, signed, retried, and never to an address that is not public."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import socket
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from horizons_host.games.turns import run_and_store
from horizons_host.messages.posting import Draft, send
from horizons_host.messages.reading import report
from horizons_host.notifications.delivery import (
    MAX_ATTEMPTS,
    MAX_WEBHOOKS,
    add_webhook,
    deliver_due,
    remove_webhook,
    try_out,
    webhooks,
)
from horizons_host.notifications.texts import SubscriptionError
from horizons_host.notifications.webhooks import PostResult, WebSender, is_public, target_of
from horizons_host.store import Notifications
from tests.host.helpers import fine, refused

URL = "https://hooks.example/1"
AWAY = PostResult(accepted=False, retry=True, reply="503 away")
GONE = PostResult(accepted=False, retry=False, reply="404 gone")


def _announce(store, clock, text="Friday"):
    send(store, Draft(None, text, to_all=True), clock)


def _states(store):
    return [telling.state for telling in Notifications(store).deliveries()]


class TestDelivery:
    def test_what_happens_is_posted_once(self, game, watch, posts):
        add_webhook(game, URL, clock=watch)
        run_and_store(game, substitute="random", clock=watch)
        for _ in range(3):
            list(deliver_due(game, watch, posts))
        ((url, body, headers),) = posts.posts
        assert url == URL
        message = json.loads(body)
        assert message["content"] == "mars: Turn 1 was run. The reports are ready."
        assert message["allowed_mentions"] == {"parse": []}
        assert message["embeds"][0]["timestamp"] == "2026-03-01T20:00:00+00:00"
        assert headers["X-Horizons-Event"] == "turn"

    def test_the_signature_can_be_checked_by_who_has_the_secret(self, game, watch, posts):
        way = add_webhook(game, URL, clock=watch)
        _announce(game, watch)
        list(deliver_due(game, watch, posts))
        _, body, headers = posts.posts[0]
        parts = dict(part.split("=") for part in headers["X-Horizons-Signature"].split(","))
        assert int(parts["t"]) == watch.time.timestamp()
        signed = parts["t"].encode() + b"." + body
        assert parts["v1"] == hmac.new(way.secret.encode(), signed, hashlib.sha256).hexdigest()

    def test_names_are_no_markup(self, game, watch, posts):
        add_webhook(game, URL, clock=watch)
        from horizons_host.games.undo import undo_turn

        run_and_store(game, substitute="random", clock=watch)
        undo_turn(game, "@everyone **look** <@1> [x](http://y)", watch)
        list(deliver_due(game, watch, posts))
        content = json.loads(posts.posts[-1][1])["content"]
        assert "\\@everyone \\*\\*look\\*\\* \\<\\@1\\>" in content

    def test_each_hears_what_is_for_them(self, game, watch, posts):
        for url, player, more in (
            ("https://x.example/game", None, {}),
            ("https://x.example/gm", None, {"gamemaster": True}),
            ("https://x.example/ada", "Ada", {}),
            ("https://x.example/brin", "Brin", {"kinds": ["announcement"]}),
        ):
            add_webhook(game, url, player, clock=watch, **more)
        send(game, Draft("Brin", "Peace?", to=["Ada"]), watch)
        report(game, "Ada", 1, "", watch)
        send(game, Draft("Ada", "Hello", to=["Brin"]), watch)
        _announce(game, watch)
        list(deliver_due(game, watch, posts))
        received = {}
        for url, _, headers in posts.posts:
            received.setdefault(url.rpartition("/")[2], []).append(headers["X-Horizons-Event"])
        assert received == {
            "game": ["announcement"],
            "gm": ["report", "announcement"],
            "ada": ["message", "announcement"],
            "brin": ["announcement"],
        }

    def test_a_server_that_is_away_is_tried_again_and_given_up(self, game, watch, posts):
        add_webhook(game, URL, clock=watch)
        _announce(game, watch)
        posts.answers = [AWAY] * MAX_ATTEMPTS
        waits = []
        while _states(game) == ["queued"]:
            before = watch.time
            list(deliver_due(game, watch, posts))
            assert list(deliver_due(game, watch, posts)) == [], "not at once"
            telling = Notifications(game).deliveries()[0]
            watch.time = max(watch.time, _time(telling.next_attempt))
            waits.append(watch.time - before)
        assert _states(game) == ["failed"]
        assert len(posts.posts) == MAX_ATTEMPTS
        assert waits[:3] == [timedelta(minutes=1), timedelta(minutes=2), timedelta(minutes=4)]
        assert max(waits) == timedelta(hours=6)
        assert len({headers["X-Horizons-Delivery"] for _, _, headers in posts.posts}) == 1

    def test_what_is_refused_for_good_is_not_tried_again(self, game, watch, posts):
        add_webhook(game, URL, clock=watch)
        _announce(game, watch)
        posts.answers = [GONE]
        list(deliver_due(game, watch, posts))
        assert _states(game) == ["failed"]
        log = [
            (entry.attempt, entry.outcome, entry.reply) for entry in Notifications(game).attempts(9)
        ]
        assert log == [(1, "failed", "404 gone")]

    def test_a_server_that_is_away_holds_up_no_other(self, game, watch, posts):
        add_webhook(game, URL, clock=watch)
        add_webhook(game, "https://other.example/", clock=watch)
        for _ in range(3):
            _announce(game, watch)
        posts.answers = [AWAY]
        list(deliver_due(game, watch, posts))
        assert [url for url, _, _ in posts.posts] == [URL, *["https://other.example/"] * 3]

    def test_what_a_crash_left_is_sent_again_under_the_same_delivery(self, game, watch, posts):
        add_webhook(game, URL, clock=watch)
        _announce(game, watch)
        posts.answers = [KeyboardInterrupt()]
        with pytest.raises(KeyboardInterrupt):
            list(deliver_due(game, watch, posts))
        assert _states(game) == ["sending"]
        assert list(deliver_due(game, watch, posts)) == [], "another process may be at it"
        watch.time += timedelta(minutes=6)
        assert [delivery.state for delivery in deliver_due(game, watch, posts)] == ["sent"]
        assert len({headers["X-Horizons-Delivery"] for _, _, headers in posts.posts}) == 1

    def test_only_one_of_two_senders_posts(self, game, watch, posts):
        add_webhook(game, URL, clock=watch)
        _announce(game, watch)
        notices = Notifications(game)
        (number,) = notices.due("2026-03-01T20:00:00+00:00", "2026-03-02")
        telling = notices.delivery(number)
        assert notices.begin(telling, "2026-03-01T20:05:00+00:00")
        assert not notices.begin(telling, "2026-03-01T20:05:00+00:00")

    def test_a_clock_that_ran_ahead_holds_nothing_up(self, game, watch, posts):
        add_webhook(game, URL, clock=watch)
        _announce(game, watch)
        watch.time += timedelta(days=400)
        posts.answers = [AWAY]
        list(deliver_due(game, watch, posts))
        watch.time -= timedelta(days=399)
        assert [delivery.state for delivery in deliver_due(game, watch, posts)] == ["sent"]

    def test_what_was_removed_is_told_nothing(self, game, watch, posts):
        way = add_webhook(game, URL, clock=watch)
        _announce(game, watch)
        remove_webhook(game, way.id, watch)
        _announce(game, watch)
        list(deliver_due(game, watch, posts))
        assert posts.posts == []
        assert webhooks(game) == []
        with pytest.raises(SubscriptionError, match="no webhook"):
            remove_webhook(game, way.id)

    def test_a_test_is_posted_and_stored_nowhere(self, game, watch, posts):
        way = add_webhook(game, URL, clock=watch)
        assert try_out(game, way.id, watch, posts).accepted
        assert "This is a test" in json.loads(posts.posts[0][1])["embeds"][0]["description"]
        assert _states(game) == []


def _time(stamped):
    from datetime import datetime

    return datetime.fromisoformat(stamped)


class TestAddresses:
    @pytest.mark.parametrize(
        "url",
        [
            "", "x", "ftp://x.example/", "file:///etc/passwd", "https://", "//x.example",
            "https://a:b@x.example/", "https://x.example:22/", "https://x.example:99999/",
            "https://x.example/\r\nX: y", "https://x.example/a b", "https://xé.example/",
            "https://x.example/" + "a" * 2000, "gopher://x.example/", "https://[::1",
        ],
    )  # fmt: skip
    def test_what_is_no_address_is_refused(self, game, url):
        with pytest.raises(SubscriptionError) as refusal:
            add_webhook(game, url)
        assert refusal.value.hint
        assert webhooks(game) == []

    @pytest.mark.parametrize(
        "address",
        [
            "127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1",
            "169.254.169.254", "100.100.100.200", "224.0.0.1", "255.255.255.255", "192.0.0.192",
            "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1",
            "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "64:ff9b::7f00:1",
            "64:ff9b:1::1", "2002:7f00:1::", "2001::1", "fec0::1", "240.0.0.1", "x", "",
            "168.63.129.16", "64:ff9b::a83f:8110", "::ffff:168.63.129.16", "161.26.0.7",
            "166.9.14.3", "192.80.8.124", "198.18.0.1", "192.88.99.1", "::ffff:0:7f00:1",
            "2606:2800:220:1:0:5efe:7f00:1", "2606:2800:220:1:200:5efe:7f00:1", "5f00::1",
            "3fff::1", "2001:db8::1", "2001:0:53aa::1", "100::1", "4000::1", "2002:a83f:8110::",
        ],
    )  # fmt: skip
    def test_what_is_not_public_is_not_called(self, address):
        assert not is_public(address)
        sender = WebSender(resolve=lambda _host, _port: ["93.184.216.34", address])
        answer = sender.post(URL, b"{}", {})
        assert (answer.accepted, answer.retry) == (False, False)
        assert "not a public address" in answer.reply

    @pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1", "64:ff9b::808:808"])
    def test_what_is_public_is(self, address):
        assert is_public(address)

    def test_nothing_is_sent_to_another_address_than_the_checked_one(self):
        """The connected address counts, not only the one that was looked up."""
        verdicts = iter([True, False])
        with socket.create_server(("127.0.0.1", 0)) as listening:
            port = listening.getsockname()[1]
            sender = WebSender(lambda _host, _port: ["127.0.0.1"], lambda _: next(verdicts))
            answer = sender.post(f"http://x.example:{port}/", b"{}", {})
            called, _ = listening.accept()
            with called:
                assert called.recv(100) == b""
        assert not answer.accepted
        assert "not a public address" in answer.reply

    def test_the_parts_of_an_address(self):
        assert target_of("https://x.example/a?b=c").host_header == "x.example"
        assert target_of("http://[2606::1]:8080").host_header == "[2606::1]:8080"
        assert target_of("https://x.example/a?b=c#d").path == "/a?b=c"
        assert [target_of(f"{s}://x.example").port for s in ("http", "https")] == [80, 443]
        assert target_of("https://x.example:443/").host_header == "x.example"
        assert target_of("https://x.example:80/").host_header == "x.example:80"

    def test_webhooks_are_limited_and_unique(self, game):
        for number in range(MAX_WEBHOOKS):
            add_webhook(game, f"https://x.example/{number}", "Ada")
        for url in ("https://x.example/0", "https://x.example/new"):
            with pytest.raises(SubscriptionError, match="already"):
                add_webhook(game, url, "Ada")
        add_webhook(game, "https://x.example/0", "Brin")

    def test_an_unknown_kind_is_refused(self, game):
        with pytest.raises(SubscriptionError) as refusal:
            add_webhook(game, URL, kinds=["turns"])
        assert "turn" in refusal.value.hint


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.posts.append((self.path, dict(self.headers), body))
        self.server.answer(self)

    def log_message(self, *_words):
        """Log nothing."""


@contextlib.contextmanager
def _web(answer):
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.posts, server.answer, server.daemon_threads = [], answer, True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def _status(number, **headers):
    def answer(handler):
        handler.send_response(number)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


def _sender(seconds=5.0):
    """Return a sender that posts to this machine whatever the host name."""
    return WebSender(lambda _host, _port: ["127.0.0.1"], lambda _address: True, seconds)


class TestTheWeb:
    def test_a_post_goes_to_the_pinned_address_under_the_hosts_name(self):
        with _web(_status(204)) as server:
            port = server.server_port
            answer = _sender().post(f"http://hooks.example:{port}/a?b=c", b'{"x":1}', {"X-Y": "z"})
        assert (answer.accepted, answer.reply) == (True, "204 No Content")
        ((path, headers, body),) = server.posts
        assert (path, headers["Host"], headers["X-Y"]) == ("/a?b=c", f"hooks.example:{port}", "z")
        assert body == b'{"x":1}'

    @pytest.mark.parametrize(
        ("number", "retry"), [(301, False), (400, False), (404, False), (429, True), (500, True)]
    )
    def test_other_answers(self, number, retry):
        with _web(_status(number, Location="http://127.0.0.1:1/")) as server:
            answer = _sender().post(f"http://x.example:{server.server_port}/", b"", {})
        assert (answer.accepted, answer.retry) == (False, retry)
        assert len(server.posts) == 1

    def test_a_name_that_leads_nowhere_today_is_tried_again(self):
        def nowhere(_host, _port):
            raise OSError("no address for it")

        answer = WebSender(nowhere).post("https://x.example/", b"", {})
        assert (answer.accepted, answer.retry) == (False, True)
        assert "no such host" in answer.reply

    def test_an_address_that_will_never_do_is_not_tried_again(self):
        answer = WebSender(lambda _host, _port: ["127.0.0.1"]).post("https://x.example/", b"", {})
        assert (answer.accepted, answer.retry) == (False, False)

    def test_a_server_that_answers_byte_by_byte_is_cut_off(self):
        over = threading.Event()

        def slowly(handler):
            with contextlib.suppress(OSError):
                while not over.wait(0.05):
                    handler.wfile.write(b"H")

        with _web(slowly) as server:
            answer = _sender(0.4).post(f"http://x.example:{server.server_port}/", b"", {})
            over.set()
        assert (answer.accepted, answer.retry) == (False, True)

    def test_a_large_answer_is_not_read(self):
        def endless(handler):
            handler.send_response(200)
            handler.end_headers()
            with contextlib.suppress(OSError):
                while True:
                    handler.wfile.write(b"x" * 65536)

        with _web(endless) as server:
            assert _sender().post(f"http://x.example:{server.server_port}/", b"", {}).accepted

    def test_an_unreachable_server_is_reported(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            answer = _sender().post(f"http://x.example:{free.getsockname()[1]}/", b"", {})
        assert (answer.accepted, answer.retry) == (False, True)
        assert answer.reply

    def test_a_certificate_that_is_none_is_not_trusted(self):
        with _web(_status(204)) as server:
            answer = _sender(1.0).post(f"https://x.example:{server.server_port}/", b"", {})
        assert not answer.accepted
        assert server.posts == []


def test_the_command(game):
    result = fine("notify", "add", "-g", game.folder, "-p", "Ada", "http://127.0.0.1:9999/x").output
    assert "secret" in result
    assert "Ada" in fine("notify", "list", "-g", game.folder).output
    fine("announce", "-g", game.folder, "-", input="Friday")
    assert "not a public address" in fine("notify", "send", "-g", game.folder).output
    table = fine("notify", "log", "-g", game.folder).stdout
    assert table.split("\n")[0].split() == ["NO.", "WHEN", "ATTEMPT", "RESULT", "ANSWER"]
    assert "not a public address" in table
    result = json.loads(fine("notify", "log", "-g", game.folder, "--json").stdout)
    assert "not a public address" in result[-1]["reply"]
    assert "not a public address" in refused("notify", "test", "-g", game.folder, 1)
    fine("notify", "remove", "-g", game.folder, 1)
    assert "turn, deadline" in fine("notify", "mails", "-g", game.folder, "-p", "Ada").output
    assert "sent an announcement" in fine("notify", "feed", "-g", game.folder).output
