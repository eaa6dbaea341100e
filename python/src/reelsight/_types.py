"""The types of the interface.

Answers may have further fields, and strings that name a state or kind further values, from later versions of the
service. Made by `npm run generate`; do not edit.
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

__all__ = [
    "Account",
    "Actor",
    "AddedAppearance",
    "AggregateResults",
    "AggregateResultsBrands",
    "AggregateResultsJobsExcluded",
    "AggregateResultsQueries",
    "AggregateResultsQueriesEvidence",
    "Alert",
    "AlertAppears",
    "AlertCondition",
    "AlertDelivery",
    "AlertEntry",
    "AlertFinding",
    "AlertMatch",
    "AlertMatchedEvent",
    "AlertPaid",
    "AlertPassed",
    "AlertPreview",
    "AlertPreviewEntry",
    "AlertQuietHours",
    "AlertTarget",
    "AlertTargetEntry",
    "AlertTest",
    "AlertTogether",
    "AnswerField",
    "AskedShapedQuery",
    "AskedShapedQuerySchema",
    "Batch",
    "BatchCancelled",
    "BatchCancelledEvent",
    "BatchCompletedEvent",
    "BatchCreated",
    "BatchCreatedEvent",
    "BatchCreatedJobs",
    "BatchDryRun",
    "BatchDryRunJobs",
    "BatchFailedEvent",
    "BatchJobs",
    "BatchListItem",
    "BatchListItemFirstJobs",
    "BatchPausedEvent",
    "BatchPausedEventRollup",
    "BatchResumedEvent",
    "BatchStatus",
    "BestMoment",
    "BoundingBox",
    "BrandAppearance",
    "BrandDetection",
    "BrandDisclosure",
    "BrandDisclosureSign",
    "BrandRecount",
    "BrandRecountState",
    "BrandResult",
    "BrandSet",
    "BrandSetEntry",
    "Campaign",
    "CampaignEntry",
    "CancelledJob",
    "Capability",
    "ChangeBatch",
    "ChangeBrandBody",
    "ChangeBrandData",
    "ChangeBrandDataLogos",
    "ChangeFollow",
    "ChangeFollowSpeakersExpected",
    "ChangeJob",
    "ChangeJobs",
    "ChangedBrand",
    "ChangedCount",
    "ChangedSeconds",
    "ChangedSince",
    "Clip",
    "ClipError",
    "ClipRange",
    "CompletedJob",
    "ConfidenceSummary",
    "CorrectedAppearance",
    "CorrectedSegment",
    "CorrectedSince",
    "Correction",
    "CorrectionKind",
    "CorrectionLibrary",
    "CorrectionSince",
    "CountedAudience",
    "CreateBatch",
    "CreateBatchAggregate",
    "CreateBatchSpeakersExpected",
    "CreateBrandBody",
    "CreateBrandData",
    "CreateBrandDataLogos",
    "CreateClip",
    "CreateCorrection",
    "CreateFollow",
    "CreateFollowSpeakersExpected",
    "CreateJob",
    "CreateJobSpeakersExpected",
    "CreateReport",
    "CreateReportShare",
    "CreateShare",
    "Credits",
    "Delivery",
    "DeliveryAttempts",
    "Disclosure",
    "EditSegment",
    "EngineNames",
    "Evaluation",
    "EvaluationScore",
    "Event",
    "Evidence",
    "ExportBatchQuery",
    "ExportFormat",
    "ExportJobQuery",
    "ExportManyQuery",
    "Exposure",
    "ExposureAsk",
    "ExposureBrand",
    "ExposureFormula",
    "ExposurePosition",
    "ExposureVideo",
    "ExposureWeights",
    "FailedJob",
    "Follow",
    "FollowFilters",
    "FollowRule",
    "FollowRuleSpeakersExpected",
    "FollowVideo",
    "GetBatchExposureQuery",
    "GetBatchQuery",
    "GetBrandData",
    "GetBrandDataLogos",
    "GetFrameQuery",
    "GetJobExposureQuery",
    "GetJobQuery",
    "GetJobShotsData",
    "GetJobShotsDataShots",
    "GetProofFramesQuery",
    "GetTrendsFileQuery",
    "GetTrendsQuery",
    "GetUsageQuery",
    "Glossary",
    "GlossaryTerm",
    "HeldJob",
    "Job",
    "JobCancelledEvent",
    "JobCompletedEvent",
    "JobCreatedEvent",
    "JobDryRun",
    "JobDryRunBreakdown",
    "JobError",
    "JobFailedEvent",
    "JobHeldEvent",
    "JobHighlights",
    "JobHighlightsBrands",
    "JobListItem",
    "JobResumedEvent",
    "JobRetriedEvent",
    "JobSpeaker",
    "JobStartedEvent",
    "JobStateEvent",
    "JobStatus",
    "JobViews",
    "JobsChanged",
    "JobsChangedJobs",
    "LanguageSpan",
    "LeftOutVideo",
    "LegibleSeconds",
    "Limits",
    "ListAlertMatchesQuery",
    "ListBatchesQuery",
    "ListBrandsData",
    "ListBrandsDataLogos",
    "ListCorrectionsQuery",
    "ListDeliveriesQuery",
    "ListEventsQuery",
    "ListJobClipsQuery",
    "ListJobEventsQuery",
    "ListJobSharesQuery",
    "ListJobsQuery",
    "ListKeysData",
    "ListReportSharesQuery",
    "ListReportsQuery",
    "ListScheduleRunsQuery",
    "ListSharesQuery",
    "ListTranscriptEditsQuery",
    "ListTrendVideosQuery",
    "MediaPrices",
    "MetadataResult",
    "MetadataResultAudioTracks",
    "MetadataResultChapters",
    "MonthScheduleEvery",
    "NewSegment",
    "NewerAnalysis",
    "ObjectAppearance",
    "ObjectDetection",
    "ObjectResult",
    "OnScreenText",
    "Outline",
    "Pagination",
    "PaidEvidence",
    "PaidExposure",
    "PaidSegment",
    "PendingJob",
    "PlanName",
    "PossibleBrand",
    "PossibleBrandAppearance",
    "Preset",
    "PresetEntry",
    "PresetEntrySpeakersExpected",
    "PresetSpeakersExpected",
    "PresignUpload",
    "PresignedUpload",
    "PreviewFollowBody",
    "PreviewFollowData",
    "PreviewFollowDataVideos",
    "PricesByPlatform",
    "ProcessingJob",
    "Progress",
    "PutGlossary",
    "QueryResult",
    "Report",
    "ReportChanges",
    "ReportCreated",
    "ReportDetail",
    "ReportError",
    "ReportFile",
    "ReportFormat",
    "ReportSchedule",
    "ReportScheduleEntry",
    "ReportStatus",
    "Results",
    "ResultsMeta",
    "Rollup",
    "RunFollow",
    "SaidExposure",
    "ScheduleEvery",
    "ScheduleMail",
    "SchedulePeriod",
    "ScheduleRecipient",
    "ScheduleRun",
    "ScheduleRunDetails",
    "ScheduleRunError",
    "ScheduleRunState",
    "Scope",
    "SearchHit",
    "SearchQuery",
    "SendTestEventBody",
    "SetAudience",
    "SetMediaPrices",
    "SetPricesByPlatform",
    "SetSpeaker",
    "ShapedQuery",
    "ShapedQuerySchema",
    "Share",
    "ShareCreated",
    "SharePart",
    "Shot",
    "SightHit",
    "SightMoment",
    "SightQuery",
    "StoredAppearance",
    "StoredCorrectionKind",
    "Storyboard",
    "StoryboardGrid",
    "StoryboardTile",
    "SummaryResult",
    "SurfaceExposure",
    "TerminalJob",
    "Transaction",
    "TranscriptEdit",
    "TranscriptEditParts",
    "TranscriptPart",
    "TranscriptSegment",
    "TranscriptWord",
    "TranscriptionResult",
    "TranscriptionResultEmptied",
    "TranscriptionResultSpeakers",
    "TrendCorrections",
    "TrendNumbers",
    "TrendPeriod",
    "TrendRest",
    "TrendSeries",
    "TrendVideo",
    "Trends",
    "UndoTranscriptSegmentQuery",
    "UnseenSpan",
    "UploadBrandLogoData",
    "UploadRef",
    "Usage",
    "UsageSummary",
    "UsageSummaryPeriod",
    "VideoAudience",
    "VideoChoice",
    "VideoForm",
    "VideoSince",
    "ViewsReading",
    "WebhookEvent",
    "WeekScheduleEvery",
    "WorkspaceWebhook",
]


_CreateJobWords = TypedDict(
    "_CreateJobWords",
    {
        # Second of the video at which the analysis begins. Only the part from here to `to` is analysed, priced and counted against the longest video of the plan; times in the results are those of the whole video. If the video is known to end before, the call is refused with VALIDATION_FAILED; otherwise the job fails with EXTRACTION_FAILED. Absent: the beginning.
        "from": Optional[float],
    },
    total=False,
)


class CreateJob(_CreateJobWords, total=False):
    """One video, and what to find out about it."""

    url: Optional[str]
    """Link of a public video on YouTube, TikTok or Instagram. Exactly one of `url` and `upload_key`."""
    upload_key: Optional[str]
    """`key` of a presigned upload whose file has arrived. Exactly one of `url` and `upload_key`."""
    upload_filename: Optional[str]
    """Name of the uploaded file, at most 255 characters; becomes `video_title`."""
    preset: Optional[str]
    """Id or name of a preset, whose fields count wherever this body has none: a field given here replaces that of the preset, and an empty list clears it. `queries`, `shaped_queries`, `objects`, `brands` and `surfaces` given here add the capability they are for, unless `capabilities` is given too."""
    capabilities: Optional[List[Capability]]
    """What to find out, at least one. Absent: those of `preset`, which must be given."""
    queries: Optional[List[str]]
    """Questions about the video, each of at most 500 characters; at most the plan's `max_queries_per_job`. Needed by `custom_query`."""
    shaped_queries: Optional[List[ShapedQuery]]
    """Questions whose answer has a form: one of `choices`, a value that fits a JSON `schema`, or a `ready` question. They count as `queries` against `max_queries_per_job`, and are answered after them in `query_results`, with `value` and evidence for each field. An answer that does not fit, or that nothing supports, is not given. Needed by `custom_query` where there are no `queries`."""
    objects: Optional[List[str]]
    """Things to look for, at most 5 names of at most 100 characters each. Needed by `objects`."""
    brands: Optional[List[str]]
    """Brands to look for, at most 50 of at most 100 characters each. Absent: every known brand, on plans that allow it."""
    surfaces: Optional[List[str]]
    """Only appearances on these surfaces count, at most 10 of: jersey-front, jersey-back, jersey-sleeve, shorts, headwear, footwear, other-apparel, perimeter-board, scoreboard, playing-surface, goal-or-stanchion, bench-or-dugout, venue-structure, banner, podium, media-backdrop, microphone, vehicle, equipment, broadcast-graphic, virtual-ad, title-card, device-screen, product-placement, packaging, storefront, billboard, set-dressing, overlay-watermark. Absent: a brand counts wherever it is seen."""
    language: Optional[str]
    """Hint of the spoken language as a BCP 47 code such as `en`, at most 10 characters. The language is detected with or without it."""
    speakers_expected: Optional[Union[int, CreateJobSpeakersExpected]]
    """How many people speak, as far as you know: a number, 1 to 50, or an object with `min`, `max` or both. A hint for telling speakers apart: voices are grouped into that many, or freely and once more if the bounds are missed. `speakers_detected` says how many were found, which may be others. It has no effect where each channel is one speaker, on captions, and where speakers are not told apart (`meta.diarization_unavailable`)."""
    glossary_terms: Optional[List[str]]
    """Names and jargon that are said in the video, at most 50 of 2 to 80 characters each, which the recogniser favours: in addition to the glossary of the workspace, and before it."""
    glossary: Optional[bool]
    """Whether the recogniser favours the glossary of the workspace, as it is when the job is created. Default true."""
    captions: Optional[Literal["human", "any", "none"]]
    """For a link: whether the platform's captions in the spoken language are taken as the transcript. `human`: captions written by people, and automatic ones only where no speech engine knows the language. `any`: automatic ones as well. `none`: never; the sound is transcribed. `meta.engines.speech` says what was taken. Captions have no speakers, and seldom times of words. Default `human`."""
    fps: Optional[int]
    """Frames per second that are analysed, 1 to 4, lowered to the plan's `max_fps`. Absent: the plan's `max_fps`."""
    max_credits: Optional[int]
    """The job fails with BUDGET_EXCEEDED, uncharged, when its estimate for the real duration is above this many credits. It does not cap the charge. Absent: no limit."""
    return_proof: Optional[bool]
    """Whether to include proof frames, `speech_context` and a storyboard. A brand appearance has a `bounding_box` only with a proof frame. Default true."""
    to: Optional[float]
    """Second of the video at which the analysis ends, later than `from`. A video that is shorter is analysed to its end. Absent: the end."""
    audio_track: Optional[int]
    """Index of the audio track that is heard, 0 to 1000, as in `metadata.audio_tracks`. Absent: the main one by its marks, or another where that is silent. A file without such a track fails with EXTRACTION_FAILED."""
    from_job: Optional[str]
    """Id of an earlier job of yours on the same video. Its media and transcript are reused if they are still kept."""
    webhook_url: Optional[str]
    """HTTPS address that gets the `job.*` events of this job: a public host, by its name. Starter plan and above."""
    dry_run: Optional[bool]
    """Answers 200 with a preview of the cost and creates nothing. Default false."""
    duration_seconds: Optional[float]
    """Length of a video that is not uploaded or not analysed yet, in seconds, above 0 and at most 360,000 (100 hours). Only with `dry_run: true`, beside `upload_key` or in place of it, and not with `url`. The real length counts once it is known."""
    external_id: Optional[str]
    """Your own id for the job, at most 200 characters; returned with the job and usable as a list filter."""
    tags: Optional[List[str]]
    """Your own words for the job, at most 10 of at most 50 characters each; a filter of the list."""
    published_at: Optional[str]
    """When the video was published, as a date or a date and time in ISO 8601, from 1900 to now. A date without a time counts on this day in every time zone from UTC−12 to UTC+11. Trends, campaigns and reports count the video on it; it comes before the date that the platform gives."""


class ShapedQuery(TypedDict, total=False):
    """A question, and the form that its answer must have."""

    query: Optional[str]
    """The question, at most 500 characters; absent with `ready`."""
    choices: Optional[List[str]]
    """The only possible answers, 2 to 50 of at most 100 characters; no two may be alike but for case, spaces and punctuation."""
    schema: Optional[ShapedQuerySchema]
    """A JSON Schema (draft 2020-12) for the answer, at most 8,000 characters and 8 levels: `type`, `properties`, `required`, `items`, `enum`, `const`, limits of numbers, texts and lists, `format` `date`, `date-time` or `time`, and `$ref` to `$defs` inside it. No other keyword that constrains, such as `pattern`."""
    ready: Optional[Literal["chapters", "key_moments", "sponsors"]]
    """A question with its form: `chapters` and `key_moments` (lists of `title` and `start`), or `sponsors` (a list of `sponsor`, `offer`, `code`, `address` and `start`)."""


class ShapedQuerySchema(TypedDict):
    pass


class CreateJobSpeakersExpected(TypedDict, total=False):
    min: Optional[int]
    """The least number of them; absent: 1."""
    max: Optional[int]
    """The greatest number of them; absent: no limit."""


class _JobDryRun(TypedDict):
    dry_run: Literal[True]
    """Always true: nothing was created."""
    url: Optional[str]
    """Link of the video; null for an uploaded file."""
    platform: str
    """Where the video is from: `youtube`, `tiktok`, `instagram`, `direct` or `upload`; `test` for the links of test workspaces."""
    capabilities: List[Capability]
    """What was asked for."""
    duration_seconds: Optional[float]
    """Length of the video in seconds; null if it could not be determined in time."""
    credits_estimated: int
    """Estimate of the whole job, in credits."""
    breakdown: List[JobDryRunBreakdown]
    """The parts of the estimate."""
    balance: int
    """Credits that can be spent now."""
    would_exceed_balance: bool
    """Whether the estimate is above the balance."""


class JobDryRun(_JobDryRun, total=False):
    """What a job would cost."""

    note: Literal["duration_unresolved"]
    """`duration_unresolved` if the estimate is based on an assumed duration."""


class JobDryRunBreakdown(TypedDict):
    item: str
    """The kind of work, such as `transcription`."""
    credits: float
    """Its part of the sum, in credits."""


__AnyJobWords = TypedDict(
    "__AnyJobWords",
    {
        # Second at which the analysis begins, as asked; absent if at the beginning.
        "from": float,
    },
    total=False,
)


class __AnyJob(__AnyJobWords):
    job_id: str
    """Id of the job, `job_…`."""
    url: Optional[str]
    """Link of the video; null for an uploaded file."""
    platform: str
    """Where the video is from: `youtube`, `tiktok`, `instagram`, `direct` or `upload`; `test` for the links of test workspaces."""
    capabilities: List[Capability]
    """What was asked for."""
    language: Optional[str]
    """The hint that was given, not what was detected; null without one."""
    captions: Literal["human", "any", "none"]
    """Which captions of the platform may be taken as the transcript, as asked or by default: `human`, `any` or `none`. It matters for links alone."""
    fps: int
    """Frames per second that are analysed, 1 to 4: as asked or by default, lowered to the plan's `max_fps`. It matters for capabilities that look at frames."""
    return_proof: bool
    """Whether proof was asked for."""
    video_title: Optional[str]
    """The video's title, or the `upload_filename`; null until known."""
    video_duration_seconds: Optional[float]
    """Length of the video in seconds; null until known."""
    video_thumbnail_url: Optional[str]
    """Picture of the video: a path `/v1/frames/…`, or an address on the platform; null until known, or if there is none."""
    credits_estimated: int
    """Estimate in credits. It is not a quote: the charge may be lower or higher."""
    credits_charged: Optional[int]
    """Credits charged; null until settled, and if nothing was charged."""
    processing_seconds: Optional[float]
    """Wall-clock seconds in which at least one worker was processing the job; null until it completes, and for a job that does not. Waiting is not counted."""
    follow_id: Optional[str]
    """The Follow that created the job, `fol_…`; null for a job that was submitted."""
    created_at: str
    """When the job was created."""
    started_at: Optional[str]
    """When a worker started the job; null before, and while a long video waits for its place. A retry resets it."""


class _AnyJob(__AnyJob, total=False):
    test: Literal[True]
    """Always true: a job of a test workspace. No video was analysed, and its results are fixed ones. Absent from others."""
    upload_key: str
    """Key of the uploaded file, to pass again as `upload_key` with `from_job` while the file is kept; absent for a link."""
    queries: List[str]
    """The questions, as asked; absent if none were."""
    shaped_queries: List[AskedShapedQuery]
    """The questions whose answer has a form, as asked; absent if none were."""
    objects: List[str]
    """The things to look for, as asked; absent if none were named."""
    brands: List[str]
    """The brands to look for, as asked; absent if none were named."""
    surfaces: List[str]
    """The surfaces that count, as asked; absent if none were named."""
    speakers_expected: Union[int, _AnyJobSpeakersExpected]
    """Number of people who speak, as told with the job; absent if nothing was told."""
    glossary_terms: List[str]
    """The names and jargon told with the job; absent if none were."""
    glossary: bool
    """False if the glossary of the workspace is left out; absent otherwise."""
    to: float
    """Second at which the analysis ends, as asked; absent if at the end."""
    audio_track: int
    """Index of the audio track that is heard, 0 to 1000, as asked; absent if none was named."""
    from_job: str
    """The earlier job whose media is reused, as asked; absent if none was named."""
    glossary_revision: int
    """Number of the revision of the workspace’s glossary that the job uses; absent if there was none, or if the job leaves it out."""
    external_id: str
    """Your own id for the job; absent if none was given."""
    tags: List[str]
    """Your own words for the job; absent if it has none."""
    batch_id: str
    """The batch the job belongs to, `batch_…`; absent if it belongs to none."""
    credits_estimated_at_submit: int
    """The estimate that the job was created with, in credits; present once `credits_estimated` was made anew for the real length of the video."""


class AskedShapedQuery(TypedDict, total=False):
    """A question with the form of its answer, as asked."""

    query: Optional[str]
    """The question; absent with `ready`."""
    choices: Optional[List[str]]
    """The only possible answers."""
    schema: Optional[AskedShapedQuerySchema]
    """The JSON Schema of the answer."""
    ready: Optional[Literal["chapters", "key_moments", "sponsors"]]
    """The ready question."""


class AskedShapedQuerySchema(TypedDict):
    pass


class _AnyJobSpeakersExpected(TypedDict, total=False):
    min: int
    """The least number of them; absent: 1."""
    max: int
    """The greatest number of them; absent: no limit."""


class PendingJob(_AnyJob):
    """A job that is `pending`."""

    status: Literal["pending"]
    """State of the job."""
    completed_at: None
    """When the job reached a final state; null before."""


class _ProcessingJob(_AnyJob):
    status: Literal["processing"]
    """State of the job."""
    completed_at: None
    """When the job reached a final state; null before."""


class ProcessingJob(_ProcessingJob, total=False):
    """A job that is `processing`."""

    progress: Progress
    """How far the job is; only while it is `processing`."""


class _Progress(TypedDict):
    stage: Literal["ingestion", "transcription", "analysis", "merging"]
    """The stage the job is in."""
    stages_completed: List[Literal["ingestion", "transcription", "analysis", "merging"]]
    """Stages that are done, in order."""
    stages_remaining: List[Literal["ingestion", "transcription", "analysis", "merging"]]
    """Stages after the current one, in order."""


class Progress(_Progress, total=False):
    """How far a job is. Stages run in the order ingestion, transcription, analysis, merging."""

    percent: float
    """How much of the stage is done, in percent, 0 to 100; absent until that is known."""
    overall_percent: float
    """How much of the whole job is done, in percent, 0 to 100: it never falls, also when work that was lost is done again. By what stages usually take."""
    waiting_for: List[Literal["ingestion", "transcription", "analysis", "merging"]]
    """Stages waiting because no running worker can process them; omitted if there are none."""


class HeldJob(_AnyJob):
    """A job that is `held`."""

    status: Literal["held"]
    """State of the job."""
    completed_at: None
    """When the job reached a final state; null before."""


class CompletedJob(_AnyJob):
    """A job that is `completed`."""

    status: Literal["completed"]
    """State of the job."""
    completed_at: str
    """When the job reached a final state; null before."""
    results: Results
    """What was found; only once the job is `completed`."""


class _Results(TypedDict):
    meta: ResultsMeta
    """How well the processing went."""


class Results(_Results, total=False):
    """One key for each capability that was asked for."""

    transcription: TranscriptionResult
    """What is said, if asked for."""
    summary: SummaryResult
    """What the video is about, if asked for."""
    brands: List[BrandResult]
    """Brands seen or heard, if asked for."""
    metadata: MetadataResult
    """Facts about the video, if asked for."""
    objects: List[ObjectResult]
    """The things that were asked for and seen, if `objects` was."""
    query_results: List[QueryResult]
    """One answer to each question, in the same order, if `custom_query` was asked for."""
    confidence_summary: ConfidenceSummary
    """Brand appearances by confidence, if `brands` was asked for."""
    storyboard: Storyboard
    """Frames over the whole video, if `brands` or `objects` and proof were asked for."""
    shots: List[Shot]
    """The shots of the video, in order and without gaps; absent on older results, and if no capability looked at frames."""
    on_screen_text: List[OnScreenText]
    """Lines of text on screen in order of time, at most 2000, those that are on screen longest; with `brands` or `custom_query`. Absent on older results, and if no frame could be read."""
    paid_segments: List[PaidSegment]
    """Where the video says or shows that it is paid for, in order of time, at most 100 and those that people added; with `brands`. Absent on older results, and if there was neither a transcript nor metadata nor text on screen to tell."""
    disclosures: List[Disclosure]
    """Where the video discloses that it is paid for, in order of time, at most 100; with `brands`. Empty means: no disclosure found. Absent where `paid_segments` is, and on results from before there were any."""
    possible_brands: List[PossibleBrand]
    """Texts on screen that no brand of the results explains and that may be brands, the likeliest first, at most 20; with `brands`. They count nowhere else. Shown corrected, without those that people confirmed or dismissed. Absent on older results, and if no frame was read."""


class _ResultsMeta(TypedDict):
    fps_used: float
    """Frames per second that were analysed, after applying the plan's limit."""
    frames_analyzed: int
    """Number of frames that were analysed."""
    engines: EngineNames
    """The engines that did the work."""


class ResultsMeta(_ResultsMeta, total=False):
    """Health of the processing; flags appear only when true."""

    brand_detection_degraded: Literal[True]
    """Brands may be missing: an engine that looks for them failed or was not available."""
    object_detection_degraded: Literal[True]
    """Things may be missing: an engine that looks for them failed or was not available."""
    places_left_out: Literal[True]
    """Of pictures full of names, things or text, only the clearest places and the largest lines are listed."""
    alike_names_skipped: Literal[True]
    """Misread names may be missing: the brands that were looked for have so many names alike that some pictures were searched only for exact ones."""
    transcription_degraded: Literal[True]
    """Words may be missing: the speech engine failed or was not available."""
    speech_unsure: Literal[True]
    """Much of the speech was hardly understood: no summary is made of what was said, and the doubtful segments have `unsure`."""
    speech_not_understood: Literal[True]
    """Somebody speaks where no word was understood, maybe in another language: see `language_spans` of `transcription`."""
    diarization_unavailable: Literal[True]
    """Speakers were not distinguished."""
    summary_degraded: Literal[True]
    """The summary was made by a simpler engine or from part of the video, or is missing."""
    query_degraded: Literal[True]
    """Questions were answered by a simpler engine or from part of the video, or not at all."""
    paid_segments_degraded: Literal[True]
    """The language model did not read all that it should of the speech for paid segments: it failed, or took too long. There they are as words tell."""
    proof_verification_skipped: Literal[True]
    """Proof frames were not verified by a second look."""
    proof_frames_truncated: Literal[True]
    """There were more appearances to prove than the 20 frames of a job."""
    storyboard_unavailable: Literal[True]
    """The storyboard could not be made."""
    no_audio: Literal[True]
    """The video has no sound."""
    no_speech_detected: Literal[True]
    """No speech was found in the video."""
    media_reused: Literal[True]
    """Media from an earlier job on the same video was reused."""
    transcript_reused: Literal[True]
    """The transcript of `from_job` was reused."""
    transcript_corrected: Literal[True]
    """It was reused with the words as people had corrected them."""
    test: Literal[True]
    """These are the fixed results of a job in a test workspace. No video was analysed."""
    unseen_spans: List[UnseenSpan]
    """Where the picture is damaged, so that nothing was looked for in it; absent if nowhere."""
    video: VideoForm
    """Size and rate of the picture; absent on older results, and if there is none."""
    texts_read: int
    """Number of different texts that were read on screen, with `brands` or `custom_query`; absent on older results, and if no frame was read."""
    objects_not_found: List[str]
    """Things that were asked for but not seen; absent if there are none."""
    objects_unsupported: List[str]
    """Things that the engine cannot see; absent if there are none."""


