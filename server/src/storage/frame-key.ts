/** The storage keys of pictures in a job's results, and their names in URL paths. */
import { framesFolder, type Holder } from '../artifacts/stored-paths.ts';
import { keyOfText, type StorageKey } from './storage-key.ts';

export const frameKey = (job: Holder, file: string): StorageKey =>
  keyOfText(`${framesFolder(job)}/${file}`);

/** Only names of this form are valid, so that no path can lead out of the job's folder. */
const framePath = /^(job_[0-9a-z]{1,60})\/([a-z0-9][a-z0-9-]{0,80}\.jpg)$/;

/**
 * Parses the part of a URL path after `/v1/frames/`, such as `job_…/proof-000001.jpg`; null if it does not name a
 * picture.
 */
export function frameAt(path: string): { readonly jobId: string; readonly file: string } | null {
  const [, jobId, file] = framePath.exec(path) ?? [];
  return jobId && file ? { jobId, file } : null;
}
