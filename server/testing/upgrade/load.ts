/** Simulates people who use the service all the time and never try a failed request again. */
import { setTimeout as sleep } from 'node:timers/promises';

interface LoadOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly video: Blob;
}

export interface LoadReport {
  readonly requests: number;
  /** One line for each failed request. */
  readonly failures: readonly string[];
  /** Ids of the jobs that were created. */
  readonly jobs: readonly string[];
  readonly longestMs: number;
}

const readPauseMs = 75;
const readers = 8;
const jobPauseMs = 3_000;

/** Sends requests and counts them, with their failures. */
class Sent {
  readonly failures: string[] = [];
  readonly jobs: string[] = [];
  requests = 0;
  longestMs = 0;

  /** Returns the `data` of the answer; undefined if the request failed. */
  async send(url: string, init: RequestInit = {}): Promise<unknown> {
    const sinceMs = performance.now();
    const what = `${init.method ?? 'GET'} ${new URL(url).pathname}`;
    this.requests += 1;

    try {
      const answer = await fetch(url, init);
      const text = await answer.text();
      this.longestMs = Math.max(this.longestMs, performance.now() - sinceMs);

      if (answer.ok) return text === '' ? {} : JSON.parse(text).data;
      // On a machine that is slower than the load, the number of unfinished jobs reaches the plan's limit. That is no
      // failure.
      if (text.includes('CONCURRENT_LIMIT_REACHED')) return undefined;
      this.failures.push(`${what}: ${answer.status} ${text}`);
    } catch (error) {
      this.failures.push(`${what}: ${(error as Error).cause ?? error}`);
    }

    return undefined;
  }
}

export function startLoad({ baseUrl, apiKey, video }: LoadOptions): {
  stop(): Promise<LoadReport>;
} {
  const sent = new Sent();
  let isOver = false;
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' };
  const call = (path: string, body?: object) => {
    const post = body && { method: 'POST', body: JSON.stringify(body) };
    return sent.send(`${baseUrl}${path}`, { headers, ...post });
  };
  const submit = async (): Promise<void> => {
    const size = { content_type: 'video/mp4', size_bytes: video.size };
    const place = await call('/v1/uploads/presign', size);
    if (!place) return;

    const { put_url, key } = place as { put_url: string; key: string };
    const put = { method: 'PUT', body: video, headers: { 'Content-Type': 'video/mp4' } };
    if (!(await sent.send(put_url, put))) return;

    const asked = { upload_key: key, capabilities: ['transcription', 'metadata'] };
    const job = await call('/v1/jobs', asked);
    if (job) sent.jobs.push((job as { job_id: string }).job_id);
  };

  const read = async (): Promise<void> => {
    const last = sent.jobs.at(-1);
    await call(last ? `/v1/jobs/${last}` : '/v1/jobs');
    await call('/v1/jobs?limit=5');
  };

  const again = async (work: () => Promise<unknown>, pauseMs: number): Promise<void> => {
    while (!isOver) {
      await work();
      await sleep(pauseMs);
    }
  };
  const all = Array.from({ length: readers }, () => again(read, readPauseMs));
  all.push(again(submit, jobPauseMs));

  const stop = async (): Promise<LoadReport> => {
    isOver = true;
    await Promise.all(all);
    return sent;
  };

  return { stop };
}
