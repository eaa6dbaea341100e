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
    "changeJob": Call("PATCH", "/v1/jobs/{id}", ("application/json",), True),
    "deleteJob": Call("DELETE", "/v1/jobs/{id}", (), False),
    "cancelJob": Call("POST", "/v1/jobs/{id}/cancel", (), True),
    "getJobShots": Call("GET", "/v1/jobs/{id}/shots", (), True),
    "getMedia": Call("GET", "/v1/jobs/{id}/media", (), False),
    "changeJobs": Call("POST", "/v1/jobs/bulk", ("application/json",), True),
    "createBatch": Call("POST", "/v1/batch", ("application/json",), True),
    "listBatches": Call("GET", "/v1/batch", (), True),
    "getBatch": Call("GET", "/v1/batch/{id}", (), True),
    "changeBatch": Call("PATCH", "/v1/batch/{id}", ("application/json",), True),
    "listNewerAnalyses": Call("GET", "/v1/batch/{id}/newer", (), True),
    "cancelBatch": Call("POST", "/v1/batch/{id}/cancel", (), True),
    "exportJob": Call("GET", "/v1/jobs/{id}/exports/{format}", (), False),
    "getProofFrames": Call("GET", "/v1/jobs/{id}/proof-frames.zip", (), False),
    "exportMany": Call("GET", "/v1/exports.zip", (), False),
    "exportBatch": Call("GET", "/v1/batch/{id}/exports/{format}", (), False),
    "createReport": Call("POST", "/v1/reports", ("application/json",), True),
    "listReports": Call("GET", "/v1/reports", (), True),
    "getReport": Call("GET", "/v1/reports/{id}", (), True),
    "deleteReport": Call("DELETE", "/v1/reports/{id}", (), False),
    "getReportFile": Call("GET", "/v1/reports/{id}/files/{format}", (), False),
    "createCorrection": Call("POST", "/v1/jobs/{id}/corrections", ("application/json",), True),
    "listCorrections": Call("GET", "/v1/jobs/{id}/corrections", (), True),
    "evaluateCorrections": Call("GET", "/v1/corrections/evaluation", (), True),
    "deleteCorrection": Call("DELETE", "/v1/jobs/{id}/corrections/{correction}", (), False),
    "editTranscriptSegment": Call("PUT", "/v1/jobs/{id}/transcript/segments/{segment}", ("application/json",), True),
    "undoTranscriptSegment": Call("DELETE", "/v1/jobs/{id}/transcript/segments/{segment}", (), False),
    "listTranscriptEdits": Call("GET", "/v1/jobs/{id}/transcript/edits", (), True),
    "listSpeakers": Call("GET", "/v1/jobs/{id}/speakers", (), True),
    "setSpeaker": Call("PUT", "/v1/jobs/{id}/speakers/{speaker}", ("application/json",), True),
    "createClip": Call("POST", "/v1/jobs/{id}/clips", ("application/json",), True),
    "listJobClips": Call("GET", "/v1/jobs/{id}/clips", (), True),
    "getClip": Call("GET", "/v1/clips/{id}", (), True),
    "deleteClip": Call("DELETE", "/v1/clips/{id}", (), False),
    "getClipFile": Call("GET", "/v1/clips/{id}/file", (), False),
    "getJobExposure": Call("GET", "/v1/jobs/{id}/exposure", (), True),
    "getBatchExposure": Call("GET", "/v1/batch/{id}/exposure", (), True),
    "computeExposure": Call("POST", "/v1/exposure", ("application/json",), True),
    "getTrends": Call("GET", "/v1/trends", (), True),
    "getTrendsFile": Call("GET", "/v1/trends.csv", (), False),
    "listTrendVideos": Call("GET", "/v1/trends/videos", (), True),
    "listCampaigns": Call("GET", "/v1/campaigns", (), True),
    "createCampaign": Call("POST", "/v1/campaigns", ("application/json",), True),
    "getCampaign": Call("GET", "/v1/campaigns/{id}", (), True),
    "changeCampaign": Call("PUT", "/v1/campaigns/{id}", ("application/json",), True),
    "deleteCampaign": Call("DELETE", "/v1/campaigns/{id}", (), False),
    "listBrandSets": Call("GET", "/v1/brand-sets", (), True),
    "createBrandSet": Call("POST", "/v1/brand-sets", ("application/json",), True),
    "getBrandSet": Call("GET", "/v1/brand-sets/{id}", (), True),
    "changeBrandSet": Call("PUT", "/v1/brand-sets/{id}", ("application/json",), True),
    "deleteBrandSet": Call("DELETE", "/v1/brand-sets/{id}", (), False),
    "getJobViews": Call("GET", "/v1/jobs/{id}/views", (), True),
    "setJobAudience": Call("PUT", "/v1/jobs/{id}/audience", ("application/json",), True),
    "getMediaPrices": Call("GET", "/v1/media-prices", (), True),
    "setMediaPrices": Call("PUT", "/v1/media-prices", ("application/json",), True),
    "listAlerts": Call("GET", "/v1/alerts", (), True),
    "createAlert": Call("POST", "/v1/alerts", ("application/json",), True),
    "getAlert": Call("GET", "/v1/alerts/{id}", (), True),
    "changeAlert": Call("PUT", "/v1/alerts/{id}", ("application/json",), True),
    "deleteAlert": Call("DELETE", "/v1/alerts/{id}", (), False),
    "listAlertMatches": Call("GET", "/v1/alerts/{id}/matches", (), True),
    "testAlert": Call("POST", "/v1/alerts/{id}/test", (), True),
    "previewAlert": Call("POST", "/v1/alerts/preview", ("application/json",), True),
    "listReportSchedules": Call("GET", "/v1/report-schedules", (), True),
    "createReportSchedule": Call("POST", "/v1/report-schedules", ("application/json",), True),
    "getReportSchedule": Call("GET", "/v1/report-schedules/{id}", (), True),
    "changeReportSchedule": Call("PUT", "/v1/report-schedules/{id}", ("application/json",), True),
    "deleteReportSchedule": Call("DELETE", "/v1/report-schedules/{id}", (), False),
    "runReportSchedule": Call("POST", "/v1/report-schedules/{id}/run", (), True),
    "listScheduleRuns": Call("GET", "/v1/report-schedules/{id}/runs", (), True),
    "getScheduleRun": Call("GET", "/v1/report-schedules/{id}/runs/{run_id}", (), True),
    "listEvents": Call("GET", "/v1/events", (), True),
    "listJobEvents": Call("GET", "/v1/jobs/{id}/events", (), True),
    "search": Call("GET", "/v1/search", (), True),
    "searchBySight": Call("POST", "/v1/search/sight", ("application/json",), True),
    "presignUpload": Call("POST", "/v1/uploads/presign", ("application/json",), True),
    "getFrame": Call("GET", "/v1/frames/{key}", (), False),
    "getAccount": Call("GET", "/v1/account", (), True),
    "getUsage": Call("GET", "/v1/usage", (), True),
    "listKeys": Call("GET", "/v1/keys", (), True),
    "getWebhook": Call("GET", "/v1/webhooks/address", (), True),
    "listDeliveries": Call("GET", "/v1/webhooks/deliveries", (), True),
    "replayDelivery": Call("POST", "/v1/webhooks/deliveries/{id}/replay", (), True),
    "sendTestEvent": Call("POST", "/v1/webhooks/test", ("application/json",), True),
    "createFollow": Call("POST", "/v1/follows", ("application/json",), True),
    "listFollows": Call("GET", "/v1/follows", (), True),
    "getFollow": Call("GET", "/v1/follows/{id}", (), True),
    "changeFollow": Call("PATCH", "/v1/follows/{id}", ("application/json",), True),
    "deleteFollow": Call("DELETE", "/v1/follows/{id}", (), False),
    "previewFollow": Call("POST", "/v1/follows/preview", ("application/json",), True),
    "runFollow": Call("POST", "/v1/follows/{id}/runs", ("application/json",), True),
    "listFollowVideos": Call("GET", "/v1/follows/{id}/videos", (), True),
    "listBrands": Call("GET", "/v1/brands", (), True),
    "createBrand": Call("POST", "/v1/brands", ("application/json",), True),
    "getBrand": Call("GET", "/v1/brands/{id}", (), True),
    "changeBrand": Call("PUT", "/v1/brands/{id}", ("application/json",), True),
    "deleteBrand": Call("DELETE", "/v1/brands/{id}", (), False),
    "readBrandRecount": Call("GET", "/v1/brands/{id}/recount", (), True),
    "recountBrand": Call("POST", "/v1/brands/{id}/recount", (), True),
    "undoBrandRecount": Call("DELETE", "/v1/brands/{id}/recount", (), True),
    "uploadBrandLogo": Call("POST", "/v1/brands/{id}/logos", ("image/png", "image/jpeg", "image/webp"), True),
    "getBrandLogo": Call("GET", "/v1/brands/{id}/logos/{logo}", (), False),
    "deleteBrandLogo": Call("DELETE", "/v1/brands/{id}/logos/{logo}", (), False),
    "readGlossary": Call("GET", "/v1/glossary", (), True),
    "replaceGlossary": Call("PUT", "/v1/glossary", ("application/json",), True),
    "listPresets": Call("GET", "/v1/presets", (), True),
    "createPreset": Call("POST", "/v1/presets", ("application/json",), True),
    "getPreset": Call("GET", "/v1/presets/{id}", (), True),
    "changePreset": Call("PUT", "/v1/presets/{id}", ("application/json",), True),
    "deletePreset": Call("DELETE", "/v1/presets/{id}", (), False),
    "createJobShare": Call("POST", "/v1/jobs/{id}/shares", ("application/json",), True),
    "listJobShares": Call("GET", "/v1/jobs/{id}/shares", (), True),
    "createReportShare": Call("POST", "/v1/reports/{id}/shares", ("application/json",), True),
    "listReportShares": Call("GET", "/v1/reports/{id}/shares", (), True),
    "listShares": Call("GET", "/v1/shares", (), True),
    "deleteShare": Call("DELETE", "/v1/shares/{id}", (), False),
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
        query: Optional[types.GetJobQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Job]:
        """Read a job with its results or its error."""
        ...

    @overload
    def call(
        self,
        name: Literal["changeJob"],
        *,
        params: Mapping[str, str],
        body: types.ChangeJob,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Job]:
        """Change the tags of a job."""
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
        name: Literal["getJobShots"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.GetJobShotsData]:
        """Read the shots of a video."""
        ...

    @overload
    def call(
        self,
        name: Literal["getMedia"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[bytes]:
        """Fetch the video of a job while it is held."""
        ...

    @overload
    def call(
        self,
        name: Literal["changeJobs"],
        *,
        body: types.ChangeJobs,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.JobsChanged]:
        """Delete or rerun many jobs, with the outcome of each."""
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
        query: Optional[types.GetBatchQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Batch]:
        """Read a batch with its jobs and aggregate results."""
        ...

    @overload
    def call(
        self,
        name: Literal["changeBatch"],
        *,
        params: Mapping[str, str],
        body: types.ChangeBatch,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Batch]:
        """Name a batch."""
        ...

    @overload
    def call(
        self,
        name: Literal["listNewerAnalyses"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.NewerAnalysis]]:
        """List later analyses of the videos of a batch."""
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
        name: Literal["exportJob"],
        *,
        params: Mapping[str, str],
        query: Optional[types.ExportJobQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[bytes]:
        """Read the results of a completed job as a file."""
        ...

    @overload
    def call(
        self,
        name: Literal["getProofFrames"],
        *,
        params: Mapping[str, str],
        query: Optional[types.GetProofFramesQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[bytes]:
        """Read the proof frames of a completed job as a ZIP file."""
        ...

    @overload
    def call(
        self,
        name: Literal["exportMany"],
        *,
        query: types.ExportManyQuery,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[bytes]:
        """Read the results of chosen jobs as one ZIP file."""
        ...

    @overload
    def call(
        self,
        name: Literal["exportBatch"],
        *,
        params: Mapping[str, str],
        query: Optional[types.ExportBatchQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[bytes]:
        """Read the results of all completed jobs of a batch as one file."""
        ...

    @overload
    def call(
        self,
        name: Literal["createReport"],
        *,
        body: types.CreateReport,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.ReportCreated]:
        """Make a report of the exposure of brands in chosen videos."""
        ...

    @overload
    def call(
        self,
        name: Literal["listReports"],
        *,
        query: Optional[types.ListReportsQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.Report]]:
        """List the reports of a workspace, newest first."""
        ...

    @overload
    def call(
        self,
        name: Literal["getReport"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Report]:
        """Read a report."""
        ...

    @overload
    def call(
        self,
        name: Literal["deleteReport"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[None]:
        """Delete a report."""
        ...

    @overload
    def call(
        self,
        name: Literal["getReportFile"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[bytes]:
        """Read a file of a report."""
        ...

    @overload
    def call(
        self,
        name: Literal["createCorrection"],
        *,
        params: Mapping[str, str],
        body: types.CreateCorrection,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Correction]:
        """Correct what was found: dismiss, rename, merge, add, confirm or move."""
        ...

    @overload
    def call(
        self,
        name: Literal["listCorrections"],
        *,
        params: Mapping[str, str],
        query: Optional[types.ListCorrectionsQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.Correction]]:
        """List the corrections of a job, oldest first."""
        ...

    @overload
    def call(
        self,
        name: Literal["evaluateCorrections"],
        *,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Evaluation]:
        """Score engines on what people corrected."""
        ...

    @overload
    def call(
        self,
        name: Literal["deleteCorrection"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[None]:
        """Undo a correction."""
        ...

    @overload
    def call(
        self,
        name: Literal["editTranscriptSegment"],
        *,
        params: Mapping[str, str],
        body: types.EditSegment,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.TranscriptEdit]:
        """Correct a line of the transcript."""
        ...

    @overload
    def call(
        self,
        name: Literal["undoTranscriptSegment"],
        *,
        params: Mapping[str, str],
        query: Optional[types.UndoTranscriptSegmentQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[None]:
        """Undo the last change of a line."""
        ...

    @overload
    def call(
        self,
        name: Literal["listTranscriptEdits"],
        *,
        params: Mapping[str, str],
        query: Optional[types.ListTranscriptEditsQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.TranscriptEdit]]:
        """List the changes of a transcript, newest first."""
        ...

    @overload
    def call(
        self,
        name: Literal["listSpeakers"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.JobSpeaker]]:
        """List what people said of the speakers of a job."""
        ...

    @overload
    def call(
        self,
        name: Literal["setSpeaker"],
        *,
        params: Mapping[str, str],
        body: types.SetSpeaker,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.JobSpeaker]:
        """Name a speaker, or say that two are the same."""
        ...

    @overload
    def call(
        self,
        name: Literal["createClip"],
        *,
        params: Mapping[str, str],
        body: types.CreateClip,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Clip]:
        """Make a clip of a completed job."""
        ...

    @overload
    def call(
        self,
        name: Literal["listJobClips"],
        *,
        params: Mapping[str, str],
        query: Optional[types.ListJobClipsQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.Clip]]:
        """List the clips of a job."""
        ...

    @overload
    def call(
        self,
        name: Literal["getClip"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Clip]:
        """Read a clip."""
        ...

    @overload
    def call(
        self,
        name: Literal["deleteClip"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[None]:
        """Delete a clip."""
        ...

    @overload
    def call(
        self,
        name: Literal["getClipFile"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[bytes]:
        """Fetch the file of a clip."""
        ...

    @overload
    def call(
        self,
        name: Literal["getJobExposure"],
        *,
        params: Mapping[str, str],
        query: Optional[types.GetJobExposureQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Exposure]:
        """Read what brands get out of the video of a completed job."""
        ...

    @overload
    def call(
        self,
        name: Literal["getBatchExposure"],
        *,
        params: Mapping[str, str],
        query: Optional[types.GetBatchExposureQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Exposure]:
        """Read what brands get out of all videos of a batch."""
        ...

    @overload
    def call(
        self,
        name: Literal["computeExposure"],
        *,
        body: types.ExposureAsk,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Exposure]:
        """Read what brands get out of any choice of completed jobs."""
        ...

    @overload
    def call(
        self,
        name: Literal["getTrends"],
        *,
        query: Optional[types.GetTrendsQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Trends]:
        """Read what brands come to by day, week or month."""
        ...

    @overload
    def call(
        self,
        name: Literal["getTrendsFile"],
        *,
        query: Optional[types.GetTrendsFileQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[bytes]:
        """Read trends as a CSV file."""
        ...

    @overload
    def call(
        self,
        name: Literal["listTrendVideos"],
        *,
        query: Optional[types.ListTrendVideosQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.TrendVideo]]:
        """List the videos behind a number of a trend."""
        ...

    @overload
    def call(
        self,
        name: Literal["listCampaigns"],
        *,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.Campaign]]:
        """List the campaigns of the workspace."""
        ...

    @overload
    def call(
        self,
        name: Literal["createCampaign"],
        *,
        body: types.CampaignEntry,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Campaign]:
        """Save a choice of videos under a name."""
        ...

    @overload
    def call(
        self,
        name: Literal["getCampaign"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Campaign]:
        """Read a campaign."""
        ...

    @overload
    def call(
        self,
        name: Literal["changeCampaign"],
        *,
        params: Mapping[str, str],
        body: types.CampaignEntry,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Campaign]:
        """Replace a campaign."""
        ...

    @overload
    def call(
        self,
        name: Literal["deleteCampaign"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[None]:
        """Delete a campaign."""
        ...

    @overload
    def call(
        self,
        name: Literal["listBrandSets"],
        *,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.BrandSet]]:
        """List the brand sets of the workspace."""
        ...

    @overload
    def call(
        self,
        name: Literal["createBrandSet"],
        *,
        body: types.BrandSetEntry,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.BrandSet]:
        """Save a brand and its rivals under a name."""
        ...

    @overload
    def call(
        self,
        name: Literal["getBrandSet"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.BrandSet]:
        """Read a brand set."""
        ...

    @overload
    def call(
        self,
        name: Literal["changeBrandSet"],
        *,
        params: Mapping[str, str],
        body: types.BrandSetEntry,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.BrandSet]:
        """Replace a brand set."""
        ...

    @overload
    def call(
        self,
        name: Literal["deleteBrandSet"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[None]:
        """Delete a brand set."""
        ...

    @overload
    def call(
        self,
        name: Literal["getJobViews"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.JobViews]:
        """Read the views of a job's video."""
        ...

    @overload
    def call(
        self,
        name: Literal["setJobAudience"],
        *,
        params: Mapping[str, str],
        body: types.SetAudience,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.JobViews]:
        """Set the audience of a job's video, or when it was published, by hand."""
        ...

    @overload
    def call(
        self,
        name: Literal["getMediaPrices"],
        *,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.MediaPrices]:
        """Read what views cost the workspace."""
        ...

    @overload
    def call(
        self,
        name: Literal["setMediaPrices"],
        *,
        body: types.SetMediaPrices,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.MediaPrices]:
        """Set what views cost the workspace."""
        ...

    @overload
    def call(
        self,
        name: Literal["listAlerts"],
        *,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.Alert]]:
        """List the alerts of the workspace."""
        ...

    @overload
    def call(
        self,
        name: Literal["createAlert"],
        *,
        body: types.AlertEntry,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Alert]:
        """Be told of new videos."""
        ...

    @overload
    def call(
        self,
        name: Literal["getAlert"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Alert]:
        """Read an alert."""
        ...

    @overload
    def call(
        self,
        name: Literal["changeAlert"],
        *,
        params: Mapping[str, str],
        body: types.AlertEntry,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Alert]:
        """Replace an alert."""
        ...

    @overload
    def call(
        self,
        name: Literal["deleteAlert"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[None]:
        """Delete an alert."""
        ...

    @overload
    def call(
        self,
        name: Literal["listAlertMatches"],
        *,
        params: Mapping[str, str],
        query: Optional[types.ListAlertMatchesQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.AlertMatch]]:
        """List what an alert found."""
        ...

    @overload
    def call(
        self,
        name: Literal["testAlert"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.AlertTest]:
        """Send an example to the targets of an alert."""
        ...

    @overload
    def call(
        self,
        name: Literal["previewAlert"],
        *,
        body: types.AlertPreviewEntry,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.AlertPreview]:
        """See what an alert would have found."""
        ...

    @overload
    def call(
        self,
        name: Literal["listReportSchedules"],
        *,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.ReportSchedule]]:
        """List the schedules of a workspace."""
        ...

    @overload
    def call(
        self,
        name: Literal["createReportSchedule"],
        *,
        body: types.ReportScheduleEntry,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.ReportSchedule]:
        """Have a report made each week or each month."""
        ...

    @overload
    def call(
        self,
        name: Literal["getReportSchedule"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.ReportSchedule]:
        """Read a schedule."""
        ...

    @overload
    def call(
        self,
        name: Literal["changeReportSchedule"],
        *,
        params: Mapping[str, str],
        body: types.ReportScheduleEntry,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.ReportSchedule]:
        """Change a schedule."""
        ...

    @overload
    def call(
        self,
        name: Literal["deleteReportSchedule"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[None]:
        """Delete a schedule."""
        ...

    @overload
    def call(
        self,
        name: Literal["runReportSchedule"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.ScheduleRun]:
        """Run a schedule now."""
        ...

    @overload
    def call(
        self,
        name: Literal["listScheduleRuns"],
        *,
        params: Mapping[str, str],
        query: Optional[types.ListScheduleRunsQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.ScheduleRun]]:
        """List the runs of a schedule, newest first."""
        ...

    @overload
    def call(
        self,
        name: Literal["getScheduleRun"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.ScheduleRunDetails]:
        """Read a run of a schedule, with what changed."""
        ...

    @overload
    def call(
        self,
        name: Literal["listEvents"],
        *,
        query: Optional[types.ListEventsQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.Event]]:
        """Read or follow the events of all jobs and batches, oldest first."""
        ...

    @overload
    def call(
        self,
        name: Literal["listJobEvents"],
        *,
        params: Mapping[str, str],
        query: Optional[types.ListJobEventsQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[Optional[List[types.Event]]]:
        """Read or follow the events of one job, oldest first."""
        ...

    @overload
    def call(
        self,
        name: Literal["search"],
        *,
        query: types.SearchQuery,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.SearchHit]]:
        """Search what is said, shown and seen in all videos."""
        ...

    @overload
    def call(
        self,
        name: Literal["searchBySight"],
        *,
        body: types.SightQuery,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.SightHit]]:
        """Search for moments that look like a picture or another moment, or show what words say."""
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
        query: Optional[types.GetFrameQuery] = ...,
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

    @overload
    def call(
        self,
        name: Literal["listKeys"],
        *,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.ListKeysData]]:
        """List the API keys of a workspace."""
        ...

    @overload
    def call(
        self,
        name: Literal["getWebhook"],
        *,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.WorkspaceWebhook]:
        """Read the webhook address of the workspace."""
        ...

    @overload
    def call(
        self,
        name: Literal["listDeliveries"],
        *,
        query: Optional[types.ListDeliveriesQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.Delivery]]:
        """List webhook deliveries, newest first."""
        ...

    @overload
    def call(
        self,
        name: Literal["replayDelivery"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Delivery]:
        """Send a webhook event once more."""
        ...

    @overload
    def call(
        self,
        name: Literal["sendTestEvent"],
        *,
        body: types.SendTestEventBody,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Delivery]:
        """Send a test event."""
        ...

    @overload
    def call(
        self,
        name: Literal["createFollow"],
        *,
        body: types.CreateFollow,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Follow]:
        """Watch a channel, creator, playlist, search or feed: its new videos become jobs."""
        ...

    @overload
    def call(
        self,
        name: Literal["listFollows"],
        *,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.Follow]]:
        """List the Follows of a workspace."""
        ...

    @overload
    def call(
        self,
        name: Literal["getFollow"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Follow]:
        """Read a Follow."""
        ...

    @overload
    def call(
        self,
        name: Literal["changeFollow"],
        *,
        params: Mapping[str, str],
        body: types.ChangeFollow,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Follow]:
        """Change, pause or resume a Follow."""
        ...

    @overload
    def call(
        self,
        name: Literal["deleteFollow"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[None]:
        """Delete a Follow; its jobs are kept."""
        ...

    @overload
    def call(
        self,
        name: Literal["previewFollow"],
        *,
        body: types.PreviewFollowBody,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.PreviewFollowData]:
        """Preview the videos a Follow of this source would find now."""
        ...

    @overload
    def call(
        self,
        name: Literal["runFollow"],
        *,
        params: Mapping[str, str],
        body: types.RunFollow,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Follow]:
        """Run a Follow now; with `backfill` also take the newest videos that have no job."""
        ...

    @overload
    def call(
        self,
        name: Literal["listFollowVideos"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.FollowVideo]]:
        """Read the last 200 videos a Follow found, with the job of each or the reason there is none."""
        ...

    @overload
    def call(
        self,
        name: Literal["listBrands"],
        *,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.ListBrandsData]]:
        """List the brands a workspace keeps."""
        ...

    @overload
    def call(
        self,
        name: Literal["createBrand"],
        *,
        body: types.CreateBrandBody,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.CreateBrandData]:
        """Add a brand to the library."""
        ...

    @overload
    def call(
        self,
        name: Literal["getBrand"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.GetBrandData]:
        """Read a brand of the library."""
        ...

    @overload
    def call(
        self,
        name: Literal["changeBrand"],
        *,
        params: Mapping[str, str],
        body: types.ChangeBrandBody,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.ChangeBrandData]:
        """Replace an entry of the library."""
        ...

    @overload
    def call(
        self,
        name: Literal["deleteBrand"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[None]:
        """Delete a brand of the library."""
        ...

    @overload
    def call(
        self,
        name: Literal["readBrandRecount"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.BrandRecountState]:
        """Read in how many earlier videos a brand can be recounted."""
        ...

    @overload
    def call(
        self,
        name: Literal["recountBrand"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.BrandRecountState]:
        """Look for a brand in the results of earlier videos."""
        ...

    @overload
    def call(
        self,
        name: Literal["undoBrandRecount"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.BrandRecountState]:
        """Take back what recounts of a brand added."""
        ...

    @overload
    def call(
        self,
        name: Literal["uploadBrandLogo"],
        *,
        params: Mapping[str, str],
        body: bytes,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.UploadBrandLogoData]:
        """Add a picture of a logo to a brand."""
        ...

    @overload
    def call(
        self,
        name: Literal["getBrandLogo"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[bytes]:
        """Fetch a picture of a logo."""
        ...

    @overload
    def call(
        self,
        name: Literal["deleteBrandLogo"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[None]:
        """Delete a picture of a logo."""
        ...

    @overload
    def call(
        self,
        name: Literal["readGlossary"],
        *,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Glossary]:
        """Read the glossary of a workspace."""
        ...

    @overload
    def call(
        self,
        name: Literal["replaceGlossary"],
        *,
        body: types.PutGlossary,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Glossary]:
        """Replace the glossary of a workspace."""
        ...

    @overload
    def call(
        self,
        name: Literal["listPresets"],
        *,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.Preset]]:
        """List presets, the built-in ones first."""
        ...

    @overload
    def call(
        self,
        name: Literal["createPreset"],
        *,
        body: types.PresetEntry,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Preset]:
        """Save what to find out under a name."""
        ...

    @overload
    def call(
        self,
        name: Literal["getPreset"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Preset]:
        """Read a preset."""
        ...

    @overload
    def call(
        self,
        name: Literal["changePreset"],
        *,
        params: Mapping[str, str],
        body: types.PresetEntry,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.Preset]:
        """Replace a preset."""
        ...

    @overload
    def call(
        self,
        name: Literal["deletePreset"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[None]:
        """Delete a preset."""
        ...

    @overload
    def call(
        self,
        name: Literal["createJobShare"],
        *,
        params: Mapping[str, str],
        body: types.CreateShare,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.ShareCreated]:
        """Create a link that shows parts of a job."""
        ...

    @overload
    def call(
        self,
        name: Literal["listJobShares"],
        *,
        params: Mapping[str, str],
        query: Optional[types.ListJobSharesQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.Share]]:
        """List the links of a job."""
        ...

    @overload
    def call(
        self,
        name: Literal["createReportShare"],
        *,
        params: Mapping[str, str],
        body: types.CreateReportShare,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[types.ShareCreated]:
        """Create a link to a report."""
        ...

    @overload
    def call(
        self,
        name: Literal["listReportShares"],
        *,
        params: Mapping[str, str],
        query: Optional[types.ListReportSharesQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.Share]]:
        """List the links to a report."""
        ...

    @overload
    def call(
        self,
        name: Literal["listShares"],
        *,
        query: Optional[types.ListSharesQuery] = ...,
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[List[types.Share]]:
        """List all links of the workspace."""
        ...

    @overload
    def call(
        self,
        name: Literal["deleteShare"],
        *,
        params: Mapping[str, str],
        headers: Optional[Mapping[str, str]] = ...,
        timeout: Optional[float] = ...,
        max_retries: Optional[int] = ...,
    ) -> Answer[None]:
        """End a link."""
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
