"""Links that show parts of a job, or a report, to people without an account."""

from __future__ import annotations

from typing import Optional

from ._calls import Calls
from ._lists import listed
from ._pages import Pages
from ._transport import Transport
from ._types import (
    CreateReportShare,
    CreateShare,
    ListJobSharesQuery,
    ListReportSharesQuery,
    ListSharesQuery,
    Share,
    ShareCreated,
)


class Shares:
    """`client.shares`. Every method raises ReelsightError."""

    def __init__(self, transport: Transport, calls: Calls) -> None:
        self._transport = transport
        self._calls = calls

    def create(self, job_id: str, share: CreateShare) -> ShareCreated:
        """A link to parts of a job. Its address is given only this once."""
        return self._calls.call("createJobShare", params={"id": job_id}, body=share).data

    def create_for_report(self, report_id: str, share: CreateReportShare) -> ShareCreated:
        """A link to a report. Its address is given only this once."""
        return self._calls.call("createReportShare", params={"id": report_id}, body=share).data

    def list(self, query: Optional[ListSharesQuery] = None) -> Pages[Share]:
        """The links that have not ended, newest first. Iterating reads over all pages."""
        return listed(self._transport, "listShares", query)

    def list_of_job(self, job_id: str, query: Optional[ListJobSharesQuery] = None) -> Pages[Share]:
        """Those of a job."""
        return listed(self._transport, "listJobShares", query, {"id": job_id})

    def list_of_report(
        self, report_id: str, query: Optional[ListReportSharesQuery] = None
    ) -> Pages[Share]:
        """Those of a report."""
        return listed(self._transport, "listReportShares", query, {"id": report_id})

    def delete(self, share_id: str) -> None:
        """Ends a link at once."""
        self._calls.call("deleteShare", params={"id": share_id})
