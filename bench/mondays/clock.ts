/**
 * The clock of the played weeks. The service runs under `faketime` of Debian, so that its processes, its database and
 * what it stores agree on the date, and nothing that it stored is touched; the browser's clock is moved by the same
 * distance. Receivers and this script stay on the real clock and convert.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const dayMs = 86_400_000;
const libraries = '/usr/lib';

/** Path of the library that moves the clock of a process; undefined if `faketime` is not installed. */
export const faketimeLibrary = (): string | undefined =>
  readdirSync(libraries)
    .map((folder) => join(libraries, folder, 'faketime', 'libfaketimeMT.so.1'))
    .find((path) => existsSync(path));

/** The last four Mondays before today, at 07:59:30 UTC, which is shortly before nine in the analyst's zone. */
export function lastFourMondays(today = new Date()): Date[] {
  const daysSinceMonday = (today.getUTCDay() + 6) % 7 || 7;
  const last = Date.UTC(
    today.getUTCFullYear(),
    today.getUTCMonth(),
    today.getUTCDate() - daysSinceMonday,
    7,
    59,
    30,
  );
  return [21, 14, 7, 0].map((days) => new Date(last - days * dayMs));
}

/** Always an hour before UTC, without summer time, so that each Monday's nine o'clock is eight in UTC. */
export const analystZone = 'Africa/Lagos';

/** Environment of processes whose clock is ahead by these milliseconds, or behind if they are negative. */
export const clockEnvironment = (library: string, aheadMs: number): Record<string, string> => ({
  LD_PRELOAD: library,
  // A distance rather than a time, from which each process that the service starts would count anew.
  FAKETIME: `${aheadMs < 0 ? '' : '+'}${(aheadMs / 1000).toFixed(3)}`,
  // Waits and limits of the service count real seconds.
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});
