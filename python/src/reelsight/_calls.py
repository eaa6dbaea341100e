"""Every call of a key, by the id of its operation. Made by `npm run generate`; do not edit."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Mapping, NamedTuple, Optional, Tuple, Union, overload

from . import _types as types
from ._answer import Answer


class Call(NamedTuple):
    """Where a call goes, which media types its body may have, and whether its answer is JSON."""

    method: str
    path: str
    content_types: Tuple[str, ...]
    is_json: bool


CALLS: Dict[str, Call] = {
    "createJob": Call("POST", "/v1/jobs", ("application/json",), True),
    "listJobs": Call("GET", "/v1/jobs", (), True),
    "getJob": Call("GET", "/v1/jobs/{id}", (), True),
    "deleteJob": Call("DELETE", "/v1/jobs/{id}", (), False),
    "cancelJob": Call("POST", "/v1/jobs/{id}/cancel", (), True),
    "createBatch": Call("POST", "/v1/batch", ("application/json",), True),
    "listBatches": Call("GET", "/v1/batch", (), True),
    "getBatch": Call("GET", "/v1/batch/{id}", (), True),
    "cancelBatch": Call("POST", "/v1/batch/{id}/cancel", (), True),
    "presignUpload": Call("POST", "/v1/uploads/presign", ("application/json",), True),
    "getFrame": Call("GET", "/v1/frames/{key}", (), False),
    "getAccount": Call("GET", "/v1/account", (), True),
    "getUsage": Call("GET", "/v1/usage", (), True),
}


class Calls:
    """Gives `call` the types of each call."""

    @overload
    def call(
        self,
        name: Literal["createJob"],
        *,
        body: types.CreateJob,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[Union[types.JobDryRun, types.Job]]:
        """Create a job, or preview its cost with dry_run."""
        ...

    @overload
    def call(
        self,
        name: Literal["listJobs"],
        *,
        query: Optional[types.ListJobsQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.JobListItem]]:
        """List jobs, newest first."""
        ...

    @overload
    def call(
        self,
        name: Literal["getJob"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Job]:
        """Read a job with its results or its error."""
        ...

    @overload
    def call(
        self,
        name: Literal["deleteJob"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[None]:
        """Delete a finished job with its media, frames and results."""
        ...

    @overload
    def call(
        self,
        name: Literal["cancelJob"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Job]:
        """Cancel a pending, processing or held job that is in no batch."""
        ...

    @overload
    def call(
        self,
        name: Literal["createBatch"],
        *,
        body: types.CreateBatch,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[Union[types.BatchDryRun, types.BatchCreated]]:
        """Analyse many videos as one unit, or preview its cost with dry_run."""
        ...

    @overload
    def call(
        self,
        name: Literal["listBatches"],
        *,
        query: Optional[types.ListBatchesQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.BatchListItem]]:
        """List batches, newest first."""
        ...

    @overload
    def call(
        self,
        name: Literal["getBatch"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Batch]:
        """Read a batch with its jobs and aggregate results."""
        ...

    @overload
    def call(
        self,
        name: Literal["cancelBatch"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.BatchCancelled]:
        """Cancel a batch and its pending, processing and held jobs."""
        ...

    @overload
    def call(
        self,
        name: Literal["presignUpload"],
        *,
        body: types.PresignUpload,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.PresignedUpload]:
        """Get a short-lived address to PUT a video file to."""
        ...

    @overload
    def call(
        self,
        name: Literal["getFrame"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[bytes]:
        """Fetch a storyboard sheet, proof frame or thumbnail."""
        ...

    @overload
    def call(
        self,
        name: Literal["getAccount"],
        *,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Account]:
        """Read the workspace, its credits and limits."""
        ...

    @overload
    def call(
        self,
        name: Literal["getUsage"],
        *,
        query: Optional[types.GetUsageQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Usage]:
        """Read the ledger of a period with its sums."""
        ...

    def call(
        self,
        name: str,
        *,
        params: Optional[Mapping[str, str]] = None,
        query: Optional[Mapping[str, object]] = None,
        headers: Optional[Mapping[str, str]] = None,
        body: object = None,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
    ) -> Answer[Any]:
        """Makes any call by the id of its operation. Raises ReelsightError."""
        return self._call(name, params, query, headers, body, timeout, max_retries)

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
        raise NotImplementedError
