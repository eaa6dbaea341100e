/** Workspaces, their members and invitations, as a session changes them. */
import {
  type AcceptInvitation,
  type ChangeMember,
  type CreateInvitation,
  Fault,
  type NamedWorkspace,
} from '@reelsight/contract';
import * as members from '../../domain/members.ts';
import { changeWorkspace, deleteWorkspace } from '../../domain/workspace.ts';
import type { Reply } from '../call.ts';
import { getAccount } from '../handlers/account.ts';
import { type ConsoleCall, type ConsoleRooms, paramOf } from './call.ts';

type Bodied<Body> = ConsoleCall<unknown, Body>;

/** Only the operator's begin with credits: else more workspaces would be more credits for whoever asks. */
export async function createOwnWorkspace(
  { domain, accounts }: ConsoleRooms,
  { user, body }: Bodied<NamedWorkspace>,
): Promise<Reply> {
  const { first, others } = accounts.terms;
  const { name } = body;
  const terms = user.operator ? first : { plan: others.plan, credits: 0 };
  const wanted = { name, ...terms, planCredits: user.operator };
  const id = await members.createOwnWorkspace(domain, user, wanted);
  return { status: 201, data: { workspace_id: id, name } };
}

export async function renameWorkspace(
  rooms: ConsoleRooms,
  call: Bodied<NamedWorkspace>,
): Promise<Reply> {
  const { name } = await changeWorkspace(rooms.domain, call.caller.workspace_id, call.body);
  return getAccount(rooms, { ...call, caller: { ...call.caller, name } });
}

export async function deleteOwnWorkspace(
  { domain }: ConsoleRooms,
  { caller, body }: Bodied<NamedWorkspace>,
): Promise<Reply> {
  if (body.name !== caller.name) {
    throw new Fault('VALIDATION_FAILED', 'another name', {
      text: 'name: is not the name of this workspace.',
    });
  }
  await deleteWorkspace(domain, caller.workspace_id);
  return { status: 204 };
}

export async function listMembers(
  { domain }: ConsoleRooms,
  { caller }: ConsoleCall,
): Promise<Reply> {
  return { status: 200, data: await members.membersOf(domain, caller.workspace_id) };
}

export async function changeMember(
  { domain }: ConsoleRooms,
  call: Bodied<ChangeMember>,
): Promise<Reply> {
  const { workspace_id: id } = call.caller;
  const data = await members.changeRole(domain, id, paramOf(call, 'user'), call.body.role);
  return { status: 200, data };
}

export async function removeMember({ domain }: ConsoleRooms, call: ConsoleCall): Promise<Reply> {
  const by = { id: call.user.id, role: call.role };
  await members.leaveWorkspace(domain, call.caller.workspace_id, paramOf(call, 'user'), by);
  return { status: 204 };
}

export async function listInvitations(
  { domain }: ConsoleRooms,
  { caller }: ConsoleCall,
): Promise<Reply> {
  return { status: 200, data: await members.invitationsOf(domain, caller.workspace_id) };
}

export async function createInvitation(
  { domain }: ConsoleRooms,
  { caller, body, origin }: Bodied<CreateInvitation>,
): Promise<Reply> {
  const { invitation, token } = await members.invite(domain, caller.workspace_id, body);
  return { status: 201, data: { ...invitation, link: `${origin}/join?token=${token}` } };
}

export async function withdrawInvitation(
  { domain }: ConsoleRooms,
  call: ConsoleCall,
): Promise<Reply> {
  await members.withdrawInvitation(domain, call.caller.workspace_id, paramOf(call, 'id'));
  return { status: 204 };
}

export async function acceptInvitation(
  { domain }: ConsoleRooms,
  { user, body }: Bodied<AcceptInvitation>,
): Promise<Reply> {
  return { status: 200, data: await members.acceptInvitation(domain, user, body.token) };
}
