/**
 * Measures how accurate the embedded speech engine is on voices it was not tuned on: recorded telephone prompts of
 * Debian's asterisk-core-sounds packages, and prompts in other languages, for which it should write nothing. The
 * prompts are used unchanged, limited to the telephone band, and with noise. Needs ffmpeg and the scorer of the test
 * media.
 *
 * Usage: node bench/unseen-speech.ts [--set tuning|final]
 */

import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { openEngines } from '../server/src/engines/registry.ts';
import type { SpeechEngine } from '../server/src/engines/speech.ts';
import { sampleRate, wavFile } from '../server/src/engines/wav.ts';
import { hearCut } from '../server/testing/engines/speech-scene.ts';
import { parkMiller } from './unseen/random.ts';

const run = promisify(execFile);
const sounds = '/usr/share/asterisk/sounds';
const texts = '/usr/share/doc/asterisk-core-sounds-en/core-sounds-en.txt.gz';
const english = 'en_US_f_Allison';
const languages: Readonly<Record<string, string>> = {
  Spanish: 'es_MX_f_Allison',
  French: 'fr_CA_f_June',
  Italian: 'it_IT_m_Carlo',
  Russian: 'ru_RU_f_IvrvoiceRU',
};
const packages =
  'asterisk-core-sounds-en asterisk-core-sounds-{en,es,fr,it,ru}-g722 (Debian packages)';

/** Chains of ffmpeg's audio filters. */
const conditions: Readonly<Record<string, string>> = {
  'as recorded': 'anull',
  'telephone band': 'aresample=8000,highpass=f=300,lowpass=f=3400',
  'pink noise, 15 dB below':
    'volume=1[v];anoisesrc=c=pink:a=0.045:d=600:seed=1[n];[v][n]amix=duration=first:normalize=0',
  clipped: 'volume=18dB,alimiter=limit=1:level=0',
};

export type SetName = 'tuning' | 'final';

interface Prompt {
  readonly file: string;
  readonly text: string;
}

/**
 * Prompts of at least five words and without numbers, because numbers can be written in several ways. Half of them are
 * for tuning, the other half for the final measurement.
 */
function englishPrompts(set: SetName): Prompt[] {
  const lines = gunzipSync(readFileSync(texts)).toString('latin1').split('\n');
  const prompts = lines.flatMap((line) => {
    const [, name = '', text = ''] = /^([\w/-]+):\s*(.+)$/.exec(line) ?? [];
    const file = join(sounds, english, `${name}.g722`);
    const usable = text.split(/\s+/).length >= 5 && !/[[\]<>*#\d"]/.test(text);
    return usable && existsSync(file) ? [{ file, text }] : [];
  });
  return prompts.filter((_, n) => n % 2 === (set === 'tuning' ? 0 : 1)).slice(0, 60);
}

/** Prompts of 1.5 to 5 seconds; 8000 bytes of G.722 are one second. */
async function otherPrompts(folder: string, set: SetName): Promise<string[]> {
  const files = globSync(join(sounds, folder, '*.g722')).sort();
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const fitting = files.filter((_, n) => (sizes[n] ?? 0) > 12_000 && (sizes[n] ?? 0) < 40_000);
  return fitting.filter((_, n) => n % 2 === (set === 'tuning' ? 0 : 1)).slice(0, 20);
}

async function samplesOf(file: string, filter = 'anull'): Promise<Int16Array> {
  const input = file.endsWith('.g722') ? ['-f', 'g722', '-i', file] : ['-i', file];
  const output = ['-ac', '1', '-ar', String(sampleRate), '-f', 's16le', '-'];
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', ...input, '-filter_complex', filter, ...output],
    { encoding: 'buffer', maxBuffer: 2 ** 30 },
  );

  return new Int16Array(stdout.buffer, stdout.byteOffset, stdout.length >> 1);
}

/** Joins the files into one, with a pause of 0.15 to 1.15 s before each. Returns its length in seconds. */
async function joined(files: readonly string[], path: string, seed: number): Promise<number> {
  const random = parkMiller(seed);
  const parts: Int16Array[] = [];

  for (const file of files) {
    parts.push(new Int16Array(Math.round(sampleRate * (0.15 + random()))), await samplesOf(file));
  }

  const all = Buffer.concat(
    parts.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength)),
  );
  await writeFile(path, wavFile(all));

  return all.length / 2 / sampleRate;
}

