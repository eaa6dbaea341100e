/** Ends an answer that is still being read after its caller has lost the right to it. */
import { Fault } from '@reelsight/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openShare } from '../domain/shares.ts';
import type { CallDeps, Entered, WorkspaceCall } from './call.ts';
import { checkStillMay } from './waited.ts';

/** A client decides how fast it reads, so an answer may last for hours. */
const checkEveryMs = 3000;

/**
 * Checks every few seconds, until the answer has been sent, that its key, session or link is still valid, and cuts the
 * connection otherwise: a client that has stopped reading notices nothing else. Quick answers are never checked.
 */
export function endWithAccess(
  deps: Pick<CallDeps, 'domain'>,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): void {
  const checkAccess = accessCheck(deps, request);
  if (!checkAccess) return;

  let isChecking = false;
  const check = async (): Promise<void> => {
    // Each answer has several listeners for its end already, and Node warns of more than ten.
    if (reply.raw.destroyed || reply.raw.closed) clearInterval(timer);
    else if (!isChecking) {
      isChecking = true;
      try {
        await checkAccess();
      } catch (error) {
        // While the database is away, nobody knows whether the caller has lost access, so the answer goes on.
        if (error instanceof Fault) reply.raw.destroy();
      } finally {
        isChecking = false;
      }
    }
  };
  const timer = setInterval(check, checkEveryMs).unref();
}

/** Undefined for a caller whose right does not end, such as the operator's token. */
function accessCheck(
  { domain }: Pick<CallDeps, 'domain'>,
  { entered, params }: FastifyRequest,
): (() => Promise<void>) | undefined {
  const { caller, session, share }: Partial<Entered> = entered ?? {};
  if (share) {
    const { token = '' } = params as Record<string, string | undefined>;
    return async () => {
      const isOpen = (await openShare(domain, token))?.id === share.id;
      if (!isOpen) throw new Fault('NOT_FOUND', 'the link ended during a call');
    };
  }

  if (!caller) return undefined;
  const call: Pick<WorkspaceCall, 'caller' | 'session'> = { caller, session: session ?? null };
  return () => checkStillMay(domain.db, call);
}
