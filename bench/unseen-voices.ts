/**
 * Measures how many spoken brands are found in synthetic voices, and how many are invented, with and without asking for
 * names.
 *
 * Usage: node bench/unseen-voices.ts [--set tuning|final] [--show] [--cache DIR]
 *
 * Needs flite, espeak-ng, festival with festvox-kallpc16k, festvox-kdlpc16k and festvox-us-slt-hts, and ffmpeg, all
 * from Debian.
 */

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { identityOf } from '../server/src/analysis/name-key.ts';
import { openMoonshine } from '../server/src/engines/moonshine/moonshine.ts';
import type { Speech, SpeechOptions } from '../server/src/engines/speech.ts';
import {
  type Lexicon,
  spokenNames,
  targetBrands,
} from '../server/src/perception/brands/brand-lexicon.ts';
import { loadLexicon } from '../server/src/perception/brands/brand-names.ts';
import { brandsInSpeech } from '../server/src/perception/brands/spoken-brands.ts';
import { hearCut, type Scene } from '../server/testing/engines/speech-scene.ts';
import { parkMiller } from './unseen/random.ts';
import { type Material, material, type Name, type SetName } from './unseen/voices-material.ts';
import { missingVoices, type Placed, saySentences, type Treatment } from './unseen/voices-sound.ts';

const { values: options } = parseArgs({
  options: {
    set: { type: 'string', default: 'tuning' },
    show: { type: 'boolean', default: false },
    cache: { type: 'string' },
  },
  strict: false,
});

interface Line {
  readonly text: string;
  readonly said: string;
  readonly names: readonly string[];
  /** True if the names of the line are in no lexicon. */
  readonly unknown: boolean;
}

interface Clip {
  readonly audio: Scene;
  readonly lines: readonly (Line & Placed)[];
  readonly label: string;
}

/** Uses every name at least twice, in different sentences. */
function linesOf({ names, sentences, unknown, unknownSentences, traps }: Material): Line[] {
  const groups = Object.keys(names) as (keyof typeof names)[];
  const known = groups.flatMap((group) => filled(sentences[group], names[group], false));
  const own = filled(unknownSentences, unknown, true);
  const nobody = traps.map((text) => ({ text, said: text, names: [], unknown: false }));
  return shuffled([...known, ...own, ...nobody], parkMiller(7));
}

function filled(sentences: readonly string[], names: readonly Name[], unknown: boolean): Line[] {
  const lines: Line[] = [];
  const queue = [...names, ...names.slice(3), ...names.slice(0, 3)];
  for (let index = 0; queue.length > 0; index++) {
    const sentence = sentences[index % sentences.length] as string;
    const a = queue.shift() as Name;
    const b = sentence.includes('{b}') ? (queue.shift() ?? (names[0] as Name)) : null;
    const fill = (pick: (name: Name) => string) =>
      sentence.replace('{a}', pick(a)).replace('{b}', b ? pick(b) : '');
    lines.push({
      text: fill(({ name }) => name),
      said: fill(({ name, said }) => said ?? name),
      names: [a, ...(b ? [b] : [])].map(({ name }) => name),
      unknown,
    });
  }

  return lines;
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const order = list.map((one) => ({ one, key: random() }));
  return order.sort((a, b) => a.key - b.key).map(({ one }) => one);
}

const treatments: readonly Treatment[] = ['clean', 'clean', 'noise', 'clean', 'music', 'telephone'];

async function makeClips(set: SetName, folder: string): Promise<Clip[]> {
  const { voices } = material[set];
  const lines = linesOf(material[set]);
  const size = Math.ceil(lines.length / voices.length);
  const clips: Clip[] = [];

  for (const [index, voice] of voices.entries()) {
    const own = lines.slice(index * size, (index + 1) * size);
    const treatment = treatments[index % treatments.length] as Treatment;
    const path = join(folder, `${set}-${index}.wav`);
    const texts = own.map(({ said }) => said);
    const { audio, placed } = await saySentences(path, texts, voice, treatment);
    clips.push({
      audio,
      lines: own.map((line, index) => ({ ...line, ...(placed[index] as Placed) })),
      label: `${voice.program} ${voice.voice} ${voice.speed}, ${treatment}`,
    });
  }

  return clips;
}

interface Count {
  said: number;
  found: number;
  reported: number;
  right: number;
}

const nobody = (): Count => ({ said: 0, found: 0, reported: 0, right: 0 });

/** Seconds by which a mention may be outside of its sentence. */
const slack = 0.5;

