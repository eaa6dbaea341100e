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
export function refusalOf({ address, off_reason: offReason }: PendingDelivery): Outcome | null {
  if (address === null) return { end: 'failed', error: 'the target was removed' };
  if (offReason !== null) return { end: 'failed', error: `the target is off: ${offReason}` };
  return null;
}

/** Refuses a message that has nothing left to say; null if it has. */
export const emptinessOf = ({ matches }: AlertContent): Outcome | null =>
  matches.length > 0
    ? null
    : { end: 'failed', error: 'nothing is left to tell: jobs were deleted or corrected' };