class EngineNames(TypedDict, total=False):
    """Name and version of each engine that ran."""

    speech: str
    """Name and version of the speech engine; absent if it did not run."""
    diarization: str
    """Name and version of the engine that distinguishes speakers; absent if it did not run."""
    text: str
    """Name and version of the engine that reads text on screen; absent if it did not run."""
    objects: str
    """Name and version of the engine that finds things; absent if it did not run."""
    logos: str
    """Name and version of the engine that finds logos; absent if it did not run."""
    language: str
    """Name and version of the engine that writes summaries and answers; absent if it did not run."""
    paid: str
    """Name and version of what finds paid segments: words, and the language model if it refined them; absent if it did not run."""


class UnseenSpan(TypedDict):
    """A stretch of the video that was not looked at."""

    start: float
    """When it begins, in seconds."""
    end: float
    """When it ends, in seconds."""


class VideoForm(TypedDict):
    """The picture of the video, upright as players show it."""

    width: int
    """Width as shown, in pixels."""
    height: int
    """Height as shown, in pixels."""
    fps: Optional[float]
    """Average frames a second; null if unknown."""


class _TranscriptionResult(TypedDict):
    text: str
    """All that is said; empty if nothing is."""
    segments: List[TranscriptSegment]
    """The same with times, in order."""
    language: str
    """Code of the detected language, such as `en`; your hint if none could be detected, `und` if unknown, empty if there is no speech."""
    duration_seconds: float
    """Length of the video in seconds."""
    word_count: int
    """Number of words in `text`."""


class TranscriptionResult(_TranscriptionResult, total=False):
    """What is said in the video."""

    language_spans: List[LanguageSpan]
    """Where which language is spoken, in order; absent on older results, from captions, and if there is no speech."""
    speakers_detected: int
    """Number of speakers; absent if speakers were not distinguished."""
    speakers: List[TranscriptionResultSpeakers]
    """Speakers whom people named or merged; absent from what is as found."""
    emptied: List[TranscriptionResultEmptied]
    """Lines that a person emptied, and which `segments` leaves out; absent if none."""
    corrected: Literal[True]
    """Always true: a person changed it; absent from what is as found."""


class _TranscriptSegment(TypedDict):
    start: float
    """When the segment begins, in seconds."""
    end: float
    """When the segment ends, in seconds."""
    text: str
    """What is said."""


class TranscriptSegment(_TranscriptSegment, total=False):
    """A stretch of speech between two pauses."""

    speaker: int
    """Who speaks, counted from 1 in order of first speech; absent if speakers were not distinguished."""
    confidence: float
    """Confidence of the engine, 0 to 1; absent if unknown."""
    unsure: Literal[True]
    """Always true: the words were heard so unsurely that they are likely wrong, and no summary is made of them; absent otherwise, and where the engine does not tell."""
    words: List[TranscriptWord]
    """The words with their times; absent if the engine gives none."""
    speaker_name: str
    """How people called the speaker; absent from what is as found."""
    index: int
    """Index of the line in the transcript as heard, counted from 0, by which it is corrected; present once people changed lines of this transcript, as lines may be divided or left out then."""
    revision: int
    """The version of a line that a person changed; absent if it is as heard."""
    corrected: Literal[True]
    """Always true: a person changed it; absent from what is as found."""


class _TranscriptWord(TypedDict):
    start: float
    """When the word begins, in seconds."""
    end: float
    """When the word ends, in seconds."""
    text: str
    """The word."""


class TranscriptWord(_TranscriptWord, total=False):
    """One spoken word."""

    confidence: float
    """Confidence of the engine, 0 to 1; absent if unknown."""


class _LanguageSpan(TypedDict):
    start: float
    """When it begins, in seconds."""
    end: float
    """When it ends, in seconds; pauses within it count."""
    language: str
    """Code of the language, such as `en`; `und` if it is not known."""


class LanguageSpan(_LanguageSpan, total=False):
    """A stretch of speech in one language."""

    understood: Literal[False]
    """False where somebody speaks and no word was understood; else absent."""


class _TranscriptionResultSpeakers(TypedDict):
    speaker: int
    """Number of the speaker."""


class TranscriptionResultSpeakers(_TranscriptionResultSpeakers, total=False):
    name: str
    """How people called the speaker."""
    merged: List[int]
    """Numbers of the speakers as heard, counted from 1, who are this one as well."""


class TranscriptionResultEmptied(TypedDict):
    index: int
    """Index of the line in the transcript as heard, counted from 0."""
    start: float
    """When the line begins, in seconds."""
    end: float
    """When the line ends, in seconds."""
    revision: int
    """The version of the line."""


class _SummaryResult(TypedDict):
    text: str
    """The summary, in sentences."""
    key_topics: List[str]
    """What the video is about, in a few words each."""


class SummaryResult(_SummaryResult, total=False):
    """What the video is about."""

    older_than_transcript: Literal[True]
    """Always true: people corrected words of the transcript since this was made; a job with `from_job` makes it of the corrected words. Absent otherwise, and from what is as found."""


class _BrandResult(TypedDict):
    name: str
    """Name of the brand."""
    confidence: float
    """Confidence, 0 to 1."""
    total_appearances: int
    """Number of `appearances`."""
    first_seen: float
    """When it is first seen or said, in seconds."""
    last_seen: float
    """When it is last seen or said, in seconds."""
    appearances: List[BrandAppearance]
    """Each time it is seen or said, in order."""
    frame_detections: List[BrandDetection]
    """Every frame it was found on, in order of time."""


class BrandResult(_BrandResult, total=False):
    """One brand, and where it appears."""

    total_visible_duration: float
    """How long it is in view altogether, in seconds; absent if it is only heard."""
    disclosure: BrandDisclosure
    """Whether the video says that the brand paid for it; absent on older results, and if there was neither a transcript nor metadata nor text on screen to tell."""
    corrected: Literal[True]
    """Always true: a person changed it; absent from what is as found."""


class _BrandAppearance(TypedDict):
    timestamp: float
    """The moment that shows or says it best, in seconds."""
    context: str
    """What is seen or said, in words."""
    source: Literal["visual", "audio"]
    """`visual`: seen. `audio`: heard."""


class BrandAppearance(_BrandAppearance, total=False):
    """A stretch of time in which a brand is seen, or the moment it is said."""

    timestamp_start: float
    """When it comes into view, in seconds; only if it is seen."""
    timestamp_end: float
    """When it leaves the view, in seconds; only if it is seen."""
    visible_duration: float
    """How long it is in view, in seconds; only if it is seen."""
    confidence: float
    """Confidence in this appearance, 0 to 1."""
    speaker: int
    """Who says it, counted from 1; only if it is heard, speakers were distinguished, and the result is not of an earlier version as found."""
    speaker_name: str
    """How people called who says it; absent from what is as found."""
    speech_context: str
    """The words spoken around it; only if it is heard and `return_proof` is on."""
    surface: Literal["jersey-front", "jersey-back", "jersey-sleeve", "shorts", "headwear", "footwear", "other-apparel", "perimeter-board", "scoreboard", "playing-surface", "goal-or-stanchion", "bench-or-dugout", "venue-structure", "banner", "podium", "media-backdrop", "microphone", "vehicle", "equipment", "broadcast-graphic", "virtual-ad", "title-card", "device-screen", "product-placement", "packaging", "storefront", "billboard", "set-dressing", "overlay-watermark"]
    """The surface the brand is on; absent if unknown."""
    frame_url: str
    """Path of the proof frame, `/v1/frames/…`; absent if there is none."""
    bounding_box: BoundingBox
    """Where it is on the proof frame; absent if there is no proof frame."""
    outline: Outline
    """Its shape on the proof frame, in fractions of the frame; only of a logo whose shape was told."""
    corrected: Literal[True]
    """Always true: a person changed it; absent from what is as found."""


class BoundingBox(TypedDict):
    """Fractions of the frame as shown, from the top left."""

    x: float
    """Left edge, as a fraction of the width of the frame, from its left."""
    y: float
    """Top edge, as a fraction of the height of the frame, from its top."""
    width: float
    """Width, as a fraction of the width of the frame."""
    height: float
    """Height, as a fraction of the height of the frame."""


class _BrandDetection(TypedDict):
    timestamp: float
    """Time of the frame, in seconds."""
    confidence: float
    """Confidence, 0 to 1."""
    bounding_box: BoundingBox
    """Where the brand is on the frame."""
    source: Literal["logo", "text", "model", "person"]
    """What found it: a known `logo`, the `text` of its name, a vision `model`, or a `person` who added it."""
    verified: bool
    """Whether a second look confirmed it."""


class BrandDetection(_BrandDetection, total=False):
    """A brand found on one frame."""

    outline: Outline
    """Its shape, in fractions of the frame; only of a logo whose shape was told."""
    surface: Literal["jersey-front", "jersey-back", "jersey-sleeve", "shorts", "headwear", "footwear", "other-apparel", "perimeter-board", "scoreboard", "playing-surface", "goal-or-stanchion", "bench-or-dugout", "venue-structure", "banner", "podium", "media-backdrop", "microphone", "vehicle", "equipment", "broadcast-graphic", "virtual-ad", "title-card", "device-screen", "product-placement", "packaging", "storefront", "billboard", "set-dressing", "overlay-watermark"]
    """The surface the brand is on; absent if unknown."""
    clarity: float
    """Contrast and sharpness of the inside of the box against the best of its frame, 0 to 1; absent if it was not measured."""


class BrandDisclosure(TypedDict):
    """Whether the video says that a brand paid for it, where, and how."""

    paid: Literal["paid", "not_known"]
    """`paid`: a disclosure or a paid segment names the brand. `not_known`: none does, which does not say that nobody paid."""
    disclosed: bool
    """Whether a disclosure about the brand was found (`names_brand`). False means that none was found, not that there is none."""
    paid_seconds: float
    """Length of the paid segments of the brand, in seconds."""
    signs: List[BrandDisclosureSign]
    """The disclosures that are about the brand, and those that may be, in order of time; at most 20."""


class _BrandDisclosureSign(TypedDict):
    sign: Literal["said", "on_screen", "chapter", "title", "description", "hashtag", "platform"]
    """How it is disclosed. `said`: in speech. `on_screen`: in text on screen. `chapter`: in the title of a chapter. `title`, `description`: by the author. `hashtag`: a hashtag in the title or description. `platform`: the platform shows its own label."""
    timestamp: float
    """When it is said or shown, in seconds; 0 for `title`, `description`, `hashtag` and `platform`."""
    confidence: float
    """How likely it is a disclosure, 0 to 1."""
    names_brand: bool
    """Whether it is about this brand: its words name it, or name nobody and belong to a paid segment of the brand. False if it may be about another one."""
    order: Literal["before", "with", "after", "outside"]
    """When it comes. `before`, `with` (in the same sentence, or on screen at that time) or `after` the first time that the brand is seen or said. `outside`: not in the video itself, but in its title, description, hashtags or in a label of the platform."""


class BrandDisclosureSign(_BrandDisclosureSign, total=False):
    """A disclosure that is, or may be, about a brand."""

    duration_seconds: float
    """How long it is said or shown, in seconds; only with `said` and `on_screen`."""
    quote: str
    """The words that disclose it, at most 300 characters; absent with `platform`."""
    language: str
    """Code of the language of these words, such as `en`; absent if unknown."""


class _MetadataResult(TypedDict):
    title: Optional[str]
    """Title of the video; null if unknown."""
    description: Optional[str]
    """The author's description; null if unknown."""
    author: Optional[str]
    """Who published it; null if unknown."""
    author_url: Optional[str]
    """Address of the author's page; null if unknown."""
    published_at: Optional[str]
    """When it was published, ISO 8601; null if unknown."""
    duration_seconds: Optional[float]
    """Length of the video in seconds; null if unknown."""
    thumbnail_url: Optional[str]
    """Address of a picture of the video; null if there is none."""
    language: Optional[str]
    """Code of the language that the platform names, such as `en`; null if unknown."""
    tags: List[str]
    """The author's tags."""
    categories: List[str]
    """Categories on the platform."""
    chapters: List[MetadataResultChapters]
    """Chapters, in order."""
    view_count: Optional[int]
    """Number of views at `fetched_at`; null if unknown."""
    like_count: Optional[int]
    """Number of likes at `fetched_at`; null if unknown."""
    comment_count: Optional[int]
    """Number of comments at `fetched_at`; null if unknown."""
    width: Optional[int]
    """Width in pixels; null if unknown."""
    height: Optional[int]
    """Height in pixels; null if unknown."""
    fps: Optional[float]
    """Frames a second; null if unknown."""
    container: Optional[str]
    """Format of the file, such as `mp4`; null if unknown."""
    video_codec: Optional[str]
    """Codec of the picture, such as `h264`; null if unknown or none."""
    audio_codec: Optional[str]
    """Codec of the sound, such as `aac`; null if unknown or none."""
    has_audio: Optional[bool]
    """Whether it has sound; null if unknown."""
    size_bytes: Optional[int]
    """Size of the file in bytes; null if unknown."""
    fetched_at: str
    """When these facts were read, ISO 8601."""


class MetadataResult(_MetadataResult, total=False):
    """Facts about the video and its file."""

    paid_promotion: Optional[bool]
    """Whether the platform labels the video as containing paid promotion. Null if the platform did not tell; absent where it was not asked: unless the video is from YouTube and the operator has a key for its interface, and on results from before."""
    audio_tracks: List[MetadataResultAudioTracks]
    """Tracks of sound in the file, at most 100. Absent on older results."""


class MetadataResultChapters(TypedDict):
    start: float
    """When the chapter begins, in seconds."""
    end: float
    """When the chapter ends, in seconds."""
    title: str
    """Title of the chapter."""


class MetadataResultAudioTracks(TypedDict):
    index: int
    """What `audio_track` of a job names it by; streams are counted from 0."""
    codec: str
    """Codec, such as `aac`."""
    channels: Optional[int]
    """Number of channels; null if the file does not say."""
    language: Optional[str]
    """Code of its language; null if the file does not say."""
    title: Optional[str]
    """Its name, such as `Commentary`; null if it has none."""
    heard: bool
    """Whether this is the track that the job heard."""


class _ObjectResult(TypedDict):
    name: str
    """The thing, as it was asked for."""
    category: str
    """The kind of object, such as `animal` or `vehicle`."""
    confidence: float
    """Confidence, 0 to 1."""
    total_appearances: int
    """Number of `appearances`."""
    total_visible_duration: float
    """How long it is in view altogether, in seconds."""
    first_seen: float
    """When it is first seen, in seconds."""
    last_seen: float
    """When it is last seen, in seconds."""
    appearances: List[ObjectAppearance]
    """Each time it is seen, in order. After a cut, it counts as a separate appearance."""
    frames: List[ObjectDetection]
    """Every frame it was found on, in order of time."""


class ObjectResult(_ObjectResult, total=False):
    """One thing that was asked for, and where it is seen."""

    corrected: Literal[True]
    """Always true: a person changed it; absent from what is as found."""


class _ObjectAppearance(TypedDict):
    timestamp: float
    """The moment that shows it best, in seconds."""
    timestamp_start: float
    """When it comes into view, in seconds."""
    timestamp_end: float
    """When it leaves the view, in seconds."""
    confidence: float
    """Confidence, 0 to 1."""
    context: str
    """What is seen, in words."""


class ObjectAppearance(_ObjectAppearance, total=False):
    """A stretch of time in which a thing is seen."""

    bounding_box: BoundingBox
    """Where it is at `timestamp`; absent if that is not known."""
    outline: Outline
    """Its shape at `timestamp`, in fractions of the frame; absent if the engine gives none."""
    frame_url: str
    """Path of the proof frame, `/v1/frames/…`; absent if there is none."""
    corrected: Literal[True]
    """Always true: a person changed it; absent from what is as found."""


class _ObjectDetection(TypedDict):
    timestamp: float
    """Time of the frame, in seconds."""
    confidence: float
    """Confidence, 0 to 1."""
    bounding_box: BoundingBox
    """Where the thing is on the frame."""
    verified: bool
    """Whether a second look confirmed it."""


class ObjectDetection(_ObjectDetection, total=False):
    """A thing found on one frame."""

    outline: Outline
    """Its shape, in fractions of the frame; absent if the engine gives none."""


class _QueryResult(TypedDict):
    query: str
    """The question, as asked."""
    answer: str
    """The answer; empty if `answered` is false."""
    answered: bool
    """Whether the video holds an answer."""
    confidence: float
    """Confidence in the answer, 0 to 1."""
    evidence: List[Evidence]
    """The evidence for the answer. Each quote was checked."""


class QueryResult(_QueryResult, total=False):
    """The answer to one question."""

    outcome: Literal["answered", "not_found", "not_tested"]
    """`answered`; `not_found`: all of the video was looked through, and it does not say; `not_tested`: it may say, but no language model answered the question, or a part of the video could not be read. Absent from results of earlier versions."""
    value: Any
    """The answer in the form that a shaped query asks for, as JSON: one of its choices, or what fits its schema. Absent if `answered` is false, and from answers without a form."""
    fields: List[AnswerField]
    """Each single value of the answer with its evidence; absent from answers without a form."""
    reason: Literal["not_said", "does_not_fit", "no_evidence", "needs_language_model"]
    """Why a shaped query has no answer; absent where it has one, and where it was not tested whether the video says it. `not_said`: nothing in the video answers it. `does_not_fit`: what was found does not fit the form. `no_evidence`: a value was found that nothing in the video supports. `needs_language_model`: only a language model could answer it in this form, and none did."""
    older_than_transcript: Literal[True]
    """Always true: people corrected words of the transcript since this was made; a job with `from_job` makes it of the corrected words. Absent otherwise, and from what is as found."""


class _Evidence(TypedDict):
    timestamp: float
    """The moment that shows or says it, in seconds."""
    source: Literal["speech", "visual", "text", "metadata"]
    """Said (`speech`), seen (`visual`), read on screen (`text`), or from the metadata."""


class Evidence(_Evidence, total=False):
    """A moment of the video that supports an answer."""

    timestamp_start: float
    """When the passage begins, in seconds."""
    timestamp_end: float
    """When the passage ends, in seconds."""
    quote: str
    """The words that support it, as they are in the video; absent if there are none."""
    frame_url: str
    """Path of a frame that shows it, `/v1/frames/…`; absent if there is none."""


class AnswerField(TypedDict):
    """One value of an answer with a form."""

    path: str
    """Where the value is in `value`, as a JSON Pointer such as `/offers/0/price`; empty for the whole."""
    value: Union[str, float, bool]
    """The value: a text, true or false, or a number of what was asked for."""
    evidence: List[Evidence]
    """The evidence for this value. Each quote was checked."""


class ConfidenceSummary(TypedDict):
    """Brand appearances by confidence."""

    high: int
    """Number of appearances with a confidence of 0.8 or more."""
    medium: int
    """Number of appearances with a confidence of 0.5 or more, below 0.8."""
    low: int
    """Number of appearances with a confidence below 0.5."""
    total: int
    """Number of all appearances."""


class _Storyboard(TypedDict):
    version: Union[Literal[1], Literal[2]]
    """Version of this form. `1`: a tile covers the time from its own to the next one. `2`: its time is the middle of the interval it represents."""
    interval_ms: int
    """Typical time between two tiles, in milliseconds."""
    tile: StoryboardTile
    """Size of a tile; its longer side has 580 pixels."""
    grid: StoryboardGrid
    """Tile k is on sheet floor(k / (cols × rows)), row by row."""
    count: int
    """Number of tiles on all sheets. The rest of the last sheet is black."""
    duration_ms: float
    """Length of the video in milliseconds."""
    sheets: List[str]
    """Path of each sheet, `/v1/frames/…`, in order."""


class Storyboard(_Storyboard, total=False):
    """Small frames without boxes over the whole video, on sheets."""

    timestamps_ms: List[int]
    """Time of each tile in milliseconds, ascending. Absent on older results only, where tile k is at k × `interval_ms`."""


class StoryboardTile(TypedDict):
    """Size of a tile; its longer side has 580 pixels."""

    w: int
    """Width of a tile in pixels."""
    h: int
    """Height of a tile in pixels."""


class StoryboardGrid(TypedDict):
    """Tile k is on sheet floor(k / (cols × rows)), row by row."""

    cols: int
    """Number of tiles in a row."""
    rows: int
    """Number of rows on a sheet."""


class _Shot(TypedDict):
    start: float
    """Time of its first frame, in seconds."""
    end: float
    """Time of the first frame of the next shot, or the end, in seconds."""


class Shot(_Shot, total=False):
    """A stretch of the video between two borders of scenes."""

    transition: Literal["cut", "part_cut", "dissolve", "fade"]
    """How it begins. `cut`: from one frame to the next; `part_cut`: the same in one tile of a split screen; `dissolve`: the scene before and this one are seen through each other, it begins where half of it is seen; `fade`: through black or white, it begins in their middle. Absent for the first shot, and on older results."""
    part: BoundingBox
    """With `part_cut`: the tile that changes, while the rest of the picture goes on."""


class OnScreenText(TypedDict):
    """A line of text while it is on screen."""

    text: str
    """A line as it was read, at most 500 characters."""
    start: float
    """When it comes into view, in seconds."""
    end: float
    """When it leaves the view, in seconds."""
    bounding_box: BoundingBox
    """Where it is when it is read best."""
    confidence: float
    """Confidence of the best reading, 0 to 1."""


class _PaidSegment(TypedDict):
    start: float
    """When it begins, as far as words tell, in seconds."""
    end: float
    """When it ends, as far as words tell, in seconds."""
    confidence: float
    """How likely it is paid for, 0 to 1; 1 only for what a person added, confirmed, moved or renamed."""
    evidence: List[PaidEvidence]
    """The words that tell, in order of time; at most 10. Empty for one that a person added."""


class PaidSegment(_PaidSegment, total=False):
    """A stretch of the video that says or shows that it is paid for. A hint, with its evidence."""

    brand: str
    """Who pays, as far as words tell: the name of a brand of the results, else as written. Absent if unknown."""
    corrected: Literal[True]
    """Always true: a person changed it, or who pays; absent from what is as found."""


class PaidEvidence(TypedDict):
    """Words that tell that a segment is paid for."""

    timestamp: float
    """When it is said or shown, in seconds; 0 for what title, description or tags say."""
    source: Literal["speech", "text", "metadata"]
    """Said (`speech`), read on screen (`text`), or in the `metadata`: chapters, title, description, tags."""
    quote: str
    """The words that tell, at most 300 characters."""


class _Disclosure(TypedDict):
    sign: Literal["said", "on_screen", "chapter", "title", "description", "hashtag", "platform"]
    """How it is disclosed. `said`: in speech. `on_screen`: in text on screen. `chapter`: in the title of a chapter. `title`, `description`: by the author. `hashtag`: a hashtag in the title or description. `platform`: the platform shows its own label."""
    timestamp: float
    """When it is said or shown, in seconds; 0 for `title`, `description`, `hashtag` and `platform`."""
    confidence: float
    """How likely it is a disclosure, 0 to 1."""


class Disclosure(_Disclosure, total=False):
    """A place where the video discloses that it is paid for."""

    duration_seconds: float
    """How long it is said or shown, in seconds; only with `said` and `on_screen`."""
    quote: str
    """The words that disclose it, at most 300 characters; absent with `platform`."""
    language: str
    """Code of the language of these words, such as `en`; absent if unknown."""
    brand: str
    """Who pays, if the words themselves name it: the name of a brand of the results, else as written."""


class _PossibleBrand(TypedDict):
    text: str
    """The reading that is seen most, or the address or handle."""
    confidence: float
    """How likely it is a brand, product or company, 0 to 1."""
    reasons: List[Literal["registered_mark", "known_name", "web_address", "company_form", "near_known_name", "end_card", "stands_alone"]]
    """Why it may be one, the strongest first. `registered_mark`: ®, ™ or © stands beside it; `known_name`: it is a known name (`near`) that was not asked for, or that nothing around proves; `web_address`: it is the name in a web address or e-mail address, or a handle such as `@acme`; `company_form`: the form of a company follows it, such as Inc or GmbH; `near_known_name`: it is a few letters from a known or asked-for name (`near`); `end_card`: it is large and alone in the last seconds; `stands_alone`: it is alone, of at most three words that are not all in a dictionary, and large, on screen for long as a watermark is, or many times in one picture."""
    total_appearances: int
    """Number of times it comes into view."""
    total_visible_duration: float
    """How long it is in view altogether, in seconds."""
    first_seen: float
    """When it is first seen, in seconds."""
    last_seen: float
    """When it is last seen, in seconds."""
    appearances: List[PossibleBrandAppearance]
    """Each time it is seen, in order; the first 20."""


class PossibleBrand(_PossibleBrand, total=False):
    """A text on screen that is in no brand of the results and may be one."""

    near: str
    """The known or asked-for name that it is or is nearly; absent if there is none."""


