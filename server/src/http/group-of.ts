/** Finds the group that a request belongs to when memory limits and turns are counted. */
import type { FastifyRequest } from 'fastify';
import type { Entered } from './call.ts';
import type { Reader } from './unsent.ts';

/**
 * A group is a person with a session, the keys of all workspaces of an owner, or all visitors to the links of those
 * workspaces. A person is one group across all workspaces, because anybody may create many. Visitors count neither
 * towards the limits of the owner's keys nor towards those of other owners' links. The result is empty for the
 * operator's token and for strangers, whose calls have limits of their own.
 */
export function groupOf({ asking, entered }: Pick<FastifyRequest, 'asking' | 'entered'>): string {
  const { share, session } = (entered ?? {}) as Partial<Entered>;
  if (share) return `links of ${share.owner_group}`;
  if (session) return `user ${session.user.id}`;
  return asking?.ownerGroup ?? '';
}

/** Workspaces have answers apart from each other; only what all answers together may take is shared by owners. */
export function readerOf(request: Pick<FastifyRequest, 'asking' | 'entered' | 'ip'>): Reader {
  const { share, session } = (request.entered ?? {}) as Partial<Entered>;
  const turnsGroup = groupOf(request);
  if (share)
    return {
      group: `links of ${share.workspace_id}`,
      owner: turnsGroup,
      visitorAddress: request.ip,
    };

  // The owner of workspaces is the same person in a session and by the keys of these workspaces.
  if (session) return { group: turnsGroup, owner: session.user.id, visitorAddress: null };
  return { group: request.asking?.workspaceId ?? '', owner: turnsGroup, visitorAddress: null };
}
