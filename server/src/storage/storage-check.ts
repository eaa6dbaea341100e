/** The readiness check of a store: writes a small object and reads it back. */
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Storage } from './storage.ts';
import { storageKey } from './storage-key.ts';

/** Throws if the store does not return the content that was written. */
export async function checkStorage(storage: Storage, signal: AbortSignal): Promise<void> {
  const word = randomUUID();
  const key = storageKey('check', `${word}.txt`);
  try {
    await storage.put(key, Buffer.from(word), { contentType: 'text/plain', signal });
    const storedObject = await storage.get(key, { signal });
    if (!storedObject || (await text(storedObject.stream)) !== word) {
      throw new Error('the storage did not give back what was written');
    }
  } finally {
    await storage.delete(key);
  }
}
