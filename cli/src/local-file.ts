/** A video file on this machine, which is checked before anything is sent and then uploaded. */
import { openAsBlob, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { StatedLength } from '@reelsight/contract/media-length';
import { type Client, contentTypeOf } from '@reelsight/sdk';
import { UsageError } from './exit-code.ts';
import { bar, type LiveLine } from './live-line.ts';
import { readLocalVideo } from './media-length.ts';
import { bytes } from './words.ts';

export interface LocalFile {
  readonly path: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** When it was last written, ms since 1970. */
  readonly writtenMs: number;
  /** Length of the video; null if the file's headers do not state it. */
  readonly seconds: number | null;
}

export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

/** Throws UsageError for a path that can't be uploaded. */
export async function openLocalFile(path: string): Promise<LocalFile> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats) throw new UsageError(`${path} is neither a file nor an address.`);
  if (stats.isDirectory()) throw new UsageError(`${path} is a folder, not a video file.`);
  if (!stats.isFile()) throw new UsageError(`${path} is not a regular file.`);
  if (stats.size === 0) throw new UsageError(`${path} is empty.`);

  if (!contentTypeOf(path)) {
    throw new UsageError(`${path}: the service reads no files of this kind.`);
  }

  const { kind, seconds } = await readLocalVideo(path).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `${path} cannot be read: ${code === 'EACCES' ? 'permission is denied' : message}.`,
    );
  });
  checkKind(path, kind);

  const { size: sizeBytes, mtimeMs: writtenMs } = stats;
  return { path, name: basename(path), sizeBytes, writtenMs, seconds };
}

/** Extensions of the formats whose first bytes the command can check itself; the service checks all others. */
const kindsByEnding: Readonly<Record<string, StatedLength['kind']>> = {
  mp4: 'mp4',
  m4v: 'mp4',
  mov: 'mp4',
  qt: 'mp4',
  webm: 'webm',
  mkv: 'webm',
};

function checkKind(path: string, kind: StatedLength['kind']): void {
  const ending = path.slice(path.lastIndexOf('.') + 1);
  const expected = kindsByEnding[ending.toLowerCase()];
  if (!expected || expected === kind) return;

  if (kind === 'other') {
    throw new UsageError(`${path} is not a video: it does not begin like a file of its kind.`);
  }

  const content = kind === 'webm' ? 'webm or mkv' : 'mp4 or mov';
  throw new UsageError(`${path} ends in .${ending}, but contains ${content}.`);
}

const isSame = (file: LocalFile, now: Stats | undefined): boolean =>
  now?.size === file.sizeBytes && now.mtimeMs === file.writtenMs;

/** Throws UsageError if the file has changed since it was opened, because otherwise half a video would be analysed. */
async function checkUnchanged(file: LocalFile): Promise<void> {
  if (isSame(file, await stat(file.path).catch(() => undefined))) return;
  throw new UsageError(
    `${file.path} changed while it was being read; try again once it is complete.`,
  );
}

/** Uploads the file and shows a progress bar; resolves with the upload key. */
export async function uploadFile(
  file: LocalFile,
  client: Client,
  signal: AbortSignal,
  progress: LiveLine,
): Promise<string> {
  await checkUnchanged(file);
  const type = contentTypeOf(file.path);
  const blob = await openAsBlob(file.path, type ? { type } : {});
  const startedMs = Date.now();
  const onProgress = (sent: number, total: number) =>
    progress.show(
      `uploading ${file.name}`,
      '',
      `${bar(sent / total, Date.now() - startedMs)}  ${bytes(sent)} of ${bytes(total)}`,
    );

  try {
    const key = await client.uploads.put(blob, { signal, onProgress });
    await checkUnchanged(file);
    progress.show(`uploaded ${file.name}`);
    return key;
  } catch (error) {
    // If the file has changed, say so, because the read error alone would not help.
    if (!signal.aborted) await checkUnchanged(file);
    throw error;
  }
}
