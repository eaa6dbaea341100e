/** Members of a workspace and invitations to it. */
import type {
  AcceptInvitation,
  ChangeMember,
  CreateInvitation,
  RemoveMemberQuery,
} from '@reelsight/contract';
import * as members from '../../../domain/workspaces/members.ts';
import {
  accessOf,
  type CallDeps,
  idOf,
  type MemberCall,
  type Reply,
  type UserCall,
} from '../../call.ts';
import { ownOrigin } from '../../console/origin.ts';

export async function listMembers({ domain }: CallDeps, { caller }: MemberCall): Promise<Reply> {
  return { status: 200, data: await members.membersOf(domain, caller.workspace_id) };
}

export async function changeMember(
  { domain }: CallDeps,
  call: MemberCall<unknown, ChangeMember>,
): Promise<Reply> {
  const { workspace_id: id } = call.caller;
  const data = await members.changeRole(domain, id, idOf(call, 'user'), call.body.role);
  return { status: 200, data };
}

export async function removeMember(
  { domain }: CallDeps,
  call: MemberCall<RemoveMemberQuery>,
): Promise<Reply> {
  const revokeKeys = call.query.revoke_keys === 'true';
  const by = { id: call.session.user.id, role: call.role, revokeKeys };
  await members.leaveWorkspace(domain, call.caller.workspace_id, idOf(call, 'user'), by);
  return { status: 204 };
}

export async function listInvitations(
  { domain }: CallDeps,
  { caller }: MemberCall,
): Promise<Reply> {
  return { status: 200, data: await members.invitationsOf(domain, caller.workspace_id) };
}

export async function createInvitation(
  { domain, publicUrl }: CallDeps,
  call: MemberCall<unknown, CreateInvitation>,
): Promise<Reply> {
  const { invitation, token } = await members.invite(domain, call.caller.workspace_id, {
    ...call.body,
    access: accessOf(call),
  });
  const link = `${ownOrigin(publicUrl, call.request)}/join?token=${token}`;
  return { status: 201, data: { ...invitation, link } };
}

export async function withdrawInvitation({ domain }: CallDeps, call: MemberCall): Promise<Reply> {
  await members.withdrawInvitation(domain, call.caller.workspace_id, idOf(call));
  return { status: 204 };
}

export async function acceptInvitation(
  { domain }: CallDeps,
  { session, body }: UserCall<unknown, AcceptInvitation>,
): Promise<Reply> {
  return { status: 200, data: await members.acceptInvitation(domain, session, body.token) };
}
