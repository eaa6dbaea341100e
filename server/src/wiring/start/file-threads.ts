/**
 * Raises the number of threads for file access: Node has four by default, each of which blocks while a write is synced,
 * although a disk can sync many writes at once. This must be imported before anything else, because the number takes
 * effect at the first use, and some packages use a thread as soon as they are imported.
 */
const threads = 16;

process.env.UV_THREADPOOL_SIZE ??= String(threads);
