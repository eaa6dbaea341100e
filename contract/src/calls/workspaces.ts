/** The calls for workspaces: those of the operator, and those of their owners. */
import { z } from 'zod';
import { account } from '../account.ts';
import {
  addCredits,
  changeWorkspace,
  createWorkspace,
  creditsAdded,
  workspaceCreated,
  workspaceView,
} from '../admin.ts';
import { createOwnWorkspace, namedWorkspace, workspaceMade } from '../member.ts';
import { exampleAccount } from './account.ts';
import { exampleIds } from './example-ids.ts';
import {
  type CallRow,
  created,
  noContent,
  oneAnswer,
  type Param,
  workspaceBase as workspace,
} from './row.ts';

const id = {
  description: 'Id of the workspace.',
  example: exampleIds.workspace,
} as const satisfies Param;

const view = {
  tenant_id: exampleIds.workspace,
  name: 'Acme Research',
  email: 'video@example.com',
  plan: 'pro',
  past_due: false,
  balance: 12_400,
  created_at: '2026-09-03T08:12:45.120Z',
} as const;

export const workspaceCalls = {
  createWorkspace: {
    method: 'POST',
    tag: 'Workspaces',
    summary: 'Create a workspace with a key of all scopes.',
    description:
      "The key is shown only this once; the webhook secret can also be read with the account. The workspace begins with the plan's own credits, and with `credits` purchased ones in addition.",
    audit: 'workspace.created',
    operator: { path: '/admin/v1/workspaces' },
    body: createWorkspace,
    example: { name: 'Acme Research', email: 'video@example.com', plan: 'pro', credits: 5000 },
    answers: created(workspaceCreated, {
      tenant_id: exampleIds.workspace,
      api_key: 'rs_live_4fQ2mZ8xT1vB6nK9cR3wY7pL5sD0hJ2a',
      webhook_secret: exampleAccount.webhook_secret,
    }),
    errors: [],
  },
  listWorkspaces: {
    method: 'GET',
    tag: 'Workspaces',
    summary: 'List workspaces.',
    description: 'All of them on one page, with their balances in credits.',
    operator: { path: '/admin/v1/workspaces' },
    answers: oneAnswer(z.array(workspaceView), [view], 'All workspaces.'),
    errors: [],
  },
  changeWorkspace: {
    method: 'PATCH',
    tag: 'Workspaces',
    summary: 'Change plan, past-due state or name.',
    description: 'Omitted fields are unchanged.',
    audit: 'workspace.changed',
    operator: { path: '/admin/v1/workspaces/:id' },
    params: { id },
    body: changeWorkspace,
    repeatable: true,
    example: { plan: 'scale' },
    answers: oneAnswer(workspaceView, { ...view, plan: 'scale' }, 'Changed.'),
    errors: ['NOT_FOUND'],
  },
  deleteWorkspace: {
    method: 'DELETE',
    tag: 'Workspaces',
    summary: 'Delete a workspace and everything it owns.',
    description: 'Deletes its jobs, results, files, keys and ledger. This cannot be undone.',
    audit: 'workspace.deleted',
    operator: { path: '/admin/v1/workspaces/:id' },
    params: { id },
    answers: noContent('Deleted.'),
    errors: ['NOT_FOUND'],
  },
  addCredits: {
    method: 'POST',
    tag: 'Workspaces',
    summary: 'Grant, sell or refund credits.',
    description: 'Held jobs that the new balance covers resume by themselves, oldest first.',
    audit: 'credits.granted',
    operator: { path: '/admin/v1/workspaces/:id/credits' },
    params: { id },
    body: addCredits,
    example: { type: 'purchase', amount: 5000, description: 'Invoice 2026-117' },
    answers: created(
      creditsAdded,
      {
        transaction: {
          id: exampleIds.transaction,
          type: 'purchase',
          amount: 5000,
          description: 'Invoice 2026-117',
          created_at: '2026-11-12T09:00:00.000Z',
        },
        balance: 12_400,
      },
      'Entered.',
    ),
    errors: ['NOT_FOUND'],
  },
  createOwnWorkspace: {
    method: 'POST',
    tag: 'Workspaces',
    summary: 'Create your own workspace.',
    description: "Whoever creates it is its owner. Only the operator's begins with credits.",
    audit: 'workspace.created',
    session: { role: 'user', path: '/console/v1/workspaces' },
    body: createOwnWorkspace,
    example: { name: 'Acme Research' },
    answers: created(workspaceMade, { workspace_id: exampleIds.workspace, name: 'Acme Research' }),
    errors: [],
  },
  renameWorkspace: {
    method: 'PATCH',
    tag: 'Workspaces',
    summary: 'Rename a workspace.',
    description: 'Answers with the changed account.',
    audit: 'workspace.changed',
    session: { role: 'owner', path: workspace },
    body: namedWorkspace,
    example: { name: 'Acme Media Research' },
    answers: oneAnswer(account, { ...exampleAccount, name: 'Acme Media Research' }),
    errors: [],
  },
  deleteOwnWorkspace: {
    method: 'POST',
    tag: 'Workspaces',
    summary: 'Delete a workspace and everything it owns.',
    description: 'This cannot be undone. The body repeats the name of the workspace to confirm.',
    audit: 'workspace.deleted',
    session: { role: 'owner', path: `${workspace}/delete` },
    body: namedWorkspace,
    example: { name: 'Acme Research' },
    answers: noContent('Deleted.'),
    errors: ['VALIDATION_FAILED'],
  },
} as const satisfies Record<string, CallRow>;
