/** Decides when what an alert found is sent, and begins to send it. */
import type { AlertRow, AlertTargetRow } from '../../db/alerts/alerts.ts';
import { alertTargets, keepAlert, lockAlert } from '../../db/alerts/alerts.ts';
import { recentMatches } from '../../db/alerts/matches.ts';
import {
  closeMessage,
  countMatchesOf,
  findMessage,
  insertDeliveries,
  insertMessage,
  openMessage,
  postponeMessage,
  tellOfWithdrawn,
} from '../../db/alerts/messages.ts';
import type { Queryable } from '../../db/database.ts';
import type { Domain } from '../domain.ts';
import { mustNoteExamples } from '../mail-bounds.ts';
import { endOfQuiet } from './quiet-hours.ts';
import { distinctTargets, mailAddressesOf, shownAddress } from './targets.ts';
import { enqueueAlertTask } from './tasks.ts';

/** In this time, only so many matches as the alert says are sent one by one. */
const digestMs = 3_600_000;
/** How many matches that were withdrawn a message tells of. */
const withdrawnAtMost = 50;

/** The message that a new match belongs to; `isNow` if it is to be sent at once. */
export interface Place {
  readonly messageId: string;
  readonly isNow: boolean;
}

/**
 * Finds the message that a match found now belongs to. Null if the alert has no target to send it to. Runs while the
 * alert is locked.
 */
export async function placeOfMatch(
  domain: Domain,
  tx: Queryable,
  alert: AlertRow,
): Promise<Place | null> {
  if ((await targetsThatAreOn(tx, alert.id)).length === 0) return null;

  const now = domain.now();
  const open = await openMessage(tx, alert.id);
  if (open) return { messageId: open.id, isNow: false };

  const dueAt = quietEnd(alert, now) ?? (await digestEnd(tx, alert, now)) ?? now;
  const isNow = dueAt <= now;
  const messageId = domain.newId('amsg');
  await insertMessage(tx, {
    id: messageId,
    alert_id: alert.id,
    workspace_id: alert.workspace_id,
    test: false,
    due_at: dueAt,
    closedAt: null,
    now,
  });
  if (!isNow) await enqueueClosing(domain, tx, { ...alert, messageId, dueAt });

  return { messageId, isNow };
}

const quietEnd = (
  { quiet_start: start, quiet_end: end, time_zone: timeZone }: AlertRow,
  now: Date,
): Date | null =>
  start === null || end === null ? null : endOfQuiet({ start, end }, timeZone, now);

/** When the digest is due that the match belongs to; null if so few came that it is sent by itself. */
async function digestEnd(tx: Queryable, alert: AlertRow, now: Date): Promise<Date | null> {
  const since = new Date(now.getTime() - digestMs);
  const { matches, first } = await recentMatches(tx, alert.id, since, alert.digest_above);
  if (matches < alert.digest_above || first === null) return null;
  return new Date(first.getTime() + digestMs);
}

interface Closing {
  readonly workspace_id: string;
  readonly messageId: string;
  readonly dueAt: Date;
}

const enqueueClosing = (
  domain: Domain,
  tx: Queryable,
  { workspace_id: workspaceId, messageId, dueAt }: Closing,
): Promise<void> =>
  enqueueAlertTask(
    domain,
    tx,
    workspaceId,
    { kind: 'message', messageId },
    Math.max(0, dueAt.getTime() - domain.now().getTime()),
  );

const targetsThatAreOn = async (tx: Queryable, alertId: string): Promise<AlertTargetRow[]> => {
  const targets = await alertTargets(tx, [alertId]);
  return distinctTargets(targets.filter(({ off_reason: reason }) => reason === null));
};

/** Sends a message that waited for the end of quiet hours or of a digest. Does nothing if it was sent before. */
export async function closeDueMessage(domain: Domain, messageId: string): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const message = await findMessage(tx, messageId);
    const alert = message && (await lockAlert(tx, message.alert_id));
    if (!alert) return;

    const now = domain.now();
    const later = message.due_at > now ? message.due_at : quietEnd(alert, now);
    if (later && later > now) {
      await postponeMessage(tx, messageId, later);
      await enqueueClosing(domain, tx, { ...alert, messageId, dueAt: later });
      return;
    }

    await sendMessage(domain, tx, alert, messageId);
  });
}

/** Closes a message and lets it be delivered. Runs while the alert is locked. */
export async function sendMessage(
  domain: Domain,
  tx: Queryable,
  alert: AlertRow,
  messageId: string,
): Promise<void> {
  const isOurs = await closeMessage(tx, messageId, domain.now());
  if (!isOurs || !alert.enabled || (await countMatchesOf(tx, messageId)) === 0) return;

  const targets = await targetsThatAreOn(tx, alert.id);
  if (targets.length === 0) return;

  await tellOfWithdrawn(tx, { alertId: alert.id, messageId, limit: withdrawnAtMost });
  await deliverTo(domain, tx, { alert, messageId, targets });
}

/**
 * Sends an example to all targets that are on, also in quiet hours; returns the id of its message, or null if the alert
 * was removed meanwhile. Throws Fault RATE_LIMITED if one of them is a person who had an example shortly before.
 */
export async function sendExample(domain: Domain, alert: AlertRow): Promise<string | null> {
  const messageId = domain.newId('amsg');
  const now = domain.now();
  return domain.db.transaction(async (tx) => {
    if (!(await keepAlert(tx, alert.id))) return null;
    await insertMessage(tx, {
      id: messageId,
      alert_id: alert.id,
      workspace_id: alert.workspace_id,
      test: true,
      due_at: now,
      closedAt: now,
      now,
    });
    const targets = await targetsThatAreOn(tx, alert.id);
    await mustNoteExamples(domain, tx, {
      workspaceId: alert.workspace_id,
      addresses: mailAddressesOf(targets),
      sourceId: messageId,
    });
    await deliverTo(domain, tx, { alert, messageId, targets });
    return messageId;
  });
}

interface Outgoing {
  readonly alert: AlertRow;
  readonly messageId: string;
  readonly targets: readonly AlertTargetRow[];
}

async function deliverTo(
  domain: Domain,
  tx: Queryable,
  { alert: { workspace_id: workspaceId }, messageId, targets }: Outgoing,
): Promise<void> {
  const now = domain.now();
  const deliveries = targets.map(({ id: targetId, kind, address }) => ({
    id: domain.newId('adl'),
    messageId,
    workspaceId,
    targetId,
    kind,
    shown: shownAddress(kind, address),
    now,
  }));
  await insertDeliveries(tx, deliveries);

  for (const { id: deliveryId } of deliveries)
    await enqueueAlertTask(domain, tx, workspaceId, { kind: 'delivery', deliveryId, attempts: 0 });
}
