/** Decides whether a job continues: once the header of its video is read, and again once the whole video is decoded. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type MetadataResult, metadataResult } from '@reelsight/contract';
import { readOptionalArtifact } from '../../artifacts/read-artifact.ts';
import type { LinkVideo } from '../../db/jobs/jobs.ts';
import { watchViews } from '../../domain/audience/watched-videos.ts';
import {
  type Admission,
  admitProbed,
  type IngestedFacts,
  type Publication,
} from '../../domain/jobs/ingested.ts';
import { readMediaPass } from '../../media/frames.ts';
import type { Caps, MediaPass } from '../../media/media.ts';
import { WorkLost } from '../attempt.ts';
import { planIngested } from '../parts/conductor.ts';
import { planParts } from '../parts/plan-parts.ts';
import { checkReadable } from './check-readable.ts';
import { type HeldMedia, type IngestionContext, JobHeld } from './context.ts';
import { forgetSource } from './download.ts';
import type { Probed } from './ingestion-messages.ts';
import type { FetchedSource } from './source.ts';

/** Called before anything is decoded. Throws JobHeld, WorkLost, or the Fault that refuses the video. */
export async function admitWhenProbed(
  { deps, job }: IngestionContext,
  { metadata, videoId }: FetchedSource,
  probed: Probed,
): Promise<Caps> {
  const facts = factsOf(videoId, metadata, probed);
  const admission = await admitProbed(deps.domain, { job, facts });
  if (admission.kind === 'go') return admission.caps;
  // Stops the attempt at once; otherwise the next heartbeat would report the job as lost.
  throw admission.kind === 'held' ? new JobHeld(job.id) : refusalOf(admission);
}

const refusalOf = (admission: Exclude<Admission, { kind: 'go' }>): Error =>
  admission.kind === 'refused' ? admission.fault : new WorkLost();

const factsOf = (
  videoId: string | null,
  metadata: MetadataResult | null,
  { title, durationSeconds }: Pick<Probed, 'title' | 'durationSeconds'>,
): IngestedFacts => ({
  videoId,
  title: metadata?.title ?? title,
  durationSeconds,
  publication: metadata ? publicationOf(metadata) : undefined,
});

const publicationOf = ({ author, author_url, published_at }: MetadataResult): Publication => ({
  author,
  authorUrl: author_url,
  publishedAt: published_at === null ? null : new Date(published_at),
});

/**
 * Plans the parts, or holds the job; its media is kept in storage until it resumes. `newMedia` is null if an earlier
 * attempt has stored the media.
 */
export async function admitIngested(
  context: IngestionContext,
  newMedia: HeldMedia | null,
): Promise<void> {
  const { deps, job, folder } = context;
  const { domain, files, partSizes } = deps;
  const pass = await readMediaPass(join(folder, 'media.json'));
  checkReadable(job.ask, pass);

  const metadata = await readOptionalArtifact(join(folder, 'metadata.json'), metadataResult);
  const transcript = existsSync(join(folder, 'transcript.json'));
  const { durationSeconds, tags } = pass.probe;
  const facts = {
    ...factsOf(newMedia?.videoId ?? null, metadata, { durationSeconds, title: tags.title ?? null }),
    measured: { pictures: pass.images.length, hasSound: pass.audio !== null },
  };
  const parts = planParts(job.ask, pass, partSizes, { transcript });

  await files.adopt(job.id, folder, pass);
  const admission = await planIngested(domain, {
    job,
    facts,
    finished: newMedia !== null,
    linkVideo: newMedia && linkVideoOf(job.id, newMedia, pass),
    mediaBytes: newMedia?.bytes ?? null,
    parts,
  });
  const { kind: admitted } = admission;
  if (admitted === 'go' || admitted === 'held') await watchViewsOf(context, newMedia, metadata);
  if (newMedia && admitted !== 'lost') await forgetSource(context, newMedia);
  if (admitted === 'lost' || admitted === 'refused') throw refusalOf(admission);
  deps.log('ingestion ended', { admitted, parts: parts.length });
}

/** Plans the readings of the video's views. If that fails, a sweep does it later; the job goes on in any case. */
async function watchViewsOf(
  { deps, job }: IngestionContext,
  newMedia: HeldMedia | null,
  metadata: MetadataResult | null,
): Promise<void> {
  const video_id = newMedia?.videoId ?? job.video_id;
  await watchViews(deps.domain, { ...job, video_id }, metadata).catch((error: unknown) =>
    deps.log('views of the video are not watched yet', { error: String(error) }),
  );
}

function linkVideoOf(
  jobId: string,
  { isKept, reusedVideo }: HeldMedia,
  { probe: { container } }: MediaPass,
): LinkVideo | null {
  if (!isKept) return reusedVideo;
  const type = container === 'webm' || container === 'mkv' ? 'video/webm' : 'video/mp4';
  return { job: jobId, type };
}
