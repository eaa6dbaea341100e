import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@reelsight/contract/errors';
import type { OrdersThread } from '../../testing/orders-thread.ts';
import { type ThreadOptions, WorkerThread } from './worker-thread.ts';

const entry = new URL('../../testing/orders-thread.ts', import.meta.url);

/** Runs `work` with a thread that is ended afterwards; `started` returns how many threads have been started. */
async function withThread(
  options: Partial<ThreadOptions>,
  work: (thread: WorkerThread<OrdersThread>, started: () => number) => Promise<void>,
): Promise<void> {
  let threads = 0;
  const count = () => {
    threads += 1;
  };
  process.on('worker', count);

  const thread = new WorkerThread<OrdersThread>(entry, { heapMegabytes: 64, ...options });
  try {
    await work(thread, () => threads);
  } finally {
    process.off('worker', count);
    await thread.close();
  }
}

test('two orders at once are answered one after the other, by one thread', () =>
  withThread({}, async (thread, started) => {
    const answers = await Promise.all([thread.run('wait', 50), thread.run('echo', 'next')]);
    assert.deepEqual(answers, ['waited 50', 'next']);
    assert.equal(started(), 1);
  }));

test('memory of an answer is handed over', () =>
  withThread({}, async (thread) => {
    const bytes = await thread.run('fill', 100_000);
    assert.equal(bytes.buffer.byteLength, 100_000);
    assert.equal(bytes.at(-1), 7);
  }));

test('a Fault arrives as a Fault, other errors with their text; the thread stays', () =>
  withThread({}, async (thread, started) => {
    await assert.rejects(thread.run('refuse', 'brands'), (error) => {
      assert.ok(error instanceof Fault);
      const { code, detail, message, retryAfterSeconds, status } = error;
      assert.deepEqual(
        { code, detail, message, retryAfterSeconds },
        {
          code: 'EXPORT_UNAVAILABLE',
          detail: 'brands',
          message: 'There is none.',
          retryAfterSeconds: 5,
        },
      );
      assert.equal(status, new Fault('EXPORT_UNAVAILABLE', '').status);
      return true;
    });
    await assert.rejects(thread.run('fail', 'no such thing'), (error: Error) => {
      assert.equal(error.message, 'no such thing');
      assert.match(error.stack ?? '', /TypeError: no such thing\n.*orders-thread/);
      return true;
    });
    assert.equal(await thread.run('echo', 'still there'), 'still there');
    assert.equal(started(), 1);
  }));

test('an order that crashes its thread fails, and the next one has a new thread', () =>
  withThread({}, async (thread, started) => {
    await assert.rejects(thread.run('crash', 'the thread broke'), /the thread broke/);
    await assert.rejects(thread.run('exit', 3), /ended without an answer/);
    assert.equal(await thread.run('echo', 'again'), 'again');
    assert.equal(started(), 3);
  }));

test('an order that needs too much memory fails, and the service lives', () =>
  withThread({ heapMegabytes: 32 }, async (thread) => {
    await assert.rejects(thread.run('hog', null), {
      code: 'ERR_WORKER_OUT_OF_MEMORY',
    });
    assert.equal(await thread.run('echo', 'again'), 'again');
  }));

test('an order that takes too long fails', () =>
  withThread({ limitMs: 1500 }, async (thread, started) => {
    await assert.rejects(thread.run('wait', 60_000), /took longer than 1500 ms/);
    assert.equal(await thread.run('echo', 'again'), 'again');
    assert.equal(started(), 2);
  }));

test('an order may have a limit of its own', () =>
  withThread({ limitMs: 20 }, async (thread, started) => {
    assert.equal(await thread.run('wait', 300, undefined, { limitMs: 60_000 }), 'waited 300');
    await assert.rejects(thread.run('wait', 60_000), /took longer than 20 ms/);
    assert.equal(started(), 1);
  }));

test('an order whose caller gave up is ended after its grace, and its answer is nobody’s', () =>
  withThread({ graceMs: 300 }, async (thread, started) => {
    await thread.run('echo', 'warm');
    const controller = new AbortController();
    const short = thread.run('wait', 100, controller.signal);
    const waiting = thread.run('echo', 'never', controller.signal);
    await sleep(20);
    controller.abort(new Error('gone'));

    await Promise.all([assert.rejects(short, /gone/), assert.rejects(waiting, /gone/)]);
    assert.equal(await thread.run('echo', 'next'), 'next');
    assert.equal(started(), 1, 'it ended within its grace');

    const long = thread.run('wait', 60_000, AbortSignal.timeout(100));
    await assert.rejects(long, { name: 'TimeoutError' });
    assert.equal(await thread.run('echo', 'next'), 'next');
    assert.equal(started(), 2);
  }));

test('an order that waits for others is given up at once', () =>
  withThread({}, async (thread) => {
    const busy = thread.run('wait', 2000);
    const began = performance.now();
    await assert.rejects(thread.run('echo', 'never', AbortSignal.timeout(50)), {
      name: 'TimeoutError',
    });
    assert.ok(performance.now() - began < 1500);

    const next = thread.run('echo', 'next');
    assert.equal(await busy, 'waited 2000');
    assert.equal(await next, 'next');
  }));

test('a thread that stops itself is told, and its answer counts', () =>
  withThread({ stopsItself: true }, async (thread) => {
    await thread.run('echo', 'warm');
    const controller = new AbortController();
    const order = thread.run('cut', 60_000, controller.signal);
    await sleep(20);
    controller.abort();

    assert.equal(await order, 'cut short');
    assert.equal(await thread.run('cut', 10), 'whole');
  }));

test('a thread without orders ends, and the next order has a new one', () =>
  withThread({ idleMs: 50 }, async (thread, started) => {
    assert.equal(await thread.run('count', null), 1);
    await sleep(500);
    assert.equal(await thread.run('count', null), 1);
    assert.equal(started(), 2);
  }));

test('a thread that remembers is never replaced', () =>
  withThread({ keepsState: true, idleMs: 50 }, async (thread, started) => {
    assert.equal(await thread.run('count', null), 1);
    await sleep(200);
    assert.equal(await thread.run('count', null), 2);

    await assert.rejects(thread.run('exit', 1), /ended without an answer/);
    await assert.rejects(thread.run('count', null), /what it remembered is lost/);
    assert.equal(started(), 1);
  }));

test('closing ends the order under way and refuses those after it', () =>
  withThread({}, async (thread) => {
    await thread.run('echo', 'warm');
    const order = assert.rejects(thread.run('wait', 60_000), /ended without an answer/);
    const waiting = assert.rejects(thread.run('echo', 'next'), /the thread is closed/);
    await sleep(20);
    await thread.close();

    await order;
    await waiting;
    await assert.rejects(thread.run('echo', 'late'), /the thread is closed/);
  }));
