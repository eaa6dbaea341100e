/**
 * Finds or creates the account for a person who signs in through the provider: the account linked to issuer and `sub`,
 * otherwise the account with the person's verified e-mail address.
 */
import { type ErrorCode, Fault } from '@reelsight/contract';
import { anyAccount } from '../db/accounts/accounts.ts';
import {
  endSessions,
  findUserByIdentity,
  insertIdentity,
  insertUser,
  lockUserOf,
  markVerified,
  removePassword,
  type UserRow,
} from '../db/accounts/identities.ts';
import { removeTotp } from '../db/accounts/totp.ts';
import type { Queryable } from '../db/database.ts';
import { removeSharesAround } from '../db/shares.ts';
import { lockMemberships } from '../db/workspaces/members.ts';
import { personActor, personName } from '../domain/audit.ts';
import type { Domain } from '../domain/domain.ts';
import { leaveWorkspacesOfOthers } from '../domain/workspaces/members.ts';
import {
  endKeysOf,
  joinStopped,
  leaveAlone,
  nothingStopped,
  stoppedDetails,
  stopWorkAround,
} from '../domain/workspaces/revoked-keys.ts';
import { replaceWebhookSecrets } from '../domain/workspaces/workspace.ts';
import { type OidcPerson, OidcRefusal } from './oidc.ts';
import { openOwnWorkspace, type SignUpTerms, signUp } from './sign-up.ts';

export interface Arrival {
  readonly person: OidcPerson;
  /** E-mail domains whose addresses may sign in; if empty, all may. */
  readonly domains: readonly string[];
  /** Token of the invitation that the person is about to accept. */
  readonly invitation?: string | undefined;
}

interface Asked {
  readonly sign: { readonly terms: SignUpTerms; readonly adminToken: string };
  readonly domain: Domain;
}

/** The user who is now signed in. `joined`: whether this sign-in accepted the invitation. */
export interface Arrived {
  readonly userId: string;
  readonly joined: boolean;
}

/** Throws OidcRefusal. */
export async function userOf(context: Asked, arrival: Arrival): Promise<Arrived> {
  const { domain, sign } = context;
  const { person, domains, invitation } = arrival;
  // Without this check, the first person to sign in would become the operator without the one-time code.
  if (!(await anyAccount(domain.db))) throw new OidcRefusal('first');

  checkDomain(person, domains);
  const linked = await linkedUser(domain, sign.terms, person);
  if (linked) return { userId: linked.id, joined: false };

  const createdId = await makeAccount(context, arrival);
  if (createdId !== null) return { userId: createdId, joined: invitation !== undefined };

  const racedUser = await linkedUser(domain, sign.terms, person);
  if (!racedUser) throw new OidcRefusal('expired');

  return { userId: racedUser.id, joined: false };
}

function checkDomain({ email, emailVerified }: OidcPerson, domains: readonly string[]): void {
  if (domains.length === 0) return;
  const [, ofEmail = ''] = /@([^@]+)$/.exec(email ?? '') ?? [];
  if (!domains.includes(ofEmail)) throw new OidcRefusal('domain');
  if (!emailVerified) throw new OidcRefusal('unverified');
}

async function knownUser(
  domain: Domain,
  tx: Queryable,
  person: OidcPerson,
): Promise<UserRow | undefined> {
  const user = await findUserByIdentity(tx, person);
  if (user) domain.audit.unchanged();
  return user;
}

/** Finds the account of this person and links it to them if necessary. Undefined if there is no account yet. */
async function linkedUser(
  domain: Domain,
  terms: SignUpTerms,
  person: OidcPerson,
): Promise<UserRow | undefined> {
  return domain.db.transaction(async (tx) => {
    const existing = await knownUser(domain, tx, person);
    if (existing) return existing;
    if (person.email === null || !person.emailVerified) throw new OidcRefusal('unverified');

    const user = await lockUserOf(tx, person.email);
    if (!user) return undefined;

    // If two sign-ins arrive at once, the second finds the account that the first one linked.
    const since = await knownUser(domain, tx, person);
    if (since) return since;

    const proven = user.email_verified || user.operator;
    const endedAccess = proven ? {} : await disown(domain, tx, user, { terms, name: person.name });

    await link(domain, tx, user.id, person);
    await markVerified(tx, user.id, domain.now());
    await domain.audit.note(tx, {
      workspaceId: null,
      target: { id: user.id, name: personName(user) },
      actor: personActor(user),
      details: { issuer: person.issuer, earlier_ways_ended: !proven, ...endedAccess },
    });

    return user;
  });
}

