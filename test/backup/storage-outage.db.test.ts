/** A backup whose S3 fails while its files are read. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { BackupError } from '../../server/src/backup/backup-error.ts';
import { type TakenBackup, takeBackup } from '../../server/src/backup/take-backup.ts';
import { type Database, openDatabase } from '../../server/src/db/database.ts';
import { S3Storage } from '../../server/src/storage/s3.ts';
import { storageKey } from '../../server/src/storage/storage-key.ts';
import { checkReadable } from '../../server/src/wiring/backup/restore.ts';
import { type FreshDatabase, migratedDatabase } from '../../server/testing/database.ts';
import { FailingS3 } from '../../server/testing/storage/failing-s3.ts';
import { s3Credentials, startS3 } from '../../server/testing/storage/s3-server.ts';

const { signal } = new AbortController();
let folder: string;
let fresh: FreshDatabase;
let db: Database;
let s3: Awaited<ReturnType<typeof startS3>>;
let proxy: FailingS3;
let storage: S3Storage;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-outage-'));
  fresh = await migratedDatabase();
  db = await openDatabase({
    ...(fresh.url && { url: fresh.url }),
    ...(fresh.dataDir && { dataDir: fresh.dataDir }),
  });
  s3 = await startS3();
  proxy = await FailingS3.start(s3.endpoint);
  const place = { bucket: 'media', region: 'us-east-1', prefix: '', endpoint: proxy.endpoint };
  storage = new S3Storage({ ...place, credentials: s3Credentials }, Date.now);
  for (let index = 0; index < 4; index += 1)
    await storage.put(storageKey('frames', 'job_1', `${index}.jpg`), randomBytes(300_000));
});

afterEach(() => {
  proxy.failing = () => null;
  proxy.cutAfter = () => null;
});

after(async () => {
  await storage?.close();
  proxy?.close();
  await s3?.stop();
  await db?.close();
  await fresh?.drop();
  await rm(folder, { recursive: true, force: true });
});

const take = (path: string, outageMs: number): Promise<TakenBackup> => {
  const secrets = { 'admin-token': 'a', 'session-secret': 'b', 'upload-secret': 'c' };
  return takeBackup(
    { db, databaseKind: db.kind, storage, secrets, version: '1.0.0' },
    {
      path,
      seal: { recipients: [], passphrase: null },
      overwrite: false,
      withFiles: true,
      now: () => new Date(),
      outageMs,
      signal,
    },
  );
};

test('goes on where the outage ends, with every file whole', async () => {
  const path = join(folder, 'whole.tar.zst');
  let reads = 0;
  proxy.cutAfter = ({ method }) => (method === 'GET' && reads % 2 === 1 ? 100_000 : null);
  proxy.failing = ({ method, url }) => {
    if (method !== 'GET' || url?.includes('list-type')) return null;
    reads += 1;
    return reads > 3 && reads < 8 ? 'error' : null;
  };

  const { counts } = await take(path, 60_000);
  assert.deepEqual([counts.files, counts.file_bytes], [4, 1_200_000]);
  assert.ok(reads > 8);
  await checkReadable({ path, keys: { identities: [], passphrase: null }, signal });
});

test('fails with the name of the file once the outage has lasted, and leaves nothing', async () => {
  proxy.failing = ({ url }) => (url?.includes('2.jpg') ? 'busy' : null);
  await assert.rejects(take(join(folder, 'failed.tar.zst'), 1000), (error) => {
    assert.ok(error instanceof BackupError);
    assert.match(error.message, /did not give frames\/job_1\/2\.jpg: .*Make the backup again/);
    return true;
  });
  assert.deepEqual(await readdir(folder), ['whole.tar.zst']);
});
