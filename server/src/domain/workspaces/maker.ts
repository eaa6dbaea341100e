/** The key or the member that makes something which goes on acting for them, such as a Follow or an alert. */
import type { Queryable } from '../../db/database.ts';
import type { Domain } from '../domain.ts';
import { holdCaller, type PersonalAccess } from './access.ts';

/** Both are null if the operator makes it, who need not be a member. */
export interface Maker {
  readonly key_id: string | null;
  readonly user_id: string | null;
}

/**
 * Returns the key or the member that makes the call, and keeps the key from being revoked, or the membership from
 * ending, until the transaction ends: whoever does so afterwards finds what was made. `access`: the session; null if a
 * key or the operator's token makes the call. Throws Fault INVALID_API_KEY, or as `holdAccess`.
 */
export async function holdMaker(
  { audit: { actor } }: Pick<Domain, 'audit'>,
  tx: Queryable,
  workspaceId: string,
  access: PersonalAccess | null,
): Promise<Maker> {
  const keyId = !access && actor?.type === 'key' ? actor.id : null;
  await holdCaller(tx, workspaceId, { access, keyId });
  return { key_id: keyId, user_id: access && access.role !== null ? access.userId : null };
}
