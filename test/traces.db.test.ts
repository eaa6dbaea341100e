/**
 * Traces: a single trace covers a request, its job, the ingestion and parts in another process, and the webhook. Turned
 * off, traces cost nothing.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createAdminClient, createClient } from '../sdk/src/index.ts';
import { type Collector, type SentSpan, startCollector } from '../server/testing/collector.ts';
import { startPostgres, type TestPostgres } from '../server/testing/postgres.ts';
import { startTestService } from '../server/testing/service.ts';
import { type ServiceProcesses, serviceProcesses } from '../server/testing/service-process.ts';
import { waitFor } from '../server/testing/wait-for.ts';

const sample = new URL('../media/sample.mp4', import.meta.url);
const root = fileURLToPath(new URL('..', import.meta.url));
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callerId = '00f067aa0ba902b7';

interface Client {
  readonly apiKey: string;
  readonly client: ReturnType<typeof createClient>;
}

async function workspaceOf(baseUrl: string, token: string): Promise<Client> {
  const admin = createAdminClient({ baseUrl, token });
  const made = await admin.workspaces.create({ name: 'w', email: 'w@example.com', plan: 'pro' });
  return { apiKey: made.api_key, client: createClient({ baseUrl, apiKey: made.api_key }) };
}

describe('One job over an API and a worker', () => {
  let postgres: TestPostgres;
  let collector: Collector;
  let service: ServiceProcesses;
  let dataDir: string;
  let jobId: string;
  let requestId: string | null;
  const received: IncomingHttpHeaders[] = [];
  const receiver = createServer((request, response) => {
    received.push(request.headers);
    request.resume().on('end', () => response.end());
  });

  before(async () => {
    postgres = await startPostgres();
    collector = await startCollector();
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    dataDir = await mkdtemp(join(tmpdir(), 'reelsight-traces-'));
    service = await serviceProcesses({
      dataDir,
      databaseUrl: postgres.url,
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=ours%20alone',
        OTEL_SERVICE_NAME: 'videos',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
        REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true',
      },
    });
    await service.start();

    await use();
  });

  after(async () => {
    await service.kill(service.parts);
    receiver.closeAllConnections();
    receiver.close();
    await collector.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });

  async function use(): Promise<void> {
    const { apiUrl, adminToken } = service;
    const { apiKey, client } = await workspaceOf(apiUrl, adminToken);
    const body = new Blob([(await readFile(sample)) as Uint8Array<ArrayBuffer>]);
    const upload_key = await client.uploads.put(body, { contentType: 'video/mp4' });
    const { port } = receiver.address() as AddressInfo;
    const answer = await fetch(`${apiUrl}/v1/jobs`, {
      method: 'POST',
      headers: {
        'X-API-Key': apiKey,
        'Content-Type': 'application/json',
        traceparent: `00-${traceId}-${callerId}-01`,
      },
      body: JSON.stringify({
        upload_key,
        capabilities: ['transcription', 'objects'],
        objects: ['person'],
        webhook_url: `http://127.0.0.1:${port}/hook`,
      }),
    });
    assert.equal(answer.status, 202, await answer.clone().text());
    requestId = answer.headers.get('x-request-id');
    jobId = ((await answer.json()) as { data: { job_id: string } }).data.job_id;

    const done = await client.jobs.wait(jobId, { signal: AbortSignal.timeout(120_000) });
    assert.equal(done.status, 'completed');
    await waitFor(() => assert.equal(received.length, 1));
    await waitFor(() => assert.ok(named('webhook').length > 0 && named('job').length > 0));
  }

  const ours = (): SentSpan[] => collector.spans.filter((span) => span.traceId === traceId);
  const named = (name: string): SentSpan[] => ours().filter((span) => span.name === name);
  const one = (name: string): SentSpan => {
    const [span, ...others] = named(name);
    assert.ok(span && others.length === 0, `${name}: ${others.length + (span ? 1 : 0)} spans`);
    return span;
  };

  test('is one trace, which continues that of the caller, with every span below what caused it', () => {
    const request = one('POST /v1/jobs');
    const job = one('job');
    const ingestion = one('ingestion');
    const join = one('part join');

    assert.equal(request.parentId, callerId);
    assert.equal(job.parentId, request.spanId);
    assert.equal(ingestion.parentId, job.spanId);

    for (const name of ['fetch', 'decode', 'store'])
      assert.equal(one(name).parentId, ingestion.spanId, name);

    const parts = ours().filter(({ name }) => name.startsWith('part '));
    assert.ok(parts.length >= 3, `${parts.length} parts`);
    for (const part of parts) assert.equal(part.parentId, job.spanId, part.name);

    const hosts = named('host');
    assert.deepEqual(
      hosts.map(({ parentId }) => parentId).sort(),
      parts.map(({ spanId }) => spanId).sort(),
    );

    const [speech] = named('engine speech');
    assert.ok(hosts.some(({ spanId }) => spanId === speech?.parentId));
    assert.equal(one('webhook').parentId, join.spanId);

    const ids = new Set([callerId, ...ours().map(({ spanId }) => spanId)]);
    for (const span of ours()) assert.ok(ids.has(span.parentId), `${span.name} hangs in the air`);
  });

  test('its spans say where, what and for how long', () => {
    const request = one('POST /v1/jobs');
    const job = one('job');

    assert.equal(request.resource['reelsight.role'], 'api');
    assert.equal(one('ingestion').resource['reelsight.role'], 'worker');

    for (const { resource } of ours()) {
      assert.equal(resource['service.name'], 'videos');
      assert.equal(resource['deployment.environment.name'], 'test');
    }

    assert.equal(request.attributes['http.route'], '/v1/jobs');
    assert.equal(request.attributes['http.response.status_code'], '202');
    assert.equal(request.attributes['reelsight.request_id'], requestId);
    assert.equal(job.attributes['reelsight.job_id'], jobId);
    assert.equal(job.attributes['reelsight.status'], 'completed');

    for (const span of ours()) {
      assert.ok(span.endMs >= span.startMs, span.name);
      assert.equal(span.error, null, span.name);
      // Spans below the request itself may begin before the job.
      if (span !== request && span.parentId !== request.spanId && span.name !== 'webhook')
        assert.ok(span.startMs >= job.startMs - 50, `${span.name} began before its job`);
    }

    const engine = named('engine speech')[0];
    assert.ok(Number(engine?.attributes['reelsight.calls']) >= 1);
    assert.equal(engine?.attributes['reelsight.engine_kind'], 'embedded');
    assert.equal(collector.headers()['x-tenant'], 'ours alone');
    assert.doesNotMatch(JSON.stringify(collector.spans), /rs_live_/);
  });

  test('the webhook carries the trace on', () => {
    const { spanId } = one('webhook');
    assert.equal(received[0]?.traceparent, `00-${traceId}-${spanId}-01`);
  });

  test('the log lines of both processes are found by its id, with the same names and the trace', () => {
    const lines = service.log.filter((line) => line.job_id === jobId);
    const messages = new Set(lines.map(({ msg }) => msg));

    for (const message of ['job started', 'ingestion began', 'ingestion ended', 'part began'])
      assert.ok(messages.has(message), `no line ${message}`);
    assert.ok(messages.has('part ended') && messages.has('job completed'));

    for (const line of lines) {
      assert.equal(line.trace_id, traceId, line.msg);
      assert.match(String(line.workspace_id), /^ws_/, line.msg);
    }

    const ended = lines.filter(({ msg }) => msg === 'part ended');
    assert.equal(new Set(ended.map(({ part }) => part)).size, ended.length);

    const sent = service.log.find(({ msg }) => msg === 'webhook attempt');
    assert.equal(sent?.trace_id, traceId);
    assert.match(String(sent?.event_id), /^evt_/);

    for (const line of service.log)
      for (const field of Object.keys(line)) assert.match(field, /^[a-z]+(_[a-z]+)*$/, line.msg);
  });

  test('a caller that does not want a trace gets none, and a broken traceparent begins another', async () => {
    const { apiUrl } = service;
    const earlier = collector.spans.length;
    const get = (traceparent: string) => fetch(`${apiUrl}/v1/jobs`, { headers: { traceparent } });
    const unwanted = 'aaaabbbbccccddddaaaabbbbccccdddd';
    await get(`00-${unwanted}-${callerId}-00`);
    await get('00-not-a-trace-01');

    const fresh = () =>
      collector.spans.slice(earlier).filter(({ name }) => name === 'GET /v1/jobs');
    await waitFor(() => assert.equal(fresh().length, 1));
    assert.equal(fresh()[0]?.parentId, '');
    assert.ok(!collector.spans.some((span) => span.traceId === unwanted));
  });
});

describe('A collector that is away or silent', () => {
  test('slows no request and no stop, and what is lost is counted', async () => {
    const sockets = new Set<Socket>();
    const silent = createTcp((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));

    const { port } = silent.address() as AddressInfo;
    for (const url of ['http://127.0.0.1:9', `http://127.0.0.1:${port}`]) {
      const service = await startTestService({
        OTEL_EXPORTER_OTLP_ENDPOINT: url,
        OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
      });
      const { client } = await service.workspace();
      const startedMs = performance.now();

      for (let round = 0; round < 12; round += 1)
        await Promise.all(Array.from({ length: 50 }, () => fetch(`${service.apiUrl}/v1/jobs`)));

      assert.equal((await client.account()).plan, 'pro');
      assert.ok(performance.now() - startedMs < 60_000);

      const metrics = async () => (await fetch(`${service.apiUrl}/metrics`)).text();
      await waitFor(async () => assert.match(await metrics(), /spans_total{outcome="lost"} [1-9]/));
      assert.match(await metrics(), /spans_total{outcome="sent"} 0\n/);

      const closedMs = performance.now();
      await service.close();
      assert.ok(performance.now() - closedMs < 10_000, 'a stop took too long');
    }

    for (const socket of sockets) socket.destroy();
    silent.close();
  });
});

describe('Without a collector', () => {
  test('nothing of OpenTelemetry that records or sends is loaded', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'reelsight-untraced-'));
    const hook = join(folder, 'hook.mjs');
    await writeFile(
      hook,
      `import { registerHooks } from 'node:module';
       registerHooks({ load(url, context, next) {
         if (/@opentelemetry\\/(sdk|exporter|otlp|resources)|tracing\\/otlp/.test(url)) console.error('LOADED ' + url);
         return next(url, context);
       } });`,
    );

    const loads = (env: Record<string, string>) =>
      spawnSync(
        process.execPath,
        [
          ...['--import', pathToFileURL(hook).href, '--input-type=module', '--eval'],
          `const { startTestService } = await import('${pathToFileURL(`${root}server/testing/service.ts`).href}');
           const service = await startTestService(${JSON.stringify(env)});
           await fetch(service.apiUrl + '/v1/jobs');
           await service.close();
           process.exit(0);`,
        ],
        { encoding: 'utf8', env: { ...process.env, NODE_TEST_CONTEXT: '' } },
      );
    const off = loads({ REELSIGHT_ROLE: 'all' });
    assert.equal(off.status, 0, off.stderr);
    assert.doesNotMatch(off.stderr, /LOADED/);

    const on = loads({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    assert.match(on.stderr, /LOADED .*sdk-trace/);
    await rm(folder, { recursive: true, force: true });
  });
});
