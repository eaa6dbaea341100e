/** Paths of the console that other rooms link to. Imports nothing. */

/** Path of a job's page, at a second of its video if one is given: to the hundredth, like times in results. */
export function jobPath(jobId: string, seconds?: number): string {
  const path = `/jobs/${encodeURIComponent(jobId)}`;
  return seconds === undefined ? path : `${path}?t=${Math.max(0, Math.round(seconds * 100)) / 100}`;
}
