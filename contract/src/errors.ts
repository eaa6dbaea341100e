/**
 * The only table of errors: every code that the API returns or that a failed job has, with its HTTP status and public
 * text.
 */

export interface ErrorEntry {
  /** HTTP status of the answer; null for codes that only appear inside a failed or cancelled job. */
  readonly status: number | null;
  /** True if the code may appear in `error.code` of a job. */
  readonly job: boolean;
  /** True if the same call may succeed later without a change. */
  readonly retryable: boolean;
  /** Public default text. A Fault may replace it with a text that names the field or the remedy. */
  readonly text: string;
  /**
   * True if only calls that are not public (those of the console and of runners) use the code, so that the public API
   * documents do not mention it.
   */
  readonly consoleOnly?: true;
}

const http = (status: number, text: string, retryable = false): ErrorEntry => ({
  status,
  job: false,
  retryable,
  text,
});
const job = (text: string, retryable = false): ErrorEntry => ({
  status: null,
  job: true,
  retryable,
  text,
});
const httpAndJob = (status: number, text: string, retryable = false): ErrorEntry => ({
  status,
  job: true,
  retryable,
  text,
});

/** The tables in interface.md, "Errors" and "Failure codes of a job". */
export const errorTable = {
  INVALID_API_KEY: http(401, 'The API key is missing, revoked or invalid.'),
  INSUFFICIENT_SCOPE: http(403, 'The API key lacks the scope this call needs.'),
  INSUFFICIENT_CREDITS: http(402, 'The credit balance is empty. Add credits and try again.'),
  BUDGET_EXCEEDED: httpAndJob(402, 'The estimate exceeds max_credits.'),
  SUBSCRIPTION_PAST_DUE: http(402, 'The subscription payment is overdue.'),
  PLAN_REQUIRED: http(
    403,
    'Untargeted brand detection needs the Pro plan or above; give brands or surfaces.',
  ),
  TARGET_REQUIRED: http(
    403,
    'On this plan, brand detection needs a target, which a batch cannot have.',
  ),
  MODE_NOT_ALLOWED: http(403, 'The plan does not include this feature.'),
  BATCH_NOT_ALLOWED: http(403, 'Batches are not available on this plan.'),
  FOLLOW_LIMIT_REACHED: http(
    403,
    'The plan allows no more Follows. Delete one, or change the plan.',
  ),
  RATE_LIMITED: http(429, 'Too many requests for this plan. Try again later.', true),
  CONCURRENT_LIMIT_REACHED: http(429, 'Too many jobs are processing at the same time.', true),
  TOO_MANY_PENDING_JOBS: http(
    429,
    'Too many jobs of this workspace are waiting. Wait until some have ended, or cancel some.',
    true,
  ),
  UPLOAD_QUOTA_EXCEEDED: http(
    429,
    'This workspace has too many uploads. Use them in jobs, delete jobs whose uploads are no longer needed, or wait until they expire.',
    true,
  ),
  PLATFORM_RATE_LIMITED: httpAndJob(
    429,
    'The video platform is limiting requests. Try again in a few minutes.',
    true,
  ),
  INVALID_URL: http(422, 'The URL is malformed, unreachable or on an unsupported platform.'),
  VALIDATION_FAILED: http(422, 'The request is not valid.'),
  INVALID_CAPABILITIES: http(422, 'A capability lacks a field that it needs.'),
  PLATFORM_UNAVAILABLE: httpAndJob(
    422,
    'The video platform cannot be reached at the moment.',
    true,
  ),
  VIDEO_TOO_LONG: httpAndJob(422, 'The video is longer than the plan allows.'),
  TOO_MANY_QUERIES: http(422, 'More queries than the plan allows.'),
  TOO_MANY_BRANDS: http(422, 'At most 50 target brands are allowed.'),
  INVALID_SURFACE: http(422, 'A surface is unknown. The message lists the known ones.'),
  TOO_MANY_URLS: http(422, 'More videos than the plan allows in a batch.'),
  TOO_MANY_AGGREGATE_QUERIES: http(422, 'More aggregate queries than the plan allows.'),
  JOB_NOT_FOUND: http(404, 'There is no such job in this workspace.'),
  BATCH_NOT_FOUND: http(404, 'There is no such batch in this workspace.'),
  NOT_FOUND: http(404, 'There is nothing at this address.'),
  EVENTS_GONE: http(
    410,
    'Events after this position are no longer kept. Read the jobs again, then continue without a position.',
  ),
  JOB_NOT_CANCELLABLE: http(409, 'The job cannot be cancelled.'),
  BATCH_NOT_CANCELLABLE: http(409, 'The batch is already completed or failed.'),
  JOB_NOT_DELETABLE: http(409, 'Only a finished job can be deleted.'),
  JOB_NOT_COMPLETED: http(409, 'Only a completed job can be exported.'),
  MEDIA_GONE: http(
    409,
    'The video of this job is no longer held. Upload and analyse it again to make clips of it.',
  ),
  TEST_JOB: http(409, 'No clips are made of test jobs: their results are of no video.'),
  CLIP_NOT_READY: http(409, 'The clip is not ready.', true),
  TRANSCRIPT_CHANGED: http(
    409,
    'Somebody else changed this meanwhile. Read what stands now, then send your change with its revision.',
  ),
  GLOSSARY_CHANGED: http(
    409,
    'Somebody else changed the glossary meanwhile. Read what stands now, then send your change with its revision.',
  ),
  EXPORT_UNAVAILABLE: http(422, 'The results do not contain what this format needs.'),
  BODY_TOO_LARGE: http(413, 'The request body exceeds 10 KB (10,240 bytes).'),
  METHOD_NOT_ALLOWED: http(
    405,
    'This address does not take this method; the header `Allow` names those that it takes.',
  ),
  REQUEST_TIMEOUT: http(408, 'The request took too long to arrive. Send it again.', true),
  UPLOAD_REFUSED: http(
    403,
    'The upload URL is not valid for this request or has expired. Send the presigned content type, or ask for a new URL.',
  ),
  UPLOAD_EXISTS: http(409, 'A file was already uploaded to this URL. Ask for a new URL.'),
  UPLOAD_SIZE_MISMATCH: http(400, 'The file has fewer bytes than were presigned.'),
  UPLOAD_TOO_LARGE: http(413, 'The file has more bytes than were presigned.'),
  STORAGE_FULL: http(507, 'The storage of the service is full. Try again later.', true),
  LOW_DISK: http(
    503,
    'The service is short of disk space and accepts no new work for now. Try again later.',
    true,
  ),
  BACKUP_REFUSED: http(409, 'The backup or restore cannot be done now.'),
  SIGN_IN_REQUIRED: { ...http(401, 'Sign in first.'), consoleOnly: true },
  SIGN_UP_CODE_NEEDED: {
    ...http(
      403,
      "The first account needs the one-time code in the link that the service printed when it started, or the operator's token. `npx reelsight admin first-account` prints the link again.",
    ),
    consoleOnly: true,
  },
  SECOND_STEP_REQUIRED: {
    ...http(401, 'Enter the code of your authenticator app.'),
    consoleOnly: true,
  },
  RUNNER_VERSION: {
    ...http(409, 'The runner has another version than the service.'),
    consoleOnly: true,
  },
  RUNNER_ENGINES: {
    ...http(409, 'The service has better engines than the runner.'),
    consoleOnly: true,
  },
  RUNNER_LIMIT: {
    ...http(429, 'The runner has too many processes at once.', true),
    consoleOnly: true,
  },
  PART_LOST: {
    ...http(409, 'The part is no longer in the hands of this runner.'),
    consoleOnly: true,
  },
  INTERNAL_ERROR: http(500, 'Something went wrong on our side. Try again.', true),
  NOT_IMPLEMENTED: http(501, 'This call is not available yet.'),
  SERVICE_UNAVAILABLE: http(503, 'The service is not ready. Try again shortly.', true),

  EXTRACTION_FAILED: job('The video could not be downloaded or read.'),
  PLATFORM_403: job('The platform refused access to the video.'),
  TRANSCRIPTION_FAILED: job('The speech could not be transcribed.'),
  ANALYSIS_FAILED: job('The analysis of the video failed.'),
  SURFACE_VERIFICATION_UNAVAILABLE: job(
    'No engine that can identify surfaces is configured, so surfaces cannot be verified.',
  ),
  TIMEOUT: job('The job exceeded its overall time budget.'),
  STAGE_DEADLINE_EXCEEDED: job('A stage of the job exceeded its deadline.'),
  WORKER_STALLED: job('The worker stopped responding.', true),
  HELD_EXPIRED: job('The job was not funded within 7 days.'),
  PROCESSING_ERROR: job('The job failed because of an internal error.', true),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorTable;

/** Codes of the public API. */
export const errorCodes = (Object.entries(errorTable) as [ErrorCode, ErrorEntry][])
  .filter(([, entry]) => !entry.consoleOnly)
  .map(([code]) => code);
export const jobFailureCodes = errorCodes.filter((code) => errorTable[code].job);

/**
 * The only error class. `detail` is for the log and never reaches a client. `message` is public: the table's text,
 * unless `options.text` gives a better one, which must contain no path, host, command line or stack.
 */
export class Fault extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  /** Seconds after which the same call may succeed. If absent, the usual time for the HTTP status applies. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    options: { text?: string; cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(options.text ?? errorTable[code].text, { cause: options.cause });
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.name = 'Fault';
    this.code = code;
    this.detail = detail;
  }

  get status(): number {
    return errorTable[this.code].status ?? 500;
  }
}

/**
 * An error for invalid input from the caller. `text` names the field or the limit; it is logged and shown to the
 * caller.
 */
export const invalidInput = (text: string): Fault => new Fault('VALIDATION_FAILED', text, { text });
