/** One cached part of a job: the answer of the process that worked on it and, for a join, the files that it wrote. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Results } from '@reelsight/contract';
import type { PartAnswer } from '../../src/jobs/hosts/host-messages.ts';
import type { PartOrder } from '../../src/perception/part.ts';
import { keep, readKept } from './part-cache.ts';

export type DonePart = Extract<PartAnswer, { kind: 'done' }>;

interface KeptPart {
  /** Id of the job for which the part was computed. */
  readonly jobId: string;
  readonly answer: DonePart;
  readonly files: KeptFiles;
}

/** File contents by path relative to a folder. */
export type KeptFiles = ReadonlyMap<string, Uint8Array>;

/** Stores a computed part, unless something failed, because it may work the next time. */
export function keepPart(key: string, order: PartOrder, answer: DonePart, folder?: string): void {
  if (hasFailure(answer)) return;
  if (order.kind === 'join' && lacksStoryboard(order.outDir)) return;
  const files: KeptFiles = order.kind === 'join' ? filesIn(order.outDir) : new Map();
  keep(key, { jobId: order.jobId, answer, files } satisfies KeptPart, folder);
}

function hasFailure({ outcome }: DonePart): boolean {
  const artifact = outcome.artifact as { readonly failure?: unknown } | null;
  return Boolean(artifact?.failure);
}

/**
 * Whether the disk accepted no pictures. Other flags are not checked: they may stand for an engine that this machine
 * never has.
 */
function lacksStoryboard(outDir: string): boolean {
  const { meta } = JSON.parse(readFileSync(join(outDir, 'results.json'), 'utf8')) as Results;
  return meta.storyboard_unavailable === true;
}

/** Returns a stored part as if it had just been computed for this order; null if it is not stored. */
export function takeKeptPart(key: string, order: PartOrder, folder?: string): DonePart | null {
  const kept = readKept<KeptPart>(key, folder);
  if (kept === null) return null;

  if (order.kind === 'join') {
    writeFiles(order.outDir, kept.files);
    renameJob(order.outDir, { from: kept.jobId, to: order.jobId });
    if (order.metadata === null) fetchedNow(order.outDir);
  }

  const now = Date.now();
  const work = kept.answer.work.map((calls) => ({ ...calls, startedMs: now, endedMs: now }));

  return { ...kept.answer, work };
}

/** Replaces the old job's id by the new one's, because the addresses of pictures contain it. */
function renameJob(outDir: string, { from, to }: { from: string; to: string }): void {
  for (const name of readdirSync(outDir)) {
    if (!name.endsWith('.json')) continue;
    const file = join(outDir, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(from, to));
  }
}

/** Updates the only time in the results: when the metadata of the file were read. */
function fetchedNow(outDir: string): void {
  const file = join(outDir, 'results.json');
  const results = JSON.parse(readFileSync(file, 'utf8')) as Results;
  if (!results.metadata) return;
  const metadata = { ...results.metadata, fetched_at: new Date().toISOString() };
  writeFileSync(file, JSON.stringify({ ...results, metadata }));
}

export function filesIn(folder: string): KeptFiles {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path)]),
  );
}

export function writeFiles(folder: string, files: KeptFiles): void {
  for (const [name, bytes] of files) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
}
