/** The interface of an object store; kept small so that both a folder and S3 can implement it exactly. */
import type { Readable } from 'node:stream';
import type { StorageKey } from './storage-key.ts';

/**
 * The content of an object. `path` is a finished file, which must not be written to afterwards because files mode
 * hard-links it if possible (deleting it is fine). A stream with `sizeBytes` must have exactly that length, otherwise
 * the write fails.
 */
export type StorageBody =
  | Uint8Array
  | { readonly path: string }
  | { readonly stream: Readable; readonly sizeBytes?: number };

export interface StoredObject {
  readonly sizeBytes: number;
  /** Version of the object: opaque, without quotes, and different whenever the object is replaced. */
  readonly etag: string;
}

export interface ListedObject {
  readonly key: StorageKey;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

export interface ReadOptions {
  /** If given, the call finds the object only if it has this version. */
  readonly etag?: string;
  readonly signal?: AbortSignal;
}

export interface UploadGrant {
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly expiresAt: Date;
}

/**
 * An object store. Writes are atomic: a reader never sees a half-written object, whatever interrupts the writer. A full
 * disk causes `Fault('STORAGE_FULL')`; other errors of the file system or of S3 are passed on. A key must not also be
 * the folder of another key.
 */
export interface Storage {
  readonly kind: 'files' | 's3';

  /** Writes or replaces an object. */
  put(
    key: StorageKey,
    body: StorageBody,
    options?: { readonly contentType?: string; readonly signal?: AbortSignal },
  ): Promise<StoredObject>;

  /**
   * Reads an object; null if it does not exist or does not have the version in `etag`. `range` is in bytes, with `end`
   * inclusive as in HTTP; a range that starts past the end throws RangeError. `sizeBytes` is the length of the stream,
   * which the caller must read or destroy.
   */
  get(
    key: StorageKey,
    options?: ReadOptions & { readonly range?: { readonly start: number; readonly end: number } },
  ): Promise<(StoredObject & { readonly stream: Readable }) | null>;

  /** Null if there is no such object. */
  head(key: StorageKey): Promise<StoredObject | null>;

  /**
   * Downloads an object to a new local file; false if the object does not exist or does not have the version in `etag`.
   * Files mode creates a hard link if possible, so the file must not be changed. A failed download leaves no file.
   */
  download(key: StorageKey, toPath: string, options?: ReadOptions): Promise<boolean>;

  /** Deletes an object; does nothing if there is none. */
  delete(key: StorageKey): Promise<void>;

  /** Removes all objects below `folder/`; returns how many there were. */
  deletePrefix(folder: StorageKey): Promise<number>;

  /** Lists every object below `folder/` (or all objects), in no guaranteed order. */
  list(folder?: StorageKey): AsyncIterable<ListedObject>;

  /** Returns a URL that accepts one PUT of exactly this type and length until it expires. */
  presignPut(key: StorageKey, grant: UploadGrant): Promise<string>;

  /** Writes, reads back and removes a small object; throws if that fails. */
  check(signal: AbortSignal): Promise<void>;

  close(): Promise<void>;
}

/**
 * Whether an error means that the object store did not answer as expected: it is unreachable or busy, or refuses this
 * machine, whose clock may be wrong.
 */
export const isStorageAway = (error: unknown): boolean =>
  typeof (error as { $metadata?: unknown } | null)?.$metadata === 'object';
