/** Tests that lost speech is heard once more: with real, tiny models through the registry, and with made engines. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { sentences, writeScene } from '../../testing/engines/speech-scene.ts';
import {
  writeDenoiserModel,
  writeLoudnessModel,
  writeModel,
} from '../../testing/engines/tiny-speech-models.ts';
import { openDenoisedSpeech } from './denoised-speech.ts';
import type { CallContext, SoundFile, TimeSpan } from './engine.ts';
import { joinSpeech } from './joined-speech.ts';
import { KeptEngines } from './kept-engines.ts';
import { openEngines } from './registry.ts';
import type { Denoiser, HeardUtterance, SpeechEngine, SpeechOptions } from './speech.ts';
import { wavFile } from './wav.ts';

const dir = await mkdtemp(join(tmpdir(), 'reelsight-denoised-test-'));
const scratch = join(dir, 'scratch');
await mkdir(scratch);
// Suites share a process, so others must find the folder for temporary files as it was.
const usualFolder = process.env.TMPDIR;
before(() => {
  process.env.TMPDIR = scratch;
});
after(async () => {
  if (usualFolder === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usualFolder;
  await rm(dir, { recursive: true, force: true });
});

const options: SpeechOptions = { language: null, hints: [] };

/** The sound begins in the middle of its video. */
const startSeconds = 100;
const span = { start: startSeconds, end: startSeconds + 5 };
const spokenAt = startSeconds + 1;

/** A sentence that is so quiet that the recogniser of these tests writes no word. */
const quietness = 0.02;
const hearing = { languages: ['en'], threshold: -8 };

async function writeSentence(name: string, gain: number): Promise<SoundFile> {
  const path = join(dir, name);
  await writeScene(path, 5, [{ at: 1, sentence: 'river' }]);
  const pcm = new Int16Array((await readFile(path)).subarray(44).slice().buffer);
  await writeFile(path, wavFile(new Uint8Array(pcm.map((sample) => sample * gain).buffer)));
  return { path, startSeconds };
}

const loudSound = await writeSentence('loud.wav', 1);
const quietSound = await writeSentence('quiet.wav', quietness);

async function openSpeech(modelsDir: string) {
  const kept = new KeptEngines();
  const engines = openEngines(
    {
      modelsDir,
      threads: 1,
      device: 'cpu',
      remote: null,
      brandsFile: null,
      logosDir: null,
      paid: { calls: 0, timeMs: 0 },
    },
    kept,
  );
  const engine = await engines.speech();
  assert.ok(engine);

  return { engine, [Symbol.asyncDispose]: () => kept.close() };
}

function watch(signal = new AbortController().signal) {
  const seen = { seconds: 0, progress: [] as number[], log: [] as unknown[] };
  const context: CallContext = {
    signal,
    meter: (_, amount) => {
      seen.seconds += amount;
    },
    onProgress: (fraction) => seen.progress.push(fraction),
    log: (message, fields) => seen.log.push([message, fields]),
  };
  return { context, seen };
}

async function hear(modelsDir: string, sound: SoundFile) {
  await using speech = await openSpeech(modelsDir);
  const { context, seen } = watch();
  const heard = await speech.engine.hear(sound, span, options, context);
  return { heard, seen, words: heard.utterances.flatMap(({ words = [] }) => words) };
}

