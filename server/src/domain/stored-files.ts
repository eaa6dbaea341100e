/** Stored files by what they are and what they belong to, and those that belong to nothing any more. */
import type { StoredKind } from '@reelsight/contract';
import type { Queryable } from '../db/database.ts';
import { existing, type OwnerKind } from '../db/stored-owners.ts';
import type { Domain } from './domain.ts';

/** An object of the store, as it lists them. */
export interface StoredFile {
  readonly key: string;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

export interface Tally {
  files: number;
  bytes: number;
}

/** Files of one owner that no longer exists, or no longer needs them: a folder of them, or one file. */
export interface Leftover extends Tally {
  readonly prefix: string;
  readonly isFile: boolean;
}

/** Younger files may belong to something that is just being written or removed. */
export const leftoverMs = 86_400_000;

/** Owners that are looked up by one query. */
const ownersAtOnce = 1000;

interface Owned extends Leftover {
  readonly owner: OwnerKind;
  readonly id: string;
  youngestMs: number;
}

/**
 * Counts files by kind. Calls `onLeftovers` with files from before `before` that belong to nothing, a few at a time.
 */
export async function tallyFiles(
  { db }: Pick<Domain, 'db'>,
  files: AsyncIterable<StoredFile>,
  before: Date,
  onLeftovers: (some: readonly Leftover[]) => void | Promise<void>,
): Promise<Map<StoredKind, Tally>> {
  const kinds = new Map<StoredKind, Tally>();
  let owned = new Map<string, Owned>();
  const look = async (): Promise<void> => {
    const some = [...owned.values()];
    owned = new Map();
    const gone = await leftovers(db, some, before);
    if (gone.length > 0) await onLeftovers(gone);
  };

  for await (const file of files) {
    const segments = file.key.split('/');
    add(kinds, kindOf(segments), file.sizeBytes);
    own(owned, segments, file);
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

/** By the first segment of a key; `artifacts` by the stage as well. */
function kindOf([first, , , stage]: readonly string[]): StoredKind {
  if (first === 'artifacts') return stage === 'ingestion' ? 'media' : 'parts';
  if (first === 'brands') return 'logos';
  return first === 'uploads' || first === 'frames' || first === 'clips' || first === 'reports'
    ? first
    : 'other';
}

/** Keys are `uploads/workspace/id/file`, `clips/workspace/job/clip`, and `frames`, `artifacts`, `brands` or `reports/workspace/owner/…`. */
function own(owned: Map<string, Owned>, segments: readonly string[], file: StoredFile): void {
  const [first = '', , id, folder] = segments;
  const owner = first === 'artifacts' && folder === 'parts' ? 'parts' : ownerOf[first];
  if (!owner || id === undefined || folder === undefined) return;

  const isFile = owner === 'upload' || owner === 'clip';
  const prefix = isFile ? file.key : segments.slice(0, owner === 'parts' ? 4 : 3).join('/');
  const found = owned.get(prefix);
  const atMs = file.modifiedAt.getTime();

  if (found) {
    found.files += 1;
    found.bytes += file.sizeBytes;
    found.youngestMs = Math.max(found.youngestMs, atMs);
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

/** The file name without its ending. */
const nameOf = (file: string): string => file.split('.')[0] ?? '';

const ownerOf: Readonly<Record<string, OwnerKind>> = {
  uploads: 'upload',
  frames: 'frames',
  clips: 'clip',
  artifacts: 'media',
  brands: 'brand',
  reports: 'report',
};

async function leftovers(db: Queryable, some: readonly Owned[], before: Date): Promise<Leftover[]> {
  const old = some.filter(({ youngestMs }) => youngestMs < before.getTime());
  const gone: Leftover[] = [];

  for (const [owner, of] of Map.groupBy(old, (one) => one.owner)) {
    const there = await existing(db, owner, [...new Set(of.map(({ id }) => id))]);
    for (const { id, prefix, isFile, files, bytes } of of)
      if (!there.has(id)) gone.push({ prefix, isFile, files, bytes });
  }

  return gone;
}

/** Removes leftovers from before `before`; returns their number and size. */
export async function removeLeftovers(
  domain: Pick<Domain, 'db'>,
  store: {
    readonly list: () => AsyncIterable<StoredFile>;
    readonly deletePrefix: (prefix: string) => Promise<unknown>;
    readonly delete: (key: string) => Promise<void>;
  },
  before: Date,
): Promise<Tally> {
  const removed: Tally = { files: 0, bytes: 0 };
  await tallyFiles(domain, store.list(), before, async (some) => {
    for (const { prefix, isFile, files, bytes } of some) {
      await (isFile ? store.delete(prefix) : store.deletePrefix(prefix));
      removed.files += files;
      removed.bytes += bytes;
    }
  });

  return removed;
}
