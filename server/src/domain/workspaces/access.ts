/** The session and membership by which a person gives access to others, held until the change is stored. */
import { Fault, type MemberRole } from '@reelsight/contract';
import { holdSession } from '../../db/accounts/identities.ts';
import type { Queryable } from '../../db/database.ts';
import { holdKey } from '../../db/workspaces/keys.ts';
import { holdMember } from '../../db/workspaces/members.ts';

export interface PersonalAccess {
  readonly sessionId: string;
  readonly userId: string;
  /** The role that the person had when the call began; null for the operator, who need not be a member. */
  readonly role: MemberRole | null;
}

/**
 * Makes sure that neither the session nor the membership ends before the transaction does. So whoever ends them
 * afterwards finds, and can revoke, all that this person has made. `access`: null if the caller is no person with a
 * session. Throws Fault SIGN_IN_REQUIRED, INSUFFICIENT_SCOPE or NOT_FOUND if they have ended already.
 */
export async function holdAccess(
  tx: Queryable,
  workspaceId: string,
  access: PersonalAccess | null,
): Promise<void> {
  if (!access) return;
  if (!(await holdSession(tx, access.sessionId)))
    throw new Fault('SIGN_IN_REQUIRED', access.sessionId);
  if (access.role === null) return;

  const role = await holdMember(tx, workspaceId, access.userId);
  if (role === null)
    throw new Fault('NOT_FOUND', workspaceId, { text: 'There is no such workspace.' });
  if (role !== access.role) {
    throw new Fault('INSUFFICIENT_SCOPE', `${access.userId} in ${workspaceId}`, {
      text: 'Only an owner of this workspace may do this.',
    });
  }
}

/** How a call has access: by a session, by a key, or by the operator's token if both are null. */
export interface CallerAccess {
  readonly access: PersonalAccess | null;
  readonly keyId: string | null;
}

/**
 * Like `holdAccess`, for calls that programs make too. Also throws Fault INVALID_API_KEY if the key was revoked since.
 */
export async function holdCaller(
  tx: Queryable,
  workspaceId: string,
  { access, keyId }: CallerAccess,
): Promise<void> {
  await holdAccess(tx, workspaceId, access);
  if (!access && keyId !== null && !(await holdKey(tx, keyId)))
    throw new Fault('INVALID_API_KEY', 'revoked meanwhile');
}