class PossibleBrandAppearance(TypedDict):
    """A stretch of time in which a text that may be a brand is on screen."""

    text: str
    """As it was read here."""
    timestamp: float
    """The moment in which it is read best, in seconds."""
    timestamp_start: float
    """When it comes into view, in seconds."""
    timestamp_end: float
    """When it leaves the view, in seconds."""
    visible_duration: float
    """How long it is in view, in seconds."""
    confidence: float
    """Confidence of the reading, 0 to 1."""
    bounding_box: BoundingBox
    """Where it is at `timestamp`; of a name within a line about its part of the line."""


class FailedJob(_AnyJob):
    """A job that is `failed`."""

    status: Literal["failed"]
    """State of the job."""
    completed_at: str
    """When the job reached a final state; null before."""
    error: JobError
    """Why there are no results; on a `failed` job, and on one `cancelled` because nobody funded it."""


class JobError(TypedDict):
    """Why a job has no results."""

    code: str
    """Why the job ended, for programs: a failure code such as `EXTRACTION_FAILED`."""
    message: str
    """Why the job ended, for people."""


class _CancelledJob(_AnyJob):
    status: Literal["cancelled"]
    """State of the job."""
    completed_at: str
    """When the job reached a final state; null before."""


class CancelledJob(_CancelledJob, total=False):
    """A job that is `cancelled`."""

    error: JobError
    """Why there are no results; on a `failed` job, and on one `cancelled` because nobody funded it."""


class ListJobsQuery(TypedDict, total=False):
    """What `listJobs` may be asked for."""

    status: JobStatus
    """Only jobs in this state."""
    follow_id: str
    """Only jobs of this Follow, or `any` for those of every Follow."""
    external_id: str
    """Only jobs created with this `external_id`."""
    tag: str
    """Only jobs with this tag."""
    created_after: str
    """Only jobs created after this moment, ISO 8601."""
    created_before: str
    """Only jobs created before this moment, ISO 8601."""
    updated_after: str
    """Only jobs that changed in any way after this moment, ISO 8601."""
    limit: int
    """Jobs on a page, 1 to 100. Default 20."""
    cursor: str
    """`next_cursor` of the previous page, unchanged."""


class _JobListItem(TypedDict):
    job_id: str
    """Id of the job, `job_…`."""
    status: JobStatus
    """State of the job."""
    url: Optional[str]
    """Link of the video; null for an uploaded file."""
    platform: str
    """Where the video is from: `youtube`, `tiktok`, `instagram`, `direct` or `upload`; `test` for the links of test workspaces."""
    video_title: Optional[str]
    """The video's title, or the `upload_filename`; null until known."""
    credits_estimated: int
    """Estimate in credits. It is not a quote: the charge may be lower or higher."""
    credits_charged: Optional[int]
    """Credits charged; null until settled, and if nothing was charged."""
    follow_id: Optional[str]
    """The Follow that created the job, `fol_…`; null for a job that was submitted."""
    created_at: str
    """When the job was created."""
    completed_at: Optional[str]
    """When the job reached a final state; null before."""
    video_duration_seconds: Optional[float]
    """Length of the video in seconds; null until known."""
    video_thumbnail_url: Optional[str]
    """Picture of the video: a path `/v1/frames/…`, or an address on the platform; null until known, or if there is none."""
    tags: List[str]
    """Your own words for the job; empty if none were given."""
    highlights: Optional[JobHighlights]
    """What was found, at a glance; null until the job is completed, and shortly after an upgrade."""


class JobListItem(_JobListItem, total=False):
    """A job as shown in lists; read it by id for the rest."""

    test: Literal[True]
    """Always true: a job of a test workspace. No video was analysed, and its results are fixed ones. Absent from others."""
    external_id: str
    """Your own id for the job; absent if none was given."""


class _JobHighlights(TypedDict):
    brands: List[JobHighlightsBrands]
    """The brands that are seen longest, at most 3, longest first."""
    brand_count: int
    """Number of brands that were seen or heard."""
    timeline: List[int]
    """Number of brands on screen in each of at most 60 equal steps of the video; empty if none is seen."""


class JobHighlights(_JobHighlights, total=False):
    """What was found, at a glance; of a job that did not ask for brands, all empty."""

    brands_said: List[str]
    """Names of brands that are said and never seen, at most 3, those said most often first; absent of jobs that were completed before the service knew it."""


class JobHighlightsBrands(TypedDict):
    name: str
    """Name of the brand."""
    seconds: float
    """How long it is on screen, in seconds."""


class GetJobQuery(TypedDict, total=False):
    """What `getJob` may be asked for."""

    results: Literal["full", "without_frames", "none"]
    """How much of the results of a completed job is read. `full`: all. `without_frames`: all but the detections of each frame, by far the most of a long video: `frame_detections` of brands and `frames` of objects are empty lists. `none`: the job without `results`. Default `full`."""
    corrected: Literal["true", "false"]
    """Whether brands, objects, paid segments and the transcript are shown as people corrected them. Default false: as found."""


class ChangeJob(TypedDict):
    """What may be changed of a job."""

    tags: List[str]
    """Replaces the tags of the job; an empty list removes them."""


class GetJobShotsData(TypedDict):
    """What was asked for."""

    shots: List[GetJobShotsDataShots]
    """What lies between two borders of scenes, in order; empty if no frames were analysed or the media is no longer kept."""


class _GetJobShotsDataShots(TypedDict):
    start: float
    """When the shot begins, in seconds."""
    end: float
    """When the shot ends, in seconds."""


class GetJobShotsDataShots(_GetJobShotsDataShots, total=False):
    transition: Literal["cut", "part_cut", "dissolve", "fade"]
    """How it begins. `cut`: from one frame to the next; `part_cut`: the same in one tile of a split screen; `dissolve`: the scene before and this one are seen through each other, it begins where half of it is seen; `fade`: through black or white, it begins in their middle. Absent for the first shot, and on older results."""
    part: BoundingBox
    """With `part_cut`: the tile that changes."""


class _ChangeJobs(TypedDict):
    action: Literal["delete", "rerun"]
    """`delete`: as `DELETE /v1/jobs/:id`. `rerun`: a new job that asks the same of the same video, for each that is final."""
    job_ids: List[str]
    """The jobs, 1 to 100; repeats count once."""


class ChangeJobs(_ChangeJobs, total=False):
    """One action on many jobs."""

    dry_run: Optional[bool]
    """Says what would be done, and what it would cost; changes nothing."""


class JobsChanged(TypedDict):
    """The outcome of one action on many jobs."""

    action: Literal["delete", "rerun"]
    """What was asked."""
    dry_run: bool
    """Whether nothing was changed."""
    done: int
    """Number of jobs for which it was, or would be, done."""
    refused: int
    """Number of jobs for which it was not."""
    credits_estimated: int
    """Estimate of all new jobs, in credits; 0 for other actions than `rerun`."""
    balance: int
    """Credits that could be spent before the call."""
    would_exceed_balance: bool
    """Whether the estimate is above the balance. Only a warning."""
    jobs: List[JobsChangedJobs]
    """The outcome of each job, in the order of `job_ids`."""


class _JobsChangedJobs(TypedDict):
    job_id: str
    """The job, as asked."""
    done: bool
    """Whether it was done; on a dry run, whether it would be."""


class JobsChangedJobs(_JobsChangedJobs, total=False):
    new_job_id: str
    """The job that `rerun` created; absent for other actions and on a dry run."""
    credits_estimated: int
    """Estimate of the new job, in credits; only for `rerun`."""
    error: JobError
    """Why it was not done; absent if it was."""


_CreateBatchWords = TypedDict(
    "_CreateBatchWords",
    {
        # Second of each video at which its analysis begins, as in `POST /v1/jobs`. Absent: the beginning.
        "from": Optional[float],
    },
    total=False,
)


class CreateBatch(_CreateBatchWords, total=False):
    """Many videos, and what to find out about them."""

    urls: Optional[List[str]]
    """Links of public videos, at most 50 (TOO_MANY_URLS); with `uploads` at most the plan's `max_batch_size`. Give at least one video in `urls` or `uploads`."""
    uploads: Optional[List[UploadRef]]
    """Uploaded files; with `urls` at most the plan's `max_batch_size`. Give at least one video in `urls` or `uploads`."""
    preset: Optional[str]
    """Id or name of a preset, whose fields count for every video wherever this body has none; its brands, surfaces, language and frames per second too."""
    capabilities: Optional[List[Capability]]
    """What to find out about every video, at least one. Absent: those of `preset`, which must be given."""
    queries: Optional[List[str]]
    """Questions asked of each video, each of at most 500 characters; at most the plan's `max_queries_per_job`."""
    shaped_queries: Optional[List[ShapedQuery]]
    """Questions whose answer has a form: one of `choices`, a value that fits a JSON `schema`, or a `ready` question. They count as `queries` against `max_queries_per_job`, and are answered after them in `query_results`, with `value` and evidence for each field. An answer that does not fit, or that nothing supports, is not given. Needed by `custom_query` where there are no `queries`."""
    objects: Optional[List[str]]
    """Things to look for in every video, at most 5 names of at most 100 characters."""
    speakers_expected: Optional[Union[int, CreateBatchSpeakersExpected]]
    """How many people speak, as far as you know: a number, 1 to 50, or an object with `min`, `max` or both. A hint for telling speakers apart: voices are grouped into that many, or freely and once more if the bounds are missed. `speakers_detected` says how many were found, which may be others. It has no effect where each channel is one speaker, on captions, and where speakers are not told apart (`meta.diarization_unavailable`)."""
    glossary_terms: Optional[List[str]]
    """Names and jargon that are said in the video, at most 50 of 2 to 80 characters each, which the recogniser favours: in addition to the glossary of the workspace, and before it."""
    glossary: Optional[bool]
    """Whether the recogniser favours the glossary of the workspace, as it is when the job is created. Default true."""
    captions: Optional[Literal["human", "any", "none"]]
    """For a link: whether the platform's captions in the spoken language are taken as the transcript. `human`: captions written by people, and automatic ones only where no speech engine knows the language. `any`: automatic ones as well. `none`: never; the sound is transcribed. `meta.engines.speech` says what was taken. Captions have no speakers, and seldom times of words. Default `human`."""
    max_credits: Optional[int]
    """Refuses the batch with BUDGET_EXCEEDED when its whole estimate is above this many credits. A job whose real duration no longer fits beside the others fails with it later, uncharged. Absent: no limit."""
    return_proof: Optional[bool]
    """Whether to include proof frames, `speech_context` and a storyboard. A brand appearance has a `bounding_box` only with a proof frame. Default true."""
    to: Optional[float]
    """Second of each video at which its analysis ends, later than `from`. Absent: the end."""
    aggregate: Optional[CreateBatchAggregate]
    """What to find out about all videos together."""
    webhook_url: Optional[str]
    """HTTPS address that gets `batch.completed` and `batch.paused`; jobs of a batch send no events. Starter plan and above."""
    name: Optional[str]
    """Name of the batch, at most 200 characters; it can be changed later."""
    tags: Optional[List[str]]
    """Your own words for every job of the batch, as for a job."""
    dry_run: Optional[bool]
    """Answers 200 with a preview of the cost and creates nothing. Default false."""


class _UploadRef(TypedDict):
    key: str
    """`key` of a presigned upload whose file has arrived."""
    filename: str
    """Name of the file, at most 255 characters; becomes the job's `video_title`."""


class UploadRef(_UploadRef, total=False):
    """An uploaded file of a batch."""

    duration_seconds: Optional[float]
    """Length in seconds, for the estimate; the real one decides later."""
    external_id: Optional[str]
    """Your own id for the job of this file, at most 200 characters; returned with the job and usable as a list filter."""
    published_at: Optional[str]
    """When the video was published, as a date or a date and time in ISO 8601, from 1900 to now. A date without a time counts on this day in every time zone from UTC−12 to UTC+11. Trends, campaigns and reports count the video on it; it comes before the date that the platform gives."""


class CreateBatchSpeakersExpected(TypedDict, total=False):
    min: Optional[int]
    """The least number of them; absent: 1."""
    max: Optional[int]
    """The greatest number of them; absent: no limit."""


class _CreateBatchAggregate(TypedDict):
    enabled: bool
    """Whether to analyse all videos together once every job is final."""


class CreateBatchAggregate(_CreateBatchAggregate, total=False):
    queries: Optional[List[str]]
    """Questions about all videos together, each of at most 500 characters; at most the plan's `max_aggregate_queries_per_batch`."""


class BatchDryRun(TypedDict):
    """What a batch would cost."""

    dry_run: Literal[True]
    """Always true: nothing was created."""
    total_credits_estimated: int
    """Estimate of all jobs, in credits."""
    balance: int
    """Credits that can be spent now."""
    would_exceed_balance: bool
    """Whether the estimate is above the balance. Only a warning."""
    jobs: List[BatchDryRunJobs]
    """One for each video, in the order of `urls`, then of `uploads`."""


class _BatchDryRunJobs(TypedDict):
    url: Optional[str]
    """Link of the video; null for an uploaded file."""
    video_title: Optional[str]
    """The video's title, or the `upload_filename`; null until known."""
    platform: str
    """Where the video is from: `youtube`, `tiktok`, `instagram`, `direct` or `upload`."""
    duration_seconds: Optional[float]
    """Length of the video in seconds; null while unresolved."""
    credits_estimated: int
    """Estimate of the job, in credits."""


class BatchDryRunJobs(_BatchDryRunJobs, total=False):
    external_id: str
    """Your own id for the job; absent if none was given."""
    note: Literal["duration_unresolved"]
    """`duration_unresolved` if the estimate is based on an assumed duration."""


class BatchCreated(TypedDict):
    """A batch that was created."""

    batch_id: str
    """Id of the batch, `batch_…`."""
    status: BatchStatus
    """State of the batch."""
    total_credits_estimated: int
    """Estimate of all jobs, in credits."""
    balance: int
    """Credits that can be spent now."""
    would_exceed_balance: bool
    """Whether the estimate is above the balance. Only a warning."""
    jobs: List[BatchCreatedJobs]
    """One job for each video, in the order of `urls`, then of `uploads`."""


class _BatchCreatedJobs(TypedDict):
    job_id: str
    """Id of the job, `job_…`."""
    status: JobStatus
    """State of the job."""
    url: Optional[str]
    """Link of the video; null for an uploaded file."""
    video_title: Optional[str]
    """The video's title, or the `upload_filename`; null until known."""
    platform: str
    """Where the video is from: `youtube`, `tiktok`, `instagram`, `direct` or `upload`."""
    duration_seconds: Optional[float]
    """Length of the video in seconds; null while unresolved."""
    credits_estimated: int
    """Estimate of the job, in credits."""


class BatchCreatedJobs(_BatchCreatedJobs, total=False):
    external_id: str
    """Your own id for the job; absent if none was given."""
    note: Literal["duration_unresolved"]
    """`duration_unresolved` if the estimate is based on an assumed duration."""


class ListBatchesQuery(TypedDict, total=False):
    """What `listBatches` may be asked for."""

    status: BatchStatus
    """Only batches in this state."""
    limit: int
    """Batches on a page, 1 to 100. Default 20."""
    cursor: str
    """`next_cursor` of the previous page, unchanged."""


class _BatchListItem(TypedDict):
    batch_id: str
    """Id of the batch, `batch_…`."""
    name: Optional[str]
    """Name that people gave it; null if none."""
    status: BatchStatus
    """State of the batch."""
    total_jobs: int
    """Number of jobs of the batch."""
    completed_count: int
    """Number of jobs that are completed. `rollup` has more detail."""
    failed_count: int
    """Number of jobs that failed. `rollup` has more detail."""
    rollup: Rollup
    """Jobs by state."""
    credits_estimated: int
    """Estimate of all jobs, in credits."""
    credits_charged: int
    """Credits charged so far, for all jobs."""
    webhook_url: Optional[str]
    """Address notified of its events; null if none."""
    created_at: str
    """When the batch was created."""
    completed_at: Optional[str]
    """When the batch reached a final state; null before."""
    first_jobs: List[BatchListItemFirstJobs]
    """The first videos of the batch, at most 3, in the order in which they were given."""


class BatchListItem(_BatchListItem, total=False):
    """A batch without its jobs and aggregate results."""

    test: Literal[True]
    """Always true: a batch of a test workspace, whose jobs have fixed results. Absent from others."""


class Rollup(TypedDict):
    """Jobs of a batch by state."""

    total: int
    """Number of all jobs."""
    pending: int
    """Number of jobs that wait for a worker."""
    processing: int
    """Number of jobs a worker is processing."""
    completed: int
    """Number of jobs with results."""
    held: int
    """Number of jobs that wait for credits."""
    failed: int
    """Number of jobs that failed."""
    cancelled: int
    """Number of jobs that were cancelled."""


class BatchListItemFirstJobs(TypedDict):
    job_id: str
    """Id of the job, `job_…`."""
    video_title: Optional[str]
    """The video's title, or the `upload_filename`; null until known."""
    video_thumbnail_url: Optional[str]
    """Picture of the video: a path `/v1/frames/…`, or an address on the platform; null until known, or if there is none."""


class GetBatchQuery(TypedDict, total=False):
    """What `getBatch` may be asked for."""

    corrected: Literal["true", "false"]
    """Whether `brands` of `aggregate_results` are shown as people corrected them. Default false: as found."""


class _Batch(TypedDict):
    batch_id: str
    """Id of the batch, `batch_…`."""
    name: Optional[str]
    """Name that people gave it; null if none."""
    status: BatchStatus
    """State of the batch."""
    total_jobs: int
    """Number of jobs of the batch."""
    completed_count: int
    """Number of jobs that are completed. `rollup` has more detail."""
    failed_count: int
    """Number of jobs that failed. `rollup` has more detail."""
    rollup: Rollup
    """Jobs by state."""
    credits_estimated: int
    """Estimate of all jobs, in credits."""
    credits_charged: int
    """Credits charged so far, for all jobs."""
    webhook_url: Optional[str]
    """Address notified of its events; null if none."""
    created_at: str
    """When the batch was created."""
    completed_at: Optional[str]
    """When the batch reached a final state; null before."""
    jobs: List[BatchJobs]
    """Its jobs, in the order of `urls`, then of `uploads`; read each by id for its results."""
    aggregate_results: Optional[AggregateResults]
    """What all videos show together; null until every job is final, and on a batch without `aggregate`."""


class Batch(_Batch, total=False):
    """The same analysis of many videos."""

    test: Literal[True]
    """Always true: a batch of a test workspace, whose jobs have fixed results. Absent from others."""


class _BatchJobs(TypedDict):
    job_id: str
    """Id of the job, `job_…`."""
    status: JobStatus
    """State of the job."""
    url: Optional[str]
    """Link of the video; null for an uploaded file."""
    video_title: Optional[str]
    """The video's title, or the `upload_filename`; null until known."""
    credits_estimated: int
    """Estimate of the job, in credits."""


class BatchJobs(_BatchJobs, total=False):
    external_id: str
    """Your own id for the job; absent if none was given."""
    credits_estimated_at_submit: int
    """The estimate that the job was created with, in credits; present once `credits_estimated` was made anew for the real length of the video."""
    reason: str
    """Why it is held, such as `insufficient_credits`, or its failure code."""


class _AggregateResults(TypedDict):
    queries: List[AggregateResultsQueries]
    """One answer to each question, in the same order."""
    brands: List[AggregateResultsBrands]
    """Brands of all videos."""
    jobs_included: int
    """Number of jobs whose results were included."""
    jobs_excluded: List[AggregateResultsJobsExcluded]
    """Jobs without results, and those with more than can be compared."""
    generated_at: str
    """When this was created."""


class AggregateResults(_AggregateResults, total=False):
    """What all videos of a batch show together."""

    corrected: Literal[True]
    """`true` if people changed something in `brands`, which only `?corrected=true` shows; else absent. The answers stay as they were given."""


class _AggregateResultsQueries(TypedDict):
    query: str
    """The question, as asked."""
    answer: str
    """The answer; empty if `answered` is false."""
    answered: bool
    """Whether the videos hold an answer."""
    evidence: List[AggregateResultsQueriesEvidence]
    """The evidence for the answer."""


class AggregateResultsQueries(_AggregateResultsQueries, total=False):
    outcome: Literal["answered", "not_found", "not_tested"]
    """`answered`; `not_found`: all of the video was looked through, and it does not say; `not_tested`: it may say, but no language model answered the question, or a part of the video could not be read. Absent from results of earlier versions."""


class _AggregateResultsQueriesEvidence(TypedDict):
    job_id: str
    """The job whose video shows it."""
    url: Optional[str]
    """Link of the video; null for an uploaded file."""
    timestamp: float
    """The moment in that video, in seconds."""
    source: str
    """`speech`, `visual`, `text` or `metadata`."""


class AggregateResultsQueriesEvidence(_AggregateResultsQueriesEvidence, total=False):
    quote: str
    """The words that support it; absent if there are none."""


class _AggregateResultsBrands(TypedDict):
    name: str
    """Name of the brand."""
    videos: int
    """Number of videos it appears in."""
    total_appearances: int
    """Number of appearances in all of them."""
    total_visible_duration: float
    """How long it is in view in all of them, in seconds."""
    job_ids: List[str]
    """The jobs of those videos."""


class AggregateResultsBrands(_AggregateResultsBrands, total=False):
    corrected: Literal[True]
    """`true` if a person changed something about it; else absent."""


class AggregateResultsJobsExcluded(TypedDict):
    job_id: str
    """Id of the job, `job_…`."""
    reason: str
    """Why it was left out: its state or failure code, or `results_too_large`."""


class ChangeBatch(TypedDict):
    """What may be changed of a batch."""

    name: Optional[str]
    """Name of the batch, at most 200 characters; null if it has none."""


class NewerAnalysis(TypedDict):
    """A later analysis of a video of a batch."""

    job_id: str
    """The job of the batch."""
    newer_job_id: str
    """The newest completed job on the same video with at least its capabilities."""
    created_at: str
    """When the newer job was created."""


class BatchCancelled(TypedDict):
    """A batch that was cancelled."""

    batch_id: str
    """Id of the batch, `batch_…`."""
    status: BatchStatus
    """State of the batch: `cancelled`."""
    cancelled_jobs: int
    """Number of jobs this call cancelled; 0 if the batch was cancelled before."""
    rollup: Rollup
    """Jobs by state."""
    credits_charged: int
    """Credits charged for all jobs, including those cancelled while under way."""


class ExportJobQuery(TypedDict, total=False):
    """What `exportJob` may be asked for."""

    name: Union[str, List[str]]
    """Only appearances of this brand or object, regardless of case, accents and punctuation; repeat it, or separate several with commas. Absent: all. At most 50 values of at most 200 characters; a name with a comma of its own counts as two."""
    min_confidence: float
    """Leaves out appearances and detections with a lower confidence, 0 to 1, and computes sums of the rest. Default 0: all."""
    max_line_chars: int
    """For `srt` and `vtt`: longest line in characters, 10 to 200; Chinese, Japanese and Korean characters count twice. Default 42."""
    max_lines: int
    """For `srt` and `vtt`: lines of a subtitle, 1 to 4. Default 2."""
    frame_rate: Literal["24", "25", "30", "48", "50", "60", "23.976", "29.97", "47.952", "59.94"]
    """For `otio`, `edl`, `cvat` and `label-studio`: frames a second. Default: the video's own; for `edl` and `otio` the nearest of these rates."""
    start_timecode: str
    """For `edl`: timecode at which the timeline begins, `hours:minutes:seconds:frames`. Default `00:00:00:00`."""
    frame_size: str
    """For `coco`, `cvat` and `label-studio`: size of the frames in pixels, as `1920x1080`. Default: the size of the video as shown."""
    bom: Literal["true", "false"]
    """For `csv` and the other tables: whether the file begins with a byte order mark, without which Excel takes UTF-8 for another encoding. Default false."""
    corrected: Literal["true", "false"]
    """Whether brands, objects and paid segments are written as people corrected them, or as found. Default true."""


class GetProofFramesQuery(TypedDict, total=False):
    """What `getProofFrames` may be asked for."""

    name: Union[str, List[str]]
    """Only appearances of this brand or object, regardless of case, accents and punctuation; repeat it, or separate several with commas. Absent: all. At most 50 values of at most 200 characters; a name with a comma of its own counts as two."""


class _ExportManyQuery(TypedDict):
    job_ids: Union[str, List[str]]
    """The jobs, 1 to 200, separated by commas or repeated; repeats count once."""
    formats: Union[str, List[str]]
    """The formats of each job, separated by commas or repeated."""


class ExportManyQuery(_ExportManyQuery, total=False):
    """What `exportMany` may be asked for."""

    name: Union[str, List[str]]
    """Only appearances of this brand or object, regardless of case, accents and punctuation; repeat it, or separate several with commas. Absent: all. At most 50 values of at most 200 characters; a name with a comma of its own counts as two."""
    min_confidence: float
    """Leaves out appearances and detections with a lower confidence, 0 to 1, and computes sums of the rest. Default 0: all."""
    max_line_chars: int
    """For `srt` and `vtt`: longest line in characters, 10 to 200; Chinese, Japanese and Korean characters count twice. Default 42."""
    max_lines: int
    """For `srt` and `vtt`: lines of a subtitle, 1 to 4. Default 2."""
    frame_rate: Literal["24", "25", "30", "48", "50", "60", "23.976", "29.97", "47.952", "59.94"]
    """For `otio`, `edl`, `cvat` and `label-studio`: frames a second. Default: the video's own; for `edl` and `otio` the nearest of these rates."""
    start_timecode: str
    """For `edl`: timecode at which the timeline begins, `hours:minutes:seconds:frames`. Default `00:00:00:00`."""
    frame_size: str
    """For `coco`, `cvat` and `label-studio`: size of the frames in pixels, as `1920x1080`. Default: the size of the video as shown."""
    bom: Literal["true", "false"]
    """For `csv` and the other tables: whether the file begins with a byte order mark, without which Excel takes UTF-8 for another encoding. Default false."""
    corrected: Literal["true", "false"]
    """Whether brands, objects and paid segments are written as people corrected them, or as found. Default true."""


