/** For tests and benches: analyses an ingested video as a job does, in a given number of parts, one after the other. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ask, needs, type Results } from '@reelsight/contract';
import type { CallContext } from '../../src/engines/engine.ts';
import type { EngineSettings } from '../../src/engines/registry.ts';
import type { MediaPass } from '../../src/media/media.ts';
import { frameCells, soundCells } from '../../src/perception/cells.ts';
import type {
  JoinOrder,
  PartArtifact,
  PartFiles,
  PartKind,
  SpanOrder,
} from '../../src/perception/part.ts';
import type { Resources } from '../../src/perception/resources.ts';
import { runPart } from '../../src/perception/run-part.ts';
import { spansOf } from './seen-whole.ts';

/** Only the engines that npm installs. */
export const ownEngines: EngineSettings = {
  modelsDir: join(tmpdir(), 'reelsight-no-models'),
  threads: 1,
  device: 'cpu',
  remote: null,
  brandsFile: null,
  logosDir: null,
  paid: { calls: 12, timeMs: 120_000 },
};

export const plainAsk: Ask = {
  capabilities: ['transcription'],
  brands: [],
  surfaces: [],
  objects: [],
  queries: [],
  language: null,
  fps: 1,
  return_proof: true,
  max_credits: null,
  from_job: null,
};

export interface WholeOptions {
  readonly resources: Resources;
  /** Number of parts of each kind. */
  readonly parts: number;
  /** Existing folder for artifacts and results. */
  readonly outDir: string;
  readonly engines?: EngineSettings;
  readonly context?: CallContext;
  /** Called after each part. */
  readonly onPart?: (kind: PartKind) => void;
  /** Kinds of parts that are treated as given up. */
  readonly without?: readonly PartKind[];
  readonly join?: Partial<JoinOrder>;
}

const quiet: CallContext = { signal: new AbortController().signal, meter: () => {} };

/** `dir`: the folder of an ingestion. Returns the content of `results.json`; the files of the join are in `outDir`. */
export async function perceiveWhole(
  dir: string,
  ask: Ask,
  options: WholeOptions,
): Promise<Results> {
  const { resources, outDir, onPart, context = quiet, engines = ownEngines } = options;
  const path = join(dir, 'media.json');
  const pass = await resources.pass(path);
  const files = filesOf(dir, pass);
  const library = { brands: [], logos: [] };
  const order = { jobId: 'job_whole', ask, library, files, engines };
  const parts: PartArtifact[] = [];
  for (const { kind, span } of planned(ask, pass, options.parts)) {
    const artifactPath = join(outDir, `${kind}-${span.from}.json`);
    const givenUp = options.without?.includes(kind) === true;
    if (!givenUp) {
      const { artifact } = await runPart({ ...order, kind, span }, resources, context);
      await writeFile(artifactPath, JSON.stringify(artifact));
    }

    parts.push({ kind, span, path: givenUp ? null : artifactPath });
    onPart?.(kind);
  }

  const joined = join(outDir, 'joined');
  await mkdir(joined, { recursive: true });

  const whole: JoinOrder = {
    ...order,
    kind: 'join',
    parts,
    transcript: null,
    title: null,
    metadata: null,
    flags: [],
    proofFrames: 20,
    storyboardTiles: 150,
    outDir: joined,
    withoutModel: false,
    ...options.join,
  };
  await runPart(whole, resources, context);
  onPart?.('join');

  return JSON.parse(await readFile(join(whole.outDir, 'results.json'), 'utf8')) as Results;
}

function filesOf(dir: string, { audio, images }: MediaPass): PartFiles {
  return {
    pass: join(dir, 'media.json'),
    sound: audio && {
      path: join(dir, audio.file),
      startSeconds: 0,
      unpackTo: join(dir, 'sound.wav'),
    },
    frames: images.length > 0 ? { path: join(dir, 'frames.pack'), offset: 0 } : null,
  };
}

function planned(
  { capabilities }: Ask,
  pass: MediaPass,
  parts: number,
): Pick<SpanOrder, 'kind' | 'span'>[] {
  const sound = needs('speech', capabilities) ? soundCells(pass).length : 0;
  const frames = frameCells(pass).length;
  const of = (kind: SpanOrder['kind'], cells: number, most: number) =>
    cells === 0 ? [] : spansOf(cells, most).map((span) => ({ kind, span }));

  return [
    ...of('hear', sound, parts),
    ...of('speakers', sound, 1),
    ...of('read', needs('text', capabilities) ? frames : 0, parts),
    ...of('detect', capabilities.includes('objects') ? frames : 0, parts),
  ];
}
