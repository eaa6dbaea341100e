/** Settings for accounts: who may sign up, how people sign in, limits on failed attempts, and single sign-on. */
import { planNames } from '@reelsight/contract';
import { secretSetting, setting } from './setting.ts';
import * as kind from './setting-kinds.ts';

export const accounts = {
  sessionSecret: secretSetting(
    'REELSIGHT_SESSION_SECRET',
    kind.secret,
    null,
    'Signs the cookies of the console, at least 32 characters; unset: created on first start and kept in the data folder (session-secret). Set it if several API processes run.',
  ),
  sessionSeconds: setting(
    'REELSIGHT_SESSION_DAYS',
    kind.daysInSeconds,
    '14',
    'Days after its last use until a session of the console ends, 1 to 400. With 7, who comes back each week at the same time would have to sign in each time.',
  ),
  signUp: setting(
    'REELSIGHT_SIGN_UP',
    kind.oneOf(['open', 'closed']),
    'closed',
    'Who may sign up in the console: `open` anyone, `closed` only people who were invited. The first account, the operator, always may. With `open`, a process that would open videos without a sandbox does not start, unless REELSIGHT_SANDBOX names what there is.',
  ),
  oidc: {
    issuer: setting(
      'REELSIGHT_OIDC_ISSUER',
      kind.issuer,
      null,
      'Address of an OpenID Connect provider for single sign-on in the console; unset: none. The redirect URI to register there is PUBLIC_URL/console/auth/oidc/callback.',
    ),
    clientId: setting(
      'REELSIGHT_OIDC_CLIENT_ID',
      kind.text,
      null,
      'Id of this service at the provider.',
    ),
    clientSecret: secretSetting(
      'REELSIGHT_OIDC_CLIENT_SECRET',
      kind.text,
      null,
      'Secret of this service at the provider.',
    ),
    label: setting(
      'REELSIGHT_OIDC_LABEL',
      kind.text,
      'Sign in with single sign-on',
      'Text of the button on the sign-in page.',
    ),
    domains: setting(
      'REELSIGHT_OIDC_DOMAINS',
      kind.lowerList,
      '',
      'Domains of e-mail addresses that may use single sign-on, separated by commas; empty: any. For people without an account, REELSIGHT_SIGN_UP decides whether they get one.',
    ),
    trustEmail: setting(
      'REELSIGHT_OIDC_TRUST_EMAIL',
      kind.flag,
      'false',
      'Treat e-mail addresses of these domains as verified even if the provider does not say whether they are. Only for a provider whose users cannot choose their address.',
    ),
  },
  others: {
    plan: setting(
      'REELSIGHT_SIGN_UP_PLAN',
      kind.oneOf(planNames),
      'free',
      'Plan of the workspace with which a person begins.',
    ),
    credits: setting(
      'REELSIGHT_SIGN_UP_CREDITS',
      kind.credits,
      '0',
      'Credits of that workspace, in addition to those its plan gives at sign-up.',
    ),
  },
  first: {
    plan: setting(
      'REELSIGHT_FIRST_PLAN',
      kind.oneOf(planNames),
      'scale',
      "Plan of the operator's workspaces.",
    ),
    credits: setting(
      'REELSIGHT_FIRST_CREDITS',
      kind.credits,
      '100000',
      "Credits of the operator's workspaces, in addition to those of the plan.",
    ),
  },
  own: {
    makers: setting(
      'REELSIGHT_OWN_WORKSPACES',
      kind.oneOf(['everyone', 'operators']),
      null,
      'Who may create workspaces in the console; unset: `everyone` where sign-up is open, `operators` where it is closed.',
    ),
    credits: setting(
      'REELSIGHT_OWN_WORKSPACE_CREDITS',
      kind.credits,
      '0',
      'Credits of a workspace created by anybody but the operator. Its plan, that of sign-up, grants it none. Deleting workspaces does not give these credits again: only the first REELSIGHT_OWN_WORKSPACES_MOST that a person ever created begin with credits.',
    ),
    most: setting(
      'REELSIGHT_OWN_WORKSPACES_MOST',
      kind.count,
      '20',
      'Workspaces that a person may own.',
    ),
  },
  attempts: {
    failures: setting(
      'REELSIGHT_SIGN_IN_FAILURES',
      kind.count,
      '5',
      'Failures to sign in with one e-mail, from one address block or on one known device, before each further failure causes a wait.',
    ),
    firstWaitMs: setting(
      'REELSIGHT_SIGN_IN_WAIT_SECONDS',
      kind.seconds,
      '10',
      'Seconds of the first wait; each further failure doubles it.',
    ),
    mostWaitMs: setting(
      'REELSIGHT_SIGN_IN_MOST_WAIT_MINUTES',
      kind.minutes,
      '15',
      'Minutes of the longest wait.',
    ),
    failuresOfEmail: setting(
      'REELSIGHT_SIGN_IN_EMAIL_FAILURES',
      kind.count,
      '50',
      'Failures for one e-mail in an hour, from everywhere, after which each further address block must wait once before it may try.',
    ),
    newBlockWaitMs: setting(
      'REELSIGHT_SIGN_IN_NEW_BLOCK_WAIT_SECONDS',
      kind.seconds,
      '15',
      'Seconds of that wait.',
    ),
    failuresOfBlock: setting(
      'REELSIGHT_SIGN_IN_BLOCK_FAILURES',
      kind.count,
      '30',
      'Failures from one address block (/24, IPv6 /64) in a minute, for any e-mail. Accounts created from there count as well. A wide block (/16, IPv6 /48) has ten times as many.',
    ),
    accountsOfBlock: setting(
      'REELSIGHT_SIGN_UP_BLOCK_ACCOUNTS',
      kind.count,
      '20',
      'Accounts that one address block may create in a day where sign-up is open; each begins with credits. A wide block may create ten times as many. People who were invited or use single sign-on do not count.',
    ),
  },
};
