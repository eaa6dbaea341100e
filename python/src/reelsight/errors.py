"""What a call may raise: one class a kind of failure, all of them a ReelsightError."""

from __future__ import annotations

import json
import time
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Optional, Tuple, Type


class ReelsightError(Exception):
    """What every error of this package is."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        """For programs: a code of the interface, or one of this package's own."""
        self.status = status
        """HTTP status of the answer; None if there was none."""
        self.request_id = request_id
        """Quote it when asking for help."""
        self.retry_after = retry_after
        """Seconds the service asks to wait before a repeat; None if it does not say."""
        self.attempts = 1
        """How often the call was sent before this was raised."""

    def __reduce__(self) -> Tuple[Any, ...]:
        # Errors come back from other processes whole.
        return _restored, (type(self), self.message, self.__dict__)

    def __str__(self) -> str:
        about = [str(one) for one in (self.status, self.code, self.request_id) if one is not None]
        return f"{self.message} ({', '.join(about)})"


def _restored(
    kind: Type[ReelsightError], message: str, fields: Dict[str, object]
) -> ReelsightError:
    error: ReelsightError = kind.__new__(kind)
    error.args = (message,)
    error.__dict__.update(fields)
    return error


class ConfigurationError(ReelsightError):
    """The client was made, or a call was asked, in a way that cannot work; nothing was sent."""

    def __init__(self, message: str) -> None:
        super().__init__(message, code="INVALID_OPTIONS")


class FileError(ReelsightError):
    """The file changed, or is of no use, for an upload."""

    def __init__(self, message: str, code: str = "FILE_CHANGED") -> None:
        super().__init__(message, code=code)


class ConnectionFailedError(ReelsightError):
    """No answer: no such host, refused, cut short (code `CONNECTION_FAILED`), or too slow (`TIMEOUT`)."""

    sent = True
    """Whether the service may have got the call."""
    lasting = False
    """Whether it will be the same next time, such as a certificate that is not trusted."""

    def __init__(self, address: str, reason: str, code: str = "CONNECTION_FAILED") -> None:
        super().__init__(f"No answer from {address}: {reason}", code=code)


class OutageError(ConnectionFailedError):
    """`wait` or a stream had no answer for as long as `outage` allows; `__cause__` is the last failure. Code `OUTAGE`."""


class WaitTimeoutError(ReelsightError, TimeoutError):
    """`wait` was given a `timeout`, and it is over; what was waited for goes on. Code `WAIT_TIMEOUT`."""

    def __init__(self, what: str, timeout: float) -> None:
        super().__init__(f"{what} was not done within {timeout:g} s", code="WAIT_TIMEOUT")


class UnexpectedAnswerError(ReelsightError):
    """Something else than the service answered, such as a proxy with a page. Code `UNEXPECTED_ANSWER`, or `NOT_EVENTS` where
    a stream of events was asked for.
    """


class ApiError(ReelsightError):
    """The service refused the call; `code` says why."""


class InvalidRequestError(ApiError):
    """400 or 422: the message names the field."""


class AuthenticationError(ApiError):
    """401: no valid key."""


class PaymentRequiredError(ApiError):
    """402: credits, budget or subscription."""


class PermissionDeniedError(ApiError):
    """403: scope or plan."""


class NotFoundError(ApiError):
    """404"""


class ConflictError(ApiError):
    """409: the state of the resource does not allow it."""


class TooLargeError(ApiError):
    """413"""


class RateLimitError(ApiError):
    """429: too many calls, or too many jobs."""


class ServerError(ApiError):
    """5xx"""


_BY_STATUS: Dict[int, Type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    402: PaymentRequiredError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    413: TooLargeError,
    422: InvalidRequestError,
    429: RateLimitError,
}


def retry_after_of(headers: Message) -> Optional[float]:
    """Seconds of `Retry-After`, which names seconds or a date; None without one."""
    given = str(headers.get("retry-after", "")).strip()
    if given.isascii() and given.isdigit():
        return float(given)
    try:
        at = parsedate_to_datetime(given).timestamp()
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return max(0.0, at - time.time())


def is_html(text: str) -> bool:
    """Whether a body is the page of something else than the service."""
    return text.lstrip()[:9].lower().startswith(("<!doctype", "<html", "<head", "<body"))


def is_own(error: ReelsightError) -> bool:
    """Whether the refusal came from the service, not from what stands before it."""
    return isinstance(error, ApiError) and not error.code.startswith("HTTP_")


def refusal_of(address: str, status: int, headers: Message, body: bytes) -> ApiError:
    """The error an answer that is no success stands for."""
    text = body.decode("utf-8", "replace")
    code, message = f"HTTP_{status}", ""
    try:
        told = json.loads(text)["error"]
        code, message = str(told["code"]), str(told["message"])
    except (ValueError, KeyError, TypeError):
        page = ", with an HTML page" if is_html(text) else ""
        ask = " Is this a Reelsight service?" if status < 500 else ""
        message = f"{address} answered {status}{page}.{ask}"
    kind = _BY_STATUS.get(status, ServerError if status >= 500 else ApiError)
    return kind(
        message,
        code=code,
        status=status,
        request_id=headers.get("x-request-id"),
        retry_after=retry_after_of(headers),
    )
