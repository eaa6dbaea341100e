import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineClock } from './engine-work.ts';
import type { Engines } from './registry.ts';
import type { TextEngine } from './text.ts';

/** Resembles an engine: private members, one method that returns a promise, and one that does not. */
class Reader {
  readonly info = { name: 'reader', version: '1', kind: 'local' } as const;
  #calls = 0;

  async find(fails: boolean, _context: { readonly signal: AbortSignal }): Promise<number> {
    await sleep(20);
    if (fails) throw new Error('unreadable');
    this.#calls += 1;
    return this.#calls;
  }

  knows(name: string): boolean {
    return name === 'it';
  }

  async close(): Promise<void> {
    this.#calls = 0;
  }
}

const opened = async (clock: EngineClock, engine: unknown): Promise<Reader> => {
  const engines = clock.watch({ text: async () => engine as TextEngine } as Engines);
  return (await engines.text()) as unknown as Reader;
};

describe('EngineClock', () => {
  test('measures calls and failures, by engine, and changes nothing of them', async () => {
    const clock = new EngineClock();
    const reader = await opened(clock, new Reader());
    const context = { signal: new AbortController().signal };
    const before = Date.now();

    assert.equal(await reader.find(false, context), 1);
    assert.equal(await reader.find(false, context), 2);
    await assert.rejects(reader.find(true, context), /unreadable/);
    assert.equal(reader.knows('it'), true);
    assert.equal(reader.info.name, 'reader');
    await reader.close();

    const [work, ...others] = clock.work;
    assert.ok(work && others.length === 0);

    const { role, kind, name, calls, failed, seconds, startedMs, endedMs } = work;
    assert.deepEqual([role, kind, name, calls, failed], ['text', 'local', 'reader', 3, 1]);
    assert.ok(seconds >= 0.05 && seconds < 5, `${seconds} s`);
    assert.ok(startedMs >= before - 1 && endedMs - startedMs >= 50);
  });

  test('a call that was ended with its part is no failure', async () => {
    const clock = new EngineClock();
    const reader = await opened(clock, new Reader());
    const stop = new AbortController();

    stop.abort();
    await assert.rejects(reader.find(true, { signal: stop.signal }));
    assert.deepEqual(
      clock.work.map(({ calls, failed }) => [calls, failed]),
      [[1, 0]],
    );
  });

  test('several engines of a role are measured each, and one that is absent stays absent', async () => {
    const clock = new EngineClock();
    const engines = clock.watch({
      speech: async () => null,
      objects: async () => [new Reader(), { info: { name: 'other', kind: 'remote' } }],
    } as unknown as Engines);
    assert.equal(await engines.speech(), null);

    const [first, second] = (await engines.objects()) as unknown as [Reader, Reader];
    await first.find(false, { signal: new AbortController().signal });
    assert.equal(second.info.kind, 'remote');
    assert.deepEqual(
      clock.work.map(({ role, name }) => [role, name]),
      [['objects', 'reader']],
    );
  });
});
