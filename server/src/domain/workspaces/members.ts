/** Members of a workspace and invitations to it. A workspace always has at least one owner. */
import { createHash, randomBytes } from 'node:crypto';
import {
  type CreateInvitation,
  Fault,
  type Invitation,
  type Member,
  type MemberRole,
  type PlanName,
} from '@reelsight/contract';
import { lockAccount } from '../../db/accounts/accounts.ts';
import { holdSession } from '../../db/accounts/identities.ts';
import type { Queryable } from '../../db/database.ts';
import * as rows from '../../db/workspaces/members.ts';
import { personActor, personName } from '../audit.ts';
import type { Domain } from '../domain.ts';
import { holdAccess, type PersonalAccess } from './access.ts';
import {
  endKeysOf,
  joinStopped,
  nothingStopped,
  stoppedDetails,
  stopWorkOfLeaver,
} from './revoked-keys.ts';
import { openWorkspace } from './workspace.ts';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

const openInvitationsAtMost = 100;
const invitationDays = 7;
const dayMs = 86_400_000;

const noMember = (id: string): Fault =>
  new Fault('NOT_FOUND', id, { text: 'There is no such member.' });

const lastOwner = (): Fault =>
  new Fault('VALIDATION_FAILED', 'last owner', {
    text: 'role: a workspace needs an owner; make another member one first, or delete the workspace.',
  });

/**
 * Creates another workspace for a person, who may own at most `most`. Only the first `most` workspaces that the person
 * ever created start with credits, because otherwise deleting and creating workspaces would give unlimited credits.
 * Throws Fault VALIDATION_FAILED if the person owns too many.
 */
export async function createOwnWorkspace(
  domain: Domain,
  person: Person,
  options: {
    readonly name: string;
    readonly plan: PlanName;
    readonly credits: number;
    readonly planGrants: boolean;
    readonly most: number;
    readonly test: boolean;
  },
): Promise<string> {
  return domain.db.transaction(async (tx) => {
    await lockAccount(tx, person.id);

    if ((await rows.countOwned(tx, person.id)) >= options.most) {
      throw new Fault('VALIDATION_FAILED', person.id, {
        text: `name: a person may own at most ${options.most} workspaces.`,
      });
    }

    const granted = (await rows.countMade(tx, person.id)) <= options.most;
    const workspaceId = await openWorkspace(domain, tx, {
      name: options.name,
      email: person.email,
      plan: options.plan,
      credits: granted ? options.credits : 0,
      planGrants: granted && options.planGrants,
      test: options.test,
    });
    const member = { workspaceId, userId: person.id, role: 'owner', now: domain.now() } as const;
    await rows.insertMember(tx, member);

    const target = { id: workspaceId, name: options.name };
    const details = { plan: options.plan, ...(options.test && { test: true }) };
    await domain.audit.note(tx, { workspaceId, target, details });

    return workspaceId;
  });
}

export async function membersOf(domain: Domain, workspaceId: string): Promise<Member[]> {
  const members = await rows.listMembers(domain.db, workspaceId);
  return members.map((row) => ({ ...row, joined_at: row.joined_at.toISOString() }));
}

/**
 * Changes a member's role. Invitations that a former owner has sent are withdrawn, because only owners may invite: an
 * accomplice could otherwise join as an owner and restore the role. Throws Fault NOT_FOUND, or VALIDATION_FAILED if no
 * owner would be left.
 */
export async function changeRole(
  domain: Domain,
  workspaceId: string,
  userId: string,
  role: MemberRole,
): Promise<Member> {
  await domain.db.transaction(async (tx) => {
    const { role: from } = await checkStays(tx, workspaceId, userId, role);
    await rows.setRole(tx, workspaceId, userId, role);
    const target = await targetOf(tx, workspaceId, userId);
    const withdrawn = role === 'owner' ? {} : await withdrawOf(tx, workspaceId, userId);
    const details = { from, to: role, ...withdrawn };
    await domain.audit.note(tx, { workspaceId, target, details });
  });

  const member = (await membersOf(domain, workspaceId)).find(
    (candidate) => candidate.user_id === userId,
  );
  if (!member) throw noMember(userId);

  return member;
}

