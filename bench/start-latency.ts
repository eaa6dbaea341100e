/**
 * Measures how long after its 202 answer a job begins on an idle service, and how soon ten jobs that are sent at once
 * have all begun; on the embedded database and on PostgreSQL. `node bench/start-latency.ts [jobs]`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Client, createAdminClient, createClient } from '../sdk/src/index.ts';
import { readConfig } from '../server/src/wiring/settings/config.ts';
import { startService } from '../server/src/wiring/start/service.ts';
import { startPostgres } from '../server/testing/postgres.ts';

const jobs = Number(process.argv[2] ?? 40);
const unlimited = { max_requests_per_minute: 1_000_000, burst: 1_000_000, max_concurrent_jobs: 25 };

const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * part))
  ] ?? 0;

/** Milliseconds from the answer to `started_at`; client and service share this machine's clock. */
async function lag(client: Client, uploadKey: string): Promise<number> {
  const job = await client.jobs.create({ upload_key: uploadKey, capabilities: ['metadata'] });
  const answeredAt = Date.now();
  for (;;) {
    const { started_at: started } = await client.jobs.get(job.job_id);
    if (started) return Math.max(0, Date.parse(started) - answeredAt);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function idle(client: Client): Promise<void> {
  for (;;) {
    const open = await client.jobs.list({ status: 'processing', limit: 1 });
    for await (const _job of open) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return idle(client);
    }

    return;
  }
}

/** Uploads a file that is no video, so that each job ends in ingestion and the next job finds a free worker. */
async function measure(name: string, databaseUrl: string | undefined): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reelsight-bench-'));
  const config = readConfig({
    ...process.env,
    PORT: '0',
    UPLOAD_PORT: '0',
    REELSIGHT_HOST: '127.0.0.1',
    REELSIGHT_DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    REELSIGHT_WORKER_CONCURRENCY: '10',
    REELSIGHT_PLANS: JSON.stringify({ pro: unlimited }),
  });
  const service = await startService(config, pino({ level: 'silent' }));
  const admin = createAdminClient({ baseUrl: service.apiUrl, token: service.adminToken });
  const made = await admin.workspaces.create({ name: 'b', email: 'b@example.com', plan: 'pro' });
  const client = createClient({ baseUrl: service.apiUrl, apiKey: made.api_key });
  const key = await client.uploads.put(new Blob(['this is no video']), {
    contentType: 'video/mp4',
  });
  const one: number[] = [];
  for (let count = 0; count < jobs; count += 1) {
    one.push(await lag(client, key));
    await idle(client);
  }

  const ten = await Promise.all(Array.from({ length: 10 }, () => lag(client, key)));
  console.log(
    `${name}: 202 to started_at p50 ${quantile(one, 0.5)} ms, p95 ${quantile(one, 0.95)} ms over ${jobs} jobs; ten at once: the last after ${Math.max(...ten)} ms`,
  );
  await service.close();
  await rm(dataDir, { recursive: true, force: true });
}

await measure('embedded', undefined);
const postgres = await startPostgres();
try {
  await measure('PostgreSQL', postgres.url);
} finally {
  await postgres.stop();
}
process.exit(0);
