"""The web application: its pages and calls, with the middleware around them."""

from __future__ import annotations

import asyncio
import secrets

from litestar import Litestar, MediaType, Router, get
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.template import TemplateConfig
from sqlalchemy import insert, select

import horizons_core as hz
from horizons_host.server import problems, tables
from horizons_host.server.api import archive as archive_calls
from horizons_host.server.api import calls, description
from horizons_host.server.api import desk as desk_calls
from horizons_host.server.api import desk_seats as seat_calls
from horizons_host.server.api import joining as joining_calls
from horizons_host.server.api import notices as notice_calls
from horizons_host.server.api import press as press_calls
from horizons_host.server.compression import GzipMiddleware
from horizons_host.server.injected import InjectedService
from horizons_host.server.languages import LanguageMiddleware
from horizons_host.server.monitoring.figures import Metrics
from horizons_host.server.monitoring.page import metrics
from horizons_host.server.monitoring.requests import RequestLog
from horizons_host.server.pages import (
    archive,
    audit,
    battles,
    calendars,
    charts,
    deadlines,
    diary,
    documents,
    games,
    home,
    invitations,
    language,
    learn,
    links,
    moved,
    notices,
    order_battles,
    order_board,
    order_forms,
    orders,
    people,
    press,
    public,
    rendering,
    replays,
    reports,
    rules,
    seats,
    signing_in,
    turn_battles,
)
from horizons_host.server.pages.desk import backups as desk_backups
from horizons_host.server.pages.desk import edits as desk_edits
from horizons_host.server.pages.desk import notices as desk_notices
from horizons_host.server.pages.desk import press as desk_press
from horizons_host.server.pages.desk import running as desk_running
from horizons_host.server.pages.desk import seats as desk_seats
from horizons_host.server.pages.desk import sheet as desk_sheet
from horizons_host.server.pages.desk import versions as desk_versions
from horizons_host.server.pages.static import static_file
from horizons_host.server.security.arrivals import reload_from_this_site
from horizons_host.server.security.headers import add_headers
from horizons_host.server.security.identity import AuthenticationMiddleware
from horizons_host.server.security.paths import PathSanitizer
from horizons_host.server.security.rates import RateLimiter
from horizons_host.server.security.requests import MOST_FIELDS, BoundedRequest
from horizons_host.server.service import Service

_PAGES: tuple[HTTPRouteHandler, ...] = (
    *signing_in.SIGNING_IN_PAGES,
    *links.LINK_PAGES,
    *people.ACCOUNT_PAGES,
    *language.LANGUAGE_PAGES,
    *home.HOME_PAGES,
    *learn.LEARN_PAGES,
    *public.PUBLIC_PAGES,
    *rules.RULE_PAGES,
    *battles.BATTLE_PAGES,
    *games.GAME_PAGES,
    *invitations.INVITATION_PAGES,
    *reports.REPORT_PAGES,
    *turn_battles.TURN_BATTLE_PAGES,
    *replays.REPLAY_PAGES,
    *charts.CHART_PAGES,
    *diary.DIARY_PAGES,
    *orders.ORDER_PAGES,
    *order_battles.ORDER_BATTLE_PAGES,
    *order_board.ORDER_BOARD_PAGES,
    *order_forms.ORDER_FORM_PAGES,
    *desk_sheet.DESK_SHEET_PAGES,
    *desk_running.DESK_TURN_PAGES,
    *desk_seats.DESK_SEAT_PAGES,
    *desk_edits.DESK_EDIT_PAGES,
    *desk_backups.DESK_BACKUP_PAGES,
    *desk_versions.DESK_VERSION_PAGES,
    *desk_press.DESK_MESSAGE_PAGES,
    *desk_notices.DESK_NOTIFICATION_PAGES,
    *seats.SEAT_PAGES,
    *audit.AUDIT_PAGES,
    *archive.ARCHIVE_PAGES,
    *press.MESSAGE_PAGES,
    *notices.NOTIFICATION_PAGES,
    *calendars.CALENDAR_PAGES,
    *deadlines.DEADLINE_PAGES,
    *moved.MOVED_PAGES,
)
_CALLS: tuple[HTTPRouteHandler, ...] = (
    *calls.GAME_CALLS,
    *joining_calls.JOINING_CALLS,
    *press_calls.MESSAGE_CALLS,
    *notice_calls.NOTIFICATION_CALLS,
    *desk_calls.DESK_CALLS,
    *seat_calls.SEAT_CALLS,
    *archive_calls.ARCHIVE_CALLS,
)
#: Paths that need no account.
_PUBLIC_PATHS = ["^/static/", "^/healthz$", "^/metrics$", "^/schema"]
#: An observer of the lengths of compressed pages can guess a secret next to text of their own
#: choice (BREACH), if they can make the reader's browser request such pages over and over. No
#: other site can: the cookies of the session and of the forms go along with requests from this site
#: alone (`SameSite=Strict`), so pages requested by another site hold no secrets. Pages
#: with forms are compressed as well. Archives are packed already, and reports are stored packed.
_COMPRESSION = CompressionConfig(
    "gzip",
    gzip_compress_level=5,
    exclude=[r"/archive\.zip$"],
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
        secret="",  # set by `serve`, as its name and whether it goes by HTTPS alone
        cookie_httponly=True,
        cookie_samesite="strict",
        # API calls take no cookie, and static files must set none.
        exclude=["^/api/", "^/static/"],
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
                exception_handlers=problems.CALL_HANDLERS,
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
        exception_handlers=problems.PAGE_HANDLERS,
        before_send=[add_headers],
        request_class=BoundedRequest,
        request_max_body_size=problems.LARGEST_REQUEST,
        multipart_form_part_limit=MOST_FIELDS,
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
        {"service": service, "figures": Metrics(service), "rates": RateLimiter(service.clock)}
    )
    forms: CSRFConfig = app.state.forms
    forms.secret = _secret(service)
    forms.cookie_name = "__Host-form" if service.settings.secure else "form"
    forms.cookie_secure = service.settings.secure


def _service(state: State) -> Service:
    service: Service = state.service
    return service


def _calls() -> list[HTTPRouteHandler]:
    return [description.described(handler) for handler in _CALLS]


def _description() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Horizons",
        version=hz.__version__,
        description=description.INTRODUCTION,
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