class ExportBatchQuery(TypedDict, total=False):
    """What `exportBatch` may be asked for."""

    name: Union[str, List[str]]
    """Only appearances of this brand or object, regardless of case, accents and punctuation; repeat it, or separate several with commas. Absent: all. At most 50 values of at most 200 characters; a name with a comma of its own counts as two."""
    min_confidence: float
    """Leaves out appearances and detections with a lower confidence, 0 to 1, and computes sums of the rest. Default 0: all."""
    bom: Literal["true", "false"]
    """For `csv` and the other tables: whether the file begins with a byte order mark, without which Excel takes UTF-8 for another encoding. Default false."""
    corrected: Literal["true", "false"]
    """Whether brands, objects and paid segments are written as people corrected them, or as found. Default true."""


class CreateReport(TypedDict, total=False):
    """Which videos a report is about, and what it holds."""

    title: Optional[str]
    """What stands on the cover, at most 200 characters. Default: the title of the video, the name of the Follow, or `Batch` or `Campaign` with the number of videos."""
    job_ids: Optional[List[str]]
    """Ids of completed jobs with `brands`, 1 to 2000; one named twice counts once. Give this, `batch_id` or `follow_id`."""
    batch_id: Optional[str]
    """Instead of `job_ids`: the completed jobs of this batch."""
    follow_id: Optional[str]
    """Instead of `job_ids`: the newest 2000 completed jobs of this Follow."""
    formats: Optional[List[ReportFormat]]
    """Files to make. Default: `html`, `pdf`, `csv` and `json`."""
    detail: Optional[ReportDetail]
    """How much the pages of `html` and `pdf` show. Default: `summary`."""
    brands: Optional[List[str]]
    """Only these brands, regardless of case, accents and punctuation, at most 50; shares still count the others. Absent: all."""
    min_confidence: Optional[float]
    """Leaves out appearances below this confidence, 0 to 1. Default 0: none."""
    cpm_usd: Optional[float]
    """Price of a thousand views of a 30-second spot, in US dollars, 0 to 1000000; with `audience` the report has media values. Absent: the prices of the workspace."""
    audience: Optional[Union[int, Literal["views"]]]
    """Number of viewers of each of the videos, 0 to 100000000000, or `views`: of each video the audience that was set for it, else the views that its platform gave last when the report is made."""
    logo: Optional[str]
    """Picture for the cover: PNG, JPEG or WebP as a data URL or plain base64, at most 300 KB, each side at least 16 pixels."""


class ReportCreated(TypedDict):
    """A report that is being made."""

    report_id: str
    """Id of the report, `rep_…`."""
    status: ReportStatus
    """`pending`: it is made in the background."""


class ListReportsQuery(TypedDict, total=False):
    """What `listReports` may be asked for."""

    limit: int
    """Reports on a page, 1 to 100. Default 20."""
    cursor: str
    """`next_cursor` of the previous page, unchanged."""


class _Report(TypedDict):
    report_id: str
    """Id of the report, `rep_…`."""
    title: str
    """What stands on its cover."""
    status: ReportStatus
    """Whether it is there."""
    formats: List[ReportFormat]
    """Files that were asked for."""
    videos: int
    """Number of videos it was asked for."""
    videos_chosen: int
    """Number of videos of the batch or Follow, with those that are left out, such as failed ones; otherwise the same as `videos`."""
    videos_done: int
    """Number of those that are read, for progress."""
    files: List[ReportFile]
    """Its files; empty until it is `ready`."""
    created_at: str
    """When it was asked for."""
    ready_at: Optional[str]
    """When its files were made; null before."""
    expires_at: str
    """When it is removed with its files, at the latest: above the quota of the workspace the oldest go first."""


class Report(_Report, total=False):
    """A report and its files."""

    error: ReportError
    """Why it failed; absent otherwise."""


class ReportFile(TypedDict):
    """A file of a report."""

    format: ReportFormat
    """Its format."""
    url: str
    """Its path, `/v1/reports/…/files/…`; it needs a key or a session."""
    size_bytes: int
    """Its size, in bytes."""


class ReportError(TypedDict):
    """Why a report could not be made."""

    code: str
    """Code of the failure."""
    message: str
    """What went wrong."""


class _CreateCorrection(TypedDict):
    kind: CorrectionKind
    """What is wrong, or right."""
    target: Literal["brand", "object", "paid_segment", "possible_brand"]
    """What it is about: one of the `brands`, of the `objects`, of the `paid_segments`, or of the `possible_brands`."""


class CreateCorrection(_CreateCorrection, total=False):
    """What a person says about one thing found."""

    name: Optional[str]
    """Name of the brand or object as it is shown, or as it was found, regardless of case, accents and punctuation; with `add`, the name of what was missed; of a possible brand, its `text`. Must be given for these. For a paid segment only with `add`: who pays, absent if unknown."""
    appearance: Optional[CorrectedAppearance]
    """Only this appearance; absent: all of them. Not with `add`."""
    new_name: Optional[str]
    """What it really is: any name with `rename`, one that the results have with `merge`; who really pays for a paid segment. Only with these two, and with `confirm` of a possible brand: how the brand is called, default `name`."""
    appearance_added: Optional[AddedAppearance]
    """What was missed; only with `add`."""
    segment: Optional[CorrectedSegment]
    """Which paid segment is meant; only for one, and not with `add`."""
    segment_new: Optional[NewSegment]
    """Where the paid segment really is; only for one, with `add` and `move`."""
    library: Optional[bool]
    """Whether the brand library learns from it: `rename` and `merge` of a whole brand make `name` an alias of `new_name`, `dismiss` of a whole brand excludes `name` from later analyses, with `add` of a brand that is seen, what is inside the box becomes a picture of its logo, and of a possible brand `confirm` adds it and `dismiss` excludes it. Undone with the correction. Default false."""


class _CorrectedAppearance(TypedDict):
    timestamp: float
    """Its `timestamp`, in seconds."""


class CorrectedAppearance(_CorrectedAppearance, total=False):
    """Which appearance of the brand or object is meant, by its times in the results."""

    timestamp_start: Optional[float]
    """Its `timestamp_start`, in seconds; needed only if several have the same `timestamp`."""
    source: Optional[Literal["visual", "audio"]]
    """Its `source`; needed only if one is seen and one is heard at this `timestamp`."""


class _AddedAppearance(TypedDict):
    start: float
    """When it comes into view, or begins to be heard, in seconds."""
    end: float
    """When it ends, in seconds: after `start`, and not after the video."""
    source: Literal["visual", "audio"]
    """`visual`: seen. `audio`: heard; only brands are."""


class AddedAppearance(_AddedAppearance, total=False):
    """An appearance that was missed."""

    timestamp: Optional[float]
    """The moment whose picture the box is drawn on, in seconds. Default `start`."""
    box: Optional[BoundingBox]
    """Where it is on the frame, as fractions; needed if it is seen."""


class _CorrectedSegment(TypedDict):
    start: float
    """Its `start` as it is shown, or as it was found, in seconds."""


class CorrectedSegment(_CorrectedSegment, total=False):
    """Which paid segment is meant, by its times in the results."""

    brand: Optional[str]
    """Its `brand`; needed only if several have the same `start`."""


class NewSegment(TypedDict):
    """From where to where a paid segment goes."""

    start: float
    """When it begins, in seconds."""
    end: float
    """When it ends, in seconds: after `start`, and not after the video."""


class _Correction(TypedDict):
    correction_id: str
    """Id of the correction, `cor_…`."""
    job_id: str
    """Id of the job."""
    kind: StoredCorrectionKind
    """What is wrong, or right."""
    target: Literal["brand", "object", "paid_segment", "possible_brand"]
    """What it is about: one of the `brands`, of the `objects`, of the `paid_segments`, or of the `possible_brands`."""
    name: str
    """What it is about, as it was given. For a paid segment: who paid when it was made, empty if unknown."""
    actor: Actor
    """Who made it; of a `recount`, who asked for it."""
    created_at: str
    """When it was made."""


class Correction(_Correction, total=False):
    """One correction of the results of a job."""

    appearance: CorrectedAppearance
    """The appearance it is about; absent if it is about all of them."""
    new_name: str
    """What it really is; absent if it keeps its name."""
    appearance_added: AddedAppearance
    """What was missed; absent if nothing was added."""
    appearances_added: List[StoredAppearance]
    """What a `recount`, or `confirm` of a possible brand, adds to the brand, in order of time, at most 100; absent otherwise."""
    recount_of: str
    """The entry of the library that was recounted, `brand_…`; only with `recount`."""
    segment: CorrectedSegment
    """The paid segment it is about; absent if it is about none, or adds one."""
    segment_new: NewSegment
    """Where the paid segment really is; absent unless it was added or moved."""
    library: CorrectionLibrary
    """What the brand library learned; absent if nothing."""
    library_refused: Literal["no_picture", "too_small", "unreadable", "library_full", "unavailable"]
    """Why the box became no picture of a logo; absent if it did, or if none was asked for. `no_picture`: no picture of that time is kept. `too_small`: a side has less than 16 pixels, or one has more than 32 times the other. `unreadable`: the picture is broken. `library_full`: the library or the brand has the most allowed. `unavailable`: too many pictures wait, or the storage takes none now."""


class Actor(TypedDict):
    """Who did something."""

    type: Literal["user", "operator", "key"]
    """`user`: a signed-in person. `operator`: the operator's token. `key`: an API key."""
    id: Optional[str]
    """Id of the person or key; null for the operator's token."""
    name: str
    """Name and e-mail address of the person, or name of the key, as they were then."""


class _StoredAppearance(TypedDict):
    start: float
    """When it comes into view, or begins to be heard, in seconds."""
    end: float
    """When it ends, in seconds."""
    source: Literal["visual", "audio"]
    """`visual`: read on screen. `audio`: heard."""
    confidence: float
    """Confidence of the reading, 0 to 1; 1 if a person confirmed it."""


class StoredAppearance(_StoredAppearance, total=False):
    """An appearance taken from the texts or the speech of the results."""

    timestamp: float
    """The moment whose picture the box is drawn on, in seconds; absent if heard."""
    box: BoundingBox
    """Where it is on the frame, as fractions; absent if it is heard."""


class _CorrectionLibrary(TypedDict):
    brand_id: str
    """The entry that was changed, `brand_…`."""
    change: Literal["alias", "exclude", "logo", "name"]
    """`alias`: it got `name` as an alias. `exclude`: it is excluded. `logo`: it got a picture of its logo. `name`: it was added with this name."""


class CorrectionLibrary(_CorrectionLibrary, total=False):
    """What the brand library learned; absent if nothing."""

    logo_id: str
    """The picture, `logo_…`; only with `logo`."""


class ListCorrectionsQuery(TypedDict, total=False):
    """What `listCorrections` may be asked for."""

    limit: int
    """Maximum number of corrections of the page. Default: all that follow, of which there are 1000 at most."""
    cursor: str
    """`next_cursor` of the previous page, unchanged."""


class Evaluation(TypedDict):
    """Engines scored on what people corrected."""

    jobs: List[str]
    """Jobs whose results people corrected or confirmed: the truth, newest correction first, at most 100."""
    analyses: int
    """Number of analyses that were compared with it: these jobs, and others of the same videos."""
    scores: List[EvaluationScore]
    """By target, source and engine."""


class EvaluationScore(TypedDict):
    """How well one engine did with one source."""

    target: Literal["brand", "object"]
    """Brands or objects."""
    source: Literal["visual", "audio", "logo", "text", "model"]
    """`visual`: all that is seen, `audio`: what is heard. Of the brands that are seen, those found by a known `logo`, by the `text` of the name, or by a vision `model`."""
    engine: str
    """Name and version of the engine, as results give it; `unknown` if they do not."""
    videos: int
    """Number of analyses of checked videos that this engine took part in."""
    found: int
    """Number of appearances that it found."""
    right: int
    """Number of those of `found` that are in the corrected results."""
    precision: Optional[float]
    """`right` by `found`, 0 to 1; null if nothing was found."""
    expected: int
    """Number of appearances in the corrected results that are seen, or heard."""
    hit: int
    """Number of those of `expected` that it found."""
    recall: Optional[float]
    """`hit` by `expected`, 0 to 1; null if nothing was expected."""


class EditSegment(TypedDict, total=False):
    """What a line of a transcript really is. Whatever is absent is as it was heard."""

    text: Optional[str]
    """What is said; empty: nothing, the line is left out; absent: as heard."""
    speaker: Optional[int]
    """Number of the speaker who says it; absent: as heard."""
    parts: Optional[List[TranscriptPart]]
    """The parts of a line in which several people speak, in order; instead of `text`."""
    revision: Optional[int]
    """The `revision`, a version, that you saw; default 0. If another one stands, the answer is 409 and says what stands."""


class _TranscriptPart(TypedDict):
    text: str
    """What is said in this part."""


class TranscriptPart(_TranscriptPart, total=False):
    """A part of a line that one person says."""

    speaker: Optional[int]
    """Number of the speaker who says it; absent: as heard."""


class _TranscriptEdit(TypedDict):
    job_id: str
    """Id of the job."""
    segment: int
    """Index of the line in the transcript as heard, counted from 0."""
    revision: int
    """The version that stands; each change of the job has a greater one; 0 for what was heard."""
    stands: bool
    """Whether this is what the line is now, and not an earlier version."""
    actor: Actor
    """Who changed it."""
    created_at: str
    """When it was changed."""


class TranscriptEdit(_TranscriptEdit, total=False):
    """One change of a line of a transcript."""

    text: str
    """What is said; empty if the line is left out; absent: as heard."""
    speaker: int
    """Number of the speaker who says it; absent: as heard."""
    parts: List[TranscriptEditParts]
    """The parts of the line, if several people speak in it."""


class _TranscriptEditParts(TypedDict):
    text: str
    """What is said in this part."""


class TranscriptEditParts(_TranscriptEditParts, total=False):
    speaker: int
    """Number of the speaker who says it; absent: as heard."""


class UndoTranscriptSegmentQuery(TypedDict, total=False):
    """What `undoTranscriptSegment` may be asked for."""

    revision: int
    """The `revision`, a version, that is undone; the answer is 409 if another one stands."""


class ListTranscriptEditsQuery(TypedDict, total=False):
    """What `listTranscriptEdits` may be asked for."""

    limit: int
    """Edits on a page, 1 to 100. Default 50."""
    cursor: str
    """`next_cursor` of the previous page, unchanged."""
    segment: int
    """Only edits of this line, counted from 0."""


class JobSpeaker(TypedDict):
    """What people said of a speaker of a transcript."""

    speaker: int
    """Number of the speaker as heard, or as given to a line."""
    name: Optional[str]
    """How the speaker is called; null if nobody said so. Kept while the speaker is merged with another."""
    same_as: Optional[int]
    """The number of the speaker who is the same person; null if none is."""
    revision: int
    """The version that stands; each change of the job has a greater one; 0 for what was heard."""
    actor: Actor
    """Who said so last."""
    updated_at: str
    """When it was said last."""


class SetSpeaker(TypedDict, total=False):
    """Who a speaker is. Replaces what was said before; an empty object takes it back. A merge keeps the name, so of a merged speaker an empty object takes back the merge alone."""

    name: Optional[str]
    """How the speaker is called; absent: by the number."""
    same_as: Optional[int]
    """The number of the speaker who is the same person; absent: nobody."""
    revision: Optional[int]
    """The `revision`, a version, that you saw; default 0. If another one stands, the answer is 409 and says what stands."""


class _CreateClip(TypedDict):
    format: Literal["mp4", "webp", "gif"]
    """`mp4`: H.264 with sound, at most 10 minutes. `webp` and `gif`: a moving picture without sound, at most 15 seconds."""


class CreateClip(_CreateClip, total=False):
    """What a clip is to show."""

    ranges: Optional[List[ClipRange]]
    """What the clip shows, at most 100. In order of the video; those that overlap become one. Give this, `brand` or `object`."""
    brand: Optional[str]
    """Name of a brand of the results: the clip shows all moments in which it is seen, and from a second before to two seconds after each moment it is said."""
    object: Optional[str]
    """Name of an object of the results: all moments in which it is seen."""
    padding_seconds: Optional[float]
    """Seconds added before and after each stretch, 0 to 5. Default 0."""
    boxes: Optional[bool]
    """Draw boxes with their names: of the brand or object that was asked for, with `ranges` of all brands. Default false."""


class ClipRange(TypedDict):
    """A stretch of the video."""

    start: float
    """When it begins, in seconds of the video."""
    end: float
    """When it ends, in seconds of the video; later than `start`."""


class Clip(TypedDict):
    """Moments of a video as a file of their own."""

    clip_id: str
    """Id of the clip, `clip_…`."""
    job_id: str
    """Id of its job."""
    status: Literal["pending", "processing", "ready", "failed"]
    """`pending`: waits for a worker. `processing`: is being made. `ready`, `failed`: ended."""
    percent: float
    """How much of it is made, 0 to 100."""
    format: Literal["mp4", "webp", "gif"]
    """`mp4`: H.264 with sound, at most 10 minutes. `webp` and `gif`: a moving picture without sound, at most 15 seconds."""
    ranges: List[ClipRange]
    """The stretches of the video that it holds, in order."""
    brand: Optional[str]
    """The brand that was asked for; null if none was."""
    object: Optional[str]
    """The object that was asked for; null if none was."""
    boxes: bool
    """Whether boxes with their names are drawn into the picture: of the brand or object that was asked for, with `ranges` of all brands."""
    url: Optional[str]
    """Path of the file, which takes the same key; null until it is ready."""
    duration_seconds: Optional[float]
    """Length of the clip in seconds; null until it is ready."""
    size_bytes: Optional[int]
    """Size of the file in bytes; null until it is ready."""
    width: Optional[int]
    """Width in pixels; null until it is ready."""
    height: Optional[int]
    """Height in pixels; null until it is ready."""
    error: Optional[ClipError]
    """Why it failed; null if it did not."""
    created_at: str
    """When it was asked for."""
    expires_at: Optional[str]
    """When it is deleted; asking for the same clip again puts that off. Null until it has ended."""


class ClipError(TypedDict):
    code: str
    """What went wrong, for programs."""
    message: str
    """What went wrong, for people."""


class ListJobClipsQuery(TypedDict, total=False):
    """What `listJobClips` may be asked for."""

    limit: int
    """Clips on a page, 1 to 100. Default 20."""
    cursor: str
    """`next_cursor` of the previous page, unchanged."""


class GetJobExposureQuery(TypedDict, total=False):
    """What `getJobExposure` may be asked for."""

    brands: Union[str, List[str]]
    """Only these brands, regardless of case, accents and punctuation, at most 50; absent: all. Shares, `solus_seconds` and clutter still count the others. Repeat it, or separate several with commas; each has at most 200 characters, and a name with a comma of its own counts as two."""
    min_confidence: float
    """Leaves out detections and appearances below this confidence, 0 to 1. Default 0: none."""
    cpm_usd: float
    """Price of a thousand views of a 30-second spot, in US dollars, 0 to 1000000. Absent: with `audience`, the prices of the workspace."""
    audience: Union[int, Literal["views"]]
    """Number of viewers of each of the videos, 0 to 100000000000, or `views`: of each video the audience that was set for it, else the views that its platform gave last."""
    full_size: float
    """Part of the picture, as a fraction from 0.0001 to 1, from which a larger box counts no more. Default 0.06."""
    edge_loss: float
    """What a box in a corner loses, 0 to 1. Default 0.4."""
    clutter: float
    """How much other brands in view at the same time take away, 0 to 2. Default 0.5."""


class _Exposure(TypedDict):
    formula: ExposureFormula
    """How `equivalent_seconds` and `media_value_usd` were computed."""
    videos: List[ExposureVideo]
    """The videos that count."""
    left_out: List[LeftOutVideo]
    """Jobs of a batch that do not count, and why; else empty."""
    seconds_total: float
    """Length of all the videos together, in seconds."""
    brands: List[ExposureBrand]
    """Those with the most equivalent seconds first."""


class Exposure(_Exposure, total=False):
    """What brands get out of one or more videos."""

    videos_not_valued: int
    """With an audience or a price of each video: number of videos of which no audience or no price is known. They count in everything but media values. Otherwise absent."""


class ExposureFormula(TypedDict):
    """How equivalent seconds are computed."""

    version: int
    """Version of the formula."""
    text: str
    """The formula with the numbers in use, a line for each part of it."""
    weights: ExposureWeights
    """The weights in use."""


class ExposureWeights(TypedDict):
    """Weights of the formula."""

    full_size: float
    """Part of the picture, as a fraction from 0.0001 to 1, from which a larger box counts no more. Default 0.06."""
    edge_loss: float
    """What a box in a corner loses, 0 to 1. Default 0.4."""
    clutter: float
    """How much other brands in view at the same time take away, 0 to 2. Default 0.5."""


class _ExposureVideo(TypedDict):
    job_id: str
    """Id of the job."""
    title: Optional[str]
    """Title of the video; null if unknown."""
    duration_seconds: float
    """Length of the video in seconds; of a job with `from` or `to` that of the analysed part."""


class ExposureVideo(_ExposureVideo, total=False):
    """A video that counts."""

    audience: Optional[VideoAudience]
    """With an audience or a price of each video: which counted; null if no audience is known. Otherwise absent."""


class VideoAudience(TypedDict):
    """The audience of a video and its price, as they counted."""

    views: int
    """Number of viewers that counts."""
    read_at: Optional[str]
    """When the platform gave it; null if it is not from the platform."""
    cpm_usd: Optional[float]
    """Price of a thousand views, as a number of US dollars; null if none is known."""
    platform: Optional[str]
    """Platform of the video, `upload` for a file."""
    source: Literal["manual", "platform", "default", "given"]
    """`manual`: a person set it for this video. `platform`: the views that the platform gave last. `default`: the audience of the workspace for videos of which nothing is known. `given`: the number in the request."""


class LeftOutVideo(TypedDict):
    """A job of a batch that does not count."""

    job_id: str
    """Id of the job."""
    reason: Literal["not_completed", "no_brands"]
    """`not_completed`: there are no results. `no_brands`: the results hold no brands, as nobody asked for them or they could not be analysed."""


class _ExposureBrand(TypedDict):
    name: str
    """Name of the brand."""
    videos: int
    """Number of videos in which it is seen or said."""
    appearances: int
    """Number of times it is seen; `said` counts the others."""
    seen_seconds: float
    """Seconds in which at least one box of it is on screen; appearances at the same time count once."""
    share_of_video: float
    """`seen_seconds` by `seconds_total`, as a fraction."""
    share_of_voice: float
    """`seen_seconds` by the sum of all brands', as a fraction."""
    solus_seconds: float
    """Seconds in which it is seen and no other brand is."""
    mean_size: float
    """Area of its box, as a fraction of that of the picture, averaged over the seconds in which it is seen."""
    max_size: float
    """Largest area of a box of it, as a fraction of that of the picture."""
    position: ExposurePosition
    """Where its box is, in seconds of each field."""
    clarity: float
    """How clearly it stands out, 0 to 1, averaged over the seconds in which it is seen; where that was not measured it counts as 1."""
    clarity_known: float
    """Of how much of `seen_seconds` the clarity was measured, as a fraction."""
    legible_seconds: LegibleSeconds
    """For how many seconds it can be read on which device."""
    said: SaidExposure
    """How it is said."""
    longest_seconds: float
    """Longest time in view without a break, in seconds."""
    first_seen: Optional[float]
    """When it is first seen, in seconds, in the first of the videos that shows it; null if it is only said."""
    equivalent_seconds: float
    """Seconds weighed by size, position, clarity and clutter, as `formula` says."""
    media_value_usd: Optional[float]
    """What that is worth, as a number of US dollars; null unless `audience` is given and a price is known."""
    surfaces: List[SurfaceExposure]
    """By surface, where that is known; surfaces in view at the same time each count."""
    best: Optional[BestMoment]
    """The moment in which it counts most; null if it is only said."""


class ExposureBrand(_ExposureBrand, total=False):
    """What the appearances of one brand come to."""

    videos_not_valued: int
    """With an audience or a price of each video: number of `videos` that add nothing to `media_value_usd`, as no audience or no price is known of them. Otherwise absent."""
    disclosure: PaidExposure
    """What is paid for, by the words of the videos. Absent if none of their results tells, as on older ones."""
    corrected: Literal[True]
    """Always true: a person changed it or an appearance of it in one of the videos; absent if nobody did."""


class LegibleSeconds(TypedDict):
    """Seconds in which the letters are at least 12 pixels high on a device."""

    phone: float
    """Seconds on a picture of 360 lines of pixels."""
    laptop: float
    """Seconds on a picture of 720 lines of pixels."""
    tv: float
    """Seconds on a picture of 1080 lines of pixels."""


class SaidExposure(TypedDict):
    """A brand in speech."""

    times: int
    """Number of times it is said."""
    seconds_overlapping_seen: float
    """Seconds of saying its name while it is in view."""


class SurfaceExposure(TypedDict):
    """A brand on one kind of surface."""

    surface: Literal["jersey-front", "jersey-back", "jersey-sleeve", "shorts", "headwear", "footwear", "other-apparel", "perimeter-board", "scoreboard", "playing-surface", "goal-or-stanchion", "bench-or-dugout", "venue-structure", "banner", "podium", "media-backdrop", "microphone", "vehicle", "equipment", "broadcast-graphic", "virtual-ad", "title-card", "device-screen", "product-placement", "packaging", "storefront", "billboard", "set-dressing", "overlay-watermark"]
    """The surface."""
    seen_seconds: float
    """Seconds in view on this surface."""
    equivalent_seconds: float
    """Equivalent seconds on this surface."""


class BestMoment(TypedDict):
    """The moment in which a brand counts most."""

    job_id: str
    """Job of the video."""
    timestamp: float
    """Time of the moment, in seconds."""
    frame_url: Optional[str]
    """Path of its proof frame, `/v1/frames/…`; null if there is none."""
    bounding_box: BoundingBox
    """Where the brand is on it."""


class PaidExposure(TypedDict):
    """In how many videos a brand is, by what they say, paid for, and how much of it is in paid segments."""

    videos_paid: int
    """Number of videos in which a disclosure or a paid segment names the brand."""
    videos_disclosed: int
    """Number of videos in which a disclosure that names the brand was found."""
    videos_not_known: int
    """Number of videos in which neither names the brand; nobody may have paid, or it was not said."""
    seen_seconds_paid: float
    """Seconds of `seen_seconds` that are in paid segments of the brand."""
    said_times_paid: int
    """Number of times it is said in paid segments of the brand."""


