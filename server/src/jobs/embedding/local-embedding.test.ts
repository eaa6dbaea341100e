/** A local embedding model in its own process: the order of calls, cancelled calls, and a process that dies. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { meaningOf } from '../../../testing/engines/embedding-server.ts';
import { writeTinyEmbeddingModel } from '../../../testing/engines/tiny-embedding-model.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import type { InstalledModel } from '../../models/model.ts';
import { type LocalEmbedding, openLocalEmbedding } from './local-embedding.ts';

const { signal } = new AbortController();
let folder: string;
let engine: LocalEmbedding;

const troubles: string[] = [];
const opened = (model: InstalledModel, limitMs?: number): LocalEmbedding =>
  openLocalEmbedding(model, {
    tmpDir: folder,
    environment: { PATH: process.env.PATH ?? '' },
    ...(limitMs !== undefined && { limitMs }),
    onTrouble: (one) => troubles.push(one),
  });
const open = async (name: string, texts: readonly string[], limitMs?: number) =>
  opened(await writeTinyEmbeddingModel(join(folder, name), texts), limitMs);

const alive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-embedding-process-'));
});
after(() => rm(folder, { recursive: true, force: true }));
afterEach(() => engine?.close());

function isLike(vector: Float32Array | undefined, text: string): void {
  const meant = meaningOf(text);
  assert.equal(vector?.length, meant.length);
  for (const [index, value] of meant.entries())
    assert.ok(Math.abs(value - (vector?.[index] ?? 0)) < 1e-4, `${text}: ${index}`);
}

describe('a local embedding model in its process', () => {
  test('answers many callers at once, each with its own vectors', async () => {
    const words = ['dog', 'storm', 'bread', 'laptop'];
    engine = await open('many', words);

    const asked = Array.from({ length: 60 }, (_, index) => [
      words[index % words.length] as string,
      words[(index + 1) % words.length] as string,
    ]);
    const answers = await Promise.all(
      asked.map((texts, index) => engine.embed(texts, index % 2 ? 'query' : 'passage', signal)),
    );
    for (const [index, vectors] of answers.entries())
      for (const [n, text] of (asked[index] ?? []).entries()) isLike(vectors[n], text);
  });

  test('lets a query pass thousands of passages', async () => {
    engine = await open('queries', ['dog']);
    await engine.embed(['dog'], 'query', signal);

    const ended: string[] = [];
    const passages = engine
      .embed(Array(4000).fill('dog dog dog dog'), 'passage', signal)
      .then(() => ended.push('passages'));

    await engine.embed(['dog'], 'query', signal).then(() => ended.push('query'));
    await passages;
    assert.deepEqual(ended, ['query', 'passages']);
  });

  test('stops what nobody waits for, and goes on with the rest', async () => {
    engine = await open('cancelled', ['dog', 'storm']);
    const cancel = new AbortController();
    const cancelled = engine.embed(Array(100_000).fill('dog'), 'passage', cancel.signal);
    const kept = engine.embed(['storm'], 'passage', signal);

    cancel.abort(new Error('no longer wanted'));
    await assert.rejects(cancelled, /no longer wanted/);
    isLike((await kept)[0], 'storm');
    await assert.rejects(engine.embed(['dog'], 'query', cancel.signal), /no longer wanted/);
  });

  test('fails what is under way when the process dies, and starts another one', async () => {
    engine = await open('killed', ['dog']);
    await engine.embed(['dog'], 'query', signal);

    const { pid } = engine;
    assert.ok(pid);

    const lost = engine.embed(Array(100_000).fill('dog'), 'passage', signal);
    process.kill(pid, 'SIGKILL');
    await assert.rejects(lost, { code: 'ANALYSIS_FAILED', detail: /^embedding model killed: / });
    isLike((await engine.embed(['dog'], 'query', signal))[0], 'dog');
    assert.notEqual(engine.pid, pid);
  });

  test('leaves no process behind', async () => {
    engine = await open('closed', ['dog']);
    await engine.embed(['dog'], 'query', signal);
    const { pid } = engine;
    assert.ok(pid && alive(pid));
    await engine.close();
    await waitFor(async () => assert.ok(!alive(pid)));
  });

  test('is not started again once it is closed', async () => {
    engine = await open('over', ['dog']);
    await engine.close();
    await assert.rejects(engine.embed(['dog'], 'query', signal), { detail: /over: it is closed/ });
    assert.equal(engine.pid, undefined);
  });

  test('says by itself why its model can’t be loaded, and is well again once it can', async () => {
    const model = await writeTinyEmbeddingModel(join(folder, 'broken'), ['dog']);
    await rm(join(folder, 'broken', 'tokenizer.json'));
    troubles.length = 0;
    engine = opened(model);
    engine.warm();
    await waitFor(async () => assert.match(engine.trouble ?? '', /^embedding model broken: /));
    assert.deepEqual(troubles, [engine.trouble]);
    await assert.rejects(engine.embed(['dog'], 'query', signal), {
      code: 'ANALYSIS_FAILED',
      detail: /^embedding model broken: /,
    });
    await writeTinyEmbeddingModel(join(folder, 'broken'), ['dog']);
    process.kill(engine.pid ?? 0, 'SIGKILL');
    await waitFor(async () => assert.equal(engine.pid, undefined));
    isLike((await engine.embed(['dog'], 'query', signal))[0], 'dog');

    assert.equal(engine.trouble, null);
  });

  test('a process that hangs is ended, and another one takes its place', async () => {
    const beganMs = performance.now();
    engine = await open('hangs', ['dog']);
    await engine.embed(['dog'], 'query', signal);

    // On a busy machine, starting the process takes many times as long.
    const limitMs = Math.max(2000, 8 * (performance.now() - beganMs));
    await engine.close();
    engine = await open('hangs', ['dog'], limitMs);
    await engine.embed(['dog'], 'query', signal);

    const { pid = 0 } = engine;
    process.kill(pid, 'SIGSTOP');
    await assert.rejects(engine.embed(['dog'], 'passage', signal), { code: 'ANALYSIS_FAILED' });
    isLike((await engine.embed(['dog'], 'query', signal))[0], 'dog');
    assert.notEqual(engine.pid, pid);
  });
});
