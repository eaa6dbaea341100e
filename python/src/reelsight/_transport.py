"""Makes calls: their addresses, repeats where that does no harm, and the errors they end in."""

from __future__ import annotations

import json
import platform
import ssl
import time
from email.message import Message
from typing import Any, Dict, Mapping, Optional
from urllib.parse import quote, urlencode

from . import _pause
from ._answer import Answer
from ._calls import Call
from ._http import Http, Response, Stream, check_headers
from ._version import __version__
from .errors import (
    ApiError,
    ConfigurationError,
    ConnectionFailedError,
    NotFoundError,
    ReelsightError,
    UnexpectedAnswerError,
    is_html,
    is_own,
    refusal_of,
)

_AGENT = f"reelsight-python/{__version__} Python/{platform.python_version()}"
_BASE_SECONDS = 0.5
_CAP_SECONDS = 8.0
_LONGEST_RETRY_AFTER = 60.0
"""If the service asks for a longer wait, a call fails at once."""
_REPEATABLE_METHODS = ("GET", "HEAD", "PUT", "DELETE")
_JSON = "application/json"
_EVENTS = "text/event-stream"


class Transport:
    """One service with a key for it; may be used by several threads at once."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        timeout: float,
        max_retries: int,
        context: Optional[ssl.SSLContext],
    ) -> None:
        self.base_url = base_url
        self.timeout = timeout
        self.max_retries = max_retries
        self.http = Http(context)
        self.is_known = False
        """Whether this service has ever answered as it should."""
        self._headers = {"X-Api-Key": api_key, "User-Agent": _AGENT}

    def send(
        self,
        call: Call,
        *,
        params: Optional[Mapping[str, str]] = None,
        query: Optional[Mapping[str, object]] = None,
        headers: Optional[Mapping[str, str]] = None,
        body: object = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        repeatable: bool = False,
    ) -> Answer[Any]:
        """`repeatable`: twice does no harm, whatever its method says. Raises ReelsightError."""
        url = self.base_url + _path_of(call, params) + _query_of(query)
        sent = {**self._headers, **(headers or {})}
        content = _content_of(call, body, sent)
        check_headers(sent)
        safe = repeatable or _is_repeatable(call, sent, body)
        limit = self.timeout if timeout is None else timeout
        most = self.max_retries if max_retries is None else max_retries
        attempt, may_be_done = 1, False
        while True:
            try:
                response = self.http.send(call.method, url, sent, content, limit, reuse=safe)
                return self._answer(call, response)
            except ReelsightError as error:
                error.attempts = attempt
                gone = isinstance(error, NotFoundError) and is_own(error)
                if call.method == "DELETE" and may_be_done and gone:
                    return Answer(None, 204, Message(), None)
                pause = pause_after(error, attempt)
                done = was_perhaps_done(error)
                if attempt > most or pause is None or (done and not safe):
                    raise
            may_be_done = may_be_done or done
            attempt += 1
            time.sleep(pause)

    def address(self, call: Call, params: Mapping[str, str], headers: Mapping[str, str]) -> str:
        """Where a call goes. Raises ConfigurationError if it cannot be sent with these headers."""
        check_headers(headers)
        return self.base_url + _path_of(call, params)

    def stream(
        self, call: Call, params: Mapping[str, str], headers: Mapping[str, str], silence: float
    ) -> Stream:
        """Events as they come, or 204. Sent once; `silence` is the longest within the answer, in seconds. Raises
        ReelsightError.
        """
        url = self.address(call, params, headers)
        asked = {"Accept": _EVENTS, "Cache-Control": "no-store", **headers}
        limit = min(self.timeout, silence)
        stream = self.http.stream(url, {**self._headers, **asked}, limit, silence)
        if stream.status == 204 or (
            stream.status == 200 and stream.headers.get_content_type() == _EVENTS
        ):
            self.is_known = True
            return stream
        try:
            # What is no refusal may have no end.
            body = stream.read() if stream.status == 200 else stream.whole()
        finally:
            stream.close()
        response = Response(stream.status, stream.headers, body)
        check(self.base_url, response)
        if not response.body:
            raise ConnectionFailedError(url, "the answer was cut short")
        page = is_html(response.body.decode("utf-8", "replace"))
        error = _unexpected(url, response, "an HTML page" if page else "no stream of events")
        if not page:
            error.code = "NOT_EVENTS"
        raise error

    def _answer(self, call: Call, response: Response) -> Answer[Any]:
        status, headers, body = response.status, response.headers, response.body
        check(self.base_url, response)
        if status == 204:
            self.is_known = True
            return Answer(None, status, headers, None)
        if not call.is_json:
            if "html" in headers.get_content_type():
                raise _unexpected(self.base_url, response, "an HTML page")
            return Answer(body, status, headers, None)
        value = _json_of(self.base_url, response)
        self.is_known = True
        beside = {name: one for name, one in value.items() if name not in ("data", "pagination")}
        data = value.get("data", value)
        return Answer(data, status, headers, value.get("pagination"), beside if "data" in value else {})


def check(address: str, response: Response) -> None:
    """Raises what an answer that is no success stands for."""
    status, headers = response.status, response.headers
    if 200 <= status < 300:
        return
    if 300 <= status < 400:
        where = f"a redirect to {headers.get('location')}, which is not followed"
        raise _unexpected(address, response, where)
    raise refusal_of(address, status, headers, response.body)


def pause_after(error: ReelsightError, attempt: int) -> Optional[float]:
    """Seconds until the same call may succeed; None if it will not."""
    if not is_passing(error):
        return None
    if error.retry_after is None:
        return _pause.back_off(attempt - 1, _BASE_SECONDS, _CAP_SECONDS)
    return _pause.asked(error.retry_after) if error.retry_after <= _LONGEST_RETRY_AFTER else None


def is_passing(error: ReelsightError) -> bool:
    """A failure after which the same call may succeed."""
    if isinstance(error, ConnectionFailedError):
        return not error.lasting
    if not isinstance(error, ApiError) or error.status is None:
        return False
    if error.status >= 500:
        return error.status not in (501, 505)
    # Our own 409 is the state of a resource; a proxy's says that it was busy.
    return error.status in (408, 425, 429) or (error.status == 409 and not is_own(error))


def was_perhaps_done(error: ReelsightError) -> bool:
    """Whether the service may have done what was asked."""
    if isinstance(error, ConnectionFailedError):
        return error.sent
    return error.status != 429


def _is_repeatable(call: Call, headers: Mapping[str, str], body: object) -> bool:
    if call.method in _REPEATABLE_METHODS:
        return True
    if any(name.lower() == "idempotency-key" for name in headers):
        return True
    return isinstance(body, Mapping) and body.get("dry_run") is True


def _path_of(call: Call, params: Optional[Mapping[str, str]]) -> str:
    path = call.path
    given: Dict[str, str] = dict(params or {})
    for part in call.path.split("/"):
        if not part.startswith("{"):
            continue
        name = part[1:-1]
        value = given.pop(name, None)
        if not isinstance(value, str) or value == "":
            raise ConfigurationError(f"The call needs {name}, a text that is not empty.")
        if any(segment in (".", "..") for segment in value.split("/")):
            raise ConfigurationError(f"{name} cannot be {value!r}.")
        # The path of a frame has slashes of its own.
        path = path.replace(part, quote(value, safe="/" if name == "key" else ""))
    if given:
        raise ConfigurationError(f"The call knows no {', '.join(sorted(given))}.")
    return path


def _query_of(query: Optional[Mapping[str, object]]) -> str:
    pairs = []
    for name, value in (query or {}).items():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is not None:
                pairs.append((name, str(one).lower() if isinstance(one, bool) else str(one)))
    return f"?{urlencode(pairs)}" if pairs else ""


def _content_of(call: Call, body: object, headers: Dict[str, str]) -> Optional[bytes]:
    """The bytes of the body; adds its type to `headers`."""
    if body is None:
        # A length of zero, which servers want of a POST.
        return b"" if call.method in ("POST", "PUT", "PATCH") else None
    if isinstance(body, bytes):
        if not any(name.lower() == "content-type" for name in headers):
            kinds = ", ".join(call.content_types)
            raise ConfigurationError(f"Name the Content-Type of the body in headers: {kinds}.")
        return body
    headers.setdefault("Content-Type", _JSON)
    try:
        return json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    except (TypeError, ValueError) as error:
        raise ConfigurationError(f"The body cannot be written as JSON: {error}.") from error


def _json_of(address: str, response: Response) -> Dict[str, Any]:
    text = response.body.decode("utf-8", "replace")
    kind = response.headers.get_content_type()
    try:
        value = json.loads(text)
    except ValueError:
        if text.strip() and kind.endswith("json"):
            raise ConnectionFailedError(address, "the answer was cut short") from None
        page = is_html(text) or kind == "text/html"
        what = "an HTML page" if page else "something else than JSON" if text.strip() else "nothing"
        raise _unexpected(address, response, what) from None
    if not isinstance(value, dict):
        raise _unexpected(address, response, "JSON that is no object")
    return value


def _unexpected(address: str, response: Response, what: str) -> UnexpectedAnswerError:
    return UnexpectedAnswerError(
        f"{address} answered {response.status} with {what}. Is this a Reelsight service?",
        code="UNEXPECTED_ANSWER",
        status=response.status,
        request_id=response.headers.get("x-request-id"),
    )
