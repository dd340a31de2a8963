"""Links to the addresses of earlier versions still work."""

from __future__ import annotations

import pytest

from tests.host.server.browser import Site


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/games/mars/press", "/games/mars/messages"),
        ("/games/mars/press/3?from=mail", "/games/mars/messages/3?from=mail"),
        ("/games/mars/press/opened", "/games/mars/messages/opened"),
        ("/games/press/desk/press", "/games/press/desk/messages"),
        ("/games/mars/notices", "/games/mars/notifications"),
        ("/games/mars/desk/notices", "/games/mars/desk/notifications"),
        ("/games/mars/papers", "/games/mars/handover"),
        ("/games/mars/desk/papers/J%C3%B6rg", "/games/mars/desk/handover/J%C3%B6rg"),
        ("/games/mars/eyes/Ada/replay/2", "/games/mars/perspectives/Ada/replay/2"),
    ],
)
def test_an_earlier_address_redirects_to_the_present_one(site: Site, old: str, new: str) -> None:
    answer = site.person("Ada").client.get(old, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (301, new)


def test_a_form_sent_after_the_session_ended_leads_back_to_its_page(site: Site) -> None:
    ada = site.person("Ada").open("/account")
    ada.client.cookies.delete("horizons")
    ada.send("/account/password", old="what it was", new="what it shall be now")
    assert ada.path == "/sign-in"
    assert dict(ada.form("/sign-in").form_values())["to"] == "/account"