class GetBatchExposureQuery(TypedDict, total=False):
    """What `getBatchExposure` may be asked for."""

    brands: Union[str, List[str]]
    """Only these brands, regardless of case, accents and punctuation, at most 50; absent: all. Shares, `solus_seconds` and clutter still count the others. Repeat it, or separate several with commas; each has at most 200 characters, and a name with a comma of its own counts as two."""
    min_confidence: float
    """Leaves out detections and appearances below this confidence, 0 to 1. Default 0: none."""
    cpm_usd: float
    """Price of a thousand views of a 30-second spot, in US dollars, 0 to 1000000. Absent: with `audience`, the prices of the workspace."""
    audience: Union[int, Literal["views"]]
    """Number of viewers of each of the videos, 0 to 100000000000, or `views`: of each video the audience that was set for it, else the views that its platform gave last."""
    full_size: float
    """Part of the picture, as a fraction from 0.0001 to 1, from which a larger box counts no more. Default 0.06."""
    edge_loss: float
    """What a box in a corner loses, 0 to 1. Default 0.4."""
    clutter: float
    """How much other brands in view at the same time take away, 0 to 2. Default 0.5."""


class _ExposureAsk(TypedDict):
    job_ids: List[str]
    """Ids of completed jobs with `brands`, 1 to 2000; one that is named twice counts once."""


class ExposureAsk(_ExposureAsk, total=False):
    """Which jobs, which brands, and with which weights."""

    brands: Optional[List[str]]
    """Only these brands, regardless of case, accents and punctuation, at most 50; absent: all. Shares, `solus_seconds` and clutter still count the others."""
    min_confidence: Optional[float]
    """Leaves out detections and appearances below this confidence, 0 to 1. Default 0: none."""
    cpm_usd: Optional[float]
    """Price of a thousand views of a 30-second spot, in US dollars, 0 to 1000000. Absent: with `audience`, the prices of the workspace."""
    audience: Optional[Union[int, Literal["views"]]]
    """Number of viewers of each of the videos, 0 to 100000000000, or `views`: of each video the audience that was set for it, else the views that its platform gave last."""
    full_size: Optional[float]
    """Part of the picture, as a fraction from 0.0001 to 1, from which a larger box counts no more. Default 0.06."""
    edge_loss: Optional[float]
    """What a box in a corner loses, 0 to 1. Default 0.4."""
    clutter: Optional[float]
    """How much other brands in view at the same time take away, 0 to 2. Default 0.5."""


class GetTrendsQuery(TypedDict, total=False):
    """What `getTrends` may be asked for."""

    by: Literal["day", "week", "month"]
    """Length of a period; weeks begin on Monday. Default `week`."""
    campaign_id: str
    """Only videos of this campaign, `cmp_…`. Parameters beside it narrow its choice further; `since` and `until` do so too."""
    tag: Union[str, List[str]]
    """Only videos with this tag; repeat it for several, one of which must fit."""
    follow_id: Union[str, List[str]]
    """Only videos of this Follow; repeat it for several."""
    channel: Union[str, List[str]]
    """Only videos that this channel published, by name regardless of case or by the address of its page; repeat it for several."""
    platform: Union[str, List[str]]
    """Only videos of this platform; repeat it for several."""
    since: str
    """First day."""
    until: str
    """Last day."""
    time_zone: str
    """Time zone in which days begin, a name of the IANA database. Default `UTC`."""
    brand_set_id: str
    """Only the brands of this set, `set_…`, the own brand first; those of `brands` beside it are added."""
    brands: Union[str, List[str]]
    """Only these brands, regardless of case, accents and punctuation, at most 50; repeat it or separate names by commas. Other names of a brand in the library count as the brand. Shares are still of all brands."""
    group_by: Literal["brand", "channel", "platform", "follow"]
    """What each series is about. By channel, platform or Follow, the numbers are those of the chosen brands together, or of all. Default `brand`."""
    audience: Literal["views"]
    """Adds `views` and `media_value_usd`, by the audience that was set for each video, else the views that its platform gave last, else the default of the workspace."""
    cpm_usd: float
    """Price of a thousand views of a 30-second spot, in US dollars, 0 to 1000000, with `audience`. Absent: the prices of the workspace."""
    order_by: Literal["equivalent_seconds", "seen_seconds", "videos", "mentions", "videos_paid", "media_value_usd"]
    """The number that decides which series are listed, and in which order: those with most of it over all periods first. `media_value_usd` needs `audience`. Default `equivalent_seconds`."""
    limit: int
    """Number of series, those with most of `order_by` first, 1 to 50; the others are one sum. Default 12."""


class _Trends(TypedDict):
    by: Literal["day", "week", "month"]
    """Length of a period."""
    group_by: Literal["brand", "channel", "platform", "follow"]
    """What each series is about."""
    time_zone: str
    """Time zone in which days begin."""
    since: str
    """First day that counts, YYYY-MM-DD."""
    until: str
    """Last day that counts, YYYY-MM-DD."""
    videos: int
    """Number of videos that count: completed, with `brands`, the newest analysis of each."""
    previous_videos: int
    """Number of videos that count in the stretch of the same number of days before the first period. If it is 0, `previous` of each series says nothing about the brand."""
    videos_undated: int
    """Number of those that have no known date of publication and count on the day on which their job was created."""
    corrected: Optional[TrendCorrections]
    """Videos of these periods that were corrected or recounted after their period was over, and more than a day after their analysis: earlier answers and reports have other numbers. null if there are none."""
    periods: List[TrendPeriod]
    """All periods in order, also those without videos."""
    series: List[TrendSeries]
    """Those with most of `order_by` first; the own brand of a set before them."""
    left_out: TrendRest
    """What is not listed."""


class Trends(_Trends, total=False):
    """What brands come to over time."""

    incomplete: Literal[True]
    """Always true: after an update or a restore of the service, some earlier videos are not counted yet, so that the numbers may be too small; else absent."""


class TrendCorrections(TypedDict):
    """Videos whose numbers changed after they may have been reported."""

    videos: int
    """Number of these videos."""
    corrections: int
    """Number of corrections by people."""
    recounts: int
    """Number of times that a brand of the library was counted in one of them later."""
    last_at: str
    """When the last of them was made."""


class TrendPeriod(TypedDict):
    """A day, a week or a month."""

    start: str
    """First day, YYYY-MM-DD."""
    end: str
    """Last day, YYYY-MM-DD."""
    complete: bool
    """Whether it is over and was counted as a whole; the first and last may not be."""
    videos: int
    """Number of videos with a date in it, with and without brands."""
    video_seconds: float
    """Length of these videos together, in seconds."""
    seen_seconds: float
    """Seconds on screen of all brands together."""
    equivalent_seconds: float
    """Equivalent seconds of all brands together."""
    mentions: int
    """Number of times that any brand is said."""


class _TrendSeries(TypedDict):
    name: Optional[str]
    """The brand, channel, platform or Follow; null for videos that have none, such as uploads without a channel."""
    id: Optional[str]
    """Id of the Follow, or address of the page of the channel; else null."""
    total: TrendNumbers
    """Over all periods."""
    previous: TrendNumbers
    """Over the stretch of the same number of days before the first period."""
    periods: List[TrendNumbers]
    """One for each of `periods` of the answer, in order."""


class TrendSeries(_TrendSeries, total=False):
    """One brand, channel, platform or Follow over time."""

    own: Literal[True]
    """Always true: it is the own brand of the brand set; else absent."""


class _TrendNumbers(TypedDict):
    videos: int
    """Number of videos in which it is seen or said."""
    appearances: int
    """Number of times it is seen."""
    seen_seconds: float
    """Seconds in which it is on screen."""
    equivalent_seconds: float
    """Equivalent seconds, by the default weights of the exposure."""
    share_of_voice: float
    """`seen_seconds` by those of all brands in the same period, as a fraction; 0 if there are none."""
    mentions: int
    """Number of times it is said."""
    videos_paid: int
    """Number of videos in which a disclosure or a paid segment names the brand."""
    videos_disclosed: int
    """Number of videos in which a disclosure names the brand."""
    paid_seen_seconds: float
    """Seconds of `seen_seconds` that are in its paid segments."""
    paid_mentions: int
    """Number of mentions in its paid segments."""


class TrendNumbers(_TrendNumbers, total=False):
    """What something comes to in a stretch of time."""

    views: int
    """Number of views of these videos together, as far as they are known; only with `audience`."""
    media_value_usd: Optional[float]
    """What its equivalent seconds are worth, in US dollars; null if no video has both an audience and a price. Only with `audience`."""
    videos_not_valued: int
    """Number of videos with it that add nothing to the value, because no audience or price is known; only with `audience`."""


class TrendRest(TypedDict):
    """Sums of the series that are not listed."""

    series: int
    """Number of series that are not listed because of `limit`."""
    seen_seconds: float
    """Their seconds on screen together."""
    equivalent_seconds: float
    """Their equivalent seconds together."""
    mentions: int
    """Number of times they are said."""


class GetTrendsFileQuery(TypedDict, total=False):
    """What `getTrendsFile` may be asked for."""

    by: Literal["day", "week", "month"]
    """Length of a period; weeks begin on Monday. Default `week`."""
    campaign_id: str
    """Only videos of this campaign, `cmp_…`. Parameters beside it narrow its choice further; `since` and `until` do so too."""
    tag: Union[str, List[str]]
    """Only videos with this tag; repeat it for several, one of which must fit."""
    follow_id: Union[str, List[str]]
    """Only videos of this Follow; repeat it for several."""
    channel: Union[str, List[str]]
    """Only videos that this channel published, by name regardless of case or by the address of its page; repeat it for several."""
    platform: Union[str, List[str]]
    """Only videos of this platform; repeat it for several."""
    since: str
    """First day."""
    until: str
    """Last day."""
    time_zone: str
    """Time zone in which days begin, a name of the IANA database. Default `UTC`."""
    brand_set_id: str
    """Only the brands of this set, `set_…`, the own brand first; those of `brands` beside it are added."""
    brands: Union[str, List[str]]
    """Only these brands, regardless of case, accents and punctuation, at most 50; repeat it or separate names by commas. Other names of a brand in the library count as the brand. Shares are still of all brands."""
    group_by: Literal["brand", "channel", "platform", "follow"]
    """What each series is about. By channel, platform or Follow, the numbers are those of the chosen brands together, or of all. Default `brand`."""
    audience: Literal["views"]
    """Adds `views` and `media_value_usd`, by the audience that was set for each video, else the views that its platform gave last, else the default of the workspace."""
    cpm_usd: float
    """Price of a thousand views of a 30-second spot, in US dollars, 0 to 1000000, with `audience`. Absent: the prices of the workspace."""
    order_by: Literal["equivalent_seconds", "seen_seconds", "videos", "mentions", "videos_paid", "media_value_usd"]
    """The number that decides which series are listed, and in which order: those with most of it over all periods first. `media_value_usd` needs `audience`. Default `equivalent_seconds`."""
    limit: int
    """Number of series, those with most of `order_by` first, 1 to 50; the others are one sum. Default 12."""


class ListTrendVideosQuery(TypedDict, total=False):
    """What `listTrendVideos` may be asked for."""

    campaign_id: str
    """Only videos of this campaign, `cmp_…`. Parameters beside it narrow its choice further; `since` and `until` do so too."""
    tag: Union[str, List[str]]
    """Only videos with this tag; repeat it for several, one of which must fit."""
    follow_id: Union[str, List[str]]
    """Only videos of this Follow; repeat it for several."""
    channel: Union[str, List[str]]
    """Only videos that this channel published, by name regardless of case or by the address of its page; repeat it for several."""
    platform: Union[str, List[str]]
    """Only videos of this platform; repeat it for several."""
    since: str
    """First day."""
    until: str
    """Last day."""
    time_zone: str
    """Time zone in which days begin, a name of the IANA database. Default `UTC`."""
    brand_set_id: str
    """Only the brands of this set, `set_…`, the own brand first; those of `brands` beside it are added."""
    brands: Union[str, List[str]]
    """Only these brands, regardless of case, accents and punctuation, at most 50; repeat it or separate names by commas. Other names of a brand in the library count as the brand. Shares are still of all brands."""
    limit: int
    """Videos on a page, 1 to 100. Default 20."""
    cursor: str
    """`next_cursor` of the previous page, unchanged."""


class TrendVideo(TypedDict):
    """A video behind a number of a trend."""

    job_id: str
    """Id of the job."""
    title: Optional[str]
    """Title of the video, or the name of its file; null if unknown."""
    platform: str
    """Where it is from."""
    channel: Optional[str]
    """Who published it; null if unknown."""
    channel_url: Optional[str]
    """Address of the page of the channel; null if unknown."""
    dated_at: str
    """When it was published, or when its job was created where that is unknown."""
    published: bool
    """Whether `dated_at` is when it was published."""
    duration_seconds: float
    """Length of the video in seconds."""
    appearances: int
    """Number of times that the chosen brands are seen."""
    seen_seconds: float
    """Seconds on screen of the chosen brands, added up."""
    equivalent_seconds: float
    """Equivalent seconds of the chosen brands."""
    mentions: int
    """Number of times that they are said."""
    paid: Optional[bool]
    """Whether a disclosure or a paid segment names one of them; null if the results don’t tell."""
    corrected_at: Optional[str]
    """When its brands were last corrected or recounted; null if they were not."""
    moment: Optional[float]
    """Second of the moment that counts most; null if none of them is seen or said."""


class Campaign(TypedDict):
    """A choice of videos, under a name."""

    campaign_id: str
    """Id of the campaign, `cmp_…`."""
    name: str
    """Its name."""
    videos: VideoChoice
    """Which videos belong to it."""
    brand_set_id: Optional[str]
    """The brand set that is shown with it; null if none, or if it was deleted."""
    updated_at: str
    """When it last changed."""


class VideoChoice(TypedDict, total=False):
    """Which videos count. All given fields must hold."""

    tags: Optional[List[str]]
    """Only videos with one of these tags, at most 20."""
    follow_ids: Optional[List[str]]
    """Only videos of one of these Follows, at most 50."""
    channels: Optional[List[str]]
    """Only videos that one of these published, by name regardless of case or by the address of its page, at most 100."""
    platforms: Optional[List[str]]
    """Only videos of one of these platforms, at most 20."""
    since: Optional[str]
    """Only videos of this day or later. The day of a video is when it was published; where that is unknown, when its job was created."""
    until: Optional[str]
    """Only videos of this day or earlier."""


class _CampaignEntry(TypedDict):
    name: str
    """Name of the campaign, at most 100 characters."""
    videos: VideoChoice
    """Which videos belong to it, now and later. Without any field: all of the workspace."""


class CampaignEntry(_CampaignEntry, total=False):
    """A choice of videos, under a name."""

    brand_set_id: Optional[str]
    """The brand set that is shown with it, `set_…`. Null or absent: none."""


class BrandSet(TypedDict):
    """A brand and its rivals, under a name."""

    brand_set_id: str
    """Id of the set, `set_…`."""
    name: str
    """Its name."""
    own: Optional[str]
    """Your own brand; null if none."""
    brands: List[str]
    """The rivals, in the order in which they were given."""
    updated_at: str
    """When it last changed."""


class _BrandSetEntry(TypedDict):
    name: str
    """Name of the set, at most 100 characters."""
    brands: List[str]
    """The rivals, or with no brand of your own all brands of the set; at most 50 of at most 200 characters each. Names that differ only in case, accents or punctuation are one brand and are kept once."""


class BrandSetEntry(_BrandSetEntry, total=False):
    """A brand and its rivals, under a name."""

    own: Optional[str]
    """Your own brand, at most 200 characters; the others are its rivals. Null or absent: none."""


class JobViews(TypedDict):
    """Views of a job's video, and when they are read."""

    job_id: str
    """Id of the job."""
    platform: str
    """Platform of the video, `upload` for a file."""
    published_at: Optional[str]
    """When the video was published, as a person set it, else as the platform or the feed of the Follow says; null if that is not known."""
    published_source: Optional[Literal["manual", "platform", "feed"]]
    """Who says when it was published. `manual`: a person. `platform`: its platform. `feed`: the feed of the Follow that found it. null: nobody."""
    views: List[ViewsReading]
    """Every reading, the oldest first. Numbers that fall are kept as they are."""
    audience: Optional[CountedAudience]
    """What `audience: "views"` counts for this video; null if nothing is known."""
    next_reading: Optional[str]
    """When the platform is asked next, at the earliest; null if it is not."""
    reading: Literal["scheduled", "finished", "not_given", "vanished", "failed", "off", "no_link", "not_completed"]
    """`scheduled`: there are more readings. `finished`: all are made. `not_given`: the platform gives no views. `vanished`: the video is gone or private. `failed`: the platform refused until the last reading was given up. `off`: the operator has turned readings off. `no_link`: an uploaded file. `not_completed`: the job is not completed."""
    reason: Optional[str]
    """Why there are no further readings, or what the last one that failed said; null if all is well."""


class ViewsReading(TypedDict):
    """The views of a video at one time."""

    read_at: str
    """When the platform was asked."""
    views: int
    """Number of views that it gave then."""


class CountedAudience(TypedDict):
    """The audience that counts for a video."""

    views: int
    """Number of viewers that counts."""
    read_at: Optional[str]
    """When the platform gave it; null if it is not from the platform."""
    source: Literal["manual", "platform", "default", "given"]
    """`manual`: a person set it for this video. `platform`: the views that the platform gave last. `default`: the audience of the workspace for videos of which nothing is known. `given`: the number in the request."""


class SetAudience(TypedDict, total=False):
    """The audience of a video, and when it was published; at least one of the two."""

    views: Optional[int]
    """Number of viewers of the video, 0 to 100000000000; it then counts instead of the platform's views. null: the platform's count again. Absent: as it was."""
    published_at: Optional[str]
    """When the video was published, as a date or a date and time in ISO 8601, from 1900 to now. A date without a time counts on this day in every time zone from UTC−12 to UTC+11. Trends, campaigns and reports count the video on it; it comes before the date that the platform gives. null: what the platform says again. Absent: as it was."""


class MediaPrices(TypedDict):
    """What views cost the workspace."""

    cpm_usd: Optional[float]
    """Price of a thousand views of a 30-second spot, in US dollars, 0 to 1000000, of platforms without a price of their own. null: none is set."""
    cpm_usd_by_platform: PricesByPlatform
    """Prices by platform, where they differ."""
    audience: Optional[int]
    """Number of viewers of a video of which neither a person nor the platform says one, 0 to 100000000000. null: none is set."""


class PricesByPlatform(TypedDict, total=False):
    """Prices by platform, where they differ."""

    youtube: float
    """Price of a thousand views on YouTube, in US dollars, 0 to 1000000."""
    tiktok: float
    """Price of a thousand views on TikTok, in US dollars, 0 to 1000000."""
    instagram: float
    """Price of a thousand views on Instagram, in US dollars, 0 to 1000000."""
    direct: float
    """Price of a thousand views on direct links, in US dollars, 0 to 1000000."""
    upload: float
    """Price of a thousand views on uploaded files, in US dollars, 0 to 1000000."""


class SetMediaPrices(TypedDict, total=False):
    """Prices of a workspace; what is absent is removed."""

    cpm_usd: Optional[float]
    """Price of a thousand views of a 30-second spot, in US dollars, 0 to 1000000, of platforms without a price of their own."""
    cpm_usd_by_platform: Optional[SetPricesByPlatform]
    """Prices by platform, where they differ."""
    audience: Optional[int]
    """Number of viewers of a video of which neither a person nor the platform says one, 0 to 100000000000."""


class SetPricesByPlatform(TypedDict, total=False):
    """Prices by platform, where they differ."""

    youtube: float
    """Price of a thousand views on YouTube, in US dollars, 0 to 1000000."""
    tiktok: float
    """Price of a thousand views on TikTok, in US dollars, 0 to 1000000."""
    instagram: float
    """Price of a thousand views on Instagram, in US dollars, 0 to 1000000."""
    direct: float
    """Price of a thousand views on direct links, in US dollars, 0 to 1000000."""
    upload: float
    """Price of a thousand views on uploaded files, in US dollars, 0 to 1000000."""


class Alert(TypedDict):
    """What to tell of new videos, and where."""

    alert_id: str
    """Id of the alert, `alr_…`."""
    name: str
    """Its name."""
    condition: AlertCondition
    """What must be so for a video to be found."""
    campaign_id: Optional[str]
    """Only videos of this campaign; null: any."""
    videos: Optional[VideoChoice]
    """Only these videos; null: any."""
    time_zone: str
    """Time zone of quiet hours, days, weeks and months."""
    targets: List[AlertTarget]
    """Where it is sent."""
    quiet_hours: Optional[AlertQuietHours]
    """Hours in which nothing is sent; null: none."""
    digest_above: int
    """Number of matches of an hour that are sent one by one."""
    enabled: bool
    """Whether it looks for anything."""
    problem: Optional[str]
    """Why it finds nothing, such as a campaign or brand set that was deleted; null if nothing is wrong."""
    matches_last_week: int
    """How many videos it found in the last 7 days."""
    last_match_at: Optional[str]
    """When it last found one; null if never."""
    updated_at: str
    """When it last changed."""


class _AlertAppears(TypedDict):
    type: Literal["appears"]
    """A brand appears in a video."""


class AlertAppears(_AlertAppears, total=False):
    """A brand appears in a video."""

    brands: Optional[List[str]]
    """The brands, at most 50, regardless of case, accents and punctuation; one of them suffices. Other names of a brand in the library count as the brand. Give these or `brand_set_id`."""
    brand_set_id: Optional[str]
    """All brands of this set, `set_…`, its own brand too. Give this or `brands`."""
    min_seconds: Optional[float]
    """Only if it is on screen for at least so many seconds of the video, added up. What is only said does not count then. Default 0."""
    source: Optional[Literal["seen", "said", "either"]]
    """Whether it must be seen or said. Default `either`."""


class _AlertTogether(TypedDict):
    type: Literal["together"]
    """Two brands are on screen at the same time."""
    brands: List[str]
    """The two brands."""


class AlertTogether(_AlertTogether, total=False):
    """Two brands are on screen at the same time."""

    min_seconds: Optional[float]
    """Only if they are for at least so many seconds of the video, added up. Default 0."""


class _AlertPaid(TypedDict):
    type: Literal["paid"]
    """A brand has a paid segment, or pays by the words of a video."""


class AlertPaid(_AlertPaid, total=False):
    """A brand has a paid segment, or pays by the words of a video."""

    brands: Optional[List[str]]
    """The brands, at most 50, regardless of case, accents and punctuation; one of them suffices. Other names of a brand in the library count as the brand. Give these or `brand_set_id`."""
    brand_set_id: Optional[str]
    """All brands of this set, `set_…`, its own brand too. Give this or `brands`."""


class _AlertPassed(TypedDict):
    type: Literal["passed"]
    """A rival passes a brand: it was behind in the running week or month, and is ahead."""
    brand: str
    """The brand."""
    rivals: List[str]
    """The rivals, at most 50; one that passes suffices."""


class AlertPassed(_AlertPassed, total=False):
    """A rival passes a brand."""

    by: Optional[Literal["seen_seconds", "equivalent_seconds"]]
    """What is compared. Default `equivalent_seconds`."""
    period: Optional[Literal["week", "month"]]
    """Over which stretch it is added up; weeks begin on Monday. Default `week`."""


class AlertTarget(TypedDict):
    """Where an alert is sent."""

    target_id: str
    """Id of the target, `tgt_…`."""
    type: Literal["mail", "webhook", "slack", "teams"]
    """What kind of target it is."""
    address: str
    """Its address; of `slack` and `teams` only the host and the last four characters."""
    off_reason: Optional[str]
    """Why nothing is sent there any more, such as an answer 410; null while it is. `MEMBER_LEFT: …`, `KEY_REVOKED: …` and `ACCOUNT_TAKEN_OVER: …` if who added it or last turned it on has left the workspace, was revoked, or had made the account of somebody else. Saving the alert turns it on again, and makes it the caller’s. `UNSUBSCRIBED: …` if the person has ended mail of alerts of the workspace by the link in it; only the person can have it again, whatever others save."""


class AlertQuietHours(TypedDict):
    """Hours of each day in which nothing is sent."""

    start: str
    """When they begin, HH:MM."""
    end: str
    """When they end, HH:MM; on the next day if it is before `start`."""


class _AlertEntry(TypedDict):
    name: str
    """Name of the alert, at most 100 characters."""
    condition: AlertCondition
    """What must be so for a video to be found."""
    targets: List[AlertTargetEntry]
    """Where it is sent, at most 10 targets. Without any, matches are only listed."""


class AlertEntry(_AlertEntry, total=False):
    """What to tell of new videos, and where."""

    campaign_id: Optional[str]
    """Only videos of this campaign, `cmp_…`. Null or absent: any."""
    videos: Optional[VideoChoice]
    """Only these videos, instead of a campaign. Null or absent: any."""
    time_zone: Optional[str]
    """Time zone of quiet hours, days, weeks and months. Default `UTC`."""
    quiet_hours: Optional[AlertQuietHours]
    """What is found in these hours is sent together at their end. Null or absent: none."""
    digest_above: Optional[int]
    """Number of matches of an hour that are sent one by one, 1 to 100; more come together, at the latest an hour after the first. Default 10."""
    enabled: Optional[bool]
    """False: nothing is looked for. Default true."""


class _AlertTargetEntry(TypedDict):
    type: Literal["mail", "webhook", "slack", "teams"]
    """`mail`: to a member. `webhook`: signed like other webhooks. `slack` and `teams`: to an incoming webhook of these, in their form."""


class AlertTargetEntry(_AlertTargetEntry, total=False):
    """Where an alert is sent."""

    address: Optional[str]
    """For `mail` the confirmed address of a member of the workspace, else an HTTPS address with a public name. May be absent if `target_id` is given."""
    target_id: Optional[str]
    """Keeps a target of the alert with its address, which is not shown in full for `slack` and `teams`. Only in a PUT."""


class ListAlertMatchesQuery(TypedDict, total=False):
    """What `listAlertMatches` may be asked for."""

    limit: int
    """Matches on a page, 1 to 100. Default 20."""
    cursor: str
    """`next_cursor` of the previous page, unchanged."""


