/** A workspace from its members' point of view: sessions, members, invitations, keys, a test event. */
import { z } from 'zod';
import { scope } from './account.ts';
import { isTestWorkspace } from './admin.ts';
import { actor } from './audit.ts';
import { webhookUrl } from './job.ts';
import { planName } from './plans.ts';
import { testMark } from './testing-mode.ts';
import { textOf, timestamp } from './text.ts';

/**
 * `owner` may do everything in a workspace. `member` may analyse and read, but may not create keys, members or secrets.
 */
export const memberRoles = ['owner', 'member'] as const;
export type MemberRole = (typeof memberRoles)[number];
export const memberRole = z.enum(memberRoles);
const role = memberRole.describe(
  '`owner` may do everything in the workspace; `member` may analyse and read, but not manage keys, members and secrets.',
);
const email = textOf(254).regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address');
const userId = z.string().describe('Id of the person, `usr_…`.');
const workspaceId = z.string().describe('Id of the workspace, `ws_…`.');
const workspaceName = z.string().describe('Name of the workspace.');

export const consoleUser = z.looseObject({
  user_id: userId,
  name: z.string().describe('Their name.'),
  email: z.string().describe('Their e-mail address.'),
  operator: z.boolean().describe('Whether they operate the service.'),
  password: z.boolean().describe('Whether they sign in by a password.'),
  totp: z.boolean().describe('Whether a sign-in asks for a code of their authenticator app.'),
});

/** The session, with everything that the console needs before it first renders. */
export const consoleSession = z.looseObject({
  user: consoleUser.nullable().describe('Who is signed in; null if nobody is.'),
  workspaces: z
    .array(
      z.looseObject({
        workspace_id: workspaceId,
        name: workspaceName,
        plan: planName.describe('Its plan.'),
        role,
        test: testMark('Always true: it is a test workspace. Absent from others.'),
      }),
    )
    .describe('Workspaces they are a member of.'),
  sign_up: z
    .enum(['first', 'open', 'closed'])
    .describe(
      '`first`: no account exists yet; the one with the code that the service printed becomes the operator. `open`: anybody may sign up. `closed`: by invitation only.',
    ),
  oidc: z
    .looseObject({ label: z.string().describe('What its button says.') })
    .nullable()
    .describe('Single sign-on; null if none is set up.'),
  own_workspaces: z.boolean().describe('Whether this account may create workspaces.'),
  counts_credits: z
    .boolean()
    .describe(
      'Whether plan and credits are worth showing: false if every price is 0 and the service has one workspace, and if nobody is signed in.',
    ),
  api_url: z
    .string()
    .nullable()
    .describe('Address of the API, for programs; null if nobody is signed in.'),
  version: z.string().nullable().describe('Version of the service; null if nobody is signed in.'),
});
export type ConsoleSession = z.infer<typeof consoleSession>;

/** The link for creating the first account. The operator can read it as long as there is no account. */
export const firstAccount = z.looseObject({
  link: z.string().describe('Page of the first account, with the one-time code.'),
});

export const namedWorkspace = z.strictObject({
  name: textOf(200).describe('Name of the workspace, at most 200 characters.'),
});
export type NamedWorkspace = z.infer<typeof namedWorkspace>;
/** A workspace that a person creates. */
export const createOwnWorkspace = namedWorkspace.extend({ test: isTestWorkspace.nullish() });
export type CreateOwnWorkspace = z.infer<typeof createOwnWorkspace>;
export const workspaceMade = z.looseObject({ workspace_id: workspaceId, name: workspaceName });

export const member = z.looseObject({
  user_id: userId,
  name: z.string().describe('Their name.'),
  email: z.string().describe('Their e-mail address.'),
  role,
  joined_at: timestamp.describe('When they became a member.'),
});
export type Member = z.infer<typeof member>;
export const changeMember = z.strictObject({ role });
export type ChangeMember = z.infer<typeof changeMember>;

export const removeMemberQuery = z.object({
  revoke_keys: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true`: the API keys they made in this workspace are revoked too. Default `false`.')
    .meta({ examples: ['true'] }),
});
export type RemoveMemberQuery = z.infer<typeof removeMemberQuery>;

export const createInvitation = z.strictObject({
  email: email.describe('Whom to invite, at most 254 characters.'),
  role,
});
export type CreateInvitation = z.infer<typeof createInvitation>;
export const invitation = z.looseObject({
  invitation_id: z.string().describe('Id of the invitation; withdraws it.'),
  email: z.string().describe('Who is invited.'),
  role,
  expires_at: timestamp.describe('Until when the link works.'),
});
export type Invitation = z.infer<typeof invitation>;
/**
 * A new invitation. Invitations are not e-mailed: the owner sends the link, which is shown only once. The link allows
 * sign-up even if sign-up is closed.
 */
export const invitationMade = invitation.extend({
  link: z.string().describe('The link to send them; it is shown only this once.'),
});
export const acceptInvitation = z.strictObject({
  token: textOf(200).describe('`token` of the link.'),
});
export type AcceptInvitation = z.infer<typeof acceptInvitation>;

export const apiKey = z.looseObject({
  key_id: z.string().describe('Id of the key, `key_…`.'),
  name: z.string().describe('What the key is for.'),
  scopes: z.array(scope).describe('What it may do.'),
  created_at: timestamp.describe('When it was created.'),
  created_by: actor
    .nullable()
    .describe('Name at that time of whoever created it; null if unknown.'),
  last_used_at: timestamp
    .nullable()
    .describe(
      'When it was last used, to within ten minutes; null if it has not been used since this is recorded.',
    ),
  revoked_at: timestamp
    .nullable()
    .describe('When it was revoked; null while it works.')
    .meta({ examples: ['2026-11-20T16:04:11.000Z'] }),
});
export type ApiKey = z.infer<typeof apiKey>;

export const testEvent = z.strictObject({
  url: webhookUrl.describe('HTTPS address of a public host the event is sent to.'),
});
export type TestEvent = z.infer<typeof testEvent>;
