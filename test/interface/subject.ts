/**
 * The service as a client and an operator use it over HTTP, and the steps of a worker, taken through functions of the
 * domain.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorCode, Fault, type PlanName, type Results } from '@reelsight/contract';
import { type JobRow, lockJob } from '../../server/src/db/jobs/jobs.ts';
import type { Domain } from '../../server/src/domain/domain.ts';
import { claimJob } from '../../server/src/domain/jobs/claim-jobs.ts';
import { failJob } from '../../server/src/domain/jobs/lifecycle.ts';
import { settleJob } from '../../server/src/domain/jobs/settle-jobs.ts';
import type { ReportTask } from '../../server/src/domain/reports.ts';
import { type SweepName, sweeps } from '../../server/src/domain/upkeep/sweep.ts';
import { makeReport } from '../../server/src/jobs/make-report.ts';
import { openStorage } from '../../server/src/storage/open-storage.ts';
import type { Storage } from '../../server/src/storage/storage.ts';
import { storageKey } from '../../server/src/storage/storage-key.ts';
import { admitIngested } from '../../server/testing/jobs/steps.ts';
import { startTestService, type TestService } from '../../server/testing/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: these tests look into answers of every shape
export type Json = any;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined if the body is not JSON. */
  readonly json: Json;
}

export interface Call {
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/**
 * Time limit for an answer. Opening an encrypted backup takes many seconds of CPU time, and longer on a busy machine.
 */
const mostMs = 90_000;

/** Somebody who calls the API: a stranger, the owner of a key, or the operator, depending on the headers. */
export class Caller {
  readonly #baseUrl: string;
  readonly headers: Record<string, string>;

  constructor(baseUrl: string, headers: Record<string, string>) {
    this.#baseUrl = baseUrl;
    this.headers = headers;
  }

  with(headers: Record<string, string>): Caller {
    return new Caller(this.#baseUrl, { ...this.headers, ...headers });
  }

  async call(method: string, path: string, call: Call = {}): Promise<Answer> {
    const body = call.json === undefined ? call.body : JSON.stringify(call.json);
    const response = await fetch(this.#baseUrl + path, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...this.headers,
        ...call.headers,
      },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(mostMs),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const { status, headers } = response;

    return { status, headers, text, json: isJson ? JSON.parse(text) : undefined };
  }

  get(path: string): Promise<Answer> {
    return this.call('GET', path);
  }
  post(path: string, json?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.call('POST', path, { json, headers });
  }
  patch(path: string, json: unknown): Promise<Answer> {
    return this.call('PATCH', path, { json });
  }
  delete(path: string): Promise<Answer> {
    return this.call('DELETE', path);
  }
}

/** The owner of a workspace, with a key that has all scopes. */
export class Owner extends Caller {
  readonly subject: Subject;
  readonly tenantId: string;
  readonly apiKey: string;
  readonly webhookSecret: string;

  constructor(subject: Subject, made: { tenantId: string; apiKey: string; webhookSecret: string }) {
    super(subject.service.apiUrl, { 'X-Api-Key': made.apiKey });
    this.subject = subject;
    this.tenantId = made.tenantId;
    this.apiKey = made.apiKey;
    this.webhookSecret = made.webhookSecret;
  }

  /** Creates a job and returns it. */
  async job(fields: Record<string, unknown> = {}, headers?: Record<string, string>): Promise<Json> {
    const body = { url: videoUrl, capabilities: ['transcription'], ...fields };
    return accepted(await this.post('/v1/jobs', body, headers), 202);
  }

  async read(jobId: string): Promise<Json> {
    return accepted(await this.get(`/v1/jobs/${jobId}`), 200);
  }

  async batch(fields: Record<string, unknown> = {}): Promise<Json> {
    const body = { urls: urls(2), capabilities: ['transcription'], ...fields };
    return accepted(await this.post('/v1/batch', body), 202);
  }

  async readBatch(batchId: string): Promise<Json> {
    return accepted(await this.get(`/v1/batch/${batchId}`), 200);
  }

  async balance(): Promise<number> {
    return accepted(await this.get('/v1/account'), 200).credits.balance;
  }

  /** A caller with a key that has only these scopes. */
  async limitedTo(...scopes: string[]): Promise<Caller> {
    const path = `/admin/v1/workspaces/${this.tenantId}/keys`;
    const made = accepted(await this.subject.operator.post(path, { name: 'few', scopes }), 201);
    return this.with({ 'X-Api-Key': made.api_key });
  }

  credit(amount: number, type = 'purchase'): Promise<Answer> {
    const path = `/admin/v1/workspaces/${this.tenantId}/credits`;
    return this.subject.operator.post(path, { type, amount });
  }