describe('a quiet sentence', () => {
  const plain = join(dir, 'plain');
  const helped = join(dir, 'helped');
  const broken = join(dir, 'broken');

  test('without a denoiser is not understood, and nothing is tried', async () => {
    await writeLoudnessModel(plain, 'ears', hearing);
    const { heard, words, seen } = await hear(plain, quietSound);
    assert.deepEqual(words, []);
    assert.equal(heard.engine.name, 'ears');
    assert.ok(seen.seconds > 2 && seen.seconds < 3.5, `${seen.seconds} s metered`);

    const { languageSpans } = joinSpeech([heard], null, span.end);
    assert.deepEqual(
      languageSpans.map(({ understood }) => understood),
      [false],
    );
  });

  test('is understood through a denoiser that makes it louder, at its time and charged once', async () => {
    await writeLoudnessModel(helped, 'ears', hearing);
    await writeDenoiserModel(helped, 'amplifier', { gain: 1 / quietness });
    const { heard, words, seen } = await hear(helped, quietSound);

    assert.ok(words.length > 3 && words.every(({ text }) => text === 'loud'));
    assert.ok(Math.abs((words[0]?.start ?? 0) - spokenAt - sentences.river.start) < 0.3);
    assert.ok(Math.abs((words.at(-1)?.end ?? 0) - spokenAt - sentences.river.end) < 0.3);
    assert.equal(heard.engine.name, 'ears with amplifier');
    assert.equal(heard.language, 'en');
    assert.deepEqual(seen.log, []);

    const once = await hear(plain, quietSound);
    assert.equal(seen.seconds, once.seen.seconds);
    assert.equal(seen.progress.at(-1), 1);
    assert.ok(seen.progress.every((now, n) => n === 0 || now >= (seen.progress[n - 1] ?? 0)));
    assert.ok(seen.progress.slice(0, -1).some((now) => now > 0.8));
    assert.deepEqual(await readdir(scratch), []);
  });

  test('with a broken denoiser stays as it was heard, and the log says why', async () => {
    await writeLoudnessModel(broken, 'ears', hearing);
    await writeModel(broken, 'gone', 'denoiser', 10, {
      loader: { engine: 'sherpa-denoiser', kind: 'gtcrn', files: { model: 'model.onnx' } },
      files: { 'model.onnx': 'this is no model' },
    });
    const { heard, words, seen } = await hear(broken, quietSound);
    assert.deepEqual(words, []);
    assert.equal(heard.engine.name, 'ears');
    assert.equal(seen.log.length, 1);
    assert.match(JSON.stringify(seen.log), /heard again.*"denoiser":"gone".*sherpa-onnx, denoise/);
    assert.deepEqual(await readdir(scratch), []);

    // What was understood at once does not need it.
    const loudly = await hear(broken, loudSound);
    assert.ok(loudly.words.length > 3);
    assert.deepEqual(loudly.seen.log, []);
  });

  test('is left at once when told to end', async () => {
    await using speech = await openSpeech(helped);
    const stop = new AbortController();
    const reason = new Error('told to end');
    const { context } = watch(stop.signal);
    let stoppedAt = Number.POSITIVE_INFINITY;
    const onProgress = (fraction: number) => {
      if (fraction < 0.8) return;

      // The first hearing is over; now the process of the denoiser starts.
      setTimeout(() => {
        stoppedAt = performance.now();
        stop.abort(reason);
      }, 20);
    };

    const ended = speech.engine.hear(quietSound, span, options, { ...context, onProgress });
    await assert.rejects(ended, reason);
    assert.ok(performance.now() - stoppedAt < 10_000);
    assert.deepEqual(await readdir(scratch), []);
  });
});

/** An engine that hears `first` in the sound of the video, and what `again` says in a cleaned one. */
function made(
  first: readonly HeardUtterance[],
  again: (cleaned: TimeSpan) => readonly HeardUtterance[],
) {
  const cleanedSpans: TimeSpan[] = [];
  const info = { name: 'ears', version: '1', kind: 'local' } as const;
  const engine: SpeechEngine = {
    info,
    favoursTerms: true,
    async hear(sound, { start, end }, _options, { meter }) {
      meter('audio_seconds', 1);
      const isCleaned = sound.path !== 'video.wav';
      const utterances = isCleaned ? again({ start, end }) : first;
      const facts = { speechSeconds: end - start, language: 'en', degraded: false, engine: info };
      return { start, end, utterances, ...facts };
    },
    close: async () => undefined,
  };
  const denoiser: Denoiser = {
    info: { name: 'gtcrn', version: '1', kind: 'local' },
    async clean(_sound, around, path) {
      cleanedSpans.push(around);
      return { path, startSeconds: around.start };
    },
    close: async () => undefined,
  };

  return { speech: openDenoisedSpeech(engine, denoiser), cleanedSpans };
}

