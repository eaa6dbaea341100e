"""Alerts: what a workspace is told about new videos, and where."""

from __future__ import annotations

from typing import List, Optional

from ._calls import Calls
from ._lists import listed
from ._pages import Pages
from ._transport import Transport
from ._types import (
    Alert,
    AlertEntry,
    AlertMatch,
    AlertPreview,
    AlertPreviewEntry,
    AlertTest,
    ListAlertMatchesQuery,
)


class Alerts:
    """`client.alerts`. Every method raises ReelsightError."""

    def __init__(self, transport: Transport, calls: Calls) -> None:
        self._transport = transport
        self._calls = calls

    def list(self) -> List[Alert]:
        """The alerts of the workspace, by name."""
        return self._calls.call("listAlerts").data

    def get(self, alert_id: str) -> Alert:
        """An alert."""
        return self._calls.call("getAlert", params={"id": alert_id}).data

    def create(self, alert: AlertEntry) -> Alert:
        """Tells of videos whose analysis ends from now on."""
        return self._calls.call("createAlert", body=alert).data

    def replace(self, alert_id: str, alert: AlertEntry) -> Alert:
        """Replaces an alert. Targets that are named by `target_id` keep their address."""
        return self._calls.call("changeAlert", params={"id": alert_id}, body=alert).data

    def delete(self, alert_id: str) -> None:
        """Deletes an alert with what it found."""
        self._calls.call("deleteAlert", params={"id": alert_id})

    def matches(
        self, alert_id: str, query: Optional[ListAlertMatchesQuery] = None
    ) -> Pages[AlertMatch]:
        """What the alert found, newest first. Iterating reads over all pages."""
        return listed(self._transport, "listAlertMatches", query, {"id": alert_id})

    def test(self, alert_id: str) -> AlertTest:
        """Sends an example to the targets of the alert."""
        return self._calls.call("testAlert", params={"id": alert_id}).data

    def preview(self, alert: AlertPreviewEntry) -> AlertPreview:
        """Says what an alert would have found, and sends nothing."""
        return self._calls.call("previewAlert", body=alert).data
