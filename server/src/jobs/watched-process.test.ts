/** A process that does not start, or cannot be told, is ended; nobody waits for it. */
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { ProcessDied, WatchedProcess } from './watched-process.ts';

/** One that is stopped before it could say a word, and stays so. */
function silentProcess(): WatchedProcess<object, object> {
  const child = new WatchedProcess<object, object>({
    script: new URL('./ingestion-process.ts', import.meta.url),
    memoryLimitMb: 1000,
    tmpDir: tmpdir(),
    environment: { PATH: process.env.PATH ?? '' },
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
  await assert.rejects(child.ready(new AbortController().signal, 200), ProcessDied);
  assert.ok(isGone(child.pid));
  assert.equal(child.alive, false);
});

test('work that ends while its process starts does not wait for it', async () => {
  const child = silentProcess();
  const stop = new AbortController();
  const ready = child.ready(stop.signal);
  stop.abort(new Error('cancelled'));
  await assert.rejects(ready, /cancelled/);
  assert.ok(isGone(child.pid));
});

test('whoever asks a process that died is told, before and after', async () => {
  const child = silentProcess();
  const asked = child.ask({}, () => undefined);
  process.kill(child.pid as number, 'SIGKILL');
  await assert.rejects(asked, ProcessDied);
  await assert.rejects(
    child.ask({}, () => undefined),
    ProcessDied,
  );
  await child.close();
});

test('a process that takes more memory than it may is ended, and says so', async () => {
  const child = new WatchedProcess<object, object>({
    script: new URL('./ingestion-process.ts', import.meta.url),
    memoryLimitMb: 1,
    tmpDir: tmpdir(),
    environment: { PATH: process.env.PATH ?? '' },
  });
  await assert.rejects(
    child.ask({}, () => undefined),
    /over 1 MB/,
  );
});
