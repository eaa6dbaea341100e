/**
 * How long each suite took last time, stored next to the cache of parts and, for a fresh checkout, in the repository.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { testCacheDir } from '../../server/testing/test-cache.ts';
import type { TestDatabase } from './plan.ts';

export interface Duration {
  /** Wall time. */
  readonly seconds: number;
  /** CPU time of the process and of the children that it has waited for. */
  readonly cpuSeconds: number;
}

/** Keyed by `durationKey`. */
export type Durations = Readonly<Record<string, Duration>>;

export const durationKey = (path: string, database: TestDatabase): string => `${database} ${path}`;

const committedFile = join(import.meta.dirname, 'durations.json');
const ownFile = join(testCacheDir, 'durations.json');

/** This machine's measurements take precedence over those in the repository. */
export function readDurations(): Durations {
  return { ...readJson(committedFile), ...readJson(ownFile) };
}

/** Adds a run's measurements to those of this machine. Returns a sentence if they could not be stored. */
export function keepDurations(measured: Durations): string | null {
  try {
    writeJson(ownFile, { ...readJson(ownFile), ...measured });
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `Nothing is kept in ${testCacheDir} that would make the next run quicker (${reason}). REELSIGHT_TEST_CACHE names another folder.`;
  }
}

/** Stores the measurements of a run of all suites as the order for fresh checkouts. */
export function commitDurations(measured: Durations): void {
  writeJson(committedFile, { ...readJson(committedFile), ...measured });
}

function readJson(file: string): Durations {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Durations;
  } catch {
    // The file does not exist, or a run ended while writing it. That does not matter, because the
    // order only affects speed.
    return {};
  }
}

function writeJson(file: string, durations: Durations): void {
  const sorted = Object.fromEntries(
    Object.entries(durations).sort(([left], [right]) => (left < right ? -1 : 1)),
  );
  const unfinished = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(unfinished, `${JSON.stringify(sorted, null, 1)}\n`);
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
