/** The audit log of changes: each change that a request makes is recorded in the transaction that makes it. */
import type { Actor, AuditAction } from '@reelsight/contract';
import type { Queryable } from '../db/database.ts';
import type { IdPrefix } from '../db/id.ts';
import { insertAudit } from '../db/upkeep/audit.ts';

export interface AuditNote {
  /** Null for a change that belongs to no workspace. */
  readonly workspaceId: string | null;
  readonly target: { readonly id?: string; readonly name?: string | null };
  /** A few facts about the change; never secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The actor, if somebody gets an identity only through this change; by default it is the caller. */
  readonly actor?: Actor;
  /** The action, for a call that can do different things; by default it is the action that the table of calls gives. */
  readonly action?: AuditAction;
}

export interface Audit {
  /** The caller; null if no request caused the change, or if the caller is unknown. */
  readonly actor: Actor | null;
  /** Null if no request caused the change. */
  readonly request: AuditedRequest | null;
  /** Writes the entry of a change, in the transaction that makes the change. */
  note(tx: Queryable, note: AuditNote): Promise<void>;
  /** Records that the call changed nothing, so that no entry is expected. */
  unchanged(): void;
}

/** The audit of changes that no request asked for, such as those by workers and sweeps: it records nothing. */
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

/**
 * Returns the audit of one request, and a function that says whether the request has recorded a change or stated that
 * there was none.
 */
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

/** The name of a person in the audit log. */
export const personName = ({ name, email }: { name: string; email: string }): string =>
  `${name} (${email})`;

export const personActor = (user: { id: string; name: string; email: string }): Actor => ({
  type: 'user',
  id: user.id,
  name: personName(user),
});
