/**
 * For tests and benches: a workspace that makes many expensive requests at once, and a measurement of how long another
 * workspace meanwhile waits for its list of jobs.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { countPendingReports } from '../src/db/reports.ts';
import type { ReportTask } from '../src/domain/reports.ts';
import { makeReport } from '../src/jobs/make-report.ts';
import { openStorage } from '../src/storage/open-storage.ts';
import { brandResults } from './brand-results.ts';
import type { TestService, TestWorkspace } from './service.ts';

export interface Asked {
  /** Number of completed jobs for which no exposure is stored yet. */
  readonly jobs: number;
  /** Number of appearances in each job. */
  readonly appearances: number;
  /** Number of simultaneous calls of each kind. */
  readonly exposures: number;
  readonly reports: number;
  readonly clips: number;
}

/** How long the other workspace's calls took, in milliseconds. */
export interface Waits {
  readonly calls: number;
  readonly median: number;
  readonly most: number;
  /** CPU time of the thread that answers: how long the calls would have taken if the machine had nothing else to do. */
  readonly ofThread: { readonly median: number; readonly most: number };
}

export interface Measured {
  readonly alone: Waits;
  readonly beside: Waits;
  /** Number of answers to the busy workspace, by kind and status. */
  readonly answers: Readonly<Record<string, number>>;
}

/** Pause between two calls of the other workspace, and between two checks whether the reports are done. */
const pauseMs = 1;
const brands = 8;
/** Length of each job's video, in seconds. */
const videoSeconds = 1200;

/** Settings under which no rate limit ends the measurement early. */
export const unlimited = {
  REELSIGHT_PLANS: JSON.stringify({
    scale: { max_requests_per_minute: 1_000_000, burst: 1_000_000 },
  }),
};

export class BusyNeighbour {
  readonly #service: TestService;
  readonly #busy: TestWorkspace;
  readonly #other: TestWorkspace;
  readonly #asked: Asked;

