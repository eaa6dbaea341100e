/** Checks docs/for-yourself.md: its settings in a shell, and its proxy rule in front of both ports. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pLimit from 'p-limit';
import { createClient } from '../sdk/src/index.ts';
import { freePort } from '../server/src/wiring/start/free-port.ts';
import { codeBlocks } from '../server/testing/code-blocks.ts';
import { sampleVideo } from '../server/testing/sample-video.ts';
import { startTestService, type TestService } from '../server/testing/service.ts';

const page = await codeBlocks('docs/for-yourself.md');
const blockWith = (text: string): string =>
  page.find((block) => block.text.includes(text))?.text ?? '';

let folder: string;
let service: TestService;
let proxy: http.Server;
let address: string;
/** Ports of the service itself; its public addresses are those of the proxy. */
let ports: { readonly api: number; readonly uploads: number };

/** The settings that a shell reads from the page's file. */
async function settingsOfPage(): Promise<Record<string, string>> {
  const path = join(folder, 'reelsight.env');
  await writeFile(path, blockWith('REELSIGHT_PLANS'));

  const lines = execFileSync('bash', ['-c', `set -a; . ${path}; env -0`], {
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  }).split('\0');

  return Object.fromEntries(
    lines
      .filter((line) => line.startsWith('REELSIGHT_'))
      .map((line) => {
        const end = line.indexOf('=');
        return [line.slice(0, end), line.slice(end + 1)];
      }),
  );
}

/** A proxy with the single rule on the page: `/uploads/` goes to the upload host, everything else to the API. */
function onePort(): http.Server {
  assert.match(blockWith('handle /uploads/*'), /handle \/uploads\/\* \{\s+reverse_proxy \S+:8081/);
  return http.createServer((request, response) => {
    const { url = '/', method, headers } = request;
    const port = url.startsWith('/uploads/') ? ports.uploads : ports.api;
    const passed = http.request(
      { host: '127.0.0.1', port, path: url, method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );

    passed.on('error', (error) => response.writeHead(502).end(String(error)));
    request.pipe(passed);
  });
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-for-yourself-'));
  ports = { api: await freePort(), uploads: await freePort() };
  proxy = onePort();
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

  service = await startTestService({
    ...(await settingsOfPage()),
    REELSIGHT_ROLE: 'all',
    PORT: String(ports.api),
    UPLOAD_PORT: String(ports.uploads),
    PUBLIC_URL: address,
    UPLOAD_URL: address,
    REELSIGHT_TRUSTED_PROXIES: '127.0.0.1',
  });
});
after(async () => {
  proxy?.closeAllConnections();
  proxy?.close();
  await service?.close();
  await rm(folder, { recursive: true, force: true });
});

test('through one port, a job costs nothing and no limit of a plan is met', async () => {
  const { apiKey } = await service.workspace('scale', 1);
  const client = createClient({ baseUrl: address, apiKey, maxRetries: 0 });
  const upload_key = await client.uploads.put(new Blob([await readFile(sampleVideo)]), {
    contentType: 'video/mp4',
  });
  const created = await client.jobs.create({ upload_key, capabilities: ['metadata'] });
  const job = await client.jobs.wait(created.job_id, { signal: AbortSignal.timeout(120_000) });

  assert.equal(job.status, 'completed');
  assert.equal(created.credits_estimated, 0);
  assert.equal(job.credits_charged, 0);
  assert.equal((await client.account()).credits.balance, 1);

  // The normal limit of the plan would refuse the 451st call made at once.
  const turns = pLimit(20);
  await turns.map(Array.from({ length: 600 }), () => client.account());
});
