"""The web application, with its pages, API calls and middleware."""

from __future__ import annotations

import asyncio
import secrets
import zlib

from litestar import Litestar, MediaType, Router, get
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.template import TemplateConfig
from litestar.types import HTTPResponseStartEvent, Message, Scope, Send
from sqlalchemy import insert, select

import horizons_core as hz
from horizons_host.server import errors, tables
from horizons_host.server.api import archive as archive_calls
from horizons_host.server.api import calling, calls
from horizons_host.server.api import desk as desk_calls
from horizons_host.server.api import desk_seats as seat_calls
from horizons_host.server.api import events as event_calls
from horizons_host.server.api import joining as joining_calls
from horizons_host.server.api import messages as press_calls
from horizons_host.server.api import notifications as notice_calls
from horizons_host.server.api import people as people_calls
from horizons_host.server.live.hub import LiveFacts
from horizons_host.server.monitoring.metrics import Metrics, RequestLog, metrics
from horizons_host.server.pages import (
    account_notifications,
    accounts,
    administration,
    app_files,
    battles,
    deadlines,
    documents,
    embedding,
    friends,
    games,
    messages,
    moderation,
    notifications,
    order_forms,
    order_hints,
    orders,
    people,
    public,
    records,
    rendering,
    replays,
    reports,
    rules,
    settings,
)
from horizons_host.server.pages import messages as desk_press
from horizons_host.server.pages.desk import changes as desk_backups
from horizons_host.server.pages.desk import changes as desk_edits
from horizons_host.server.pages.desk import changes as desk_versions
from horizons_host.server.pages.desk import notifications as desk_notices
from horizons_host.server.pages.desk import seats as desk_seats
from horizons_host.server.pages.desk import turns as desk_running
from horizons_host.server.pages.desk import turns as desk_sheet
from horizons_host.server.pages.desk import watching as desk_watching
from horizons_host.server.pages.static_files import static_file
from horizons_host.server.security.authentication import (
    AuthenticationMiddleware,
    reload_from_this_site,
)
from horizons_host.server.security.rate_limits import RateLimiter
from horizons_host.server.security.requests import (
    MAX_FIELDS,
    BoundedRequest,
    InjectedService,
    PathSanitizer,
)
from horizons_host.server.security.responses import add_headers
from horizons_host.server.service import Service
from horizons_host.server.texts import LanguageMiddleware

#: A window of 32 KiB (15) in the gzip format (16).
_GZIP = 15 + 16
#: Paths that need no account.
_PUBLIC_PATHS = [
    *("^/static/", "^/healthz$", "^/metrics$", "^/schema"),
    *("^/manifest.webmanifest$", "^/push-worker.js$"),
]


class GzipMiddleware(CompressionMiddleware):
    """Litestar's middleware with a compressor that need not be closed."""

    def create_compression_send_wrapper(
        self, send: Send, compression_encoding: str, scope: Scope
    ) -> Send:
        """Return a `send` that compresses; a short body sent in one piece is left as it is."""
        del scope
        start: HTTPResponseStartEvent | None = None
        packer = zlib.compressobj(self.config.gzip_compress_level, wbits=_GZIP)
        packs = True

        async def send_packed(message: Message) -> None:
            nonlocal start, packs
            if message["type"] == "http.response.start":
                start = message
                return
            if message["type"] != "http.response.body":
                await send(message)
                return
            body, more = message["body"], message["more_body"]
            if start is not None:
                packs = more or len(body) >= self.config.minimum_size
            if packs:
                body = packer.compress(body)
                body += packer.flush(zlib.Z_SYNC_FLUSH if more else zlib.Z_FINISH)
            if start is not None:
                if packs:
                    headers = MutableScopeHeaders.from_message(start)
                    headers["Content-Encoding"] = compression_encoding
                    headers.extend_header_value("vary", "Accept-Encoding")
                    del headers["Content-Length"]
                    if not more:
                        headers["Content-Length"] = str(len(body))
                await send(start)
                start = None
            await send({"type": "http.response.body", "body": body, "more_body": more})

        return send_packed


