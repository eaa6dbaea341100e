/** Runs the work of a call when it is the turn of the owner of its workspace. */
import { Fault } from '@reelsight/contract';
import type { Queryable } from '../db/database.ts';
import { ownerGroup } from '../db/workspaces/members.ts';
import { type FairTurns, TooManyWaiting } from '../network/fair-turns.ts';
import { type Call, workspaceOf } from './call.ts';
import { leftOr } from './request.ts';

export interface Waiting {
  readonly call: Pick<Call, 'params' | 'reply'> & {
    readonly caller: { readonly workspace_id: string } | null;
  };
  readonly closing: AbortSignal;
  /** The error message for a caller whose workspace has too many calls waiting. */
  readonly tooMany: string;
  /** Whether the answer has begun, so that the call can no longer be refused, and waits however many do. */
  readonly hasBegun?: boolean;
  /** The group that takes turns: the owner of the workspace, who may have many. */
  readonly group: string;
}

/**
 * Runs `work` with a signal that aborts when the client leaves or the service stops. Throws Fault RATE_LIMITED if too
 * many calls are waiting, REQUEST_TIMEOUT if the client has gone, or SERVICE_UNAVAILABLE if the service stops.
 */
export async function inTurn<T>(
  turns: FairTurns,
  { call, closing, tooMany, group, hasBegun: waitsAnyway = false }: Waiting,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, end } = leftOr(call.reply, [closing]);
  try {
    return await turns.run(group, signal, () => work(signal), { waitsAnyway });
  } catch (error) {
    if (!(error instanceof TooManyWaiting)) throw error;
    throw new Fault('RATE_LIMITED', `calls of ${workspaceOf(call)} wait`, { text: tooMany });
  } finally {
    end();
  }
}

/** The same, after looking up the owner of the workspace. */
export async function inOwnersTurn<T>(
  db: Queryable,
  turns: FairTurns,
  waiting: Omit<Waiting, 'group'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const group = await ownerGroup(db, workspaceOf(waiting.call));
  return inTurn(turns, { ...waiting, group }, work);
}
