"""Quiet hours of an account, in which it gets no push notifications."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from attrs import frozen

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.deadlines.schedules import find_zone
from horizons_host.server.accounts import accounts
from horizons_host.server.accounts.accounts import Account
from horizons_host.server.service import Service
from horizons_host.server.zones import reader_zone

#: The name of the account's setting.
_SETTING = "quiet"


class QuietHoursError(HorizonsError):
    """Quiet hours that are not between two hours of a day."""


@frozen
class QuietHours:
    """Hours of every day in a time zone, from `begin` up to `end`, perhaps over midnight."""

    begin: int
    end: int
    zone: str

    def end_after(self, time: datetime) -> datetime | None:
        """Return when the quiet hours of a time end; None for a time outside of them."""
        local = time.astimezone(find_zone(self.zone) or UTC)
        hours_since = (local.hour - self.begin) % 24
        if hours_since >= (self.end - self.begin) % 24:
            return None
        end = local.replace(hour=self.end, minute=0, second=0, microsecond=0)
        return end if end > local else end + timedelta(days=1)


def quiet_hours(account: Account) -> QuietHours | None:
    """Return the quiet hours of an account, or None."""
    stored = account.settings.get(_SETTING)
    return QuietHours(*stored) if stored else None


def set_quiet_hours(service: Service, account: Account, begin: str, end: str) -> None:
    """Set the quiet hours of an account, in the reader's time zone; none without a `begin`.

    Raises QuietHoursError.
    """
    if not begin:
        accounts.change_settings(service, account, **{_SETTING: None})
        return
    hours = [int(hour) for hour in (begin, end) if hour.isascii() and hour.isdigit()]
    if len(set(hours)) != 2 or not all(hour < 24 for hour in hours):
        raise QuietHoursError(
            LocalizedText("quiet hours are from one hour of a day to another"),
            LocalizedText("choose two different hours"),
        )
    accounts.change_settings(service, account, **{_SETTING: [*hours, reader_zone().zone.key]})
