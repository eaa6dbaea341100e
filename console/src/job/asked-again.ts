/** The same video and options as a given job, for another job or for its price. */
import type { JobRowView } from '@reelsight/contract';
import type { NewJob } from '@reelsight/sdk';
import { jobOf, nothingWanted, type Source, type Wanted } from '../analyse/wanted.ts';

export function sourceOf(row: JobRowView): Source {
  const from_job = row.job_id;
  if (row.url !== null) return { url: row.url, from_job };
  return {
    upload_key: row.upload_key,
    upload_filename: row.filename ?? row.video_title,
    from_job,
  };
}

export function wantedOf(row: JobRowView): Wanted {
  return {
    ...nothingWanted,
    capabilities: row.capabilities,
    queries: row.queries ?? [],
    brands: row.brands ?? [],
    surfaces: row.surfaces ?? [],
    objects: row.objects ?? [],
    language: row.language ?? '',
    proof: row.return_proof,
  };
}

export const askedAgain = (row: JobRowView, fps: number | undefined): NewJob =>
  jobOf({ ...wantedOf(row), fps: fps === undefined ? '' : String(fps) }, sourceOf(row));
