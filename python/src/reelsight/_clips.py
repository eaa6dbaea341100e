"""Clips: moments of a job's video as files."""

from __future__ import annotations

from typing import Callable, Optional

from ._calls import CALLS, Calls
from ._follow import Waiting, wait
from ._transport import Transport
from ._types import Clip


class Clips:
    """`client.clips`; `jobs.create_clip` makes one. Every method raises ReelsightError."""

    def __init__(self, transport: Transport, calls: Calls) -> None:
        self._transport = transport
        self._calls = calls

    def get(self, clip_id: str) -> Clip:
        """A clip and how far it is."""
        return self._calls.call("getClip", params={"id": clip_id}).data

    def download(self, clip_id: str) -> bytes:
        """The file of a clip that is ready."""
        return self._calls.call("getClipFile", params={"id": clip_id}).data

    def delete(self, clip_id: str) -> None:
        """Deletes a clip with its file."""
        self._calls.call("deleteClip", params={"id": clip_id})

    def wait(
        self,
        clip_id: str,
        *,
        timeout: Optional[float] = None,
        outage: float = 900.0,
        interval: float = 1.0,
        on_progress: Optional[Callable[[Clip], None]] = None,
    ) -> Clip:
        """Returns the clip once it is ready or failed; the rest as `jobs.wait`."""

        def is_done(clip: Clip) -> bool:
            return clip["status"] in ("ready", "failed")

        return wait(
            Waiting(
                transport=self._transport,
                call=CALLS["getClip"],
                params={"id": clip_id},
                is_done=is_done,
                timeout=timeout,
                outage=outage,
                interval=interval,
                on_progress=on_progress,
            )
        )