  /** Use `start` instead. */
  constructor(
    service: TestService,
    [busy, other]: readonly [TestWorkspace, TestWorkspace],
    asked: Asked,
  ) {
    this.#service = service;
    [this.#busy, this.#other, this.#asked] = [busy, other, asked];
  }

  static async start(service: TestService, asked: Asked): Promise<BusyNeighbour> {
    const two = [await service.workspace('scale'), await service.workspace('scale')] as const;
    const made = new BusyNeighbour(service, two, asked);
    await made.#fill(two[0], asked.jobs);
    await made.#fill(two[1], 20);
    return made;
  }

  get ids(): string[] {
    return Array.from({ length: this.#asked.jobs }, (_, index) => idOf(this.#busy, index));
  }

  /** Measures until the busy workspace has all its answers and reports, but at most `longestMs`. */
  async measure(longestMs: number): Promise<Measured> {
    const alone = await this.#waits(AbortSignal.timeout(Math.min(longestMs, 3000)));
    const ended = new AbortController();
    const reports = await this.#makeReports(ended.signal);
    const answers: Record<string, number> = {};
    const until = AbortSignal.any([ended.signal, AbortSignal.timeout(longestMs)]);
    const work = this.#ask(answers, until).finally(() => ended.abort());
    const [beside] = await Promise.all([this.#waits(until), work]);
    await reports();

    return { alone, beside, answers };
  }

  async #waits(until: AbortSignal): Promise<Waits> {
    const took: number[] = [];
    const ofThread: number[] = [];

    while (!until.aborted) {
      const beganMs = performance.now();
      const beganThread = process.threadCpuUsage();
      const answer = await this.#call(this.#other, 'GET', '/v1/jobs');
      if (answer !== 200) throw new Error(`the other workspace was refused: ${answer}`);

      const { user, system } = process.threadCpuUsage(beganThread);
      took.push(performance.now() - beganMs);
      ofThread.push((user + system) / 1000);
      await sleep(pauseMs);
    }

    return {
      calls: took.length,
      ...spread(took),
      ofThread: spread(ofThread),
    };
  }

  async #ask(answers: Record<string, number>, signal: AbortSignal): Promise<void> {
    const { exposures, reports, clips } = this.#asked;
    const { db } = this.#service.domain;
    const { tenantId } = this.#busy;
    const ids = this.ids;
    const count = async (kind: string, path: string, body: object): Promise<void> => {
      const status = await this.#call(this.#busy, 'POST', path, { body, signal }).catch(
        (error: unknown) => {
          if (signal.aborted) return 'unanswered';
          throw error;
        },
      );
      const name = `${kind} ${status}`;
      answers[name] = (answers[name] ?? 0) + 1;
    };
    const times = (length: number, one: (at: number) => Promise<void>) =>
      Array.from({ length }, (_, index) => one(index));

    await Promise.all([
      ...times(reports, () =>
        count('report', '/v1/reports', { job_ids: ids, formats: ['html', 'csv'] }),
      ),
      ...times(clips, (at) =>
        count('clip', `/v1/jobs/${ids[at % ids.length]}/clips`, {
          brand: `Brand ${at % brands}`,
          format: 'mp4',
          boxes: true,
          padding_seconds: (at % 40) / 10,
        }),
      ),
      ...times(exposures, (at) =>
        count('exposure', '/v1/exposure', { job_ids: ids, ...(at % 2 > 0 && { full_size: 0.1 }) }),
      ),
    ]);
    while (!signal.aborted && (await countPendingReports(db, tenantId)) > 0) await sleep(pauseMs);
  }

  async #call(
    of: TestWorkspace,
    method: string,
    path: string,
    { body, signal }: { readonly body?: object; readonly signal?: AbortSignal } = {},
  ): Promise<number> {
    const answer = await fetch(this.#service.apiUrl + path, {
      method,
      headers: {
        'X-Api-Key': of.apiKey,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    await answer.arrayBuffer();

    return answer.status;
  }

  /** Makes the requested reports as a worker does. The result waits for the last report and closes the storage. */
  async #makeReports(signal: AbortSignal): Promise<() => Promise<void>> {
    const { domain, dataDir } = this.#service;
    const now = Date.now;
    const storage = await openStorage({ dataDir, uploadUrl: '', signingSecret: '', now });
    const loop = domain.queue.consume<ReportTask>(
      'report',
      (task) => makeReport({ domain, storage, log: () => undefined }, task),
      { concurrency: 1, signal, onError: () => undefined },
    );

    return async () => {
      await loop.done;
      await storage.close();
    };
  }

  /** Creates completed jobs, all of the same uploaded video. */
  async #fill(of: TestWorkspace, jobs: number): Promise<void> {
    const { db } = this.#service.domain;
    const key = await of.client.uploads.put(new Blob([new Uint8Array(1000)]), {
      contentType: 'video/mp4',
    });
    for (let index = 0; index < jobs; index += 1) {
      const id = idOf(of, index);
      const wanted = { brands, appearances: this.#asked.appearances, seconds: videoSeconds };
      const results = JSON.stringify(brandResults({ seed: index * 7, ...wanted }));

      await db.query(
        `insert into jobs (id, workspace_id, status, platform, ask, title, upload_key, credits_estimated,
           created_at, updated_at, completed_at, duration_seconds)
         values ($1, $2, 'completed', 'upload', '{"capabilities": ["brands"]}', 'A video', $3, 1,
           now(), now(), now(), ${videoSeconds})`,
        [id, of.tenantId, key],
      );
      await db.query('insert into job_results (job_id, results) values ($1, $2)', [id, results]);
    }
  }
}

const spread = (values: readonly number[]) => ({
  median: values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0,
  most: Math.max(...values),
});

const idOf = (of: TestWorkspace, at: number): string =>
  `job_${of.tenantId.slice(-10)}${String(at).padStart(16, '0')}`;
