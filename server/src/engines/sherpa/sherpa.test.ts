/**
 * Tests the local engines with real, tiny models: the choice of the speech model, broken models, removing noise, and
 * distinguishing speakers.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { sharedMedia, writeScene } from '../../../testing/engines/speech-scene.ts';
import {
  writeDenoiserModel,
  writeEmbeddingModel,
  writeLoudnessModel,
  writeModel,
  writeWhisperModel,
} from '../../../testing/engines/tiny-speech-models.ts';
import { joinSpeech } from '../joined-speech.ts';
import { WavReader } from '../wav.ts';
import { findDenoiser, openSherpaDenoiser } from './sherpa-denoiser.ts';
import {
  diarizationStatus,
  findDiarization,
  groupWithin,
  openSherpaDiarization,
} from './sherpa-diarization.ts';
import { findSherpaSpeech, openSherpaSpeech, sherpaSpeechStatus } from './sherpa-speech.ts';

const dir = await mkdtemp(join(tmpdir(), 'reelsight-sherpa-'));
after(() => rm(dir, { recursive: true, force: true }));
const quiet = { signal: new AbortController().signal, meter: () => {} };
const scene = await writeScene(join(dir, 'scene.wav'), 4, [{ at: 1, sentence: 'river' }]);

async function openModels(modelsDir: string) {
  const models = await findSherpaSpeech(modelsDir);
  assert.ok(models);

  const engine = openSherpaSpeech(models, { threads: 1 });

  return {
    async hear(language: string | null = null) {
      const whole = { start: 0, end: scene.durationSeconds };
      const span = await engine.hear(scene, whole, { language, hints: [] }, quiet);
      return { speech: joinSpeech([span], language, scene.durationSeconds), engine: span.engine };
    },
    [Symbol.asyncDispose]: () => engine.close(),
  };
}

async function hear(modelsDir: string, language: string | null = null) {
  await using models = await openModels(modelsDir);
  return await models.hear(language);
}

const isFault = (detail: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Fault && error.code === 'TRANSCRIPTION_FAILED', String(error));
  assert.match(error.detail, detail);
  return true;
};

describe('local speech', () => {
  test('an empty models folder: the status says what to do', async () => {
    const nowhere = join(dir, 'nowhere');
    assert.equal(await findSherpaSpeech(nowhere), null);
    const status = await sherpaSpeechStatus(nowhere);
    assert.equal(status.available, false);
    assert.match(status.needs ?? '', /models pull/);
  });

  test('the first model that knows the language reads, and the engine says which', async () => {
    const folder = join(dir, 'several');
    await writeLoudnessModel(folder, 'english', { rank: 30, languages: ['en'] });
    await writeLoudnessModel(folder, 'european', { rank: 20, languages: ['de', 'fr'] });
    assert.equal((await sherpaSpeechStatus(folder)).info.name, 'english');

    await using models = await openModels(folder);
    const german = await models.hear('de-AT');
    assert.equal(german.engine.name, 'european');
    assert.equal(german.speech.language, 'de');
    assert.equal(german.speech.degraded, undefined);

    const unknown = await models.hear();
    assert.equal(unknown.engine.name, 'english');

    const japanese = await models.hear('ja');
    assert.equal(japanese.engine.name, 'english');
    assert.equal(japanese.speech.degraded, true);
    assert.equal(japanese.speech.language, 'en');
  });

  test('a model that knows one language answers with it, one that knows all with the hint or none', async () => {
    const folder = join(dir, 'one');
    await writeLoudnessModel(folder, 'any');
    await using models = await openModels(folder);
    assert.equal((await models.hear()).speech.language, 'und');
    assert.equal((await models.hear('pt-BR')).speech.language, 'pt');
  });

  test('the spoken language is detected, and chooses who reads', async () => {
    const models = join(dir, 'detected');
    await writeLoudnessModel(models, 'english', { rank: 30, languages: ['en'] });
    await writeWhisperModel(models, 'whisper', { language: 'de', words: [' Guten', ' Tag', '.'] });

    const { speech, engine } = await hear(models, 'en');
    assert.equal(engine.name, 'whisper');
    assert.equal(speech.language, 'de');
    assert.deepEqual(
      speech.segments.map(({ text }) => text),
      ['Guten Tag.'],
    );
    // Text without times is placed where somebody speaks.
    assert.ok(Math.abs((speech.segments[0]?.start ?? 0) - 1.2) < 0.3);
    assert.ok(Math.abs((speech.segments[0]?.end ?? 0) - 3.5) < 0.3);
  });

  test('a damaged model is no model', async () => {
    const models = join(dir, 'damaged');
    await writeLoudnessModel(models, 'loud');
    await truncate(join(models, 'loud', 'model.onnx'), 100);
    assert.equal(await findSherpaSpeech(models), null);
  });

  test('files that sherpa-onnx refuses, or dies of, are a fault that says so', async () => {
    const garbage = Buffer.from('this is no model');
    const tokens = '<blk> 0\n▁loud 1\n';

    for (const kind of ['zipformer_ctc', 'nemo_ctc', 'sense_voice']) {
      const models = join(dir, kind);
      await writeModel(models, 'broken', 'speech', 10, {
        loader: {
          engine: 'sherpa-offline',
          kind,
          files: { model: 'model.onnx', tokens: 'tokens.txt' },
        },
        files: { 'model.onnx': garbage, 'tokens.txt': tokens },
      });
      await assert.rejects(hear(models), isFault(/open recognizer/));
    }

    const models = join(dir, 'unknown-kind');
    await writeModel(models, 'odd', 'speech', 10, {
      loader: { engine: 'sherpa-offline', kind: 'abacus', files: { model: 'model.onnx' } },
      files: { 'model.onnx': garbage },
    });
    await assert.rejects(hear(models), isFault(/"abacus" is none of whisper/));
  });

  test('a right model of the wrong kind does not take the service down', async () => {
    const models = join(dir, 'wrong-kind');
    await writeLoudnessModel(models, 'loud');
    const path = join(models, 'loud', 'model.json');
    await writeFile(path, (await readFile(path, 'utf8')).replace('zipformer_ctc', 'nemo_ctc'));
    await assert.rejects(hear(models), isFault(/open recognizer: .*(?:ended with|metadata)/s));
  });
});

describe('a denoiser', () => {
  const spokenSpan = { start: 0.7, end: 3.7 };

  async function clean(modelsDir: string) {
    const model = await findDenoiser(modelsDir);
    assert.ok(model);

    const denoiser = openSherpaDenoiser(model);
    try {
      return await denoiser.clean(scene, spokenSpan, join(dir, 'cleaned.wav'), quiet);
    } finally {
      await denoiser.close();
    }
  }

  test('writes the span of the sound that it is given, at its time', async () => {
    const models = join(dir, 'denoiser');
    await writeDenoiserModel(models, 'same', { gain: 1 });
    const cleaned = await clean(models);
    assert.equal(cleaned.startSeconds, spokenSpan.start);

    const before = await WavReader.open(scene);
    const after = await WavReader.open(cleaned);
    const from = Math.round(spokenSpan.start * 16_000);
    const count = Math.round((spokenSpan.end - spokenSpan.start - 0.1) * 16_000);
    const same = await before.floats(from, count);
    const samples = await after.floats(from, count);
    await before.close();
    await after.close();

    // The windows at the edges of the span have no neighbour, so they may sound a little different.
    assert.equal(samples.length, count);
    for (let index = 512; index < count - 512; index++)
      assert.ok(Math.abs((samples[index] ?? 1) - (same[index] ?? 0)) < 0.001, `${index}`);
  });

  test('that cannot be loaded is a fault that says so', async () => {
    const loader = { engine: 'sherpa-denoiser', files: { model: 'model.onnx' } } as const;
    const files = { 'model.onnx': 'this is no model' };
    const broken = join(dir, 'broken-denoiser');
    await writeModel(broken, 'broken', 'denoiser', 10, {
      loader: { ...loader, kind: 'gtcrn' },
      files,
    });
    await assert.rejects(clean(broken), isFault(/denoise: /));

    const odd = join(dir, 'odd-denoiser');
    await writeModel(odd, 'odd', 'denoiser', 10, { loader: { ...loader, kind: 'sponge' }, files });
    await assert.rejects(clean(odd), isFault(/"sponge" is not gtcrn/));
  });
});

describe('speakers', () => {
  test('both models are needed, and the status says so', async () => {
    const models = join(dir, 'half');
    await writeEmbeddingModel(models, 'voices');
    assert.equal(await findDiarization(models), null);
    const status = await diarizationStatus(models);
    assert.equal(status.available, false);
    assert.match(status.needs ?? '', /^no segmentation model is pulled: /);
  });

  const media = sharedMedia(process.env.REELSIGHT_SHARED);
  const segmentation = join(media ?? '', '../models/pyannote-segmentation-3.0.int8.onnx');
  const skip = media ? false : 'the segmentation model is in the shared folder, which is not here';

  test('two voices in turn are two speakers, each at its time', { skip }, async () => {
    const models = join(dir, 'speakers');
    await writeEmbeddingModel(models, 'voices');
    await writeModel(models, 'turns', 'segmentation', 10, {
      loader: { engine: 'sherpa-segmentation', kind: 'pyannote', files: { model: 'model.onnx' } },
      files: { 'model.onnx': await readFile(segmentation) },
    });
    assert.equal((await diarizationStatus(models)).available, true);

    const found = await findDiarization(models);
    assert.ok(found);

    const engine = openSherpaDiarization(found, { threads: 1 });
    const said = (['river', 'train', 'river', 'train'] as const).map((sentence, n) => ({
      at: 1 + n * 3.4,
      sentence,
    }));
    const audio = await writeScene(join(dir, 'two.wav'), 15, said);
    const turns = await engine.diarize(audio, null, quiet);
    assert.deepEqual(
      turns.map(({ speaker }) => speaker),
      [1, 2, 1, 2],
    );

    for (const [n, { start, end }] of turns.entries()) {
      assert.ok(Math.abs(start - (said[n]?.at ?? 0) - 0.2) < 0.4, `${start}`);
      assert.ok(Math.abs(end - (said[n]?.at ?? 0) - 2.45) < 0.4, `${end}`);
    }

    const expecting = async (min: number, max: number | null) => {
      const grouped = await engine.diarize(audio, { min, max }, quiet);
      return new Set(grouped.map(({ speaker }) => speaker)).size;
    };
    assert.equal(await expecting(1, 1), 1);
    assert.equal(await expecting(2, 4), 2);
    // Four sentences cannot be those of forty people: what is found freely counts.
    assert.equal(await expecting(40, 40), 2);

    const stop = new AbortController();
    const reason = new Error('told to end');
    const ended = engine.diarize(audio, null, { ...quiet, signal: stop.signal });

    setTimeout(() => stop.abort(reason), 200);
    const before = performance.now();

    await assert.rejects(ended, reason);
    assert.ok(performance.now() - before < 20_000);
  });

  test('voices are grouped again only where what was found is far from what was expected', async () => {
    const turnsOf = (speakers: number) =>
      Array.from({ length: speakers }, (_, n) => ({ start: n, end: n + 1, speaker: n + 1 }));
    /** Groups freely into three, and otherwise as asked, up to five. */
    const grouped = async (expected: Parameters<typeof groupWithin>[0]) => {
      const asked: (number | null)[] = [];
      const turns = await groupWithin(expected, async (speakers) => {
        asked.push(speakers);
        return turnsOf(speakers === null ? 3 : speakers > 5 ? 1 : speakers);
      });
      return { asked, speakers: turns.length };
    };

    assert.deepEqual(await grouped(null), { asked: [null], speakers: 3 });
    assert.deepEqual(await grouped({ min: 2, max: 2 }), { asked: [2], speakers: 2 });
    assert.deepEqual(await grouped({ min: 2, max: 4 }), { asked: [null], speakers: 3 });
    assert.deepEqual(await grouped({ min: 1, max: 2 }), { asked: [null, 2], speakers: 2 });
    assert.deepEqual(await grouped({ min: 4, max: null }), { asked: [null, 4], speakers: 4 });
    assert.deepEqual(await grouped({ min: 9, max: 9 }), { asked: [9, null], speakers: 3 });
    assert.deepEqual(await grouped({ min: 9, max: 12 }), { asked: [null, 9], speakers: 3 });

    let calls = 0;
    const silence = await groupWithin({ min: 2, max: 2 }, async () => {
      calls += 1;
      return [];
    });
    assert.deepEqual([silence, calls], [[], 1]);
  });

  test('broken models are a fault', async () => {
    const models = join(dir, 'broken-speakers');
    await writeEmbeddingModel(models, 'voices');
    await writeModel(models, 'turns', 'segmentation', 10, {
      loader: { engine: 'sherpa-segmentation', kind: 'pyannote', files: { model: 'model.onnx' } },
      files: { 'model.onnx': 'no model' },
    });

    const found = await findDiarization(models);
    assert.ok(found);

    const engine = openSherpaDiarization(found, { threads: 1 });
    await assert.rejects(engine.diarize(scene, null, quiet), isFault(/diarize/));
  });
});
