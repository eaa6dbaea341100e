/** What may come of an attempt to deliver a message of an alert. */
import type { PendingDelivery } from '../db/alerts/messages.ts';
import type { MailReader } from '../db/mail/readers.ts';
import type { AlertContent } from './content.ts';

export type Outcome =
  | { readonly end: 'delivered' }
  | { readonly end: 'again'; readonly error: string }
  /** Not tried again; with `off`, nothing is sent to the target any more. */
  | { readonly end: 'failed'; readonly error: string; readonly off?: boolean }
  /** No attempt was made. With `reader`, it goes with other deliveries to the person in one mail. */
  | {
      readonly end: 'waits';
      readonly until: Date;
      readonly reason: string | null;
      readonly reader: MailReader | null;
    };

export interface Attempted {
  readonly delivery: PendingDelivery;
  readonly outcome: Outcome;
}

/** Why a delivery is not to be sent to its target, as things are now; null if it is. */
export function refusalOf(delivery: PendingDelivery): Outcome | null {
  const { address, kind, off_reason: offReason } = delivery;
  if (address === null) return { end: 'failed', error: 'the target was removed' };
  if (offReason !== null) return { end: 'failed', error: `the target is off: ${offReason}` };
  // The tests of a program could use up the mail that a person may get about real videos.
  if (kind === 'mail' && delivery.is_test_workspace)
    return { end: 'failed', error: 'a test workspace sends no mail' };
  return null;
}

/** Refuses a message that has nothing left to say; null if it has. */
export const emptinessOf = ({ matches }: AlertContent): Outcome | null =>
  matches.length > 0
    ? null
    : { end: 'failed', error: 'nothing is left to tell: jobs were deleted or corrected' };
