"""Search over what is said, shown and seen in all videos."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Iterator, Literal, Mapping, Optional, cast

from ._calls import CALLS
from ._pages import Page, Pages
from ._transport import Transport
from ._types import SearchHit

SearchKind = Literal["speech", "text", "brand", "object", "title", "answer"]


@dataclass(frozen=True)
class SearchPage(Page[SearchHit]):
    """One page of what a search found."""

    meaning: bool = False
    """Whether moments that mean the same in other words (`by`: "meaning") follow those that have the words."""
    meaning_out: bool = False
    """Whether the service has an embedding model that does not answer now."""


class SearchPages(Pages[SearchHit]):
    """What a search found, best first: iterate over it for all of it."""

    def __init__(
        self, start: Optional[str], read: Callable[[Optional[str]], SearchPage]
    ) -> None:
        super().__init__(start, read)

    def page(self, cursor: Optional[str] = None) -> SearchPage:
        """The page at `cursor`, or the first."""
        return cast(SearchPage, super().page(cursor))

    def pages(self) -> Iterator[SearchPage]:
        """Page after page."""
        return cast(Iterator[SearchPage], super().pages())


def search(transport: Transport, query: Mapping[str, object]) -> SearchPages:
    """The pages of this query."""

    def read(cursor: Optional[str]) -> SearchPage:
        asked = dict(query)
        if cursor is not None:
            asked["cursor"] = cursor
        answer = transport.send(CALLS["search"], query=asked)
        page: Page[SearchHit] = Page.of(answer.data, answer.pagination)
        return SearchPage(
            page.items,
            page.next_cursor,
            meaning=answer.beside.get("meaning") is True,
            meaning_out=answer.beside.get("meaning_out") is True,
        )

    return SearchPages(None, read)
