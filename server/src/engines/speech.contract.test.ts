/** Tests the contract of speech engines on every engine that can run here, with the same sound and the same rules. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Fault } from '@reelsight/contract';
import {
  hearWhole,
  type Said,
  type Scene,
  sentences,
  writeScene,
} from '../../testing/engines/speech-scene.ts';
import {
  writeDenoiserModel,
  writeLoudnessModel,
} from '../../testing/engines/tiny-speech-models.ts';
import { requestBody } from '../../testing/network/request-body.ts';
import { openDenoisedSpeech } from './denoised-speech.ts';
import type { CallContext } from './engine.ts';
import { openMoonshine } from './moonshine/moonshine.ts';
import { moonshineStatus } from './moonshine/status.ts';
import { openRemote } from './openai-compatible/client.ts';
import { openRemoteSpeech } from './openai-compatible/speech.ts';
import { findDenoiser, openSherpaDenoiser } from './sherpa/sherpa-denoiser.ts';
import { findSherpaSpeech, openSherpaSpeech } from './sherpa/sherpa-speech.ts';
import type { Speech, SpeechEngine, SpeechOptions } from './speech.ts';

const dir = await mkdtemp(join(tmpdir(), 'reelsight-speech-'));
const embedded = moonshineStatus();
let server: Server | undefined;

const engines: readonly {
  name: string;
  skip: string | false;
  open: () => Promise<SpeechEngine>;
}[] = [
  {
    name: 'embedded: Moonshine',
    skip: embedded.available ? false : `not here: ${embedded.needs}`,
    open: () => Promise.resolve(openMoonshine({ threads: 1 })),
  },
  {
    name: 'local: sherpa-onnx, with a model that writes "loud" where it gets loud',
    skip: false,
    open: () => openLoudness(join(dir, 'models')),
  },
  {
    name: 'local: the same with a denoiser',
    skip: false,
    open: async () => {
      const models = join(dir, 'models-with-denoiser');
      await writeDenoiserModel(models, 'denoiser', { gain: 1 });
      const denoiser = await findDenoiser(models);
      assert.ok(denoiser);
      return openDenoisedSpeech(await openLoudness(models), openSherpaDenoiser(denoiser));
    },
  },
  {
    name: 'remote: a server that writes "loud" where it gets loud',
    skip: false,
    open: async () => {
      server = await listenForLoudness();
      const { port } = server.address() as AddressInfo;
      const remote = openRemote({
        url: `http://127.0.0.1:${port}`,
        apiKey: null,
        timeoutMs: 5000,
        maxRetries: 0,
        models: { language: null, vision: null, speech: 'loudness' },
        maxTokensPerJob: 0,
      });

      return openRemoteSpeech(remote) as SpeechEngine;
    },
  },
];

after(async () => {
  server?.closeAllConnections();
  server?.close();
  await rm(dir, { recursive: true, force: true });
});

async function openLoudness(modelsDir: string): Promise<SpeechEngine> {
  await writeLoudnessModel(modelsDir, 'loudness', { languages: ['en'] });
  const models = await findSherpaSpeech(modelsDir);
  assert.ok(models);
  return openSherpaSpeech(models, { threads: 1 });
}

const options: SpeechOptions = { language: null, hints: [] };

function watch(signal = new AbortController().signal) {
  const seen = { seconds: 0, progress: [] as number[] };
  const context: CallContext = {
    signal,
    meter: (item, amount) => {
      assert.equal(item, 'audio_seconds');
      seen.seconds += amount;
    },
    onProgress: (fraction) => seen.progress.push(fraction),
  };
  return { context, seen };
}

function checkForm({ segments, language }: Speech, { durationSeconds }: Scene): void {
  assert.equal(language === '', segments.length === 0);
  let last = 0;

  for (const { start, end, text, confidence = 1, words = [] } of segments) {
    assert.ok(start >= last && end >= start && end <= durationSeconds, `${start} to ${end}`);
    assert.ok(text.trim() === text && text !== '' && confidence >= 0 && confidence <= 1);
    last = start;
    let at = start;

    for (const word of words) {
      assert.ok(
        word.start >= at && word.end >= word.start && word.end <= end,
        JSON.stringify(word),
      );
      assert.ok(word.text !== '' && !/[<>#+]/.test(word.text), word.text);
      at = word.start;
    }
  }
}

for (const { name, skip, open } of engines) {
  describe(name, { skip }, () => {
    let engine: SpeechEngine;
    before(async () => {
      engine = await open();
    });
    after(() => engine.close());

    test('says who it is', () => {
      assert.ok(engine.info.name !== '' && engine.info.version !== '');
      assert.ok(name.startsWith(engine.info.kind));
    });

    test('finds speech at its time, late in the file too, and nothing between', async () => {
      const said: Said[] = [
        { at: 1, sentence: 'river' },
        { at: 118, sentence: 'train' },
      ];
      const audio = await writeScene(join(dir, 'late.wav'), 122, said);
      const { context, seen } = watch();
      const speech = await hearWhole(engine, audio, options, context);
      checkForm(speech, audio);

      for (const { at, sentence } of said) {
        const { start, end } = sentences[sentence];
        const near = speech.segments.filter(
          (segment) => segment.end > at && segment.start < at + 3,
        );
        const first = near[0];
        const last = near.at(-1);

        assert.ok(first && Math.abs(first.start - at - start) < 0.3, JSON.stringify(near));
        assert.ok(last && Math.abs(last.end - at - end) < 0.4, JSON.stringify(near));
      }

      assert.ok(speech.segments.every(({ start, end }) => end < 4 || start > 118));
      // Silence is not charged for.
      assert.ok(seen.seconds > 4 && seen.seconds < 8, `${seen.seconds} s metered`);
      assert.ok((seen.progress.at(-1) ?? 0) > 0.999);
      assert.ok(seen.progress.every((now, n) => now <= 1 && now >= (seen.progress[n - 1] ?? 0)));
    });

    test('hears nothing in silence, chords and noise', async () => {
      for (const background of [false, true]) {
        const audio = await writeScene(join(dir, 'nobody.wav'), 20, [], background);
        const speech = await hearWhole(engine, audio, options, watch().context);
        assert.deepEqual(speech, { language: '', segments: [], languageSpans: [] });
      }
    });

    test('takes files of no length at all', async () => {
      for (const seconds of [0, 0.005, 0.3]) {
        const audio = await writeScene(join(dir, 'short.wav'), seconds, []);
        const speech = await hearWhole(engine, audio, options, watch().context);
        assert.deepEqual(speech.segments, []);
      }
    });

    test('ends soon when told to', async () => {
      const said = Array.from({ length: 12 }, (_, n): Said => ({ at: n * 3, sentence: 'river' }));
      const audio = await writeScene(join(dir, 'long.wav'), 40, said);
      const reason = new Error('told to end');

      for (const afterMs of [0, 300, 1200]) {
        const stop = new AbortController();
        let stoppedAt = Number.POSITIVE_INFINITY;
        setTimeout(() => {
          stoppedAt = performance.now();
          stop.abort(reason);
        }, afterMs);

        const outcome = await hearWhole(engine, audio, options, watch(stop.signal).context).then(
          () => null,
          (error: unknown) => error,
        );
        // A fast engine may have finished before it was stopped.
        if (outcome === null && afterMs > 0) continue;

        assert.equal(outcome, reason);
        assert.ok(performance.now() - stoppedAt < 10_000);
      }
    });

    test('refuses a file that is no sound with its own fault', async () => {
      const nowhere = { path: join(dir, 'nowhere.wav'), startSeconds: 0, durationSeconds: 1 };
      await assert.rejects(
        hearWhole(engine, nowhere, options, watch().context),
        (error) => error instanceof Fault && error.code === 'TRANSCRIPTION_FAILED',
      );
    });
  });
}

/**
 * Starts a server for the transcription protocol; it hears the word "loud" wherever 40 ms of sound are above a
 * hundredth of full loudness.
 */
async function listenForLoudness(): Promise<Server> {
  const listener = createServer(async (request, response) => {
    const body = await requestBody(request);
    if (body === null) return;

    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    const file = Buffer.from(await (form.get('file') as File).arrayBuffer()).subarray(44);
    const words: { word: string; start: number; end: number }[] = [];
    for (let at = 0; at + 1280 <= file.length; at += 1280) {
      let peak = 0;
      for (let byte = at; byte < at + 1280; byte += 2)
        peak = Math.max(peak, Math.abs(file.readInt16LE(byte)));

      const start = at / 32_000;
      if (peak < 327) continue;

      const word = words.at(-1);
      if (word && start - word.end < 0.2) word.end = start + 0.04;
      else words.push({ word: 'loud', start, end: start + 0.04 });
    }

    const text = words.map(({ word }) => word).join(' ');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ task: 'transcribe', language: 'english', text, words }));
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));

  return listener;
}
