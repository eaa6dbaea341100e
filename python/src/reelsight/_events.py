"""Events: pages of the log, and streams that go on by themselves after an outage."""

from __future__ import annotations

import json
import random
import time
from dataclasses import dataclass
from typing import Any, Callable, Iterator, List, Mapping, NamedTuple, Optional, Tuple, cast

from ._calls import CALLS, Calls
from ._follow import LONGEST_ASKED, may_pass
from ._http import Stream
from ._sse import Message, Parser
from ._transport import Transport
from ._types import Event, JobStateEvent, ListEventsQuery
from .errors import ConnectionFailedError, OutageError, ReelsightError, UnexpectedAnswerError

_SILENCE_SECONDS = 45.0
"""A service that is there says something every 15 seconds."""
_FIRST_PAUSE = 1.0
"""Before the second connection, until a stream names its own."""
_LEAST_PAUSE = 0.1
"""Whatever a stream names: one that ends at once is not to be asked without pause."""
_STATES = ("job.current", "job.progress")
_FINAL = ("completed", "failed", "cancelled")


class StreamedEvent(NamedTuple):
    event: Event
    position: str
    """Keep it to go on here in another process, as `after`."""


@dataclass(frozen=True)
class EventsPage:
    """A page of the log."""

    events: List[Event]
    position: str
    """Give it as `after` to read on, now or later."""
    has_more: bool
    """Whether there is more now."""


class Events:
    """`client.events`. Every method raises ReelsightError."""

    def __init__(self, transport: Transport, calls: Calls) -> None:
        self._transport = transport
        self._calls = calls

    def list(self, *, after: Optional[str] = None, limit: Optional[int] = None) -> EventsPage:
        """Events after a position, by default the oldest that are kept, oldest first; `limit` is 1 to 100, by default 20."""
        query: ListEventsQuery = {}
        if after is not None:
            query["after"] = after
        if limit is not None:
            query["limit"] = limit
        answer = self._calls.call("listEvents", query=query)
        pagination = cast(Mapping[str, Any], answer.pagination or {})
        position = str(pagination.get("next_cursor") or after or "0")
        return EventsPage(answer.data, position, bool(pagination.get("has_more")))

    def stream(
        self,
        *,
        after: Optional[str] = None,
        on_state: Optional[Callable[[JobStateEvent], None]] = None,
        on_outage: Optional[Callable[[ReelsightError], None]] = None,
        outage: Optional[float] = None,
        max_pause: float = 30.0,
    ) -> Iterator[StreamedEvent]:
        """Events of all jobs and batches as they happen, in order for each job, from a position on or from now.

        Waits outages out and goes on where it was: none is missing and none comes twice. Raises what waiting does not
        mend, such as an ApiError with the code `EVENTS_GONE` if it was away for longer than events are kept.
        `on_state` is called with what a stream says of jobs between events: how far they are. `on_outage` is called with
        each failure it goes on after. `outage` is the longest time without an answer in seconds, then it raises
        OutageError; None goes on for as long as it takes. Pauses between connections grow up to `max_pause` seconds.
        """
        wanted = _Wanted(None, on_state, on_outage, outage, max_pause)
        return self._follow("listEvents", {}, after, wanted)

    def of_job(
        self,
        job_id: str,
        *,
        after: Optional[str] = None,
        on_state: Optional[Callable[[JobStateEvent], None]] = None,
        on_outage: Optional[Callable[[ReelsightError], None]] = None,
        outage: Optional[float] = None,
        max_pause: float = 30.0,
    ) -> Iterator[StreamedEvent]:
        """The same of one job; ends after the event that makes it final. `after="0"` begins with its first event. Without a
        position `on_state` is told first what the job is now.
        """
        wanted = _Wanted(job_id, on_state, on_outage, outage, max_pause)
        return self._follow("listJobEvents", {"id": job_id}, after, wanted)

    def _follow(
        self, name: str, params: Mapping[str, str], after: Optional[str], wanted: _Wanted
    ) -> Iterator[StreamedEvent]:
        call = CALLS[name]

        def connect(position: Optional[str]) -> Stream:
            return self._transport.stream(call, params, _headers_at(position), _SILENCE_SECONDS)

        # What cannot work is said here, not when the first event is asked for.
        what = self._transport.address(call, params, _headers_at(after))
        return _Follower(self._transport, what, connect, after, wanted).events()


@dataclass(frozen=True)
class _Wanted:
    job_id: Optional[str]
    """None: all of the workspace."""
    on_state: Optional[Callable[[JobStateEvent], None]]
    on_outage: Optional[Callable[[ReelsightError], None]]
    outage: Optional[float]
    max_pause: float


