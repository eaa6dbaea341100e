"""Waits for what takes time: asks until it is done, through outages, within the rate the plan allows."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, Callable, Generic, Mapping, Optional, TypeVar

from . import _pause
from ._answer import Answer
from ._calls import Call
from ._transport import Transport, is_passing
from .errors import (
    ApiError,
    OutageError,
    ReelsightError,
    UnexpectedAnswerError,
    WaitTimeoutError,
    is_own,
    retry_after_of,
)

State = TypeVar("State")

_LONGEST_POLL = 20
_ANSWER_SECONDS = 15.0
"""Beside the time the service holds its answer back."""
_SHORTEST_PAUSE = 0.2
"""Between two answers that were held back."""
_FIRST_PAUSE = 0.5
LONGEST_ASKED = 60.0
"""Of `Retry-After`, in seconds; longer ones are asked again."""


@dataclass(frozen=True)
class Waiting(Generic[State]):
    """What is read, and for how long. Times are seconds."""

    transport: Transport
    call: Call
    params: Mapping[str, str]
    is_done: Callable[[State], bool]
    timeout: Optional[float]
    outage: float
    interval: float
    on_progress: Optional[Callable[[State], None]]


def wait(waiting: Waiting[State]) -> State:
    """Raises what cannot pass, OutageError, or WaitTimeoutError."""
    transport = waiting.transport
    what = f"{transport.base_url}/{waiting.call.path.lstrip('/').format(**waiting.params)}"
    began = answered = time.monotonic()
    delay, attempt = min(_FIRST_PAUSE, waiting.interval), 0
    while True:
        try:
            answer = _read(waiting, _left(waiting, began))
        except ReelsightError as error:
            if not may_pass(error, transport):
                raise
            attempt += 1
            away = answered + waiting.outage - time.monotonic()
            if away <= 0:
                reason = f"for {waiting.outage:g} s; last: {error.message}"
                raise OutageError(what, reason, "OUTAGE") from error
            pause = min(away, _trouble_pause(error, attempt))
        else:
            answered, attempt = time.monotonic(), 0
            state: State = answer.data
            if waiting.on_progress is not None:
                waiting.on_progress(state)
            if waiting.is_done(state):
                return state
            pause = _pause_after(answer, delay)
            delay = min(delay * 1.5, waiting.interval)
        left = _left(waiting, began)
        if left <= 0:
            raise WaitTimeoutError(what, waiting.timeout or 0.0)
        time.sleep(min(pause, left))


def _left(waiting: Waiting[State], began: float) -> float:
    if waiting.timeout is None:
        return float("inf")
    return began + waiting.timeout - time.monotonic()


def _read(waiting: Waiting[State], left: float) -> Answer[Any]:
    """A long poll that ends well before the time limit of a call; none if there is no room for one."""
    transport = waiting.transport
    # Whoever shows progress wants to see it move.
    wanted = waiting.interval if waiting.on_progress is not None else _LONGEST_POLL
    seconds = int(min(_LONGEST_POLL, wanted, transport.timeout / 2, max(left, 0.0)))
    return transport.send(
        waiting.call,
        params=waiting.params,
        headers={"Prefer": f"wait={seconds}"} if seconds >= 1 else None,
        timeout=min(transport.timeout, seconds + _ANSWER_SECONDS, max(left, 1.0)),
        max_retries=0,
    )


def may_pass(error: ReelsightError, transport: Transport) -> bool:
    """A proxy's page or 404 passes with a deploy; of an address that never answered as it should, it says that the address
    is wrong.
    """
    if is_passing(error):
        return True
    if isinstance(error, UnexpectedAnswerError):
        return transport.is_known or (error.status or 0) >= 500
    return isinstance(error, ApiError) and not is_own(error) and transport.is_known


def _trouble_pause(error: ReelsightError, attempt: int) -> float:
    if error.retry_after is None:
        return _pause.back_off(attempt, 0.5, 15.0)
    return min(_pause.asked(error.retry_after), LONGEST_ASKED)


def _pause_after(answer: Answer[Any], delay: float) -> float:
    """Next to none where the service held the answer back; longer where it asks for it, or the burst runs out."""
    was_held = "wait" in str(answer.headers.get("preference-applied", "")).lower()
    asked_for = min(retry_after_of(answer.headers) or 0.0, LONGEST_ASKED)
    least = _SHORTEST_PAUSE if was_held else max(delay, asked_for)
    return max(least, _sustained_pause(answer))


def _sustained_pause(answer: Answer[Any]) -> float:
    """The bucket holds the burst and fills at two thirds of it a minute; its last requests are left for others."""
    try:
        burst = int(answer.headers.get("x-ratelimit-limit", ""))
        remaining = int(answer.headers.get("x-ratelimit-remaining", ""))
    except ValueError:
        return 0.0
    return 90.0 / burst if burst > 0 and remaining <= burst / 3 else 0.0
