/** Determines, before anything is downloaded, the source, the size and the required hash of each file of a model. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@reelsight/contract';
import { parseDescription } from './description.ts';
import type { Digest } from './digest.ts';
import { type Hub, steadyBody } from './hub.ts';
import type { ModelDescription, ModelEntry, ModelFile, ModelSource } from './model.ts';

export type Origin =
  | { readonly kind: 'web'; readonly url: string }
  | { readonly kind: 'disk'; readonly path: string };

export interface PlannedFile {
  readonly path: string;
  readonly origin: Origin;
  readonly sizeBytes?: number;
  /** No more is accepted, whatever the other side sends. */
  readonly maxBytes: number;
  readonly digest: Digest;
}

export interface ModelPlan {
  readonly entry: ModelEntry;
  /** Source of the entry, with a branch name replaced by the commit it referred to. */
  readonly source: ModelSource;
  readonly files: readonly PlannedFile[];
}

/** Where models come from. If there is a mirror, the hub is never asked. */
export interface Supply {
  readonly hub: Hub;
  /** Without a slash at the end. */
  readonly hubUrl: string;
  /** A copy of a models folder, given as a folder or as a web address. */
  readonly mirror?: string;
}

/**
 * Throws Fault NOT_FOUND, RATE_LIMITED, SERVICE_UNAVAILABLE or PROCESSING_ERROR; its `detail` says which file is
 * affected and what to do.
 */
export function planModel(
  entry: ModelEntry,
  supply: Supply,
  signal: AbortSignal,
): Promise<ModelPlan> {
  return supply.mirror === undefined
    ? planFromSource(entry, supply, signal)
    : planFromMirror(entry, supply.mirror, supply.hub, signal);
}

async function planFromSource(
  entry: ModelEntry,
  { hub, hubUrl }: Supply,
  signal: AbortSignal,
): Promise<ModelPlan> {
  let source = entry.source;
  const files: PlannedFile[] = [];
  for (const file of entry.files) {
    const url = addressOf(file.origin?.source ?? source, hubUrl, file.origin?.path ?? file.path);
    // If size and hash are pinned in the manifest, the hub need not be queried; the hash is checked against the bytes
    // in any case.
    const facts =
      file.sha256 && file.sizeBytes !== undefined ? {} : await hub.describe(url, signal);
    // All files of a model are from one commit, even if the branch moves meanwhile.
    if (source.kind === 'hub' && file.origin === undefined && facts.revision)
      source = { ...source, revision: facts.revision };

    const sizeBytes = file.sizeBytes ?? facts.sizeBytes;
    const digest = digestFor(entry, file, facts.digest);
    files.push(
      plannedFile(entry, { path: file.path, origin: { kind: 'web', url }, digest }, sizeBytes),
    );
  }

  return { entry, source, files };
}

async function planFromMirror(
  entry: ModelEntry,
  mirror: string,
  hub: Hub,
  signal: AbortSignal,
): Promise<ModelPlan> {
  const onWeb = /^https?:\/\//i.test(mirror);
  const originOf = (path: string): Origin =>
    onWeb
      ? { kind: 'web', url: `${mirror.replace(/\/+$/, '')}/${entry.id}/${encodePath(path)}` }
      : { kind: 'disk', path: join(mirror, entry.id, path) };
  const mirrorDescription = await readMirrored(originOf('model.json'), hub, signal);
  const files = entry.files.map((file) => {
    const listed = mirrorDescription?.files.find((candidate) => candidate.path === file.path);
    const sizeBytes = file.sizeBytes ?? listed?.sizeBytes;
    const listedDigest: Digest | undefined = listed && { algorithm: 'sha256', hex: listed.sha256 };
    const digest = digestFor(entry, file, listedDigest, mirror);
    return plannedFile(entry, { path: file.path, origin: originOf(file.path), digest }, sizeBytes);
  });

  return { entry, source: mirrorDescription?.source ?? entry.source, files };
}

/** The `model.json` of the mirror; null if it has none. */
async function readMirrored(
  origin: Origin,
  hub: Hub,
  signal: AbortSignal,
): Promise<ModelDescription | null> {
  try {
    if (origin.kind === 'disk') {
      return parseDescription(await readFile(origin.path, 'utf8'), origin.path);
    }

    return parseDescription(await readText(origin.url, hub, signal), origin.url);
  } catch (error) {
    const absent =
      error instanceof Fault
        ? error.code === 'NOT_FOUND'
        : (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (absent) return null;

    throw error;
  }
}

/** A `model.json` has a few KB. */
const maxDescriptionBytes = 1_000_000;

async function readText(url: string, hub: Hub, signal: AbortSignal): Promise<string> {
  const answer = await hub.open(url, {}, signal);
  const chunks: Uint8Array[] = [];
  let bytes = 0;

  try {
    for await (const chunk of steadyBody(answer, hub.limits, signal)) {
      bytes += chunk.length;
      if (bytes > maxDescriptionBytes)
        throw new Fault('PROCESSING_ERROR', `${url} sends more than ${maxDescriptionBytes} bytes`);
      chunks.push(chunk);
    }
  } finally {
    answer.body.destroy();
  }

  return Buffer.concat(chunks).toString('utf8');
}

function digestFor(
  entry: ModelEntry,
  file: ModelFile,
  reportedDigest: Digest | undefined,
  mirror?: string,
): Digest {
  if (file.sha256 !== undefined) return { algorithm: 'sha256', hex: file.sha256 };
  if (reportedDigest !== undefined) return reportedDigest;

  throw new Fault(
    'PROCESSING_ERROR',
    mirror === undefined
      ? `${entry.id}: the hub gives no hash for ${file.path}, so it cannot be checked`
      : `${entry.id}: the mirror ${mirror} has no ${entry.id}/model.json that lists ${file.path}. ` +
          'A mirror is a copy of a models folder that `reelsight models pull` filled.',
  );
}

/** The manifest's size of a model is about right; a file of which no size is known may have a multiple of it. */
const timesAboutBytes = 2;
const spareBytes = 1_000_000;

const plannedFile = (
  { aboutBytes }: ModelEntry,
  file: Pick<PlannedFile, 'path' | 'origin' | 'digest'>,
  sizeBytes: number | undefined,
): PlannedFile =>
  sizeBytes === undefined
    ? { ...file, maxBytes: timesAboutBytes * aboutBytes + spareBytes }
    : { ...file, sizeBytes, maxBytes: sizeBytes };

function addressOf(source: ModelSource, hubUrl: string, path: string): string {
  const base =
    source.kind === 'address'
      ? source.base
      : `${hubUrl}/${source.repository}/resolve/${encodeURIComponent(source.revision)}`;
  return `${base}/${encodePath(path)}`;
}

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
