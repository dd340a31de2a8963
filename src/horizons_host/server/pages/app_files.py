"""Files that make the site an app: its manifest, and the script that shows push notifications."""

from __future__ import annotations

from typing import Any

from litestar import Response, get

from horizons_host.server.pages.artwork import ICON_COLOR, ICON_SIZES
from horizons_host.server.pages.static_files import static_content

#: How long browsers keep the manifest, in seconds.
_MANIFEST_SECONDS = 3600


@get("/manifest.webmanifest", sync_to_thread=True)
def manifest() -> Response[dict[str, Any]]:
    """Return the manifest with which a browser installs the site as an app."""
    icons = [
        {
            "src": f"/pictures/icon-{size}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size in ICON_SIZES
        for purpose in ("any", "maskable")
    ]
    return Response(
        {
            "id": "/",
            "name": "Horizons",
            "short_name": "Horizons",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": ICON_COLOR,
            "theme_color": ICON_COLOR,
            "icons": icons,
        },
        media_type="application/manifest+json",
        headers={"Cache-Control": f"public, max-age={_MANIFEST_SECONDS}"},
    )


@get("/push-worker.js", sync_to_thread=True)
def push_worker() -> Response[bytes]:
    """Return the script that shows push notifications; it serves no pages.

    Its address has no digest: browsers look there for a newer one.
    """
    return Response(
        static_content("push-worker.js"),
        media_type="text/javascript",
        headers={"Cache-Control": "no-cache"},
    )


APP_FILES = (manifest, push_worker)
