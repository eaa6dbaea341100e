"""Search for moments that look like a picture or another moment, or that show what words say."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from typing import Callable, Dict, Iterator, Mapping, Optional, TypedDict, Union, cast

from ._calls import CALLS
from ._pages import Page, Pages
from ._transport import Transport
from ._types import SightHit, SightMoment


class SightWords(TypedDict):
    """What moments should show, 1 to 200 characters."""

    words: str


SightLike = Union[bytes, SightMoment, SightWords]


@dataclass(frozen=True)
class SightPage(Page[SightHit]):
    """One page of what a search by sight found."""

    compared: int = 0
    """Number of stretches of videos that were compared."""
    jobs_without_sight: int = 0
    """Number of the workspace's newest completed jobs that can't be found by sight."""
    jobs_without_words: Optional[int] = None
    """Number of those that can't be found by words, `jobs_without_sight` included; None in a search without words."""


class SightPages(Pages[SightHit]):
    """What a search by sight found, the most alike first: iterate over it for all of it."""

    def __init__(
        self, start: Optional[str], read: Callable[[Optional[str]], SightPage]
    ) -> None:
        super().__init__(start, read)

    def page(self, cursor: Optional[str] = None) -> SightPage:
        """The page at `cursor`, or the first."""
        return cast(SightPage, super().page(cursor))

    def pages(self) -> Iterator[SightPage]:
        """Page after page."""
        return cast(Iterator[SightPage], super().pages())


def search_by_sight(
    transport: Transport, like: SightLike, filters: Mapping[str, object]
) -> SightPages:
    """The pages of moments like this one, or that show these words."""
    sought: Dict[str, object]
    if isinstance(like, bytes):
        sought = {"picture": b64encode(like).decode("ascii")}
    elif "words" in like:
        # Older checkers of types do not tell the two kinds apart by their keys.
        sought = {"words": cast(SightWords, like)["words"]}
    else:
        sought = {"moment": like}

    def read(cursor: Optional[str]) -> SightPage:
        given = {name: value for name, value in filters.items() if value is not None}
        body = {**sought, **given}
        if cursor is not None:
            body["cursor"] = cursor
        answer = transport.send(CALLS["searchBySight"], body=body)
        page: Page[SightHit] = Page.of(answer.data, answer.pagination)
        return SightPage(
            page.items,
            page.next_cursor,
            compared=cast(int, answer.beside.get("compared", 0)),
            jobs_without_sight=cast(int, answer.beside.get("jobs_without_sight", 0)),
            jobs_without_words=cast(Optional[int], answer.beside.get("jobs_without_words")),
        )

    return SightPages(None, read)
