/**
 * Sends messages of alerts by mail. A person gets only so many mails of a workspace in an hour, whatever alerts they are
 * of; what comes after that waits and goes together in one mail. A delivery stays pending until the mail server has
 * accepted its mail, so none is lost.
 */
import { createHash } from 'node:crypto';
import { mailLimits } from '@reelsight/contract/mail-limits';
import { memberAddresses } from '../db/alerts/alerts.ts';
import { takeHeldMails } from '../db/alerts/held-mails.ts';
import { findPendingDeliveries, type PendingDelivery } from '../db/alerts/messages.ts';
import { mailAddressKey } from '../db/mail/address.ts';
import { type MailReader, uncountMail } from '../db/mail/readers.ts';
import type { Domain } from '../domain/domain.ts';
import { countMail, mailLinkFor, readerAt } from '../domain/mail-bounds.ts';
import { failureText, type MailServer, messageId } from '../mail/transport.ts';
import type { Storage } from '../storage/storage.ts';
import { alertsMail } from './alert-mail.ts';
import type { AlertContent } from './content.ts';
import { type Attempted, emptinessOf, type Outcome, refusalOf } from './outcome.ts';
import { picturesOf } from './pictures.ts';
import { listedAtMost, readContent } from './read-content.ts';

export interface MailingOptions {
  readonly domain: Domain;
  /** Null if the service sends no mail. */
  readonly mail: MailServer | null;
  /** Public origin of the service. */
  readonly origin: () => string;
  readonly storage: Pick<Storage, 'get'>;
  /** Largest size of the pictures in one mail together. */
  readonly pictureBytes: number;
}

/** After this time an example is given up, so that those of hours never arrive at once. */
const exampleMs = mailLimits.exampleMinutes * 60_000;
/** How long deliveries are reserved for one mail; longer than a mail server may take. */
const takenMs = 120_000;
/** How long a delivery waits for the mail in which another process sends it just now. */
const otherMailMs = 10_000;
/** How many deliveries go in one mail; the others go in the next. */
const togetherAtMost = 200;

const hourIsFull = `${mailLimits.alertsPerHour} mails of alerts of this workspace went to this person within an hour: it goes with others in one mail`;

/** A delivery that is to be sent, with what it says. */
interface Letter {
  readonly delivery: PendingDelivery;
  readonly address: string;
  readonly content: AlertContent;
}

/** Returns what came of the delivery, and of those that go in the same mail. */
export async function deliverByMail(
  options: MailingOptions,
  delivery: PendingDelivery,
): Promise<readonly Attempted[]> {
  const { domain } = options;
  const alone = (outcome: Outcome): Attempted[] => [{ delivery, outcome }];
  if (delivery.held_until && delivery.held_until > domain.now()) return alone(soon(domain));

  const letter = await letterOf(domain, delivery);
  if ('outcome' in letter) return [letter];
  if (!options.mail) return alone({ end: 'again', error: 'this service sends no mail' });

  const reader = readerAt(delivery.workspace_id, 'alerts', letter.address);
  const { token } = await mailLinkFor(domain.db, reader);
  if (delivery.test) return alone(await send(options, options.mail, [letter], token));

  const fullUntil = await countMail(domain, reader);
  if (fullUntil) return alone({ end: 'waits', until: fullUntil, reason: hourIsFull, reader });

  const { letters, unsent } = await gather(domain, letter, reader);
  const outcome = await send(options, options.mail, letters, token);
  if (outcome.end !== 'delivered') await uncountMail(domain.db, reader);
  return [...unsent, ...letters.map((sent) => ({ delivery: sent.delivery, outcome }))];
}

const soon = (domain: Domain): Outcome => ({
  end: 'waits',
  until: new Date(domain.now().getTime() + otherMailMs),
  reason: null,
  reader: null,
});

