/**
 * Stops what goes on sending results out of a workspace in the name of a key that is revoked or of a member who leaves:
 * Follows, targets of alerts, schedules whose reports open without an account, and the webhook address of the workspace.
 */
import type { Actor } from '@reelsight/contract';
import { turnTargetsOffOf } from '../../db/alerts/alerts.ts';
import type { Queryable } from '../../db/database.ts';
import { pauseFollowsOfKey, pauseFollowsOfMember, pauseFollowsOfOwner } from '../../db/follows.ts';
import { turnOffSchedulesOf } from '../../db/schedules/schedules.ts';
import { revokeKeysOf } from '../../db/workspaces/keys.ts';
import type { LostAccess } from '../../db/workspaces/lost-access.ts';
import * as members from '../../db/workspaces/members.ts';
import type { Domain } from '../domain.ts';
import { endWebhookAddresses } from '../events/webhook-address.ts';

interface Key {
  readonly id: string;
  readonly name: string;
}

/** Ids of what was stopped. */
export interface Stopped {
  readonly follows: readonly string[];
  /** Alerts of which at least one target was turned off. */
  readonly alerts: readonly string[];
  readonly schedules: readonly string[];
}

export const nothingStopped: Stopped = { follows: [], alerts: [], schedules: [] };

export const joinStopped = (parts: readonly Stopped[]): Stopped => ({
  follows: parts.flatMap(({ follows }) => follows),
  alerts: [...new Set(parts.flatMap(({ alerts }) => alerts))],
  schedules: parts.flatMap(({ schedules }) => schedules),
});

/** Why each is stopped, in words for people that begin with a code for programs. */
interface Reasons {
  readonly follow: string;
  readonly target: string;
  readonly schedule: string;
  /** Absent for a key, because no key may set a webhook address. */
  readonly webhookAddress?: string;
}

/** Stops what a key that this transaction has revoked has left at work. */
export async function stopWorkOfKey(domain: Domain, tx: Queryable, key: Key): Promise<Stopped> {
  const reasons: Reasons = {
    follow: `KEY_REVOKED: The API key "${key.name}", which created or last resumed this Follow or changed where it sends events, was revoked. Resume the Follow if it is still wanted.`,
    target: `KEY_REVOKED: The API key "${key.name}", which added this target or last turned it on, was revoked. Turn it on again if it is still wanted.`,
    schedule: `KEY_REVOKED: The API key "${key.name}", which last changed this schedule, was revoked, and its reports open without an account. Turn it on again if it is still wanted.`,
  };
  const follows = await pauseFollowsOfKey(tx, key.id, reasons.follow, domain.now());
  return { follows, ...(await stopSending(domain, tx, { keyId: key.id }, reasons)) };
}

const memberLeft: Reasons = {
  follow:
    'MEMBER_LEFT: The person who created or last resumed this Follow, or changed where it sends events, has left the workspace. Check where it sends events, then resume it if it is still wanted.',
  target:
    'MEMBER_LEFT: The person who added this target or last turned it on has left the workspace. Check where it leads, then turn it on again if it is still wanted.',
  schedule:
    'MEMBER_LEFT: The person who last changed this schedule has left the workspace, and its reports open without an account. Turn it on again if it is still wanted.',
  webhookAddress:
    'MEMBER_LEFT: The person who last set this address has left the workspace. Check where it leads, then set it again if it is still wanted.',
};

interface Leaver {
  readonly workspaceId: string;
  readonly userId: string;
  /** Who lets the person leave, if not the caller. */
  readonly actor?: Actor;
}

/**
 * Stops what a person who leaves a workspace has left at work there: it would go on sending what is found to an address
 * of theirs.
 */
export async function stopWorkOfLeaver(
  domain: Domain,
  tx: Queryable,
  { workspaceId, userId, actor }: Leaver,
): Promise<Stopped> {
  const now = domain.now();
  const follows = await pauseFollowsOfMember(tx, workspaceId, userId, memberLeft.follow, now);
  const rest = await stopSending(domain, tx, { workspaceId, userId }, memberLeft, actor);
  return { follows, ...rest };
}

