/** For tests: sound files with speech at known times, made of two recorded sentences, silence, chords and noise. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CallContext, SoundFile } from '../../src/engines/engine.ts';
import { joinSpeech } from '../../src/engines/joined-speech.ts';
import type { HeardSpan, Speech, SpeechEngine, SpeechOptions } from '../../src/engines/speech.ts';
import { sampleRate, wavFile } from '../../src/engines/wav.ts';
import { SoundCuts } from '../../src/media/sound-cuts.ts';
import { soundCells } from '../../src/perception/cells.ts';

/**
 * Sentences spoken by a woman's and a man's voice (flite's slt and rms). `start` and `end`: seconds at which the sound
 * of the speech begins and ends.
 */
export const sentences = {
  river: { text: 'some people prefer to walk along the river', start: 0.18, end: 2.49 },
  train: { text: 'the train was late and it rained all day', start: 0.19, end: 2.42 },
} as const;

/** The sound of a whole video. */
export interface Scene extends SoundFile {
  readonly durationSeconds: number;
}

/** Transcribes a whole file as one span. */
export async function hearWhole(
  engine: SpeechEngine,
  sound: Scene,
  options: SpeechOptions,
  context: CallContext,
): Promise<Speech> {
  const span = { start: 0, end: sound.durationSeconds };
  const heard = await engine.hear(sound, span, options, context);
  return joinSpeech([heard], options.language, sound.durationSeconds);
}

/** Transcribes a whole file as a job does: cuts it at its pauses and joins the results. */
export async function hearCut(
  engine: SpeechEngine,
  sound: Scene,
  options: SpeechOptions,
  context: CallContext,
): Promise<Speech> {
  const { durationSeconds } = sound;
  const pcm = (await readFile(sound.path)).subarray(44);
  const found = new SoundCuts();
  found.add(0, pcm);

  const cuts = { file: sound.path, durationSeconds, cuts: found.cuts };
  const spans: HeardSpan[] = [];

  for (const cell of soundCells({ audio: cuts }))
    spans.push(await engine.hear(sound, cell, options, context));

  return joinSpeech(spans, options.language, durationSeconds);
}

export interface Said {
  /** Second of the scene at which the recording begins. */
  readonly at: number;
  readonly sentence: keyof typeof sentences;
}

/** Writes a scene as a sound file. `background`: chords and noise under the whole scene, quieter than the speech. */
export async function writeScene(
  path: string,
  durationSeconds: number,
  said: readonly Said[],
  background = false,
): Promise<Scene> {
  const samples = new Int16Array(Math.round(durationSeconds * sampleRate));
  if (background) addBackground(samples);

  for (const { at, sentence } of said) {
    const file = await readFile(new URL(`./${sentence}.wav`, import.meta.url));
    const first = Math.round(at * sampleRate);
    const voice = file.subarray(file.indexOf('data') + 8);
    for (let index = 0; index < voice.length / 2 && first + index < samples.length; index++)
      samples[first + index] = (samples[first + index] ?? 0) + voice.readInt16LE(index * 2);
  }

  await writeFile(path, wavFile(new Uint8Array(samples.buffer)));
  return { path, startSeconds: 0, durationSeconds };
}

function addBackground(samples: Int16Array): void {
  const chord = [220, 277.2, 329.6];
  let random = 1;
  for (let index = 0; index < samples.length; index++) {
    const t = index / sampleRate;
    random = (random * 48271) % 2147483647;
    const tones = chord.reduce((sum, hertz) => sum + Math.sin(2 * Math.PI * hertz * t), 0);
    samples[index] = 400 * tones * (0.6 + 0.4 * Math.sin(t)) + 300 * (random / 2147483647 - 0.5);
  }
}

/** The media folder in the shared folder, which by default is next to the checkout; null if it does not exist. */
export function sharedMedia(folder?: string): string | null {
  const checkout = fileURLToPath(new URL('../../..', import.meta.url));
  const shared = folder ?? join(dirname(checkout), 'shared');
  return existsSync(join(shared, 'media')) ? join(shared, 'media') : null;
}

/** Decodes the sound of a media file with the system's ffmpeg, through the given ffmpeg filters if any. */
export async function decodeSound(media: string, path: string, filters?: string): Promise<Scene> {
  const chain = filters === undefined ? [] : ['-filter_complex', filters];
  const wav = ['-vn', '-ac', '1', '-ar', String(sampleRate), '-c:a', 'pcm_s16le'];
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', '-i', media, ...chain, ...wav, path]);
  const { length } = await readFile(path);
  return { path, startSeconds: 0, durationSeconds: (length - 44) / 2 / sampleRate };
}