/** Withdraws the invitations that a person has sent. Returns their number, if any, as details for the audit log. */
async function withdrawOf(
  tx: Queryable,
  workspaceId: string,
  userId: string,
): Promise<Readonly<Record<string, unknown>>> {
  const count = await rows.removeInvitationsOf(tx, workspaceId, userId);
  return count > 0 ? { invitations_withdrawn: count } : {};
}

/** The person as the audit log's target of the change. */
async function targetOf(tx: Queryable, workspaceId: string, userId: string) {
  const person = (await rows.listMembers(tx, workspaceId)).find(
    (candidate) => candidate.user_id === userId,
  );
  return { id: userId, name: person ? personName(person) : null };
}

/**
 * Locks the members of a workspace and checks that it keeps an owner if one member gets a new role, or leaves if `role`
 * is null. Returns that member with the former role. Throws Fault NOT_FOUND or VALIDATION_FAILED.
 */
async function checkStays(
  tx: Queryable,
  workspaceId: string,
  userId: string,
  role: MemberRole | null,
): Promise<{ readonly role: MemberRole }> {
  const members = await rows.lockMembers(tx, workspaceId);
  const target = members.find((member) => member.user_id === userId);
  if (!target) throw noMember(userId);
  const owners = members.filter((member) => member.role === 'owner').length;
  if (target.role === 'owner' && role !== 'owner' && owners === 1) throw lastOwner();
  return target;
}

/**
 * Owners may remove anyone but the last owner; members may remove only themselves. Invitations that the removed member
 * has sent are withdrawn, and what they made in a session that sends results elsewhere is stopped: Follows, targets of
 * alerts, schedules, the webhook address. `revokeKeys` also revokes the keys that the removed member created in this workspace. Throws Fault NOT_FOUND, INSUFFICIENT_SCOPE or VALIDATION_FAILED.
 */
export async function leaveWorkspace(
  domain: Domain,
  workspaceId: string,
  userId: string,
  by: { readonly id: string; readonly role: MemberRole; readonly revokeKeys: boolean },
): Promise<void> {
  if (by.role !== 'owner' && by.id !== userId) {
    throw new Fault('INSUFFICIENT_SCOPE', by.id, {
      text: 'Only an owner of this workspace may remove other members.',
    });
  }
  await domain.db.transaction(async (tx) => {
    await checkStays(tx, workspaceId, userId, null);
    const target = await targetOf(tx, workspaceId, userId);
    await rows.removeMember(tx, workspaceId, userId);

    const { keys, stopped } = by.revokeKeys
      ? await endKeysOf(domain, tx, userId, workspaceId)
      : { keys: 0, stopped: nothingStopped };
    const ownWork = await stopWorkOfLeaver(domain, tx, { workspaceId, userId });
    const withdrawn = await withdrawOf(tx, workspaceId, userId);
    const ended = stoppedDetails(joinStopped([stopped, ownWork]));
    const details = { keys_revoked: keys, ...withdrawn, ...ended };
    await domain.audit.note(tx, { workspaceId, target, details });
  });
}

/**
 * Removes a person from the workspaces that somebody else founded, even from those that the person was made an owner of
 * later. Returns the number of these workspaces. `memberships` must be locked.
 */
export async function leaveWorkspacesOfOthers(
  domain: Domain,
  tx: Queryable,
  person: Person,
  memberships: readonly rows.Membership[],
): Promise<number> {
  const ofOthers = memberships.filter(({ founded }) => !founded);
  for (const { workspace_id: workspaceId } of ofOthers) {
    await rows.removeMember(tx, workspaceId, person.id);
    const withdrawn = await withdrawOf(tx, workspaceId, person.id);
    const stopped = await stopWorkOfLeaver(domain, tx, {
      workspaceId,
      userId: person.id,
      actor: personActor(person),
    });
    await domain.audit.note(tx, {
      workspaceId,
      target: { id: person.id, name: personName(person) },
      actor: personActor(person),
      action: 'member.removed',
      details: {
        reason: 'joined before the e-mail address was proven',
        ...withdrawn,
        ...stoppedDetails(stopped),
      },
    });
  }

  return ofOthers.length;
}

const invitationView = (row: rows.InvitationRow): Invitation => ({
  invitation_id: row.id,
  email: row.email,
  role: row.role,
  expires_at: row.expires_at.toISOString(),
});

export async function invitationsOf(domain: Domain, workspaceId: string): Promise<Invitation[]> {
  return (await rows.listInvitations(domain.db, workspaceId, domain.now())).map(invitationView);
}

