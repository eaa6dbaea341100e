/**
 * Mail about jobs and batches that ended: members' choices about it, and the items to send that are recorded when a job
 * or batch ends.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { type ChangeNotifications, Fault, type Notifications } from '@reelsight/contract';
import { countInWindow, waitOf } from '../../db/accounts/sign-in-failures.ts';
import type { BatchRow } from '../../db/batches.ts';
import type { Queryable } from '../../db/database.ts';
import {
  findMailPreference,
  insertItems,
  insertMailItems,
  type MailEnd,
  setCode,
  setMailChoice,
  useCode,
} from '../../db/events/mail.ts';
import type { JobRow } from '../../db/jobs/jobs.ts';
import { mailAddressKey } from '../../db/mail/address.ts';
import { endedKinds } from '../../db/mail/readers.ts';
import type { Domain } from '../domain.ts';
import { readerAt, resumeMail } from '../mail-bounds.ts';

/**
 * Records mail about completed or failed jobs that belong to no batch. Cancelled jobs are left out, because the person
 * who cancelled a job knows that it ended. So are jobs of test workspaces, which end in the tests of programs.
 */
export async function tellOfJobs(
  domain: Domain,
  tx: Queryable,
  jobs: readonly JobRow[],
): Promise<void> {
  if (!domain.settings.sendsMail) return;

  const ends = jobs
    .filter(({ ask }) => !ask.test)
    .filter(({ batch_id, status }) => batch_id === null && /^(completed|failed)$/.test(status))
    .map(
      (job): MailEnd => ({
        workspaceId: job.workspace_id,
        failed: job.status === 'failed',
        details: {
          kind: 'job',
          id: job.id,
          title: job.title ?? job.url,
          status: job.status,
          message: job.error_message,
        },
      }),
    );
  if (ends.length > 0) await insertMailItems(tx, ends, () => domain.newId('mail'), domain.now());
}

/** Records mail about a batch that completed or failed: one mail for the batch, and none for its jobs. */
export async function tellOfBatch(domain: Domain, tx: Queryable, batch: BatchRow): Promise<void> {
  if (!domain.settings.sendsMail || batch.request.test) return;

  const { id, status, total_jobs: total } = batch;
  const completed = batch.completed_count;
  const failed = batch.failed_count;
  const end: MailEnd = {
    workspaceId: batch.workspace_id,
    failed: status === 'failed' || failed > 0,
    details: { kind: 'batch', id, status, total, completed, failed },
  };
  await insertMailItems(tx, [end], () => domain.newId('mail'), domain.now());
}

export async function notificationsOf(
  domain: Domain,
  workspaceId: string,
  userId: string,
): Promise<Notifications> {
  const preference = await findMailPreference(domain.db, workspaceId, userId);
  if (!preference) throw new Fault('NOT_FOUND', userId);
  const { email: address, verified, choice: email } = preference;
  const unsubscribed = await endedKinds(domain.db, workspaceId, mailAddressKey(address));

  return {
    email,
    address,
    verified,
    available: domain.settings.sendsMail,
    ...(unsubscribed.length > 0 && { unsubscribed }),
  };
}

/** Throws Fault MODE_NOT_ALLOWED if the service sends no mail. */
export async function chooseMail(
  domain: Domain,
  workspaceId: string,
  userId: string,
  {
    email: choice,
    confirm_address: wantsCode = choice !== 'never',
    receive_again: kinds = [],
  }: ChangeNotifications,
): Promise<Notifications> {
  if ((choice !== 'never' || wantsCode) && !domain.settings.sendsMail) {
    throw new Fault('MODE_NOT_ALLOWED', 'mail', {
      text: 'email: this service sends no mail. Its operator can set REELSIGHT_SMTP_URL.',
    });
  }

  await domain.db.transaction(async (tx) => {
    const token = randomBytes(24).toString('base64url');
    await setMailChoice(tx, { workspaceId, userId, choice, token });
    const preference = await findMailPreference(tx, workspaceId, userId);
    if ((choice !== 'never' || wantsCode) && preference && !preference.verified)
      await sendCode(domain, tx, workspaceId, userId);
    for (const kind of preference ? kinds : [])
      await resumeMail(tx, readerAt(workspaceId, kind, preference?.email ?? ''));
  });

  return notificationsOf(domain, workspaceId, userId);
}

const codeMs = 3_600_000;
const betweenCodesMs = 60_000;
const codeTries = 5;
/**
 * Maximum number of codes per day. There is a limit because somebody may have signed up with the address of another
 * person, who does not want this mail.
 */
const codesOfDay = 5;
/** Letters and digits of a code, without those that look alike. */
const codeLetters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

async function sendCode(
  domain: Domain,
  tx: Queryable,
  workspaceId: string,
  userId: string,
): Promise<void> {
  const letters = Array.from({ length: 8 }, () => codeLetters[randomInt(codeLetters.length)]);
  const code = `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
  const now = domain.now();
  const until = new Date(now.getTime() + codeMs);
  const notAfter = new Date(until.getTime() - betweenCodesMs);
  if (!(await setCode(tx, { userId, hash: hashOf(code), until, now, notAfter }))) return;

  const counter = `mail-codes ${userId}`;
  if (!(await countInWindow(tx, counter, { most: codesOfDay, seconds: 86_400 }))) {
    throw new Fault('RATE_LIMITED', 'mail codes', {
      text: `email: ${codesOfDay} codes were sent to this address within a day. Use the last one, or try again tomorrow.`,
      retryAfterSeconds: await waitOf(tx, counter, 'forget_at'),
    });
  }

  const details = { kind: 'code', code } as const;
  const item = { id: domain.newId('mail'), user_id: userId, workspace_id: workspaceId, details };
  await insertItems(tx, [item], now);
}

const hashOf = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
    .digest('hex');

/** Throws Fault VALIDATION_FAILED for a code that is wrong, too old or tried too often. */
export async function confirmAddress(
  domain: Domain,
  workspaceId: string,
  userId: string,
  code: string,
): Promise<Notifications> {
  const attempt = { userId, hash: hashOf(code), now: domain.now(), tries: codeTries };
  // A wrong try must be counted, so the transaction that counts it commits before the try is refused.
  if (!(await domain.db.transaction((tx) => useCode(tx, attempt)))) {
    throw new Fault('VALIDATION_FAILED', 'code', {
      text: 'code: it is wrong, older than an hour, or was tried too often. Choose the mail again for a new one.',
    });
  }

  return notificationsOf(domain, workspaceId, userId);
}
