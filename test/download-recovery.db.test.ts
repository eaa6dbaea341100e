/** A download that is interrupted by the end of the service continues where it stopped. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Client, createAdminClient, createClient } from '../sdk/src/index.ts';
import { type FreshDatabase, migratedDatabase } from '../server/testing/database.ts';
import { type ServiceProcesses, serviceProcesses } from '../server/testing/service-process.ts';
import {
  type MediaServer,
  ownAddress,
  startMediaServer,
} from '../server/testing/sources/media-server.ts';
import { waitFor } from '../server/testing/wait-for.ts';

const sample = fileURLToPath(new URL('../media/sample.mp4', import.meta.url));

function missing(): string | false {
  if (!ownAddress()) return 'this machine has no address but loopback';
  try {
    execFileSync('yt-dlp', ['--version'], { stdio: 'ignore' });
    return false;
  } catch {
    return 'yt-dlp is not installed';
  }
}

const skip = missing();
let server: MediaServer;
let database: FreshDatabase;
let dataDir: string;
let service: ServiceProcesses;
let client: Client;

before(async () => {
  if (skip) return;

  server = await startMediaServer({ 'a.mp4': sample }, ownAddress());
  database = await migratedDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'reelsight-download-'));
  service = await serviceProcesses({
    dataDir,
    ...(database.url && { databaseUrl: database.url }),
    env: {
      REELSIGHT_STALL_SECONDS: '4',
      // A high rate limit, because the test polls often.
      REELSIGHT_PLANS: JSON.stringify({ pro: { max_requests_per_minute: 60_000, burst: 60_000 } }),
      REELSIGHT_ALLOW_DIRECT_LINKS: 'true',
      REELSIGHT_PRIVATE_LINK_NETWORKS: ownAddress() ?? '',
      REELSIGHT_DIRECT_HOSTS: new URL(server.url).host,
    },
  });
  await service.start();

  const admin = createAdminClient({ baseUrl: service.apiUrl, token: service.adminToken });
  const made = await admin.workspaces.create({ name: 'w', email: 'w@example.com', plan: 'pro' });
  client = createClient({ baseUrl: service.apiUrl, apiKey: made.api_key });
});

after(async () => {
  if (skip) return;
  await service.kill(service.parts);
  await server.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

test('a service that is killed in the middle of a download resumes it', { skip }, async () => {
  const url = `${server.url}/slowfile/a.mp4`;
  const job = await client.jobs.create({ url, capabilities: ['metadata'] });
  await waitFor(async () => {
    const { progress } = await client.jobs.get(job.job_id);
    assert.ok((progress?.percent ?? 0) > 10, 'the download did not get under way');
  });
  await service.kill(service.parts);

  const kept = await readdir(join(dataDir, 'downloads'));
  assert.deepEqual(kept, [job.job_id]);

  const asked = server.requests.length;
  await service.start();

  const done = await client.jobs.wait(job.job_id, { signal: AbortSignal.timeout(120_000) });
  assert.equal(done.status, 'completed', JSON.stringify(done.error));

  const starts = server.requests
    .slice(asked)
    .flatMap((line) => /bytes=(\d+)-/.exec(line)?.[1] ?? [])
    .map(Number);
  assert.ok(starts.length === 1 && (starts[0] ?? 0) > 50_000, `went on at ${starts}`);
  assert.deepEqual(await readdir(join(dataDir, 'downloads')), []);
});
