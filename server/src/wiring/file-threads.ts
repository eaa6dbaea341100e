/**
 * More threads for files: Node has four, and each waits while the disk makes a write safe, of which a disk does many at
 * once. Imported before anything else, as the number counts from the first use on, which some packages make at once.
 */
const threads = 16;

process.env.UV_THREADPOOL_SIZE ??= String(threads);
