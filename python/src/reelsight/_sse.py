"""Reads server-sent events (html.spec.whatwg.org, 9.2.6) from bytes as they arrive."""

from __future__ import annotations

import re
from typing import List, NamedTuple, Optional

_LINE_END = re.compile(rb"\r\n|\n|\r")
_MOST_BYTES = 32_000_000
"""Of one message; most of the service have a few hundred, but that of a batch has its aggregate results."""
_MARK = b"\xef\xbb\xbf"


class Message(NamedTuple):
    id: Optional[str]
    """Position of the stream after it; None if the message names none."""
    event: str
    """Kind; `message` if it names none."""
    data: str
    """Empty if it has none."""


class Parser:
    """Takes any piece of one stream; a message that is cut off at its end is dropped with the parser."""

    def __init__(self) -> None:
        self.retry: Optional[float] = None
        """Seconds to wait before a reconnection, as far as the stream says."""
        self._rest: List[bytes] = []
        self._rest_bytes = 0
        self._is_first = True
        self._skips_line_feed = False
        self._clear()

    def feed(self, piece: bytes) -> List[Message]:
        """The messages that are whole with this piece. Raises ValueError if one is longer than any of the service."""
        if not piece:
            return []
        if self._skips_line_feed and piece[:1] == b"\n":
            piece = piece[1:]
        # The line feed of a CRLF may come with the next piece.
        self._skips_line_feed = piece[-1:] == b"\r"
        # Looking for the end of a long line in all of its pieces again would take too long.
        self._rest.append(piece)
        self._rest_bytes += len(piece)
        lines: List[bytes] = []
        if _LINE_END.search(piece):
            lines = _LINE_END.split(b"".join(self._rest))
            last = lines.pop()
            self._rest = [last]
            self._rest_bytes = len(last)
        found = []
        for line in lines:
            if self._is_first and line.startswith(_MARK):
                line = line[len(_MARK) :]
            self._is_first = False
            if line:
                self._take(line)
                continue
            if self._id is not None or self._data:
                found.append(Message(self._id, self._event or "message", "\n".join(self._data)))
            self._clear()
        if self._rest_bytes + self._bytes > _MOST_BYTES:
            raise ValueError(f"a message of more than {_MOST_BYTES} bytes")
        return found

    def _clear(self) -> None:
        self._id: Optional[str] = None
        self._event = ""
        self._data: List[str] = []
        self._bytes = 0

    def _take(self, line: bytes) -> None:
        name, _, rest = line.partition(b":")
        value = rest[1:] if rest.startswith(b" ") else rest
        text = value.decode("utf-8", "replace")
        if name == b"event":
            self._event = text
        elif name == b"data":
            self._data.append(text)
            self._bytes += len(line)
        elif name == b"id" and "\0" not in text:
            self._id = text
        elif name == b"retry" and value.isdigit():
            self.retry = int(value[:9]) / 1000
