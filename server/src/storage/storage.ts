/** The interface of an object store; kept small so that both a folder and S3 can implement it exactly. */
import type { Readable } from 'node:stream';
import type { StorageKey } from './storage-key.ts';

/**
 * The content of an object. `path` is a finished file: files mode hard-links it if possible, so it must not be written
 * to afterwards (deleting it is fine). `sizeBytes` of a stream is exact: one byte more or less makes the write fail.
 */
export type StorageBody =
  | Uint8Array
  | { readonly path: string }
  | { readonly stream: Readable; readonly sizeBytes?: number };

export interface StoredObject {
  readonly sizeBytes: number;
  /** Opaque, without quotes; changes whenever the object is replaced. */
  readonly etag: string;
}

export interface ListedObject {
  readonly key: StorageKey;
  readonly sizeBytes: number;
  readonly modifiedAt: Date;
}

export interface ReadOptions {
  /** Only succeeds if the object has this version. */
  readonly etag?: string;
  readonly signal?: AbortSignal;
}

export interface UploadGrant {
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly expiresAt: Date;
}

/**
 * A key is visible either completely or not at all: a reader never sees a half-written object, whatever stops the
 * writer. A full disk causes `Fault('STORAGE_FULL')`; other errors of the file system or of S3 are passed on. A key may
 * not be the folder of another key.
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
   * Null if the object does not exist or does not have that version. `range` is in bytes, `end` inclusive as in HTTP; a
   * range that starts past the end throws RangeError. `sizeBytes` counts the bytes of the stream, which the caller must
   * read or destroy.
   */
  get(
    key: StorageKey,
    options?: ReadOptions & { readonly range?: { readonly start: number; readonly end: number } },
  ): Promise<(StoredObject & { readonly stream: Readable }) | null>;

  /** Null if there is no such object. */
  head(key: StorageKey): Promise<StoredObject | null>;

  /**
   * Downloads an object to a new local file; false if the object does not exist or does not have that version. Files
   * mode hard-links if possible, so the file must only be read. A failed download leaves no file.
   */
  download(key: StorageKey, toPath: string, options?: ReadOptions): Promise<boolean>;

  /** Removing something that does not exist is not an error. */
  delete(key: StorageKey): Promise<void>;

  /** Removes every object below `folder/`; returns their number. */
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
 * Whether an object store did not answer as expected: it is unreachable or busy, or refuses this machine, whose clock
 * may be wrong.
 */
export const isStorageAway = (error: unknown): boolean =>
  typeof (error as { $metadata?: unknown } | null)?.$metadata === 'object';
