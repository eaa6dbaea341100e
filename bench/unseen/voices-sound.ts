/** Makes sound files in which synthetic voices say given sentences: flite, eSpeak NG and Festival, from Debian. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sampleRate, wavFile } from '../../server/src/engines/wav.ts';
import type { Scene } from '../../server/testing/engines/speech-scene.ts';
import type { Voice } from './voices-material.ts';

/** How the sound of the voices is altered. */
export type Treatment = 'clean' | 'noise' | 'music' | 'telephone';

/** Start and end of a sentence in its file, in seconds. */
export interface Placed {
  readonly start: number;
  readonly end: number;
}

const run = promisify(execFile);
const pauseSeconds = 0.7;

/** The Debian packages to install; null if none is missing. */
export function missingVoices(): string | null {
  const works = (program: string, args: readonly string[]) => !spawnSync(program, args).error;
  const missing = [
    ...(works('flite', ['--version']) ? [] : ['flite']),
    ...(works('espeak-ng', ['--version']) ? [] : ['espeak-ng']),
    ...(works('text2wave', ['-h'])
      ? []
      : ['festival', 'festvox-kallpc16k', 'festvox-kdlpc16k', 'festvox-us-slt-hts']),
    ...(works('ffmpeg', ['-version']) ? [] : ['ffmpeg']),
  ];
  return missing.length > 0 ? missing.join(' ') : null;
}

/** Writes `path` as WAV of 16 kHz mono, and returns where each sentence is. */
export async function saySentences(
  path: string,
  texts: readonly string[],
  voice: Voice,
  treatment: Treatment,
): Promise<{ audio: Scene; placed: readonly Placed[] }> {
  const parts: Int16Array[] = [new Int16Array(sampleRate)];
  const placed: Placed[] = [];
  let at = 1;
  const folder = `${path}.parts`;
  await mkdir(folder, { recursive: true });

  for (const [index, text] of texts.entries()) {
    const samples = await sayOne(join(folder, String(index)), text, voice);
    const seconds = samples.length / sampleRate;
    placed.push({ start: at, end: at + seconds });
    parts.push(samples, new Int16Array(pauseSeconds * sampleRate));
    at += seconds + pauseSeconds;
  }

  await rm(folder, { recursive: true });
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;

  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }

  const sound = treatment === 'telephone' ? await telephone(path, whole) : whole;
  if (treatment === 'noise' || treatment === 'music') addBackground(sound, treatment);

  await writeFile(path, wavFile(bytesOf(sound)));
  return { audio: { path, startSeconds: 0, durationSeconds: sound.length / sampleRate }, placed };
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Int16Array): Uint8Array =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);

async function sayOne(stem: string, text: string, voice: Voice): Promise<Int16Array> {
  const raw = `${stem}.wav`;
  const { program, voice: name, speed } = voice;
  if (program === 'flite')
    await run('flite', ['-voice', name, '--setf', `duration_stretch=${speed}`, '-t', text, raw]);
  else if (program === 'espeak-ng')
    await run('espeak-ng', ['-v', name, '-s', String(speed), '-w', raw, text]);
  else {
    await writeFile(`${stem}.txt`, text);
    const stretch = `(Parameter.set 'Duration_Stretch ${speed})`;
    await run('text2wave', [
      ...['-eval', `(voice_${name})`, '-eval', stretch],
      ...['-o', raw, `${stem}.txt`],
    ]);
  }

  return decoded(raw, [], `${stem}.pcm`);
}

async function telephone(path: string, samples: Int16Array): Promise<Int16Array> {
  const wide = `${path}.wide.wav`;
  await writeFile(wide, wavFile(bytesOf(samples)));
  const band = 'highpass=f=300,highpass=f=300,lowpass=f=3400,lowpass=f=3400,aresample=8000';
  const narrow = await decoded(wide, ['-af', band], `${path}.pcm`);
  await rm(wide);
  return narrow;
}

async function decoded(from: string, filter: readonly string[], to: string): Promise<Int16Array> {
  const form = ['-f', 's16le', '-ac', '1', '-ar', String(sampleRate)];
  await run('ffmpeg', ['-v', 'error', '-y', '-i', from, ...filter, ...form, to]);
  const bytes = await readFile(to);
  await rm(to);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** Adds chords or hiss, about 20 dB below the speech. */
function addBackground(samples: Int16Array, kind: 'noise' | 'music'): void {
  const chords = [
    [220, 277.2, 329.6],
    [196, 246.9, 293.7],
    [174.6, 220, 261.6],
  ];
  const energy = samples.reduce((sum, one) => sum + one * one, 0);
  const loudness = 0.1 * Math.sqrt(energy / samples.length);
  let random = 1;

  for (let index = 0; index < samples.length; index++) {
    const t = index / sampleRate;
    random = (random * 48271) % 2147483647;
    const chord = chords[Math.floor(t / 2) % chords.length] as number[];
    const tones = chord.reduce((sum, hertz) => sum + Math.sin(2 * Math.PI * hertz * t), 0);
    const value = kind === 'music' ? 0.8 * tones : 3.4 * (random / 2147483647 - 0.5);
    const mixed = (samples[index] as number) + loudness * value;
    samples[index] = Math.max(-32768, Math.min(32767, mixed));
  }
}
