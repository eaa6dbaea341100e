/** A runner whose service is malicious: nothing outside the runner's own folder is touched. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../../testing/wait-for.ts';
import { ServiceAway, ServiceClient } from './service-client.ts';
import { startRunner } from './start-runner.ts';

let folder: string;
let url: string;
let orders: object[] = [];
let claims = 0;
let endless = false;
const server = createServer((request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json');

  if (endless) {
    const more = setInterval(() => response.write(' '.repeat(1_000_000)), 1);
    response.once('close', () => clearInterval(more));
    return;
  }

  if (request.url?.endsWith('/heartbeat')) {
    const terms = { deadlines: { part: 1000, job: 1000, stages: {} } };
    const most = { proof_frames: 1, storyboard_tiles: 1, serves: ['hear'], advice: null };
    return void response.end(JSON.stringify({ data: { owned: [], ...terms, ...most } }));
  }

  if (!request.url?.endsWith('/claims')) return void response.end('{"data":{"next":"again"}}');
  claims += 1;
  response.end(JSON.stringify({ data: { parts: orders } }));
});
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-hostile-'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const part = {
  task: '3b1f0c52-8f7e-4d0a-9c55-2f6f0a4f9d10',
  job_id: 'job_1',
  number: 1,
  kind: 'hear',
  first_cell: 0,
  last_cell: 1,
  start_seconds: 0,
  end_seconds: 1,
  crashes: 0,
  attempt: 1,
  ask: {},
  title: null,
  tokens_used: 0,
  before: [],
};

test('ids that lead out of its folder are not taken, and nothing there is removed', async () => {
  const victim = join(folder, 'victim');
  await mkdir(victim);
  await writeFile(join(victim, 'file'), 'kept');

  const logged: string[] = [];
  const work = join(folder, 'a', 'work');

  for (const change of [
    { task: '/../../../../victim' },
    { job_id: '../../../../victim' },
    { kind: '../../x' },
    { before: [{ kind: '../x', number: 1, state: 'done', first_cell: 0, last_cell: 1 }] },
  ]) {
    orders = [{ ...part, ...change }];
    claims = 0;

    const runner = await startRunner({
      client: new ServiceClient({ url, token: 'x' }),
      version: '1.0.0',
      workFolder: work,
      serves: ['hear'],
      hosts: { count: 1, memoryMb: 500, parts: 10 },
      environment: {},
      engines: {} as never,
      remoteKey: null,
      engineNames: [],
      onStage: () => undefined,
      log: (message, fields) => logged.push(`${message} ${fields.detail}`),
    });

    await waitFor(() => assert.ok(claims > 0), 5000);
    await sleep(300);
    await runner.close();
    assert.deepEqual(await readdir(victim).catch(() => 'removed'), ['file']);
    assert.match(logged.at(-1) ?? '', /orders what is no part/);
  }

  assert.ok(!existsSync(join(folder, 'victim', 'media.json')));
});

test('an answer without end is not held in memory', async () => {
  endless = true;
  const client = new ServiceClient({ url, token: 'x' });
  const before = process.memoryUsage().rss;
  await assert.rejects(client.ask('/heartbeat', {}), (error) => error instanceof ServiceAway);
  assert.ok(process.memoryUsage().rss - before < 300_000_000);
  endless = false;
});
