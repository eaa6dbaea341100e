/** Work of a call that waits for the turn of its caller. */
import { Fault } from '@reelsight/contract';
import { type FairTurns, TooManyWaiting } from '../network/fair-turns.ts';
import { type Call, workspaceOf } from './call.ts';
import { groupOf } from './group-of.ts';
import { leftOr } from './request.ts';

export interface Waiting {
  readonly call: Pick<Call, 'params' | 'request' | 'reply'> & {
    readonly caller: { readonly workspace_id: string } | null;
  };
  readonly closing: AbortSignal;
  /** The message if too many calls of the caller are waiting. */
  readonly tooMany: string;
}

/**
 * `work` receives a signal that aborts when the client leaves or the service stops. Throws Fault RATE_LIMITED if too
 * many calls wait, REQUEST_TIMEOUT if the client has gone, or SERVICE_UNAVAILABLE if the service stops.
 */
export async function inTurn<T>(
  turns: FairTurns,
  { call, closing, tooMany }: Waiting,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // The operator's token has no group, and takes the turns of the workspace it asks about.
  const group = groupOf(call.request) || workspaceOf(call);
  const { signal, end } = leftOr(call.reply, [closing]);
  try {
    return await turns.run(group, signal, () => work(signal));
  } catch (error) {
    if (!(error instanceof TooManyWaiting)) throw error;
    throw new Fault('RATE_LIMITED', `calls of ${group} wait`, { text: tooMany });
  } finally {
    end();
  }
}
