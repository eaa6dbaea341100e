/**
 * A hash of everything on which the result of a part or an ingestion depends. Equal keys mean that it has been computed
 * before.
 */
import { createHash, type Hash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import type { Ask } from '@reelsight/contract';
import type { IngestionRequest } from '../../src/jobs/ingestion/ingestion-processes.ts';
import type { JoinOrder, PartOrder, SpanOrder } from '../../src/perception/part.ts';
import { fingerprintOf } from '../test-cache.ts';

/**
 * Patterns of the files that compute parts and ingest videos. The lock file stands for the packages, some of which
 * contain neural networks.
 */
export const sources = [
  'contract/src/**/!(*.test).ts',
  'server/src/{analysis,engines,media,models,perception}/**/!(*.test).{ts,txt,json}',
  'server/src/jobs/{compute-part,ingested-files,ingestion-process,ingestion-processes}.ts',
  'package-lock.json',
];

/**
 * The fields of a request that each kind of part reads. Of the capabilities, a part reads only whether brands are
 * requested. `part-cache.test.ts` checks this list against what a real part reads.
 */
export const fieldsRead = {
  hear: ['brands', 'language', 'glossary_terms'],
  speakers: ['speakers_expected'],
  read: ['brands', 'surfaces'],
  detect: ['objects'],
} as const satisfies { readonly [Kind in SpanOrder['kind']]: readonly (keyof Ask)[] };

/**
 * Null for a part that is not cached because a model server takes part in it, which may answer differently the next
 * time.
 */
export function partKey(order: PartOrder, computedBy = computerFingerprint()): string | null {
  if (order.engines.remote !== null) return null;
  const hash = createHash('sha256');
  addJson(hash, [computedBy, order.kind]);
  if (order.kind === 'join') addJoin(hash, order);
  else addSpan(hash, order);
  return hash.digest('hex');
}

/**
 * The limits on a video's length are not part of the key: the code that uses a cached ingestion checks the length
 * itself.
 */
export function ingestionKey(
  { source, fps, limits, audioTrack, range }: IngestionRequest,
  computedBy = computerFingerprint(),
): string {
  const hash = createHash('sha256');
  addJson(hash, [computedBy, 'ingestion', fps, limits, audioTrack, range]);
  addFile(hash, source);
  return hash.digest('hex');
}

let ownFingerprint: string | undefined;

/** Fingerprint of the sources and of the processor, because networks round differently on different processors. */
function computerFingerprint(): string {
  ownFingerprint ??= `${sourcesFingerprint()} ${processor()}`;
  return ownFingerprint;
}

export const sourcesFingerprint = (checkout?: string): string => fingerprintOf(sources, checkout);

function processor(): string {
  const model = cpus()[0]?.model ?? '';
  return `${process.arch} ${model} ${processorFlags()}`;
}

/**
 * The processor's instruction sets, because a virtual machine may hide some that the model has. Empty if Linux does not
 * list them.
 */
function processorFlags(): string {
  try {
    return /^flags\s*:(.*)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
}

function addSpan(hash: Hash, order: SpanOrder): void {
  const { kind, span, ask, library, files } = order;
  const { brands, logos, terms } = library;
  addJson(hash, { span, brands, terms });
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

/** Adds everything in the order except the job's id. Files are added by their content. */
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
  const { threads, device, modelsDir, brandsFile, logosDir, paid } = engines;
  addJson(hash, { threads, device, paid });
  if (brandsFile !== null) addFile(hash, brandsFile);
  for (const folder of [modelsDir, logosDir]) addFolder(hash, folder);
}

/** Adds a value as JSON, with its length in front, so that different lists of values never give the same bytes. */
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
