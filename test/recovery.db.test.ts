/** Whatever is killed, at any kind of part: no job is lost or charged twice, and no completed part is done again. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Client, createAdminClient, createClient, type Job } from '../sdk/src/index.ts';
import { databaseKind } from '../server/testing/database.ts';
import { startPostgres, type TestPostgres } from '../server/testing/postgres.ts';
import { uploadSample } from '../server/testing/sample-video.ts';
import {
  type LogLine,
  type ServiceProcesses,
  serviceProcesses,
} from '../server/testing/service-process.ts';
import { waitFor } from '../server/testing/wait-for.ts';

const plenty = { max_requests_per_minute: 100_000, burst: 100_000 };

/** A PostgreSQL of this suite's own, because the suite kills it. */
let postgres: TestPostgres | null = null;
let dataDir: string;
let service: ServiceProcesses;
let client: Client;
let reference: Job;

before(async () => {
  postgres = databaseKind === 'postgres' ? await startPostgres() : null;
  dataDir = await mkdtemp(join(tmpdir(), 'reelsight-recovery-'));
  service = await serviceProcesses({
    dataDir,
    // A completed part is not done again only if the database keeps what it committed. Other tests do without that, so
    // it is turned on here.
    ...(postgres && { databaseUrl: `${postgres.url}?options=-csynchronous_commit%3Don` }),
    env: {
      REELSIGHT_PLANS: JSON.stringify({ pro: plenty }),
      REELSIGHT_STALL_SECONDS: '4',
    },
  });
  await service.start();

  const admin = createAdminClient({ baseUrl: service.apiUrl, token: service.adminToken });
  const made = await admin.workspaces.create({ name: 'w', email: 'w@example.com', plan: 'pro' });
  client = createClient({ baseUrl: service.apiUrl, apiKey: made.api_key });
  reference = await ended(await submit());
  assert.equal(reference.status, 'completed', JSON.stringify(reference.error));
});

after(async () => {
  await service.kill(service.parts);
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function submit(): Promise<string> {
  const upload_key = await uploadSample(client);
  const job = await client.jobs.create({
    upload_key,
    upload_filename: 'sample.mp4',
    objects: ['dog'],
    fps: 1,
    capabilities: ['transcription', 'brands', 'objects', 'summary', 'metadata'],
  });
  return job.job_id;
}

const ended = (id: string) => client.jobs.wait(id, { signal: AbortSignal.timeout(180_000) });

/** Resolves with the next log line for which `wanted` is true. */
function nextLine(wanted: (line: LogLine) => boolean, limitMs = 90_000): Promise<LogLine> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const last = service.log.slice(-20).map((line) => JSON.stringify(line));
      reject(new Error(`no such line was logged; the last were\n${last.join('\n')}`));
    }, limitMs);
    service.onLine = (line) => {
      if (!wanted(line)) return;
      clearTimeout(timer);
      resolve(line);
    };
  });
}

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

const begins = (kind: string) => (line: LogLine) =>
  kind === 'ingestion'
    ? line.msg === 'ingestion began'
    : line.msg === 'part began' && line.kind === kind;

type Victim = 'process' | 'worker' | 'service' | 'database';
const victims: readonly Victim[] =
  databaseKind === 'pglite' ? ['process', 'service'] : ['process', 'worker', 'service', 'database'];

async function kill(victim: Victim, pid: number): Promise<void> {
  if (victim === 'process') process.kill(pid, 'SIGKILL');
  else if (victim === 'database') await postgres?.crash();
  else await service.kill(victim === 'worker' ? ['worker'] : service.parts);
  await service.start();
  if (victim === 'database') return;
  const outlived = `what did the part outlived its ${victim}`;
  await waitFor(() => assert.ok(isGone(pid), outlived));
}

/** The results without the job's id and the time at which they were made. */
const comparable = (job: Job): unknown =>
  JSON.parse(
    JSON.stringify(job.results)
      .replaceAll(job.job_id, 'job')
      .replace(/"fetched_at":"[^"]*"/, '"fetched_at":""'),
  );

for (const kind of ['ingestion', 'hear', 'read', 'detect', 'join']) {
  test(`SIGKILL of ${victims.join(', ')} while a video is at ${kind} changes nothing of its result`, async () => {
    let began = nextLine(begins(kind));
    const id = await submit();

    for (const victim of victims) {
      const { pid } = await began;
      // The next work of this kind to begin, on this part or another, is hit next.
      if (victim !== victims.at(-1)) began = nextLine(begins(kind));
      await kill(victim, Number(pid));
    }

    const job = await ended(id);
    assert.equal(job.status, 'completed', JSON.stringify(job.error));
    assert.deepEqual(comparable(job), comparable(reference));

    const { transactions } = await client.usage();
    const charges = transactions.filter(
      (transaction) => transaction.type === 'charge' && transaction.job_id === id,
    );
    assert.deepEqual(
      charges.map(({ amount }) => -amount),
      [job.credits_charged],
    );

    const done = service.log
      .filter((line) => line.msg === 'part ended' && line.job_id === id)
      .map(({ kind: what, part }) => `${what} ${part}`);
    assert.deepEqual(done, [...new Set(done)], 'no part that ended was done again');
    await waitFor(async () => {
      const files = await readdir(join(dataDir, 'storage'), { recursive: true });
      assert.deepEqual(
        files.filter((file) => file.includes(`${id}/parts/`)),
        [],
      );
    });
  });
}
