"""Lists that are read page by page, or item by item over all pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Generic, Iterator, List, Optional, TypeVar

from ._types import Pagination

Item = TypeVar("Item")


@dataclass(frozen=True)
class Page(Generic[Item]):
    """One page of a list."""

    items: List[Item]
    next_cursor: Optional[str]
    """Give it as `cursor` for the next page; None on the last."""

    @classmethod
    def of(cls, items: List[Item], pagination: Optional[Pagination]) -> Page[Item]:
        """The page an answer with these items is."""
        more = pagination is not None and pagination["has_more"]
        return cls(items, pagination["next_cursor"] if pagination is not None and more else None)


class Pages(Generic[Item]):
    """A list: iterate over it for all its items, which reads page after page as they are needed."""

    def __init__(self, start: Optional[str], read: Callable[[Optional[str]], Page[Item]]) -> None:
        self._start = start
        self._read = read

    def page(self, cursor: Optional[str] = None) -> Page[Item]:
        """The page at `cursor`, or the first."""
        return self._read(cursor or self._start)

    def pages(self) -> Iterator[Page[Item]]:
        """Page after page."""
        page = self.page()
        yield page
        while page.next_cursor is not None:
            page = self.page(page.next_cursor)
            yield page

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.items
