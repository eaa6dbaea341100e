/** The calls for the second step of a sign-in (time-based codes, RFC 6238), and for single sign-on (OpenID Connect). */
import {
  beginTotp,
  codeTaken,
  endTotp,
  enterCode,
  finishOidcQuery,
  startOidcQuery,
  totpBegun,
  totpConfirmed,
} from '../second-step.ts';
import { exampleIds } from './example-ids.ts';
import {
  type Answer,
  type CallRow,
  created,
  noContent,
  oneAnswer,
  operatorBase as operator,
  type Param,
} from './row.ts';

const user = {
  description: 'Id of the person.',
  example: exampleIds.user,
} as const satisfies Param;
const password = 'correct horse battery';

const redirect = (description: string) =>
  [{ status: 302, description }] as const satisfies readonly Answer[];

export const secondStepCalls = {
  enterCode: {
    method: 'POST',
    tag: 'Sign-in',
    summary: 'Finish a sign-in by a code.',
    description:
      'After a sign-in was answered with SECOND_STEP_REQUIRED: within ten minutes, in the same browser. A code is good once.',
    unaudited: 'Changes nothing but the session it begins.',
    session: { role: 'anyone', path: '/console/auth/second-step' },
    body: enterCode,
    example: { code: '492039' },
    answers: oneAnswer(codeTaken, { user_id: exampleIds.user }, 'Signed in.'),
    errors: ['SIGN_IN_REQUIRED', 'VALIDATION_FAILED', 'RATE_LIMITED'],
  },
  beginTotp: {
    method: 'POST',
    tag: 'Sign-in',
    summary: 'Begin to set up an authenticator app.',
    description:
      'Nothing is asked at sign-in before a first code was confirmed. An account without a password, which uses single sign-on alone, must have signed in within the last five minutes.',
    unaudited: 'Counts only once it is confirmed.',
    session: { role: 'user', path: '/console/v1/totp' },
    body: beginTotp,
    example: { password },
    answers: created(totpBegun, {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Reelsight:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Reelsight',
    }),
    errors: ['VALIDATION_FAILED', 'RATE_LIMITED'],
  },
  confirmTotp: {
    method: 'POST',
    tag: 'Sign-in',
    summary: 'Turn the second step on by a first code.',
    description: 'From then on each sign-in needs a code. Other sessions of the account end.',
    audit: 'sign_in.totp_enabled',
    session: { role: 'user', path: '/console/v1/totp/confirm' },
    body: enterCode,
    example: { code: '492039' },
    answers: oneAnswer(totpConfirmed, { recovery_codes: ['k3vd-9x2m-tq4w', '7hpn-c6zr-8bfs'] }),
    errors: ['VALIDATION_FAILED', 'RATE_LIMITED'],
  },
  endTotp: {
    method: 'POST',
    tag: 'Sign-in',
    summary: 'Turn the second step off.',
    description: 'Needs the password, if the account has one, and a code.',
    audit: 'sign_in.totp_disabled',
    session: { role: 'user', path: '/console/v1/totp/off' },
    body: endTotp,
    example: { password, code: '492039' },
    answers: noContent('A sign-in asks for no code any more.'),
    errors: ['VALIDATION_FAILED', 'RATE_LIMITED'],
  },
  resetTotp: {
    method: 'DELETE',
    tag: 'Service',
    summary: 'Turn off the second step of somebody.',
    description:
      "For users who lost their app and their recovery codes. All their sessions end. An operator's own account needs the operator's token: `reelsight admin reset-second-step`.",
    audit: 'account.totp_reset',
    session: { role: 'operator', path: `${operator}/accounts/:user/totp` },
    params: { user },
    answers: noContent('Turned off.'),
    errors: ['NOT_FOUND'],
  },
  startOidc: {
    method: 'GET',
    tag: 'Sign-in',
    summary: 'Go to the provider of single sign-on.',
    description: 'A link of the sign-in page, not a call of a program.',
    session: { role: 'anyone', path: '/console/auth/oidc/start' },
    query: startOidcQuery,
    answers: redirect('To the provider, or back to the sign-in page with `failed`.'),
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  finishOidc: {
    method: 'GET',
    tag: 'Sign-in',
    summary: 'Come back from the provider of single sign-on.',
    description: 'The redirect URI to register with the provider.',
    audit: 'sign_in.identity_linked',
    session: { role: 'anyone', path: '/console/auth/oidc/callback' },
    query: finishOidcQuery,
    answers: redirect('To the page of `next`, or back to the sign-in page with `failed`.'),
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, CallRow>;