const said = (start: number, end: number, text: string, sureness?: number): HeardUtterance => ({
  start,
  end,
  words: text === '' ? [] : [{ start, end, text }],
  ...(sureness !== undefined && { sureness }),
});

async function hearMade({ speech }: ReturnType<typeof made>) {
  const { context, seen } = watch();
  const sound = { path: 'video.wav', startSeconds: 0 };
  const heard = await speech.hear(sound, { start: 0, end: 40 }, options, context);
  const texts = heard.utterances.map(({ words = [] }) => words.map(({ text }) => text).join(' '));
  return { heard, texts, seen };
}

describe('speech is heard again', () => {
  test('where no word was understood for two seconds, and nowhere else', async () => {
    const engine = made(
      [said(0, 4, 'clear'), said(5, 6, ''), said(7, 10, ''), said(11, 15, 'also clear')],
      ({ start, end }) => [said(start, end, 'heard')],
    );
    const { texts, heard, seen } = await hearMade(engine);
    assert.deepEqual(texts, ['clear', '', 'heard', 'also clear']);
    assert.deepEqual(engine.cleanedSpans, [{ start: 6.5, end: 10.5 }]);
    assert.equal(heard.engine.name, 'ears with gtcrn');
    assert.equal(seen.seconds, 1);
    assert.equal(engine.speech.favoursTerms, true);
  });

  test('by an engine that makes segments itself, as a server does', async () => {
    const engine = made([{ start: 0, end: 4, segments: [] }], ({ start, end }) => [
      { start, end, segments: [{ start, end, text: 'heard' }] },
    ]);
    const { heard } = await hearMade(engine);
    const { segments, language } = joinSpeech([heard], null, 40);
    assert.deepEqual(
      segments.map(({ text }) => text),
      ['heard'],
    );
    assert.equal(language, 'en');
  });

  test('where the text is too unsure to be shown, and counts only if it then is not', async () => {
    const cases = [
      { before: 0.3, after: 0.8, text: 'after' },
      { before: 0.6, after: 0.8, text: 'after' },
      { before: 0.3, after: 0.6, text: 'before' },
      { before: 0.7, after: 0.9, text: 'before' },
    ];

    for (const { before, after: surer, text } of cases) {
      const engine = made([said(0, 4, 'before', before)], ({ start, end }) => [
        said(start, end, 'after', surer),
      ]);
      const { texts, heard } = await hearMade(engine);
      assert.deepEqual(texts, [text]);
      assert.equal(heard.engine.name, text === 'after' ? 'ears with gtcrn' : 'ears');
    }
  });

  test('but not on and on where that brings no words', async () => {
    const lost = Array.from({ length: 8 }, (_, n) => said(n * 4, n * 4 + 3, ''));
    const never = made(lost, ({ start, end }) => [said(start, end, '')]);
    await hearMade(never);
    assert.equal(never.cleanedSpans.length, 2);

    const sometimes = made(lost, ({ start, end }) => [said(start, end, start % 8 ? 'word' : '')]);
    const { texts } = await hearMade(sometimes);
    assert.equal(sometimes.cleanedSpans.length, 8);
    assert.deepEqual(texts, ['', 'word', '', 'word', '', 'word', '', 'word']);
  });

  test('and a second hearing that fails leaves the first', async () => {
    const engine = made([said(0, 4, 'unsure', 0.4)], () => {
      throw new Fault('TRANSCRIPTION_FAILED', 'the server is gone');
    });
    const { texts, heard, seen } = await hearMade(engine);
    assert.deepEqual(texts, ['unsure']);
    assert.equal(heard.engine.name, 'ears');
    assert.match(JSON.stringify(seen.log), /the server is gone/);
  });
});
