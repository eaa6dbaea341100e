"""The client of a service: what an API key may do."""

from __future__ import annotations

import os
import ssl
from types import TracebackType
from typing import Any, Mapping, Optional, Sequence, Type
from urllib.parse import urlsplit

from ._answer import Answer
from ._alerts import Alerts
from ._batches import Batches
from ._brands import Brands
from ._calls import CALLS, Calls
from ._clips import Clips
from ._deliveries import Deliveries
from ._events import Events
from ._follows import Follows
from ._glossary import GlossaryOfWorkspace
from ._jobs import Jobs
from ._keys import Keys
from ._pages import Page, Pages
from ._presets import Presets
from ._reports import Reports
from ._schedules import Schedules
from ._search import SearchKind, SearchPages, search
from ._shares import Shares
from ._sight import SightLike, SightPages, search_by_sight
from ._transport import Transport
from ._trends import BrandSets, Campaigns, TrendsReader
from ._types import (
    Account,
    Exposure,
    ExposureAsk,
    GetUsageQuery,
    MediaPrices,
    SetMediaPrices,
    Transaction,
    Usage,
)
from ._uploads import Uploads
from .errors import ConfigurationError


class Frames:
    """`client.frames`."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def get(self, path: str) -> bytes:
        """A frame as JPEG; `path` as results give it, `/v1/frames/…`. Raises ReelsightError."""
        start = "/v1/frames/"
        key = path[len(start) :] if path.startswith(start) else path
        return self._calls.call("getFrame", params={"key": key}).data


class Reelsight(Calls):
    """A client of one service. Any number of threads may share it; as a context manager it closes its connections."""

    def __init__(
        self,
        base_url: Optional[str] = None,
        api_key: Optional[str] = None,
        *,
        timeout: float = 60.0,
        max_retries: int = 2,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        """`base_url` is by default the variable REELSIGHT_URL, `api_key` REELSIGHT_API_KEY. `timeout` is the longest the
        service may be silent, in seconds. `max_retries` are repeats after a passing failure, of calls that may be
        repeated. `ssl_context` trusts other certificates than the system's. Raises ConfigurationError.
        """
        if not timeout > 0:
            raise ConfigurationError(f"timeout must be a number above 0, not {timeout}.")
        if max_retries < 0:
            raise ConfigurationError(f"max_retries must be 0 or more, not {max_retries}.")
        address = _address_of(base_url)
        key = _key_of(api_key)
        self._transport = Transport(address, key, timeout, max_retries, ssl_context)
        self.base_url = address
        self.jobs = Jobs(self._transport, self)
        self.batches = Batches(self._transport, self)
        self.events = Events(self._transport, self)
        self.uploads = Uploads(self._transport)
        self.frames = Frames(self)
        self.reports = Reports(self._transport, self)
        self.schedules = Schedules(self._transport, self)
        self.clips = Clips(self._transport, self)
        self.shares = Shares(self._transport, self)
        self.presets = Presets(self)
        self.alerts = Alerts(self._transport, self)
        self.follows = Follows(self)
        self.brands = Brands(self)
        self.glossary = GlossaryOfWorkspace(self)
        self.trends = TrendsReader(self)
        self.campaigns = Campaigns(self)
        self.brand_sets = BrandSets(self)
        self.deliveries = Deliveries(self._transport, self)
        self.keys = Keys(self)

    def account(self) -> Account:
        """Plan, credits and limits of the workspace."""
        return self.call("getAccount").data

    def usage(self, query: Optional[GetUsageQuery] = None) -> Usage:
        """The sums of a period and the first page of its ledger."""
        return self.call("getUsage", query=query or {}).data

    def transactions(self, query: Optional[GetUsageQuery] = None) -> Pages[Transaction]:
        """The ledger of a period, newest first. Iterating reads over all pages."""
        wanted: GetUsageQuery = query or {}

        def read(cursor: Optional[str]) -> Page[Transaction]:
            asked = wanted.copy()
            if cursor is not None:
                asked["cursor"] = cursor
            answer = self.call("getUsage", query=asked)
            return Page.of(answer.data["transactions"], answer.pagination)

        return Pages(wanted.get("cursor"), read)

    def exposure(self, asked: ExposureAsk) -> Exposure:
        """What brands get out of any choice of completed jobs with `brands`."""
        # It changes nothing, so that it may be sent again.
        answer = self._transport.send(CALLS["computeExposure"], body=asked, repeatable=True)
        found: Exposure = answer.data
        return found

    def media_prices(self) -> MediaPrices:
        """What a thousand views cost the workspace, by platform."""
        found: MediaPrices = self._transport.send(CALLS["getMediaPrices"]).data
        return found

    def set_media_prices(self, prices: SetMediaPrices) -> MediaPrices:
        """Replaces all prices; what is absent is removed."""
        found: MediaPrices = self._transport.send(CALLS["setMediaPrices"], body=prices).data
        return found

    def search(
        self,
        words: str,
        *,
        kinds: Optional[Sequence[SearchKind]] = None,
        brand: Optional[str] = None,
        object: Optional[str] = None,
        speaker: Optional[int] = None,
        speaker_name: Optional[str] = None,
        job_id: Optional[str] = None,
        batch_id: Optional[str] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> SearchPages:
        """What is said, written on the screen, seen or answered with these words, in all videos, best first. Iterating
        reads over all pages. `since` and `until` are moments in ISO 8601 between which the job was created.
        """
        query = {
            "q": words,
            "kinds": None if kinds is None else ",".join(kinds),
            "brand": brand,
            "object": object,
            "speaker": speaker,
            "speaker_name": speaker_name,
            "job_id": job_id,
            "batch_id": batch_id,
            "since": since,
            "until": until,
            "limit": limit,
            "cursor": cursor,
        }
        return search(self._transport, query)

    def search_by_sight(
        self,
        like: SightLike,
        *,
        job_id: Optional[str] = None,
        batch_id: Optional[str] = None,
        since: Optional[str] = None,
        until: Optional[str] = None,
        brand: Optional[str] = None,
        object: Optional[str] = None,
        limit: Optional[int] = None,
        cursor: Optional[str] = None,
    ) -> SightPages:
        """Moments that look like a picture (the bytes of a PNG, JPEG or WebP file), or like the moment of a completed
        job (`{"job_id": …, "timestamp": …}`), the most alike first; or that show what words say
        (`{"words": "a red car"}`), if the service has a model for that. Iterating reads over all pages. `since` and `until`
        are moments in ISO 8601 between which the job was created.
        """
        filters = {
            "job_id": job_id,
            "batch_id": batch_id,
            "since": since,
            "until": until,
            "brand": brand,
            "object": object,
            "limit": limit,
            "cursor": cursor,
        }
        return search_by_sight(self._transport, like, filters)

    def close(self) -> None:
        """Closes the connections that are kept. The client can still be used."""
        self._transport.http.close()

    def __enter__(self) -> Reelsight:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def _call(
        self,
        name: str,
        params: Optional[Mapping[str, str]],
        query: Optional[Mapping[str, object]],
        headers: Optional[Mapping[str, str]],
        body: object,
        timeout: Optional[float],
        max_retries: Optional[int],
    ) -> Answer[Any]:
        call = CALLS.get(name)
        if call is None:
            raise ConfigurationError(f"There is no call {name}.")
        return self._transport.send(
            call,
            params=params,
            query=query,
            headers=headers,
            body=body,
            timeout=timeout,
            max_retries=max_retries,
        )


def _address_of(given: Optional[str]) -> str:
    """Without a slash at its end."""
    text = (given or os.environ.get("REELSIGHT_URL") or "").strip()
    if not text:
        raise ConfigurationError(
            "There is no address of the service: give base_url, such as http://localhost:8080, or set REELSIGHT_URL."
        )
    try:
        parts = urlsplit(text)
        valid = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        raise ConfigurationError(f"base_url {text!r} is no address.") from None
    if parts.scheme not in ("http", "https") or not valid:
        raise ConfigurationError(f"base_url {text!r} must be of the form https://host.")
    if "@" in parts.netloc:
        raise ConfigurationError("base_url names a user; give the key as api_key.")
    if parts.query or parts.fragment:
        raise ConfigurationError(f"base_url {text!r} has a query or fragment; leave it out.")
    path = parts.path.rstrip("/")
    if "v1" in path.split("/"):
        raise ConfigurationError(
            f"base_url {text!r} has the path of calls in it; the client adds it."
        )
    return f"{parts.scheme}://{parts.netloc}{path}"


def _key_of(given: Optional[str]) -> str:
    """As it goes into a header; errors do not repeat it."""
    key = os.environ.get("REELSIGHT_API_KEY", "") if given is None else given
    if not key:
        raise ConfigurationError("There is no API key: give api_key, or set REELSIGHT_API_KEY.")
    if not all("!" <= one <= "~" for one in key):
        raise ConfigurationError(
            "api_key has a space, line break or other character that no key has, perhaps from the end of a file."
        )
    return key
