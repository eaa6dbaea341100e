/**
 * Who may make a call, and at which path: the kinds of access that a row of the table names, and those derived from
 * them.
 */
import type { Scope } from '../account.ts';
import { type CallRow, operatorBase, type SessionRole, workspaceBase } from './row.ts';

export type Access =
  | {
      readonly by: 'key';
      readonly scope: Scope;
      readonly alsoReads?: true;
      readonly path: string;
    }
  | { readonly by: 'operator'; readonly path: string }
  | { readonly by: 'runner'; readonly path: string }
  | { readonly by: 'share'; readonly path: string }
  | { readonly by: 'session'; readonly role: SessionRole; readonly path: string };

/**
 * All ways to make a call. A session may also make the calls of a key or of the operator, at paths below its own: a
 * member has every scope.
 */
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
