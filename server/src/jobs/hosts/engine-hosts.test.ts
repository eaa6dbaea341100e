/** Which host is given a part. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Scripts } from '../../../testing/jobs/scripted-host.ts';
import type { PartOrder } from '../../perception/part.ts';
import { StartFailed } from '../processes/watched-process.ts';
import { EngineHosts, type HostOptions } from './engine-hosts.ts';

interface Line {
  readonly message: string;
  readonly fields: Record<string, unknown>;
}

function hosts(t: TestContext, scripts: Scripts = {}, given: Partial<HostOptions> = {}) {
  const lines: Line[] = [];
  const open = new EngineHosts({
    script: new URL('../../../testing/jobs/scripted-host.ts', import.meta.url),
    count: 1,
    memoryMb: 700,
    parts: 100,
    tmpDir: tmpdir(),
    environment: { PATH: process.env.PATH ?? '', REELSIGHT_TEST_HOST: JSON.stringify(scripts) },
    log: (message, fields) => lines.push({ message, fields }),
    ...given,
  });
  t.after(() => open.close());

  const { signal } = new AbortController();
  const run = async (kind: 'read' | 'detect', fresh = false): Promise<unknown> => {
    await open.run({ kind, jobId: 'job_1' } as PartOrder, signal, { fresh });
    return lines.findLast(({ message }) => message === 'part began')?.fields.pid;
  };

  return { open, lines, run };
}

test('a host does one part after the other; what needs much memory gets one that has done none', async (t) => {
  const { run, open } = hosts(t);
  const first = await run('read');
  assert.equal(await run('read'), first);

  const second = await run('detect', true);
  assert.notEqual(second, first);
  assert.equal(open.pids.length, 1, 'the other one made room for it');
  assert.equal(await run('read'), second);
  assert.notEqual(await run('detect', true), second);
});

test('while hosts do not start they are tried again in time, and counted again once one has', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-hosts-'));
  t.after(() => rm(folder, { recursive: true }));

  const startsWith = join(folder, 'memory');
  const { run, open, lines } = hosts(t, { startsWith }, { count: 2 });
  assert.equal(open.count, 2, 'not known yet');

  const tried = run('read');
  await assert.rejects(tried, StartFailed);
  await t.waitFor(() => assert.equal(open.count, 0), { timeout: 5000 });
  await assert.rejects(run('read'), StartFailed);
  await sleep(2500);
  assert.equal(open.count, 0);

  const said = lines.map(({ message }) => message);
  assert.deepEqual(said, ['engine hosts do not start']);
  await writeFile(startsWith, '');
  await t.waitFor(() => assert.equal(open.count, 2), { timeout: 10_000 });
  await run('read');
  assert.equal(lines.filter(({ message }) => message === 'engine hosts start again').length, 1);
});

test('one that has done nothing is fresh; an idle one that has is left for others', async (t) => {
  const { run, open } = hosts(t, {}, { count: 2 });
  const first = await run('read');
  const second = await run('detect', true);
  assert.notEqual(second, first);
  assert.ok(open.pids.includes(first as number));
});

test('half as many more are opened when they are needed, and end with their part', async (t) => {
  const { run, open } = hosts(t, { read: { ms: 300 } }, { count: 2 });
  assert.deepEqual([open.count, open.capacity], [2, 3]);

  await Promise.all([run('read'), run('read'), run('read')]);
  await t.waitFor(() => assert.equal(open.pids.length, 2));
  await run('read');
  assert.equal(open.count, 2);
});
