/** Which files of a job a runner may read or write for the part it holds, by the file names used in its calls. */
import { partsFolder } from '../../artifacts/stored-paths.ts';
import type { PartOfTask } from '../../db/workspaces/runners.ts';
import type { PartKind } from '../../perception/part.ts';
import { artifactKey } from '../../storage/artifact-key.ts';
import { frameKey } from '../../storage/frame-key.ts';
import { keyOfText, type StorageKey } from '../../storage/storage-key.ts';
import { holderOf } from '../parts/database-parts.ts';

const small = ['media.json', 'library.json'];
const sound = [...small, 'sound.pack', 'audio.wav'];
const pictures = [...small, 'frames.pack'];
const ofJoin = ['metadata.json', 'transcript.json', 'reused.json', 'thumbnail.jpg'];

/** Files of the ingestion that may be read, by the kind of the part. */
const readable: Readonly<Record<PartKind, readonly string[]>> = {
  hear: sound,
  speakers: sound,
  read: pictures,
  detect: pictures,
  join: [...pictures, ...ofJoin],
};

const picture = /^(?:proof-\d{6,9}|sheet-\d{3,6}|thumbnail)\.jpg$/;
const artifact = /^(?:hear|speakers|read|detect)-\d{5,9}\.json$/;

/**
 * Key of a file that the part may read; null if it may not. Access to `brands/…` is decided elsewhere, because it
 * depends on the job's brand library.
 */
export function readableKey(part: PartOfTask, name: string): StorageKey | null {
  const job = holderOf(part);
  const [folder, file = '', ...extraSegments] = name.split('/');
  if (extraSegments.length > 0) return null;
  if (folder === 'ingestion' && readable[part.kind as PartKind]?.includes(file))
    return artifactKey(job, 'ingestion', file);
  if (folder === 'parts' && part.kind === 'join' && artifact.test(file))
    return keyOfText(`${partsFolder(job)}/${file}`);

  return null;
}

export type WritableFile =
  | { readonly kind: 'picture'; readonly key: StorageKey }
  | { readonly kind: 'transcript'; readonly key: StorageKey };

/** Returns the file that a name stands for if the part may write it; otherwise null. */
export function writableFile(part: PartOfTask, name: string): WritableFile | null {
  if (part.kind !== 'join') return null;
  const job = holderOf(part);
  if (name === 'merging/transcript.json')
    return { kind: 'transcript', key: artifactKey(job, 'merging', 'transcript.json') };
  const [, file = ''] = /^merging\/frames\/([^/]+)$/.exec(name) ?? [];
  return picture.test(file) ? { kind: 'picture', key: frameKey(job, file) } : null;
}
