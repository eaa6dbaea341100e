/**
 * How right the installed engines are on the test media: word error rate, brands in speech and on screen, objects,
 * cuts, and the CPU each stage takes. Needs the media and the scorer in the folder `shared` beside the checkout.
 * Usage: node bench/accuracy.ts [--fps 1,2,4] [--only talk,objects] [--models DIR] [--unseen] [--write]
 * (docs/accuracy.md)
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { spokenNames } from '../server/src/analysis/brand-lexicon.ts';
import { chooseProof } from '../server/src/analysis/proof.ts';
import type { CallContext } from '../server/src/engines/engine.ts';
import { type Engines, engineLabel, openEngines } from '../server/src/engines/registry.ts';
import type { Speech } from '../server/src/engines/speech.ts';
import { openFrames } from '../server/src/media/frames.ts';
import { ingestMedia } from '../server/src/media/ingest.ts';
import { loadLexicon } from '../server/src/pipeline/brand-names.ts';
import { type Pictures, seeBrands } from '../server/src/pipeline/see-brands.ts';
import { seeObjects } from '../server/src/pipeline/see-objects.ts';
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
    only: { type: 'string' },
    models: { type: 'string' },
    unseen: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

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

async function measureFile(
  name: string,
  fps: number,
  engines: Engines,
  score: Scorer,
): Promise<Row[]> {
  const path = join(mediaDir, files[name] ?? '');
  const truth = JSON.parse(readFileSync(join(mediaDir, 'truth', `${name}.json`), 'utf8')) as Truth;
  const dir = await mkdtemp(join(tmpdir(), 'reelsight-accuracy-'));
  let spent: Record<string, number> = {};
  const timed = async <T>(stage: string, work: () => Promise<T>): Promise<T> => {
    const from = cpuSeconds();
    const result = await work();
    spent[stage] = (spent[stage] ?? 0) + cpuSeconds() - from;
    return result;
  };
  try {
    const outDir = join(dir, 'ingestion');
    await mkdir(outDir);
    const limits = {
      maxSidePixels: 8192,
      maxFramePixels: 40e6,
      frameSidePixels: 1280,
      maxDurationSeconds: 36_000,
    };
    const { signal } = context;
    const pass = await timed('ingestion', () => ingestMedia({ path, outDir, fps, limits, signal }));
    const hints = [...(truth.brands?.ask ?? []), ...(truth.brands?.ask_absent ?? [])];
    const frames = pass.frames.length > 0 ? await openFrames(outDir, pass) : null;
    const pictures = frames && { pass, frames };
    const rows: Row[] = [];
    const ingestion = spent.ingestion ?? 0;
    for (const mode of ['asked for', 'any brand'] as const) {
      const asked = mode === 'asked for';
      // The lexicon is searched at one rate only: what is read is the same.
      if (!asked && fps !== rates[0]) continue;
      spent = { ingestion };
      if (asked && hints.length === 0 && !truth.objects) continue;
      const listen = () =>
        hear(
          engines,
          pass.audio && { ...pass.audio, path: join(outDir, pass.audio.file) },
          asked ? hints : [],
        );
      const speech = await timed('speech', listen);
      for (const item of Object.keys(used)) delete used[item];
      const seen = await timed('brands', () =>
        brandsOf(pictures, asked ? hints : [], speech, engines),
      );
      const things =
        asked && truth.objects && pictures
          ? await timed('objects', () => objectsOf(pictures, truth, engines))
          : null;
      const proof = chooseProof(seen.built, things?.built ?? [], {
        id: 'job_x',
        returnProof: true,
      });
      const results = {
        transcription: transcriptionOf(speech, pass.probe.durationSeconds),
        brands: proof.brands,
        ...(things && { objects: proof.objects, meta: { objects_not_found: things.notFound } }),
      };
      rows.push({
        ...{ file: name, fps, mode, spent: { ...spent }, reads: used.text_frames ?? 0 },
        score: score(results, truth, {
          shots: pass.shots,
          ...(asked && { ask: [...hints, ...(truth.objects?.labels ?? [])] }),
        }),
        minutes: truth.media.duration_seconds / 60,
        frames: pass.frames.length,
      });
    }
    await frames?.close();
    return rows;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function hear(
  engines: Engines,
  audio: { path: string; durationSeconds: number } | null,
  hints: readonly string[],
): Promise<Speech | null> {
  if (!audio) return null;
  const engine = await engines.speech();
  // As a job that asks for brands has it: without names of its own, those of the lexicon.
  const known = hints.length > 0 ? [] : spokenNames(await loadLexicon({ operatorFile: null }));
  return engine ? engine.transcribe(audio, { language: null, hints, known }, context) : null;
}

async function brandsOf(
  pictures: Pictures | null,
  targets: readonly string[],
  speech: Speech | null,
  engines: Engines,
) {
  return seeBrands(
    pictures,
    {
      targets,
      surfaces: [],
      returnProof: true,
      segments: speech?.segments ?? [],
      lexicon: await loadLexicon({ operatorFile: null }),
      costlyLooks: 60,
    },
    {
      text: await engines.text(),
      logos: await engines.logos(targets, []),
      vision: await engines.vision(),
    },
    context,
  );
}

async function objectsOf({ pass, frames }: Pictures, truth: Truth, engines: Engines) {
  return seeObjects(
    pass,
    frames,
    { names: truth.objects?.labels ?? [], costlyLooks: 60 },
    {
      objects: await engines.objects(),
      outlines: await engines.outlines(),
      vision: await engines.vision(),
    },
    context,
  );
}

function transcriptionOf(speech: Speech | null, duration: number) {
  if (!speech) return undefined;
  const text = speech.segments.map((segment) => segment.text).join(' ');
  return {
    text,
    segments: speech.segments,
    language: speech.language,
    duration_seconds: duration,
    word_count: text.split(/\s+/).filter(Boolean).length,
  };
}

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

/** The same engines, opened once: what is measured is their work, not the loading of models. */
async function loaded(engines: Engines): Promise<Engines> {
  const [speech, text, objects] = [
    await engines.speech(),
    await engines.text(),
    await engines.objects(),
  ];
  // The speech model is loaded at the first word.
  const word = join(root, 'server', 'src', 'engines', 'fixtures', 'river.wav');
  const open = {
    speech: async () => speech,
    text: async () => text,
    objects: async () => objects,
  };
  await hear({ ...engines, ...open }, { path: word, durationSeconds: 2.6 }, []);
  return { ...engines, ...open };
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
  const engines = await loaded(
    openEngines({
      modelsDir: options.models ?? join(tmpdir(), 'reelsight-no-models'),
      threads: 1,
      remote: null,
      brandsFile: null,
      logosDir: null,
    }),
  );
  const names = options.only?.split(',') ?? Object.keys(files);
  const rows: Row[] = [];
  for (const name of names) {
    for (const fps of rates) {
      rows.push(...(await measureFile(name, fps, engines, score)));
      console.error(`${name} at ${fps} fps done`);
    }
  }

  const infos = [await engines.speech(), await engines.text(), ...(await engines.objects())];
  const labels = infos.map((engine) => (engine ? engineLabel([engine.info]) : 'no speech engine'));
  const parts = [report(rows, labels.join(', '))];
  if (options.unseen) parts.push(...(await unseenParts()));
  const text = `${parts.join('\n\n')}\n`;
  if (options.write) writeFileSync(join(root, 'docs', 'accuracy.md'), text);
  else console.log(text);
}
process.exit(0);
