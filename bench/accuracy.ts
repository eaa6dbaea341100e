/**
 * How right the installed engines are on the test media: word error rate, brands in speech and on screen, objects,
 * cuts, and the CPU each stage takes. Needs the media and the scorer in the folder `shared` beside the checkout.
 * Usage: node bench/accuracy.ts [--fps 1,2,4] [--only talk,objects] [--models DIR] [--parts 1] [--unseen] [--write]
 * (docs/accuracy.md)
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Ask } from '@reelsight/contract';
import type { CallContext } from '../server/src/engines/engine.ts';
import { engineLabel } from '../server/src/engines/registry.ts';
import { ingestMedia } from '../server/src/media/ingest.ts';
import { type House, openHouse } from '../server/src/perception/house.ts';
import type { PartKind } from '../server/src/perception/part.ts';
import {
  ownEngines,
  perceiveWhole,
  plainAsk,
} from '../server/testing/perception/perceive-whole.ts';
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

/** The parts of the scorer's answer that the table shows. */
interface Score {
  readonly speech?: { wer?: number; invented_words?: number; mean_start_error_s?: number | null };
  readonly brands?: {
    readonly on_screen?: {
      precision: number | null;
      recall: number | null;
      overlays_found: string;
      overlays_missed: string[];
      names_not_in_truth: string[];
      boxes: { mean_iou: number | null };
    };
    readonly spoken?: {
      recall: number | null;
      precision: number | null;
      missed: string[];
      false: string[];
    };
  };
  readonly objects?: {
    precision: number | null;
    recall: number | null;
    boxes: { mean_iou: number | null };
    per_name: Record<string, { precision: number | null; recall: number | null }>;
  };
  readonly shots?: { available: boolean; f1?: number | null; mean_error_s?: number | null };
}

type Scorer = (
  results: unknown,
  truth: unknown,
  options: { shots?: unknown; ask?: string[] },
) => Score;

interface Row {
  readonly file: string;
  readonly fps: number;
  readonly mode: 'asked for' | 'any brand';
  readonly score: Score;
  readonly minutes: number;
  /** CPU seconds of this process. */
  readonly spent: Readonly<Record<string, number>>;
  readonly frames: number;
  readonly reads: number;
}

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