function countClip(clip: Clip, speech: Speech, asked: readonly string[], lexicon: Lexicon): Count {
  const brands = asked.length > 0 ? targetBrands(asked, lexicon) : lexicon.brands;
  const found = brandsInSpeech(speech.segments, brands, lexicon.rank);
  const count = nobody();
  const claimed = new Set<unknown>();

  for (const line of clip.lines) {
    const near = found.filter(
      ({ start }) => start >= line.start - slack && start <= line.end + slack / 2,
    );
    const heard = speech.segments
      .flatMap(({ words, ...segment }) => words ?? [segment])
      .filter(({ start }) => start >= line.start - slack && start <= line.end + slack / 2);
    const missed = line.names.filter((name) => {
      const hits = near.filter(({ brand }) => identityOf(brand.name) === identityOf(name));
      for (const hit of hits) claimed.add(hit);
      return hits.length === 0;
    });
    const counts = asked.length > 0 || !line.unknown;
    if (counts) {
      count.said += line.names.length;
      count.found += line.names.length - missed.length;
    }

    const text = heard.map((word) => word.text).join(' ');
    if (options.show && counts && missed.length > 0)
      console.error(`missed ${missed.join(', ')}: "${text}" (${line.text}) ${clip.label}`);
  }

  for (const one of found)
    if (options.show && !claimed.has(one))
      console.error(
        `false ${one.brand.name} ${one.confidence.toFixed(2)}: "${one.sentence}" at ${one.start.toFixed(1)} ${clip.label}`,
      );

  count.reported = found.length;
  count.right = found.filter((one) => claimed.has(one)).length;

  return count;
}

function added(a: Count, b: Count): Count {
  const sum = { ...a };
  for (const key of Object.keys(sum) as (keyof Count)[]) sum[key] += b[key];
  return sum;
}

interface Transcribed {
  readonly speech: Speech;
  readonly cpuSeconds: number;
}

async function transcribed(
  clip: Clip,
  wish: Omit<SpeechOptions, 'language'>,
): Promise<Transcribed> {
  const engine = openMoonshine({ threads: 1 });
  const before = process.cpuUsage();
  const context = { signal: new AbortController().signal, meter: () => undefined };
  const speech = await hearCut(engine, clip.audio, { language: null, ...wish }, context);
  const { user, system } = process.cpuUsage(before);
  return { speech, cpuSeconds: (user + system) / 1e6 };
}

/** The names that a caller asks for in this clip, whether they are said or not. */
const askedFor = (clip: Clip, set: SetName): string[] => [
  ...new Set([...clip.lines.flatMap(({ names }) => names), ...material[set].trapNames]),
];

async function measureMode(clips: readonly Clip[], set: SetName, asking: boolean): Promise<string> {
  const lexicon = await loadLexicon({ operatorFile: null });
  let count = nobody();
  let cpu = 0;
  let minutes = 0;

  for (const clip of clips) {
    const asked = asking ? askedFor(clip, set) : [];
    const { speech, cpuSeconds } = await transcribed(clip, {
      hints: asked,
      ...(asking ? {} : { known: spokenNames(lexicon) }),
    });
    count = added(count, countClip(clip, speech, asked, lexicon));
    cpu += cpuSeconds;
    minutes += clip.audio.durationSeconds / 60;
  }

  const cells = [
    asking ? `${Math.round(meanAsked(clips, set))} names asked for` : 'any brand',
    count.said,
    (count.found / count.said).toFixed(2),
    (count.right / count.reported).toFixed(2),
    count.reported - count.right,
    (cpu / minutes).toFixed(1),
  ];

  return `| ${cells.join(' | ')} |`;
}

const meanAsked = (clips: readonly Clip[], set: SetName): number =>
  clips.reduce((sum, clip) => sum + askedFor(clip, set).length, 0) / clips.length;

/** Returns Markdown with a heading. Throws Error if voices are missing. */
export async function measureVoices(set: SetName, folder?: string): Promise<string> {
  const missing = missingVoices();
  if (missing) throw new Error(`apt-get install ${missing}`);

  const dir = folder ?? (await mkdtemp(join(tmpdir(), 'reelsight-voices-')));
  await mkdir(dir, { recursive: true });

  const clips = await makeClips(set, dir);
  const modes = [await measureMode(clips, set, false), await measureMode(clips, set, true)];
  if (!folder) await rm(dir, { recursive: true });

  const lines = clips.flatMap((clip) => clip.lines);
  const minutes = clips.reduce((sum, { audio }) => sum + audio.durationSeconds, 0) / 60;

  return `## Brands in speech never used for tuning

${minutes.toFixed(0)} minutes of ${clips.length} synthetic voices (flite, eSpeak NG, Festival), some in noise, over music or in the telephone band: ${lines.filter(({ names }) => names.length > 0).length} sentences with names, ${lines.filter(({ names }) => names.length === 0).length} with words that are names elsewhere or sound like one. Some of the names asked for are in no lexicon, and half of them are never said. Recall is over names said, precision over names reported.

| mode | names said | recall | precision | invented | CPU s a minute |
| --- | --- | --- | --- | --- | --- |
${modes.join('\n')}
`.replace('never used for tuning', set === 'final' ? 'never used for tuning' : 'used for tuning');
}

if (process.argv[1] === import.meta.filename) {
  const set = options.set === 'final' ? 'final' : 'tuning';
  console.log(await measureVoices(set, options.cache as string | undefined));
}
