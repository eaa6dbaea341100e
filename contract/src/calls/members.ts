/** The calls for members of a workspace and for invitations to it. */
import { z } from 'zod';
import {
  acceptInvitation,
  changeMember,
  createInvitation,
  invitation,
  invitationMade,
  member,
  removeMemberQuery,
  workspaceMade,
} from '../member.ts';
import { exampleIds } from './example-ids.ts';
import {
  type CallRow,
  created,
  noContent,
  oneAnswer,
  type Param,
  workspaceBase as workspace,
} from './row.ts';

const user = {
  description: 'Id of the person.',
  example: exampleIds.user,
} as const satisfies Param;
const id = {
  description: 'Id of the invitation.',
  example: exampleIds.invitation,
} as const satisfies Param;

const ada = {
  user_id: exampleIds.user,
  name: 'Ada Moreau',
  email: 'ada@example.com',
  role: 'member',
  joined_at: '2026-11-02T14:20:11.003Z',
} as const;
const invited = {
  invitation_id: exampleIds.invitation,
  email: 'ada@example.com',
  role: 'member',
  expires_at: '2026-11-19T14:20:11.003Z',
} as const;

export const memberCalls = {
  listMembers: {
    method: 'GET',
    tag: 'Members',
    summary: 'List the members of a workspace.',
    description: 'All of them, owners too.',
    session: { role: 'member', path: `${workspace}/members` },
    answers: oneAnswer(z.array(member), [ada]),
    errors: [],
  },
  changeMember: {
    method: 'PATCH',
    tag: 'Members',
    summary: 'Change the role of a member.',
    description: 'The role of the last owner cannot be changed.',
    audit: 'member.role_changed',
    session: { role: 'owner', path: `${workspace}/members/:user` },
    params: { user },
    body: changeMember,
    example: { role: 'owner' },
    answers: oneAnswer(member, { ...ada, role: 'owner' }),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  },
  removeMember: {
    method: 'DELETE',
    tag: 'Members',
    summary: 'Remove a member, or leave.',
    description: 'An owner removes anyone but the last owner; a member only themselves.',
    audit: 'member.removed',
    session: { role: 'member', path: `${workspace}/members/:user` },
    params: { user },
    query: removeMemberQuery,
    answers: noContent('Removed.'),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  },
  listInvitations: {
    method: 'GET',
    tag: 'Members',
    summary: 'List the invitations that are open.',
    description: 'Without their links, which are shown once.',
    session: { role: 'owner', path: `${workspace}/invitations` },
    answers: oneAnswer(z.array(invitation), [invited]),
    errors: [],
  },
  createInvitation: {
    method: 'POST',
    costly: true,
    tag: 'Members',
    summary: 'Invite somebody to a workspace.',
    description:
      'Invitations are not e-mailed: send the person the `link`. It also lets them sign up if sign-up is closed.',
    audit: 'invitation.created',
    session: { role: 'owner', path: `${workspace}/invitations` },
    body: createInvitation,
    example: { email: 'ada@example.com', role: 'member' },
    answers: created(invitationMade, {
      ...invited,
      link: 'https://reelsight.example.com/join?token=pZ3kX8vB1nQ6',
    }),
    errors: [],
  },
  withdrawInvitation: {
    method: 'DELETE',
    tag: 'Members',
    summary: 'Withdraw an invitation.',
    description: 'Its link is void at once.',
    audit: 'invitation.withdrawn',
    session: { role: 'owner', path: `${workspace}/invitations/:id` },
    params: { id },
    answers: noContent('Withdrawn.'),
    errors: ['NOT_FOUND'],
  },
  acceptInvitation: {
    method: 'POST',
    tag: 'Members',
    summary: 'Become a member by an invitation.',
    description: 'The invitation must be for the e-mail address that is signed in.',
    audit: 'invitation.accepted',
    session: { role: 'user', path: '/console/v1/invitations/accept' },
    body: acceptInvitation,
    example: { token: 'pZ3kX8vB1nQ6' },
    answers: oneAnswer(workspaceMade, {
      workspace_id: exampleIds.workspace,
      name: 'Acme Research',
    }),
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, CallRow>;
