/** What the outcome of a part depends on, as a hash: equal keys mean that the part was computed before. */
import { createHash, type Hash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Ask } from '@reelsight/contract';
import type { PartOrder, SpanOrder } from '../../src/perception/part.ts';
import { fingerprintOf } from '../test-cache.ts';

/** What computes parts. The lock file stands for the packages, of which some bring the networks. */
export const sources = [
  'contract/src/**/!(*.test).ts',
  'server/src/{analysis,engines,media,models,perception}/**/!(*.test).{ts,txt,json}',
  'server/src/jobs/compute-part.ts',
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

/**
 * Null for a part that is not kept: a join, which writes files of its own and names its job, and a part that a model
 * server takes part in, which may answer otherwise the next time.
 */
export function partKey(order: PartOrder, computedBy = computerFingerprint()): string | null {
  if (order.kind === 'join' || order.engines.remote !== null) return null;
  const hash = createHash('sha256');
  addJson(hash, computedBy);
  addOrder(hash, order);
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

function addOrder(hash: Hash, order: SpanOrder): void {
  const { kind, span, ask, library, files, engines } = order;
  const { brands, logos } = library;
  addJson(hash, { kind, span, brands });
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
