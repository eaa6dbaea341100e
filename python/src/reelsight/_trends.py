"""Trends over time, and the campaigns and brand sets that they can be asked for."""

from __future__ import annotations

from typing import List, Optional

from ._calls import Calls
from ._pages import Page, Pages
from ._types import (
    BrandSet,
    BrandSetEntry,
    Campaign,
    CampaignEntry,
    GetTrendsFileQuery,
    GetTrendsQuery,
    ListTrendVideosQuery,
    Trends,
    TrendVideo,
)


class TrendsReader:
    """`client.trends`. Every method raises ReelsightError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def read(self, query: Optional[GetTrendsQuery] = None) -> Trends:
        """What brands, channels, platforms or Follows come to by day, week or month."""
        return self._calls.call("getTrends", query=query or {}).data

    def csv(self, query: Optional[GetTrendsFileQuery] = None) -> bytes:
        """The same numbers as a CSV file."""
        return self._calls.call("getTrendsFile", query=query or {}).data

    def videos(self, query: Optional[ListTrendVideosQuery] = None) -> Pages[TrendVideo]:
        """The videos behind a number, those with the most equivalent seconds first. Iterating reads over all pages."""
        wanted: ListTrendVideosQuery = query or {}

        def read(cursor: Optional[str]) -> Page[TrendVideo]:
            asked = wanted.copy()
            if cursor is not None:
                asked["cursor"] = cursor
            answer = self._calls.call("listTrendVideos", query=asked)
            return Page.of(answer.data, answer.pagination)

        return Pages(wanted.get("cursor"), read)


class Campaigns:
    """`client.campaigns`. Every method raises ReelsightError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def list(self) -> List[Campaign]:
        """The campaigns of the workspace, in order of their names."""
        return self._calls.call("listCampaigns").data

    def get(self, campaign_id: str) -> Campaign:
        """A campaign."""
        return self._calls.call("getCampaign", params={"id": campaign_id}).data

    def create(self, campaign: CampaignEntry) -> Campaign:
        """Saves a choice of videos under a name."""
        return self._calls.call("createCampaign", body=campaign).data

    def replace(self, campaign_id: str, campaign: CampaignEntry) -> Campaign:
        """Replaces a campaign."""
        return self._calls.call("changeCampaign", params={"id": campaign_id}, body=campaign).data

    def delete(self, campaign_id: str) -> None:
        """Deletes a campaign; its videos are kept."""
        self._calls.call("deleteCampaign", params={"id": campaign_id})


class BrandSets:
    """`client.brand_sets`. Every method raises ReelsightError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def list(self) -> List[BrandSet]:
        """The brand sets of the workspace, in order of their names."""
        return self._calls.call("listBrandSets").data

    def get(self, brand_set_id: str) -> BrandSet:
        """A brand set."""
        return self._calls.call("getBrandSet", params={"id": brand_set_id}).data

    def create(self, brand_set: BrandSetEntry) -> BrandSet:
        """Saves a brand and its rivals under a name."""
        return self._calls.call("createBrandSet", body=brand_set).data

    def replace(self, brand_set_id: str, brand_set: BrandSetEntry) -> BrandSet:
        """Replaces a brand set."""
        return self._calls.call("changeBrandSet", params={"id": brand_set_id}, body=brand_set).data

    def delete(self, brand_set_id: str) -> None:
        """Deletes a brand set."""
        self._calls.call("deleteBrandSet", params={"id": brand_set_id})
