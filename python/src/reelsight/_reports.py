"""Reports: the exposure of brands in chosen videos as files."""

from __future__ import annotations

from typing import Callable, Optional

from ._calls import CALLS, Calls
from ._exports import ExportedFile, exported
from ._follow import Waiting, wait
from ._lists import listed
from ._pages import Pages
from ._transport import Transport
from ._types import CreateReport, ListReportsQuery, Report, ReportCreated, ReportFormat


class Reports:
    """`client.reports`. Every method raises ReelsightError."""

    def __init__(self, transport: Transport, calls: Calls) -> None:
        self._transport = transport
        self._calls = calls

    def create(self, report: CreateReport) -> ReportCreated:
        """Asks for a report; `wait` returns it once its files are there."""
        return self._calls.call("createReport", body=report).data

    def get(self, report_id: str) -> Report:
        """A report with its files."""
        return self._calls.call("getReport", params={"id": report_id}).data

    def list(self, query: Optional[ListReportsQuery] = None) -> Pages[Report]:
        """Reports, newest first. Iterating reads over all pages."""
        return listed(self._transport, "listReports", query)

    def delete(self, report_id: str) -> None:
        """Deletes a report with its files."""
        self._calls.call("deleteReport", params={"id": report_id})

    def download(self, report_id: str, format: ReportFormat) -> ExportedFile:
        """One of its files."""
        params = {"id": report_id, "format": format}
        return exported(self._transport.send(CALLS["getReportFile"], params=params))

    def wait(
        self,
        report_id: str,
        *,
        timeout: Optional[float] = None,
        outage: float = 900.0,
        interval: float = 5.0,
        on_progress: Optional[Callable[[Report], None]] = None,
    ) -> Report:
        """Returns the report once it is ready or failed; the rest as `jobs.wait`."""

        def is_done(report: Report) -> bool:
            return report["status"] != "pending"

        return wait(
            Waiting(
                transport=self._transport,
                call=CALLS["getReport"],
                params={"id": report_id},
                is_done=is_done,
                timeout=timeout,
                outage=outage,
                interval=interval,
                on_progress=on_progress,
            )
        )
