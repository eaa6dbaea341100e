"""One request and its answer over HTTP: connections that are kept for a moment, time limits, and errors."""

from __future__ import annotations

import http.client
import re
import select
import socket
import ssl
import threading
import time
from dataclasses import dataclass
from email.message import Message
from typing import Callable, Dict, Iterator, List, Mapping, Optional, Tuple, Union
from urllib.parse import urlsplit

from .errors import ConfigurationError, ConnectionFailedError

Body = Union[None, bytes, Callable[[], Iterator[bytes]]]
"""The bytes, or what gives them piece by piece."""

_IDLE_SECONDS = 3.0
"""Longest a connection is kept unused: shorter than servers and proxies keep theirs."""
_MOST_IDLE = 8
_PIECE_BYTES = 65_536
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_UNSENT = (socket.gaierror, ConnectionRefusedError)


@dataclass(frozen=True)
class Response:
    """An answer with its whole body."""

    status: int
    headers: Message
    body: bytes


class Stream:
    """An answer whose body is read as it comes."""

    def __init__(
        self,
        address: str,
        connection: http.client.HTTPConnection,
        response: http.client.HTTPResponse,
        silence: float,
    ) -> None:
        self.status = response.status
        self.headers: Message = response.headers
        self._address = address
        self._connection = connection
        self._response = response
        self._silence = silence

    def read(self) -> bytes:
        """What has come, once something has; nothing at the end. Raises ConnectionFailedError."""
        try:
            return self._response.read1(_PIECE_BYTES)
        except (OSError, http.client.HTTPException) as error:
            raise _failure(self._address, error, self._silence) from error

    def whole(self) -> bytes:
        """All of the body. Raises ConnectionFailedError if it is cut short."""
        try:
            has_end = self._response.chunked or self._response.length is not None
            body = self._response.read()
            if not body and not has_end:
                # Headers that are cut off look like the end of them.
                raise http.client.IncompleteRead(b"")
            return body
        except (OSError, http.client.HTTPException) as error:
            raise _failure(self._address, error, self._silence) from error

    def close(self) -> None:
        """Hangs up, wherever it is."""
        self._response.close()
        self._connection.close()


