/**
 * An introduction for every caller, in Markdown: the description of the OpenAPI document, and the first part of
 * docs/interface.md. Each topic has one section.
 */
import { scope } from './account.ts';
import { webhookEventKinds } from './event.ts';
import { requestLimits } from './job.ts';
import { defaultPlans, type Plan } from './plans.ts';

export interface Section {
  readonly title: string;
  /** Markdown without headings. */
  readonly text: string;
}

const count = (value: number): string => value.toLocaleString('en');
const code = (value: string): string => `\`${value}\``;

function rateTable(): string {
  const row = ({ name, limits, burst }: Plan) =>
    `| ${name} | ${limits.max_requests_per_minute} | ${burst} | ${limits.max_concurrent_jobs} |`;
  return [
    '| Plan | Requests a minute | Burst | Jobs in processing |',
    '|---|---|---|---|',
    ...Object.values(defaultPlans).map(row),
  ].join('\n');
}

export const introduction =
  'Self-hosted video analysis: give it a video, as a link or an upload, and get its transcript, summary, brands, objects, answers and metadata. A job is one analysis of one video and runs in the background; a batch runs the same analysis on many videos.';

export const overview: readonly Section[] = [
  {
    title: 'Base address',
    text: `All paths are below the address of your installation, by default \`http://localhost:8080\`. The interface is at \`/v1\`, the operator's at \`/admin/v1\`, the OpenAPI document at \`/openapi.json\`. Uploaded files go to a separate host, which \`POST /v1/uploads/presign\` names.

\`\`\`sh
curl http://localhost:8080/v1/jobs -H 'X-Api-Key: rs_live_…' -H 'Content-Type: application/json' \\
  -d '{"url":"https://www.youtube.com/watch?v=dQw4w9WgXcQ","capabilities":["transcription"]}'
\`\`\``,
  },
  {
    title: 'Authentication',
    text: `Send the key of a workspace in the header \`X-Api-Key\`. A key is shown once, when it is created; only a hash of it is kept. Each call names the scope it needs. ${scope.meta()?.description} A missing, wrong or revoked key is \`INVALID_API_KEY\` (401); a key without the scope is \`INSUFFICIENT_SCOPE\` (403). A key sees only its own workspace: what belongs to another one is reported as not found. The operator's calls take \`Authorization: Bearer …\` with the operator's token instead.`,
  },
  {
    title: 'Requests and answers',
    text: `Bodies are JSON in UTF-8, at most ${count(requestLimits.bodyBytes)} bytes where a call does not say otherwise, with \`Content-Type: application/json\`. An unknown field is refused (\`VALIDATION_FAILED\`), and the message suggests the field that was probably meant; an unknown query parameter is ignored. \`null\` for an optional field of a request means the same as leaving it out.

An answer is \`{ "data": …, "meta": { "request_id": "req_…" } }\`; a list also has \`pagination\`. A deletion answers 204 without a body. Answers may gain fields, states and error codes: ignore those you do not know.`,
  },
  {
    title: 'Request ids',
    text: 'Every answer, including a refusal, carries the id of the request in the header `X-Request-Id`, and in `meta.request_id` if it has a JSON body. Log it, so that the operator can find the request.',
  },
  {
    title: 'Paging',
    text: 'Lists of jobs, batches and ledger entries are newest first. `limit` is 1 to 100 (default 20; 50 for the ledger). While `pagination.has_more` is true, pass `next_cursor` unchanged as `cursor`, with the same filters. A cursor points at a place in the list, so nothing is repeated or left out when new entries arrive. It is opaque, and valid only for the list that issued it. The corrections of a job (1,000 at most) are oldest first, and all of them without `limit`. A page of events has 4 MB at most, unless its first event alone is larger, so it may have fewer events than `limit`.',
  },
  {
    title: 'Rate limits',
    text: `Each workspace has one token bucket, shared by its keys: it holds the burst of the plan and refills at the plan's rate. Answers to a key carry \`X-RateLimit-Limit\` (the burst) and \`X-RateLimit-Remaining\`; a 429 carries neither, but \`Retry-After: 60\`. An empty bucket is \`RATE_LIMITED\`. The number of jobs is limited too: \`POST /v1/jobs\` is \`CONCURRENT_LIMIT_REACHED\` while as many jobs as the plan allows are in processing. A batch is never refused for this reason; its jobs wait. An owner whose videos were decoded for too long for jobs that were then not charged, because they failed, were held or were cancelled, gets \`RATE_LIMITED\` for \`POST /v1/jobs\` too; the message says when a job is accepted again. Batches are accepted, and all jobs that exist wait \`pending\`. A few broken videos do not cause this. These are the defaults of an installation; \`limits\` of \`GET /v1/account\` has yours.

${rateTable()}

A 503 carries \`Retry-After\` in seconds as well: wait that long, then send the same call again.`,
  },
  {
    title: 'Handling errors',
    text: `A refusal is \`{ "error": { "code", "message" }, "meta": { "request_id" } }\`. Programs look at \`code\`, which does not change; \`message\` is for people, names the field at fault, and may be reworded.

| Status | What it means | What to do |
|---|---|---|
| 400, 405, 408, 413, 422, 431 | The request is not valid, or too large or slow. | Change it; the message says where. \`REQUEST_TIMEOUT\` and \`PLATFORM_UNAVAILABLE\` may succeed later without a change. |
| 401, 403 | The key, scope or plan does not allow it. | Use another key, scope or plan. |
| 402 | The credits or the budget are not enough. | Add credits, or raise \`max_credits\`. |
| 404 | There is no such thing in this workspace. | Check the id. |
| 409 | The state does not allow it, such as cancelling a finished job. | Read it again. |
| 429, 503, 507 | There are too many requests at the moment, or the service lacks a resource. | Wait for \`Retry-After\` (a 507 has none: a minute), then repeat. |
| 500 | A fault of the service. | Retry as described below; if it persists, report the request id. |

A failed job is not an HTTP error: \`GET /v1/jobs/{id}\` answers 200 with \`status: "failed"\` and the reason in \`error\`.`,
  },
  {
    title: 'Idempotency',
    text: `\`POST /v1/jobs\` and \`POST /v1/batch\` take the header \`Idempotency-Key\`: 1 to ${requestLimits.idempotencyKeyCharacters} printable ASCII characters, such as a new UUID for each thing you want to create. For 48 hours, a call with the same key creates nothing new: it answers 200 with what the first call created, in its current state, and \`Idempotency-Replayed: true\`. Only the key counts, even if the body differs. A refused call does not use up its key; a dry run never uses one. Jobs and batches have separate keys.`,
  },
  {
    title: 'Safe retries',
    text: 'When a call breaks off or answers 408, 429, 500 or 503, repeat it after growing pauses with jitter (1, 2, 4, 8 seconds and so on), never sooner than `Retry-After`. Reading, cancelling and deleting are safe to repeat. A second deletion answers 404, and a second cancel of a job 409: it is already final, and reading it shows how it ended. Creating is safe only with an `Idempotency-Key`. Presigning again is safe too: an unused address expires after 60 minutes.',
  },
  {
    title: 'Replacing',
    text: 'A `PUT` replaces the whole object. Lines of transcripts, speakers and the glossary take the `revision` that was read, and a change in between gets 409. Brands of the library, campaigns, brand sets, alerts and schedules have none: of two callers who replace one at once, the later stands, and what only the earlier added is gone. Read it right before you replace it.',
  },
  {
    title: 'Waiting for a job',
    text: 'Creating a job answers 202 at once, with `Location` and `Retry-After: 30`. Then there are four ways to wait, which docs/waiting.md compares. Poll `GET /v1/jobs/{id}` until `status` is `completed`, `failed` or `cancelled`, at the pace of `Retry-After`. Add `Prefer: wait=N` to a read, which delays the answer by up to N seconds, at most 30. Read the events at `/v1/events`, as pages or as a stream. Or give a `webhook_url` to be notified. `held` is not final: the job waits for credits, up to 7 days. To follow many jobs, list them with `updated_after`.',
  },
  {
    title: 'Webhooks',
    text: `From the Starter plan on, a job or batch may name a \`webhook_url\`: an HTTPS address of a public host; a workspace may have one for all of them (\`GET /v1/webhooks/address\`). It gets ${webhookEventKinds.map(code).join(', ')} as POST with a JSON body. Answer any 2xx within 5 seconds and do the work afterwards. Otherwise the event is sent again 1, 10 and 60 seconds after the end of the previous attempt. It may arrive twice or out of order: keep the \`event_id\` of what you have handled, and read the job by its id to get its state.

Check a signature before you trust a body. Prefer \`webhook-signature\` with \`webhook-id\` and \`webhook-timestamp\`, as in the Standard Webhooks specification: it covers the time, so an old request cannot be replayed. \`X-Service-Signature\` is the HMAC-SHA256 of the raw bytes alone, in lower-case hex, keyed with the whole \`webhook_secret\` of \`GET /v1/account\`. Compare in constant time.`,
  },
  {
    title: 'Time and units',
    text: 'Moments are ISO 8601 in UTC with milliseconds, such as `2026-11-12T09:30:00.000Z`; requests may use another time zone or only a date. Times in results are seconds from the start of the video, with decimals; only the storyboard uses milliseconds. Boxes and outlines are fractions of the frame, 0 to 1, from its top left corner. Confidences are 0 to 1. Money is credits: 1 credit is 0.01 USD. Sizes are bytes. Text lengths count Unicode characters.',
  },
  {
    title: 'Versioning',
    text: 'The version is in the path, `/v1`. Within it, fields, calls, states, event kinds and codes may be added; none is removed, renamed or given another meaning.',
  },
];

/** The whole text, with a heading for each section. */
export function overviewText(): string {
  const sections = overview.map(({ title, text }) => `## ${title}\n\n${text}`);
  return [introduction, ...sections].join('\n\n');
}