interface Scorer {
  words(text: string): string[];
  editOps(truth: readonly string[], heard: readonly string[]): { readonly c: number };
}

async function scorer(): Promise<Scorer | null> {
  const root = dirname(import.meta.dirname);
  const shared = process.env.REELSIGHT_SHARED ?? join(dirname(root), 'shared');
  const path = join(shared, 'tools', 'score.mjs');
  return existsSync(path) ? import(pathToFileURL(path).href) : null;
}

const quiet = { signal: new AbortController().signal, meter: () => {} };

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Returns Markdown with a heading. */
export async function measureSpeech(set: SetName): Promise<string> {
  const heading = `## Speech\n\nTelephone prompts read by people (${packages}), joined with pauses. Shown are the word error rate and, for other languages, the number of words in the result, which should be none.`;
  const score = await scorer();
  const there = [english, ...Object.values(languages)].every((one) =>
    existsSync(join(sounds, one)),
  );
  if (!score || !there || !existsSync(texts))
    return `${heading}\n\nNot measured: the prompts or the scorer are not here.`;

  const engine = await openEngines({
    modelsDir: join(tmpdir(), 'reelsight-no-models'),
    threads: 1,
    device: 'cpu',
    remote: null,
    brandsFile: null,
    logosDir: null,
    paid: { calls: 12, timeMs: 120_000 },
  }).speech();
  if (!engine) return `${heading}\n\nNot measured: no speech engine runs here.`;

  const dir = await mkdtemp(join(tmpdir(), 'reelsight-speech-'));
  try {
    const trial = { set, dir, engine, score };
    const rows = [...(await englishRows(trial)), ...(await otherRows(trial))];
    return `${heading}\n\n${tableOf(rows)}`;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

interface Trial {
  readonly set: SetName;
  readonly dir: string;
  readonly engine: SpeechEngine;
  readonly score: Scorer;
}

/** How many words of the same prompts are wrong in each condition. */
async function englishRows({ set, dir, engine, score }: Trial): Promise<string[][]> {
  const prompts = englishPrompts(set);
  const clean = join(dir, 'clean.wav');
  const seconds = await joined(
    prompts.map(({ file }) => file),
    clean,
    set === 'tuning' ? 1 : 2,
  );
  const truth = score.words(prompts.map(({ text }) => text).join(' '));
  const rows: string[][] = [];

  for (const [name, filter] of Object.entries(conditions)) {
    const path = join(dir, 'shaped.wav');
    const samples = await samplesOf(clean, filter);
    await writeFile(
      path,
      wavFile(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength)),
    );

    const heard = await hear(engine, path, seconds);
    const rate = score.editOps(truth, score.words(heard.text)).c / truth.length;
    rows.push([`English, ${name}`, rate.toFixed(3), '·', heard.language, heard.perMinute]);
  }

  return rows;
}

/** How many words are written for prompts in other languages, although none should be. */
async function otherRows({ set, dir, engine, score }: Trial): Promise<string[][]> {
  const rows: string[][] = [];

  for (const [name, folder] of Object.entries(languages)) {
    const path = join(dir, `${basename(folder)}.wav`);
    const duration = await joined(await otherPrompts(folder, set), path, 3);
    const heard = await hear(engine, path, duration);
    const shown = score.words(heard.text).length;
    rows.push([name, '·', String(shown), heard.language, heard.perMinute]);
  }

  return rows;
}

async function hear(engine: SpeechEngine, path: string, durationSeconds: number) {
  const before = cpuSeconds();
  const wish = { language: null, hints: [] };
  const speech = await hearCut(engine, { path, startSeconds: 0, durationSeconds }, wish, quiet);
  const text = speech.segments.map((segment) => segment.text).join(' ');
  const perMinute = ((cpuSeconds() - before) / durationSeconds) * 60;
  return { ...speech, text, perMinute: perMinute.toFixed(1) };
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const head = ['sound', 'word error rate', 'words shown', 'language', 'CPU s a minute'];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({ options: { set: { type: 'string', default: 'tuning' } } });
  console.log(await measureSpeech(values.set === 'final' ? 'final' : 'tuning'));
}