class Http:
    """Sends requests to any address; may be used by several threads at once."""

    def __init__(self, context: Optional[ssl.SSLContext]) -> None:
        self._context = context
        self._lock = threading.Lock()
        self._idle: Dict[Tuple[str, str], List[Tuple[float, http.client.HTTPConnection]]] = {}

    def close(self) -> None:
        """Closes the connections that are not in use."""
        with self._lock:
            idle, self._idle = self._idle, {}
        for connections in idle.values():
            for _, connection in connections:
                connection.close()

    def send(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        body: Body,
        timeout: float,
        *,
        reuse: bool = True,
    ) -> Response:
        """`timeout` is the longest silence in seconds. `reuse` allows a connection that was used before, which its other
        end may have closed meanwhile; the request is then sent once more. Redirects are not followed: headers may hold a
        key. Raises ConnectionFailedError, and ConfigurationError for headers that cannot be sent.
        """
        check_headers(headers)
        parts = urlsplit(url)
        origin = (parts.scheme, parts.netloc)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        kept = self._take(origin) if reuse else None
        try:
            if kept is not None:
                try:
                    return self._exchange(origin, kept, method, target, headers, body, timeout)
                except (ConnectionResetError, BrokenPipeError):
                    pass  # Closed by its other end when it was about to be used.
            fresh = self._open(origin, timeout)
            return self._exchange(origin, fresh, method, target, headers, body, timeout)
        except (OSError, http.client.HTTPException) as error:
            raise _failure(f"{origin[0]}://{origin[1]}", error, timeout) from error

    def stream(
        self, url: str, headers: Mapping[str, str], timeout: float, silence: float
    ) -> Stream:
        """A GET whose body is read as it comes, on a connection of its own. `timeout` is the longest silence before the
        answer, `silence` within it, in seconds. Raises as `send` does.
        """
        check_headers(headers)
        parts = urlsplit(url)
        address = f"{parts.scheme}://{parts.netloc}"
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection = self._open((parts.scheme, parts.netloc), timeout)
        try:
            connection.request("GET", target, headers={**headers, "Accept-Encoding": "identity"})
            # Where the answer ends with its connection, only the answer knows the socket from here on.
            socket_of = connection.sock
            response = connection.getresponse()
            socket_of.settimeout(silence)
        except BaseException as error:
            connection.close()
            if isinstance(error, (OSError, http.client.HTTPException)):
                raise _failure(address, error, timeout) from error
            raise
        return Stream(address, connection, response, silence)

    def _exchange(
        self,
        origin: Tuple[str, str],
        connection: http.client.HTTPConnection,
        method: str,
        target: str,
        headers: Mapping[str, str],
        body: Body,
        timeout: float,
    ) -> Response:
        try:
            connection.timeout = timeout
            if connection.sock is not None:
                connection.sock.settimeout(timeout)
            connection.putrequest(method, target, skip_accept_encoding=True)
            for name, value in headers.items():
                connection.putheader(name, value)
            if isinstance(body, bytes):
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body if isinstance(body, bytes) else None)
            complete = not callable(body) or _pour(connection, body())
            response = connection.getresponse()
            has_end = response.chunked or response.length is not None
            answered = Response(response.status, response.headers, response.read())
            if not answered.body and not has_end:
                # Headers that are cut off look like the end of them.
                raise http.client.IncompleteRead(b"")
        except BaseException:
            connection.close()
            raise
        if complete and not response.will_close:
            self._keep(origin, connection)
        else:
            connection.close()
        return answered

    def _open(self, origin: Tuple[str, str], timeout: float) -> http.client.HTTPConnection:
        scheme, host = origin
        if scheme == "https":
            return http.client.HTTPSConnection(host, timeout=timeout, context=self._context)
        return http.client.HTTPConnection(host, timeout=timeout)

    def _take(self, origin: Tuple[str, str]) -> Optional[http.client.HTTPConnection]:
        while True:
            with self._lock:
                idle = self._idle.get(origin)
                if not idle:
                    return None
                since, connection = idle.pop()
            if time.monotonic() - since < _IDLE_SECONDS and not _is_ended(connection):
                return connection
            connection.close()

    def _keep(self, origin: Tuple[str, str], connection: http.client.HTTPConnection) -> None:
        with self._lock:
            idle = self._idle.setdefault(origin, [])
            if len(idle) < _MOST_IDLE:
                idle.append((time.monotonic(), connection))
                return
        connection.close()


def check_headers(headers: Mapping[str, str]) -> None:
    """Raises ConfigurationError for what no header may have, such as a line break that would begin another header."""
    for name, value in headers.items():
        valid = isinstance(value, str) and all(" " <= one <= "~" or one == "\t" for one in value)
        if not valid or not _HEADER_NAME.fullmatch(name):
            raise ConfigurationError(f"{name!r} has characters in it that no header may have.")


def _pour(connection: http.client.HTTPConnection, pieces: Iterator[bytes]) -> bool:
    """False if the other end stopped taking them; it may have said why."""
    for piece in pieces:
        try:
            connection.send(piece)
        except (BrokenPipeError, ConnectionResetError):
            return False
    return True


def _is_ended(connection: http.client.HTTPConnection) -> bool:
    """An idle connection has something to read only if it was closed."""
    if connection.sock is None:
        return True
    try:
        return bool(select.select([connection.sock], [], [], 0)[0])
    except (OSError, ValueError):
        return True


def _failure(address: str, error: Exception, timeout: float) -> ConnectionFailedError:
    if isinstance(error, socket.timeout):
        return ConnectionFailedError(address, f"nothing came for {timeout:g} s", "TIMEOUT")
    if isinstance(error, http.client.IncompleteRead):
        return ConnectionFailedError(address, "the answer was cut short")
    failure = ConnectionFailedError(address, str(error) or type(error).__name__)
    failure.sent = not isinstance(error, _UNSENT)
    failure.lasting = isinstance(error, (ssl.SSLCertVerificationError, http.client.InvalidURL))
    return failure