class AlertMatch(TypedDict):
    """A video that an alert found."""

    match_id: str
    """Id of the match, `mat_…`."""
    job_id: str
    """Id of the job."""
    title: Optional[str]
    """Title of the video, or the name of its file; null if unknown."""
    brand: str
    """The brand it is about: the one with most seconds, or the rival that passes."""
    brands: List[str]
    """All brands of the alert that it is about."""
    seconds: float
    """Seconds on screen: of the brand, of both at once, or in its paid segments. For a rival that passes, its sum in the week or month. 0 if the brand is only said."""
    moment: Optional[float]
    """Second of the video to look at; null if there is none."""
    frame_url: Optional[str]
    """Address of a picture that proves it; null if there is none."""
    found_at: str
    """When it was found."""
    sends_at: Optional[str]
    """When it is to be sent, if it waits for quiet hours or a digest; else null."""
    sent_at: Optional[str]
    """When the first target accepted it; null before."""
    withdrawn_at: Optional[str]
    """When a correction of the results made it wrong; null if it is right."""
    deliveries: List[AlertDelivery]
    """Where it was sent, or is being sent. Kept as long as deliveries of webhooks are."""


class AlertDelivery(TypedDict):
    """A message of an alert on its way to a target."""

    type: Literal["mail", "webhook", "slack", "teams"]
    """What kind of target it is."""
    address: str
    """Its address, without secrets."""
    status: Literal["pending", "delivered", "failed"]
    """`pending`: it is tried, or tried again. `failed`: it is not tried again."""
    attempts: int
    """Number of attempts so far."""
    error: Optional[str]
    """Why the last attempt failed, or what it waits for; null if there is nothing to say. To a person go at most 10 mails of alerts of a workspace in an hour; what comes after that goes together in one mail at its end."""
    next_attempt_at: Optional[str]
    """When it is tried next; null if it is not."""
    delivered_at: Optional[str]
    """When it was accepted; null if it was not."""


class AlertTest(TypedDict):
    """An example that is being sent."""

    deliveries: List[AlertDelivery]
    """The example on its way to each target; it is sent within seconds."""


class _AlertPreviewEntry(TypedDict):
    condition: AlertCondition
    """What must be so for a video to be found."""


class AlertPreviewEntry(_AlertPreviewEntry, total=False):
    """What to look for in recent videos."""

    campaign_id: Optional[str]
    """Only videos of this campaign, `cmp_…`. Null or absent: any."""
    videos: Optional[VideoChoice]
    """Only these videos, instead of a campaign. Null or absent: any."""
    time_zone: Optional[str]
    """Time zone of quiet hours, days, weeks and months. Default `UTC`."""


class AlertPreview(TypedDict):
    """What an alert would have found."""

    days: int
    """Number of days that were looked at."""
    matches: int
    """Number of videos that would have been found."""
    complete: bool
    """Whether all videos were read; false if more than 500 have the brands, of which the newest were read, or if earlier videos are not counted yet after an update or a restore."""
    findings: List[AlertFinding]
    """The newest of them, at most 10."""


class AlertFinding(TypedDict):
    """What an alert finds in a video."""

    job_id: str
    """Id of the job."""
    title: Optional[str]
    """Title of the video, or the name of its file; null if unknown."""
    brand: str
    """The brand it is about: the one with most seconds, or the rival that passes."""
    brands: List[str]
    """All brands of the alert that it is about."""
    seconds: float
    """Seconds on screen: of the brand, of both at once, or in its paid segments. For a rival that passes, its sum in the week or month. 0 if the brand is only said."""
    moment: Optional[float]
    """Second of the video to look at; null if there is none."""
    frame_url: Optional[str]
    """Address of a picture that proves it; null if there is none."""


class _ReportSchedule(TypedDict):
    schedule_id: str
    """Id of the schedule, `sch_…`."""
    name: str
    """Its name."""
    campaign_id: Optional[str]
    """Its campaign; null for all videos."""
    brand_set_id: Optional[str]
    """Its brand set; null if none was chosen."""
    every: ScheduleEvery
    """When it is due."""
    time_zone: str
    """Time zone of the hour and of the days."""
    formats: List[ReportFormat]
    """Files that are made."""
    title: Optional[str]
    """Title of the reports; null for the name."""
    has_logo: bool
    """Whether the cover has a logo."""
    recipients: List[ScheduleRecipient]
    """Members who get mail. Whoever left the workspace, or has unsubscribed, is gone from the list."""
    deliver: Literal["link", "file"]
    """What the mail has."""
    public_link: bool
    """Whether links in mail open without an account."""
    mail_available: bool
    """Whether the service has a mail server."""
    enabled: bool
    """Whether it runs by itself."""
    off_reason: Optional[str]
    """Why the service turned it off; null if it did not. `MEMBER_LEFT: …`, `KEY_REVOKED: …` and `ACCOUNT_TAKEN_OVER: …` if its links open without an account and who last changed it has left the workspace, was revoked, or had made the account of somebody else."""
    next_run_at: Optional[str]
    """When it is due next; null if it is off."""
    last_run: Optional[ScheduleRun]
    """Its newest run; null if there is none."""
    updated_at: str
    """When it was last changed."""


class ReportSchedule(_ReportSchedule, total=False):
    """A report of each week or month."""

    unsubscribed: List[ScheduleRecipient]
    """Members whom the schedule names too, and who have ended mail of reports by schedule of the workspace by the link in it. Only they can have it again. Absent if there are none."""


class WeekScheduleEvery(TypedDict):
    period: Literal["week"]
    """A report of each week, Monday to Sunday."""
    weekday: Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    """Day of the week on which the report of the week before is made."""
    hour: int
    """Hour of the day in the time zone, 0 to 23. An hour that a day skips is the next one."""


class MonthScheduleEvery(TypedDict):
    period: Literal["month"]
    """A report of each month."""
    day: Union[int, Literal["last"]]
    """Day of the month on which the report of the month before is made, 1 to 28, or `last`."""
    hour: int
    """Hour of the day in the time zone, 0 to 23. An hour that a day skips is the next one."""


class ScheduleRecipient(TypedDict):
    """A member who gets mail."""

    user_id: str
    """Id of the person."""
    name: str
    """Name of the person."""
    email: str
    """Mail address of the person."""
    verified: bool
    """Whether the address is verified; others get no mail."""


class ScheduleRun(TypedDict):
    """One run of a schedule."""

    run_id: str
    """Id of the run, `run_…`."""
    schedule_id: str
    """Its schedule."""
    state: ScheduleRunState
    """How far it is."""
    by_hand: bool
    """Whether somebody asked for it, apart from the schedule."""
    period: SchedulePeriod
    """The days it is about."""
    videos: Optional[int]
    """Number of videos of the period; null until they are counted."""
    report_id: Optional[str]
    """Its report, `rep_…`; null if there is none. The report may have been removed since."""
    error: Optional[ScheduleRunError]
    """Why it failed or waits; null otherwise."""
    mails: List[ScheduleMail]
    """What was sent to whom, and why not."""
    due_at: str
    """When it was due."""
    ended_at: Optional[str]
    """When it was ready, empty or failed; null before."""


class SchedulePeriod(TypedDict):
    """The days that a run is about."""

    start: str
    """First day."""
    end: str
    """Last day."""


class ScheduleRunError(TypedDict):
    """Why a run failed or waits."""

    code: str
    """Code of the failure."""
    message: str
    """What went wrong, or what it waits for."""


class ScheduleMail(TypedDict):
    """What was sent to a person."""

    user_id: str
    """Id of the person."""
    email: Optional[str]
    """The mail address; null if the account is gone."""
    state: Literal["waiting", "sent", "skipped", "failed"]
    """`waiting`: it is sent soon, or again. `sent`: the mail server took it. `skipped`: it was not to be sent; `reason` says why. `failed`: the mail server did not take it for days."""
    reason: Optional[str]
    """Why it was not sent, or not yet; null if there is nothing to say."""
    attached: List[str]
    """Formats of the files that were attached; empty if it has a link."""
    sent_at: Optional[str]
    """When the mail server took it; null before."""


class _ReportScheduleEntry(TypedDict):
    name: str
    """Name of the schedule, at most 100 characters. No other schedule of the workspace may have it."""
    every: ScheduleEvery
    """When it is due."""


class ReportScheduleEntry(_ReportScheduleEntry, total=False):
    """A report of each week or month."""

    campaign_id: Optional[str]
    """The campaign whose videos are reported, `cmp_…`. Null or absent: all videos."""
    brand_set_id: Optional[str]
    """The brands that are reported, `set_…`; shares are still of all brands. Null or absent: the brand set of the campaign, or all brands."""
    time_zone: Optional[str]
    """Time zone of the hour and of the days of the period, a name of the IANA database. Default `UTC`."""
    formats: Optional[List[ReportFormat]]
    """Files to make. Default: `pdf`."""
    title: Optional[str]
    """Title of the reports, at most 200 characters; the period follows it. Default: the name of the schedule."""
    logo: Optional[str]
    """Picture for the cover, as for a report. A change without it keeps the present one; null removes it."""
    recipients: Optional[List[str]]
    """Who gets mail: members of the workspace, by the id or the mail address of the person, at most 50. Default: nobody; the reports are in the list of reports."""
    deliver: Optional[Literal["link", "file"]]
    """What the mail has: a `link` to the report, or its files (`file`); a link too where the files are too large for mail. Default `link`."""
    public_link: Optional[bool]
    """Whether the link in a mail opens without an account, as a shared report. Default false: it opens the console."""
    enabled: Optional[bool]
    """Whether it runs by itself. Default true."""


class ListScheduleRunsQuery(TypedDict, total=False):
    """What `listScheduleRuns` may be asked for."""

    limit: int
    """Runs on a page, 1 to 100. Default 20."""
    cursor: str
    """`next_cursor` of the previous page, unchanged."""


class ScheduleRunDetails(TypedDict):
    """One run of a schedule, with what changed."""

    run_id: str
    """Id of the run, `run_…`."""
    schedule_id: str
    """Its schedule."""
    state: ScheduleRunState
    """How far it is."""
    by_hand: bool
    """Whether somebody asked for it, apart from the schedule."""
    period: SchedulePeriod
    """The days it is about."""
    videos: Optional[int]
    """Number of videos of the period; null until they are counted."""
    report_id: Optional[str]
    """Its report, `rep_…`; null if there is none. The report may have been removed since."""
    error: Optional[ScheduleRunError]
    """Why it failed or waits; null otherwise."""
    mails: List[ScheduleMail]
    """What was sent to whom, and why not."""
    due_at: str
    """When it was due."""
    ended_at: Optional[str]
    """When it was ready, empty or failed; null before."""
    changes: Optional[ReportChanges]
    """What changed since the run before; null for the first, or until its videos are counted."""


class ReportChanges(TypedDict):
    """What changed since the run before."""

    since: ChangedSince
    """Which run it is compared with."""
    choice_changed: bool
    """Whether the campaign, the brands or the time zone changed since; the numbers are not of the same choice then, and `corrected` is null."""
    videos: ChangedCount
    """Number of videos."""
    seen_seconds: ChangedSeconds
    """Seconds on screen of all brands."""
    equivalent_seconds: ChangedSeconds
    """Equivalent seconds of all brands."""
    mentions: ChangedCount
    """Number of times that any brand is said."""
    brands: List[ChangedBrand]
    """Brands before and now, those with the most equivalent seconds first, at most 200. New ones have no `before`, those that are gone no `now`."""
    brands_left_out: int
    """Number of brands that are not listed."""
    corrected: Optional[CorrectedSince]
    """What is different now about the period before; null if nothing is, or if the choice changed."""


class ChangedSince(TypedDict):
    """The run that is compared with."""

    run_id: str
    """The run before."""
    report_id: Optional[str]
    """Its report; null if it had none."""
    period: SchedulePeriod
    """The days it was about."""
    counted_at: str
    """When its numbers were counted."""


class ChangedCount(TypedDict):
    """A number, before and now."""

    before: int
    """Number of them in the run before."""
    now: int
    """Number of them in this run."""


class ChangedSeconds(TypedDict):
    """Seconds, before and now."""

    before: float
    """Seconds in the run before."""
    now: float
    """Seconds in this run."""


class _ChangedBrand(TypedDict):
    name: str
    """Name of the brand."""
    before: Optional[TrendNumbers]
    """Its numbers before; null if it was not there."""
    now: Optional[TrendNumbers]
    """Its numbers now; null if it is gone."""


class ChangedBrand(_ChangedBrand, total=False):
    """A brand, before and now."""

    own: Literal[True]
    """Set for the own brand of the brand set."""


class _CorrectedSince(TypedDict):
    videos: ChangedCount
    """Number of videos of the period before: as reported, and as counted now."""
    videos_added: int
    """Number of videos of that period that were analysed since."""
    videos_gone: int
    """Number of videos that were deleted or replaced since."""
    corrections: int
    """Number of corrections that people made since to videos of that period."""
    brands: List[ChangedBrand]
    """Brands whose numbers in that period differ now: as reported, and as counted now."""


class CorrectedSince(_CorrectedSince, total=False):
    """What is different now about the period that was reported before."""

    named_corrections: List[CorrectionSince]
    """What people corrected since, the newest first, at most 20. A transcript is named once, and not among `corrections`. Absent in runs of earlier releases."""
    named_videos: List[VideoSince]
    """Those of `videos_added`, at most 20. Absent in runs of earlier releases."""


class CorrectionSince(TypedDict):
    """A correction after a video was reported."""

    job_id: str
    """Id of its job."""
    title: Optional[str]
    """Title of the video; null if unknown."""
    text: str
    """What somebody corrected, in words."""
    corrected_at: str
    """When it was corrected."""


class VideoSince(TypedDict):
    """A video of a period that was reported without it."""

    job_id: str
    """Id of its job."""
    title: Optional[str]
    """Title of the video; null if unknown."""


class ListEventsQuery(TypedDict, total=False):
    """What `listEvents` may be asked for."""

    after: str
    """Only events after this position: `next_cursor` of a page, or the `id` of an event of a stream. Default: a list begins with the oldest event that is kept, a stream with the next one."""
    limit: int
    """Events on a page, 1 to 100. Default 20. Streams have no pages."""


class _JobCreatedEvent(TypedDict):
    event: Literal["job.created"]
    """What happened."""
    event_id: str
    """Id of the event, `evt_…`."""
    created_at: str
    """When it happened."""
    job_id: str
    """The job, `job_…`."""
    status: JobStatus
    """The state the job moved into."""
    credits_charged: Optional[int]
    """Credits charged; null if nothing was charged."""


class JobCreatedEvent(_JobCreatedEvent, total=False):
    """A job was created and waits for a worker."""

    batch_id: str
    """The batch the job belongs to, `batch_…`; absent if it belongs to none."""
    test: Literal[True]
    """Always true: the job is one of a test workspace. Absent from others."""
    external_id: str
    """The caller's own id for the job, given at its creation; absent if none was given."""
    follow_id: str
    """The Follow that created the job, `fol_…`; absent if no Follow did."""


class _JobStartedEvent(TypedDict):
    event: Literal["job.started"]
    """What happened."""
    event_id: str
    """Id of the event, `evt_…`."""
    created_at: str
    """When it happened."""
    job_id: str
    """The job, `job_…`."""
    status: JobStatus
    """The state the job moved into."""
    credits_charged: Optional[int]
    """Credits charged; null if nothing was charged."""


class JobStartedEvent(_JobStartedEvent, total=False):
    """A worker started a job."""

    batch_id: str
    """The batch the job belongs to, `batch_…`; absent if it belongs to none."""
    test: Literal[True]
    """Always true: the job is one of a test workspace. Absent from others."""


class _JobResumedEvent(TypedDict):
    event: Literal["job.resumed"]
    """What happened."""
    event_id: str
    """Id of the event, `evt_…`."""
    created_at: str
    """When it happened."""
    job_id: str
    """The job, `job_…`."""
    status: JobStatus
    """The state the job moved into."""
    credits_charged: Optional[int]
    """Credits charged; null if nothing was charged."""


class JobResumedEvent(_JobResumedEvent, total=False):
    """A held job is funded and waits for a worker again."""

    batch_id: str
    """The batch the job belongs to, `batch_…`; absent if it belongs to none."""
    test: Literal[True]
    """Always true: the job is one of a test workspace. Absent from others."""


class _JobRetriedEvent(TypedDict):
    event: Literal["job.retried"]
    """What happened."""
    event_id: str
    """Id of the event, `evt_…`."""
    created_at: str
    """When it happened."""
    job_id: str
    """The job, `job_…`."""
    status: JobStatus
    """The state the job moved into."""
    credits_charged: Optional[int]
    """Credits charged; null if nothing was charged."""


class JobRetriedEvent(_JobRetriedEvent, total=False):
    """The worker of a job failed; the job waits for another one."""

    batch_id: str
    """The batch the job belongs to, `batch_…`; absent if it belongs to none."""
    test: Literal[True]
    """Always true: the job is one of a test workspace. Absent from others."""


class _JobCompletedEvent(TypedDict):
    event: Literal["job.completed"]
    """What happened."""
    event_id: str
    """Id of the event, `evt_…`; the same on every attempt, so that repeats can be recognised."""
    created_at: str
    """When it happened."""
    job_id: str
    """The job, `job_…`."""
    status: JobStatus
    """The state the job moved into."""
    credits_charged: Optional[int]
    """Credits charged; null if nothing was charged."""
    completed_at: str
    """When the job reached this final state."""


class JobCompletedEvent(_JobCompletedEvent, total=False):
    """A job has results: read it by id."""

    batch_id: str
    """The batch the job belongs to, `batch_…`; absent if it belongs to none."""
    test: Literal[True]
    """Always true: the job is one of a test workspace. Absent from others."""


class _JobFailedEvent(TypedDict):
    event: Literal["job.failed"]
    """What happened."""
    event_id: str
    """Id of the event, `evt_…`; the same on every attempt, so that repeats can be recognised."""
    created_at: str
    """When it happened."""
    job_id: str
    """The job, `job_…`."""
    status: JobStatus
    """The state the job moved into."""
    credits_charged: Optional[int]
    """Credits charged; null if nothing was charged."""
    completed_at: str
    """When the job reached this final state."""
    error: JobError
    """Why it failed."""


class JobFailedEvent(_JobFailedEvent, total=False):
    """A job failed; it is not charged."""

    batch_id: str
    """The batch the job belongs to, `batch_…`; absent if it belongs to none."""
    test: Literal[True]
    """Always true: the job is one of a test workspace. Absent from others."""


class _JobCancelledEvent(TypedDict):
    event: Literal["job.cancelled"]
    """What happened."""
    event_id: str
    """Id of the event, `evt_…`; the same on every attempt, so that repeats can be recognised."""
    created_at: str
    """When it happened."""
    job_id: str
    """The job, `job_…`."""
    status: JobStatus
    """The state the job moved into."""
    credits_charged: Optional[int]
    """Credits charged; null if nothing was charged."""
    completed_at: str
    """When the job reached this final state."""


class JobCancelledEvent(_JobCancelledEvent, total=False):
    """A job that had begun was cancelled. A job that was still waiting sends nothing."""

    batch_id: str
    """The batch the job belongs to, `batch_…`; absent if it belongs to none."""
    test: Literal[True]
    """Always true: the job is one of a test workspace. Absent from others."""


class _JobHeldEvent(TypedDict):
    event: Literal["job.held"]
    """What happened."""
    event_id: str
    """Id of the event, `evt_…`; the same on every attempt, so that repeats can be recognised."""
    created_at: str
    """When it happened."""
    job_id: str
    """The job, `job_…`."""
    status: JobStatus
    """The state the job moved into."""
    credits_charged: Optional[int]
    """Credits charged; null if nothing was charged."""
    reason: str
    """Why it is held, such as `insufficient_credits`."""
    credits_needed: int
    """Estimate of the job for its real length, in credits."""
    balance: int
    """What the workspace could spend when the job was held, in credits."""


class JobHeldEvent(_JobHeldEvent, total=False):
    """A job waits for credits, for 7 days at most; it resumes by itself once funded."""

    batch_id: str
    """The batch the job belongs to, `batch_…`; absent if it belongs to none."""
    test: Literal[True]
    """Always true: the job is one of a test workspace. Absent from others."""


class _BatchCreatedEvent(TypedDict):
    event: Literal["batch.created"]
    """What happened."""
    event_id: str
    """Id of the event, `evt_…`."""
    created_at: str
    """When it happened."""
    batch_id: str
    """The batch, `batch_…`."""
    status: BatchStatus
    """The state the batch moved into."""
    total_jobs: int
    """Number of jobs of the batch."""


class BatchCreatedEvent(_BatchCreatedEvent, total=False):
    """A batch was created."""

    test: Literal[True]
    """Always true: the batch is one of a test workspace. Absent from others."""


class _BatchResumedEvent(TypedDict):
    event: Literal["batch.resumed"]
    """What happened."""
    event_id: str
    """Id of the event, `evt_…`."""
    created_at: str
    """When it happened."""
    batch_id: str
    """The batch, `batch_…`."""
    status: BatchStatus
    """The state the batch moved into."""


class BatchResumedEvent(_BatchResumedEvent, total=False):
    """A paused batch continues."""

    test: Literal[True]
    """Always true: the batch is one of a test workspace. Absent from others."""


class _BatchCompletedEvent(TypedDict):
    event: Literal["batch.completed"]
    """What happened."""
    event_id: str
    """Id of the event, `evt_…`; the same on every attempt, so that repeats can be recognised."""
    created_at: str
    """When it happened."""
    batch_id: str
    """The batch, `batch_…`."""
    status: BatchStatus
    """The state the batch moved into."""
    total_jobs: int
    """Number of jobs of the batch."""
    completed_count: int
    """Number of jobs with results."""
    failed_count: int
    """Number of jobs that failed."""
    credits_charged: int
    """Credits charged for all jobs together."""
    aggregate_results: Optional[AggregateResults]
    """What all videos show together; null if not asked for."""
    completed_at: str
    """When the last job reached a final state."""


class BatchCompletedEvent(_BatchCompletedEvent, total=False):
    """Every job of a batch is final."""

    test: Literal[True]
    """Always true: the batch is one of a test workspace. Absent from others."""


class _BatchPausedEvent(TypedDict):
    event: Literal["batch.paused"]
    """What happened."""
    event_id: str
    """Id of the event, `evt_…`; the same on every attempt, so that repeats can be recognised."""
    created_at: str
    """When it happened."""
    batch_id: str
    """The batch, `batch_…`."""
    status: BatchStatus
    """The state the batch moved into."""
    rollup: BatchPausedEventRollup
    """Jobs by state."""
    credits_needed_to_resume: int
    """Credits to add so that every held job resumes."""


class BatchPausedEvent(_BatchPausedEvent, total=False):
    """No job of a batch can run, and at least one waits for credits."""

    test: Literal[True]
    """Always true: the batch is one of a test workspace. Absent from others."""


class BatchPausedEventRollup(TypedDict):
    """Jobs by state."""

    completed: int
    """Number of jobs with results."""
    failed: int
    """Number of jobs that failed."""
    held: int
    """Number of jobs that wait for credits."""
    pending: int
    """Number of jobs that wait for a worker."""


class _BatchCancelledEvent(TypedDict):
    event: Literal["batch.cancelled"]
    """What happened."""
    event_id: str
    """Id of the event, `evt_…`."""
    created_at: str
    """When it happened."""
    batch_id: str
    """The batch, `batch_…`."""
    status: BatchStatus
    """The state the batch moved into."""
    completed_at: str
    """When the batch reached this final state."""


class BatchCancelledEvent(_BatchCancelledEvent, total=False):
    """A batch was cancelled."""

    test: Literal[True]
    """Always true: the batch is one of a test workspace. Absent from others."""


class _BatchFailedEvent(TypedDict):
    event: Literal["batch.failed"]
    """What happened."""
    event_id: str
    """Id of the event, `evt_…`."""
    created_at: str
    """When it happened."""
    batch_id: str
    """The batch, `batch_…`."""
    status: BatchStatus
    """The state the batch moved into."""
    completed_at: str
    """When the batch reached this final state."""


class BatchFailedEvent(_BatchFailedEvent, total=False):
    """A batch could not be brought to its end."""

    test: Literal[True]
    """Always true: the batch is one of a test workspace. Absent from others."""


class ListJobEventsQuery(TypedDict, total=False):
    """What `listJobEvents` may be asked for."""

    after: str
    """Only events after this position: `next_cursor` of a page, or the `id` of an event of a stream. Default: a list begins with the oldest event that is kept, a stream with the next one."""
    limit: int
    """Events on a page, 1 to 100. Default 20. Streams have no pages."""


class _SearchQuery(TypedDict):
    q: str
    """What to look for, 1 to 200 characters. All words must occur in a passage; other endings and near spellings count too, exact words come first. Words in quotes are a phrase; `-word` leaves out passages with that word."""


class SearchQuery(_SearchQuery, total=False):
    """What `search` may be asked for."""

    kinds: str
    """Where to look, separated by commas: what is said (`speech`), written on the screen (`text`), `brand`, `object`, the `title` of the video, and `answer` for answers to questions. Absent: everywhere."""
    brand: str
    """Only moments at which this brand is seen or said, regardless of case, accents and punctuation."""
    object: str
    """Only moments at which this object is seen, regardless of case, accents and punctuation."""
    speaker: int
    """Only what this speaker of a video says, counted from 1."""
    speaker_name: str
    """Only what speakers say whom people called so, regardless of case, accents and punctuation."""
    job_id: str
    """Only this job."""
    batch_id: str
    """Only jobs of this batch."""
    since: str
    """Only jobs created at this moment or later, ISO 8601."""
    until: str
    """Only jobs created before this moment, ISO 8601."""
    limit: int
    """Results on a page, 1 to 100. Default 20."""
    cursor: str
    """`next_cursor` of the previous page, unchanged."""


