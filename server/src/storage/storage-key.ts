/** The grammar of object keys, strict enough that no key can leave the storage folder. */
import assert from 'node:assert/strict';

/** Has the form `a/b/c.ext`. Names an object, or a folder of objects in calls that take a folder. */
export type StorageKey = string & { readonly __storageKey: true };

// A leading dot is not allowed: this rules out `.` and `..`, and reserves names with a dot for the storage itself.
const segmentPattern = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;
// S3 allows 1,024 bytes, including the operator's prefix.
const maxKeyLength = 800;

/**
 * Joins segments into a key. Throws if a segment has characters outside `[A-Za-z0-9._-]`, is empty, or begins with a
 * dot, because that is a programming error.
 */
export function storageKey(...segments: readonly string[]): StorageKey {
  const text = segments.join('/');
  const valid = segments.every((segment) => segmentPattern.test(segment));
  assert(valid && parseStorageKey(text) !== null, `not a storage key: ${JSON.stringify(text)}`);
  return text as StorageKey;
}

/**
 * Makes a key from a text that our own code stored. Throws if the text is not a valid key, because that is a
 * programming error.
 */
export const keyOfText = (text: string): StorageKey => storageKey(...text.split('/'));

/** Parses a key that comes from outside, such as from a request's path or a listing; null if it is not a valid key. */
export function parseStorageKey(text: string): StorageKey | null {
  if (text.length > maxKeyLength) return null;
  return text.split('/').every((segment) => segmentPattern.test(segment))
    ? (text as StorageKey)
    : null;
}
