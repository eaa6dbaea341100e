/** Paths of console pages that the other packages link to. Imports nothing. */

/**
 * Path of a job's page. If a second of its video is given, the page opens at that second, rounded to a hundredth like
 * times in results.
 */
export function jobPath(jobId: string, seconds?: number): string {
  const path = `/jobs/${encodeURIComponent(jobId)}`;
  return seconds === undefined ? path : `${path}?t=${Math.max(0, Math.round(seconds * 100)) / 100}`;
}
