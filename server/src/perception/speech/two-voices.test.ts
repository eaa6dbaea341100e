/**
 * A recording with one voice in each channel, as of a phone call: each channel is transcribed separately and is one
 * speaker.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Said, sentences, writeScene } from '../../../testing/engines/speech-scene.ts';
import { ingestHere, temporaryDir } from '../../../testing/media/test-media.ts';
import { openMoonshine } from '../../engines/moonshine/moonshine.ts';
import { wavFile } from '../../engines/wav.ts';
import type { MediaPass } from '../../media/media.ts';
import { soundCells } from '../cells.ts';
import type { SpanOrder } from '../part.ts';
import { soundsOf } from '../part-sound.ts';
import { hearCells } from './hear.ts';
import { joinTranscript, type Transcript } from './transcript.ts';

/** Loudness of the other voice in each channel, as a factor (-26 dB). */
const echo = 0.05;
const seconds = 8;

async function voice(name: string, said: Said): Promise<Int16Array> {
  const { path } = await writeScene(join(temporaryDir(), `${name}.wav`), seconds, [said]);
  return new Int16Array(new Uint8Array(readFileSync(path).subarray(44)).buffer);
}

/** Writes a WAV file of two channels, each with one voice and a faint echo of the other. */
async function writeCall(path: string, first: Said, second: Said): Promise<void> {
  const left = await voice('left', first);
  const right = await voice('right', second);
  const both = new Int16Array(2 * left.length);
  for (let index = 0; index < left.length; index += 1) {
    const one = left[index] ?? 0;
    const other = right[index] ?? 0;
    both[2 * index] = one + echo * other;
    both[2 * index + 1] = other + echo * one;
  }

  const wav = Buffer.from(wavFile(new Uint8Array(both.buffer)));
  wav.writeUInt16LE(2, 22);
  wav.writeUInt32LE(wav.readUInt32LE(28) * 2, 28);
  wav.writeUInt16LE(4, 32);
  writeFileSync(path, wav);
}

async function transcriptOf(dir: string, pass: MediaPass): Promise<Transcript> {
  const engine = openMoonshine({ threads: 1 });
  try {
    const cells = soundCells(pass);
    const span = { from: 0, to: cells.length };
    const sound = {
      path: join(dir, 'sound.pack'),
      startSeconds: 0,
      unpackTo: join(temporaryDir(), 'sound.wav'),
    };
    const sounds = soundsOf({ files: { sound }, span } as SpanOrder, pass);
    const context = { signal: new AbortController().signal, meter: () => {} };
    const options = { language: null, hints: [], rank: () => null };
    const part = await hearCells({ cells, sounds }, engine, options, context);
    const heard = { parts: [part], speakers: null, language: null, durationSeconds: seconds };

    return joinTranscript(heard);
  } finally {
    await engine.close();
  }
}

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z ]/g, '');

test('two who speak at once are both heard, once each, and told apart without an engine for it', async () => {
  const path = join(temporaryDir(), 'call.wav');
  await writeCall(path, { at: 0.5, sentence: 'river' }, { at: 2, sentence: 'train' });

  const { dir, pass } = await ingestHere(path);
  assert.equal(pass.audio?.channels, 2);

  const { segments, speakersDetected, flags } = await transcriptOf(dir, pass);
  assert.deepEqual(
    segments.map(({ speaker }) => speaker),
    [1, 2],
  );

  const [river = '', train = ''] = segments.map(({ text }) => plain(text));
  assert.equal(river, sentences.river.text);
  // The engine may hear "detrained" instead of "it rained", even without the other voice.
  assert.match(train, /^the train was late and (?:it rained|detrained) all day$/);
  assert.ok(Math.abs((segments[1]?.start ?? 0) - 2 - sentences.train.start) < 0.3);
  assert.equal(speakersDetected, 2);
  assert.deepEqual(flags, []);
});

test('one voice in the middle stays one sound', async () => {
  const path = join(temporaryDir(), 'one.wav');
  const said = { at: 0.5, sentence: 'river' } as const;
  await writeScene(path, seconds, [said]);
  const { pass } = await ingestHere(path);
  assert.equal(pass.audio?.channels, undefined);
});