def _headers_at(position: Optional[str]) -> Mapping[str, str]:
    return {} if position is None else {"Last-Event-ID": position}


class _Follower:
    """One stream over all its connections."""

    def __init__(
        self,
        transport: Transport,
        what: str,
        connect: Callable[[Optional[str]], Stream],
        position: Optional[str],
        wanted: _Wanted,
    ) -> None:
        self._transport = transport
        self._what = what
        self._connect = connect
        self._position = position
        self._wanted = wanted
        self._stream: Optional[Stream] = None
        self._parser = Parser()
        self._retry = _FIRST_PAUSE
        self._failures = 0
        self._answered = time.monotonic()
        self._is_empty = True
        """Whether no message has come on this connection; a service says at once where its stream is."""
        self._is_over = False
        self._was_final = False
        """Whether the job was final when its stream began: what is left of it can be read at once."""

    def events(self) -> Iterator[StreamedEvent]:
        self._answered = time.monotonic()
        try:
            while not self._is_over:
                for message, told in self._messages():
                    event = self._take(message, told)
                    if event is None:
                        continue
                    yield event
                    if self._wanted.job_id is not None and told.get("status") in _FINAL:
                        return
        finally:
            self._hang_up()

    def _messages(self) -> List[Tuple[Message, Any]]:
        """What came next; none where a connection began or ended. Raises what cannot pass."""
        try:
            if self._stream is None:
                self._begin()
                return []
            piece = self._stream.read()
            if piece:
                return self._parse(piece)
            if self._is_empty:
                raise ConnectionFailedError(self._what, "the answer was cut short")
        except ReelsightError as error:
            self._hang_up()
            self._check_passing(error)
            if self._wanted.on_outage is not None:
                self._wanted.on_outage(error)
            self._pause(min(error.retry_after or 0.0, LONGEST_ASKED))
            return []
        self._hang_up()
        if self._was_final:
            self._was_final = False
        else:
            self._pause(0.0)
        return []

    def _begin(self) -> None:
        self._parser = Parser()
        self._is_empty = True
        stream = self._connect(self._position)
        if stream.status == 204:
            stream.close()
            self._is_over = True
            return
        self._stream = stream

    def _parse(self, piece: bytes) -> List[Tuple[Message, Any]]:
        try:
            messages = self._parser.feed(piece)
            found = [(one, json.loads(one.data) if one.data else None) for one in messages]
        except ValueError as error:
            raise _not_events(self._what, str(error)) from error
        if any(not isinstance(told, (dict, type(None))) for _, told in found):
            raise _not_events(self._what, "JSON that is no object")
        if self._parser.retry is not None:
            self._retry = max(self._parser.retry, _LEAST_PAUSE)
        if found:
            self._failures, self._is_empty = 0, False
        if not self._is_empty:
            self._answered = time.monotonic()
        return found

    def _take(self, message: Message, told: Any) -> Optional[StreamedEvent]:
        """The event a message is; None if it is a position or a state."""
        is_repeat = message.id is not None and message.id == self._position
        if message.id is not None:
            self._position = message.id
        if told is None:
            return None
        if message.event in _STATES:
            if message.event == "job.current":
                self._was_final = told.get("status") in _FINAL
            if self._wanted.on_state is not None:
                self._wanted.on_state(cast(JobStateEvent, told))
            return None
        # Without a position it is not of the log, but of a later version.
        if message.id is None or is_repeat:
            return None
        return StreamedEvent(cast(Event, told), message.id)

    def _check_passing(self, error: ReelsightError) -> None:
        error.attempts = self._failures + 1
        if error.code == "NOT_EVENTS" or not may_pass(error, self._transport):
            raise error
        outage = self._wanted.outage
        if outage is not None and time.monotonic() - self._answered >= outage:
            reason = f"for {outage:g} s; last: {error.message}"
            raise OutageError(self._what, reason, "OUTAGE") from error

    def _pause(self, least: float) -> None:
        """Longer with each failure in a row. Many clients that were cut at once must not come back at once."""
        longest = min(self._retry * 2.0 ** min(self._failures, 30), self._wanted.max_pause)
        self._failures += 1
        pause = max(least, _LEAST_PAUSE, random.uniform(longest / 2, longest))
        if self._wanted.outage is not None:
            left = self._answered + self._wanted.outage - time.monotonic()
            pause = min(pause, max(left, 0.0))
        time.sleep(pause)

    def _hang_up(self) -> None:
        if self._stream is not None:
            self._stream.close()
            self._stream = None


def _not_events(what: str, found: str) -> UnexpectedAnswerError:
    return UnexpectedAnswerError(
        f"{what} sent something else than events: {found}", code="NOT_EVENTS", status=200
    )
