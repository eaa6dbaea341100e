/**
 * Measures what a glossary does to transcripts: how many of its terms are written right with and without it, and
 * whether words elsewhere get worse. Terms are said by synthetic voices, and by people in the recordings in the folder
 * `shared` next to the checkout, which are only used for measuring.
 *
 * Usage: node bench/glossary.ts [--texts]. Needs ffmpeg and flite.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { keyOf } from '../server/src/analysis/name-key.ts';
import { joinSpeech } from '../server/src/engines/joined-speech.ts';
import { openMoonshine } from '../server/src/engines/moonshine/moonshine.ts';
import type { HeardSpan, SpokenTerm } from '../server/src/engines/speech.ts';
import { type Lexicon, spokenNames } from '../server/src/perception/brands/brand-lexicon.ts';
import { loadLexicon } from '../server/src/perception/brands/brand-names.ts';
import { spellerOf, withTerms } from '../server/src/perception/speech/spelled-terms.ts';
import { decodeSound } from '../server/testing/engines/speech-scene.ts';

const { values: options } = parseArgs({ options: { texts: { type: 'boolean', default: false } } });
const run = promisify(execFile);
const checkout = dirname(import.meta.dirname);
const shared = process.env.REELSIGHT_SHARED ?? join(dirname(checkout), 'shared');

/** Sentences with jargon and names of people; the terms stand in brackets. */
const spokenLines = [
  'We moved the whole thing to [Kubernetes] last year.',
  'The team deploys with [Terraform] and [Ansible].',
  'Our metrics come from [Prometheus] and [Grafana].',
  'She wrote the parser in [Haskell] over a weekend.',
  'Ask [Siobhan] about the budget for next quarter.',
  'Then [Nguyen] showed us the new prototype.',
  'The interview with [Wojciech] starts at noon.',
  'I think [Anneliese] and [Thaddeus] should decide.',
  'The patient was given [Metoprolol] and [Atorvastatin].',
  'They found traces of [Clostridium] in the sample.',
  'The stadium in [Gelsenkirchen] was full again.',
  'We drove from [Poughkeepsie] to [Schenectady].',
  'The [Kalman] filter removes most of the noise.',
  'Store it in [Postgres] and cache it in [Redis].',
];

/** Names that people say in the recordings. */
const recordedNames: Readonly<Record<string, readonly string[]>> = {
  'speech/leo_en.flac': ['Quilter'],
  'speech/mfa_ipa2.flac': ['Plat Chat', 'Overwatch'],
  'speech/mfa_us2.flac': ['Josh'],
  'speech/mfa_cv66.mp3': ['Firefox'],
  'speech/gcp_commercial.flac': ['Chromecast', 'Chromecast Ultra'],
  'speech/lj_7.flac': ['Gutenberg'],
};

interface Sample {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly terms: readonly string[];
}

async function voices(folder: string): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const voice of ['slt', 'rms']) {
    for (const [index, line] of spokenLines.entries()) {
      const text = line.replace(/[[\]]/g, '');
      const path = join(folder, `${voice}-${index}.wav`);
      await run('flite', ['-voice', voice, '-t', text, '-o', path]);
      const terms = [...line.matchAll(/\[([^\]]+)\]/g)].map(([, term = '']) => term);
      samples.push({ name: `${voice} ${index}`, path, text, terms });
    }
  }

  return samples;
}

function recordings(): Sample[] {
  const truthFile = join(shared, 'real', 'truth.json');
  if (!existsSync(truthFile)) return [];

  const files = JSON.parse(readFileSync(truthFile, 'utf8')) as {
    set: string;
    file: string;
    transcript?: string;
    language?: string;
  }[];
  return files.flatMap(({ set, file, transcript = '', language }) =>
    set === 'speech' && language === 'en' && transcript !== ''
      ? [
          {
            name: file,
            path: join(shared, 'real', file),
            text: transcript,
            terms: recordedNames[file] ?? [],
          },
        ]
      : [],
  );
}

const quiet = { signal: new AbortController().signal, meter: () => {} };
const termsOf = (names: readonly string[]): SpokenTerm[] =>
  names.map((term) => ({ term, sounds: [] }));

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}']+/u)
    .filter(Boolean);

