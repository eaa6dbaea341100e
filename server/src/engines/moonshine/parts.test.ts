/**
 * Tests the parts of Moonshine on their own: the graphs taken from its file, tokens and words, word times, and signs of
 * another language.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { type Decoded, decode } from './decode.ts';
import { decoderGraphs } from './decoder-graphs.ts';
import { clearUtterances } from './language-signs.ts';
import { type Cache, MoonshineModel, type Step } from './model.ts';
import { atSpeed, surenessOf } from './sureness.ts';
import { textOfTokens, textTokens, tokensOfText, wordsOfTokens } from './tokens.ts';
import { timedWords, tokenFrames } from './word-times.ts';

const folder = new URL(
  './model/tiny/quantized/',
  import.meta.resolve('@moonshine-ai/moonshine-js'),
);
const decoderFile = new URL('decoder_model_merged.onnx', folder);
const go = new AbortController().signal;

/** One second of a chirp, which is enough sound to compare two ways of computing the same result. */
const chirp = Float32Array.from({ length: 16_000 }, (_, n) => 0.3 * Math.sin(n * n * 4e-5));

describe('decoder graphs', () => {
  test('say the same as the file they are taken from, without and with a cache', async () => {
    const merged = await InferenceSession.create(await readFile(decoderFile), {
      intraOpNumThreads: 1,
    });
    const model = await MoonshineModel.open();
    const encoded = await model.encode(chirp);
    const empty = new Tensor('float32', new Float32Array(0), [0, 8, 1, 36]);
    const past = Object.fromEntries(
      merged.inputNames.filter((name) => name.startsWith('past')).map((name) => [name, empty]),
    );
    const ask = (token: number, cache: Cache, cached: boolean) =>
      merged.run({
        input_ids: new Tensor('int64', BigInt64Array.of(BigInt(token)), [1, 1]),
        encoder_hidden_states: encoded,
        use_cache_branch: new Tensor('bool', [cached]),
        ...cache,
      });
    const first = await ask(1, past, false);
    const ours = await model.start(encoded);
    assertNear(ours.logits[0], first.logits?.data as Float32Array);

    const cache = Object.fromEntries(
      Object.entries(first)
        .filter(([name]) => name.startsWith('present'))
        .map(([name, value]) => [name.replace('present', 'past_key_values'), value as Tensor]),
    );
    const token = tokensOfText('The')[0] as number;
    const second = await ask(token, cache, true);
    assertNear(
      (await model.next([token], ours.cache, [0])).logits[0],
      second.logits?.data as Float32Array,
    );

    // Two lines in one run give the same results as each line alone, apart from rounding, because they share 8-bit
    // scales.
    const both = await model.next([token, token], ours.cache, [0, 0]);
    assertNear(both.logits[1], second.logits?.data as Float32Array);
    assert.equal(both.attention.length, 2);
    assert.equal(both.attention[0]?.length, encoded.dims[1]);
  });

  test('a file of another shape is refused', () => {
    assert.throws(() => decoderGraphs(Uint8Array.of(8, 1)), /not one field 7/);
    assert.throws(() => decoderGraphs(new Uint8Array(40).fill(255)), RangeError);
  });
});

/**
 * Our graph computes the last product with both factors in 8 bits, the original with only one of them, so logits differ
 * by a few hundredths.
 */
function assertNear(ours: Float32Array | undefined, theirs: Float32Array): void {
  assert.equal(ours?.length, theirs.length);
  const best = (values: Float32Array) =>
    values.indexOf(Math.max(...values.subarray(0, textTokens)));
  assert.equal(best(ours as Float32Array), best(theirs));
  let most = 0;

  for (const [index, value] of theirs.entries())
    most = Math.max(most, Math.abs(value - (ours?.[index] ?? 0)));

  assert.ok(most < 0.5, `${most}`);
}

describe('tokens', () => {
  test('become words, with punctuation and bytes of other scripts', () => {
    const tokens = tokensOfText('Coca-Cola costs €2, naïve 小米!');
    assert.equal(textOfTokens(tokens), 'Coca-Cola costs €2, naïve 小米!');
    assert.deepEqual(
      wordsOfTokens(tokens).map(({ text }) => text),
      ['Coca-Cola', 'costs', '€2,', 'naïve', '小米!'],
    );
    assert.deepEqual(wordsOfTokens([]), []);
  });
});

