/** What the outcome of a part or an ingestion depends on, as a hash: equal keys mean that it was computed before. */
import { createHash, type Hash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import type { Ask } from '@reelsight/contract';
import type { IngestionRequest } from '../../src/jobs/ingestion/ingestion-processes.ts';
import type { JoinOrder, PartOrder, SpanOrder } from '../../src/perception/part.ts';
import { fingerprintOf } from '../test-cache.ts';

/** What computes parts and takes videos apart. The lock file stands for the packages, of which some bring the networks. */
export const sources = [
  'contract/src/**/!(*.test).ts',
  'server/src/{analysis,engines,media,models,perception}/**/!(*.test).{ts,txt,json}',
  'server/src/jobs/{compute-part,ingested-files,ingestion-process,ingestion-processes}.ts',
  'package-lock.json',
];

/**
 * What each kind of part looks at in an ask, beside the capabilities, of which it only asks whether brands are wanted.
 * `part-cache.test.ts` holds this against what a real part reads.
 */
export const fieldsRead = {
  hear: ['brands', 'language'],
  speakers: [],
  read: ['brands', 'surfaces'],
  detect: ['objects'],
} as const satisfies { readonly [Kind in SpanOrder['kind']]: readonly (keyof Ask)[] };

/** Null for a part that is not kept: one that a model server takes part in, which may answer otherwise the next time. */
export function partKey(order: PartOrder, computedBy = computerFingerprint()): string | null {
  if (order.engines.remote !== null) return null;
  const hash = createHash('sha256');
  addJson(hash, [computedBy, order.kind]);
  if (order.kind === 'join') addJoin(hash, order);
  else addSpan(hash, order);
  return hash.digest('hex');
}

/** How far the video may be taken apart is not in it: whoever takes a kept ingestion compares its length with that. */
export function ingestionKey(
  { source, fps, limits, audioTrack }: IngestionRequest,
  computedBy = computerFingerprint(),
): string {
  const hash = createHash('sha256');
  addJson(hash, [computedBy, 'ingestion', fps, limits, audioTrack]);
  addFile(hash, source);
  return hash.digest('hex');
}

let ownFingerprint: string | undefined;

/** Of the sources, and of the processor: networks round differently on another kind. */
function computerFingerprint(): string {
  ownFingerprint ??= `${sourcesFingerprint()} ${processor()}`;
  return ownFingerprint;
}

export const sourcesFingerprint = (checkout?: string): string => fingerprintOf(sources, checkout);

function processor(): string {
  const model = cpus()[0]?.model ?? '';
  return `${process.arch} ${model} ${processorFlags()}`;
}

/** The instruction sets, which a virtual machine may hide from a model that has them; empty where Linux does not tell. */
function processorFlags(): string {
  try {
    return /^flags\s*:(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
}

function addSpan(hash: Hash, order: SpanOrder): void {
  const { kind, span, ask, library, files } = order;
  const { brands, logos } = library;
  addJson(hash, { span, brands });
  addJson(
    hash,
    fieldsRead[kind].map((field) => ask[field]),
  );
  addJson(hash, kind === 'read' && ask.capabilities.includes('brands'));

  for (const { path, ...logo } of logos) {
    addJson(hash, logo);
    addFile(hash, path);
  }

  addFile(hash, files.pass);
  addJson(hash, { startSeconds: files.sound?.startSeconds, offset: files.frames?.offset });
  for (const file of [files.sound, files.frames]) if (file) addFile(hash, file.path);

  addEngines(hash, order);
}

/** All of the order, but for the name of its job, and files by what they hold. */
function addJoin(hash: Hash, order: JoinOrder): void {
  const { ask, library, title, metadata, flags } = order;
  const { proofFrames, storyboardTiles, withoutModel } = order;

  addJson(hash, { ask, brands: library.brands, title, metadata, flags });
  addJson(hash, { proofFrames, storyboardTiles, withoutModel });

  const { pass, frames } = order.files;
  addFile(hash, pass);
  addFile(hash, join(dirname(pass), 'thumbnail.jpg'));

  if (frames) addFile(hash, frames.path);
  for (const { kind, span, path } of order.parts) {
    addJson(hash, { kind, span, isThere: path !== null });
    if (path !== null) addFile(hash, path);
  }

  addJson(hash, order.transcript !== null);
  if (order.transcript !== null) addFile(hash, order.transcript);
  addEngines(hash, order);
}

function addEngines(hash: Hash, { engines }: PartOrder): void {
  const { threads, device, modelsDir, brandsFile, logosDir } = engines;
  addJson(hash, { threads, device });
  if (brandsFile !== null) addFile(hash, brandsFile);
  for (const folder of [modelsDir, logosDir]) addFolder(hash, folder);
}

/** Each with its length, so that no two lists of values run together into the same bytes. */
function addJson(hash: Hash, value: unknown): void {
  const text = JSON.stringify(value);
  hash.update(`${text.length}:${text}`);
}

function addFile(hash: Hash, path: string): void {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0);
  hash.update(`${bytes.length}:`).update(bytes);
}

function addFolder(hash: Hash, folder: string | null): void {
  const files = folder === null ? [] : globSync('**', { cwd: folder }).sort();
  addJson(hash, files);
  for (const file of files)
    if (statSync(join(folder ?? '', file)).isFile()) addFile(hash, join(folder ?? '', file));
}
