/**
 * Tests the local language engine with a real, tiny model: loading, chat template, generation, checked answers and
 * failures.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { writeTinyModel } from '../../../testing/engines/tiny-language-model.ts';
import type { CallContext, MeterItem } from '../engine.ts';
import type { Passage, Question } from '../language.ts';
import { type LocalLanguageOptions, openTransformersLanguage } from './transformers-language.ts';

const folder = await mkdtemp(join(tmpdir(), 'reelsight-language-'));
after(() => rm(folder, { recursive: true, force: true }));

const passage: Passage = {
  source: 'speech',
  subject: { kind: 'speech', name: '' },
  text: 'Carla won.',
  quotable: 'Carla won.',
  moments: [{ video: 0, start: 1, end: 2 }],
};
const question: Question = { query: 'Who won?', videos: [''], passages: [passage] };

function watch(signal = new AbortController().signal) {
  const used = new Map<MeterItem, number>();
  const meter: CallContext['meter'] = (item, amount) =>
    used.set(item, (used.get(item) ?? 0) + amount);
  return { context: { signal, meter }, used };
}

async function open(
  name: string,
  pieces: readonly string[],
  options: Partial<LocalLanguageOptions> = {},
) {
  const model = await writeTinyModel(join(folder, name), pieces);
  const limits = { materialTokens: 500, answerTokens: 30, threads: 1, timeoutMs: 10_000 };
  const engine = openTransformersLanguage(model, { ...limits, ...options });
  return { engine, [Symbol.asyncDispose]: () => engine.close() };
}

const answerPieces = [
  ...['{"answered":true,', '"answer":"Carla', ' won.",', '"confidence":0.7,'],
  ...['"evidence":[{"passage":1,', '"quote":"Carla won"}]}'],
];

describe('a local model', () => {
  test('answers in the schema, and its tokens count', async () => {
    await using local = await open('answers', answerPieces);
    const { context, used } = watch();

    assert.deepEqual(await local.engine.answer(question, context), {
      answer: 'Carla won.',
      confidence: 0.7,
      degraded: false,
      citations: [{ passage: 0, quote: 'Carla won' }],
    });
    assert.equal(used.get('tokens_out'), answerPieces.length + 1);
    assert.ok((used.get('tokens_in') ?? 0) > 100);
    assert.equal(local.engine.info.kind, 'local');
  });

  test('takes calls side by side one after the other', async () => {
    await using local = await open('turns', answerPieces);
    const { context } = watch();
    const calls = [1, 2, 3].map(() => local.engine.answer(question, context));
    for (const { answer } of await Promise.all(calls)) assert.equal(answer, 'Carla won.');
  });

  test('that never keeps to the schema fails after one repair', async () => {
    await using local = await open('rambles', ['once', ' upon', ' a time']);
    const { context, used } = watch();
    await assert.rejects(local.engine.answer(question, context), {
      code: 'ANALYSIS_FAILED',
      detail: /rambles: answer: no complete JSON object, twice/,
    });
    assert.equal(used.get('tokens_out'), 8);
  });

  test('is not given a prompt longer than its context', async () => {
    await using local = await open('short', answerPieces, { answerTokens: 1990 });
    await assert.rejects(local.engine.answer(question, watch().context), {
      detail: /prompt of \d+ tokens and answer of 1990 exceed 2000/,
    });
  });

  test('that is too slow is stopped', async () => {
    await using local = await open('slow', answerPieces, { timeoutMs: 0 });
    await assert.rejects(local.engine.answer(question, watch().context), {
      detail: /no answer within 0 ms/,
    });
  });

  test('is left when the job is cancelled', async () => {
    await using local = await open('cancelled', answerPieces);
    const cancel = new AbortController();
    const call = local.engine.answer(question, watch(cancel.signal).context);
    cancel.abort(new Error('cancelled'));
    await assert.rejects(call, /cancelled/);
  });

  test('whose files are missing or broken fails, and nothing is fetched', async () => {
    const model = await writeTinyModel(join(folder, 'broken'), answerPieces);
    for (const missing of ['onnx/model_quantized.onnx', 'tokenizer.json', 'config.json']) {
      await rm(join(folder, 'broken', missing));
      const engine = openTransformersLanguage(model, {
        materialTokens: 500,
        answerTokens: 30,
        threads: 1,
        timeoutMs: 10_000,
      });
      await assert.rejects(engine.answer(question, watch().context), {
        code: 'ANALYSIS_FAILED',
        detail: /^language model broken: /,
      });
      await engine.close();
    }
  });
});
