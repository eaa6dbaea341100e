/** Tests the local embedding engine with a real, tiny model: vectors, prefixes, long texts and failures. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { meaningOf } from '../../../testing/engines/embedding-server.ts';
import {
  tinyContext,
  writeTinyEmbeddingModel,
} from '../../../testing/engines/tiny-embedding-model.ts';
import { openTransformersEmbedding } from './transformers-embedding.ts';

const folder = await mkdtemp(join(tmpdir(), 'reelsight-embedding-'));
after(() => rm(folder, { recursive: true, force: true }));

const { signal } = new AbortController();
const texts = ['The puppy barks', 'Stock prices fell in the storm', 'dog'];

function isLike(vector: Float32Array | undefined, meant: readonly number[]): void {
  assert.ok(vector);
  const length = Math.hypot(...meant);
  for (const [index, value] of meant.entries())
    assert.ok(Math.abs(value / length - (vector[index] ?? 0)) < 1e-4, `${index}`);
}

describe('a local embedding model', () => {
  test('gives each text the mean of its tokens, whatever it is embedded with', async () => {
    const engine = openTransformersEmbedding(
      await writeTinyEmbeddingModel(join(folder, 'mean'), texts),
      { threads: 1 },
    );
    const together = await engine.embed(texts, 'passage', signal);
    assert.equal(together.length, texts.length);

    for (const [index, text] of texts.entries()) {
      isLike(together[index], meaningOf(text));
      const [alone] = await engine.embed([text], 'passage', signal);
      isLike(alone, [...(together[index] ?? [])]);
    }

    assert.equal(engine.info.kind, 'local');
  });

  test('is told what is looked for from what it is looked for in', async () => {
    const prefixes = { query: 'storm: ', passage: 'dog: ' };
    const model = await writeTinyEmbeddingModel(join(folder, 'prefixes'), texts, prefixes);
    const engine = openTransformersEmbedding(model, {});
    const [query] = await engine.embed(['prices'], 'query', signal);
    const [passage] = await engine.embed(['prices'], 'passage', signal);
    isLike(query, meaningOf('storm prices'));
    isLike(passage, meaningOf('dog prices'));
  });

  test('gives each text the vector of its first token, where its description says so', async () => {
    const at = join(folder, 'pooling');
    const mean = openTransformersEmbedding(await writeTinyEmbeddingModel(at, texts), {});
    const alike = await writeTinyEmbeddingModel(at, texts, undefined, 'mean');
    assert.equal(openTransformersEmbedding(alike, {}).model, mean.model);

    const first = openTransformersEmbedding(
      await writeTinyEmbeddingModel(at, texts, undefined, 'cls'),
      {},
    );
    assert.notEqual(first.model, mean.model);
    const [long, short] = await first.embed(['dog storm prices fell', 'storm'], 'passage', signal);
    isLike(long, meaningOf('dog'));
    isLike(short, meaningOf('storm'));
  });

  test('reads the beginning of a text that is longer than its context', async () => {
    const engine = openTransformersEmbedding(
      await writeTinyEmbeddingModel(join(folder, 'long'), texts),
      {},
    );
    const long = `${'puppy '.repeat(tinyContext)}${'storm '.repeat(10_000)}`;
    const [vector] = await engine.embed([long], 'passage', signal);
    isLike(vector, meaningOf('puppy'));
  });

  test('of other weights is another model', async () => {
    const one = openTransformersEmbedding(
      await writeTinyEmbeddingModel(join(folder, 'a', 'same'), texts),
      {},
    );
    const other = openTransformersEmbedding(
      await writeTinyEmbeddingModel(join(folder, 'b', 'same'), ['other words']),
      {},
    );

    assert.match(one.model, /^same [0-9a-f]{16}$/);
    assert.notEqual(one.model, other.model);
  });

  test('whose files are missing fails, fetches nothing, and works once they are there', async () => {
    const at = join(folder, 'broken');
    for (const missing of ['onnx/model_quantized.onnx', 'tokenizer.json', 'config.json']) {
      const model = await writeTinyEmbeddingModel(at, texts);
      await rm(join(at, missing));
      const engine = openTransformersEmbedding(model, {});
      await assert.rejects(engine.embed(['dog'], 'query', signal), {
        code: 'ANALYSIS_FAILED',
        detail: /^embedding model broken: /,
      });
      await writeTinyEmbeddingModel(at, texts);
      isLike((await engine.embed(['dog'], 'query', signal))[0], meaningOf('dog'));
    }
  });
});
