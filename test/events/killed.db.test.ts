/** A stream continues although the API is killed while jobs are created. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Client, createAdminClient, createClient } from '../../sdk/src/index.ts';
import { type FreshDatabase, migratedDatabase } from '../../server/testing/database.ts';
import { type ServiceProcesses, serviceProcesses } from '../../server/testing/service-process.ts';
import { waitFor } from '../../server/testing/wait-for.ts';

let fresh: FreshDatabase;
let dataDir: string;
let service: ServiceProcesses;
let client: Client;
before(async () => {
  fresh = await migratedDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'reelsight-killed-'));

  const limits = { max_requests_per_minute: 100_000, burst: 100_000, max_concurrent_jobs: 1000 };
  service = await serviceProcesses({
    dataDir,
    ...(fresh.url && { databaseUrl: fresh.url }),
    env: {
      REELSIGHT_YTDLP: 'no-such-program',
      REELSIGHT_PLANS: JSON.stringify({ scale: limits }),
    },
  });
  await service.start();

  const admin = createAdminClient({ baseUrl: service.apiUrl, token: service.adminToken });
  const fields = { name: 'w', email: 'w@example.com', plan: 'scale', credits: 100_000 } as const;
  const { api_key: apiKey } = await admin.workspaces.create(fields);
  client = createClient({ baseUrl: service.apiUrl, apiKey });
});
after(async () => {
  await service.kill(service.parts);
  await fresh.drop();
  // Processes of the killed worker may still write for a moment, so removal may need several attempts.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** Creates jobs until `count` is reached or the service is gone. */
async function createJobs(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const job = { url: 'https://youtu.be/dQw4w9WgXcQ', capabilities: ['transcription'] as const };
    const made = client.jobs.create({ ...job, capabilities: [...job.capabilities] });
    if ((await made.then(Boolean, () => false)) === false) return;
  }
}

async function allEvents(): Promise<string[]> {
  const ids: string[] = [];
  let after = '0';
  for (;;) {
    const page = await client.events.list({ after, limit: 100 });
    ids.push(...page.events.map(({ event_id }) => event_id));
    if (!page.hasMore) return ids;
    after = page.position;
  }
}

test('an API killed in the middle: none missing, none twice, in the order of the log', async () => {
  const got: string[] = [];
  const stop = new AbortController();
  let outages = 0;
  const following = (async () => {
    const options = { after: '0', mostPauseMs: 200, signal: stop.signal };
    const onOutage = () => {
      outages += 1;
    };
    for await (const { event } of client.events.stream({ ...options, onOutage }))
      got.push(event.event_id);
  })();
  const ended = assert.rejects(following, { name: 'AbortError' });

  for (let round = 0; round < 3; round += 1) {
    const before = got.length;
    const creating = createJobs(2000);

    // Makes sure that the stream is connected and receiving events.
    await waitFor(() => assert.ok(got.length > before + 6, `${got.length}`));
    await service.kill(service.parts.filter((part) => part !== 'worker'));
    await creating;
    await service.start();
  }

  await createJobs(5);
  const all = await allEvents();
  assert.ok(all.length > 20, `${all.length} events`);
  assert.ok(outages >= 3, `${outages} outages`);
  await waitFor(() => assert.ok(got.length >= all.length, `${got.length}`));
  assert.deepEqual(got.slice(0, all.length), all);
  stop.abort();
  await ended;
});
