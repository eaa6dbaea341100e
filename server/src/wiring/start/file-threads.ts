/**
 * Provides more threads for files: Node has four, and each waits while the disk makes a write safe, although a disk can
 * do many of these at once. Must be imported before anything else, because the number takes effect at the first use,
 * which some packages cause immediately.
 */
const threads = 16;

process.env.UV_THREADPOOL_SIZE ??= String(threads);
