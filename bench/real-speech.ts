/**
 * Measures how accurate the embedded speech engine is on recordings of people, file by file: the word error rate of the
 * English recordings, and the number of words it writes where nobody speaks or another language is spoken, which should
 * be none. Also measures synthetic voices in many languages. The recordings are in the folder `shared` next to the
 * checkout (`real/speech`, with their truth) and are only used for measuring; every second one is for tuning, the
 * others are for the final measurement.
 *
 * Usage: node bench/real-speech.ts [--set tuning|final|all] [--voices] [--texts]. Needs ffmpeg; `--voices` needs
 * espeak-ng.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { openMoonshine } from '../server/src/engines/moonshine/moonshine.ts';
import type { Speech } from '../server/src/engines/speech.ts';
import { decodeSound, hearCut } from '../server/testing/engines/speech-scene.ts';
import { foreignSentences } from './unseen/foreign-sentences.ts';

const { values: options } = parseArgs({
  options: {
    set: { type: 'string', default: 'all' },
    voices: { type: 'boolean', default: false },
    texts: { type: 'boolean', default: false },
  },
});

const run = promisify(execFile);
const checkout = dirname(import.meta.dirname);
const shared = process.env.REELSIGHT_SHARED ?? join(dirname(checkout), 'shared');

interface Recording {
  readonly path: string;
  /** The English words that are spoken; '' if there are none. */
  readonly transcript: string;
  readonly kind: string;
}

interface Scorer {
  words(text: string): string[];
  editOps(truth: readonly string[], heard: readonly string[]): { readonly c: number };
}

/** Leaves out recordings without a transcript, unless their language is known and is not English. */
function recordings(): Recording[] {
  const files = JSON.parse(readFileSync(join(shared, 'real', 'truth.json'), 'utf8')) as {
    set: string;
    file: string;
    transcript?: string;
    language?: string;
  }[];
  return files.flatMap(({ set, file, transcript, language }) => {
    if (set !== 'speech') return [];
    const path = join(shared, 'real', file);
    if (language !== undefined && language !== 'en')
      return [{ path, transcript: '', kind: language }];
    if (transcript === undefined) return [];
    return [{ path, transcript, kind: transcript === '' ? 'nobody' : 'en' }];
  });
}

/** Each voice says each of its sentences into a separate file. */
async function voices(folder: string): Promise<Recording[]> {
  const said: Recording[] = [];

  for (const [voice, sentences] of Object.entries(foreignSentences)) {
    for (const [index, sentence] of sentences.entries()) {
      const path = join(folder, `${voice}-${index}.wav`);
      await run('espeak-ng', ['-v', voice, '-w', path, sentence]);
      said.push({ path, transcript: '', kind: voice });
    }
  }

  return said;
}

const quiet = { signal: new AbortController().signal, meter: () => {} };

async function measure(all: readonly Recording[], folder: string, score: Scorer): Promise<void> {
  const engine = openMoonshine({ threads: 1 });
  const wanted = all.filter((_, index) => {
    if (options.set === 'all') return true;
    return index % 2 === (options.set === 'tuning' ? 0 : 1);
  });
  let wrong = 0;
  let said = 0;
  let withoutLength = 0;
  const invented: Record<string, number> = { nobody: 0, 'other languages': 0 };
  const notUnderstoodSeconds: Record<string, number> = {};

  console.log(
    '| file | said | words | shown | wrong | s not understood |\n| --- | --- | --- | --- | --- | --- |',
  );

  for (const { path, transcript, kind } of wanted) {
    const scene = await decodeSound(path, join(folder, 'sound.wav'));
    const speech = await hearCut(engine, scene, { language: null, hints: [] }, quiet);
    const truth = score.words(transcript);
    const shown = score.words(textOf(speech));

    withoutLength += wordsWithoutLength(speech);
    const errors = score.editOps(truth, shown).c;
    const lost = notUnderstood(speech);
    notUnderstoodSeconds[kind] = (notUnderstoodSeconds[kind] ?? 0) + lost;
    const cells = [basename(path), kind, truth.length, shown.length, errors, lost.toFixed(1)];
    console.log(`| ${cells.join(' | ')} |`);

    if (options.texts) console.log(`  ${textOf(speech)}`);

    if (kind === 'en') {
      wrong += errors;
      said += truth.length;
    } else {
      const group = kind === 'nobody' ? 'nobody' : 'other languages';
      invented[group] = (invented[group] ?? 0) + shown.length;
    }
  }

  await engine.close();

  if (said > 0) console.log(`\nWord error rate: ${(wrong / said).toFixed(3)} of ${said} words`);

  console.log(`Words without a length: ${withoutLength}`);
  console.log(`Words invented: ${JSON.stringify(invented)}`);
  console.log(`Seconds not understood: ${JSON.stringify(notUnderstoodSeconds)}`);
}

const textOf = ({ segments }: Speech): string => segments.map(({ text }) => text).join(' ');

/** Seconds of the stretches in which somebody is said to speak and no word was understood. */
const notUnderstood = ({ languageSpans }: Speech): number =>
  languageSpans
    .filter(({ understood }) => understood === false)
    .reduce((sum, { start, end }) => sum + end - start, 0);

const wordsWithoutLength = ({ segments }: Speech): number =>
  segments.flatMap(({ words = [] }) => words).filter(({ start, end }) => end <= start).length;

const scorer = join(shared, 'tools', 'score.mjs');
if (!existsSync(scorer) || !existsSync(join(shared, 'real'))) {
  console.error(`skipped: no recordings in ${shared}`);
} else {
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-real-speech-'));
  try {
    const all = options.voices ? await voices(folder) : recordings();
    await measure(all, folder, (await import(pathToFileURL(scorer).href)) as Scorer);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
process.exit(0);
