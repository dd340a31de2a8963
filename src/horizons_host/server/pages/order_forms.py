"""Orders by forms, for who does not type: the commands, and the fields of one of them.

The text that is being written goes along from page to page, and is stored by none of them.
"""

from __future__ import annotations

from litestar import post
from litestar.response import Template

from horizons_core.errors import HorizonsError
from horizons_host.server.games.access import access
from horizons_host.server.injected import Form, Key, Served
from horizons_host.server.ordering.board import board_of
from horizons_host.server.ordering.writing import form_of
from horizons_host.server.pages.order_board import after_of
from horizons_host.server.pages.rendering import Asked, page


@post("/games/{key:str}/orders/forms", sync_to_thread=True, status_code=200)
def order_forms(request: Asked, service: Served, key: Key, data: Form) -> Template:
    """The commands that can be given now; with a `command`, the ways to write it as forms."""
    found = access(service, request.user, key)
    seat = found.demand_seat()
    with service.database.game(key) as store:
        board = board_of(store, seat)
    command, problem = data.get("command", ""), None
    if command:
        try:
            form_of(board, {"command": command})
        except HorizonsError as met:
            command, problem = "", met
    return page(
        request,
        "order_forms.html.jinja",
        game=found.game,
        access=found,
        seat=seat,
        turn=board.view.turn + 1,
        written_for=data.get("turn", ""),
        after=after_of(data),
        text=data.get("orders", ""),
        commands=board.variant.language.by_keyword,
        forms=board.forms,
        command=command,
        problem=problem,
        status=422 if problem else 200,
    )


HANDLERS = (order_forms,)
