/** Brings the video of a job into its work folder: an upload from storage, or the download of a link. */
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault, type MetadataResult, needs } from '@reelsight/contract';
import type { JobRow } from '../../db/jobs/jobs.ts';
import { findUpload } from '../../db/uploads/uploads.ts';
import type { Domain } from '../../domain/domain.ts';
import type { Captions } from '../../perception/speech/caption-transcript.ts';
import type { Storage } from '../../storage/storage.ts';
import { parseStorageKey } from '../../storage/storage-key.ts';
import type { CaptionsWanted } from './captions.ts';

export interface FetchedSource {
  readonly path: string;
  readonly metadata: MetadataResult | null;
  /** Id of the video behind a short link; null for any other source. */
  readonly videoId: string | null;
  /** The platform's captions, if the job wants them and they exist. */
  readonly captions?: Captions | null;
}

export interface DownloadLink {
  readonly url: string;
  readonly workspaceId: string;
  /** The job's own folder, the same at every attempt, so that an interrupted download is resumed. */
  readonly folder: string;
  /** Whether the job needs pictures; false if it needs only sound. */
  readonly looks: boolean;
  /** Null if the job wants no captions. */
  readonly captions: CaptionsWanted | null;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

/** Access to the videos behind links. The methods throw a Fault with a job failure code. */
export interface LinkSource {
  readonly download: (link: DownloadLink) => Promise<FetchedSource>;
  /** Returns the metadata that the platform currently reports for a link, without downloading the video. */
  readonly describe: (
    url: string,
    asking: { readonly workspaceId: string; readonly signal: AbortSignal },
  ) => Promise<MetadataResult>;
}

export async function fetchSource(
  deps: { domain: Domain; storage: Storage; sources: LinkSource },
  job: JobRow,
  folders: { readonly upload: string; readonly download: string },
  options: Pick<DownloadLink, 'captions' | 'signal' | 'onProgress'>,
): Promise<FetchedSource> {
  const folder = job.upload_key ? folders.upload : folders.download;
  await mkdir(folder, { recursive: true });

  if (job.upload_key) {
    const path = await fetchUpload(deps, job, folder, options.signal);
    return { path, metadata: null, videoId: null };
  }

  const needsPictures = needs('frames', job.ask.capabilities);
  const { url, workspace_id: workspaceId } = job;

  return deps.sources.download({
    url: url ?? '',
    workspaceId,
    folder,
    looks: needsPictures,
    ...options,
  });
}

async function fetchUpload(
  { domain, storage }: { domain: Domain; storage: Storage },
  job: JobRow,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  const key = parseStorageKey(job.upload_key ?? '');
  const upload = key && (await findUpload(domain.db, job.workspace_id, key));
  const path = join(folder, 'video');
  const pin = upload?.etag ? { etag: upload.etag } : {};
  const isFound = key && upload && (await storage.download(key, path, { ...pin, signal }));
  if (!isFound) {
    throw new Fault('EXTRACTION_FAILED', `upload ${job.upload_key}`, {
      text: 'The uploaded file is no longer there, or was replaced after the job was created.',
    });
  }

  const { size } = await stat(path);
  if (size !== upload.size_bytes) {
    throw new Fault('EXTRACTION_FAILED', `${size} of ${upload.size_bytes} bytes`, {
      text: `The uploaded file is ${size} bytes; ${upload.size_bytes} bytes were declared when its URL was issued.`,
    });
  }

  return path;
}
