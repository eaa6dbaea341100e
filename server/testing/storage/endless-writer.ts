/** A separate process that writes to an object endlessly, until it is killed. */
import { Readable } from 'node:stream';
import { FilesStorage } from '../../src/storage/files.ts';
import { storageKey } from '../../src/storage/storage-key.ts';

const storage = await FilesStorage.open({
  folder: process.argv[2] ?? '',
  uploadUrl: 'http://127.0.0.1',
  signingSecret: 'unused',
  now: Date.now,
});

async function* drip(): AsyncGenerator<Buffer> {
  for (;;) {
    yield Buffer.alloc(64 * 1024, 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

await storage.put(storageKey('job', 'half.bin'), { stream: Readable.from(drip()) });
