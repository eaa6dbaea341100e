/**
 * Reuses the media, and on request the transcript, of another job on the same video, as long as the other job's media
 * is stored.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Ask, metadataResult, needs, type TranscriptSegment } from '@reelsight/contract';
import { isSamePart } from '@reelsight/contract/analysed-part';
import { languageTag } from '@reelsight/contract/language-code';
import { boundsOf } from '@reelsight/contract/number-range';
import { z } from 'zod';
import {
  ArtifactDamaged,
  type ArtifactSchema,
  readArtifact,
  readOptionalArtifact,
} from '../../artifacts/read-artifact.ts';
import type { JobRow, LinkVideo } from '../../db/jobs/jobs.ts';
import { findMediaHolder, findVideoHolders } from '../../db/jobs/kept-media.ts';
import { readMended } from '../../domain/corrections/read-results.ts';
import type { Domain } from '../../domain/domain.ts';
import { type MediaPass, mediaPass } from '../../media/media.ts';
import { storedTranscript } from '../../perception/speech/transcript.ts';
import { artifactKey } from '../../storage/artifact-key.ts';
import type { Storage } from '../../storage/storage.ts';
import type { LinkSource } from '../ingestion/source.ts';
import { fetchStage } from './part-artifacts.ts';

export interface ReuseDeps {
  readonly domain: Domain;
  readonly storage: Storage;
  readonly sources: Pick<LinkSource, 'describe'>;
  readonly log: (message: string, fields: Record<string, unknown>) => void;
}

export interface Reuse {
  /** Id of the video on its platform, which a short link does not contain. */
  readonly videoId: string | null;
  /** The job that holds the video itself; null if none does. */
  readonly linkVideo: LinkVideo | null;
}

/** View counts and similar metadata are fetched again when they are older than this. */
const freshMetadataMs = 3_600_000;
const describeLimitMs = 30_000;

/** Tries the job named by `from_job` first; for a link, then any job of the workspace that holds the same video. */
export async function reuseMedia(
  deps: ReuseDeps,
  job: JobRow,
  workDir: string,
  signal: AbortSignal,
): Promise<Reuse | null> {
  const { db } = deps.domain;
  const namedJobId = job.ask.from_job;
  const namedHolder = namedJobId && (await findHolder(deps, job.workspace_id, namedJobId));
  const videoHolders = job.url === null ? [] : await findVideoHolders(db, job);
  for (const holder of [...(namedHolder ? [namedHolder] : []), ...videoHolders]) {
    if (!(await takeMedia(deps, holder, job, workDir, signal))) continue;

    await refreshMetadata(deps, job, workDir, signal);
    const words =
      holder.id === namedJobId && (await takeTranscript(deps, holder, job, workDir, signal));
    await replaceFile(flagsPath(workDir), ['media_reused', ...flagsOf(words)]);

    return { videoId: holder.video_id, linkVideo: holder.link_video };
  }

  return null;
}

/**
 * Takes the words of the job named by `from_job` for a job that had to ingest the video itself, because the stored media
 * has not all that it needs: pictures, or as many of them. Otherwise what people corrected would be lost with it.
 */
export async function reuseWords(
  deps: ReuseDeps,
  job: JobRow,
  workDir: string,
  signal: AbortSignal,
): Promise<void> {
  const { from_job: namedJobId, capabilities } = job.ask;
  if (!namedJobId || !needs('speech', capabilities)) return;

  const holder = await findHolder(deps, job.workspace_id, namedJobId);
  const isSameSound =
    holder !== undefined &&
    (job.ask.audio_track ?? null) === (holder.ask.audio_track ?? null) &&
    isSamePart(job.ask, holder.ask);
  if (!isSameSound) return;

  const words = await takeTranscript(deps, holder, job, workDir, signal);
  if (words) await replaceFile(flagsPath(workDir), flagsOf(words));
}

type Words = 'heard' | 'corrected';

const flagsOf = (words: Words | false): string[] => [
  ...(words ? ['transcript_reused'] : []),
  ...(words === 'corrected' ? ['transcript_corrected'] : []),
];

/** Name of the file with the flags of results that state what was reused. */
export const reusedFile = 'reused.json';
export const reusedFlags = z.array(z.string());

const flagsPath = (workDir: string): string => join(workDir, 'ingestion', reusedFile);

