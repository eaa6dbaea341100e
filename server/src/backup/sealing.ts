/** Encryption of a backup with age (age-encryption.org/v1): for recipients, or with a passphrase. */
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Encrypter } from 'age-encryption';
import { BackupError, BackupKeyError } from './backup-error.ts';

/** Determines who can open a backup. If there are neither recipients nor a passphrase, the backup is not encrypted. */
export interface Seal {
  /** Public keys, `age1…`. */
  readonly recipients: readonly string[];
  readonly passphrase: string | null;
}

/** Keys that open a backup. */
export interface Keys {
  /** Private keys, `AGE-SECRET-KEY-1…`. */
  readonly identities: readonly string[];
  readonly passphrase: string | null;
}

/** Loaded only for encrypted backups, because it consists of many modules. */
const age = () => import('age-encryption');

export const isSealed = ({ recipients, passphrase }: Seal): boolean =>
  recipients.length > 0 || passphrase !== null;

/** Null for a backup without encryption. Throws BackupError for an invalid recipient. */
export async function encrypterOf({ recipients, passphrase }: Seal): Promise<Encrypter | null> {
  if (recipients.length === 0 && passphrase === null) return null;
  if (recipients.length > 0 && passphrase !== null)
    throw new BackupError('A backup is encrypted for recipients or with a passphrase, not both.');

  const { Encrypter } = await age();
  const encrypter = new Encrypter();
  if (passphrase !== null) encrypter.setPassphrase(passphrase);

  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch {
      throw new BackupError(`${recipient} is no recipient of age; they begin with age1.`);
    }
  }

  return encrypter;
}

type Bytes = ReadableStream<Uint8Array>;

export const encrypted = async (encrypter: Encrypter, plain: Bytes): Promise<Bytes> =>
  (await encrypter.encrypt(plain as never)) as unknown as Bytes;

/** Decrypts a backup. Throws BackupKeyError if the keys do not open it. */
export async function decrypted(
  { identities, passphrase }: Keys,
  sealed: Readable,
): Promise<Bytes> {
  if (identities.length === 0 && passphrase === null) {
    throw new BackupKeyError(
      'missing',
      'The backup is encrypted. Give its passphrase (--passphrase-file or REELSIGHT_BACKUP_PASSPHRASE) or the private key of a recipient (--identity).',
    );
  }

  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  if (passphrase !== null) decrypter.addPassphrase(passphrase);

  for (const identity of identities) {
    try {
      decrypter.addIdentity(identity);
    } catch {
      throw new BackupKeyError(
        'malformed',
        'The identity is not a private key of age; those begin with AGE-SECRET-KEY-1.',
      );
    }
  }

  try {
    return (await decrypter.decrypt(Readable.toWeb(sealed) as never)) as unknown as Bytes;
  } catch (error) {
    const wrong = error instanceof Error && /no identity matched/.test(error.message);
    if (!wrong) throw error;
    throw new BackupKeyError('wrong', 'The passphrase or private key does not open this backup.');
  }
}
