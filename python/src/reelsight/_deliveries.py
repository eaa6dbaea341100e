"""Deliveries of webhooks: what was sent, what was answered, and sending it again."""

from __future__ import annotations

from typing import Optional

from ._calls import Calls
from ._lists import listed
from ._pages import Pages
from ._transport import Transport
from ._types import Delivery, ListDeliveriesQuery


class Deliveries:
    """`client.deliveries`. Every method raises ReelsightError."""

    def __init__(self, transport: Transport, calls: Calls) -> None:
        self._transport = transport
        self._calls = calls

    def list(self, query: Optional[ListDeliveriesQuery] = None) -> Pages[Delivery]:
        """Deliveries, newest first. Iterating reads over all pages."""
        return listed(self._transport, "listDeliveries", query)

    def replay(self, delivery_id: str) -> Delivery:
        """Starts a new round of attempts with the same event."""
        return self._calls.call("replayDelivery", params={"id": delivery_id}).data
