/** Typed client of a Reelsight service, for Node and the browser. */
export * from './admin.ts';
export type { AlertMatchFilter, AlertPreviewRequest, Alerts, NewAlert } from './alerts.ts';
export { ApiPromise, type WithResponse } from './api-promise.ts';
export type { AudienceReader, Prices } from './audience.ts';
export type { Batches, BatchFilter, NewBatch } from './batches.ts';
export type { Brand, BrandLogo, BrandRecountState, Brands, NewBrand } from './brands.ts';
export type {
  Addresses,
  Answered,
  AnswerOf,
  Asked,
  AskedOf,
  Call,
  OperationId,
  Send,
} from './call.ts';
export { operatorAddresses } from './calls.gen.ts';
export * from './client.ts';
export type { ClipFilter, Clips, JobClips, NewClip } from './clips.ts';
export { type Connection, connect, createSender } from './connection.ts';
export type { CorrectionPage, Corrections, NewCorrection } from './corrections.ts';
export type { CreateOptions } from './create.ts';
export type { Deliveries, DeliveryFilter } from './deliveries.ts';
export {
  ApiError,
  type ApiErrorCode,
  AuthenticationError,
  ConfigurationError,
  ConflictError,
  ConnectionError,
  errorOf,
  FileError,
  InvalidRequestError,
  NotFoundError,
  OutageError,
  PaymentRequiredError,
  PermissionError,
  RateLimitError,
  ReelsightError,
  ServerError,
  TooLargeError,
  UnexpectedAnswerError,
} from './errors.ts';
export type { Events, EventsFilter, EventsPage, StreamedEvent, StreamOptions } from './events.ts';
export type { BatchExportFormat } from './export-formats.gen.ts';
export type {
  BatchExportOptions,
  ExportedFile,
  ExportOptions,
} from './exports.ts';
export type { ExposureOptions, ExposureReader, ExposureRequest } from './exposure.ts';
export type { FollowOptions } from './follow.ts';
export type {
  FollowChange,
  FollowPreview,
  FollowSource,
  Follows,
  NewFollow,
} from './follows.ts';
export type { GlossaryCalls, NewGlossary } from './glossary.ts';
export {
  type CancelledJob,
  type CompletedJob,
  type FailedJob,
  type HeldJob,
  isTerminal,
  type Job,
  type JobState,
  type PendingJob,
  type ProcessingJob,
  type TerminalJob,
} from './job.ts';
export type {
  BulkOptions,
  JobFilter,
  JobReadOptions,
  Jobs,
  NewJob,
  WaitOptions,
  WantedResults,
} from './jobs.ts';
export type { ApiKey, Keys } from './keys.ts';
export type { CallOptions, ConnectionOptions, Trouble } from './options.ts';
export type { Page, Pages } from './pages.ts';
export { pause } from './pause.ts';
export type { NewPreset, Presets } from './presets.ts';
export type { NewReport, ReportFilter, Reports } from './reports.ts';
export type { NewSchedule, ScheduleRunFilter, Schedules } from './schedules.ts';
export type * from './schema.gen.ts';
export type { Search, SearchFilter } from './search.ts';
export type { NewShare, ShareFilter, Shares } from './shares.ts';
export type { SearchBySight, SightCounts, SightFilter, SightLike, SightWords } from './sight.ts';
export type {
  EditFilter,
  NewSegment,
  NewSpeaker,
  Speakers,
  Transcripts,
  UndoOptions,
} from './transcripts.ts';
export type {
  BrandSets,
  Campaigns,
  NewBrandSet,
  NewCampaign,
  TrendsFilter,
  TrendsReader,
  TrendVideosFilter,
} from './trends.ts';
export { contentTypeOf, type PutOptions, type Uploads, uploadEndings } from './uploads.ts';
export { version } from './version.ts';
export * from './webhook.ts';
