/** A separate process: an upload host on a free port, which it prints. */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { FilesStorage } from '../../src/storage/files.ts';
import { createUploadHost } from '../../src/storage/upload-host.ts';

const storage = await FilesStorage.open({
  folder: process.argv[2] ?? '',
  uploadUrl: 'http://127.0.0.1',
  signingSecret: 'secret of the test',
  now: Date.now,
});
const { server } = createUploadHost({
  storage,
  signingSecret: 'secret of the test',
  allowedOrigins: ['*'],
  now: Date.now,
  newRequestId: () => `req_${randomUUID()}`,
  log: () => undefined,
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
