/** Assigns a colour to each brand name of a workspace when the colour is first needed, and keeps it from then on. */
import { setImmediate } from 'node:timers/promises';
import { keptSlots, slotOfKey } from '@reelsight/contract/brand-colours';
import { identityOf } from '../../analysis/name-key.ts';
import {
  type ColourKeys,
  colourKeysOf,
  insertSlots,
  type KeptSlot,
  keptSlotsOf,
  lockSlots,
  renewSlotKeys,
} from '../../db/brands/brand-colours.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { freeSlot } from './free-slot.ts';

const pauseEveryMs = 5;

/** Returns slots keyed by the identity of names. Names earlier in `names` choose their slots first. */
export async function slotsOfNames(
  db: Database,
  workspaceId: string,
  names: Iterable<string>,
): Promise<Map<string, number>> {
  const listed = [...names];
  const slots = await slotsOf(db, workspaceId, listed);
  return new Map(listed.map((name, index) => [identityOf(name), slots[index] as number]));
}

/** The slot of each name, in the order of the names. Names earlier in `names` choose their slots first. */
export async function slotsOf(
  db: Database,
  workspaceId: string,
  names: readonly string[],
): Promise<number[]> {
  const keysOfNames: ColourKeys[] = [];
  let pausedAt = performance.now();

  for (const name of names) {
    // Hundreds of long names take tens of milliseconds, so other work gets its turn in between.
    if (performance.now() - pausedAt > pauseEveryMs) {
      await setImmediate();
      pausedAt = performance.now();
    }
    keysOfNames.push(colourKeysOf(name));
  }

  if (keysOfNames.length === 0) return [];

  const slots = await withNew(db, workspaceId, keysOfNames);

  return keysOfNames.map(({ own: ownKey }) => slots.get(ownKey)?.slot ?? slotOfKey(ownKey));
}

async function withNew(
  db: Database,
  workspaceId: string,
  keys: readonly ColourKeys[],
): Promise<ReadonlyMap<string, KeptSlot>> {
  const storedSlots = await keptSlotsOf(db, workspaceId);
  const isSettled = keys.every(({ own: ownKey, former }) => {
    const slot = storedSlots.get(ownKey);
    return slot
      ? !slot.isFormer
      : storedSlots.size >= keptSlots && !storedSlots.get(former)?.isFormer;
  });
  if (isSettled) return storedSlots;

  return db.transaction(async (tx) => {
    await lockSlots(tx, workspaceId);
    const slots = await renewed(tx, workspaceId, keys);
    const newSlots = new Map<string, number>();
    const usedSlots = new Set([...slots.values()].map(({ slot }) => slot));

    for (const { own: ownKey } of keys) {
      if (usedSlots.size >= keptSlots) break;
      if (slots.has(ownKey) || newSlots.has(ownKey)) continue;
      const slot = freeSlot(ownKey, usedSlots);
      newSlots.set(ownKey, slot);
      usedSlots.add(slot);
    }

    if (newSlots.size > 0) await insertSlots(tx, workspaceId, newSlots);
    for (const [key, slot] of newSlots) slots.set(key, { slot, isFormer: false });

    return slots;
  });
}

/**
 * Moves slots that are stored under former keys to the requested names, and returns all slots of the workspace. Such a
 * slot goes to the name that still has the same key, or else to the first name that used to have it; other names that
 * shared the slot lose it.
 */
async function renewed(
  tx: Queryable,
  workspaceId: string,
  keys: readonly ColourKeys[],
): Promise<Map<string, KeptSlot>> {
  const slots = await keptSlotsOf(tx, workspaceId);
  const heirs = new Map<string, string>();
  for (const { own: ownKey } of keys) if (slots.get(ownKey)?.isFormer) heirs.set(ownKey, ownKey);

  for (const { own: ownKey, former } of keys) {
    if (slots.has(ownKey) || heirs.has(former) || !slots.get(former)?.isFormer) continue;
    heirs.set(former, ownKey);
    slots.set(ownKey, slots.get(former) as KeptSlot);
    slots.delete(former);
  }

  if (heirs.size === 0) return slots;

  await renewSlotKeys(tx, workspaceId, { former: [...heirs.keys()], own: [...heirs.values()] });

  return slots;
}
