/** Queries over deliveries of alerts that wait for the one mail in which they go together. */
import type { Queryable } from '../database.ts';

interface Person {
  readonly workspaceId: string;
  /** As `mailAddressKey` writes it. */
  readonly address: string;
}

export async function holdMail(
  tx: Queryable,
  deliveryId: string,
  { workspaceId, address }: Person,
): Promise<void> {
  await tx.query(
    `insert into held_alert_mails (delivery_id, workspace_id, address) values ($1, $2, $3)
     on conflict (delivery_id) do update set taken_until = null`,
    [deliveryId, workspaceId, address],
    'hold alert mail',
  );
}

/** Takes what waits for the person, the oldest first; no other process takes it before `until`. Returns the ids. */
export async function takeHeldMails(
  db: Queryable,
  { workspaceId, address }: Person,
  { now, until, limit }: { readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<string[]> {
  const isFree = '(h.taken_until is null or h.taken_until <= $3)';
  const rows = await db.query<{ delivery_id: string }>(
    `update held_alert_mails h set taken_until = $4 where ${isFree} and h.delivery_id in (
       select h.delivery_id from held_alert_mails h
         join alert_deliveries d on d.id = h.delivery_id and d.status = 'pending'
       where h.workspace_id = $1 and h.address = $2 and ${isFree} order by h.delivery_id limit $5
       for update of h skip locked)
     returning h.delivery_id`,
    [workspaceId, address, now, until, limit],
    'take held alert mails',
  );
  return rows.map(({ delivery_id: id }) => id).sort();
}

/** Gives deliveries back that were not sent. */
export async function returnHeldMails(
  tx: Queryable,
  deliveryIds: readonly string[],
): Promise<void> {
  await tx.query(
    'update held_alert_mails set taken_until = null where delivery_id = any($1)',
    [deliveryIds],
    'return held alert mails',
  );
}

/** Ends the waiting of deliveries that were sent, or are not to be sent. */
export async function removeHeldMails(
  tx: Queryable,
  deliveryIds: readonly string[],
): Promise<void> {
  await tx.query(
    'delete from held_alert_mails where delivery_id = any($1)',
    [deliveryIds],
    'remove held alert mails',
  );
}