async function measureFile(name: string, fps: number, house: House, score: Scorer): Promise<Row[]> {
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
      // The lexicon is searched at one rate only: what is read is the same.
      if (!asked && fps !== rates[0]) continue;
      if (asked && hints.length === 0 && !truth.objects) continue;
      const objects = asked ? (truth.objects?.labels ?? []) : [];
      const ask: Ask = {
        ...{ ...plainAsk, fps, brands: asked ? hints : [], objects },
        capabilities: [
          'transcription',
          'brands',
          ...(objects.length > 0 ? ['objects' as const] : []),
        ],
      };
      const { results, spent } = await perceived(dir, ask, house);
      rows.push({
        ...{ file: name, fps, mode, reads: used.text_frames ?? 0 },
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

const limits = {
  maxSidePixels: 8192,
  maxFramePixels: 40e6,
  frameSidePixels: 1280,
  maxDurationSeconds: 36_000,
};

/** What a job makes of it, in as many parts as `--parts` says, and the CPU each kind of part took. */
async function perceived(dir: string, ask: Ask, house: House) {
  const spent: Record<string, number> = {};
  for (const item of Object.keys(used)) delete used[item];
  const outDir = await mkdtemp(join(dir, 'parts-'));
  let from = cpuSeconds();
  const results = await perceiveWhole(dir, ask, {
    ...{ house, outDir, context, engines, parts: Number(options.parts) },
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

const figure = (value: number | null | undefined) =>
  value === null || value === undefined ? '·' : value.toFixed(2);
const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Empty tables are left out. */
function report(rows: readonly Row[], engines: string): string {
  const at = ({ file, fps }: Row) => [file, fps];
  const screen = rows.filter(({ score }) => score.brands?.on_screen);
  const said = rows.filter(({ score }) => score.brands?.spoken);
  const things = rows.filter(({ score, mode }) => score.objects && mode === 'asked for');
  const words = rows.filter(({ score, mode }) => score.speech && mode === 'any brand');
  const cuts = rows.filter(({ score, mode }) => score.shots?.available && mode === 'any brand');
  const parts: [string, string, readonly string[], (readonly (string | number)[])[]][] = [
    [
      'Brands on screen',
      'Precision and recall of seconds in which a brand is claimed or stands on screen. "Boxes" is the mean overlap (intersection over union) with the ink of the letters.',
      ['file', 'fps', 'mode', 'precision', 'recall', 'found', 'boxes', 'missed', 'invented'],
      screen.map((row) => {
        const seen = row.score.brands?.on_screen;
        return [
          ...at(row),
          row.mode,
          figure(seen?.precision),
          figure(seen?.recall),
          seen?.overlays_found ?? '·',
          figure(seen?.boxes?.mean_iou),
          seen?.overlays_missed.join(', ') || '·',
          seen?.names_not_in_truth.join(', ') || '·',
        ];
      }),
    ],
    [
      'Brands in speech',
      'Recall over mentions, precision over reported ones.',
      ['file', 'fps', 'mode', 'recall', 'precision', 'missed', 'false'],
      said.map((row) => {
        const spoken = row.score.brands?.spoken;
        return [
          ...at(row),
          row.mode,
          figure(spoken?.recall),
          figure(spoken?.precision),
          spoken?.missed.join(', ') || '·',
          spoken?.false.join(', ') || '·',
        ];
      }),
    ],
    [
      'Objects',
      'Precision and recall of seconds, and the mean overlap of boxes where the truth has one.',
      ['file', 'fps', 'precision', 'recall', 'boxes', 'recall by name'],
      things.map((row) => [
        ...at(row),
        figure(row.score.objects?.precision),
        figure(row.score.objects?.recall),
        figure(row.score.objects?.boxes.mean_iou),
        Object.entries(row.score.objects?.per_name ?? {})
          .filter(([, one]) => one.recall !== null)
          .map(([name, one]) => `${name} ${figure(one.recall)}`)
          .join(', ') || '·',
      ]),
    ],
    [
      'Words',
      'Word error rate without hints; words invented where nothing is said.',
      ['file', 'word error rate', 'invented', 'mean error of starts, s'],
      words.map((row) => [
        row.file,
        figure(row.score.speech?.wer),
        row.score.speech?.invented_words ?? '·',
        figure(row.score.speech?.mean_start_error_s),
      ]),
    ],
    [
      'Cuts',
      'Within 0.2 s of the truth.',
      ['file', 'F1', 'mean error, s'],
      cuts.map((row) => [
        row.file,
        figure(row.score.shots?.f1),
        figure(row.score.shots?.mean_error_s),
      ]),
    ],
    [
      'Time',
      'Seconds for a minute of video on one core: CPU of the process, without the loading of models. "Read" is how many pictures or parts of one the text detector was shown, for how many samples.',
      ['file', 'fps', 'mode', 'ingestion', 'speech', 'brands', 'objects', 'read'],
      rows.map((row) => [
        ...at(row),
        row.mode,
        ...['ingestion', 'speech', 'brands', 'objects'].map((stage) =>
          row.spent[stage] === undefined ? '·' : ((row.spent[stage] ?? 0) / row.minutes).toFixed(0),
        ),
        `${row.reads} / ${row.frames}`,
      ]),
    ],
  ];
  const sections = parts
    .filter(([, , , body]) => body.length > 0)
    .map(([title, about, head, body]) => `## ${title}\n\n${about}\n\n${table(head, body)}`);
  return [
    '# How right the results are',
    `Made by \`node bench/accuracy.ts --unseen --write\` on the project's test media with ${engines}. "·" is not measured or none. "Asked for" looks for the names given with the job, "any brand" for every name of the lexicon.`,
    ...sections,
  ].join('\n\n');
}

/** Opens the engines: what is measured is their work, not the loading of models. */
async function warmedUp(house: House): Promise<string[]> {
  const open = house.engines(engines);
  const [speech, text, objects] = [await open.speech(), await open.text(), await open.objects()];
  // The speech model is loaded at the first word.
  const word = join(root, 'server', 'testing', 'engines', 'river.wav');
  const span = { start: 0, end: 2.6 };
  const sound = { path: word, startSeconds: 0 };
  await speech?.hear(sound, span, { language: null, hints: [] }, context);
  return [speech, text, ...objects].map((engine) =>
    engine ? engineLabel([engine.info]) : 'no speech engine',
  );
}

/** What was kept for the last measurement: other voices, pictures, fonts and talks than the settings were found on. */
async function unseenParts(): Promise<string[]> {
  const sections = [
    await measureSpeech('final'),
    await measureVoices('final'),
    await measureThings('final'),
    await measureText('final', { clips: 12 }),
    await measureQuestions('final'),
  ];
  return [
    '# On media never used for tuning',
    'Sets made by machine from what Debian packages carry; their final parts share no voice, sentence, picture, font or talk with the parts that settings were found on.',
    ...sections,
  ];
}

if (!existsSync(mediaDir)) {
  console.error(`skipped: no test media in ${mediaDir}`);
} else {
  const { score } = (await import(pathToFileURL(join(sharedDir, 'tools', 'score.mjs')).href)) as {
    score: Scorer;
  };
  const house = openHouse();
  const labels = await warmedUp(house);
  const names = options.only?.split(',') ?? Object.keys(files);
  const rows: Row[] = [];
  for (const name of names) {
    for (const fps of rates) {
      rows.push(...(await measureFile(name, fps, house, score)));
      console.error(`${name} at ${fps} fps done`);
    }
  }

  const parts = [report(rows, labels.join(', '))];
  if (options.unseen) parts.push(...(await unseenParts()));
  const text = `${parts.join('\n\n')}\n`;
  if (options.write) writeFileSync(join(root, 'docs', 'accuracy.md'), text);
  else console.log(text);
}
process.exit(0);
