/**
 * Measures how accurate the installed engines are on the test media: word error rate, brands in speech and on screen,
 * objects, cuts, and the CPU time of each stage. The results go into docs/accuracy.md. Needs the media and the scorer
 * in the folder `shared` next to the checkout.
 *
 * Usage: node bench/accuracy.ts [--fps 1,2,4] [--only talk,objects] [--models DIR] [--parts 1] [--unseen] [--write]
 */
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Ask } from '@reelsight/contract';
import type { CallContext } from '../server/src/engines/engine.ts';
import { engineLabel } from '../server/src/engines/registry.ts';
import { ingestMedia } from '../server/src/media/ingest.ts';
import type { PartKind } from '../server/src/perception/part.ts';
import { openResources, type Resources } from '../server/src/perception/resources.ts';
import { limits } from '../server/testing/media/test-media.ts';
import {
  ownEngines,
  perceiveWhole,
  plainAsk,
} from '../server/testing/perception/perceive-whole.ts';
import { writeAccuracy } from './accuracy-page.ts';
import { type Row, report, type Score } from './accuracy-report.ts';
import { isMeasurable, measureShapes } from './shaped-answers.ts';
import { measureQuestions } from './unseen-questions.ts';
import { measureSpeech } from './unseen-speech.ts';
import { measureText } from './unseen-text.ts';
import { measureThings } from './unseen-things.ts';
import { measureVoices } from './unseen-voices.ts';

