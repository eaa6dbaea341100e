/** Wraps a storage to report how long its operations take and how they end. */
import type { Storage } from './storage.ts';

export type StorageOperation = 'put' | 'get' | 'head' | 'download' | 'delete';
export type StorageOutcome = 'ok' | 'failed' | 'stopped';
export type OnStorageOperation = (
  operation: StorageOperation,
  outcome: StorageOutcome,
  seconds: number,
) => void;

/** Runs one operation within its context, such as a span of a trace. */
export type AroundOperation = <T>(
  operation: StorageOperation,
  work: () => Promise<T>,
) => Promise<T>;

/** Wraps the storage; `onOperation` is called for every operation except lists and checks. */
export function watchedStorage(
  storage: Storage,
  onOperation: OnStorageOperation,
  around: AroundOperation = (_operation, work) => work(),
): Storage {
  const timed = async <T>(
    operation: StorageOperation,
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> => {
    const startedMs = performance.now();
    const tell = (outcome: StorageOutcome) =>
      onOperation(operation, outcome, (performance.now() - startedMs) / 1000);
    try {
      const result = await around(operation, work);
      tell('ok');
      return result;
    } catch (error) {
      tell(signal?.aborted ? 'stopped' : 'failed');
      throw error;
    }
  };
  return {
    kind: storage.kind,
    put: (key, body, options) =>
      timed('put', () => storage.put(key, body, options), options?.signal),
    get: (key, options) => timed('get', () => storage.get(key, options), options?.signal),
    head: (key) => timed('head', () => storage.head(key)),
    download: (key, toPath, options) =>
      timed('download', () => storage.download(key, toPath, options), options?.signal),
    delete: (key) => timed('delete', () => storage.delete(key)),
    deletePrefix: (folder) => timed('delete', () => storage.deletePrefix(folder)),
    list: (folder) => storage.list(folder),
    presignPut: (key, grant) => storage.presignPut(key, grant),
    check: (signal) => storage.check(signal),
    close: () => storage.close(),
  };
}
