/** The group whose memory limit and turns an answer uses. */
import type { FastifyRequest } from 'fastify';
import type { Entered } from './call.ts';

/**
 * A person with a session, the keys of a workspace, or all visitors to the links of a workspace. A person is one group
 * in all of their workspaces, because anybody may create many. Visitors take nothing from the limits of the workspace
 * itself, nor from the limits of other workspaces' links. Empty for the operator's token and for strangers, whose calls
 * have limits of their own.
 */
export function groupOf({ asking, entered }: Pick<FastifyRequest, 'asking' | 'entered'>): string {
  const { share, session } = (entered ?? {}) as Partial<Entered>;
  if (share) return `links of ${share.workspace_id}`;
  if (session) return `user ${session.user.id}`;
  return asking?.workspaceId ?? '';
}
