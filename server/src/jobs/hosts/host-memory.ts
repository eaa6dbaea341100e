/** How an engine host keeps and frees the memory of pictures and of what networks return. */
import { getHeapStatistics } from 'node:v8';

/**
 * Options of Node.js for processes that collect by `withCollections`. A host has one thread, and nothing waits for
 * quick responses from it while it does a part. Helper threads of the collector would take cores from other hosts, and
 * incremental marking would start again every few pictures.
 */
export const collectorOptions: readonly string[] = [
  '--single-threaded-gc',
  '--no-incremental-marking',
  '--max-semi-space-size=8', // MB
  // Without it, V8 searches the whole heap, some 60 MB, each time 64 MB of pictures were made outside of it. That took
  // a tenth of the CPU time of a talk.
  '--external-memory-accounted-in-global-limit',
  '--expose-gc',
];

/**
 * For glibc: one run of a network allocates and frees up to tens of megabytes. These settings keep the memory for the
 * next run; otherwise it would be returned to the system and faulted in again page by page.
 */
export const allocatorSettings: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(64 * 2 ** 20),
  MALLOC_TRIM_THRESHOLD_: String(128 * 2 ** 20),
};

const mostGarbageBytes = 96 * 2 ** 20;
/** At some 100 MB a second, garbage grows by a few megabytes between two looks at it. */
const intervalMs = 50;

/** Memory outside of the heap when garbage was last collected, in bytes. */
let bytesInUse = externalBytes();

/** Does the work, and collects garbage whenever memory outside of the heap has grown by `mostGarbageBytes`. */
export async function withCollections<T>(work: () => Promise<T>): Promise<T> {
  const { gc } = globalThis;
  if (!gc) throw new Error(`start this process with ${collectorOptions.join(' ')}`);

  const timer = setInterval(() => {
    bytesInUse = Math.min(bytesInUse, externalBytes());
    if (externalBytes() - bytesInUse < mostGarbageBytes) return;
    gc();
    bytesInUse = externalBytes();
  }, intervalMs);

  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

function externalBytes(): number {
  return getHeapStatistics().external_memory;
}
