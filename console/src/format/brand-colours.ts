/** The colour of each brand name, which the service assigns per workspace. */
import { toneOf } from '@reelsight/contract/brand-colours';
import { useMemo, useSyncExternalStore } from 'react';
import { consoleCall } from '../api/console-call.ts';
import { useWorkspaceId } from '../api/session.ts';
import { BrandSlots } from './brand-slots.ts';

/** Returns the CSS colour of a brand's name. */
export type BrandColour = (name: string) => string;

const unknown = 'var(--lane-grey)';
/** Grey that turns into a colour a moment later looks like a mistake, so nothing is drawn for that moment. */
const awaited = 'transparent';

/** The colour of a slot; grey as long as the slot is not known. */
export function colourOfSlot(slot: number | undefined): string {
  if (slot === undefined) return unknown;
  const { light, dark } = toneOf(slot);
  return `light-dark(${light}, ${dark})`;
}

const workspaces = new Map<string, BrandSlots>();

function slotsIn(workspace: string): BrandSlots {
  const existing = workspaces.get(workspace);
  if (existing) return existing;

  const created = new BrandSlots(async (names) => {
    const body = { names: [...names] };
    const { slots } = await consoleCall('readBrandSlots', { params: { workspace }, body });
    return slots;
  });
  workspaces.set(workspace, created);

  return created;
}

/** The function that gives a brand its colour; it is replaced by a new one whenever further colours arrive. */
export function useBrandColour(): BrandColour {
  const slots = slotsIn(useWorkspaceId());
  const version = useSyncExternalStore(slots.subscribe, slots.version);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version means new colours, so they must be read again.
  return useMemo(() => (name) => colourIn(slots, name), [slots, version]);
}

function colourIn(slots: BrandSlots, name: string): string {
  const slot = slots.slotOf(name);
  return slot === undefined && slots.isAwaited(name) ? awaited : colourOfSlot(slot);
}