class _SearchHit(TypedDict):
    job_id: str
    """The job, `job_…`."""
    title: Optional[str]
    """Title of the video; null if unknown."""
    kind: Literal["speech", "text", "brand", "object", "title", "answer"]
    """Where it was found."""
    start: float
    """When the passage begins, in seconds; 0 for a title."""
    end: float
    """When the passage ends, in seconds; 0 for a title."""
    text: str
    """The passage: what is said or written, or the name that is seen."""
    matches: List[List[int]]
    """Which parts of `text` match, in order: from the first to before the second, counted in characters (code points) from 0."""
    thumbnail_url: Optional[str]
    """Path, `/v1/frames/…`, or address of a picture of the video; null if there is none."""
    score: float
    """How well it matches, 0 to 1: above 0.66 every word as given, above 0.33 with other endings, up to 0.09 by its meaning alone."""


class SearchHit(_SearchHit, total=False):
    """A passage that matches a search."""

    brand: str
    """The brand, where `kind` is `brand`."""
    object: str
    """The object, where `kind` is `object`."""
    speaker: int
    """Who says it, counted from 1; absent if unknown."""
    speaker_name: str
    """How people called who says it; absent if nobody did."""
    frame_url: str
    """Path of the proof frame, `/v1/frames/…`; absent if there is none."""
    corrected: Literal[True]
    """Always true: a person changed this moment of the brand or object, or these words; absent from what is as found."""
    by: Literal["meaning"]
    """Present if it was found by its meaning, not by its words; it is a stretch of up to half a minute then."""


class SightQuery(TypedDict, total=False):
    """What moments must look like, and where to look."""

    picture: Optional[str]
    """What to look for: a PNG, JPEG or WebP picture as a data URL or plain base64, at most 2 MB (2,097,152 bytes) and 25 million pixels, half as many if it is interlaced or progressive, or has 16 bits a channel; each side at least 16 pixels."""
    moment: Optional[SightMoment]
    """What to look for, in place of a picture."""
    words: Optional[str]
    """What moments should show, in place of a picture: 1 to 200 characters, in English unless the model knows other languages. Only where the service has a model that knows pictures and words; VALIDATION_FAILED elsewhere."""
    job_id: Optional[str]
    """Only moments of this job."""
    batch_id: Optional[str]
    """Only moments of jobs of this batch."""
    since: Optional[str]
    """Only jobs created at this moment or later, ISO 8601."""
    until: Optional[str]
    """Only jobs created before this moment, ISO 8601."""
    brand: Optional[str]
    """Only moments at which this brand is seen or said, regardless of case, accents and punctuation; corrections count."""
    object: Optional[str]
    """Only moments at which this object is seen, regardless of case, accents and punctuation; corrections count."""
    limit: Optional[int]
    """Results on a page, 1 to 100. Default 20."""
    cursor: Optional[str]
    """`next_cursor` of the previous page, unchanged, with the same picture, moment or words and the same filters."""


class SightMoment(TypedDict):
    """A moment of a video of the workspace."""

    job_id: str
    """The job, `job_…`; completed."""
    timestamp: float
    """Its time in the video, in seconds."""


class SightHit(TypedDict):
    """A stretch of a video that looks like what was searched for, or shows it."""

    job_id: str
    """The job, `job_…`."""
    title: Optional[str]
    """Title of the video; null if unknown."""
    start: float
    """When the stretch begins that looks like it, in seconds: a shot, or up to about 20 seconds of a longer one."""
    end: float
    """When the stretch ends, in seconds."""
    timestamp: float
    """When the picture is shown that was compared, in seconds."""
    likeness: float
    """How much alike the two pictures are, 0.5 to 1: above 0.8 mostly the same thing or place, cut or changed; below, the same kind of thing or scene. Of words and a picture 0 to 1, mostly below 0.4: it only orders the results of one search, because every model has its own scale."""
    thumbnail_url: Optional[str]
    """Path, `/v1/frames/…`, or address of a picture of the video; null if there is none."""


class PresignUpload(TypedDict):
    """The file that will be uploaded."""

    content_type: Literal["video/mp4", "video/quicktime", "video/webm"]
    """Media type of the file; for any other kind that the service reads (such as MKV, MPEG-TS, AVI or MP3), one of the three. The PUT must send the same as its `Content-Type`. What the file is, its content tells."""
    size_bytes: int
    """Exact size of the file in bytes, at most 524,288,000 (500 MB)."""


class PresignedUpload(TypedDict):
    """Where to put a file, and what to call it later."""

    put_url: str
    """Where to PUT the bytes of the file; valid for one upload until `expires_at`."""
    key: str
    """Names the file: pass it as `upload_key` of a job or as `key` of a batch's upload. Form: `uploads/<tenant_id>/<id>/video.<ext>`."""
    expires_at: str
    """When `put_url` stops working."""


class GetFrameQuery(TypedDict, total=False):
    """What `getFrame` may be asked for."""

    width: Literal["160", "320", "640"]
    """Width in pixels of the picture that is answered; a frame that is narrower stays as it is. Without it the frame is answered as it is kept."""
    crop: str
    """The part of the frame to show, as a `bounding_box` has it: `x,y,width,height`, each as a share of the frame from 0 to 1 with up to four decimals. `width` is 320 then, unless it is given."""


class _Account(TypedDict):
    tenant_id: str
    """Id of the workspace, `ws_…`."""
    name: str
    """Name of the workspace."""
    email: str
    """E-mail address of the account."""
    plan: PlanName
    """The plan the workspace is on."""
    credits: Credits
    """What can be spent, and when it is reset."""
    limits: Limits
    """Limits of the plan."""
    webhook_secret: Optional[str]
    """Secret that signs webhooks, `whsec_…`; null when the caller may not see it (a member of the workspace who is not an owner)."""
    created_at: str
    """When the workspace was created."""


class Account(_Account, total=False):
    """A workspace, as its own keys see it."""

    previous_webhook_secret_ends_at: str
    """While the webhook secret is being rotated: the time until which the previous one signs too. Otherwise absent."""
    test: Literal[True]
    """Always true: it is a test workspace, whose jobs end at once with fixed results and cost nothing. Absent from others."""


class Credits(TypedDict):
    """The credits of a workspace. One credit is 0.01 USD."""

    balance: int
    """Credits that can be spent: `plan_credits` plus `purchased_credits`."""
    plan_credits: int
    """What is left of the plan's allowance, in credits. Spent first; forfeited at reset."""
    purchased_credits: int
    """What is left of purchases and refunds, in credits. Resets do not touch them."""
    monthly_allowance: int
    """Credits the plan grants at each reset; 0 if it grants none on a schedule."""
    resets_at: Optional[str]
    """When the plan credits are next reset; null on a plan without scheduled resets."""
    used_this_period: int
    """Credits charged since the first of the current calendar month (UTC), which need not be the billing period of `resets_at`."""


class Limits(TypedDict):
    """What the plan allows."""

    max_video_duration_minutes: int
    """Longest video a job may analyse, in minutes."""
    max_audio_duration_minutes: int
    """Longest video of an audio-only job, in minutes: one that asks for nothing but `transcription`, `metadata` and `summary`."""
    max_fps: int
    """Most frames per second that are analysed; a job's `fps` is lowered to it."""
    requires_target: bool
    """Whether a job that asks for `brands` must name `brands` or `surfaces`."""
    max_requests_per_minute: int
    """Number of requests per minute on average; short bursts may have more."""
    max_concurrent_jobs: int
    """Number of jobs that are processed at the same time."""
    max_queries_per_job: int
    """Number of questions a job may ask."""
    webhooks_enabled: bool
    """Whether jobs and batches may name a `webhook_url`."""
    downloadable_reports: bool
    """Whether reports may be exported."""
    max_batch_size: int
    """Number of videos in a batch; 0 if the plan has no batches."""
    max_aggregate_queries_per_batch: int
    """Number of questions a batch may ask about all its videos; 0 for none."""


class GetUsageQuery(TypedDict, total=False):
    """What `getUsage` may be asked for."""

    start_date: str
    """First moment, ISO 8601. Default: the start of the current month (UTC)."""
    end_date: str
    """Last moment, ISO 8601. Default: now."""
    type: Literal["charge", "purchase", "refund", "grant", "forfeit"]
    """Only entries of this type."""
    limit: int
    """Entries on a page, 1 to 100. Default 50."""
    cursor: str
    """`next_cursor` of the previous page, unchanged."""


class Usage(TypedDict):
    """The ledger of a period with its sums."""

    summary: UsageSummary
    """Sums of the whole period, whatever page and `type` are requested."""
    transactions: List[Transaction]
    """Entries of the ledger, newest first."""


class UsageSummary(TypedDict):
    """Sums of the whole period, whatever page and `type` are requested."""

    period: UsageSummaryPeriod
    """The period that was asked for."""
    credits_used: int
    """Credits charged in the period, as a positive number."""
    credits_purchased: int
    """Credits bought in the period."""
    credits_refunded: int
    """Credits given back in the period."""
    credits_granted: int
    """Credits granted in the period."""
    total_jobs: int
    """Number of jobs created in the period."""


class UsageSummaryPeriod(TypedDict):
    """The period that was asked for."""

    start: str
    """First moment of the period."""
    end: str
    """Last moment of the period."""


class _Transaction(TypedDict):
    id: str
    """Id of the entry, `txn_…`."""
    type: Literal["charge", "purchase", "refund", "grant", "forfeit"]
    """`charge` of a job, `purchase` or `refund` of credits, `grant` of plan credits, `forfeit` of the unused ones at a reset."""
    amount: int
    """Credits, signed: a charge and a forfeit are negative, everything else positive."""
    description: str
    """What the entry is for, in words; states what was written off if a charge was above the balance."""
    created_at: str
    """When the entry was created."""


class Transaction(_Transaction, total=False):
    """One entry of the ledger. Entries never change."""

    job_id: str
    """The job that was charged; absent on other entries."""


class ListKeysData(TypedDict):
    key_id: str
    """Id of the key, `key_…`."""
    name: str
    """What the key is for."""
    scopes: List[Scope]
    """What it may do."""
    created_at: str
    """When it was created."""
    created_by: Optional[Actor]
    """Name at that time of whoever created it; null if unknown."""
    last_used_at: Optional[str]
    """When it was last used, to within ten minutes; null if it has not been used since this is recorded."""
    revoked_at: Optional[str]
    """When it was revoked; null while it works."""


class WorkspaceWebhook(TypedDict):
    """The address of a workspace for its events."""

    url: Optional[str]
    """Address that gets the events of the workspace; null if it has none."""
    events: List[Literal["job.completed", "job.failed", "job.cancelled", "job.held", "batch.completed", "batch.paused"]]
    """Kinds of events that are sent there; none without an address."""


class ListDeliveriesQuery(TypedDict, total=False):
    """What `listDeliveries` may be asked for."""

    event: Literal["job.completed", "job.failed", "job.cancelled", "job.held", "batch.completed", "batch.paused", "webhook.test"]
    """Only events of this kind."""
    status: Literal["pending", "delivered", "exhausted"]
    """Only deliveries in this state."""
    job_id: str
    """Only events of this job, `job_…`."""
    limit: int
    """Deliveries on a page, 1 to 100. Default 20."""
    cursor: str
    """`next_cursor` of the previous page, unchanged."""


class Delivery(TypedDict):
    """A webhook event on its way, with its attempts."""

    delivery_id: str
    """Id of the delivery; replays it."""
    event_id: str
    """Id of the event, `evt_…`."""
    event: str
    """What happened, such as `job.completed`."""
    url: str
    """Address it is sent to."""
    job_id: Optional[str]
    """The job it is about, `job_…`; null if there is none."""
    batch_id: Optional[str]
    """The batch it is about, or to which its job belongs; null if there is none."""
    status: Literal["pending", "delivered", "exhausted"]
    """`pending`: attempts follow. `delivered`: answered with 2xx. `exhausted`: every attempt failed."""
    next_attempt_at: Optional[str]
    """When the next attempt is due; null if none follows."""
    attempts: List[DeliveryAttempts]
    """The last 40 attempts, in order."""
    created_at: str
    """When the event happened, ISO 8601."""


class DeliveryAttempts(TypedDict):
    attempt: int
    """Which attempt it was, counted from 1."""
    at: str
    """When it began, ISO 8601."""
    duration_ms: int
    """How long it took, in milliseconds."""
    status: Optional[int]
    """HTTP status of the answer; null if none came."""
    error: Optional[str]
    """What went wrong; null after a success."""
    response: Optional[str]
    """The first 1,024 bytes of the answer; null if none came."""


class SendTestEventBody(TypedDict):
    url: str
    """HTTPS address of a public host the event is sent to."""


class _CreateFollow(TypedDict):
    name: str
    """Name of the Follow, at most 200 characters."""
    source: str
    """Link of a channel, creator, playlist, search or feed on YouTube, TikTok or Instagram."""
    capabilities: List[Capability]
    """What to find out about each new video, at least one."""


class CreateFollow(_CreateFollow, total=False):
    """What to watch, and what to do with each new video."""

    every_minutes: Optional[int]
    """How often to look, in minutes, 5 to 43,200 (30 days). Default 60."""
    backfill: Optional[int]
    """How many of the newest existing videos are analysed too, 0 to 100. Default 0."""
    queries: Optional[List[str]]
    """Questions about the video, each of at most 500 characters; at most the plan's `max_queries_per_job`. Needed by `custom_query`."""
    shaped_queries: Optional[List[ShapedQuery]]
    """Questions whose answer has a form: one of `choices`, a value that fits a JSON `schema`, or a `ready` question. They count as `queries` against `max_queries_per_job`, and are answered after them in `query_results`, with `value` and evidence for each field. An answer that does not fit, or that nothing supports, is not given. Needed by `custom_query` where there are no `queries`."""
    objects: Optional[List[str]]
    """Things to look for, at most 5 names of at most 100 characters each. Needed by `objects`."""
    brands: Optional[List[str]]
    """Brands to look for, at most 50 of at most 100 characters each. Absent: every known brand, on plans that allow it."""
    surfaces: Optional[List[str]]
    """Only appearances on these surfaces count, at most 10 of: jersey-front, jersey-back, jersey-sleeve, shorts, headwear, footwear, other-apparel, perimeter-board, scoreboard, playing-surface, goal-or-stanchion, bench-or-dugout, venue-structure, banner, podium, media-backdrop, microphone, vehicle, equipment, broadcast-graphic, virtual-ad, title-card, device-screen, product-placement, packaging, storefront, billboard, set-dressing, overlay-watermark. Absent: a brand counts wherever it is seen."""
    language: Optional[str]
    """Hint of the spoken language as a BCP 47 code such as `en`, at most 10 characters. The language is detected with or without it."""
    speakers_expected: Optional[Union[int, CreateFollowSpeakersExpected]]
    """How many people speak, as far as you know: a number, 1 to 50, or an object with `min`, `max` or both. A hint for telling speakers apart: voices are grouped into that many, or freely and once more if the bounds are missed. `speakers_detected` says how many were found, which may be others. It has no effect where each channel is one speaker, on captions, and where speakers are not told apart (`meta.diarization_unavailable`)."""
    glossary_terms: Optional[List[str]]
    """Names and jargon that are said in the video, at most 50 of 2 to 80 characters each, which the recogniser favours: in addition to the glossary of the workspace, and before it."""
    glossary: Optional[bool]
    """Whether the recogniser favours the glossary of the workspace, as it is when the job is created. Default true."""
    captions: Optional[Literal["human", "any", "none"]]
    """For a link: whether the platform's captions in the spoken language are taken as the transcript. `human`: captions written by people, and automatic ones only where no speech engine knows the language. `any`: automatic ones as well. `none`: never; the sound is transcribed. `meta.engines.speech` says what was taken. Captions have no speakers, and seldom times of words. Default `human`."""
    fps: Optional[int]
    """Frames per second that are analysed, 1 to 4, lowered to the plan's `max_fps`. Absent: the plan's `max_fps`."""
    max_credits: Optional[int]
    """A job fails with BUDGET_EXCEEDED, uncharged, when its estimate for the real duration is above this many credits. Absent: no limit."""
    return_proof: Optional[bool]
    """Whether to include proof frames, `speech_context` and a storyboard. A brand appearance has a `bounding_box` only with a proof frame. Default true."""
    webhook_url: Optional[str]
    """HTTPS address that gets the events of each job. Starter plan and above."""
    filters: Optional[FollowFilters]
    """Which new videos are taken. Absent: all."""
    monthly_credits: Optional[int]
    """Spending cap of a calendar month (UTC), in credits; new videos wait above it. Absent: none."""


class CreateFollowSpeakersExpected(TypedDict, total=False):
    min: Optional[int]
    """The least number of them; absent: 1."""
    max: Optional[int]
    """The greatest number of them; absent: no limit."""


class FollowFilters(TypedDict, total=False):
    """Which new videos are taken; all given filters must hold."""

    min_duration_seconds: Optional[float]
    """Only videos at least this long, in seconds."""
    title_includes: Optional[List[str]]
    """Only titles that contain one of these, regardless of case; at most 20 of at most 100 characters each."""
    title_excludes: Optional[List[str]]
    """Only titles that contain none of these; at most 20 of at most 100 characters each."""
    newer_than: Optional[str]
    """Only videos published after this moment, ISO 8601."""


class Follow(TypedDict):
    """A rule that creates a job for each new video of a source."""

    follow_id: str
    """Id of the Follow, `fol_…`."""
    tenant_id: str
    """The workspace it belongs to, `ws_…`."""
    name: str
    """Its name."""
    status: Literal["active", "paused"]
    """Whether it looks for new videos."""
    paused_reason: Optional[str]
    """Why it paused itself, or `KEY_REVOKED: …` if the API key that created or last resumed it, or changed its `webhook_url`, was revoked, or `MEMBER_LEFT: …` if the member who did so in a session has left the workspace, or `ACCOUNT_TAKEN_OVER: …` if the owner of the e-mail address of its account signed in after somebody else had made it; null if it runs or was paused by request."""
    note: Optional[str]
    """What the last run could not do, and why; null if it did everything."""
    platform: str
    """Where it is: `youtube`, `tiktok`, `instagram`, or `direct` for a feed."""
    kind: Literal["channel", "playlist", "search", "feed"]
    """What is watched."""
    source: str
    """Link of what is watched."""
    rule: FollowRule
    """How often it looks, and what it does with each new video."""
    credits_this_month: int
    """Credits charged this month (UTC), plus estimates of jobs that are not final."""
    failures: int
    """Number of runs in a row that the platform refused."""
    last_run_at: Optional[str]
    """When it last looked; null before the first run."""
    next_run_at: Optional[str]
    """When it looks next; null while it is paused."""
    created_at: str
    """When it was created."""


class _FollowRule(TypedDict):
    capabilities: List[Capability]
    """What to find out about each new video, at least one."""


class FollowRule(_FollowRule, total=False):
    """How often to look, and what to do with a video."""

    every_minutes: Optional[int]
    """How often to look, in minutes, 5 to 43,200 (30 days). Default 60."""
    queries: Optional[List[str]]
    """Questions about the video, each of at most 500 characters; at most the plan's `max_queries_per_job`. Needed by `custom_query`."""
    shaped_queries: Optional[List[ShapedQuery]]
    """Questions whose answer has a form: one of `choices`, a value that fits a JSON `schema`, or a `ready` question. They count as `queries` against `max_queries_per_job`, and are answered after them in `query_results`, with `value` and evidence for each field. An answer that does not fit, or that nothing supports, is not given. Needed by `custom_query` where there are no `queries`."""
    objects: Optional[List[str]]
    """Things to look for, at most 5 names of at most 100 characters each. Needed by `objects`."""
    brands: Optional[List[str]]
    """Brands to look for, at most 50 of at most 100 characters each. Absent: every known brand, on plans that allow it."""
    surfaces: Optional[List[str]]
    """Only appearances on these surfaces count, at most 10 of: jersey-front, jersey-back, jersey-sleeve, shorts, headwear, footwear, other-apparel, perimeter-board, scoreboard, playing-surface, goal-or-stanchion, bench-or-dugout, venue-structure, banner, podium, media-backdrop, microphone, vehicle, equipment, broadcast-graphic, virtual-ad, title-card, device-screen, product-placement, packaging, storefront, billboard, set-dressing, overlay-watermark. Absent: a brand counts wherever it is seen."""
    language: Optional[str]
    """Hint of the spoken language as a BCP 47 code such as `en`, at most 10 characters. The language is detected with or without it."""
    speakers_expected: Optional[Union[int, FollowRuleSpeakersExpected]]
    """How many people speak, as far as you know: a number, 1 to 50, or an object with `min`, `max` or both. A hint for telling speakers apart: voices are grouped into that many, or freely and once more if the bounds are missed. `speakers_detected` says how many were found, which may be others. It has no effect where each channel is one speaker, on captions, and where speakers are not told apart (`meta.diarization_unavailable`)."""
    glossary_terms: Optional[List[str]]
    """Names and jargon that are said in the video, at most 50 of 2 to 80 characters each, which the recogniser favours: in addition to the glossary of the workspace, and before it."""
    glossary: Optional[bool]
    """Whether the recogniser favours the glossary of the workspace, as it is when the job is created. Default true."""
    captions: Optional[Literal["human", "any", "none"]]
    """For a link: whether the platform's captions in the spoken language are taken as the transcript. `human`: captions written by people, and automatic ones only where no speech engine knows the language. `any`: automatic ones as well. `none`: never; the sound is transcribed. `meta.engines.speech` says what was taken. Captions have no speakers, and seldom times of words. Default `human`."""
    fps: Optional[int]
    """Frames per second that are analysed, 1 to 4, lowered to the plan's `max_fps`. Absent: the plan's `max_fps`."""
    max_credits: Optional[int]
    """A job fails with BUDGET_EXCEEDED, uncharged, when its estimate for the real duration is above this many credits. Absent: no limit."""
    return_proof: Optional[bool]
    """Whether to include proof frames, `speech_context` and a storyboard. A brand appearance has a `bounding_box` only with a proof frame. Default true."""
    webhook_url: Optional[str]
    """HTTPS address that gets the events of each job. Starter plan and above."""
    filters: Optional[FollowFilters]
    """Which new videos are taken. Absent: all."""
    monthly_credits: Optional[int]
    """Spending cap of a calendar month (UTC), in credits; new videos wait above it. Absent: none."""


class FollowRuleSpeakersExpected(TypedDict, total=False):
    min: Optional[int]
    """The least number of them; absent: 1."""
    max: Optional[int]
    """The greatest number of them; absent: no limit."""


class ChangeFollow(TypedDict, total=False):
    """Omitted fields are unchanged; `null` clears a field. `source` cannot be changed."""

    name: str
    """Name of the Follow, at most 200 characters."""
    status: Literal["active", "paused"]
    """`paused` stops it, `active` resumes it."""
    capabilities: List[Capability]
    """What to find out about each new video, at least one."""
    every_minutes: int
    """How often to look, in minutes, 5 to 43,200 (30 days). Default 60."""
    queries: Optional[List[str]]
    """Questions about the video, each of at most 500 characters; at most the plan's `max_queries_per_job`. Needed by `custom_query`."""
    shaped_queries: Optional[List[ShapedQuery]]
    """Questions whose answer has a form: one of `choices`, a value that fits a JSON `schema`, or a `ready` question. They count as `queries` against `max_queries_per_job`, and are answered after them in `query_results`, with `value` and evidence for each field. An answer that does not fit, or that nothing supports, is not given. Needed by `custom_query` where there are no `queries`."""
    objects: Optional[List[str]]
    """Things to look for, at most 5 names of at most 100 characters each. Needed by `objects`."""
    brands: Optional[List[str]]
    """Brands to look for, at most 50 of at most 100 characters each. Absent: every known brand, on plans that allow it."""
    surfaces: Optional[List[str]]
    """Only appearances on these surfaces count, at most 10 of: jersey-front, jersey-back, jersey-sleeve, shorts, headwear, footwear, other-apparel, perimeter-board, scoreboard, playing-surface, goal-or-stanchion, bench-or-dugout, venue-structure, banner, podium, media-backdrop, microphone, vehicle, equipment, broadcast-graphic, virtual-ad, title-card, device-screen, product-placement, packaging, storefront, billboard, set-dressing, overlay-watermark. Absent: a brand counts wherever it is seen."""
    language: Optional[str]
    """Hint of the spoken language as a BCP 47 code such as `en`, at most 10 characters. The language is detected with or without it."""
    speakers_expected: Optional[Union[int, ChangeFollowSpeakersExpected]]
    """How many people speak, as far as you know: a number, 1 to 50, or an object with `min`, `max` or both. A hint for telling speakers apart: voices are grouped into that many, or freely and once more if the bounds are missed. `speakers_detected` says how many were found, which may be others. It has no effect where each channel is one speaker, on captions, and where speakers are not told apart (`meta.diarization_unavailable`)."""
    glossary_terms: Optional[List[str]]
    """Names and jargon that are said in the video, at most 50 of 2 to 80 characters each, which the recogniser favours: in addition to the glossary of the workspace, and before it."""
    glossary: Optional[bool]
    """Whether the recogniser favours the glossary of the workspace, as it is when the job is created. Default true."""
    captions: Optional[Literal["human", "any", "none"]]
    """For a link: whether the platform's captions in the spoken language are taken as the transcript. `human`: captions written by people, and automatic ones only where no speech engine knows the language. `any`: automatic ones as well. `none`: never; the sound is transcribed. `meta.engines.speech` says what was taken. Captions have no speakers, and seldom times of words. Default `human`."""
    fps: Optional[int]
    """Frames per second that are analysed, 1 to 4, lowered to the plan's `max_fps`. Absent: the plan's `max_fps`."""
    max_credits: Optional[int]
    """A job fails with BUDGET_EXCEEDED, uncharged, when its estimate for the real duration is above this many credits. Absent: no limit."""
    return_proof: Optional[bool]
    """Whether to include proof frames, `speech_context` and a storyboard. A brand appearance has a `bounding_box` only with a proof frame. Default true."""
    webhook_url: Optional[str]
    """HTTPS address that gets the events of each job. Starter plan and above."""
    filters: Optional[FollowFilters]
    """Which new videos are taken. Absent: all."""
    monthly_credits: Optional[int]
    """Spending cap of a calendar month (UTC), in credits; new videos wait above it. Absent: none."""


class ChangeFollowSpeakersExpected(TypedDict, total=False):
    min: Optional[int]
    """The least number of them; absent: 1."""
    max: Optional[int]
    """The greatest number of them; absent: no limit."""


