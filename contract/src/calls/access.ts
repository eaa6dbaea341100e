/** Who may make a call, and at which path: the accesses a row names, and those derived from them. */
import type { Scope } from '../account.ts';
import { type CallRow, operatorBase, type SessionRole, workspaceBase } from './row.ts';

export type Access =
  | { readonly by: 'key'; readonly scope: Scope; readonly path: string }
  | { readonly by: 'operator'; readonly path: string }
  | { readonly by: 'runner'; readonly path: string }
  | { readonly by: 'share'; readonly path: string }
  | { readonly by: 'session'; readonly role: SessionRole; readonly path: string };

/** A session may call what a key or the operator may, below its own path: a member has every scope. */
export function accessesOf({ key, operator, runner, share, session }: CallRow): Access[] {
  const candidates: (Access | undefined)[] = [
    key && { by: 'key', ...key },
    key && { by: 'session', role: 'member', path: workspaceBase + key.path },
    operator && { by: 'operator', ...operator },
    operator && { by: 'session', role: 'operator', path: operatorBase + operator.path },
    runner && { by: 'runner', ...runner },
    share && { by: 'share', ...share },
    session && { by: 'session', ...session },
  ];
  return candidates.filter((access) => access !== undefined);
}
