/** A process that does not start, or does not read its messages, is ended; no caller waits for it forever. */
import assert from 'node:assert/strict';
import { fork, spawn } from 'node:child_process';
import { getEventListeners, once } from 'node:events';
import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { compileCache } from '../../../testing/compile-cache.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import { parseFromIngestion } from '../ingestion/ingestion-messages.ts';
import { descendants, ProcessDied, WatchedProcess } from './watched-process.ts';

const forking = new URL('../../../testing/jobs/forking-process.ts', import.meta.url);
const deaf = new URL('../../../testing/jobs/deaf-process.ts', import.meta.url);

/** Starts a process and stops it before it can send its first message; it is never resumed. */
function silentProcess(): WatchedProcess<object, object> {
  const child = new WatchedProcess<object, object>({
    script: new URL('../ingestion/ingestion-process.ts', import.meta.url),
    parse: parseFromIngestion,
    memoryLimitMb: 1000,
    tmpDir: tmpdir(),
    environment: { ...compileCache, PATH: process.env.PATH ?? '' },
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

test('whoever no longer waits for an answer leaves nothing behind', async () => {
  const child = silentProcess();
  const given = new AbortController();
  const asked = child.ask({}, () => undefined, given.signal);

  given.abort(new Error('no longer wanted'));
  await assert.rejects(asked, /no longer wanted/);
  await assert.rejects(
    child.ask({}, () => undefined, given.signal),
    /no longer wanted/,
  );
  assert.equal(getEventListeners(given.signal, 'abort').length, 0);
  assert.ok(child.alive);
  await child.close();
});

test('a process that takes more memory than it may is ended, and says so', async () => {
  const child = new WatchedProcess<object, object>({
    script: new URL('../ingestion/ingestion-process.ts', import.meta.url),
    parse: parseFromIngestion,
    memoryLimitMb: 1,
    tmpDir: tmpdir(),
    environment: { ...compileCache, PATH: process.env.PATH ?? '' },
  });
  await assert.rejects(
    child.ask({}, () => undefined),
    /over 1 MB/,
  );
});

test('a process that ends by itself takes what it started with it', async () => {
  const child = new WatchedProcess<object, { pid: number }>({
    script: forking,
    memoryLimitMb: null,
    tmpDir: tmpdir(),
    environment: { ...compileCache, PATH: process.env.PATH ?? '' },
  });
  let started: number | undefined;
  const asked = child.ask({}, ({ pid }) => {
    started = pid;
  });

  await assert.rejects(asked, /exit 7/);
  await waitFor(() => assert.ok(started && isGone(started)));
});

test('a process whose worker is gone ends, and what it started with it', async () => {
  const child = fork(forking, { detached: true });
  const started = await new Promise<number>((resolve) =>
    child.once('message', (message) => resolve((message as { pid: number }).pid)),
  );
  child.disconnect();
  await waitFor(() => assert.ok(isGone(child.pid) && isGone(started)));
});

test('the process of an ingestion ends when the pipe to its worker closes', async () => {
  const script = fileURLToPath(new URL('../ingestion/ingestion-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script], {
    stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
  });
  const exited = once(child, 'exit', { signal: AbortSignal.timeout(120_000) });
  const [told] = await once(child.stdio[3] as Readable, 'data');

  assert.equal(String(told), '{"kind":"ready"}\n');
  child.stdin?.destroy();
  assert.deepEqual(await exited, [1, null]);
});

test('a process that reads nothing more is ended when it is told something, and harms nobody', async () => {
  const child = new WatchedProcess<object, object>({
    script: deaf,
    parse: (message) => message as object,
    memoryLimitMb: null,
    tmpDir: tmpdir(),
    environment: compileCache,
  });
  await child.ready(AbortSignal.timeout(120_000));
  await assert.rejects(
    child.ask({ kind: 'x' }, () => undefined),
    ProcessDied,
  );

  assert.ok(isGone(child.pid));
});

/** Length of the chain of processes, each started by the previous one. */
const depth = 600;
/** Number of levels of a recursive walk that the stack still has space for. */
const levelsLeft = 400;
/** The last process in the chain prints that the chain is complete. */
const chainScript = `
  if [ "$1" -eq 0 ]; then echo complete; exec sleep 300; fi
  sh -c "$0" "$0" $(($1 - 1))
  :`;

test('a chain of processes is seen to its end, however long', async (context) => {
  const chain = spawn('sh', ['-c', chainScript, chainScript, String(depth)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  context.after(() => {
    if (!isGone(chain.pid)) process.kill(-(chain.pid as number), 'SIGKILL');
  });
  await once(chain.stdout, 'data');

  // This walk uses up most of the stack, so that a chain of hundreds of processes is long enough for the test.
  const walk = `
    const { readdirSync } = require('node:fs');
    const { parentPort, workerData } = require('node:worker_threads');
    let deepest = 0;
    const dive = (level, last, act) => {
      deepest = Math.max(deepest, level);
      for (const thread of readdirSync('/proc/self/task'))
        return level === last ? act() : dive(level + 1, last, act);
    };
    import(workerData.module).then(({ descendants }) => {
      try {
        dive(0, Infinity);
      } catch {}
      dive(0, deepest - workerData.levelsLeft, () =>
        parentPort.postMessage(descendants(workerData.pid).length));
    });`;
  const module = new URL('./watched-process.ts', import.meta.url).href;
  const worker = new Worker(walk, {
    eval: true,
    workerData: { module, pid: chain.pid, levelsLeft },
    resourceLimits: { stackSizeMb: 0.5 },
  });
  const [found] = await once(worker, 'message');
  assert.ok(found >= depth);
});

test('a sandbox in which too many processes run is ended', async () => {
  const many = 'for i in $(seq 1 120); do sleep 300 & done; wait';
  const child = new WatchedProcess<object, object>({
    script: forking,
    parse: (message) => message as object,
    memoryLimitMb: 1000,
    tmpDir: tmpdir(),
    environment: { ...compileCache, PATH: process.env.PATH ?? '' },
    launch: { cwd: tmpdir(), command: ['sh', '-c', many], nested: true },
  });

  await assert.rejects(
    child.ask({}, () => undefined),
    /more than \d+ processes/,
  );
  await waitFor(() => assert.deepEqual(descendants(child.pid), []));
});

test('what goes wrong in a check of a process ends the process, not the service', async () => {
  const child = new WatchedProcess<object, object>({
    script: deaf,
    memoryLimitMb: 1000n as unknown as number,
    tmpDir: tmpdir(),
    environment: compileCache,
  });
  await assert.rejects(
    child.ask({ kind: 'x' }, () => undefined),
    /BigInt/,
  );
  assert.ok(isGone(child.pid));
});