  change(fields: Record<string, unknown>): Promise<Answer> {
    return this.subject.operator.patch(`/admin/v1/workspaces/${this.tenantId}`, fields);
  }

  /** Uploads a file through a presigned address and returns its key. */
  async upload(bytes = 1000): Promise<string> {
    const terms = { content_type: 'video/mp4', size_bytes: bytes };
    const { put_url, key } = accepted(await this.post('/v1/uploads/presign', terms), 200);
    assert.equal(await put(put_url, { bytes }), 200);
    return key;
  }
}

export async function put(
  url: string,
  file: { bytes: number; type?: string; method?: string },
): Promise<number> {
  const response = await fetch(url, {
    method: file.method ?? 'PUT',
    headers: { 'Content-Type': file.type ?? 'video/mp4' },
    body: new Uint8Array(file.bytes),
    signal: AbortSignal.timeout(mostMs),
  });
  await response.arrayBuffer();

  return response.status;
}

/** A well-formed link. No request in these tests reaches a platform. */
export const videoUrl = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

export const urls = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, index) => `https://youtu.be/${String(index).padStart(11, 'v')}`,
  );

export interface Claimed {
  readonly id: string;
  readonly attempt: number;
}

/** Takes the steps of a worker for a job, without engines. */
export class Worker {
  readonly #domain: Domain;
  constructor(domain: Domain) {
    this.#domain = domain;
  }

