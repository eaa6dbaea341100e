/** Whose room and turns an answer takes. */
import type { FastifyRequest } from 'fastify';
import type { Entered } from './call.ts';

/**
 * A workspace, or all who open the links of a workspace: they take no room of the workspace itself, and none of the
 * links of others.
 */
export function groupOf({ asking, entered }: Pick<FastifyRequest, 'asking' | 'entered'>): string {
  const { share } = (entered ?? {}) as Partial<Entered>;
  if (share) return `links of ${share.workspace_id}`;

  return asking?.workspaceId ?? '';
}
