/** A part as it is kept: what its host answered, and the files that a join left. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Results } from '@reelsight/contract';
import type { PartAnswer } from '../../src/jobs/hosts/host-messages.ts';
import type { PartOrder } from '../../src/perception/part.ts';
import { keep, readKept } from './part-cache.ts';

export type DonePart = Extract<PartAnswer, { kind: 'done' }>;

interface KeptPart {
  /** The job it was computed for. */
  readonly jobId: string;
  readonly answer: DonePart;
  readonly files: KeptFiles;
}

/** By their paths below a folder. */
export type KeptFiles = ReadonlyMap<string, Uint8Array>;

/** Keeps what was computed, unless something failed, which may work the next time. */
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

/** By a disk that took no pictures. Other flags may stand for an engine that this machine never has. */
function lacksStoryboard(outDir: string): boolean {
  const { meta } = JSON.parse(readFileSync(join(outDir, 'results.json'), 'utf8')) as Results;
  return meta.storyboard_unavailable === true;
}

/** As if it had been computed for this order, now; null if it is not kept. */
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

/** Addresses of pictures hold the name of their job. */
function renameJob(outDir: string, { from, to }: { from: string; to: string }): void {
  for (const name of readdirSync(outDir)) {
    if (!name.endsWith('.json')) continue;
    const file = join(outDir, name);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(from, to));
  }
}

/** The one moment in the results: when the file was looked at. */
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