describe('times from attention', () => {
  test('tokens begin where attention moves on to them', () => {
    const rows = [0, 10, 20].map((from) =>
      Float32Array.from({ length: 30 }, (_, frame) => (frame >= from && frame < from + 10 ? 1 : 0)),
    );
    assert.deepEqual(tokenFrames(rows), [0, 10, 20]);
    assert.deepEqual(tokenFrames([]), []);
    assert.deepEqual(tokenFrames([new Float32Array(0)]), [0]);
  });

  test('more tokens than frames still come in order', () => {
    const starts = tokenFrames(Array.from({ length: 7 }, () => Float32Array.of(1, 0)));
    assert.deepEqual(starts, [...starts].sort());
  });

  test('words lie where somebody speaks', () => {
    const rows = [0, 50].map((from) =>
      Float32Array.from({ length: 100 }, (_, frame) =>
        frame >= from && frame < from + 50 ? 1 : 0,
      ),
    );

    const stretches = [
      { start: 10.2, end: 10.8 },
      { start: 11.3, end: 11.9 },
    ];
    const words = [
      { text: 'here', from: 0, to: 1 },
      { text: 'there', from: 1, to: 2 },
    ];
    const spans = timedWords(words, rows, { start: 10, end: 12, stretches });
    assert.deepEqual(
      spans.map(({ start, end }) => ({ start, end })),
      stretches,
    );
  });

  test('words of one moment, or behind the last sound, share the time of their neighbours', () => {
    const rows = [10, 10, 10, 99].map((from) =>
      Float32Array.from({ length: 100 }, (_, frame) => (frame >= from ? 1 : 0)),
    );
    const words = rows.map((_, from) => ({ text: 'word', from, to: from + 1 }));
    const stretch = { start: 10, end: 11.9 };
    const spans = timedWords(words, rows, { start: 10, end: 12, stretches: [stretch] });
    assert.equal(spans.length, 4);

    for (const [n, { start, end }] of spans.entries()) {
      assert.ok(end - start >= 0.02, JSON.stringify(spans));
      assert.ok(start >= (spans[n - 1]?.end ?? 10) && end <= 11.9, JSON.stringify(spans));
    }
  });
});

describe('signs of English', () => {
  const heard = (...sureness: number[]) =>
    sureness.map((sure, n) => ({
      start: n * 5,
      end: n * 5 + 4,
      sureness: sure,
    }));
  const shown = (list: number[]) => {
    const { clear, degraded } = clearUtterances(heard(...list));
    return [clear.map(({ sureness }) => sureness), degraded];
  };

  test('what is well heard is shown, what is not is left out', () => {
    assert.deepEqual(shown([0.9, 0.8, 0.3, 0.7, 0.9, 0.9]), [[0.9, 0.8, 0.7, 0.9, 0.9], false]);
    assert.deepEqual(shown([0.9, 0.3, 0.2, 0.9]), [[0.9, 0.9], true]);
  });

  test('speech of another language is not shown, not even where a phrase sounds English', () => {
    assert.deepEqual(shown([0.4, 0.55, 0.8, 0.3, 0.5, 0.45]), [[], true]);
  });

  test('a short sentence by itself, no surer than another language can be, is not shown', () => {
    assert.deepEqual(shown([0.6]), [[], true]);
    assert.deepEqual(shown([0.66]), [[0.66], false]);
  });

  test('a second of sound without words was no speech', () => {
    const cough = { start: 3, end: 4, sureness: 0.2 };
    assert.deepEqual(clearUtterances([cough]), { clear: [], degraded: false });
  });

  test('English among another language is shown', () => {
    const mixed = [...Array(8).fill(0.9), ...Array(8).fill(0.55)];
    const [clear, degraded] = shown(mixed);
    assert.ok((clear as number[]).length < 12 && (clear as number[]).length >= 8);
    assert.equal(degraded, true);
  });
});

