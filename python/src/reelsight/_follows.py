"""Follows: channels, playlists, searches and feeds whose new videos are analysed by themselves."""

from __future__ import annotations

from typing import List, Optional

from ._calls import Calls
from ._types import (
    ChangeFollow,
    CreateFollow,
    Follow,
    FollowVideo,
    PreviewFollowBody,
    PreviewFollowData,
    RunFollow,
)


class Follows:
    """`client.follows`. Every method raises ReelsightError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def preview(self, source: PreviewFollowBody) -> PreviewFollowData:
        """What a Follow of this source would find now; creates nothing."""
        return self._calls.call("previewFollow", body=source).data

    def create(self, follow: CreateFollow) -> Follow:
        """Follows a source from now on; its first run begins at once."""
        return self._calls.call("createFollow", body=follow).data

    def list(self) -> List[Follow]:
        """The Follows of the workspace."""
        return self._calls.call("listFollows").data

    def get(self, follow_id: str) -> Follow:
        """A Follow."""
        return self._calls.call("getFollow", params={"id": follow_id}).data

    def change(self, follow_id: str, change: ChangeFollow) -> Follow:
        """Changes only the fields that are given; also pauses and resumes."""
        return self._calls.call("changeFollow", params={"id": follow_id}, body=change).data

    def run(self, follow_id: str, run: Optional[RunFollow] = None) -> Follow:
        """Looks for new videos at once; with `backfill` also takes the newest that have no job."""
        return self._calls.call("runFollow", params={"id": follow_id}, body=run or {}).data

    def videos(self, follow_id: str) -> List[FollowVideo]:
        """The last 200 videos it found, each with its job or the reason there is none."""
        return self._calls.call("listFollowVideos", params={"id": follow_id}).data

    def delete(self, follow_id: str) -> None:
        """Deletes a Follow; its jobs are kept."""
        self._calls.call("deleteFollow", params={"id": follow_id})