  row(jobId: string): Promise<JobRow | undefined> {
    return lockJob(this.#domain.db, jobId);
  }

  async claim(jobId: string): Promise<Claimed> {
    const row = await this.row(jobId);
    assert.ok(row?.task_id, 'the job has a task');
    const claim = await claimJob(this.#domain, { jobId, taskId: row.task_id, workerId: 'w' });
    assert.ok('job' in claim, `the job is claimed, not ${JSON.stringify(claim)}`);
    return claim.job;
  }

  /** Records that ingestion found a video of this length. */
  async ingest(
    job: Claimed,
    durationSeconds: number,
    title = 'A video',
  ): Promise<'go' | 'held' | 'lost'> {
    const facts = { title, durationSeconds };
    return admitIngested(this.#domain, job, facts);
  }

  async hold(jobId: string): Promise<void> {
    assert.equal(await this.ingest(await this.claim(jobId), 10_000), 'held');
  }

  async fail(jobId: string, code: ErrorCode = 'EXTRACTION_FAILED'): Promise<void> {
    assert.ok(await failJob(this.#domain, await this.claim(jobId), new Fault(code, 'in a test')));
  }

  async complete(jobId: string, results: Results = emptyResults, title?: string): Promise<void> {
    const job = await this.claim(jobId);
    assert.equal(await this.ingest(job, 60, title), 'go');
    await this.settle(job, results);
  }

  async settle(job: Claimed, results: Results = emptyResults): Promise<void> {
    const usage = { audio_seconds: 60 };
    const outcome = { results, usage, thumbnailUrl: null };
    assert.ok(await settleJob(this.#domain, job, outcome));
  }
}

const emptyResults = { meta: { fps_used: 1, frames_analyzed: 0, engines: {} } } as Results;

const quickQueues: readonly string[] = [
  'webhook',
  'batch',
  'resume',
  'removal',
  'follow',
  'scheduled_report',
];

/** A clock that follows the machine's and can be set ahead. */
class Clock {
  #aheadMs = 0;
  now = (): Date => new Date(Date.now() + this.#aheadMs);
  async ahead<T>(ms: number, work: () => Promise<T>): Promise<T> {
    this.#aheadMs += ms;
    try {
      return await work();
    } finally {
      this.#aheadMs -= ms;
    }
  }
}

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

export class Subject {
  readonly service: TestService;
  readonly domain: Domain;
  readonly stranger: Caller;
  readonly operator: Caller;
  readonly worker: Worker;
  readonly clock = new Clock();
  readonly #stop = new AbortController();
  readonly #realNow: Domain['now'];
  #storage: Promise<Storage> | undefined;

  constructor(service: TestService) {
    this.service = service;
    this.domain = service.domain;
    this.#realNow = service.domain.now;
    // The only place where a test changes the inside of the service: the time is a field of the domain.
    Object.assign(this.domain, { now: this.clock.now });
    this.stranger = new Caller(service.apiUrl, {});
    this.operator = new Caller(service.apiUrl, { Authorization: `Bearer ${service.adminToken}` });

    this.worker = new Worker(service.domain);
  }

  async owner(plan: PlanName = 'scale', credits = plan === 'scale' ? 1000 : 0): Promise<Owner> {
    return new Owner(this, await this.service.workspace(plan, credits));
  }

  /** Changes the job as if a worker had already worked on it for this long. */
  async workedFor(jobId: string, seconds: number): Promise<void> {
    await this.domain.db.query(
      "update jobs set started_at = started_at - $2 * interval '1 second' where id = $1",
      [jobId, seconds],
    );
  }

  /** Waits until all background work that calls started is done, except work on videos. */
  async quiet(): Promise<void> {
    const until = Date.now() + 60_000;
    for (;;) {
      const depths = await this.domain.queue.depth();
      const busy = depths.filter(({ queue }) => quickQueues.includes(queue));
      if (busy.length === 0) return;
      assert.ok(Date.now() < until, `still at work: ${JSON.stringify(busy)}`);
      await sleep(20);
    }
  }

  sweep(name: SweepName): Promise<void> {
    return sweeps[name].run(this.domain);
  }

  /** The service's storage, opened as another process of the service would open it. */
  storage(): Promise<Storage> {
    const { dataDir, uploadUrl } = this.service;
    this.#storage ??= openStorage({ dataDir, uploadUrl, signingSecret: 'x', now: Date.now });
    return this.#storage;
  }

  /** Stores pictures for a job; the content of each is its own name. */
  async addFrames(of: Owner, jobId: string, names: readonly string[]): Promise<void> {
    const storage = await this.storage();
    for (const name of names)
      await storage.put(storageKey('frames', of.tenantId, jobId, name), Buffer.from(name));
  }

  /** From now on, makes reports as a worker does, each after `open` has resolved. */
  async makeReports(open: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    const deps = { domain: this.domain, storage: await this.storage(), log: () => undefined };
    this.service.domain.queue.consume<ReportTask>(
      'report',
      async (task) => {
        await open();
        await makeReport(deps, task);
      },
      { concurrency: 1, signal: this.#stop.signal, onError: () => undefined },
    );
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await (await this.#storage)?.close();
    Object.assign(this.domain, { now: this.#realNow });
    await this.service.close();
  }
}

/**
 * Starts a service for one suite. No program is available to look links up, so the durations of linked videos stay
 * unknown.
 */
export async function startSubject(env: Record<string, string> = {}): Promise<Subject> {
  return new Subject(await startTestService({ REELSIGHT_YTDLP: 'no-such-program', ...env }));
}

function checkRequestId(answer: Answer): void {
  const id = answer.headers.get('x-request-id');
  assert.match(id ?? '', /^req_[0-9a-z]+$/, 'X-Request-Id');
  assert.equal(answer.json?.meta?.request_id, id, 'meta.request_id');
}

/** Checks that an answer is a success, and returns its `data`. */
export function accepted(answer: Answer, status: number): Json {
  assert.equal(answer.status, status, answer.text);

  if (status === 204) {
    assert.equal(answer.text, '');
    assert.match(answer.headers.get('x-request-id') ?? '', /^req_/);
    return undefined;
  }

  checkRequestId(answer);
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.ok('data' in answer.json, 'data');
  assert.ok(!('error' in answer.json), 'no error');

  return answer.json.data;
}

/** Checks the envelope, status and code of an error; its message must contain `mention`. */
export function refused(answer: Answer, status: number, code: ErrorCode, mention?: string): void {
  assert.equal(`${answer.status} ${answer.json?.error?.code}`, `${status} ${code}`, answer.text);
  assert.deepEqual(Object.keys(answer.json).sort(), ['error', 'meta']);
  assert.deepEqual(Object.keys(answer.json.error).sort(), ['code', 'message']);
  assert.ok(answer.json.error.message.length > 0);
  checkRequestId(answer);

  if (mention !== undefined) {
    assert.ok(answer.json.error.message.includes(mention), `${mention}: ${answer.text}`);
  }

  if (status !== 429) return;
  assert.equal(answer.headers.get('retry-after'), '60');
  assert.equal(answer.headers.get('x-ratelimit-limit'), null);
  assert.equal(answer.headers.get('x-ratelimit-remaining'), null);
}

/** Asserts that `path` refuses `base` with some fields changed. */
export const refusing =
  (path: string, base: Readonly<Record<string, unknown>>) =>
  async (
    owner: Caller,
    fields: Readonly<Record<string, unknown>>,
    code: ErrorCode,
    mention?: string,
    status = 422,
  ): Promise<void> =>
    refused(await owner.post(path, { ...base, ...fields }), status, code, mention);

export const many = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `n${index}`);

/** Checks that a value is a time in UTC with milliseconds. */
export function isTimestamp(value: unknown): void {
  assert.match(String(value), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
}
