"""Browsers that come by a link on another site, or in a mail.

The cookie goes with no request that another site has a hand in. So that who is signed in is so by
the first page, too, a browser that comes from elsewhere is sent on to the same page once more, by
this site.
"""

from __future__ import annotations

from html import escape

from litestar import MediaType, Response

from horizons_host.server.pages.rendering import Asked, local
from horizons_host.server.security import cookies


async def once_more(request: Asked) -> Response[str] | None:
    """The page that sends a browser on; None for one that comes from this site."""
    strange = request.headers.get("sec-fetch-site") == "cross-site"
    shows = request.method == "GET" and request.headers.get("sec-fetch-dest") == "document"
    name = cookies.name(request.app.state.service.settings)
    if not strange or not shows or name in request.cookies:
        return None
    query = f"?{request.url.query}" if request.url.query else ""
    to = escape(local(f"{request.url.path}{query}"))
    return Response(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Horizons</title>'
        f'<meta http-equiv="refresh" content="0;url={to}"><a href="{to}">Go on</a></html>\n',
        media_type=MediaType.HTML,
    )