/** The hash of an invitation's token, which is all that the database stores of the token. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

/**
 * Invites a person; an earlier invitation for the same e-mail is replaced. Throws as `holdAccess`, or Fault
 * VALIDATION_FAILED if the person is already a member.
 */
export async function invite(
  domain: Domain,
  workspaceId: string,
  { access, ...body }: CreateInvitation & { readonly access: PersonalAccess | null },
): Promise<{ invitation: Invitation; token: string }> {
  const email = body.email.toLowerCase();
  const refuse = (text: string): never => {
    throw new Fault('VALIDATION_FAILED', 'invitation', { text });
  };
  const members = await rows.listMembers(domain.db, workspaceId);
  if (members.some((member) => member.email === email)) refuse('email: is a member already.');

  const now = domain.now();
  const open = await rows.listInvitations(domain.db, workspaceId, now);
  if (
    open.length >= openInvitationsAtMost &&
    !open.some((invitation) => invitation.email === email)
  )
    refuse(`email: at most ${openInvitationsAtMost} invitations may be open.`);

  const token = randomBytes(24).toString('base64url');
  const row = {
    id: domain.newId('inv'),
    workspace_id: workspaceId,
    email,
    role: body.role,
    expires_at: new Date(now.getTime() + invitationDays * dayMs),
  };
  await domain.db.transaction(async (tx) => {
    await holdAccess(tx, workspaceId, access);
    const token_hash = hashToken(token);
    const invited_by = access?.userId ?? null;
    await rows.insertInvitation(tx, { ...row, token_hash, created_at: now, invited_by });
    const target = { id: row.id, name: email };
    await domain.audit.note(tx, { workspaceId, target, details: { role: row.role } });
  });

  return { invitation: invitationView(row), token };
}

/** Throws Fault NOT_FOUND. */
export async function withdrawInvitation(
  domain: Domain,
  workspaceId: string,
  id: string,
): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const email = await rows.removeInvitation(tx, workspaceId, id);
    if (email === undefined)
      throw new Fault('NOT_FOUND', id, { text: 'There is no such invitation.' });
    await domain.audit.note(tx, { workspaceId, target: { id, name: email } });
  });
}

/** Finds the invitation and locks it: if two people use a link at the same time, the second one finds nothing. */
export const findInvitation = (domain: Domain, tx: Queryable, token: string) =>
  rows.lockInvitation(tx, hashToken(token), domain.now());

/**
 * Adds the person to the workspace. An invitation works once, and only for the invited e-mail. Throws Fault NOT_FOUND.
 */
export async function joinByInvitation(
  domain: Domain,
  tx: Queryable,
  person: Person,
  token: string,
): Promise<{ workspace_id: string; name: string }> {
  const invitation = await findInvitation(domain, tx, token);
  if (!invitation) {
    throw new Fault('NOT_FOUND', 'invitation', {
      text: 'This invitation was used, withdrawn or has expired. Ask for a new one.',
    });
  }

  if (invitation.email !== person.email.toLowerCase()) {
    throw new Fault('NOT_FOUND', 'invitation of another e-mail', {
      text: 'This invitation is for another e-mail address. Sign in with the one it was made for.',
    });
  }

  const { workspace_id: workspaceId, workspace_name: name, role } = invitation;
  await rows.insertMember(tx, { workspaceId, userId: person.id, role, now: domain.now() });
  await rows.removeInvitation(tx, workspaceId, invitation.id);
  await domain.audit.note(tx, {
    workspaceId,
    target: { id: invitation.id, name: invitation.email },
    actor: personActor(person),
    action: 'invitation.accepted',
    details: { role },
  });

  return { workspace_id: workspaceId, name };
}

/**
 * Throws Fault NOT_FOUND, or SIGN_IN_REQUIRED if the session has ended meanwhile: whoever ends all access to an account
 * must not find that it joined a workspace afterwards.
 */
export async function acceptInvitation(
  domain: Domain,
  by: { readonly sessionId: string; readonly user: Person },
  token: string,
): Promise<{ workspace_id: string; name: string }> {
  return domain.db.transaction(async (tx) => {
    await lockAccount(tx, by.user.id);
    if (!(await holdSession(tx, by.sessionId))) throw new Fault('SIGN_IN_REQUIRED', by.sessionId);
    return joinByInvitation(domain, tx, by.user, token);
  });
}