describe('sureness', () => {
  const decoded = (probability: number, looped = false): Decoded => ({
    tokens: [500, 600],
    logProbabilities: [Math.log(probability), Math.log(probability)],
    attention: [],
    looped,
  });
  const long = new Float32Array(48_000);
  const sureness = async (first: Decoded, others: readonly Decoded[], sound = long) => {
    const lengths: number[] = [];
    const value = await surenessOf(first, sound, async ({ length }) => {
      lengths.push(length);
      return others[lengths.length - 1] ?? assert.fail('decoded too often');
    });
    return [Math.round(100 * value) / 100, lengths];
  };

  test('of what is clear or hopeless is that of one decoding', async () => {
    assert.deepEqual(await sureness(decoded(0.9), []), [0.9, []]);
    assert.deepEqual(await sureness(decoded(0.3), []), [0.3, []]);
    assert.deepEqual(await sureness(decoded(0.7, true), []), [0, []]);
  });

  test('of what is doubtful is the middle one of three, at other speeds', async () => {
    const loop = decoded(0.9, true);
    const slower = Math.floor(48_000 / 0.92);
    const faster = Math.floor(48_000 / 1.08);
    assert.deepEqual(await sureness(decoded(0.6), [loop, decoded(0.4)]), [0.4, [slower, faster]]);
    const [value] = await sureness(decoded(0.6), [decoded(0.65), decoded(0.7)]);
    assert.equal(value, 0.65);
  });

  test('of a short utterance is the mean of the lower two', async () => {
    const [value] = await sureness(decoded(0.6), [decoded(0.5), decoded(0.7)], chirp);
    assert.equal(value, 0.55);
  });

  test('a faster sound has the same shape', () => {
    const line = Float32Array.from({ length: 100 }, (_, n) => n);
    assert.deepEqual([...atSpeed(line, 2)].slice(0, 3), [0, 2, 4]);
    assert.deepEqual([...atSpeed(line, 0.5)].slice(0, 4), [0, 0.5, 1, 1.5]);
    assert.equal(atSpeed(line, 0.5).at(-1), 99);
    assert.equal(atSpeed(new Float32Array(0), 0.5).length, 0);
  });
});

describe('decoding', () => {
  /**
   * A model that writes these tokens one after the other, whatever the sound is, and then repeats the last token
   * endlessly.
   */
  const writes = (tokens: readonly number[]): MoonshineModel => {
    let at = 0;
    const step = (): Step => {
      const logits = new Float32Array(32_768);
      logits[tokens[Math.min(at++, tokens.length - 1)] as number] = 20;
      return { logits: [logits], attention: [Float32Array.of(1)], cache: {} };
    };
    return { start: async () => step(), next: async () => step() } as unknown as MoonshineModel;
  };
  const nothing = new Tensor('float32', new Float32Array(0), [1, 0, 288]);

  test('ends with the end, and says how likely each token was', async () => {
    const { tokens, logProbabilities, looped } = await decode(
      writes([500, 600, 2]),
      nothing,
      4,
      go,
    );
    assert.deepEqual([tokens, looped], [[500, 600], false]);
    assert.ok(
      logProbabilities.every((logProbability) => logProbability > -0.001 && logProbability <= 0),
    );
  });

  test('a loop is cut to what comes before it, and a line without end ends', async () => {
    const loop = await decode(writes([500, 600]), nothing, 60, go);
    assert.deepEqual([loop.tokens, loop.looped], [[500, 600], true]);

    const long = Array.from({ length: 400 }, (_, n) => 1000 + n);
    const { tokens, looped } = await decode(writes(long), nothing, 5, go);
    assert.equal(looped, true);
    assert.ok(tokens.length <= 48, `${tokens.length}`);

    const no = [...Array(9).fill(700), 2];
    assert.equal((await decode(writes(no), nothing, 4, go)).looped, false);

    const sentence = Array.from({ length: 15 }, (_, n) => 1000 + n);
    const again = await decode(writes([...sentence, ...sentence, ...sentence]), nothing, 8, go);
    assert.deepEqual([again.tokens, again.looped], [sentence, true]);
  });

  test('ends soon when told to', async () => {
    const stop = new AbortController();
    stop.abort(new Error('enough'));
    await assert.rejects(decode(writes([500, 2]), nothing, 4, stop.signal), /enough/);
  });
});
