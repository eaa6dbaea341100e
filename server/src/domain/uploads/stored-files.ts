/** Sorts stored files by kind and owner, and finds files that belong to nothing any more. */
import type { StoredKind } from '@reelsight/contract';
import type { Queryable } from '../../db/database.ts';
import { existing, type OwnerKind } from '../../db/uploads/stored-owners.ts';
import type { Domain } from '../domain.ts';

/** An object in the store, as the store lists it. */
export interface StoredFile {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

export interface Tally {
  files: number;
  bytes: number;
}

/** Files whose owner no longer exists or no longer needs them: a folder of files, or a single file. */
export interface Leftover extends Tally {
  readonly prefix: string;
  readonly isFile: boolean;
}

/** Files younger than this may belong to something that is being written or removed at the moment. */
export const leftoverMs = 86_400_000;

/** Number of owners that one query looks up. */
const ownersAtOnce = 1000;

interface Owned extends Leftover {
  readonly owner: OwnerKind;
  readonly id: string;
  youngestMs: number;
}

/**
 * Counts files by kind. Calls `onLeftovers` with files from before `cutoff` that belong to nothing, a few at a time.
 */
export async function tallyFiles(
  { db }: Pick<Domain, 'db'>,
  files: AsyncIterable<StoredFile>,
  cutoff: Date,
  onLeftovers: (orphans: readonly Leftover[]) => void | Promise<void>,
): Promise<Map<StoredKind, Tally>> {
  const kinds = new Map<StoredKind, Tally>();
  let owned = new Map<string, Owned>();
  const look = async (): Promise<void> => {
    const ownedFiles = [...owned.values()];
    owned = new Map();
    const orphans = await leftovers(db, ownedFiles, cutoff);
    if (orphans.length > 0) await onLeftovers(orphans);
  };

  for await (const file of files) {
    const segments = file.key.split('/');
    add(kinds, kindOf(segments), file.sizeBytes);
    tallyFile(owned, segments, file);
    if (owned.size >= ownersAtOnce) await look();
  }

  await look();
  return kinds;
}

function add(kinds: Map<StoredKind, Tally>, kind: StoredKind, bytes: number): void {
  const tally = kinds.get(kind) ?? { files: 0, bytes: 0 };
  tally.files += 1;
  tally.bytes += bytes;
  kinds.set(kind, tally);
}

/** The kind of a file by the first segment of its key; for `artifacts`, by the stage as well. */
function kindOf([first, , , stage]: readonly string[]): StoredKind {
  if (first === 'artifacts') return stage === 'ingestion' ? 'media' : 'parts';
  if (first === 'brands') return 'logos';
  return first === 'uploads' || first === 'frames' || first === 'clips' || first === 'reports'
    ? first
    : 'other';
}

/**
 * Adds a file to the totals of its owner. Reads keys as `artifacts/stored-paths.ts` writes them: an upload or clip has
 * a single file, and every other owner has a folder.
 */
function tallyFile(owned: Map<string, Owned>, segments: readonly string[], file: StoredFile): void {
  const [first = '', , id, folder] = segments;
  const owner = first === 'artifacts' && folder === 'parts' ? 'parts' : ownerOf[first];
  if (!owner || id === undefined || folder === undefined) return;

  const isFile = owner === 'upload' || owner === 'clip';
  const prefix = isFile ? file.key : segments.slice(0, owner === 'parts' ? 4 : 3).join('/');
  const entry = owned.get(prefix);
  const atMs = file.modifiedAt.getTime();

  if (entry) {
    entry.files += 1;
    entry.bytes += file.sizeBytes;
    entry.youngestMs = Math.max(entry.youngestMs, atMs);
    return;
  }

  const tally = { files: 1, bytes: file.sizeBytes, youngestMs: atMs };
  owned.set(prefix, {
    prefix,
    isFile,
    owner,
    id: owner === 'upload' ? file.key : owner === 'clip' ? nameOf(folder) : id,
    ...tally,
  });
}

/** The file name without its extension. */
const nameOf = (file: string): string => file.split('.')[0] ?? '';

const ownerOf: Readonly<Record<string, OwnerKind>> = {
  uploads: 'upload',
  frames: 'frames',
  clips: 'clip',
  artifacts: 'media',
  brands: 'brand',
  reports: 'report',
};

async function leftovers(
  db: Queryable,
  ownedFiles: readonly Owned[],
  cutoff: Date,
): Promise<Leftover[]> {
  const old = ownedFiles.filter(({ youngestMs }) => youngestMs < cutoff.getTime());
  const orphans: Leftover[] = [];

  for (const [owner, of] of Map.groupBy(old, (entry) => entry.owner)) {
    const existingIds = await existing(db, owner, [...new Set(of.map(({ id }) => id))]);
    for (const { id, prefix, isFile, files, bytes } of of)
      if (!existingIds.has(id)) orphans.push({ prefix, isFile, files, bytes });
  }

  return orphans;
}

/** Removes leftovers from before `cutoff`; returns their number and size. */
export async function removeLeftovers(
  domain: Pick<Domain, 'db'>,
  store: {
    readonly list: () => AsyncIterable<StoredFile>;
    readonly deletePrefix: (prefix: string) => Promise<unknown>;
    readonly delete: (key: string) => Promise<void>;
  },
  cutoff: Date,
): Promise<Tally> {
  const tally: Tally = { files: 0, bytes: 0 };
  await tallyFiles(domain, store.list(), cutoff, async (orphans) => {
    for (const { prefix, isFile, files, bytes } of orphans) {
      await (isFile ? store.delete(prefix) : store.deletePrefix(prefix));
      tally.files += files;
      tally.bytes += bytes;
    }
  });

  return tally;
}
