"""Web Push: encrypted messages to browsers through their push services, signed by this server.

RFC 8030 describes the request, RFC 8291 the encryption, RFC 8292 the signature (VAPID). The
message itself is JSON that browsers with declarative push show by themselves; the script
`push-worker.js` shows it in others.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection
from importlib.util import find_spec
from ipaddress import ip_address
from urllib.parse import urlsplit

from attrs import frozen

from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.notifications.texts import SubscriptionError
from horizons_host.notifications.webhooks import PostResult, Sender, target_of
from horizons_host.seats.seats import SeatError, mail_address

#: Hosts of the push services of Chrome and its relatives, Firefox, Safari and Edge. Each stands for
#: its subdomains, too.
PUSH_HOSTS = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
#: The libraries of the extra "push".
_LIBRARIES = ("http_ece", "py_vapid")
#: Top-level domains that exist only in some networks.
_LOCAL_DOMAINS = frozenset(
    (
        *("localhost", "local", "localdomain", "internal", "intranet", "lan", "home", "corp"),
        *("test", "invalid", "example"),
    )
)
#: Lengths in bytes of a browser's public key, an uncompressed point, and of its secret.
_PUBLIC_KEY_LENGTH, _SECRET_LENGTH = 65, 16
#: Lifetime in seconds of a signature; push services accept at most a day.
_SIGNATURE_SECONDS = 12 * 3600
#: Longest texts of a message. The encrypted message may have 4,096 bytes.
_MAX_TITLE_LENGTH, _MAX_BODY_LENGTH = 80, 300
#: Statuses of a subscription that has ended.
_GONE = frozenset((404, 410))


class PushError(HorizonsError):
    """Settings with which no push notification could be sent."""


@frozen
class PushSettings:
    """Settings of push notifications.

    Attributes:
        contact: a mailto or https address at which a push service reaches the administrator.
        hosts: the hosts of push services; each stands for its subdomains, too.
    """

    contact: str
    hosts: tuple[str, ...] = PUSH_HOSTS


def push_settings(contact: str, hosts: Collection[str], public_url: str) -> PushSettings:
    """Check the settings of a server; `hosts` are further push services. Raises PushError."""
    if not all(map(find_spec, _LIBRARIES)):
        raise PushError(
            "push notifications need libraries that are not installed",
            "install them with: pip install 'horizons[host,push]'",
        )
    address = urlsplit(public_url)
    if address.scheme != "https" and address.hostname not in {"localhost", "127.0.0.1"}:
        raise PushError(
            f"push notifications need HTTPS, and the server's public address is {public_url}",
            "give an https address with --public-url, or omit --push-contact",
        )
    if not _is_real(contact):
        raise PushError(
            f"'{contact}' is no contact that push services accept",
            "give your own address, as mailto:you@your-domain.org or https://your-domain.org",
        )
    return PushSettings(contact, (*PUSH_HOSTS, *(host.casefold() for host in hosts)))


def _is_real(contact: str) -> bool:
    """Return whether a contact is an address that others could reach."""
    try:
        parts = urlsplit(contact)
        if parts.scheme == "mailto":
            return _is_public_name(mail_address(parts.path).rpartition("@")[2])
        return parts.scheme == "https" and _is_public_name(parts.hostname or "")
    except (ValueError, SeatError):
        return False


def _is_public_name(host: str) -> bool:
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        name, _, domain = host.casefold().rpartition(".")
        return name != "" and domain not in _LOCAL_DOMAINS
    return False


def new_signing_key() -> str:
    """Create the private key that signs a server's messages, as 32 bytes in base64url."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _encoded(number.to_bytes(32))


def public_key_of(signing_key: str) -> str:
    """Return the public key that browsers need to subscribe: a point in base64url."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02

    point = Vapid02.from_raw(signing_key.encode()).public_key.public_bytes(
        Encoding.X962, PublicFormat.UncompressedPoint
    )
    return _encoded(point)


@frozen
class PushTarget:
    """A browser's subscription: the address at its push service, and its keys in base64url."""

    endpoint: str
    public_key: str
    auth: str


