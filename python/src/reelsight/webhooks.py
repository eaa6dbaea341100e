"""Receiving webhooks: is this delivery the service's, and what does it say."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Mapping, Optional, Sequence, Union, cast

from ._types import WebhookEvent
from .errors import ConfigurationError, ReelsightError


class WebhookVerificationError(ReelsightError):
    """The delivery was not signed with this secret, or is too old. Answer 401. Code `WEBHOOK_REFUSED`."""

    def __init__(self, message: str) -> None:
        super().__init__(message, code="WEBHOOK_REFUSED")


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    tolerance: float = 300.0,
    *,
    now: Optional[float] = None,
) -> WebhookEvent:
    """Checks the Standard Webhooks signature of a delivery and returns its event.

    `body` must be the bytes as received. `headers` are any mapping of names, in any case, to values. `secret` is the
    workspace's `whsec_…`; while one is rotated, give several. `tolerance` is the greatest distance in seconds between
    `webhook-timestamp` and `now`, which is the time of this machine by default. Raises WebhookVerificationError, and
    ConfigurationError if a secret is not of its form.
    """
    if not isinstance(body, (bytes, bytearray, memoryview)):
        raise ConfigurationError("body must be the bytes as received, not text or parsed JSON.")
    keys = [_key_of(one) for one in ([secret] if isinstance(secret, str) else secret)]
    if not keys:
        raise ConfigurationError("There is no webhook secret.")
    given = {name.lower(): value for name, value in headers.items()}
    event_id = given.get("webhook-id", "")
    timestamp = given.get("webhook-timestamp", "")
    signatures = given.get("webhook-signature", "").split()
    if not event_id or not timestamp or not signatures:
        raise WebhookVerificationError("The delivery is not signed.")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        raise WebhookVerificationError("webhook-timestamp is no time.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookVerificationError("webhook-timestamp is too far from now.")
    signed = f"{event_id}.{timestamp}.".encode("utf-8", "replace") + bytes(body)
    expected = [_signature_of(key, signed) for key in keys]
    given_ones = [one.encode("utf-8", "replace") for one in signatures]
    if not any(hmac.compare_digest(one, other) for one in expected for other in given_ones):
        raise WebhookVerificationError("webhook-signature does not match.")
    try:
        return cast(WebhookEvent, json.loads(bytes(body)))
    except ValueError:
        raise WebhookVerificationError("The body is no JSON.") from None


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        raise ConfigurationError("A webhook secret is not of the form whsec_….")
    return key


def _signature_of(key: bytes, signed: bytes) -> bytes:
    return b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
