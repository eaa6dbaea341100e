"""Corrections of transcripts, and names of speakers."""

from __future__ import annotations

from typing import List, Optional

from ._calls import Calls
from ._pages import Page, Pages
from ._types import (
    EditSegment,
    JobSpeaker,
    ListTranscriptEditsQuery,
    SetSpeaker,
    TranscriptEdit,
    UndoTranscriptSegmentQuery,
)


class Transcripts:
    """`client.jobs.transcript`. Every method raises ReelsightError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def edit(self, job_id: str, segment: int, edit: EditSegment) -> TranscriptEdit:
        """Says what a line is, by its index in the transcript as heard. A line that was changed since the `revision`
        in `edit` is refused with TRANSCRIPT_CHANGED.
        """
        params = {"id": job_id, "segment": str(segment)}
        return self._calls.call("editTranscriptSegment", params=params, body=edit).data

    def undo(
        self, job_id: str, segment: int, query: Optional[UndoTranscriptSegmentQuery] = None
    ) -> None:
        """The line is as it was before its last change."""
        params = {"id": job_id, "segment": str(segment)}
        self._calls.call("undoTranscriptSegment", params=params, query=query or {})

    def edits(
        self, job_id: str, query: Optional[ListTranscriptEditsQuery] = None
    ) -> Pages[TranscriptEdit]:
        """Changes of lines, newest first. Iterating reads over all pages."""
        wanted: ListTranscriptEditsQuery = query or {}

        def read(cursor: Optional[str]) -> Page[TranscriptEdit]:
            asked = wanted.copy()
            if cursor is not None:
                asked["cursor"] = cursor
            answer = self._calls.call("listTranscriptEdits", params={"id": job_id}, query=asked)
            return Page.of(answer.data, answer.pagination)

        return Pages(wanted.get("cursor"), read)


class Speakers:
    """`client.jobs.speakers`. Every method raises ReelsightError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def list(self, job_id: str) -> List[JobSpeaker]:
        """What people said of the speakers of a job."""
        return self._calls.call("listSpeakers", params={"id": job_id}).data

    def set(self, job_id: str, speaker: int, facts: SetSpeaker) -> JobSpeaker:
        """Names a speaker, or says that two are the same; `{}` takes back what was said."""
        params = {"id": job_id, "speaker": str(speaker)}
        return self._calls.call("setSpeaker", params=params, body=facts).data