const findHolder = (deps: ReuseDeps, workspaceId: string, jobId: string) =>
  findMediaHolder(deps.domain.db, { workspaceId, jobId });

async function takeMedia(
  deps: ReuseDeps,
  holder: JobRow,
  job: JobRow,
  workDir: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { storage } = deps;
  const folder = join(workDir, 'ingestion');
  const key = artifactKey(holder, 'ingestion', 'media.json');

  // This file is fetched first, because it is smaller than the others and shows whether they are worth fetching.
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'media.json');
  if (!(await storage.download(key, path, { signal }))) return false;

  const media = await readUsable(path, mediaPass, ({ message }) => {
    deps.log('media not taken over', { holder: holder.id, error: message });
  });
  const fits = media !== null && serves(job, holder, media);
  await rm(path);

  const fetched = fits && (await fetchStage(storage, holder, 'ingestion', workDir, signal));
  // Retention clears the mark before it deletes files, so if the mark is still set, we copied a
  // complete set.
  if (fetched && (await findHolder(deps, holder.workspace_id, holder.id))) {
    // The holder may have reused its transcript from yet another job, and this job may need a
    // different one.
    await rm(join(folder, 'transcript.json'), { force: true });
    return true;
  }

  // If the video is ingested instead, the folder is expected to exist and be empty.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);

  return false;
}

/**
 * Reads an artifact. Null if the file is damaged, or was written by an earlier version that recorded less; the
 * artifact is then made again.
 */
export async function readUsable<T>(
  path: string,
  schema: ArtifactSchema<T>,
  onUnusable: (error: ArtifactDamaged) => void,
): Promise<T | null> {
  try {
    return await readArtifact(path, schema);
  } catch (error) {
    if (!(error instanceof ArtifactDamaged)) throw error;
    onUnusable(error);
    return null;
  }
}

/**
 * Words that people corrected are taken even where the recogniser would be asked something else: what they wrote is
 * better than what it would hear, and they expect to find it again.
 */
async function takeTranscript(
  deps: ReuseDeps,
  holder: JobRow,
  job: JobRow,
  workDir: string,
  signal: AbortSignal,
): Promise<Words | false> {
  const isSame = wordsWouldBeSame(holder, job);
  if (!isSame && !correctionsServe(holder, job)) return false;
  if (!(await heardWell(deps, holder, workDir, signal))) return false;
  if (await mend(deps, holder, workDir)) return 'corrected';
  if (isSame) return 'heard';

  await rm(transcriptPath(workDir), { force: true });
  return false;
}

const transcriptPath = (workDir: string): string => join(workDir, 'ingestion', 'transcript.json');

/** Writes the words into the transcript that people corrected in the holder. False if they corrected none. */
async function mend({ domain }: ReuseDeps, holder: JobRow, workDir: string): Promise<boolean> {
  const path = transcriptPath(workDir);
  const transcript = await readArtifact(path, storedTranscript);
  const segments = await readMended(domain, holder.id, transcript.segments as TranscriptSegment[]);
  if (!segments) return false;

  const speakers = new Set(segments.flatMap(({ speaker }) => speaker ?? [])).size;
  const isTold = transcript.speakersDetected !== null || speakers > 0;
  await replaceFile(path, {
    ...transcript,
    segments,
    speakersDetected: isTold ? speakers : null,
  });
  return true;
}

/** Whether corrected words suit a job: not if it asks for a language that the holder was not asked for. */
export const correctionsServe = (
  { ask: holderAsk }: Pick<JobRow, 'ask'>,
  { ask: jobAsk }: Pick<JobRow, 'ask'>,
): boolean =>
  needs('speech', holderAsk.capabilities) &&
  (jobAsk.language == null || languageTag(jobAsk.language) === languageTag(holderAsk.language));

/**
 * Requires the same language hint, the same number of expected speakers, the same choice of platform captions if the
 * video is from a platform, and the same names given to the recogniser.
 */
