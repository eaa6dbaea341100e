/**
 * What every caller has to know, in Markdown: the description of the OpenAPI document, and the first part of
 * docs/interface.md. One section a topic.
 */
import { scope } from './account.ts';
import { requestLimits } from './job.ts';
import { defaultPlans, type Plan } from './plans.ts';
import { eventNames } from './webhook.ts';

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
  'Self-hosted video analysis: a video goes in, as a link or an upload; out come transcript, summary, brands, objects, answers and metadata. A job is one analysis of one video and runs in the background; a batch runs the same analysis over many.';

export const overview: readonly Section[] = [
  {
    title: 'Base address',
    text: `All paths are below the address of your installation, by default \`http://localhost:8080\`. The interface is at \`/v1\`, the operator's at \`/admin/v1\`, the OpenAPI document at \`/openapi.json\`. Uploaded files go to a host of their own, which \`POST /v1/uploads/presign\` names.

\`\`\`sh
curl http://localhost:8080/v1/jobs -H 'X-Api-Key: rs_live_…' -H 'Content-Type: application/json' \\
  -d '{"url":"https://www.youtube.com/watch?v=dQw4w9WgXcQ","capabilities":["transcription"]}'
\`\`\``,
  },
  {
    title: 'Authentication',
    text: `Send the key of a workspace in the header \`X-Api-Key\`. A key is shown once, when it is made; only a hash of it is kept. Each call names the scope it needs. ${scope.meta()?.description} No key, or one that is wrong or revoked, is \`INVALID_API_KEY\` (401); a key without the scope is \`INSUFFICIENT_SCOPE\` (403). A key sees its own workspace alone: what belongs to another is reported as not found. The operator's calls take \`Authorization: Bearer …\` with the operator's token instead.`,
  },
  {
    title: 'Requests and answers',
    text: `Bodies are JSON in UTF-8, at most ${count(requestLimits.bodyBytes)} bytes, with \`Content-Type: application/json\`. An unknown field is refused (\`VALIDATION_FAILED\`), and the message names the field that was probably meant, so that a typing error is not silently ignored; an unknown query parameter is ignored. \`null\` for an optional field of a request means that it is absent.

An answer is \`{ "data": …, "meta": { "request_id": "req_…" } }\`; a list has \`pagination\` beside them. A deletion answers 204 without a body. Answers may gain fields, states and error codes: ignore those you do not know.`,
  },
  {
    title: 'Request ids',
    text: 'Every answer, also a refusal, carries the id of the request in the header `X-Request-Id`, and in `meta.request_id` where it has a JSON body. Log it: the operator finds the request by it.',
  },
  {
    title: 'Paging',
    text: 'Lists of jobs, batches and ledger entries are newest first. `limit` is 1 to 100 (default 20; 50 for the ledger). While `pagination.has_more` is true, pass `next_cursor` unchanged as `cursor`, with the same filters. A cursor points at a place in the list, so that nothing is repeated or left out when new entries arrive. It is opaque, and good for the list that issued it.',
  },
  {
    title: 'Rate limits',
    text: `Each workspace has one token bucket, shared by its keys: it holds the burst of the plan and refills at the plan's rate. Answers to a key carry \`X-RateLimit-Limit\` (the burst) and \`X-RateLimit-Remaining\`. An empty bucket is \`RATE_LIMITED\`. The number of jobs is limited too: \`POST /v1/jobs\` is \`CONCURRENT_LIMIT_REACHED\` while as many jobs as the plan allows are in processing. A batch is never refused for that; its jobs wait. These are the defaults of an installation; \`limits\` of \`GET /v1/account\` has yours.

${rateTable()}

Every 429 and 503 carries \`Retry-After\` in seconds: wait that long, then send the same call again.`,
  },
  {
    title: 'Handling errors',
    text: `A refusal is \`{ "error": { "code", "message" }, "meta": { "request_id" } }\`. Programs look at \`code\`, which does not change; \`message\` is for people, names the field at fault, and may be reworded.

| Status | What it means | What to do |
|---|---|---|
| 400, 405, 408, 413, 422 | The request is not valid, or too large or slow. | Change it; the message says where. \`REQUEST_TIMEOUT\` and \`PLATFORM_UNAVAILABLE\` may pass later as they are. |
| 401, 403 | Key, scope or plan do not allow it. | Another key, scope or plan. |
| 402 | Credits or budget do not suffice. | Add credits, or raise \`max_credits\`. |
| 404 | There is no such thing in this workspace. | Check the id. |
| 409 | The state does not allow it, such as cancelling a finished job. | Read it again. |
| 429, 503, 507 | Too much at the moment, or the service is short of something. | Wait for \`Retry-After\` (a minute if there is none), then repeat. |
| 500 | A fault of the service. | Repeat as below; report the request id if it stays. |

A job that fails is no HTTP error: \`GET /v1/jobs/{id}\` answers 200 with \`status: "failed"\` and the reason in \`error\`.`,
  },
  {
    title: 'Idempotency',
    text: `\`POST /v1/jobs\` and \`POST /v1/batch\` take the header \`Idempotency-Key\`: 1 to ${requestLimits.idempotencyKeyCharacters} printable ASCII characters, such as a new UUID for each thing you want made. For 48 hours a call with the same key makes nothing new: it answers 200 with what the first one made, as it is now, and \`Idempotency-Replayed: true\`. The key alone decides, even if the body is another. A refused call does not use up its key; a dry run never uses one. Jobs and batches have separate keys.`,
  },
  {
    title: 'Safe retries',
    text: 'When a call breaks off or answers 408, 429, 500 or 503, repeat it after growing pauses with jitter (1, 2, 4, 8 seconds and so on), never sooner than `Retry-After`. Reading, cancelling and deleting are safe to repeat. A second deletion answers 404, and a second cancel of a job 409: it is final already, and reading it shows how it ended. Creating is safe with an `Idempotency-Key`, and only with one. Presigning again is safe too: an address that is not used expires after 60 minutes.',
  },
  {
    title: 'Waiting for a job',
    text: 'Creating a job answers 202 at once, with `Location` and `Retry-After: 30`. Then poll `GET /v1/jobs/{id}` until `status` is `completed`, `failed` or `cancelled`, as often as `Retry-After` says; or send `Prefer: wait=N` with it, which holds the answer back for up to N seconds, at most 30; or follow the events at `/v1/events`, as pages or as a stream; or give a `webhook_url` and be told. docs/waiting.md compares them. `held` is not the end: the job waits for credits, up to 7 days. To follow many jobs, list them with `updated_after`.',
  },
  {
    title: 'Webhooks',
    text: `From the Starter plan on, a job or batch may name a \`webhook_url\`: an HTTPS address of a public host. It gets ${eventNames.map(code).join(', ')} as POST with a JSON body. Answer any 2xx within 5 seconds and do the work afterwards. Otherwise the event is sent again 1, 10 and 60 seconds after the end of the attempt before. It may arrive twice or out of order: keep the \`event_id\` of what you have handled, and read the job by its id for its state.

Check a signature before you trust a body, best \`webhook-signature\` with \`webhook-id\` and \`webhook-timestamp\` as the Standard Webhooks specification says: it covers the time, so that an old body cannot be sent again. \`X-Service-Signature\` is the HMAC-SHA256 of the raw bytes alone, in lower-case hex, keyed with the whole \`webhook_secret\` of \`GET /v1/account\`. Compare in constant time.`,
  },
  {
    title: 'Time and units',
    text: 'Moments are ISO 8601 in UTC with milliseconds, such as `2026-11-12T09:30:00.000Z`; requests may have another zone or only a date. Times in results are seconds from the start of the video, with decimals; the storyboard alone has milliseconds. Boxes and outlines are fractions of the frame, 0 to 1, from its top left corner. Confidences are 0 to 1. Money is credits: 1 credit is 0.01 USD. Sizes are bytes. Lengths of texts count Unicode characters.',
  },
  {
    title: 'Versioning',
    text: 'The version is in the path, `/v1`. Within it fields, calls, states, event kinds and codes may be added; none is removed, renamed or given another meaning.',
  },
];

/** The whole text with its headings. */
export function overviewText(): string {
  const sections = overview.map(({ title, text }) => `## ${title}\n\n${text}`);
  return [introduction, ...sections].join('\n\n');
}
