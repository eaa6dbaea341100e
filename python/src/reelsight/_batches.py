"""Batches: the same analysis over many videos."""

from __future__ import annotations

import uuid
from typing import Callable, List, Optional, cast

from ._calls import CALLS, Calls
from ._export_formats import BatchExportFormat
from ._exports import ExportedFile, Names, exported
from ._follow import Waiting, wait
from ._pages import Page, Pages
from ._transport import Transport
from ._types import (
    Batch,
    BatchCancelled,
    BatchCreated,
    BatchDryRun,
    BatchListItem,
    ChangeBatch,
    CreateBatch,
    Exposure,
    GetBatchExposureQuery,
    GetBatchQuery,
    ListBatchesQuery,
    NewerAnalysis,
)


class Batches:
    """`client.batches`. Every method raises ReelsightError."""

    def __init__(self, transport: Transport, calls: Calls) -> None:
        self._transport = transport
        self._calls = calls

    def create(self, batch: CreateBatch, *, idempotency_key: Optional[str] = None) -> BatchCreated:
        """Creates a batch. Calls with the same `idempotency_key` within 48 hours make one batch; without one a fresh key
        is taken.
        """
        headers = {"Idempotency-Key": idempotency_key or str(uuid.uuid4())}
        answer = self._calls.call("createBatch", body=batch, headers=headers)
        return cast(BatchCreated, answer.data)

    def estimate(self, batch: CreateBatch) -> BatchDryRun:
        """What `create` would cost; nothing is created."""
        body = cast(CreateBatch, {**batch, "dry_run": True})
        return cast(BatchDryRun, self._calls.call("createBatch", body=body).data)

    def get(self, batch_id: str, query: Optional[GetBatchQuery] = None) -> Batch:
        """A batch with the states of its jobs. `{"corrected": "true"}` gives its brands as people corrected them."""
        return self._calls.call("getBatch", params={"id": batch_id}, query=query or {}).data

    def newer(self, batch_id: str) -> List[NewerAnalysis]:
        """Later completed analyses of videos of the batch."""
        return self._calls.call("listNewerAnalyses", params={"id": batch_id}).data

    def exposure(self, batch_id: str, query: Optional[GetBatchExposureQuery] = None) -> Exposure:
        """What brands get out of its completed jobs with `brands`."""
        params = {"id": batch_id}
        return self._calls.call("getBatchExposure", params=params, query=query or {}).data

    def change(self, batch_id: str, change: ChangeBatch) -> Batch:
        """Names a batch; `{"name": None}` takes its name away."""
        return self._calls.call("changeBatch", params={"id": batch_id}, body=change).data

    def list(self, query: Optional[ListBatchesQuery] = None) -> Pages[BatchListItem]:
        """Batches, newest first. Iterating reads over all pages."""
        wanted: ListBatchesQuery = query or {}

        def read(cursor: Optional[str]) -> Page[BatchListItem]:
            asked = wanted.copy()
            if cursor is not None:
                asked["cursor"] = cursor
            answer = self._calls.call("listBatches", query=asked)
            return Page.of(answer.data, answer.pagination)

        return Pages(wanted.get("cursor"), read)

    def export(
        self,
        batch_id: str,
        format: BatchExportFormat,
        *,
        name: Optional[Names] = None,
        bom: bool = False,
        min_confidence: Optional[float] = None,
        corrected: bool = True,
    ) -> ExportedFile:
        """The results of all completed jobs of a batch as one file; options as `jobs.export`."""
        params = {"id": batch_id, "format": format}
        query = {
            "name": name,
            "bom": bom or None,
            "min_confidence": min_confidence,
            "corrected": None if corrected else False,
        }
        return exported(self._transport.send(CALLS["exportBatch"], params=params, query=query))

    def cancel(self, batch_id: str) -> BatchCancelled:
        """Cancels the jobs of a batch that are not final."""
        params = {"id": batch_id}
        answer = self._transport.send(CALLS["cancelBatch"], params=params, repeatable=True)
        return cast(BatchCancelled, answer.data)

    def wait(
        self,
        batch_id: str,
        *,
        timeout: Optional[float] = None,
        outage: float = 900.0,
        interval: float = 5.0,
        on_progress: Optional[Callable[[Batch], None]] = None,
    ) -> Batch:
        """Returns the batch once it is completed, failed or cancelled, or paused for credits; the rest as `jobs.wait`."""

        def is_done(batch: Batch) -> bool:
            return batch["status"] != "processing"

        return wait(
            Waiting(
                transport=self._transport,
                call=CALLS["getBatch"],
                params={"id": batch_id},
                is_done=is_done,
                timeout=timeout,
                outage=outage,
                interval=interval,
                on_progress=on_progress,
            )
        )
