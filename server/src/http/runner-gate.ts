/** Admits runners by their tokens. */
import { type CallRow, Fault } from '@reelsight/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type RunnerHolder, runnerMarksSince, runnerOfHash } from '../db/workspaces/runners.ts';
import { hashSecret } from '../domain/workspaces/workspace.ts';
import { FairTurns } from '../network/fair-turns.ts';
import { bearerToken } from './bearer.ts';
import type { HttpDeps } from './call.ts';
import { takeLastingTurn } from './lasting-turn.ts';
import { WrongKeys } from './wrong-keys.ts';

/**
 * Limits how many results may be checked at once, in total and for one runner, because they are held in memory
 * meanwhile.
 */
const bodies = { atOnce: 8, perGroup: 2, waitingPerGroup: 200 };
const soonAgain = { retryAfterSeconds: 5 };

/**
 * The gate for runners. Throws Fault INVALID_API_KEY, or RATE_LIMITED if too many results of the runner are already
 * waiting.
 */
export function createRunnerGate({ domain, limits, closing }: HttpDeps) {
  const wrongTokens = new WrongKeys(domain.db, limits.wrongKeys, runnerMarksSince);
  const turns = new FairTurns(bodies);
  const know = async (token: string | undefined): Promise<RunnerHolder> => {
    const runner = token && (await runnerOfHash(domain.db, hashSecret(token)));
    if (!runner) throw unknownToken();
    return runner;
  };

  return async (
    request: FastifyRequest,
    call?: { readonly row: CallRow; readonly reply: FastifyReply },
  ): Promise<RunnerHolder> => {
    const token = bearerToken(request);
    const runner = await wrongTokens.guard(token, request.ip, () => know(token));
    if (call?.row.file) await takeLastingTurn(turns, runner.id, call.reply, closing, soonAgain);
    return runner;
  };
}

const unknownToken = (): Fault =>
  new Fault('INVALID_API_KEY', 'runner token', {
    text: 'The token of the runner is missing, wrong or was revoked.',
  });
