"""Lists of the table of calls."""

from __future__ import annotations

from typing import Any, Mapping, Optional

from ._calls import CALLS
from ._pages import Page, Pages
from ._transport import Transport


def listed(
    transport: Transport,
    name: str,
    query: Optional[Mapping[str, Any]] = None,
    params: Optional[Mapping[str, str]] = None,
) -> Pages[Any]:
    """The items of the call of this name."""
    wanted = dict(query or {})

    def read(cursor: Optional[str]) -> Page[Any]:
        asked = wanted if cursor is None else {**wanted, "cursor": cursor}
        answer = transport.send(CALLS[name], params=params, query=asked)
        return Page.of(answer.data, answer.pagination)

    return Pages(wanted.get("cursor"), read)
