/** Returns the colours assigned to brand names in a workspace. */
import type { AskBrandSlots } from '@reelsight/contract';
import { slotsOf } from '../../../domain/brands/brand-colours.ts';
import type { CallDeps, Reply, WorkspaceCall } from '../../call.ts';
import { inListTurn } from '../../list-turn.ts';

export async function readBrandSlots(
  deps: CallDeps,
  call: WorkspaceCall<unknown, AskBrandSlots>,
): Promise<Reply> {
  const { caller, body } = call;
  const slots = await inListTurn(deps, call, () =>
    slotsOf(deps.domain.db, caller.workspace_id, body.names),
  );
  return { status: 200, data: { slots } };
}
