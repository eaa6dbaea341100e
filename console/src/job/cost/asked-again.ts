/** The same video and options as a given job, for another job or to ask its price. */
import type { JobRowView } from '@reelsight/contract';
import type { NewJob } from '@reelsight/sdk';
import { jobOf, nothingWanted, type Source, type Wanted } from '../../analyse/wanted.ts';

export function sourceOf(row: JobRowView): Source {
  const from_job = row.job_id;
  const track = row.audio_track === undefined ? {} : { audio_track: row.audio_track };
  if (row.url !== null) return { url: row.url, from_job, ...track };

  return {
    upload_key: row.upload_key,
    upload_filename: row.filename ?? row.video_title,
    from_job,
    ...track,
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
    captions: row.captions,
    fps: String(row.fps),
    proof: row.return_proof,
  };
}

export const askedAgain = (row: JobRowView): NewJob => jobOf(wantedOf(row), sourceOf(row));
