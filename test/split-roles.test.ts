/**
 * What Prometheus and probes see: a single process, and the same work divided between an API and a worker. No metric
 * may be missing in either case.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createAdminClient, createClient } from '../sdk/src/index.ts';
import { startPostgres, type TestPostgres } from '../server/testing/postgres.ts';
import { noPromtool, promtool } from '../server/testing/promtool.ts';
import { type ServiceProcesses, serviceProcesses } from '../server/testing/service-process.ts';
import { waitFor } from '../server/testing/wait-for.ts';

const sample = new URL('../media/sample.mp4', import.meta.url);

interface Subject {
  readonly service: ServiceProcesses;
  readonly dataDir: string;
}
const subjects: Subject[] = [];
let postgres: TestPostgres | null;
let whole: Subject;
let split: Subject;

async function start(databaseUrl?: string): Promise<Subject> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reelsight-split-'));
  const service = await serviceProcesses({
    dataDir,
    ...(databaseUrl && { databaseUrl }),
    env: {
      REELSIGHT_WEDGED_MINUTES: '0.05',
      REELSIGHT_LOG_LEVEL: 'debug',
      // The embedded database has a backup folder by default, so this sets one.
      REELSIGHT_BACKUP_DIR: join(dataDir, 'backups'),
    },
  });
  const subject = { service, dataDir };
  subjects.push(subject);
  await service.start();

  return subject;
}

/** Does the same on both: a job that completes, one that is cancelled, one whose file is no video, and refusals. */
async function use({ service }: Subject): Promise<void> {
  const { apiUrl: baseUrl, adminToken: token } = service;
  const admin = createAdminClient({ baseUrl, token });
  const made = await admin.workspaces.create({ name: 'w', email: 'w@example.com', plan: 'pro' });
  const client = createClient({ baseUrl, apiKey: made.api_key });
  const submit = async (bytes: Uint8Array) => {
    const body = new Blob([bytes as Uint8Array<ArrayBuffer>]);
    const upload_key = await client.uploads.put(body, { contentType: 'video/mp4' });
    return client.jobs.create({ upload_key, capabilities: ['metadata'] });
  };
  const wait = (id: string) => client.jobs.wait(id, { signal: AbortSignal.timeout(120_000) });
  const good = await readFile(sample);
  assert.equal((await wait((await submit(good)).job_id)).status, 'completed');
  assert.equal((await wait((await submit(good.subarray(0, 5000))).job_id)).status, 'failed');
  await client.jobs.cancel((await submit(good)).job_id);

  const headers = { 'X-API-Key': made.api_key };
  const refused = await fetch(`${baseUrl}/v1/jobs/job_0`, { headers });
  assert.equal(refused.status, 404);
}

const metricsOf = async (url: string): Promise<string> => (await fetch(`${url}/metrics`)).text();

/** Values by name and labels. */
function seriesOf(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const index = line.lastIndexOf(' ');
      return [line.slice(0, index), Number(line.slice(index))];
    }),
  );
}

/** Metrics of Node depend on the process and the time, so they are not compared. */
const ofNode = /^reelsight_(nodejs|process)/;

/** The embedded database has no connection pool, so these metrics are not compared. */
const ofPool = /^reelsight_database_(connections|waiting)/;

const ownNames = (texts: readonly string[]): string[] =>
  [...new Set(texts.flatMap((text) => [...seriesOf(text).keys()]))]
    .filter((one) => !ofNode.test(one) && !one.startsWith('reelsight_build_info'))
    .filter((one) => !ofPool.test(one))
    .filter((one) => !/route="(\/healthz|\/metrics|\/v1\/jobs\/:id)"/.test(one))
    .sort();

