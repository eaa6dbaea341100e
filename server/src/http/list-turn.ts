/** Limits calls that build large answers, such as a list of 4 MB, on the only thread of the process. */
import { Fault } from '@reelsight/contract';
import { TooManyWaiting } from '../network/fair-turns.ts';
import type { Call, CallDeps } from './call.ts';
import { groupOf } from './group-of.ts';
import { leftOr } from './request.ts';

/**
 * Makes a list when it is the group's turn: it may have hundreds of rows of 10 KB each, so only a few lists of one
 * group are made at a time. Throws Fault RATE_LIMITED if too many calls of the group are waiting.
 */
export async function inListTurn<T>(
  { listTurns, closing }: CallDeps,
  { request, reply }: Pick<Call, 'request' | 'reply'>,
  make: () => Promise<T>,
): Promise<T> {
  const group = groupOf(request);
  // The operator's token has no group and no limit.
  if (group === '') return make();

  const { signal, end } = leftOr(reply, [closing]);
  try {
    return await listTurns.run(group, signal, make);
  } catch (error) {
    if (!(error instanceof TooManyWaiting)) throw error;
    throw new Fault('RATE_LIMITED', `lists of ${group} wait`, {
      text: 'Too many lists of this workspace, or of others of its owner, are waiting. Ask for one after the other.',
    });
  } finally {
    end();
  }
}
