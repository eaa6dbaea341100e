/** Which colour each brand's name has in a workspace: given when first asked for, and kept. */
import { keptSlots, slotOfKey } from '@reelsight/contract/brand-colours';
import { identityOf } from '../analysis/name-key.ts';
import { insertSlots, keptSlotsOf, lockSlots, storedColourKey } from '../db/brand-colours.ts';
import type { Database } from '../db/database.ts';
import { freeSlot } from './free-slot.ts';

/** Slots by the identity of names. Who is first in `names` chooses first. */
export async function slotsOfNames(
  db: Database,
  workspaceId: string,
  names: Iterable<string>,
): Promise<Map<string, number>> {
  const keys = new Map<string, string>();
  for (const name of names) {
    const identity = identityOf(name);
    keys.set(identity, storedColourKey(identity));
  }
  if (keys.size === 0) return new Map();
  const kept = await withNew(db, workspaceId, new Set(keys.values()));
  return new Map([...keys].map(([identity, key]) => [identity, kept.get(key) ?? slotOfKey(key)]));
}

async function withNew(
  db: Database,
  workspaceId: string,
  keys: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  const kept = await keptSlotsOf(db, workspaceId);
  if (kept.size >= keptSlots || [...keys].every((key) => kept.has(key))) return kept;
  return db.transaction(async (tx) => {
    await lockSlots(tx, workspaceId);
    const slots = await keptSlotsOf(tx, workspaceId);
    const given = new Map<string, number>();
    const taken = new Set(slots.values());
    for (const key of keys) {
      if (taken.size >= keptSlots) break;
      if (slots.has(key)) continue;
      const slot = freeSlot(key, taken);
      given.set(key, slot);
      taken.add(slot);
    }
    if (given.size > 0) await insertSlots(tx, workspaceId, given);
    return new Map([...slots, ...given]);
  });
}

/** The slot of each name, in the order of the names. */
export async function slotsOf(
  db: Database,
  workspaceId: string,
  names: readonly string[],
): Promise<number[]> {
  const slots = await slotsOfNames(db, workspaceId, names);
  return names.map((name) => slots.get(identityOf(name)) as number);
}