const root = dirname(import.meta.dirname);
const sharedDir = process.env.REELSIGHT_SHARED ?? join(dirname(root), 'shared');
const mediaDir = join(sharedDir, 'media');
const { values: options } = parseArgs({
  options: {
    fps: { type: 'string', default: '1' },
    parts: { type: 'string', default: '1' },
    only: { type: 'string' },
    models: { type: 'string' },
    unseen: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const engines = { ...ownEngines, modelsDir: options.models ?? ownEngines.modelsDir };

const files: Readonly<Record<string, string>> = {
  talk: 'talk.mp4',
  'spoken-brands': 'spoken-brands.mp4',
  objects: 'objects.mp4',
  dialogue: 'dialogue.mp4',
  silence: 'silence.mp4',
  noaudio: 'noaudio.mp4',
  audioonly: 'audioonly.mp4',
  portrait: 'portrait.mp4',
  rotated: 'rotated.mp4',
  vfr: 'vfr.mp4',
  tiny: 'tiny.webm',
  movie: 'movie.mov',
};

const rates = options.fps.split(',').map(Number);

interface Truth {
  readonly media: { readonly duration_seconds: number; readonly has_video?: boolean };
  readonly brands?: {
    readonly ask: readonly string[];
    readonly ask_absent?: readonly string[];
    readonly on_screen: readonly unknown[];
    readonly spoken: readonly unknown[];
  };
  readonly objects?: { readonly labels: readonly string[] };
}

type Scorer = (
  results: unknown,
  truth: unknown,
  options: { shots?: unknown; ask?: string[] },
) => Score;

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const used: Record<string, number> = {};
const context: CallContext = {
  signal: new AbortController().signal,
  meter: (item, amount) => {
    used[item] = (used[item] ?? 0) + amount;
  },
};

async function measureFile(
  name: string,
  fps: number,
  resources: Resources,
  score: Scorer,
): Promise<Row[]> {
  const path = join(mediaDir, files[name] ?? '');
  const truth = JSON.parse(readFileSync(join(mediaDir, 'truth', `${name}.json`), 'utf8')) as Truth;
  const dir = await mkdtemp(join(tmpdir(), 'reelsight-accuracy-'));

  try {
    const { signal } = context;
    const before = cpuSeconds();
    const pass = await ingestMedia({ path, outDir: dir, fps, limits, signal });
    const ingestion = cpuSeconds() - before;
    const hints = [...(truth.brands?.ask ?? []), ...(truth.brands?.ask_absent ?? [])];
    const rows: Row[] = [];

    for (const mode of ['asked for', 'any brand'] as const) {
      const asked = mode === 'asked for';
      // Without requested names, the brands of the lexicon are looked for. One rate is enough for that, because the
      // text that is read is the same at every rate.
      if (!asked && fps !== rates[0]) continue;
      if (asked && hints.length === 0 && !truth.objects) continue;

      const objects = asked ? (truth.objects?.labels ?? []) : [];
      const ask: Ask = {
        ...plainAsk,
        fps,
        brands: asked ? hints : [],
        objects,
        capabilities: [
          'transcription',
          'brands',
          ...(objects.length > 0 ? ['objects' as const] : []),
        ],
      };
      const { results, spent } = await perceived(dir, ask, resources);
      rows.push({
        file: name,
        fps,
        mode,
        reads: used.text_frames ?? 0,
        spent: { ingestion, ...spent },
        score: score(results, truth, {
          shots: pass.shots,
          ...(asked && { ask: [...hints, ...objects] }),
        }),
        minutes: truth.media.duration_seconds / 60,
        frames: pass.frames.length,
      });
    }

    return rows;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Runs a job in as many parts as `--parts` says. Returns its results and the CPU seconds of each stage. */
async function perceived(dir: string, ask: Ask, resources: Resources) {
  const spent: Record<string, number> = {};
  for (const item of Object.keys(used)) delete used[item];
  const outDir = await mkdtemp(join(dir, 'parts-'));
  let from = cpuSeconds();
  const results = await perceiveWhole(dir, ask, {
    resources,
    outDir,
    context,
    engines,
    parts: Number(options.parts),
    onPart: (kind) => {
      const now = cpuSeconds();
      const stage = stages[kind] ?? kind;
      spent[stage] = (spent[stage] ?? 0) + now - from;
      from = now;
    },
  });

  return { results, spent };
}

const stages: Readonly<Partial<Record<PartKind, string>>> = {
  hear: 'speech',
  read: 'brands',
  detect: 'objects',
};

/** Opens the engines in advance, so that the measured times do not include loading the models. */
async function warmedUp(resources: Resources): Promise<string[]> {
  const open = resources.engines(engines);
  const speech = await open.speech();
  const text = await open.text();
  const objects = await open.objects();
  // The speech model is only loaded when the first word is transcribed.
  const word = join(root, 'server', 'testing', 'engines', 'river.wav');
  const span = { start: 0, end: 2.6 };
  const sound = { path: word, startSeconds: 0 };
  await speech?.hear(sound, span, { language: null, hints: [] }, context);

  return [speech, text, ...objects].map((engine) =>
    engine ? engineLabel([engine.info]) : 'no speech engine',
  );
}

/**
 * Measures the sets kept for the final measurement: voices, pictures, fonts and talks on which no setting was tuned.
 */
async function unseenParts(): Promise<string[]> {
  const sections = [
    await measureSpeech('final'),
    await measureVoices('final'),
    await measureThings('final'),
    await measureText('final', { clips: 12 }),
    // These results come from other benches; the file says how they were measured.
    readFileSync(join(root, 'bench', 'unseen', 'times-and-sizes.md'), 'utf8').trim(),
    await measureQuestions('final'),
    ...(isMeasurable() ? [await measureShapes('final')] : []),
  ];
  return [
    '# On media never used for tuning',
    'These sets are generated from files in Debian packages. Their final parts share no voice, sentence, picture, font or talk with the parts on which settings were tuned.',
    ...sections,
  ];
}

if (!existsSync(mediaDir)) {
  console.error(`skipped: no test media in ${mediaDir}`);
} else {
  const { score } = (await import(pathToFileURL(join(sharedDir, 'tools', 'score.mjs')).href)) as {
    score: Scorer;
  };
  const resources = openResources();
  const labels = await warmedUp(resources);
  const names = options.only?.split(',') ?? Object.keys(files);
  const rows: Row[] = [];

  for (const name of names) {
    for (const fps of rates) {
      rows.push(...(await measureFile(name, fps, resources, score)));
      console.error(`${name} at ${fps} fps done`);
    }
  }

  const parts = [report(rows, labels.join(', '))];
  if (options.unseen) parts.push(...(await unseenParts()));
  const text = `${parts.join('\n\n')}\n`;

  if (options.write) writeAccuracy('made', text.trimEnd());
  else console.log(text);
}
process.exit(0);
