/**
 * Bounds the mail that alerts and schedules of a workspace send to one person, however many of them name the person
 * (docs/alerts.md, docs/schedules.md).
 */
import { randomBytes } from 'node:crypto';
import { Fault, mailLimits } from '@reelsight/contract';
import { counted } from '@reelsight/contract/counted';
import { unsubscribedReason } from '../db/alerts/alerts.ts';
import type { Queryable } from '../db/database.ts';
import { mailAddressKey } from '../db/mail/address.ts';
import { noteExample } from '../db/mail/examples.ts';
import {
  countHourOfMail,
  endMailOf,
  type MailLink,
  type MailReader,
  mailLinkOf,
  resumeMailOf,
  turnOwnTargetsOff,
  turnOwnTargetsOn,
} from '../db/mail/readers.ts';
import type { Domain } from './domain.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const mostInHour = { alerts: mailLimits.alertsPerHour, reports: mailLimits.reportsPerHour };

export const newMailToken = (): string => randomBytes(24).toString('base64url');

/** The person at a mail address. */
export const readerAt = (
  workspaceId: string,
  kind: MailReader['kind'],
  address: string,
): MailReader => ({ workspaceId, kind, address: mailAddressKey(address) });

export const mailLinkFor = (db: Queryable, reader: MailReader): Promise<MailLink> =>
  mailLinkOf(db, reader, newMailToken());

/** Ends the mail, as the person wishes. Nobody else can take that back. */
export async function endMail(
  { db, now }: Pick<Domain, 'db' | 'now'>,
  reader: MailReader,
): Promise<void> {
  const reason = unsubscribedReason;
  await db.transaction(async (tx) => {
    await endMailOf(tx, reader, { newToken: newMailToken(), now: now() });
    if (reader.kind === 'alerts') await turnOwnTargetsOff(tx, reader, { reason, now: now() });
  });
}

/** Lets the person have mail again, as the person wishes. */
export async function resumeMail(tx: Queryable, reader: MailReader): Promise<void> {
  await resumeMailOf(tx, reader);
  if (reader.kind === 'alerts') await turnOwnTargetsOn(tx, reader, unsubscribedReason);
}

/** Counts a mail to a person who has a link. Returns null if it may be sent, otherwise when the next one may. */
export const countMail = (
  { db, now }: Pick<Domain, 'db' | 'now'>,
  reader: MailReader,
): Promise<Date | null> =>
  countHourOfMail(db, reader, { now: now(), hourMs, limit: mostInHour[reader.kind] });

export interface Examples {
  readonly workspaceId: string;
  readonly addresses: readonly string[];
  /** The message of the alert, or the run. */
  readonly sourceId: string;
}

/**
 * Notes examples, or reports by hand, to these people. Returns those who may not have one yet, as `mailAddressKey`
 * writes them, with the time at which they may.
 */
export async function noteExamples(
  { now }: Pick<Domain, 'now'>,
  tx: Queryable,
  { workspaceId, addresses, sourceId }: Examples,
): Promise<ReadonlyMap<string, Date>> {
  const pauseMs = mailLimits.exampleMinutes * minuteMs;
  const refusals = new Map<string, Date>();
  // In one order, so that two transactions never wait for each other.
  const people = [...new Set(addresses.map(mailAddressKey))].sort();

  for (const address of people) {
    const lastAt = await noteExample(
      tx,
      { workspaceId, address, sourceId },
      { now: now(), pauseMs },
    );
    if (lastAt) refusals.set(address, new Date(lastAt.getTime() + pauseMs));
  }

  return refusals;
}

/**
 * Notes examples to these people. Throws Fault RATE_LIMITED, with which the transaction must end, if one of them had an
 * example shortly before.
 */
export async function mustNoteExamples(
  domain: Pick<Domain, 'now'>,
  tx: Queryable,
  examples: Examples,
): Promise<void> {
  const refusals = await noteExamples(domain, tx, examples);
  const [address] = refusals.keys();
  if (address === undefined) return;

  const freeAt = Math.max(...[...refusals.values()].map((time) => time.getTime()));
  const seconds = Math.max(1, Math.ceil((freeAt - domain.now().getTime()) / 1000));
  const wait = counted(Math.ceil(seconds / 60), 'minute');
  throw new Fault('RATE_LIMITED', 'example mail', {
    text: `An example of an alert, or a report by hand, was mailed to ${address} less than ${mailLimits.exampleMinutes} minutes ago. Try again in ${wait}.`,
    retryAfterSeconds: seconds,
  });
}
