/**
 * Audit logging of a request: determines who makes the call, and checks that every call marked as logged in the table
 * leaves an entry.
 */
import { type Actor, type CallRow, Fault } from '@reelsight/contract';
import type { FastifyRequest } from 'fastify';
import { auditOf, personActor } from '../domain/audit.ts';
import type { CallDeps, Entered } from './call.ts';

/** The caller as the audit log names them; null for an anonymous caller. */
function actorOf({ session, caller, operator }: Entered): Actor | null {
  if (session) return personActor(session.user);
  if (operator) return { type: 'operator', id: null, name: 'operator token' };
  if (caller?.key_id) return { type: 'key', id: caller.key_id, name: caller.key_name ?? '' };
  return null;
}

/**
 * Runs a handler and lets it write to the audit log on behalf of the caller. Reports a call that should have left an
 * entry but did not.
 */
export async function audited<T>(
  deps: CallDeps,
  row: CallRow,
  request: FastifyRequest,
  run: (deps: CallDeps) => Promise<T>,
): Promise<T> {
  const { audit: action } = row;
  if (!action) return run(deps);

  const { audit, told: wasNoted } = auditOf(deps.domain, {
    actor: request.entered && actorOf(request.entered),
    action,
    requestId: request.id,
    address: request.ip,
  });
  const result = await run({ ...deps, domain: { ...deps.domain, audit } });
  if (!wasNoted()) throw new Fault('INTERNAL_ERROR', `${action} left no entry in the audit log`);

  return result;
}