/** Returns what the delivery says, or why it is not sent. */
async function letterOf(domain: Domain, delivery: PendingDelivery): Promise<Letter | Attempted> {
  const refusal = refusalOf(delivery) ?? latenessOf(domain, delivery);
  if (refusal || delivery.address === null)
    return { delivery, outcome: refusal ?? { end: 'failed', error: 'the target was removed' } };

  const { address, workspace_id: workspaceId } = delivery;
  const members = await memberAddresses(domain.db, workspaceId, [address]);
  if (!members.get(mailAddressKey(address))?.verified)
    return {
      delivery,
      outcome: {
        end: 'failed',
        error: 'not the confirmed address of a member any more',
        off: true,
      },
    };

  const content = await readContent(domain, delivery);
  const outcome = emptinessOf(content);
  return outcome ? { delivery, outcome } : { delivery, address, content };
}

function latenessOf(domain: Domain, { test, created_at: createdAt }: PendingDelivery) {
  const isLate = test && domain.now().getTime() - createdAt.getTime() > exampleMs;
  return isLate
    ? ({ end: 'failed', error: 'the example could not be sent in time' } as const)
    : null;
}

interface Gathered {
  readonly letters: readonly Letter[];
  readonly unsent: readonly Attempted[];
}

/** Adds what waits for the same person. */
async function gather(domain: Domain, letter: Letter, reader: MailReader): Promise<Gathered> {
  const now = domain.now();
  const until = new Date(now.getTime() + takenMs);
  const ids = await takeHeldMails(domain.db, reader, { now, until, limit: togetherAtMost });
  const isOurs = !letter.delivery.held || ids.includes(letter.delivery.id);
  const letters: Letter[] = isOurs ? [letter] : [];
  const unsent: Attempted[] = isOurs ? [] : [{ delivery: letter.delivery, outcome: soon(domain) }];

  const otherIds = ids.filter((id) => id !== letter.delivery.id);
  for (const delivery of await findPendingDeliveries(domain.db, otherIds)) {
    const nextLetter = await letterOf(domain, delivery);
    if ('outcome' in nextLetter) unsent.push(nextLetter);
    else letters.push(nextLetter);
  }

  return { letters, unsent };
}

async function send(
  { origin, storage, pictureBytes }: MailingOptions,
  mail: MailServer,
  letters: readonly Letter[],
  token: string,
): Promise<Outcome> {
  const [first] = letters;
  if (!first) return { end: 'again', error: 'another process sends it' };

  try {
    const contents = shortened(byAlert(letters));
    const matches = contents.flatMap((content) => content.matches);
    const { workspace_id: workspaceId } = first.delivery;
    const pictures = await picturesOf(storage, workspaceId, matches, pictureBytes);
    const body = alertsMail(contents, { origin: origin(), token, pictures });
    await mail.send(body, first.address, messageId(nameOf(letters), origin()));
    return { end: 'delivered' };
  } catch (error) {
    return { end: 'again', error: failureText(error) };
  }
}

/** The same for the same deliveries, so that a mail that is sent again has the same Message-ID. */
function nameOf(letters: readonly Letter[]): string {
  const ids = letters.map(({ delivery }) => delivery.id).sort();
  const [only] = ids;
  if (ids.length === 1 && only !== undefined) return only;
  return createHash('sha256').update(ids.join()).digest('hex').slice(0, 32);
}

/** What each alert says, though it says it in several messages. */
function byAlert(letters: readonly Letter[]): AlertContent[] {
  const contents = letters.map(({ content }) => content);
  const contentsByAlert = Map.groupBy(contents, ({ alertId }) => alertId);

  return [...contentsByAlert.values()].map((messages) => ({
    ...(messages[0] as AlertContent),
    matches: messages.flatMap(({ matches }) => matches),
    withdrawn: messages.flatMap(({ withdrawn }) => withdrawn),
    unlisted: messages.reduce((sum, { unlisted }) => sum + unlisted, 0),
  }));
}

/** Lists no more in one mail than in that of a single alert; the rest is counted. */
function shortened(contents: readonly AlertContent[]): AlertContent[] {
  let matchesLeft = listedAtMost.mail;
  let withdrawnLeft = listedAtMost.mail / 2;

  return contents.map((content) => {
    const matches = content.matches.slice(0, matchesLeft);
    const withdrawn = content.withdrawn.slice(0, withdrawnLeft);
    matchesLeft -= matches.length;
    withdrawnLeft -= withdrawn.length;

    const unlisted = content.unlisted + content.matches.length - matches.length;
    return { ...content, matches, withdrawn, unlisted };
  });
}
