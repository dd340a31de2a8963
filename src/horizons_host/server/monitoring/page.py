"""The metrics page, for programs on this machine or with the token."""

from __future__ import annotations

import hmac
from ipaddress import ip_address
from urllib.parse import urlsplit

from litestar import Response, get
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from horizons_host.server.games.access import page_not_found
from horizons_host.server.injected import InjectedService
from horizons_host.server.monitoring.figures import Metrics
from horizons_host.server.pages.rendering import PageRequest
from horizons_host.server.service import ServerSettings

#: Headers that a proxy adds. Behind a proxy every request comes from this machine.
_BY_A_PROXY = frozenset({"forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"})
_HERE = frozenset({"localhost", "127.0.0.1", "::1"})


def _is_local_request(request: PageRequest, settings: ServerSettings) -> bool:
    """Tell whether a program on this machine sends the request, to a server without a proxy.

    Behind a proxy that cannot be known, as the proxy is on this machine, too.
    """
    if urlsplit(settings.public_url).hostname not in _HERE:
        return False
    host = urlsplit(f"//{request.headers.get('host', '')}").hostname
    direct = _BY_A_PROXY.isdisjoint(request.headers.keys())
    return (
        direct
        and host in _HERE
        and request.client is not None
        and _is_loopback(request.client.host)
    )


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


@get("/metrics", sync_to_thread=True, include_in_schema=False)
def metrics(request: PageRequest, service: InjectedService) -> Response[bytes]:
    """Return the metrics; for everyone else the page does not exist."""
    token, authorization = service.settings.metrics_token, request.headers.get("authorization", "")
    matches = hmac.compare_digest(authorization.encode(), f"Bearer {token}".encode())
    if not (matches if token else _is_local_request(request, service.settings)):
        raise page_not_found()
    figures: Metrics = request.app.state.figures
    return Response(figures.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4)
