/** A process that does not start is ended, so that the next job's can. */
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { ChildDied, JobProcess } from './child-process.ts';

/** One that is stopped before it could say a word, and stays so. */
function silentProcess(): JobProcess {
  const child = new JobProcess({
    memoryLimitMb: 1000,
    tmpDir: tmpdir(),
    environment: { PATH: process.env.PATH ?? '' },
    onProgress: () => undefined,
    onLog: () => undefined,
  });
  process.kill(child.pid as number, 'SIGSTOP');
  return child;
}

const isGone = (pid: number | undefined): boolean => {
  try {
    process.kill(pid as number, 0);
    return false;
  } catch {
    return true;
  }
};

test('a process that never says it listens dies after its time', async () => {
  const child = silentProcess();
  await assert.rejects(child.ready(new AbortController().signal, 200), ChildDied);
  assert.ok(isGone(child.pid));
});

test('a job that ends while its process starts does not wait for it', async () => {
  const child = silentProcess();
  const stop = new AbortController();
  const ready = child.ready(stop.signal);
  stop.abort(new Error('cancelled'));
  await assert.rejects(ready, /cancelled/);
  assert.ok(isGone(child.pid));
});

test('a process that died is told by the order it was to obey', async () => {
  const child = silentProcess();
  process.kill(child.pid as number, 'SIGKILL');
  await child.ready(new AbortController().signal);
  await child.close();
});
