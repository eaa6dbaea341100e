/** The group whose memory limit and turns an answer uses. */
import type { FastifyRequest } from 'fastify';
import type { Entered } from './call.ts';

/**
 * A workspace, or all visitors to the links of a workspace: these take nothing from the limits of the workspace itself,
 * nor from those of other workspaces' links.
 */
export function groupOf({ asking, entered }: Pick<FastifyRequest, 'asking' | 'entered'>): string {
  const { share } = (entered ?? {}) as Partial<Entered>;
  if (share) return `links of ${share.workspace_id}`;

  return asking?.workspaceId ?? '';
}