export function wordsWouldBeSame(
  { ask: holderAsk, url }: Pick<JobRow, 'ask' | 'url'>,
  { ask: jobAsk }: Pick<JobRow, 'ask'>,
): boolean {
  return (
    needs('speech', holderAsk.capabilities) &&
    languageTag(holderAsk.language) === languageTag(jobAsk.language) &&
    sameBounds(holderAsk.speakers_expected, jobAsk.speakers_expected) &&
    // An uploaded file has no platform captions, whatever was requested.
    (url === null || (holderAsk.captions ?? 'human') === (jobAsk.captions ?? 'human')) &&
    sameList(holderAsk.brands, jobAsk.brands) &&
    sameList(holderAsk.glossary_terms ?? [], jobAsk.glossary_terms ?? []) &&
    holderAsk.glossary_revision === jobAsk.glossary_revision &&
    // The recogniser listens for brands of the lexicon only if brands were requested.
    (holderAsk.capabilities.includes('brands') || !jobAsk.capabilities.includes('brands'))
  );
}

/**
 * Fetches platform metadata again, because it changes even if the video does not. If the platform does not answer, the
 * old metadata is kept with its date. The platform's label is always kept, because it is asked for only with a download.
 */
async function refreshMetadata(
  { sources, domain }: ReuseDeps,
  job: JobRow,
  workDir: string,
  signal: AbortSignal,
): Promise<void> {
  if (job.url === null || !job.ask.capabilities.includes('metadata')) return;

  const path = join(workDir, 'ingestion', 'metadata.json');
  const reusedMetadata = await readOptionalArtifact(path, metadataResult);
  const ageMs = reusedMetadata
    ? domain.now().getTime() - Date.parse(reusedMetadata.fetched_at)
    : Infinity;
  if (ageMs < freshMetadataMs) return;

  const limited = AbortSignal.any([signal, AbortSignal.timeout(describeLimitMs)]);
  const metadata = await sources
    .describe(job.url, { workspaceId: job.workspace_id, signal: limited })
    .catch(() => null);
  signal.throwIfAborted();
  if (!metadata) return;

  const { paid_promotion } = reusedMetadata ?? {};
  await replaceFile(path, { ...metadata, ...(paid_promotion !== undefined && { paid_promotion }) });
}

/**
 * Removes the file before writing it again: a fetched file may be a link to the file in storage, which must not be
 * overwritten.
 */
async function replaceFile(path: string, content: unknown): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, JSON.stringify(content));
}

/**
 * Whether the holder's transcript may be reused. A failed, degraded or damaged transcript may not: a better engine may
 * be available now.
 */
async function heardWell(
  { storage, log }: ReuseDeps,
  holder: JobRow,
  workDir: string,
  signal: AbortSignal,
): Promise<boolean> {
  const path = transcriptPath(workDir);
  await rm(path, { force: true });

  const key = artifactKey(holder, 'merging', 'transcript.json');
  if (!(await storage.download(key, path, { signal }))) return false;

  const transcript = await readUsable(path, storedTranscript, ({ message }) => {
    log('transcript not taken over', { holder: holder.id, error: message });
  });
  const well = transcript?.failure === null && !transcript.flags.includes('transcription_degraded');
  if (!well) await rm(path);

  return well;
}

/**
 * Whether the media suits the job: a job that needs frames needs them at its own rate, and a job that needs speech
 * needs sound, unless the video has none. For audio-only link jobs, only the sound was downloaded, so a missing video
 * stream does not prove that the video has none.
 */
export function serves(
  job: Pick<JobRow, 'ask'>,
  holder: Pick<JobRow, 'ask' | 'url'>,
  media: Pick<MediaPass, 'probe' | 'audio' | 'fps'>,
): boolean {
  if ((job.ask.audio_track ?? null) !== (holder.ask.audio_track ?? null)) return false;
  if (!isSamePart(job.ask, holder.ask)) return false;
  const { capabilities, fps } = job.ask;
  const soundServes =
    !needs('speech', capabilities) || media.audio !== null || media.probe.audio === null;
  if (!needs('frames', capabilities)) return soundServes;
  const isWholeVideo = holder.url === null || needs('frames', holder.ask.capabilities);
  return soundServes && (media.probe.video === null ? isWholeVideo : media.fps === fps);
}

function sameBounds(a: Ask['speakers_expected'], b: Ask['speakers_expected']): boolean {
  const first = boundsOf(a);
  const second = boundsOf(b);
  return first?.min === second?.min && first?.max === second?.max;
}

const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((entry, index) => entry === b[index]);
