/** Colours of brand names in a workspace. */
import type { AskBrandSlots } from '@reelsight/contract';
import { slotsOf } from '../../../domain/brands/brand-colours.ts';
import type { CallDeps, Reply, WorkspaceCall } from '../../call.ts';

export async function readBrandSlots(
  { domain }: CallDeps,
  { caller, body }: WorkspaceCall<unknown, AskBrandSlots>,
): Promise<Reply> {
  return {
    status: 200,
    data: { slots: await slotsOf(domain.db, caller.workspace_id, body.names) },
  };
}
