/** Records who changes what: each change that a request makes leaves an entry in its own transaction. */
import type { Actor, AuditAction } from '@reelsight/contract';
import type { Queryable } from '../db/database.ts';
import type { IdPrefix } from '../db/id.ts';
import { insertAudit } from '../db/upkeep/audit.ts';

export interface AuditNote {
  /** Null for a change that belongs to no workspace. */
  readonly workspaceId: string | null;
  readonly target: { readonly id?: string; readonly name?: string | null };
  /** A few facts; never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Set when someone gains an identity only through this change; otherwise the caller is the actor. */
  readonly actor?: Actor;
  /** Set by a call that may do different things; otherwise the table of calls decides. */
  readonly action?: AuditAction;
}

export interface Audit {
  /** Null if no request caused the change, or if an unknown caller did. */
  readonly actor: Actor | null;
  /** Null if no request caused the change. */
  readonly request: AuditedRequest | null;
  /** Writes the entry of a change in its transaction. */
  note(tx: Queryable, note: AuditNote): Promise<void>;
  /** States that the call changed nothing. */
  unchanged(): void;
}

/** For changes that no request asked for: by workers and sweeps. */
export const noAudit: Audit = {
  actor: null,
  request: null,
  note: async () => {},
  unchanged: () => {},
};

export interface AuditedRequest {
  readonly actor: Actor | null;
  readonly action: AuditAction;
  readonly requestId: string;
  readonly address: string;
}

/** The audit of one request, and whether the request stated what it changed. */
export function auditOf(
  { newId, now }: { readonly newId: (prefix: IdPrefix) => string; readonly now: () => Date },
  request: AuditedRequest,
): { readonly audit: Audit; readonly told: () => boolean } {
  let isNoted = false;
  const audit: Audit = {
    actor: request.actor,
    request,
    note: async (tx, note) => {
      const actor = note.actor ?? request.actor;
      if (!actor) throw new Error(`${request.action} was done by nobody`);

      await insertAudit(tx, {
        id: newId('aud'),
        workspace_id: note.workspaceId,
        actor,
        action: note.action ?? request.action,
        target: { id: note.target.id ?? null, name: note.target.name ?? null },
        details: note.details ?? {},
        request_id: request.requestId,
        address: request.address,
        created_at: now(),
      });
      isNoted = true;
    },
    unchanged: () => {
      isNoted = true;
    },
  };
  return { audit, told: () => isNoted };
}

/** How a person is named in the log. */
export const personName = ({ name, email }: { name: string; email: string }): string =>
  `${name} (${email})`;

export const personActor = (user: { id: string; name: string; email: string }): Actor => ({
  type: 'user',
  id: user.id,
  name: personName(user),
});
