"""Order forms for players who do not type: the commands, and the fields of one of them.

The draft text travels from page to page, and none of them stores it.
"""

from __future__ import annotations

from litestar import post
from litestar.response import Template

from horizons_core.errors import HorizonsError
from horizons_host.server.games.access import access
from horizons_host.server.injected import Form, InjectedService, Key
from horizons_host.server.ordering.board import board_of
from horizons_host.server.ordering.writing import form_of
from horizons_host.server.pages.order_board import after_of
from horizons_host.server.pages.rendering import PageRequest, page


@post("/games/{key:str}/orders/forms", sync_to_thread=True, status_code=200)
def order_forms_page(
    request: PageRequest, service: InjectedService, key: Key, data: Form
) -> Template:
    """Show the commands that are possible now; with a `command`, its forms."""
    rights = access(service, request.user, key)
    seat = rights.demand_seat()
    with service.database.game(key) as store:
        board = board_of(store, seat)
    command, problem = data.get("command", ""), None
    if command:
        try:
            form_of(board, {"command": command})
        except HorizonsError as error:
            command, problem = "", error
    return page(
        request,
        "order_forms.html.jinja",
        game=rights.game,
        access=rights,
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


ORDER_FORM_PAGES = (order_forms_page,)
