/** Addresses of the console that several pages lead to. */

/** Address of a job, optionally at a second. */
export function jobAddress(job: string, seconds?: number): string {
  const at = seconds === undefined ? '' : `?t=${Math.round(seconds * 10) / 10}`;
  return `/jobs/${encodeURIComponent(job)}${at}`;
}

export const batchAddress = (batch: string): string => `/batches/${encodeURIComponent(batch)}`;
export const followAddress = (follow: string): string => `/follows/${encodeURIComponent(follow)}`;
export const reportAddress = (report: string): string => `/reports/${encodeURIComponent(report)}`;

/** Brands compared over these jobs. */
export const compareAddress = (jobs: readonly string[]): string =>
  `/compare?jobs=${jobs.map(encodeURIComponent).join(',')}`;
