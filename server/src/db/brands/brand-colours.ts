/** Queries over the colours of brand names. */
import { storableText } from '@reelsight/contract/clean-text';
import { formerIdentityStart } from '@reelsight/contract/former-name-identity';
import { identityStart, nameRule } from '@reelsight/contract/name-identity';
import type { Queryable } from '../database.ts';

/**
 * Maximum characters of a stored key, far below the size limit of an index entry. Names that are identical up to this
 * length share a colour.
 */
const mostCharacters = 200;

/** The keys under which the slot of a name is stored, cleaned and cut to the maximum length. */
export interface ColourKeys {
  readonly own: string;
  /** The key under which earlier releases stored it. */
  readonly former: string;
}

export const colourKeysOf = (name: string): ColourKeys => ({
  own: storableText(identityStart(name, mostCharacters)),
  former: storableText(formerIdentityStart(name, mostCharacters)),
});

const slotLock = 7_336_453;

/** Lets only one transaction at a time assign slots in a workspace. The lock is held until the transaction ends. */
export async function lockSlots(tx: Queryable, workspaceId: string): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1, hashtext($2))', [slotLock, workspaceId]);
}

export interface KeptSlot {
  readonly slot: number;
  /** Whether the slot's key was made by an earlier release's rule, so that several names may share it. */
  readonly isFormer: boolean;
}

/** Slots by name key. */
export async function keptSlotsOf(
  db: Queryable,
  workspaceId: string,
): Promise<Map<string, KeptSlot>> {
  const rows = await db.query<{ name_key: string; slot: number; name_rule: number }>(
    'select name_key, slot, name_rule from brand_colours where workspace_id = $1',
    [workspaceId],
    'slots of brands',
  );
  return new Map(
    rows.map((row) => [row.name_key, { slot: row.slot, isFormer: row.name_rule < nameRule }]),
  );
}

export async function insertSlots(
  tx: Queryable,
  workspaceId: string,
  slots: ReadonlyMap<string, number>,
): Promise<void> {
  await tx.query(
    `insert into brand_colours (workspace_id, name_key, slot, name_rule)
     select $1, name_key, slot, $4 from unnest($2::text[], $3::int[]) as n(name_key, slot)`,
    [workspaceId, [...slots.keys()], [...slots.values()], nameRule],
  );
}

/** Replaces the former keys of the requested names with the new keys, which are given in the same order. */
export async function renewSlotKeys(
  tx: Queryable,
  workspaceId: string,
  keys: { readonly former: readonly string[]; readonly own: readonly string[] },
): Promise<void> {
  await tx.query(
    `update brand_colours c set name_key = n.own, name_rule = $4
     from unnest($2::text[], $3::text[]) as n(former, own)
     where c.workspace_id = $1 and c.name_key = n.former`,
    [workspaceId, keys.former, keys.own, nameRule],
  );
}
