/** The log of a service never contains the secret of a link, whatever was requested with it. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type ServiceProcesses, serviceProcesses } from '../server/testing/service-process.ts';
import { waitFor } from '../server/testing/wait-for.ts';

let dataDir: string;
let service: ServiceProcesses;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reelsight-share-log-'));
  const env = { REELSIGHT_LOG_LEVEL: 'trace', REELSIGHT_BACKUP_DIR: join(dataDir, 'backups') };
  service = await serviceProcesses({ dataDir, env });
  await service.start();
});
after(async () => {
  await service?.kill(service.parts);
  // A process that is ending may still write to its cache of compiled code.
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

test('no line of the log has the secret of a link', async () => {
  const token = 'SeCrEt_'.padEnd(32, 'x');
  const paths = ['', '/media', '/frames/job_1/a.jpg', '/files/pdf', '/nothing/here', '/%zz'];
  const asked = [...paths.map((path) => `/shared/v1/${token}${path}`), `/shared/${token}`];
  for (const path of asked)
    for (const method of ['GET', 'POST'])
      await fetch(service.apiUrl + path, { method, headers: { Accept: 'text/html' } });

  // The log writes equal refusals only once. This request comes after all of them, so its line is the last.
  await fetch(`${service.apiUrl}/docs`);
  const told = () => service.log.some(({ msg, route }) => msg === 'answered' && route === '/docs');
  await waitFor(async () => assert.ok(told()));
  assert.ok(service.log.some(({ msg, status }) => msg === 'refused' && status === 404));
  for (const line of service.log) assert.ok(!JSON.stringify(line).includes(token), line.msg);
});
