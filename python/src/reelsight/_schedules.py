"""Schedules: reports of each week or month, sent to members by mail."""

from __future__ import annotations

from typing import List, Optional

from ._calls import Calls
from ._lists import listed
from ._pages import Pages
from ._transport import Transport
from ._types import (
    ListScheduleRunsQuery,
    ReportSchedule,
    ReportScheduleEntry,
    ScheduleRun,
    ScheduleRunDetails,
)


class Schedules:
    """`client.schedules`. Every method raises ReelsightError."""

    def __init__(self, transport: Transport, calls: Calls) -> None:
        self._transport = transport
        self._calls = calls

    def list(self) -> List[ReportSchedule]:
        """The schedules of the workspace, by name."""
        return self._calls.call("listReportSchedules").data

    def get(self, schedule_id: str) -> ReportSchedule:
        """A schedule, with its newest run."""
        return self._calls.call("getReportSchedule", params={"id": schedule_id}).data

    def create(self, schedule: ReportScheduleEntry) -> ReportSchedule:
        """Has a report made each week or each month."""
        return self._calls.call("createReportSchedule", body=schedule).data

    def replace(self, schedule_id: str, schedule: ReportScheduleEntry) -> ReportSchedule:
        """Replaces a schedule; only an absent logo stays."""
        return self._calls.call(
            "changeReportSchedule", params={"id": schedule_id}, body=schedule
        ).data

    def delete(self, schedule_id: str) -> None:
        """Deletes a schedule with its runs; the reports stay."""
        self._calls.call("deleteReportSchedule", params={"id": schedule_id})

    def run(self, schedule_id: str) -> ScheduleRun:
        """Reports the last period that is over, and sends the mails."""
        return self._calls.call("runReportSchedule", params={"id": schedule_id}).data

    def runs(
        self, schedule_id: str, query: Optional[ListScheduleRunsQuery] = None
    ) -> Pages[ScheduleRun]:
        """The runs of a schedule, newest first. Iterating reads over all pages."""
        return listed(self._transport, "listScheduleRuns", query, {"id": schedule_id})

    def get_run(self, schedule_id: str, run_id: str) -> ScheduleRunDetails:
        """A run, with what changed since the run before."""
        params = {"id": schedule_id, "run_id": run_id}
        return self._calls.call("getScheduleRun", params=params).data