class _PreviewFollowBody(TypedDict):
    source: str
    """Link of a channel, creator, playlist, search or feed on YouTube, TikTok or Instagram."""


class PreviewFollowBody(_PreviewFollowBody, total=False):
    filters: Optional[FollowFilters]
    """Which new videos would be taken. Absent: all."""


class PreviewFollowData(TypedDict):
    """What was asked for."""

    platform: str
    """Where it is: `youtube`, `tiktok`, `instagram`, or `direct` for a feed."""
    kind: str
    """What would be watched: `channel`, `playlist`, `search` or `feed`."""
    title: Optional[str]
    """Its title on the platform; null if unknown."""
    videos: List[PreviewFollowDataVideos]
    """The newest videos, newest first."""


class PreviewFollowDataVideos(TypedDict):
    video_id: str
    """Id of the video on its platform."""
    url: Optional[str]
    """Link of the video; null if unknown."""
    title: Optional[str]
    """Its title; null if unknown."""
    duration_seconds: Optional[float]
    """Length in seconds; null if unknown."""
    published_at: Optional[str]
    """When it was published; null if unknown."""
    refused: Optional[str]
    """Why a filter would exclude it; null if it would be taken."""


class RunFollow(TypedDict, total=False):
    """What to take besides new videos."""

    backfill: Optional[int]
    """How many of the newest existing videos are analysed too, 0 to 100. Default 0."""


class FollowVideo(TypedDict):
    """A video a Follow has found."""

    video_id: str
    """Id of the video on its platform."""
    url: Optional[str]
    """Link of the video; null if unknown."""
    job_id: Optional[str]
    """The job created for it; null if there is none."""
    skipped: Optional[str]
    """Why no job was made; null if one was."""
    seen_at: str
    """When it was first found."""


class ListBrandsData(TypedDict):
    brand_id: str
    """Id of the brand, `brand_…`."""
    name: str
    """Its name."""
    aliases: List[str]
    """Other names of it."""
    support: List[str]
    """Words that show that the brand is meant."""
    unless: List[str]
    """Words that show that something else is meant."""
    exclude: bool
    """Whether it is left out of every analysis."""
    logos: List[ListBrandsDataLogos]
    """Pictures of its logos, at most 10."""
    updated_at: str
    """When the entry last changed."""


class _ListBrandsDataLogos(TypedDict):
    logo_id: str
    """Id of the picture, `logo_…`."""
    width: int
    """Width in pixels."""
    height: int
    """Height in pixels."""
    path: str
    """Path of the picture, `/v1/brands/…`, which takes the same key."""


class ListBrandsDataLogos(_ListBrandsDataLogos, total=False):
    plain: Literal[True]
    """Only in the answer to its upload: the picture shows a plain shape, such as a disc or a bar, or nothing at all. It is kept but not compared, because such a shape is in every video."""


class _CreateBrandBody(TypedDict):
    name: str
    """Name of the brand, at most 100 characters."""


class CreateBrandBody(_CreateBrandBody, total=False):
    aliases: List[str]
    """Other names of it, at most 50. Absent: none."""
    support: List[str]
    """Words that, beside an everyday name, show that the brand is meant; at most 50."""
    unless: List[str]
    """Words that, beside the name, show that something else is meant; at most 50."""
    exclude: bool
    """Leaves the name out of every analysis. Default false."""


class CreateBrandData(TypedDict):
    """What was asked for."""

    brand_id: str
    """Id of the brand, `brand_…`."""
    name: str
    """Its name."""
    aliases: List[str]
    """Other names of it."""
    support: List[str]
    """Words that show that the brand is meant."""
    unless: List[str]
    """Words that show that something else is meant."""
    exclude: bool
    """Whether it is left out of every analysis."""
    logos: List[CreateBrandDataLogos]
    """Pictures of its logos, at most 10."""
    updated_at: str
    """When the entry last changed."""


class _CreateBrandDataLogos(TypedDict):
    logo_id: str
    """Id of the picture, `logo_…`."""
    width: int
    """Width in pixels."""
    height: int
    """Height in pixels."""
    path: str
    """Path of the picture, `/v1/brands/…`, which takes the same key."""


class CreateBrandDataLogos(_CreateBrandDataLogos, total=False):
    plain: Literal[True]
    """Only in the answer to its upload: the picture shows a plain shape, such as a disc or a bar, or nothing at all. It is kept but not compared, because such a shape is in every video."""


class GetBrandData(TypedDict):
    """What was asked for."""

    brand_id: str
    """Id of the brand, `brand_…`."""
    name: str
    """Its name."""
    aliases: List[str]
    """Other names of it."""
    support: List[str]
    """Words that show that the brand is meant."""
    unless: List[str]
    """Words that show that something else is meant."""
    exclude: bool
    """Whether it is left out of every analysis."""
    logos: List[GetBrandDataLogos]
    """Pictures of its logos, at most 10."""
    updated_at: str
    """When the entry last changed."""


class _GetBrandDataLogos(TypedDict):
    logo_id: str
    """Id of the picture, `logo_…`."""
    width: int
    """Width in pixels."""
    height: int
    """Height in pixels."""
    path: str
    """Path of the picture, `/v1/brands/…`, which takes the same key."""


class GetBrandDataLogos(_GetBrandDataLogos, total=False):
    plain: Literal[True]
    """Only in the answer to its upload: the picture shows a plain shape, such as a disc or a bar, or nothing at all. It is kept but not compared, because such a shape is in every video."""


class _ChangeBrandBody(TypedDict):
    name: str
    """Name of the brand, at most 100 characters."""


class ChangeBrandBody(_ChangeBrandBody, total=False):
    aliases: List[str]
    """Other names of it, at most 50. Absent: none."""
    support: List[str]
    """Words that, beside an everyday name, show that the brand is meant; at most 50."""
    unless: List[str]
    """Words that, beside the name, show that something else is meant; at most 50."""
    exclude: bool
    """Leaves the name out of every analysis. Default false."""


class ChangeBrandData(TypedDict):
    """What was asked for."""

    brand_id: str
    """Id of the brand, `brand_…`."""
    name: str
    """Its name."""
    aliases: List[str]
    """Other names of it."""
    support: List[str]
    """Words that show that the brand is meant."""
    unless: List[str]
    """Words that show that something else is meant."""
    exclude: bool
    """Whether it is left out of every analysis."""
    logos: List[ChangeBrandDataLogos]
    """Pictures of its logos, at most 10."""
    updated_at: str
    """When the entry last changed."""


class _ChangeBrandDataLogos(TypedDict):
    logo_id: str
    """Id of the picture, `logo_…`."""
    width: int
    """Width in pixels."""
    height: int
    """Height in pixels."""
    path: str
    """Path of the picture, `/v1/brands/…`, which takes the same key."""


class ChangeBrandDataLogos(_ChangeBrandDataLogos, total=False):
    plain: Literal[True]
    """Only in the answer to its upload: the picture shows a plain shape, such as a disc or a bar, or nothing at all. It is kept but not compared, because such a shape is in every video."""


class BrandRecountState(TypedDict):
    """What a recount of a brand would read, and how the last one went."""

    brand_id: str
    """Id of the brand, `brand_…`."""
    videos: int
    """Number of videos in which a name of the brand was read or said before the entry last changed, and in which it does not count yet; at most 10,000."""
    recount: Optional[BrandRecount]
    """The last recount; null if there was none, or if it was undone."""


class BrandRecount(TypedDict):
    """A look for a brand of the library in the texts of earlier results."""

    state: Literal["counting", "counted", "undoing"]
    """`counting`: earlier videos are read. `counted`: all were. `undoing`: what it added is taken back, then there is no recount any more."""
    videos: int
    """Number of videos to read."""
    videos_read: int
    """Number of these that are read."""
    videos_changed: int
    """Number of these in which the brand now counts."""
    videos_skipped: int
    """Number of these that were left out, because it took too long to look for the brand in their texts."""
    appearances_added: int
    """Number of appearances added altogether."""
    actor: Actor
    """Who asked for it."""
    created_at: str
    """When it was asked for."""
    ended_at: Optional[str]
    """When the last video was read; null until then."""


class _UploadBrandLogoData(TypedDict):
    logo_id: str
    """Id of the picture, `logo_…`."""
    width: int
    """Width in pixels."""
    height: int
    """Height in pixels."""
    path: str
    """Path of the picture, `/v1/brands/…`, which takes the same key."""


class UploadBrandLogoData(_UploadBrandLogoData, total=False):
    """What was asked for."""

    plain: Literal[True]
    """Only in the answer to its upload: the picture shows a plain shape, such as a disc or a bar, or nothing at all. It is kept but not compared, because such a shape is in every video."""


class Glossary(TypedDict):
    """Names and jargon that people say in the videos."""

    terms: List[GlossaryTerm]
    """The terms, in the order in which they were given."""
    revision: int
    """Number of the revision, raised by each change; 0 before the first."""
    updated_at: Optional[str]
    """When it last changed; null before the first change."""


class _GlossaryTerm(TypedDict):
    term: str
    """The name or word as it is written, 2 to 80 characters."""


class GlossaryTerm(_GlossaryTerm, total=False):
    """A name or word that people say."""

    sounds_like: List[str]
    """How it is said or usually misheard, as ordinary words, at most 5. Wherever exactly these words are heard, the term is written in their place. Absent: as it is written."""


class _PutGlossary(TypedDict):
    terms: List[GlossaryTerm]
    """All terms of the glossary, at most 1,000 with 65,536 bytes together; the most important ones first, because some recognisers take only the first, and of hundreds that sound alike only the first are listened for."""


class PutGlossary(_PutGlossary, total=False):
    """The terms that replace those of the glossary."""

    revision: Optional[int]
    """Number of the revision that is replaced: another one is GLOSSARY_CHANGED. Absent: whichever stands."""


class _Preset(TypedDict):
    preset_id: str
    """Id of the preset, `preset_…`."""
    name: str
    """Its name."""
    built_in: bool
    """Whether every workspace has it; such a preset cannot be changed."""
    needs: List[Literal["brands"]]
    """What a job with this preset must also name on the plan of the workspace: `brands`, or `surfaces` instead. Usually empty."""
    capabilities: List[Capability]
    """What to find out, at least one."""
    updated_at: Optional[str]
    """When it last changed; null for a built-in one."""


class Preset(_Preset, total=False):
    """What to find out, under a name."""

    queries: List[str]
    """Questions about the video, each of at most 500 characters; at most the plan's `max_queries_per_job`. Needed by `custom_query`."""
    shaped_queries: List[ShapedQuery]
    """Questions whose answer has a form: one of `choices`, a value that fits a JSON `schema`, or a `ready` question. They count as `queries` against `max_queries_per_job`, and are answered after them in `query_results`, with `value` and evidence for each field. An answer that does not fit, or that nothing supports, is not given. Needed by `custom_query` where there are no `queries`."""
    objects: List[str]
    """Things to look for, at most 5 names of at most 100 characters each. Needed by `objects`."""
    brands: List[str]
    """Brands to look for, at most 50 of at most 100 characters each. Absent: every known brand, on plans that allow it."""
    surfaces: List[str]
    """Only appearances on these surfaces count, at most 10 of: jersey-front, jersey-back, jersey-sleeve, shorts, headwear, footwear, other-apparel, perimeter-board, scoreboard, playing-surface, goal-or-stanchion, bench-or-dugout, venue-structure, banner, podium, media-backdrop, microphone, vehicle, equipment, broadcast-graphic, virtual-ad, title-card, device-screen, product-placement, packaging, storefront, billboard, set-dressing, overlay-watermark. Absent: a brand counts wherever it is seen."""
    language: str
    """Hint of the spoken language as a BCP 47 code such as `en`, at most 10 characters. The language is detected with or without it."""
    speakers_expected: Union[int, PresetSpeakersExpected]
    """How many people speak, as far as you know: a number, 1 to 50, or an object with `min`, `max` or both. A hint for telling speakers apart: voices are grouped into that many, or freely and once more if the bounds are missed. `speakers_detected` says how many were found, which may be others. It has no effect where each channel is one speaker, on captions, and where speakers are not told apart (`meta.diarization_unavailable`)."""
    glossary_terms: List[str]
    """Names and jargon that are said in the video, at most 50 of 2 to 80 characters each, which the recogniser favours: in addition to the glossary of the workspace, and before it."""
    glossary: bool
    """Whether the recogniser favours the glossary of the workspace, as it is when the job is created. Default true."""
    captions: Literal["human", "any", "none"]
    """For a link: whether the platform's captions in the spoken language are taken as the transcript. `human`: captions written by people, and automatic ones only where no speech engine knows the language. `any`: automatic ones as well. `none`: never; the sound is transcribed. `meta.engines.speech` says what was taken. Captions have no speakers, and seldom times of words. Default `human`."""
    fps: int
    """Frames per second that are analysed, 1 to 4, lowered to the plan's `max_fps`. Absent: the plan's `max_fps`."""
    return_proof: bool
    """Whether to include proof frames, `speech_context` and a storyboard. A brand appearance has a `bounding_box` only with a proof frame. Default true."""


class PresetSpeakersExpected(TypedDict, total=False):
    min: Optional[int]
    """The least number of them; absent: 1."""
    max: Optional[int]
    """The greatest number of them; absent: no limit."""


class _PresetEntry(TypedDict):
    name: str
    """Name of the preset, at most 100 characters."""
    capabilities: List[Capability]
    """What to find out, at least one."""


class PresetEntry(_PresetEntry, total=False):
    """What to find out, under a name."""

    queries: Optional[List[str]]
    """Questions about the video, each of at most 500 characters; at most the plan's `max_queries_per_job`. Needed by `custom_query`."""
    shaped_queries: Optional[List[ShapedQuery]]
    """Questions whose answer has a form: one of `choices`, a value that fits a JSON `schema`, or a `ready` question. They count as `queries` against `max_queries_per_job`, and are answered after them in `query_results`, with `value` and evidence for each field. An answer that does not fit, or that nothing supports, is not given. Needed by `custom_query` where there are no `queries`."""
    objects: Optional[List[str]]
    """Things to look for, at most 5 names of at most 100 characters each. Needed by `objects`."""
    brands: Optional[List[str]]
    """Brands to look for, at most 50 of at most 100 characters each. Absent: every known brand, on plans that allow it."""
    surfaces: Optional[List[str]]
    """Only appearances on these surfaces count, at most 10 of: jersey-front, jersey-back, jersey-sleeve, shorts, headwear, footwear, other-apparel, perimeter-board, scoreboard, playing-surface, goal-or-stanchion, bench-or-dugout, venue-structure, banner, podium, media-backdrop, microphone, vehicle, equipment, broadcast-graphic, virtual-ad, title-card, device-screen, product-placement, packaging, storefront, billboard, set-dressing, overlay-watermark. Absent: a brand counts wherever it is seen."""
    language: Optional[str]
    """Hint of the spoken language as a BCP 47 code such as `en`, at most 10 characters. The language is detected with or without it."""
    speakers_expected: Optional[Union[int, PresetEntrySpeakersExpected]]
    """How many people speak, as far as you know: a number, 1 to 50, or an object with `min`, `max` or both. A hint for telling speakers apart: voices are grouped into that many, or freely and once more if the bounds are missed. `speakers_detected` says how many were found, which may be others. It has no effect where each channel is one speaker, on captions, and where speakers are not told apart (`meta.diarization_unavailable`)."""
    glossary_terms: Optional[List[str]]
    """Names and jargon that are said in the video, at most 50 of 2 to 80 characters each, which the recogniser favours: in addition to the glossary of the workspace, and before it."""
    glossary: Optional[bool]
    """Whether the recogniser favours the glossary of the workspace, as it is when the job is created. Default true."""
    captions: Optional[Literal["human", "any", "none"]]
    """For a link: whether the platform's captions in the spoken language are taken as the transcript. `human`: captions written by people, and automatic ones only where no speech engine knows the language. `any`: automatic ones as well. `none`: never; the sound is transcribed. `meta.engines.speech` says what was taken. Captions have no speakers, and seldom times of words. Default `human`."""
    fps: Optional[int]
    """Frames per second that are analysed, 1 to 4, lowered to the plan's `max_fps`. Absent: the plan's `max_fps`."""
    return_proof: Optional[bool]
    """Whether to include proof frames, `speech_context` and a storyboard. A brand appearance has a `bounding_box` only with a proof frame. Default true."""


class PresetEntrySpeakersExpected(TypedDict, total=False):
    min: Optional[int]
    """The least number of them; absent: 1."""
    max: Optional[int]
    """The greatest number of them; absent: no limit."""


class _CreateShare(TypedDict):
    parts: List[SharePart]
    """What the link shows; nothing else can be reached through it."""
    expires_in_days: int
    """Days until the link ends, 1 to 90."""


class CreateShare(_CreateShare, total=False):
    """A new link."""

    names_sender: Optional[bool]
    """Whether the page says the name of the workspace and shows the logo. Default true; links of earlier releases name nobody."""
    logo: Optional[str]
    """Your logo or that of the client, shown on the page and on the cover of its PDF file: PNG, JPEG or WebP as a data URL or plain base64, at most 300 KB, each side at least 16 pixels."""


class ShareCreated(TypedDict):
    """A new share with its link."""

    share_id: str
    """Id of the share, `share_…`."""
    url: str
    """The link. It is shown only this once; whoever has it sees the chosen parts."""
    expires_at: str
    """When the link ends."""


class ListJobSharesQuery(TypedDict, total=False):
    """What `listJobShares` may be asked for."""

    limit: int
    """Shares on a page, 1 to 100. Default 50."""
    cursor: str
    """`next_cursor` of the previous page, unchanged."""


class Share(TypedDict):
    """A link that has not ended."""

    share_id: str
    """Id of the share, `share_…`."""
    job_id: Optional[str]
    """The job it shows; null if it shows a report."""
    report_id: Optional[str]
    """The report it shows; null if it shows a job."""
    title: Optional[str]
    """Title of the video or report; null if unknown."""
    parts: List[SharePart]
    """What it shows of a job; empty for a report."""
    created_by: Optional[Actor]
    """Who created it; null if unknown."""
    created_at: str
    """When it was created."""
    expires_at: str
    """When the link ends."""
    opened: int
    """Number of times it was opened."""
    last_opened_at: Optional[str]
    """When it was last opened; null if it has not been."""


class _CreateReportShare(TypedDict):
    expires_in_days: int
    """Days until the link ends, 1 to 90."""


class CreateReportShare(_CreateReportShare, total=False):
    """A new link to a report."""

    names_sender: Optional[bool]
    """Whether the page says the name of the workspace and shows the logo. Default true; links of earlier releases name nobody."""


class ListReportSharesQuery(TypedDict, total=False):
    """What `listReportShares` may be asked for."""

    limit: int
    """Shares on a page, 1 to 100. Default 50."""
    cursor: str
    """`next_cursor` of the previous page, unchanged."""


class ListSharesQuery(TypedDict, total=False):
    """What `listShares` may be asked for."""

    limit: int
    """Shares on a page, 1 to 100. Default 50."""
    cursor: str
    """`next_cursor` of the previous page, unchanged."""


class AlertMatchedEvent(TypedDict):
    """An alert found videos. Sent to the webhooks of the alert."""

    event: Literal["alert.matched"]
    """What happened."""
    event_id: str
    """Id of the event, `evt_…`; the same on every attempt, so that repeats can be recognised."""
    created_at: str
    """When it happened."""
    alert_id: str
    """The alert, `alr_…`."""
    name: str
    """Name of the alert."""
    test: bool
    """Whether it is an example that somebody asked for."""
    matches: List[AlertFinding]
    """What it found, the oldest first. Empty if only something is withdrawn."""
    withdrawn: List[AlertFinding]
    """What it found and sent before, and a correction made wrong since. Mostly empty."""


class Pagination(TypedDict):
    """Where a list continues."""

    has_more: bool
    """Whether another page follows."""
    next_cursor: Optional[str]
    """Pass it as `cursor` to read the next page; null on the last one."""


class _JobStateEvent(TypedDict):
    event: Literal["job.current", "job.progress"]
    """`job.current`: the job when a stream of it begins. `job.progress`: a job in processing has made progress."""
    job_id: str
    """The job, `job_…`."""
    status: JobStatus
    """The state of the job."""
    credits_charged: Optional[int]
    """Credits charged; null if nothing was charged."""


class JobStateEvent(_JobStateEvent, total=False):
    """The state of a job that a stream sends between events; not in the log."""

    batch_id: str
    """The batch the job belongs to, `batch_…`; absent if it belongs to none."""
    progress: Progress
    """How far it is; present while it is processing."""
    error: JobError
    """Why it failed; absent if it did not."""
    completed_at: str
    """When the job reached a final state; absent before."""


Capability = Literal["transcription", "summary", "brands", "metadata", "custom_query", "objects"]
"""`transcription`: what is said. `summary`: what it is about. `brands`: brands seen or heard. `metadata`: facts about the video. `custom_query`: answers to `queries`. `objects`: where the things named in `objects` are seen."""

Outline = List[List[List[float]]]
"""Rings around the thing, each of at most 64 points `[x, y]` in fractions of the frame."""

TerminalJob = Union[CompletedJob, FailedJob, CancelledJob]
"""A job that changes no more."""

Job = Union[PendingJob, ProcessingJob, HeldJob, CompletedJob, FailedJob, CancelledJob]
"""One analysis of one video. Its `status` tells which."""

JobStatus = Literal["pending", "processing", "completed", "failed", "cancelled", "held"]
"""`pending`: waits for a worker. `processing`: a worker is processing it. `held`: waits for credits. `completed`, `failed` and `cancelled` are final."""

BatchStatus = Literal["processing", "paused", "completed", "failed", "cancelled"]
"""`processing`: jobs are pending or processing. `paused`: nothing can run and jobs are held for credits. `completed`: every job is final, whatever its outcome. `failed`: the batch itself could not continue. `cancelled`: by request."""

ReportFormat = Literal["html", "pdf", "csv", "json", "xlsx", "pptx"]
"""`html`: one file that needs nothing else and prints as it looks. `pdf`: the same pages. `csv`: one row per appearance. `json`: the exposure, the videos and their links. `xlsx`: a workbook with brands, videos, appearances and what is missing. `pptx`: slides of the summary, with charts and tables that can be edited."""

ReportDetail = Literal["summary", "full"]
"""`summary`: four to six pages in most cases: cover, brands, a proof frame of each brand, timelines and method. `full`: also a page for each of the 24 brands seen longest, the share of screen time as a page, and all tables and timelines."""

ReportStatus = Literal["pending", "ready", "failed"]
"""`pending`: it waits or is being made. `ready`: its files are there. `failed`: it could not be made; `error` says why."""

CorrectionKind = Literal["dismiss", "rename", "merge", "add", "confirm", "move"]
"""`dismiss`: it is not there. `rename`: it is something else. `merge`: it is the same as another one of the results. `add`: it was missed. `confirm`: it is right. `move`: it is there, but from and to other seconds; only paid segments."""

StoredCorrectionKind = Literal["dismiss", "rename", "merge", "add", "confirm", "move", "recount"]
"""`dismiss`: it is not there. `rename`: it is something else. `merge`: it is the same as another one of the results. `add`: it was missed. `confirm`: it is right. `move`: it is there, but from and to other seconds; only paid segments. `recount`: the brand library got its name later, and the service found it in the texts of the results."""

ExposurePosition = Dict[str, float]
"""Seconds with the centre of the box in each of nine equal fields of the picture."""

AlertCondition = Union[AlertAppears, AlertTogether, AlertPaid, AlertPassed]
"""What must be so; `type` names its kind."""

ScheduleEvery = Union[WeekScheduleEvery, MonthScheduleEvery]
"""When a schedule is due: each week or each month."""

ScheduleRunState = Literal["waiting", "making", "ready", "empty", "failed"]
"""`waiting`: it is counted soon. `making`: its report is being made. `ready`: its report is there. `empty`: no video is of this period, so there is no report; the mail says so. `failed`: it could not be made; `error` says why."""

Event = Union[JobCreatedEvent, JobStartedEvent, JobResumedEvent, JobRetriedEvent, JobCompletedEvent, JobFailedEvent, JobCancelledEvent, JobHeldEvent, BatchCreatedEvent, BatchResumedEvent, BatchCompletedEvent, BatchPausedEvent, BatchCancelledEvent, BatchFailedEvent]
"""An event of the log; `event` names its kind. Where a webhook carries the event too, it sends the same body. Later versions may add kinds."""

PlanName = Literal["free", "starter", "pro", "scale"]
"""A plan; its limits are read from the account."""

Scope = Literal["jobs:write", "jobs:read", "account:read"]
"""What a key may do: `jobs:write` creates, cancels and deletes jobs, batches, uploads, brands and Follows, and sends webhooks again; `jobs:read` reads jobs, batches, frames, brands, Follows and webhook deliveries; both together create links and alerts, and schedules that mail reports, as these show results; `account:read` reads account, usage and the list of keys."""

SharePart = Literal["video", "brands", "transcript", "objects", "queries", "exposure"]
"""`video`: the video, while it is held, and its shots. `brands`: brands with their proof frames, paid segments and disclosures. `transcript`: what is said and read on screen, and the summary. `objects`: things that were asked for. `queries`: questions and answers. `exposure`: what the appearances of brands amount to."""

WebhookEvent = Union[JobCompletedEvent, JobFailedEvent, JobCancelledEvent, JobHeldEvent, BatchCompletedEvent, BatchPausedEvent, AlertMatchedEvent]
"""What a webhook carries; `event` names its kind."""

ExportFormat = Literal["srt", "vtt", "txt", "csv", "shots.csv", "on-screen-text.csv", "paid-segments.csv", "disclosures.csv", "answers.csv", "answers-by-video.csv", "jsonl", "otio", "edl", "coco", "cvat", "label-studio", "storyboard.vtt"]
"""Subtitles `srt` and `vtt`; transcript `txt`; appearances `csv`, `otio` and `edl`; tables `shots.csv`, `on-screen-text.csv`, `paid-segments.csv`, `disclosures.csv`, `answers.csv` and `answers-by-video.csv`; all results `jsonl`; detections `coco`, `cvat` and `label-studio`; thumbnails `storyboard.vtt`."""
