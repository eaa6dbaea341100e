/**
 * Sends the entries in `mail_items`. A person gets one mail about a workspace and then none for a while, so that jobs
 * and batches that end soon after go into one later mail. An item is removed only once the mail server has accepted its
 * mail, so none is lost; if a process dies in between, the mail is sent again with the same Message-ID.
 */
import { createHash } from 'node:crypto';
import {
  type DuePerson,
  endMail,
  type MailItem,
  mailItemsOf,
  noteMailFailure,
  removeMailItems,
  takeDuePerson,
} from '../db/events/mail.ts';
import type { Domain } from '../domain/domain.ts';
import { composeCode, composeMail, type Mail } from './compose.ts';
import { failureText, type MailServer, messageId } from './transport.ts';

export interface OutboxOptions {
  readonly domain: Domain;
  readonly server: MailServer;
  /** Public origin of the service. */
  readonly origin: () => string;
  /** Minimum time between two mails to one person. */
  readonly pauseMs: number;
  readonly onFailure: (error: unknown, failures: number) => void;
}

/** How long a person's mail is reserved for one process; must be longer than a mail server may take. */
const takenMs = 120_000;
/** Maximum number of items in one mail. */
const itemsAtMost = 50;
/** Delay after a failure; it doubles with each further failure, up to the maximum. */
const leastDelayMs = 30_000;
const mostDelayMs = 3_600_000;

/** Sends all mail that is due; resolves with the number of mails sent. */
export async function sendDueMail(options: OutboxOptions, signal: AbortSignal): Promise<number> {
  const { domain } = options;
  for (let sent = 0; ; ) {
    if (signal.aborted) return sent;

    const now = domain.now();
    const until = new Date(now.getTime() + takenMs);
    const person = await takeDuePerson(domain.db, { now, until });
    if (!person) return sent;
    if (await tell(options, person)) sent += 1;
  }
}

/** Sends one mail to a person; false if none was sent. */
async function tell(options: OutboxOptions, person: DuePerson): Promise<boolean> {
  const { domain, server, pauseMs, onFailure, origin } = options;
  const { user_id: id } = person;
  const allItems = await mailItemsOf(domain.db, id, itemsAtMost);
  // Items whose workspace no longer exists, or whose recipient no longer wants such mail.
  const unwanted = allItems.filter(
    ({ details, token }) => details.kind !== 'code' && token === null,
  );
  if (unwanted.length > 0) await removeMailItems(domain.db, idsOf(unwanted));

  const items = together(allItems.filter((item) => !unwanted.includes(item)));
  const now = domain.now();

  if (items.length === 0) {
    await endMail(domain.db, id, [], now);
    return false;
  }

  try {
    await server.send(mailOf(items, origin()), person.email, messageIdOf(items, origin()));
  } catch (error) {
    const delay = Math.min(mostDelayMs, leastDelayMs * 2 ** person.failures);
    await noteMailFailure(domain.db, id, failureText(error), new Date(now.getTime() + delay));
    onFailure(error, person.failures + 1);
    return false;
  }

  const [first] = items;
  const pause = first?.details.kind === 'code' ? 0 : pauseMs;
  await endMail(domain.db, id, idsOf(items), new Date(now.getTime() + pause));

  return true;
}

const idsOf = (items: readonly MailItem[]): string[] => items.map(({ id }) => id);

/**
 * Selects the items of the next mail. A code is sent first and in a mail of its own; otherwise the mail contains all
 * items about the workspace of the oldest item.
 */
function together(items: readonly MailItem[]): readonly MailItem[] {
  const code = items.findLast(({ details }) => details.kind === 'code');
  if (code) return items.filter(({ details }) => details.kind === 'code');
  return items.filter(({ workspace_id: id }) => id === items[0]?.workspace_id);
}

/** Composes the mail. If there are several codes, only the last is valid, so only that code is sent. */
function mailOf(items: readonly MailItem[], origin: string): Mail {
  const details = items.at(-1)?.details;
  return details?.kind === 'code' ? composeCode(details.code, origin) : composeMail(items, origin);
}

function messageIdOf(items: readonly MailItem[], origin: string): string {
  const hash = createHash('sha256').update(idsOf(items).join()).digest('hex').slice(0, 32);
  return messageId(hash, origin);
}
