/** Queries over the colours of brand names. */
import { storableText } from '@reelsight/contract/clean-text';
import type { Queryable } from './database.ts';

/** Far below what an index takes; names that are alike so far share a colour. */
const mostCharacters = 200;

/** What a key is stored as. */
export const storedColourKey = (key: string): string => storableText(key.slice(0, mostCharacters));

const slotLock = 7_336_453;

/** One at a time gives slots of a workspace. Until the end of the transaction. */
export async function lockSlots(tx: Queryable, workspaceId: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [slotLock, workspaceId]);
}

/** Slots by the keys of names. */
export async function keptSlotsOf(
  db: Queryable,
  workspaceId: string,
): Promise<Map<string, number>> {
  const rows = await db.query<{ name_key: string; slot: number }>(
    'select name_key, slot from brand_colours where workspace_id = $1',
    [workspaceId],
    'slots of brands',
  );
  return new Map(rows.map((row) => [row.name_key, row.slot]));
}

export async function insertSlots(
  tx: Queryable,
  workspaceId: string,
  slots: ReadonlyMap<string, number>,
): Promise<void> {
  await tx.query(
    `insert into brand_colours (workspace_id, name_key, slot)
     select $1, name_key, slot from unnest($2::text[], $3::int[]) as n(name_key, slot)`,
    [workspaceId, [...slots.keys()], [...slots.values()]],
  );
}
