"""What a call gives back."""

from __future__ import annotations

from dataclasses import dataclass, field
from email.message import Message
from typing import Generic, Mapping, Optional, TypeVar

from ._types import Pagination

Data = TypeVar("Data", covariant=True)


@dataclass(frozen=True)
class Answer(Generic[Data]):
    """An answer of the service with what came beside its data."""

    data: Data
    """`data` of the body; the bytes of a file; None if there is no body."""
    status: int
    """HTTP status."""
    headers: Message
    """Headers of the answer; names may be written in any case."""
    pagination: Optional[Pagination]
    """Where a list goes on; None if the answer is no list."""
    beside: Mapping[str, object] = field(default_factory=dict)
    """What else stands in the body beside `data`, such as `meaning` of a search."""

    @property
    def request_id(self) -> Optional[str]:
        """Id of the request, `req_…`: quote it when asking for help."""
        return self.headers.get("x-request-id")
