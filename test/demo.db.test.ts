/** `npm run demo`, and what a newcomer types next: the results of the demo are there, with the first key. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { freePort } from '../server/src/wiring/start/free-port.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { type Running, reelsight, root, startReelsight } from './cli/harness.ts';

const demo = join(root, 'scripts', 'demo.ts');

let home: string;
let env: Record<string, string>;
let service: Running | undefined;

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'reelsight-demo-'));
  env = {
    PORT: String(await freePort()),
    UPLOAD_PORT: String(await freePort()),
    REELSIGHT_LINKS_UPDATE: 'off',
  };
});
after(async () => {
  service?.child.kill('SIGTERM');
  await service?.ended;
  await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** Resolves with the ids of the jobs that the command line lists. */
async function listedJobs(more: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const { stdout, code, stderr } = await reelsight(['jobs', 'list', '--json'], {
    home,
    env: { ...env, ...more },
  });
  assert.equal(code, 0, stderr);
  const jobs = JSON.parse(stdout) as { job_id: string }[];
  return jobs.map(({ job_id }) => job_id);
}

describe('The demo', () => {
  let jobId: string;

  test('starts a service for itself, and says how to see the rest', async () => {
    const { code, stdout, stderr } = await reelsight([], { home, env, program: demo });
    assert.equal(code, 0, `${stdout}\n${stderr}`);
    assert.match(stdout, /offices of Google and Microsoft open at nine/);
    assert.match(stdout, /npm start\n/);
    jobId = /\/v1\/jobs\/(job_\w+)/.exec(stdout)?.[1] ?? assert.fail(stdout);
  });

  test('leaves its job to the first key of the service that is started next', async () => {
    service = startReelsight(['start'], { home, env });
    await waitFor(async () =>
      assert.equal((await fetch(`http://localhost:${env.PORT}/readyz`)).status, 200),
    );
    const shown = await reelsight(['keys', 'show'], { home, env });
    assert.match(shown.stdout, /^rs_live_[\w-]+\n$/);
    assert.deepEqual(await listedJobs({ REELSIGHT_API_KEY: shown.stdout.trim() }), [jobId]);
  });

  test('uses a service that serves these data already', async () => {
    const second = startReelsight([], { home, env, program: demo });
    await waitFor(() => assert.match(second.output(), /job job_\w+\n/));
    assert.match(second.output(), /Using the service that runs at/);
    second.child.kill('SIGTERM');
    await second.ended;
    const [, secondId] = /job (job_\w+)\n/.exec(second.output()) ?? [];
    assert.deepEqual((await listedJobs()).toSorted(), [jobId, secondId].toSorted());
  });
});