_PAGES: tuple[HTTPRouteHandler, ...] = (
    *accounts.SIGNING_IN_PAGES,
    *accounts.LINK_PAGES,
    *accounts.ACCOUNT_PAGES,
    *account_notifications.ACCOUNT_NOTIFICATION_PAGES,
    *app_files.APP_FILES,
    *public.LANGUAGE_PAGES,
    *public.HOME_PAGES,
    *public.LEARN_PAGES,
    *public.PUBLIC_PAGES,
    *people.PEOPLE_PAGES,
    *moderation.MODERATION_PAGES,
    *friends.FRIEND_PAGES,
    *administration.ADMINISTRATION_PAGES,
    *rules.RULE_PAGES,
    *battles.BATTLE_PAGES,
    *settings.SETTINGS_PAGES,
    *games.GAME_PAGES,
    *games.ROOM_PAGES,
    *games.INVITATION_PAGES,
    *reports.REPORT_PAGES,
    *battles.TURN_BATTLE_PAGES,
    *replays.REPLAY_PAGES,
    *embedding.EMBED_PAGES,
    *reports.CHART_PAGES,
    *records.DIARY_PAGES,
    *orders.ORDER_PAGES,
    *battles.ORDER_BATTLE_PAGES,
    *order_forms.ORDER_BOARD_PAGES,
    *order_forms.ORDER_FORM_PAGES,
    *order_hints.ORDER_HINT_PAGES,
    *desk_sheet.DESK_SHEET_PAGES,
    *desk_running.DESK_TURN_PAGES,
    *desk_seats.DESK_SEAT_PAGES,
    *desk_edits.DESK_EDIT_PAGES,
    *desk_backups.DESK_BACKUP_PAGES,
    *desk_versions.DESK_VERSION_PAGES,
    *desk_press.DESK_MESSAGE_PAGES,
    *desk_notices.DESK_NOTIFICATION_PAGES,
    *desk_watching.DESK_WATCHING_PAGES,
    *games.SEAT_PAGES,
    *records.AUDIT_PAGES,
    *records.ARCHIVE_PAGES,
    *messages.MESSAGE_PAGES,
    *notifications.NOTIFICATION_PAGES,
    *deadlines.CALENDAR_PAGES,
    *deadlines.DEADLINE_PAGES,
    *public.MOVED_PAGES,
    *event_calls.EVENT_PAGES,
)
_CALLS: tuple[HTTPRouteHandler, ...] = (
    *calls.GAME_CALLS,
    *event_calls.EVENT_CALLS,
    *joining_calls.JOINING_CALLS,
    *press_calls.MESSAGE_CALLS,
    *notice_calls.NOTIFICATION_CALLS,
    *people_calls.PEOPLE_CALLS,
    *desk_calls.DESK_CALLS,
    *seat_calls.SEAT_CALLS,
    *archive_calls.ARCHIVE_CALLS,
)
#: An observer of the lengths of compressed pages can guess a secret next to text of their own
#: choice (BREACH), if they can make the reader's browser request such pages over and over. No
#: other site can: the cookies of the session and of the forms go along with requests from this site
#: alone (`SameSite=Strict`), so pages requested by another site hold no secrets. Pages
#: with forms are compressed as well. Archives are packed already, and reports are stored packed.
_COMPRESSION = CompressionConfig(
    "gzip",
    gzip_compress_level=5,
    exclude=[r"/archive\.zip$", r"^(/api/v1)?/events$"],
    exclude_opt_key=documents.PACKED,
    middleware_class=GzipMiddleware,
)


@get("/healthz", media_type=MediaType.TEXT, include_in_schema=False)
async def healthz(service: InjectedService) -> str:
    """Check that the server and its database work, even while all request threads are busy."""
    await asyncio.to_thread(_check_database, service)  # not one of the request threads
    return "fine\n"


def _check_database(service: Service) -> None:
    with service.database.reading() as connection:
        connection.execute(select(tables.server_facts.c.name).limit(1))


def create_app(service: Service) -> Litestar:
    """Build the application of a service."""
    forms = CSRFConfig(
        secret="",  # `serve` sets it, and renames the cookie for HTTPS
        cookie_httponly=True,
        cookie_samesite="strict",
        # API calls take no cookie; static files and frames in other sites must set none.
        exclude=["^/api/", "^/static/", "^/embed/", "^/events$"],
    )
    app = Litestar(
        # One router each: two handlers of a path that are registered one after the other at the
        # application itself are wrapped twice (Litestar 2.25).
        route_handlers=[
            Router(
                "/",
                route_handlers=[healthz, metrics, *_PAGES],
                before_request=reload_from_this_site,
                include_in_schema=False,
            ),
            Router(
                "/api/v1",
                route_handlers=_calls(),
                exception_handlers=errors.CALL_HANDLERS,
                security=[{"token": []}],
            ),
            static_file,
        ],
        state=State({"forms": forms}, deep_copy=False),
        dependencies={"service": Provide(_service, sync_to_thread=False)},
        middleware=[DefineMiddleware(AuthenticationMiddleware, exclude=_PUBLIC_PATHS)],
        csrf_config=forms,
        compression_config=_COMPRESSION,
        template_config=TemplateConfig(instance=rendering.engine()),
        exception_handlers=errors.PAGE_HANDLERS,
        before_send=[add_headers],
        request_class=BoundedRequest,
        request_max_body_size=errors.MAX_REQUEST_SIZE,
        multipart_form_part_limit=MAX_FIELDS,
        openapi_config=_description(),
        logging_config=None,  # the process that runs the application sets up its log
    )
    # Outermost: a middleware sees no request without a route.
    app.asgi_handler = RequestLog(PathSanitizer(LanguageMiddleware(app.asgi_handler)))
    serve(app, service)
    return app


def serve(app: Litestar, service: Service) -> None:
    """Let an application answer for a service, in place of the one it answered for before."""
    app.state.update(
        {
            "service": service,
            "figures": Metrics(service),
            "rates": RateLimiter(service.clock),
            "live": LiveFacts(service),
        }
    )
    forms: CSRFConfig = app.state.forms
    forms.secret = _secret(service)
    forms.cookie_name = "__Host-form" if service.settings.secure else "form"
    forms.cookie_secure = service.settings.secure


def _service(state: State) -> Service:
    service: Service = state.service
    return service


def _calls() -> list[HTTPRouteHandler]:
    return [calling.described(handler) for handler in _CALLS]


def _description() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Horizons",
        version=hz.__version__,
        description=calling.INTRODUCTION,
        path="/schema",
        render_plugins=[JsonRenderPlugin()],
        components=Components(
            security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}
        ),
    )


def _secret(service: Service) -> str:
    """Return the secret that signs forms: drawn once for a server, shared by its processes."""
    table = tables.server_facts
    with service.database.writing() as connection:
        secret = connection.execute(select(table.c.value).where(table.c.name == "forms")).scalar()
        if secret is None:
            secret = secrets.token_hex(32)
            connection.execute(insert(table).values(name="forms", value=secret))
    return str(secret)
