/** Restoring an encrypted backup: without its key, or with a wrong key, the restore is refused with a clear message. */
import assert from 'node:assert/strict';
import { copyFile, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { accepted, Caller, type Json, refused } from '../../../../test/interface/subject.ts';
import { startTestService, type TestService } from '../../../testing/service.ts';
import { waitFor } from '../../../testing/wait-for.ts';

const passphrase = 'a quiet walk in town';
const started: TestService[] = [];
let identity: string;
/** The service that has the backups' passphrase in its settings; `other` has another passphrase, `bare` has none. */
let own: TestService;
let other: TestService;
let bare: TestService;
let withPassphrase: string;
let forRecipient: string;

async function service(env: Record<string, string> = {}): Promise<TestService> {
  const one = await startTestService(env);
  started.push(one);
  return one;
}

const operator = (one: TestService) =>
  new Caller(one.apiUrl, { Authorization: `Bearer ${one.adminToken}` });

/** Makes a backup of the service and returns its path. */
async function backupOf(one: TestService): Promise<string> {
  const { name } = accepted(await operator(one).post('/admin/v1/backups'), 202);
  await waitFor(async () => {
    const { backups } = accepted(await operator(one).get('/admin/v1/backups'), 200);
    assert.equal(backups.find((backup: Json) => backup.name === name)?.state, 'whole');
  });
  return join(one.dataDir, 'backups', name);
}

before(async () => {
  identity = await generateX25519Identity();
  own = await service({ REELSIGHT_BACKUP_PASSPHRASE: passphrase });
  other = await service({ REELSIGHT_BACKUP_PASSPHRASE: 'another one altogether' });
  bare = await service();

  const sealed = await service({
    REELSIGHT_BACKUP_RECIPIENTS: await identityToRecipient(identity),
  });

  withPassphrase = await backupOf(own);
  forRecipient = await backupOf(sealed);

  for (const one of [own, other, bare]) {
    await mkdir(join(one.dataDir, 'backups'), { recursive: true });
    for (const path of [withPassphrase, forRecipient]) {
      const to = join(one.dataDir, 'backups', basename(path));
      if (to !== path) await copyFile(path, to);
    }
  }
});
after(async () => {
  for (const one of started) await one.close();
});

const restore = (one: TestService, path: string, key?: string) => {
  const confirm = basename(path);
  return operator(one).post(`/admin/v1/backups/${confirm}/restore`, { confirm, key });
};

describe('An encrypted backup', () => {
  test('without a key: what to give is said', async () => {
    for (const path of [withPassphrase, forRecipient])
      refused(
        await restore(bare, path),
        409,
        'BACKUP_REFUSED',
        'key: the backup is encrypted. Give its passphrase, or the private key of a recipient.',
      );
  });

  test('with a wrong passphrase or private key', async () => {
    const wrong = 'key: this passphrase or private key does not open the backup.';
    const stranger = await generateX25519Identity();
    for (const path of [withPassphrase, forRecipient])
      for (const key of ['a loud walk in town', stranger])
        refused(await restore(bare, path, key), 409, 'BACKUP_REFUSED', wrong);
  });

  test('whose passphrase is not that of the settings', async () => {
    const settings = 'key: the passphrase of REELSIGHT_BACKUP_PASSPHRASE does not open the backup';
    for (const path of [withPassphrase, forRecipient])
      refused(await restore(other, path), 409, 'BACKUP_REFUSED', settings);
  });

  test('with what only looks like a private key', async () => {
    const text = 'key: this is not a whole private key';
    const answer = await restore(bare, forRecipient, identity.slice(0, -3));
    refused(answer, 409, 'BACKUP_REFUSED', text);
  });

  test('is restored with its key, given or of the settings, however it was pasted', async () => {
    accepted(await restore(own, withPassphrase), 202);
    accepted(await restore(bare, withPassphrase, passphrase), 202);
    accepted(await restore(bare, forRecipient, ` ${identity}\n`), 202);
    accepted(await restore(other, forRecipient, identity), 202);
  });
});