/** Number of words to insert, delete or replace. */
function wordErrors(truth: readonly string[], heard: readonly string[]): number {
  let previous = heard.map((_, index) => index).concat(heard.length);
  for (const [row, word] of truth.entries()) {
    const current = [row + 1];
    for (const [index, other] of heard.entries())
      current.push(
        Math.min(
          (previous[index] as number) + (word === other ? 0 : 1),
          (previous[index + 1] as number) + 1,
          (current[index] as number) + 1,
        ),
      );
    previous = current;
  }
  return previous.at(-1) as number;
}

/** How often the text has the term, as whole words. */
function timesIn(text: string, term: string): number {
  const words = wordsOf(text).map(keyOf);
  const pieces = wordsOf(term).map(keyOf);
  return words.filter((_, from) =>
    pieces.every(
      (piece, index) => (words[from + index] ?? '').replace(/s$/, '') === piece.replace(/s$/, ''),
    ),
  ).length;
}

interface Way {
  readonly title: string;
  readonly glossary: readonly string[];
  /** Whether the engine gets the terms, or only the pass over its words, by sound. */
  readonly inEngine: boolean;
}

async function measure(
  samples: readonly Sample[],
  ways: readonly Way[],
  rank: Lexicon['rank'],
  folder: string,
) {
  const engine = openMoonshine({ threads: 2 });
  /** What was heard without terms, which is the same for several ways. */
  const heardPlainly = new Map<string, HeardSpan>();

  for (const { title, glossary, inEngine } of ways) {
    const terms = termsOf(glossary);
    const speller = spellerOf(terms, { rank, bySound: !inEngine });
    const sums = { said: 0, right: 0, invented: 0, words: 0, wrong: 0 };
    const startedAt = performance.now();

    for (const { name, path, text, terms: said } of samples) {
      const scene = await decodeSound(path, join(folder, 'sound.wav'));
      const whole = { start: 0, end: scene.durationSeconds };
      const isPlain = !inEngine || terms.length === 0;
      const hints = { language: null, hints: [], ...(!isPlain && { terms }) };
      const heard =
        (isPlain && heardPlainly.get(name)) || (await engine.hear(scene, whole, hints, quiet));
      if (isPlain) heardPlainly.set(name, heard);
      const span = terms.length > 0 ? withTerms(heard, speller) : heard;
      const shown = joinSpeech([span], null, scene.durationSeconds)
        .segments.map((segment) => segment.text)
        .join(' ');

      for (const term of said) {
        sums.said += timesIn(text, term);
        sums.right += Math.min(timesIn(text, term), timesIn(shown, term));
      }
      for (const term of new Set(glossary))
        sums.invented += Math.max(0, timesIn(shown, term) - timesIn(text, term));
      sums.words += wordsOf(text).length;
      sums.wrong += wordErrors(wordsOf(text), wordsOf(shown));
      if (options.texts) console.log(`  ${name}: ${shown}`);
    }

    const { said, right, invented, words, wrong } = sums;
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.log(
      `${title}: terms right ${right}/${said}, invented ${invented}, wrong words ${wrong}/${words}, ${seconds} s`,
    );
  }
  await engine.close();
}

const folder = await mkdtemp(join(tmpdir(), 'reelsight-glossary-'));
try {
  const lexicon = await loadLexicon({ operatorFile: null });
  const strangers = spokenNames(lexicon).slice(0, 500);
  const sets = { 'Synthetic voices': await voices(folder), 'Recordings of people': recordings() };

  for (const [title, samples] of Object.entries(sets)) {
    const names = [...new Set(samples.flatMap(({ terms }) => terms))];
    const own = strangers.filter((name) => names.every((other) => keyOf(other) !== keyOf(name)));
    console.log(`\n${title}, ${samples.length} files, ${names.length} terms said`);
    await measure(
      samples,
      [
        { title: 'without a glossary', glossary: [], inEngine: true },
        {
          title: `their terms and ${own.length} others`,
          glossary: [...names, ...own],
          inEngine: true,
        },
        {
          title: 'by sound alone, as after other engines',
          glossary: [...names, ...own],
          inEngine: false,
        },
        { title: `${own.length} others alone, by sound`, glossary: own, inEngine: false },
        { title: `${own.length} others alone`, glossary: own, inEngine: true },
      ],
      lexicon.rank,
      folder,
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);
