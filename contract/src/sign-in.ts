/**
 * The fields that the service passes to the calls of the sign-in library; other fields that the library would accept
 * are left out.
 */
import { z } from 'zod';
import { textOf } from './text.ts';

/** Maximum number of characters in a password. The sign-in library checks the minimum. */
const longestPassword = 128;
const password = z.string().max(longestPassword);
const email = textOf(254).describe('E-mail address of the account.');

export const signUp = z.object({
  name: textOf(200).describe('Name of the person, at most 200 characters.'),
  email,
  password: password.describe('Password, 10 to 128 characters.'),
  invitation: textOf(200)
    .optional()
    .describe(
      '`token` of an invitation: lets its e-mail address sign up if sign-up is closed, and makes it a member.',
    )
    .meta({ examples: ['Vb3kQ9xT1mN6pR8s'] }),
  code: textOf(200)
    .optional()
    .describe(
      "For the first account: the one-time code the service printed, or the operator's token.",
    )
    .meta({ examples: ['Kx7vN2pQ9sT4'] }),
});

export const signIn = z.object({
  email,
  password: password.describe('Password of the account.'),
  rememberMe: z
    .boolean()
    .optional()
    .describe('Whether the session outlives the browser. Default true.')
    .meta({ examples: [false] }),
});

export const changePassword = z.object({
  currentPassword: password.describe('The password as it is.'),
  newPassword: password.describe('The new one, 10 to 128 characters.'),
  revokeOtherSessions: z
    .boolean()
    .optional()
    .describe('Ends the other sessions of the account. Default false.'),
});

export const revokeSession = z.object({
  token: textOf(200).describe('`token` of one of the sessions that are listed.'),
});

/** The answer of a sign-in, without an envelope like all answers of the sign-in library. */
export const signedInAs = z.looseObject({
  user: z
    .looseObject({
      id: z.string().describe('Id of the person, `usr_…`.'),
      name: z.string().describe('Their name.'),
      email: z.string().describe('Their e-mail address.'),
    })
    .describe('Whose session it is.'),
});

export const librarySession = z.looseObject({
  token: z.string().describe('Names the session, to end it.'),
  createdAt: z.string().describe('When it began, ISO 8601.'),
  expiresAt: z.string().describe('When it ends, ISO 8601.'),
  userAgent: z.string().nullish().describe('What the browser calls itself; null if unknown.'),
});

export const signedOut = z.looseObject({ success: z.boolean().describe('Always true.') });
export const sessionsEnded = z.looseObject({ status: z.boolean().describe('Always true.') });