export const addressTakenOver =
  'ACCOUNT_TAKEN_OVER: This address was set before the owner of the e-mail address of this account signed in. Check where it leads, then set it again if it is still wanted.';

const takenOver: Reasons = {
  follow:
    'ACCOUNT_TAKEN_OVER: This Follow was made before the owner of the e-mail address of this account signed in. Check what it watches and where it sends events, then resume or delete it.',
  target:
    'ACCOUNT_TAKEN_OVER: This target was added before the owner of the e-mail address of this account signed in. Check where it leads, then turn it on again or remove it.',
  schedule:
    'ACCOUNT_TAKEN_OVER: This schedule was made before the owner of the e-mail address of this account signed in, and its reports open without an account. Check who gets them, then turn it on again or delete it.',
  webhookAddress: addressTakenOver,
};

/** Stops all work in the workspaces that a person owns, whoever made it. `actor`: the owner, who is no caller yet. */
export async function stopWorkAround(
  domain: Domain,
  tx: Queryable,
  ownerId: string,
  actor: Actor,
): Promise<Stopped> {
  const follows = await pauseFollowsOfOwner(tx, ownerId, takenOver.follow, domain.now());
  return { follows, ...(await stopSending(domain, tx, { ownerId }, takenOver, actor)) };
}

async function stopSending(
  domain: Domain,
  tx: Queryable,
  whose: LostAccess,
  { target, schedule, webhookAddress }: Reasons,
  actor?: Actor,
): Promise<Omit<Stopped, 'follows'>> {
  const now = domain.now();
  if (webhookAddress !== undefined) {
    const why = { reason: webhookAddress, ...(actor && { actor }) };
    await endWebhookAddresses(domain, tx, whose, why);
  }

  return {
    alerts: await turnTargetsOffOf(tx, whose, { reason: target, now }),
    schedules: await turnOffSchedulesOf(tx, whose, { reason: schedule, now }),
  };
}

/**
 * Revokes the keys that a person created, in one workspace or, if none is given, in all; stops the work of these keys.
 */
export async function endKeysOf(
  domain: Domain,
  tx: Queryable,
  userId: string,
  workspaceId: string | null,
): Promise<{ readonly keys: number; readonly stopped: Stopped }> {
  const keys = await revokeKeysOf(tx, userId, domain.now(), workspaceId);
  return { keys: keys.length, stopped: await stopWorkOfKeys(domain, tx, keys) };
}

/**
 * Removes all other members, all open invitations and all keys from the workspaces that a person owns. Returns what is
 * stopped because of this.
 */
export async function leaveAlone(domain: Domain, tx: Queryable, userId: string): Promise<Stopped> {
  const keys = await members.leaveAlone(tx, userId, domain.now());
  return stopWorkOfKeys(domain, tx, keys);
}

async function stopWorkOfKeys(
  domain: Domain,
  tx: Queryable,
  keys: readonly Key[],
): Promise<Stopped> {
  const parts: Stopped[] = [];
  for (const key of keys) parts.push(await stopWorkOfKey(domain, tx, key));
  return joinStopped(parts);
}

/** Maximum number of ids of one kind in one entry of the audit log. */
const mostNamed = 100;

/** Details of what was stopped for the audit log. */
export const stoppedDetails = ({
  follows,
  alerts,
  schedules,
}: Stopped): Readonly<Record<string, unknown>> => ({
  ...(follows.length > 0 && {
    follows_paused: follows.length,
    follow_ids: follows.slice(0, mostNamed),
  }),
  ...(alerts.length > 0 && { alerts_paused: alerts.length, alert_ids: alerts.slice(0, mostNamed) }),
  ...(schedules.length > 0 && {
    schedules_paused: schedules.length,
    schedule_ids: schedules.slice(0, mostNamed),
  }),
});
