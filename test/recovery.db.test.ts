/** A job whose process, worker and service are killed at every stage in turn is neither lost nor charged twice. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { stages } from '@reelsight/contract';
import { type Client, createAdminClient, createClient } from '../sdk/src/index.ts';
import { databaseKind, type FreshDatabase, freshDatabase } from './database.ts';
import { type LogLine, type ServiceProcesses, serviceProcesses } from './service-process.ts';

const sample = new URL('../media/sample.mp4', import.meta.url);
const plenty = { max_requests_per_minute: 100_000, burst: 100_000 };

let database: FreshDatabase;
let dataDir: string;
let service: ServiceProcesses;
let client: Client;

before(async () => {
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'reelsight-recovery-'));
  service = await serviceProcesses({
    dataDir,
    ...(database.url && { databaseUrl: database.url }),
    env: {
      REELSIGHT_ADMIN_TOKEN: 'operator',
      REELSIGHT_PLANS: JSON.stringify({ pro: plenty }),
      REELSIGHT_RETRIES: '20',
      REELSIGHT_STALL_SECONDS: '4',
    },
  });
  await service.start();
  const admin = createAdminClient({ baseUrl: service.apiUrl, token: 'operator' });
  const made = await admin.workspaces.create({ name: 'w', email: 'w@example.com', plan: 'pro' });
  client = createClient({ baseUrl: service.apiUrl, apiKey: made.api_key });
});

after(async () => {
  await service.kill(service.parts);
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Resolves with the next line for which `wanted` holds. */
function nextLine(wanted: (line: LogLine) => boolean, limitMs = 60_000): Promise<LogLine> {
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

test('SIGKILL of child, worker and service at each stage loses no job and charges none twice', async () => {
  const victims = databaseKind === 'pglite' ? ['child', 'service'] : ['child', 'worker', 'service'];
  let childPid = 0;
  const begun = (stage: string) =>
    nextLine((line) => {
      if (line.msg === 'job started') childPid = Number(line.childPid);
      return line.msg === 'stage started' && line.stage === stage;
    });
  let reached = begun(stages[0]);
  const upload = await client.uploads.put(new Blob([await readFile(sample)]), {
    contentType: 'video/mp4',
  });
  const job = await client.jobs.create({
    upload_key: upload,
    upload_filename: 'sample.mp4',
    capabilities: ['transcription', 'brands', 'summary', 'metadata'],
    fps: 1,
  });
  for (const stage of stages) {
    for (const victim of victims) {
      await reached;
      const last = stage === stages.at(-1) && victim === victims.at(-1);
      reached = last ? Promise.resolve({ msg: '' }) : begun(nextOf(stage, victim, victims));
      if (victim === 'child') process.kill(childPid, 'SIGKILL');
      else await service.kill(victim === 'worker' ? ['worker'] : service.parts);
      const killedChild = childPid;
      await service.start();
      for (let waited = 0; !isGone(killedChild) && waited < 600; waited += 1)
        await new Promise((resolve) => setTimeout(resolve, 100));
      assert.ok(isGone(killedChild), `the process of the job outlived its ${victim}`);
    }
  }
  const done = await client.jobs.wait(job.job_id, { signal: AbortSignal.timeout(120_000) });
  assert.equal(done.status, 'completed', JSON.stringify(done.error));
  assert.ok(done.results?.metadata);
  const usage = await client.usage();
  const charges = usage.transactions.filter((entry) => entry.type === 'charge');
  assert.deepEqual(
    charges.map((entry) => [entry.job_id, -entry.amount]),
    [[job.job_id, done.credits_charged]],
  );
  const { credits } = await client.account();
  assert.equal(credits.balance, 10_000 - (done.credits_charged ?? 0));
  // A stage that was finished before a kill was not run again after it.
  const finished = service.log.filter(
    (line) => line.msg === 'stage ended' && line.outcome === 'finished',
  );
  assert.deepEqual(
    finished.map((line) => line.stage),
    [...stages],
  );
});

function nextOf(stage: string, victim: string, victims: readonly string[]): string {
  if (victim !== victims.at(-1)) return stage;
  return stages[stages.indexOf(stage as (typeof stages)[number]) + 1] ?? stage;
}
