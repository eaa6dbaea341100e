/** The rights by which answers last: whoever has opened one may lose the right to it while it is being sent. */
import { sessionsThatSee } from '../db/accounts/accounts.ts';
import type { Queryable } from '../db/database.ts';
import { openAmong } from '../db/shares.ts';
import { keysInUse } from '../db/workspaces/keys.ts';

/** A session in a workspace, an API key, or a link. */
export type Right =
  | { readonly sessionId: string; readonly workspaceId: string }
  | { readonly keyId: string }
  | { readonly shareId: string };

/** Who makes a call, as far as a right is concerned. */
interface Holder {
  readonly caller?: { readonly workspace_id: string; readonly key_id: string | null } | null;
  readonly session?: { readonly sessionId: string } | null;
  readonly share?: { readonly id: string } | null;
}

/** The right of a caller; undefined if it does not end, as that of the operator's token. */
export function rightOf({ caller, session, share }: Holder): Right | undefined {
  if (share) return { shareId: share.id };
  if (!caller) return undefined;
  if (session) return { sessionId: session.sessionId, workspaceId: caller.workspace_id };
  return caller.key_id === null ? undefined : { keyId: caller.key_id };
}

/** Those of the rights that hold at the moment: one statement for all of a kind, however many answers they have. */
export async function rightsThatHold<R extends Right>(
  db: Queryable,
  rights: readonly R[],
  now: Date,
): Promise<Set<R>> {
  const byName = Map.groupBy(rights, nameOf);
  const distinct = [...byName.values()].map(([right]) => right as R);
  const sessions = distinct.flatMap((right: Right) => ('sessionId' in right ? [right] : []));
  const keys = distinct.flatMap((right) => ('keyId' in right ? [right.keyId] : []));
  const shares = distinct.flatMap((right) => ('shareId' in right ? [right.shareId] : []));

  const holding = new Set([
    ...(sessions.length > 0 ? await sessionsThatSee(db, sessions) : []),
    ...(keys.length > 0 ? await keysInUse(db, keys) : []),
    ...(shares.length > 0 ? await openAmong(db, shares, now) : []),
  ]);
  return new Set([...byName].flatMap(([name, ofName]) => (holding.has(name) ? ofName : [])));
}

/** The name under which the queries return a right. Ids begin with what they are of, so no two kinds have one name. */
function nameOf(right: Right): string {
  if ('sessionId' in right) return `${right.sessionId} ${right.workspaceId}`;
  return 'keyId' in right ? right.keyId : right.shareId;
}
