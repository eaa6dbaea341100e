/**
 * The guarantee to prove: 10,000 events arrive through a stream that is cut 100 times; none is missing, none arrives
 * twice, and each job's events are in order.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createClient } from '../../sdk/src/index.ts';
import {
  databaseKind,
  type FreshDatabase,
  migratedDatabase,
} from '../../server/testing/database.ts';
import { startTestService, type TestService } from '../../server/testing/service.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import { writeJobs } from './written.ts';

const count = { jobs: 20, eventsOfJob: 500 };
const cuts = 100;

let fresh: FreshDatabase;
/** On PostgreSQL, two services that share the database. */
const services: TestService[] = [];
before(async () => {
  fresh = await migratedDatabase();
  const env = {
    REELSIGHT_YTDLP: 'no-such-program',
    REELSIGHT_PLANS: JSON.stringify({ scale: { max_requests_per_minute: 100_000, burst: 9000 } }),
    ...(fresh.url && { DATABASE_URL: fresh.url }),
  };
  const first = await startTestService(env);
  services.push(first);

  if (databaseKind === 'postgres')
    services.push(await startTestService({ ...env, REELSIGHT_DATA_DIR: first.dataDir }));
});
after(async () => {
  for (const service of services) await service.close();
  await fresh.drop();
});

test('10,000 events with 100 cuts: none missing, none twice, in order per job, none of another workspace', async () => {
  const [first] = services as [TestService];
  const own = await first.workspace('scale');
  const other = await first.workspace('scale');
  const ports = services.map(({ apiUrl }) => Number(new URL(apiUrl).port));
  await using proxy = await startCuttingProxy(ports, { cuts, bytesAtMost: 40_000 });
  const client = createClient({ baseUrl: proxy.url, apiKey: own.apiKey });
  const stop = new AbortController();
  const stream = client.events.stream({
    after: '0',
    mostPauseMs: 40,
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(120_000)]),
  });

  const { db } = first.domain;
  const writing = Promise.all([
    writeJobs(db, own.tenantId, count),
    writeJobs(db, other.tenantId, { jobs: 4, eventsOfJob: 100 }),
  ]);
  const got: string[] = [];
  const places = new Map<string, number>();
  let position = 0;

  for await (const told of stream) {
    const event = told.event as unknown as Record<string, unknown>;
    got.push(String(event.event_id));

    const job = String(event.job_id);
    assert.equal(event.place, places.get(job) ?? 0, `order of ${job}`);
    places.set(job, Number(event.place) + 1);

    const at = Number(told.position.split('.')[0]);
    assert.ok(at > position, `position ${at} after ${position}`);
    position = at;
    if (got.length === count.jobs * count.eventsOfJob) break;
  }

  const [written] = await writing;
  assert.equal(written.length, 10_000);
  assert.deepEqual(got.toSorted(), written.toSorted());
  assert.equal(proxy.cuts(), cuts);

  const rest = await client.events.list({ after: String(position) });
  assert.deepEqual(rest.events, []);
});
