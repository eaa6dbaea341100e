"""Corrections: what people say about results."""

from __future__ import annotations

from typing import List, Optional

from ._calls import Calls
from ._pages import Page, Pages
from ._types import Correction, CreateCorrection, Evaluation, ListCorrectionsQuery


class Corrections:
    """`client.jobs.corrections`. Every method raises ReelsightError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def create(self, job_id: str, correction: CreateCorrection) -> Correction:
        """Dismisses, renames, merges, confirms or adds a brand or object, or one appearance; dismisses, renames,
        confirms, adds or moves a paid segment. Exposure, reports, exports and search follow.
        """
        return self._calls.call("createCorrection", params={"id": job_id}, body=correction).data

    def list(self, job_id: str) -> List[Correction]:
        """All corrections of a job, oldest first."""
        return self._calls.call("listCorrections", params={"id": job_id}).data

    def pages(
        self, job_id: str, query: Optional[ListCorrectionsQuery] = None
    ) -> Pages[Correction]:
        """The same a page at a time. Iterating reads over all pages."""
        wanted: ListCorrectionsQuery = query or {}

        def read(cursor: Optional[str]) -> Page[Correction]:
            asked = wanted.copy()
            if cursor is not None:
                asked["cursor"] = cursor
            answer = self._calls.call("listCorrections", params={"id": job_id}, query=asked)
            return Page.of(answer.data, answer.pagination)

        return Pages(wanted.get("cursor"), read)

    def undo(self, job_id: str, correction_id: str) -> None:
        """Results are as without it."""
        self._calls.call("deleteCorrection", params={"id": job_id, "correction": correction_id})

    def evaluate(self) -> Evaluation:
        """How engines did on the videos whose results people corrected or confirmed."""
        return self._calls.call("evaluateCorrections").data
