"""Settings of push notifications, and the messages that browsers understand."""

from __future__ import annotations

import json

import pytest

from horizons_host.notifications import push
from horizons_host.notifications.push import PushError, PushMessage, push_settings
from tests.host.helpers import refused

URL = "https://games.example.org"


@pytest.mark.parametrize(
    "contact",
    [
        "mailto:cleo@games.example.org",
        "https://games.example.org",
        "https://games.example.org/contact?by=push",
    ],
)
def test_a_contact_is_an_address_that_others_can_reach(contact: str) -> None:
    settings = push_settings(contact, ["Push.Example.net"], URL)
    assert settings.contact == contact
    assert {"push.example.net", "push.apple.com"} <= set(settings.hosts)


@pytest.mark.parametrize(
    "contact",
    [
        "cleo@games.example.org",
        "mailto:",
        "mailto:cleo",
        "mailto:cleo@localhost",
        "mailto:cleo@server.local",
        "mailto:cleo@[192.0.2.1]",
        "http://games.example.org",
        "https://localhost/",
        "https://192.0.2.1/",
        "https://[2001:db8::1]/",
        "https://server",
        "https://",
        "https://[",
        "javascript:1",
    ],
)
def test_a_contact_that_push_services_refuse_is_refused_at_once(contact: str) -> None:
    with pytest.raises(PushError) as caught:
        push_settings(contact, (), URL)
    assert "no contact that push services accept" in caught.value.message
    assert "mailto:you@your-domain.org" in caught.value.hint


@pytest.mark.parametrize("url", ["http://games.example.org", "http://192.0.2.1:8000"])
def test_browsers_subscribe_over_https_or_on_this_machine(url: str) -> None:
    with pytest.raises(PushError, match="need HTTPS"):
        push_settings("mailto:cleo@games.example.org", (), url)
    push_settings("mailto:cleo@games.example.org", (), "http://127.0.0.1:8000")


def test_without_its_libraries_push_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "_LIBRARIES", ("no_such_library",))
    with pytest.raises(PushError) as caught:
        push_settings("mailto:cleo@games.example.org", (), URL)
    assert "horizons[host,push]" in caught.value.hint


def test_a_server_with_a_wrong_contact_does_not_start(tmp_path) -> None:
    options = ("--data", str(tmp_path / "data"), "--public-url", URL)
    output = refused("serve", *options, "--push-contact", "mailto:cleo@localhost")
    assert "no contact that push services accept" in output
    assert not (tmp_path / "data").exists()


def test_a_message_fits_into_what_push_services_take() -> None:
    long = PushMessage(
        "\U0001f680" * 500, "\U0001f680" * 5000, URL + "/games/" + 60 * "a", "t", "de", 99, 60
    )
    assert len(long.payload()) < 3_000
    assert json.loads(long.payload())["web_push"] == 8030


def test_each_server_has_a_key_of_its_own() -> None:
    first, second = push.new_signing_key(), push.new_signing_key()
    assert first != second
    assert push.public_key_of(first) == push.public_key_of(first) != push.public_key_of(second)
