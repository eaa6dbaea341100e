/** The grammar of object keys, strict enough that no key can leave the storage folder. */
import assert from 'node:assert/strict';

/** `a/b/c.ext`: names an object, or a folder of objects if a call takes a folder. */
export type StorageKey = string & { readonly __storageKey: true };

// No leading dot: this rules out `.` and `..` and leaves dot names to the storage itself.
const segmentPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;
// S3 allows 1,024 bytes, including the operator's prefix.
const maxKeyLength = 800;

/**
 * Joins segments into a key. A segment that has characters outside `[A-Za-z0-9._-]`, is empty, or begins with a dot is
 * a programming error.
 */
export function storageKey(...segments: readonly string[]): StorageKey {
  const text = segments.join('/');
  const valid = segments.every((segment) => segmentPattern.test(segment));
  assert(valid && parseStorageKey(text) !== null, `not a storage key: ${JSON.stringify(text)}`);
  return text as StorageKey;
}

/** Makes a key from text that our own code stored. Throws if it breaks the grammar, which is a programming error. */
export const keyOfText = (text: string): StorageKey => storageKey(...text.split('/'));

/** Reads a key from outside (a request's path, a listing); null if it breaks the grammar. */
export function parseStorageKey(text: string): StorageKey | null {
  if (text.length > maxKeyLength) return null;
  return text.split('/').every((segment) => segmentPattern.test(segment))
    ? (text as StorageKey)
    : null;
}
