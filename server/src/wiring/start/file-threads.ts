/**
 * Provides more threads for files: Node has four, and each of them waits while a write is synced, although a disk can
 * sync many at once. Must be imported before anything else, because the number takes effect at the first use, which
 * some packages cause immediately.
 */
const threads = 16;

process.env.UV_THREADPOOL_SIZE ??= String(threads);
