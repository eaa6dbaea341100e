/**
 * The calls for sign-up, sign-in and sessions. All but `getSession` and `getFirstAccount` are answered by the sign-in
 * library, whose answers have no envelope.
 */
import { z } from 'zod';
import { consoleSession, firstAccount } from '../member.ts';
import {
  changePassword,
  librarySession,
  revokeSession,
  sessionsEnded,
  signedInAs,
  signedOut,
  signIn,
  signUp,
} from '../sign-in.ts';
import { exampleIds } from './example-ids.ts';
import { type Answer, type CallRow, oneAnswer, operatorBase } from './row.ts';

/** The sign-in library answers all paths that begin with this one. */
export const signInBase = '/console/auth';

const bare = <T extends z.ZodType>(body: T, example: z.input<T>) =>
  [{ status: 200, description: 'Done.', body, example }] as const satisfies readonly Answer[];

const email = 'ada@example.com';
const password = 'correct horse battery';
const user = { id: exampleIds.user, name: 'Ada Moreau', email };
const session = {
  token: 'xD4tY1kQ8mWz',
  createdAt: '2026-11-12T09:00:00.000Z',
  expiresAt: '2026-11-19T09:00:00.000Z',
  userAgent: 'Mozilla/5.0',
};

export const signInCalls = {
  getSession: {
    method: 'GET',
    tag: 'Sign-in',
    summary: 'Read who is signed in.',
    description:
      'Called by the console before first render. Without a session the answer says whether sign-up is open.',
    session: { role: 'anyone', path: '/console/v1/session' },
    answers: oneAnswer(consoleSession, {
      user: {
        user_id: exampleIds.user,
        name: 'Ada Moreau',
        email,
        operator: false,
        password: true,
        totp: false,
      },
      workspaces: [
        { workspace_id: exampleIds.workspace, name: 'Acme Research', plan: 'pro', role: 'member' },
      ],
      sign_up: 'closed',
      own_workspaces: false,
      counts_credits: true,
      oidc: { label: 'Company account' },
      api_url: 'https://reelsight.example.com',
      version: '0.1.0',
    }),
    errors: [],
  },
  signUp: {
    method: 'POST',
    tag: 'Sign-in',
    summary: 'Create an account and sign in.',
    description:
      'The first account needs a one-time code and becomes the operator. Another gets its own workspace, or joins that of its invitation.',
    audit: 'account.created',
    session: { role: 'anyone', path: `${signInBase}/sign-up/email` },
    body: signUp,
    example: { name: 'Ada Moreau', email, password },
    answers: bare(signedInAs, { user }),
    errors: ['RATE_LIMITED', 'SIGN_UP_CODE_NEEDED'],
  },
  getFirstAccount: {
    method: 'GET',
    tag: 'Sign-in',
    summary: 'Read the link of the first account.',
    description: "With the operator's token, as nobody can have signed in yet.",
    session: { role: 'operator', path: `${operatorBase}/first-account` },
    answers: oneAnswer(firstAccount, {
      link: 'https://reelsight.example.com/sign-up#code=mR5vT0cWq8Zx2LkH7NbJd1Ys',
    }),
    errors: ['NOT_FOUND'],
  },
  signIn: {
    method: 'POST',
    tag: 'Sign-in',
    summary: 'Sign in with e-mail address and password.',
    description:
      'Sets the cookie of a session, which lasts 7 days and is extended by use. SECOND_STEP_REQUIRED: the password is right, and a code is to follow.',
    unaudited: 'Changes nothing but the session it begins.',
    session: { role: 'anyone', path: `${signInBase}/sign-in/email` },
    body: signIn,
    example: { email, password },
    answers: bare(signedInAs, { user }),
    errors: ['SECOND_STEP_REQUIRED', 'RATE_LIMITED'],
  },
  signOut: {
    method: 'POST',
    tag: 'Sign-in',
    summary: 'End this session.',
    description: 'Removes its cookie.',
    unaudited: 'Ends the session it is made with.',
    session: { role: 'anyone', path: `${signInBase}/sign-out` },
    answers: bare(signedOut, { success: true }),
    errors: [],
  },
  changePassword: {
    method: 'POST',
    tag: 'Sign-in',
    summary: 'Change the password.',
    description: 'Needs the current password; can also end the other sessions.',
    audit: 'sign_in.password_changed',
    session: { role: 'user', path: `${signInBase}/change-password` },
    body: changePassword,
    example: {
      currentPassword: password,
      newPassword: 'a longer battery staple',
      revokeOtherSessions: true,
    },
    answers: bare(signedInAs, { user }),
    errors: ['RATE_LIMITED'],
  },
  listSessions: {
    method: 'GET',
    tag: 'Sign-in',
    summary: 'List the sessions of an account.',
    description: 'Only sessions that have not ended.',
    session: { role: 'user', path: `${signInBase}/list-sessions` },
    answers: bare(z.array(librarySession), [session]),
    errors: [],
  },
  getLibrarySession: {
    method: 'GET',
    tag: 'Sign-in',
    summary: 'Read this session as the sign-in library keeps it.',
    description: 'Null if nobody is signed in; extends the session.',
    session: { role: 'anyone', path: `${signInBase}/get-session` },
    answers: bare(z.looseObject({ user: signedInAs.shape.user }).nullable(), { user }),
    errors: [],
  },
  revokeSession: {
    method: 'POST',
    tag: 'Sign-in',
    summary: 'End one session of an account.',
    description: 'The one whose `token` is named.',
    audit: 'sign_in.sessions_ended',
    session: { role: 'user', path: `${signInBase}/revoke-session` },
    body: revokeSession,
    example: { token: session.token },
    answers: bare(sessionsEnded, { status: true }),
    errors: [],
  },
  revokeSessions: {
    method: 'POST',
    tag: 'Sign-in',
    summary: 'End every session of an account.',
    description: 'Including this one.',
    audit: 'sign_in.sessions_ended',
    session: { role: 'user', path: `${signInBase}/revoke-sessions` },
    answers: bare(sessionsEnded, { status: true }),
    errors: [],
  },
  revokeOtherSessions: {
    method: 'POST',
    tag: 'Sign-in',
    summary: 'End the other sessions of an account.',
    description: 'This session continues.',
    audit: 'sign_in.sessions_ended',
    session: { role: 'user', path: `${signInBase}/revoke-other-sessions` },
    answers: bare(sessionsEnded, { status: true }),
    errors: [],
  },
} as const satisfies Record<string, CallRow>;