before(async () => {
  postgres = await startPostgres();
  [whole, split] = await Promise.all([start(), start(postgres?.url)]);
  await Promise.all([use(whole), use(split)]);
});
after(async () => {
  for (const { service, dataDir } of subjects) {
    await service.kill(service.parts);
    // Processes of a killed worker end a moment after it and may still write.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
  await postgres?.stop();
});

test('each series of one process is told by the API or the worker', async () => {
  const { apiUrl, monitoringUrl } = split.service;
  const one = ownNames([await metricsOf(whole.service.apiUrl)]);
  const two = ownNames(await Promise.all([apiUrl, monitoringUrl].map(metricsOf)));
  assert.deepEqual(one, two);
  assert.ok(one.length > 100, `${one.length} series`);
});

test('each job counts once, and a cancelled one is no failed one', async () => {
  for (const urls of [
    [whole.service.apiUrl],
    [split.service.apiUrl, split.service.monitoringUrl],
  ]) {
    const sum = async (name: string): Promise<number> => {
      const all = (await Promise.all(urls.map(metricsOf))).map(seriesOf);
      return all.reduce((total, series) => total + (series.get(name) ?? 0), 0);
    };
    const moved = (status: string) => sum(`reelsight_job_transitions_total{status="${status}"}`);
    assert.deepEqual(
      [await moved('completed'), await moved('failed'), await moved('cancelled')],
      [1, 1, 1],
    );
    assert.ok((await sum('reelsight_credits_charged_total')) >= 1);
    assert.ok((await sum('reelsight_engine_busy_seconds_total{queue="join"}')) > 0);

    const stage = (outcome: string) =>
      sum(`reelsight_stage_duration_seconds_count{stage="ingestion",outcome="${outcome}"}`);
    assert.deepEqual([await stage('finished'), await stage('failed')], [1, 1]);
    assert.equal(await sum('reelsight_job_failures_total{code="EXTRACTION_FAILED"}'), 1);
    assert.equal(await sum('reelsight_events_total{event="job.created"}'), 3);
    assert.equal(await sum('reelsight_events_total{event="job.completed"}'), 1);
    assert.equal(await sum('reelsight_uploads_total{outcome="stored"}'), 3);
    assert.ok((await sum('reelsight_upload_bytes_total')) > 2 * (await stat(sample)).size);

    const put = 'reelsight_storage_operation_duration_seconds_count{operation="put",outcome="ok"}';
    assert.ok((await sum(put)) >= 3);
    assert.ok((await sum('reelsight_queue_wait_seconds_count{queue="analysis"}')) >= 2);
    assert.ok((await sum('reelsight_queue_wait_seconds_count{queue="join"}')) >= 1);

    for (const queue of ['analysis', 'hear', 'see', 'join'])
      assert.equal(await sum(`reelsight_queue_workers{queue="${queue}"}`), urls.length, queue);

    for (const name of ['reelsight_disk_free_bytes', 'reelsight_database_up'])
      assert.ok((await sum(name)) > 0, name);

    assert.equal(await sum('reelsight_jobs{status="pending"}'), 0);
    assert.equal(await sum('reelsight_queue_oldest_task_age_seconds{queue="analysis"}'), 0);
  }
});

test('a refused request leaves one line that its id finds, without the key', async () => {
  const { log, apiUrl } = whole.service;
  const find = (id: unknown) => log.filter((line) => line.request_id === id);
  const refused = await fetch(`${apiUrl}/v1/jobs/job_0?external_id=x`, {
    headers: { 'X-API-Key': 'rs_live_wrong' },
  });
  const id = refused.headers.get('x-request-id');
  await waitFor(() => assert.equal(find(id).length, 1));

  const { level, msg, method, route, status, code } = find(id)[0] as never;
  assert.deepEqual(
    [level, msg, method, route, status, code],
    [30, 'refused', 'GET', '/v1/jobs/:id', 401, 'INVALID_API_KEY'],
  );

  const known = log.find((line) => line.code === 'JOB_NOT_FOUND');
  assert.match(String(known?.workspace_id), /^ws_/);
  assert.match(String(known?.key_id), /^key_/);
  assert.equal(known?.level, 30);
  assert.ok(log.some((line) => line.msg === 'answered' && line.level === 20));
  assert.ok(!JSON.stringify(log).includes('rs_live_'));
});

test('what never became a request, and a path that can not be decoded, leave one too', async () => {
  const { log, apiUrl } = whole.service;
  const before = log.length;
  const { hostname, port } = new URL(apiUrl);
  const socket = connect(Number(port), hostname);
  socket.end('no such protocol\r\n\r\n');
  await fetch(`${apiUrl}/v1/%zz`);

  const fresh = (status: number) =>
    log.slice(before).filter((line) => line.msg === 'refused' && line.status === status);
  await waitFor(() => assert.deepEqual([fresh(400).length, fresh(401).length], [1, 1]));
});

describe('Names and labels', () => {
  test("keep to Prometheus' rules", async () => {
    const text = await metricsOf(whole.service.apiUrl);
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    assert.ok(types.length > 30);

    for (const [, name = '', type] of types) {
      assert.match(name, /^reelsight_[a-z0-9]+(_[a-z0-9]+)*$/);
      assert.equal(name.endsWith('_total'), type === 'counter', name);
      assert.match(text, new RegExp(`^# HELP ${name} \\S`, 'm'));
      assert.doesNotMatch(name, /_(ms|milliseconds?|minutes?|kb|mb|kilobytes?|percent|bits?)(_|$)/);

      // At most one unit, in its proper position: at the end, before `_total`.
      const units = name.match(/_(seconds|bytes|ratio)(?=_|$)/g) ?? [];
      assert.ok(units.length <= 1, name);

      if (!/^reelsight_(nodejs|process)/.test(name) && units[0])
        assert.match(name, new RegExp(`${units[0]}(_total)?$`));
      if (type === 'histogram') assert.match(name, /_seconds$/);
    }
  });

  test('are what promtool wants, in every role', { skip: noPromtool }, async () => {
    const { apiUrl, monitoringUrl } = split.service;
    for (const url of [whole.service.apiUrl, apiUrl, monitoringUrl]) {
      const { ok, output } = promtool(['check', 'metrics'], await metricsOf(url));
      assert.ok(ok && output === '', output);
    }
  });

  test('tell of the pool of connections on PostgreSQL', async () => {
    const series = seriesOf(await metricsOf(split.service.apiUrl));
    assert.equal(series.get('reelsight_database_connections_max'), 10);
    assert.equal(series.get('reelsight_database_waiting_requests'), 0);
    const [active = -1, idle = -1] = ['active', 'idle'].map((state) =>
      series.get(`reelsight_database_connections{state="${state}"}`),
    );
    assert.ok(active >= 0 && idle >= 0 && active + idle >= 1, `${active} active, ${idle} idle`);
  });

  test('stay few, whatever strangers ask for', async () => {
    const { apiUrl } = whole.service;
    // Series that differ only in `le` belong to one histogram.
    const names = async () =>
      new Set(
        [...seriesOf(await metricsOf(apiUrl)).keys()]
          .filter((name) => !ofNode.test(name))
          .map((name) => name.replace(/le="[^"]*",?/, '')),
      );
    const before = await names();

    for (let index = 0; index < 200; index += 1) await fetch(`${apiUrl}/no/such/page-${index}`);
    for (let index = 0; index < 50; index += 1) await fetch(`${apiUrl}/v1/jobs/job_${index}`);

    const added = [...(await names())].filter((name) => !before.has(name));
    assert.ok(added.length < 20, `${added.length} series more:\n${added.join('\n')}`);
  });
});

describe('A worker', () => {
  test('answers probes, and tells of no page it does not have', async () => {
    const { monitoringUrl } = split.service;
    const health = await fetch(`${monitoringUrl}/healthz`);
    assert.equal(health.status, 200);

    const ready = await fetch(`${monitoringUrl}/readyz`);
    assert.equal(ready.status, 200);

    const { status, database, storage, queue, sandbox } = (await ready.json()) as never;
    assert.deepEqual([status, database, storage, queue], ['ok', 'ok', 'ok', 'ok']);
    assert.ok(sandbox);

    const absent = await fetch(`${monitoringUrl}/v1/jobs`);
    assert.equal(absent.status, 404);

    const { error } = (await absent.json()) as { error: { code: string } };
    assert.equal(error.code, 'NOT_FOUND');
  });

  test('does not live without its database for long; an API does', async () => {
    const { monitoringUrl, apiUrl } = split.service;
    const health = async (url: string) => (await fetch(`${url}/healthz`)).status;

    await postgres?.stop();
    postgres = null;
    await waitFor(async () => assert.equal(await health(monitoringUrl), 503));

    const { reason } = (await (await fetch(`${monitoringUrl}/healthz`)).json()) as never;
    assert.match(reason, /(database|loop).* for \d+ s/);
    assert.equal(await health(apiUrl), 200);

    const read = await fetch(`${monitoringUrl}/metrics`);
    assert.equal(read.status, 200);
    assert.match(await read.text(), /^reelsight_database_up 0$/m);
  });
});
