"""Browsers that arrive by a link on another site, or in a mail.

The session cookie is not sent with requests that come from another site. So that the first page
already knows the session, a browser that arrives from elsewhere is redirected to the same page
by this site.
"""

from __future__ import annotations

from html import escape

from litestar import MediaType, Response

from horizons_host.server.pages.rendering import PageRequest, local_path
from horizons_host.server.security import cookies


async def reload_from_this_site(request: PageRequest) -> Response[str] | None:
    """Return the page that redirects a browser; None if it comes from this site."""
    cross_site = request.headers.get("sec-fetch-site") == "cross-site"
    shows = request.method == "GET" and request.headers.get("sec-fetch-dest") == "document"
    name = cookies.session_cookie_name(request.app.state.service.settings)
    if not cross_site or not shows or name in request.cookies:
        return None
    query = f"?{request.url.query}" if request.url.query else ""
    to = escape(local_path(f"{request.url.path}{query}"))
    return Response(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Horizons</title>'
        f'<meta http-equiv="refresh" content="0;url={to}"><a href="{to}">Go on</a></html>\n',
        media_type=MediaType.HTML,
    )
