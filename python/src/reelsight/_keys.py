"""API keys of a workspace. Only an operator, or a member in the console, creates and revokes them."""

from __future__ import annotations

from typing import List

from ._calls import Calls
from ._types import ListKeysData


class Keys:
    """`client.keys`. Every method raises ReelsightError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def list(self) -> List[ListKeysData]:
        """The keys without their secrets."""
        return self._calls.call("listKeys").data
