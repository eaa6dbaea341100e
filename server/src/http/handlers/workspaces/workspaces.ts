/** Calls for workspaces, by the operator and by their owners. */
import {
  type AddCredits,
  type ChangeWorkspace,
  type CreateOwnWorkspace,
  type CreateWorkspace,
  Fault,
  type NamedWorkspace,
} from '@reelsight/contract';
import { mayOwnWorkspaces } from '../../../accounts/sign-up.ts';
import {
  listWorkspaces as allWorkspaces,
  type WorkspaceRow,
} from '../../../db/workspaces/workspaces.ts';
import { balanceOf } from '../../../domain/credits.ts';
import { transactionView } from '../../../domain/jobs/view.ts';
import * as members from '../../../domain/workspaces/members.ts';
import * as workspaces from '../../../domain/workspaces/workspace.ts';
import {
  type Call,
  type CallDeps,
  idOf,
  type MemberCall,
  type Reply,
  type UserCall,
} from '../../call.ts';
import { getAccount } from '../accounts/account.ts';

const workspaceView = (row: WorkspaceRow) => ({
  tenant_id: row.id,
  name: row.name,
  email: row.email,
  plan: row.plan,
  past_due: row.past_due,
  balance: balanceOf(row),
  ...(row.test && { test: true }),
  created_at: row.created_at.toISOString(),
});

export async function createWorkspace(
  { domain }: CallDeps,
  { body }: Call<unknown, CreateWorkspace>,
): Promise<Reply> {
  const { tenantId, apiKey, webhookSecret } = await workspaces.createWorkspace(domain, body);
  return {
    status: 201,
    data: { tenant_id: tenantId, api_key: apiKey, webhook_secret: webhookSecret },
  };
}

export async function listWorkspaces({ domain }: CallDeps): Promise<Reply> {
  return { status: 200, data: (await allWorkspaces(domain.db)).map(workspaceView) };
}

export async function changeWorkspace(
  { domain }: CallDeps,
  call: Call<unknown, ChangeWorkspace>,
): Promise<Reply> {
  const row = await workspaces.changeWorkspace(domain, idOf(call), call.body);
  return { status: 200, data: workspaceView(row) };
}

export async function deleteWorkspace({ domain }: CallDeps, call: Call): Promise<Reply> {
  await workspaces.deleteWorkspace(domain, idOf(call));
  return { status: 204 };
}

export async function addCredits(
  { domain }: CallDeps,
  call: Call<unknown, AddCredits>,
): Promise<Reply> {
  const { entry, balance } = await workspaces.enterCredits(domain, idOf(call), call.body);
  return { status: 201, data: { transaction: transactionView(entry), balance } };
}

/**
 * Creates a workspace for the signed-in user. Only workspaces created by the operator get the credits of their plan:
 * otherwise anybody could get more credits by creating workspaces.
 */
export async function createOwnWorkspace(
  { domain, accounts }: CallDeps,
  { session: { user }, body }: UserCall<unknown, CreateOwnWorkspace>,
): Promise<Reply> {
  const { first, others: otherTerms, own: ownTerms } = accounts.terms;

  if (!mayOwnWorkspaces(accounts.terms, user.operator)) {
    throw new Fault('INSUFFICIENT_SCOPE', user.id, {
      text: 'Only the operator makes workspaces here. Ask for one, or for an invitation to one.',
    });
  }

  const { name } = body;
  const terms = user.operator ? first : { plan: otherTerms.plan, credits: ownTerms.credits };
  const newWorkspace = {
    name,
    ...terms,
    planGrants: user.operator,
    most: ownTerms.most,
    test: body.test === true,
  };
  const id = await members.createOwnWorkspace(domain, user, newWorkspace);

  return { status: 201, data: { workspace_id: id, name } };
}

export async function renameWorkspace(
  deps: CallDeps,
  { caller, body }: MemberCall<unknown, NamedWorkspace>,
): Promise<Reply> {
  const { name } = await workspaces.changeWorkspace(deps.domain, caller.workspace_id, body);
  return getAccount(deps, { caller: { ...caller, name } });
}

export async function deleteOwnWorkspace(
  { domain }: CallDeps,
  { caller, body }: MemberCall<unknown, NamedWorkspace>,
): Promise<Reply> {
  if (body.name !== caller.name) {
    throw new Fault('VALIDATION_FAILED', 'another name', {
      text: 'name: is not the name of this workspace.',
    });
  }
  await workspaces.deleteWorkspace(domain, caller.workspace_id);
  return { status: 204 };
}
