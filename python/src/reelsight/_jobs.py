"""Jobs: create, wait for, read, export, cancel, delete."""

from __future__ import annotations

import uuid
from typing import Callable, Literal, Optional, Sequence, Union, cast, overload

from ._calls import CALLS, Calls
from ._corrections import Corrections
from ._exports import ExportedFile, FrameRate, Names, exported
from ._follow import Waiting, wait
from ._lists import listed
from ._pages import Page, Pages
from ._transcripts import Speakers, Transcripts
from ._transport import Transport
from ._types import (
    Clip,
    CreateClip,
    CreateJob,
    ExportFormat,
    Exposure,
    GetJobExposureQuery,
    GetJobQuery,
    HeldJob,
    Job,
    JobDryRun,
    JobListItem,
    JobsChanged,
    JobViews,
    ListJobClipsQuery,
    ListJobsQuery,
    SetAudience,
    TerminalJob,
)
from .errors import ConflictError

_FINAL = ("completed", "failed", "cancelled")


class Jobs:
    """`client.jobs`. Every method raises ReelsightError."""

    def __init__(self, transport: Transport, calls: Calls) -> None:
        self._transport = transport
        self._calls = calls
        self.corrections = Corrections(calls)
        self.transcript = Transcripts(calls)
        self.speakers = Speakers(calls)

    def create(self, job: CreateJob, *, idempotency_key: Optional[str] = None) -> Job:
        """Creates a job. Calls with the same `idempotency_key` within 48 hours make one job; without one a fresh key is
        taken, so that a repeat after a lost answer makes no second job.
        """
        headers = {"Idempotency-Key": idempotency_key or str(uuid.uuid4())}
        return cast(Job, self._calls.call("createJob", body=job, headers=headers).data)

    def estimate(self, job: CreateJob) -> JobDryRun:
        """What `create` would cost; nothing is created."""
        body = cast(CreateJob, {**job, "dry_run": True})
        return cast(JobDryRun, self._calls.call("createJob", body=body).data)

    def get(self, job_id: str, query: Optional[GetJobQuery] = None) -> Job:
        """A job with its results or its error. `{"results": "without_frames"}` leaves out the detections of each frame,
        by far the most of a long video; `{"results": "none"}` reads the state alone.
        """
        return self._calls.call("getJob", params={"id": job_id}, query=query or {}).data

    def list(self, query: Optional[ListJobsQuery] = None) -> Pages[JobListItem]:
        """Jobs in a short form, newest first. Iterating reads over all pages."""
        wanted: ListJobsQuery = query or {}

        def read(cursor: Optional[str]) -> Page[JobListItem]:
            asked = wanted.copy()
            if cursor is not None:
                asked["cursor"] = cursor
            answer = self._calls.call("listJobs", query=asked)
            return Page.of(answer.data, answer.pagination)

        return Pages(wanted.get("cursor"), read)

    def export(
        self,
        job_id: str,
        format: ExportFormat,
        *,
        name: Optional[Names] = None,
        max_line_chars: Optional[int] = None,
        max_lines: Optional[int] = None,
        frame_rate: Optional[FrameRate] = None,
        start_timecode: Optional[str] = None,
        frame_size: Optional[str] = None,
        bom: bool = False,
        min_confidence: Optional[float] = None,
        corrected: bool = True,
    ) -> ExportedFile:
        """The results of a completed job as a file. A format ignores options it has no use for.

        `name`: appearances of these brands or objects only. `max_line_chars` (10 to 200) and `max_lines` (1 to 4) are for
        subtitles. `frame_rate` is for edl, otio and cvat, `start_timecode` for edl, `frame_size` in pixels, as
        `1920x1080`, for coco and cvat; by default the video's own. `bom` marks tables as UTF-8 for Excel.
        `min_confidence` (0 to 1) leaves out what is less sure. With `corrected` false, results are as they were found.
        """
        query = {
            "name": name,
            "max_line_chars": max_line_chars,
            "max_lines": max_lines,
            "frame_rate": frame_rate,
            "start_timecode": start_timecode,
            "frame_size": frame_size,
            "bom": bom or None,
            "min_confidence": min_confidence,
            "corrected": None if corrected else False,
        }
        params = {"id": job_id, "format": format}
        return exported(self._transport.send(CALLS["exportJob"], params=params, query=query))

    def export_many(
        self,
        job_ids: Sequence[str],
        formats: Sequence[ExportFormat],
        *,
        name: Optional[Names] = None,
        bom: bool = False,
        min_confidence: Optional[float] = None,
        corrected: bool = True,
    ) -> ExportedFile:
        """The results of up to 200 jobs as one ZIP file, with a manifest of what there is and what is missing."""
        query = {
            "job_ids": ",".join(job_ids),
            "formats": ",".join(formats),
            "name": name,
            "bom": bom or None,
            "min_confidence": min_confidence,
            "corrected": None if corrected else False,
        }
        return exported(self._transport.send(CALLS["exportMany"], query=query))

    def proof_frames(self, job_id: str, *, name: Optional[Names] = None) -> ExportedFile:
        """The proof frames of a completed job as a ZIP file, with a table of what each shows."""
        query = {"name": name}
        params = {"id": job_id}
        return exported(self._transport.send(CALLS["getProofFrames"], params=params, query=query))

    def views(self, job_id: str) -> JobViews:
        """The views of a job's video: every reading of the platform, when the next one is, and what counts."""
        found: JobViews = self._calls.call("getJobViews", params={"id": job_id}).data
        return found

    def set_audience(self, job_id: str, views: Optional[int]) -> JobViews:
        """Sets the audience of a job's video, which counts instead of its views; None removes it."""
        body: SetAudience = {"views": views}
        found: JobViews = self._calls.call("setJobAudience", params={"id": job_id}, body=body).data
        return found

    def set_published(self, job_id: str, published_at: Optional[str]) -> JobViews:
        """Sets when a job's video was published, as a date or a date and time in ISO 8601; trends count it on that day.
        None: what the platform says again.
        """
        body: SetAudience = {"published_at": published_at}
        found: JobViews = self._calls.call("setJobAudience", params={"id": job_id}, body=body).data
        return found

    def exposure(self, job_id: str, query: Optional[GetJobExposureQuery] = None) -> Exposure:
        """What brands get out of a completed job with `brands`."""
        params = {"id": job_id}
        return self._calls.call("getJobExposure", params=params, query=query or {}).data

    def create_clip(self, job_id: str, clip: CreateClip) -> Clip:
        """Asks for a file of moments of its video; `clips.wait` returns it once it is ready. The same clip asked for again
        is not made again.
        """
        params = {"id": job_id}
        call = CALLS["createClip"]
        return cast(Clip, self._transport.send(call, params=params, body=clip, repeatable=True).data)

    def clips(self, job_id: str, query: Optional[ListJobClipsQuery] = None) -> Pages[Clip]:
        """The clips of a job, newest first. Iterating reads over all pages."""
        return listed(self._transport, "listJobClips", query, {"id": job_id})

    def tag(self, job_id: str, tags: Sequence[str]) -> Job:
        """Replaces its tags; none of them takes them away."""
        params = {"id": job_id}
        return self._calls.call("changeJob", params=params, body={"tags": [*tags]}).data

    def rerun(self, job_ids: Sequence[str], *, dry_run: bool = False) -> JobsChanged:
        """For each of up to 100 final jobs a new one that asks the same of the same video."""
        return self._change("rerun", job_ids, dry_run)

    def delete_many(self, job_ids: Sequence[str], *, dry_run: bool = False) -> JobsChanged:
        """Deletes up to 100 final jobs, and says of each what became of it."""
        return self._change("delete", job_ids, dry_run)

    def _change(
        self, action: Literal["delete", "rerun"], job_ids: Sequence[str], dry_run: bool
    ) -> JobsChanged:
        body = {"action": action, "job_ids": [*job_ids], "dry_run": dry_run}
        return cast(JobsChanged, self._transport.send(CALLS["changeJobs"], body=body).data)

    def cancel(self, job_id: str) -> Job:
        """Stops a job that is not final; a job of a batch is cancelled with its batch."""
        params = {"id": job_id}
        try:
            answer = self._transport.send(CALLS["cancelJob"], params=params, repeatable=True)
            return cast(Job, answer.data)
        except ConflictError as error:
            # A repeat after a lost answer finds a job that is cancelled already.
            if error.attempts > 1:
                job = self.get(job_id, {"results": "none"})
                if job["status"] == "cancelled":
                    return job
            raise

    def delete(self, job_id: str) -> None:
        """Deletes a final job with its media, frames and results."""
        self._calls.call("deleteJob", params={"id": job_id})

    @overload
    def wait(
        self,
        job_id: str,
        *,
        timeout: Optional[float] = ...,
        outage: float = ...,
        interval: float = ...,
        on_progress: Optional[Callable[[Job], None]] = ...,
        stop_when_held: Literal[False],
    ) -> TerminalJob:
        ...

    @overload
    def wait(
        self,
        job_id: str,
        *,
        timeout: Optional[float] = ...,
        outage: float = ...,
        interval: float = ...,
        on_progress: Optional[Callable[[Job], None]] = ...,
        stop_when_held: bool = ...,
    ) -> Union[TerminalJob, HeldJob]:
        ...

    def wait(
        self,
        job_id: str,
        *,
        timeout: Optional[float] = None,
        outage: float = 900.0,
        interval: float = 5.0,
        on_progress: Optional[Callable[[Job], None]] = None,
        stop_when_held: bool = True,
    ) -> Job:
        """Returns the job once it is completed, failed or cancelled, or held for credits; a failed job does not raise.

        Goes on through outages of up to `outage` seconds without an answer, then raises OutageError. `timeout` is the
        longest it waits in all, in seconds, then it raises WaitTimeoutError; None waits for as long as it takes.
        `on_progress` is called with each state that is read, at least every `interval` seconds while the service answers.
        """

        def is_done(job: Job) -> bool:
            return job["status"] in _FINAL or (stop_when_held and job["status"] == "held")

        return wait(
            Waiting(
                transport=self._transport,
                call=CALLS["getJob"],
                params={"id": job_id},
                is_done=is_done,
                timeout=timeout,
                outage=outage,
                interval=interval,
                on_progress=on_progress,
            )
        )