def checked_target(target: PushTarget, settings: PushSettings) -> PushTarget:
    """Return a subscription that messages can be encrypted for and sent to.

    The endpoint comes from the browser: unchecked it could be any machine. Raises
    SubscriptionError.
    """
    from cryptography.hazmat.primitives.asymmetric import ec

    parts = target_of(target.endpoint)
    known = any(parts.host == host or parts.host.endswith(f".{host}") for host in settings.hosts)
    if parts.scheme != "https" or not known:
        raise SubscriptionError(
            LocalizedText("this server doesn't know the push service {host}", host=parts.host),
            LocalizedText("ask the administrator to allow it"),
        )
    try:
        point, secret = _decoded(target.public_key), _decoded(target.auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:
        point = secret = b""
    if (len(point), len(secret)) != (_PUBLIC_KEY_LENGTH, _SECRET_LENGTH):
        raise SubscriptionError(
            LocalizedText("the browser's keys are not valid"),
            LocalizedText("turn push notifications off in this browser, and on again"),
        )
    return PushTarget(target.endpoint, _encoded(point), _encoded(secret))


@frozen
class PushMessage:
    """A message that a browser shows.

    Attributes:
        title: a short title, and `body`, a sentence.
        link: the address that it opens.
        tag: a message replaces an earlier one with the same tag.
        language: the language of the texts.
        badge: the number shown on the icon of the installed app; 0 for none.
        seconds: how long the push service keeps it for a browser that is offline.
        urgent: whether a device that saves power is woken.
    """

    title: str
    body: str
    link: str
    tag: str
    language: str
    badge: int
    seconds: int
    urgent: bool = False

    def payload(self) -> bytes:
        """Return it in the JSON format of declarative push."""
        notification = {
            "title": self.title[:_MAX_TITLE_LENGTH],
            "body": self.body[:_MAX_BODY_LENGTH],
            "navigate": self.link,
            "tag": self.tag,
            "lang": self.language,
            # Safari 18.4 reads it here, later versions at the top level.
            "app_badge": str(self.badge),
        }
        message = {"web_push": 8030, "notification": notification, "app_badge": self.badge}
        return json.dumps(message, ensure_ascii=False).encode()


def send_push(
    sender: Sender,
    settings: PushSettings,
    signing_key: str,
    target: PushTarget,
    message: PushMessage,
    now: int,
) -> PostResult:
    """Send a message to a browser; `now` is the time in seconds. Returns the service's answer."""
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(max(message.seconds, 0)),
        "Urgency": "high" if message.urgent else "normal",
        "Topic": message.tag,
        **_signature(settings, signing_key, target, now),
    }
    return sender.post(target.endpoint, _encrypted(message.payload(), target), headers)


def has_ended(answer: PostResult) -> bool:
    """Return whether the push service says that the subscription has ended."""
    return answer.status in _GONE


def _encrypted(payload: bytes, target: PushTarget) -> bytes:
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    encrypted: bytes = http_ece.encrypt(
        payload,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_decoded(target.public_key),
        auth_secret=_decoded(target.auth),
        version="aes128gcm",
    )
    return encrypted


def _signature(
    settings: PushSettings, signing_key: str, target: PushTarget, now: int
) -> dict[str, str]:
    from py_vapid import Vapid02

    signer = Vapid02.from_raw(signing_key.encode())
    signer.conf = {"no-strict": True}  # its pattern refuses an https address with a path
    service = urlsplit(target.endpoint)
    claims = {
        "sub": settings.contact,
        "aud": f"{service.scheme}://{service.netloc}",
        "exp": now + _SIGNATURE_SECONDS,
    }
    signed: dict[str, str] = signer.sign(claims)
    return signed


def _encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    """Decode base64url without padding; raises ValueError."""
    return urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
