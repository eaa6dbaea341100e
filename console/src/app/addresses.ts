/** Addresses of console pages that several other pages link to. */

export { jobPath as jobAddress } from '@reelsight/contract/console-paths';

/** The brand library, a part of the settings. */
export const libraryAddress = '/settings/brands';

export const batchAddress = (batch: string): string => `/batches/${encodeURIComponent(batch)}`;
export const followAddress = (follow: string): string => `/follows/${encodeURIComponent(follow)}`;
export const reportAddress = (report: string): string => `/reports/${encodeURIComponent(report)}`;

/** Address of the page that compares brands over these jobs. */
export const compareAddress = (jobs: readonly string[]): string =>
  `/compare?jobs=${jobs.map(encodeURIComponent).join(',')}`;