/**
 * Ends all access to an account whose e-mail address was never proven before its owner arrived. Whoever created the
 * account must not keep access, nor learn what the owner does through Follows and alerts (which send to a webhook) or links (which
 * show results to anyone who has them), nor sign webhooks in the name of a workspace.
 *
 * If anyone may sign up, the owner of the address also keeps only workspaces that the account founded, without their
 * other members: the account may have joined all others, or given up its own, so that the owner works in a workspace
 * of somebody else. Returns a list of what ended, for the audit log.
 */
async function disown(
  domain: Domain,
  tx: Queryable,
  user: UserRow,
  { terms, name }: { readonly terms: SignUpTerms; readonly name: string | null },
): Promise<Readonly<Record<string, unknown>>> {
  const memberships = await lockMemberships(tx, user.id);
  const founded = memberships.filter((membership) => membership.founded);
  await removePassword(tx, user.id);
  await removeTotp(tx, user.id);
  await endSessions(tx, user.id);
  await replaceWebhookSecrets(
    domain,
    tx,
    founded.map((membership) => membership.workspace_id),
    personActor(user),
  );

  const { stopped } = await endKeysOf(domain, tx, user.id, null);
  const isOpen = terms.signUp === 'open';
  const left = isOpen ? await leaveWorkspacesOfOthers(domain, tx, user, memberships) : 0;
  const ofOthers = isOpen ? await leaveAlone(domain, tx, user.id) : nothingStopped;
  const rest = await stopWorkAround(domain, tx, user.id, personActor(user));
  const links = await removeSharesAround(tx, user.id);
  if (isOpen && founded.length === 0)
    await openOwnWorkspace(domain, tx, { ...user, name: name ?? user.name }, terms.others);

  return {
    ...stoppedDetails(joinStopped([stopped, ofOthers, rest])),
    ...(links > 0 && { links_ended: links }),
    ...(left > 0 && { memberships_ended: left }),
    ...(founded.length > 0 && { webhook_secrets_replaced: founded.length }),
  };
}

function link(domain: Domain, tx: Queryable, userId: string, person: OidcPerson): Promise<void> {
  const { issuer, subject } = person;
  return insertIdentity(tx, {
    id: domain.newId('crd'),
    userId,
    issuer,
    subject,
    now: domain.now(),
  });
}

/**
 * Thrown if someone else created the account while this sign-in was running; it rolls back the changes of this sign-in.
 */
class MadeMeanwhile extends Error {}

/** Creates the account under the rules of sign-up. Null if someone else created the account meanwhile. */
async function makeAccount(
  { sign, domain }: Asked,
  { person, invitation }: Arrival,
): Promise<string | null> {
  const email = person.email ?? '';
  const user = { id: domain.newId('usr'), name: person.name ?? email, email };
  const create = async (tx: Queryable) => {
    if (await lockUserOf(tx, email)) throw new MadeMeanwhile();
    await insertUser(tx, { ...user, now: domain.now() });
    await link(domain, tx, user.id, person);
    return Response.json({ user });
  };
  const newcomer = { email, ...(invitation !== undefined && { invitation }) };
  try {
    const { terms, adminToken } = sign;
    await signUp({ domain, terms, adminToken, newcomer, create });
  } catch (error) {
    if (error instanceof MadeMeanwhile) return null;
    const failure = error instanceof Fault && refusals[error.code];
    throw failure ? new OidcRefusal(failure, error) : error;
  }

  return user.id;
}

const refusals: Partial<Record<ErrorCode, OidcRefusal['failure']>> = {
  INSUFFICIENT_SCOPE: 'closed',
  VALIDATION_FAILED: 'invitation',
  SIGN_UP_CODE_NEEDED: 'first',
};
