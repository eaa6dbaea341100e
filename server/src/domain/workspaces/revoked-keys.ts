/** Pauses the Follows of a key when the key is revoked, and those of a member who leaves. */

import type { Queryable } from '../../db/database.ts';
import { pauseFollowsOfKey, pauseFollowsOfMember } from '../../db/follows.ts';
import { revokeKeysOf } from '../../db/workspaces/keys.ts';
import * as members from '../../db/workspaces/members.ts';
import type { Domain } from '../domain.ts';

interface Key {
  readonly id: string;
  readonly name: string;
}

/** Pauses the Follows of a key that this transaction has revoked. Returns their ids. */
export function pauseFollowsOf(domain: Domain, tx: Queryable, key: Key): Promise<string[]> {
  const reason = `KEY_REVOKED: The API key "${key.name}", which created or last resumed this Follow or changed where it sends events, was revoked. Resume the Follow if it is still wanted.`;
  return pauseFollowsOfKey(tx, key.id, reason, domain.now());
}

const memberLeft =
  'MEMBER_LEFT: The person who created or last resumed this Follow, or changed where it sends events, has left the workspace. Check where it sends events, then resume it if it is still wanted.';

/**
 * Pauses what a person who leaves a workspace has left at work there: their Follows would go on sending what they find
 * to an address of theirs. Returns the ids of the Follows.
 */
export function pauseFollowsOfLeaver(
  domain: Domain,
  tx: Queryable,
  workspaceId: string,
  userId: string,
): Promise<string[]> {
  return pauseFollowsOfMember(tx, workspaceId, userId, memberLeft, domain.now());
}

/**
 * Revokes the keys that a person created, in one workspace or, if none is given, in all; pauses the Follows of these
 * keys.
 */
export async function endKeysOf(
  domain: Domain,
  tx: Queryable,
  userId: string,
  workspaceId: string | null,
): Promise<{ readonly keys: number; readonly follows: readonly string[] }> {
  const keys = await revokeKeysOf(tx, userId, domain.now(), workspaceId);
  return { keys: keys.length, follows: await pauseFollowsOfAll(domain, tx, keys) };
}

/**
 * Removes all other members, all open invitations and all keys from the workspaces that a person owns. Returns the ids
 * of the Follows that are paused because of this.
 */
export async function leaveAlone(
  domain: Domain,
  tx: Queryable,
  userId: string,
): Promise<readonly string[]> {
  const keys = await members.leaveAlone(tx, userId, domain.now());
  return pauseFollowsOfAll(domain, tx, keys);
}

async function pauseFollowsOfAll(
  domain: Domain,
  tx: Queryable,
  keys: readonly Key[],
): Promise<readonly string[]> {
  const follows: string[] = [];
  for (const key of keys) follows.push(...(await pauseFollowsOf(domain, tx, key)));
  return follows;
}

/** Maximum number of Follows named in one entry of the audit log. */
const mostNamed = 100;

/** Details of paused Follows for the audit log. */
export const pausedDetails = (follows: readonly string[]): Readonly<Record<string, unknown>> =>
  follows.length === 0
    ? {}
    : { follows_paused: follows.length, follow_ids: follows.slice(0, mostNamed) };
