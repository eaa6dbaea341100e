/**
 * Sign-up: who may sign up, what the first account becomes, and which workspace a person starts in. Account and
 * workspace are created together or not at all.
 */
import { Fault, type PlanName } from '@reelsight/contract';
import { anyAccount, lockSignUps, makeOperator } from '../db/accounts/accounts.ts';
import type { Queryable } from '../db/database.ts';
import { countMade, insertMember } from '../db/workspaces/members.ts';
import { findWorkspaceOf } from '../db/workspaces/workspaces.ts';
import { personActor, personName } from '../domain/audit.ts';
import type { Domain } from '../domain/domain.ts';
import { findInvitation, joinByInvitation } from '../domain/workspaces/members.ts';
import { openWorkspace } from '../domain/workspaces/workspace.ts';
import { useFirstAccountCode } from './first-account.ts';

/** The plan of a new workspace, and the credits that it gets in addition to the plan's own credits at sign-up. */
export interface Beginning {
  readonly plan: PlanName;
  readonly credits: number;
}

export interface SignUpTerms {
  /** `closed`: only the first account and invited people may sign up. */
  readonly signUp: 'open' | 'closed';
  readonly first: Beginning;
  readonly others: Beginning;
  readonly own: {
    /** Who may create workspaces; null: everyone if sign-up is open, otherwise operators. */
    readonly makers: 'everyone' | 'operators' | null;
    /**
     * Credits of a workspace that a person other than an operator creates. The workspace has the sign-up plan, which
     * gives it no credits of its own.
     */
    readonly credits: number;
    /** Maximum number of workspaces that one person may own. */
    readonly most: number;
  };
}

/** The data with which a person signs up. */
export interface Newcomer {
  readonly email: string;
  /** The token in an invitation's link. It is required because knowing an invited e-mail address is not enough. */
  readonly invitation?: string;
  /** The one-time code for the first account. */
  readonly code?: string;
}

/**
 * E-mail address of the workspace that the command line creates on the service's own machine. The first account becomes
 * its owner and so finds the jobs in it.
 */
const localEmail = 'local@localhost';

export async function signUpState(
  db: Queryable,
  terms: SignUpTerms,
): Promise<'first' | 'open' | 'closed'> {
  return (await anyAccount(db)) ? terms.signUp : 'first';
}

export function mayOwnWorkspaces(terms: SignUpTerms, operator: boolean): boolean {
  const { makers } = terms.own;
  return operator || (makers === null ? terms.signUp === 'open' : makers === 'everyone');
}

/** Thrown to roll back the transaction when the library refuses; carries the library's answer. */
class Refused extends Error {
  readonly response: Response;
  constructor(response: Response) {
    super('the sign-up was refused');
    this.response = response;
  }
}

interface SignUp {
  readonly domain: Domain;
  readonly terms: SignUpTerms;
  readonly adminToken: string;
  readonly newcomer: Newcomer;
  /**
   * Counts an account that nobody invited, before it is created; throws Fault RATE_LIMITED. Undefined if a provider of
   * single sign-on vouches for the person.
   */
  readonly count?: (tx: Queryable) => Promise<void>;
  /** Creates user, password and session within the transaction. */
  readonly create: (tx: Queryable) => Promise<Response>;
}

interface User {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Throws Fault if the newcomer lacks the code for the first account, or an invitation if sign-up is closed. */
export async function signUp(registration: SignUp): Promise<Response> {
  const { domain, newcomer, create } = registration;
  try {
    return await domain.db.transaction(async (tx) => {
      await lockSignUps(tx);

      const first = !(await anyAccount(tx));
      if (first) await useFirstAccountCode(tx, newcomer.code, registration.adminToken);
      else await checkInvited(tx, registration);
      if (!first && newcomer.invitation === undefined) await registration.count?.(tx);

      const response = await create(tx);
      if (!response.ok) throw new Refused(response);
      const { user } = (await response.clone().json()) as { user: User };

      if (first) await settleOperator(tx, registration, user);
      else if (newcomer.invitation) await joinByInvitation(domain, tx, user, newcomer.invitation);
      else await openOwnWorkspace(domain, tx, user, registration.terms.others);

      await domain.audit.note(tx, {
        workspaceId: null,
        target: { id: user.id, name: personName(user) },
        actor: personActor(user),
        action: 'account.created',
        details: { operator: first, invited: newcomer.invitation !== undefined },
      });

      return response;
    });
  } catch (error) {
    if (error instanceof Refused) {
      domain.audit.unchanged();
      return error.response;
    }
    throw error;
  }
}

async function settleOperator(tx: Queryable, registration: SignUp, user: User): Promise<void> {
  await makeOperator(tx, user.id);
  const local = await findWorkspaceOf(tx, localEmail);
  if (!local) {
    await openOwnWorkspace(registration.domain, tx, user, registration.terms.first);
    return;
  }
  const member = { workspaceId: local.id, userId: user.id, role: 'owner' } as const;
  await insertMember(tx, { ...member, now: registration.domain.now() });
}

/** Opens the workspace with which a person begins. Returns its id. */
export async function openOwnWorkspace(
  domain: Domain,
  tx: Queryable,
  { id: userId, name, email }: User,
  beginning: Beginning,
): Promise<string> {
  const workspaceId = await openWorkspace(domain, tx, { name, email, ...beginning });
  await insertMember(tx, { workspaceId, userId, role: 'owner', now: domain.now() });
  await countMade(tx, userId);
  return workspaceId;
}

async function checkInvited(tx: Queryable, { domain, terms, newcomer }: SignUp): Promise<void> {
  const { email, invitation } = newcomer;
  if (invitation !== undefined) {
    const invitationRow = await findInvitation(domain, tx, invitation);
    if (invitationRow?.email === email.toLowerCase()) return;
  }

  if (terms.signUp === 'closed') {
    throw new Fault('INSUFFICIENT_SCOPE', 'sign-up is closed', {
      text: 'Sign-up is closed here. Ask the operator of this Reelsight, or an owner of a workspace, for an invitation to this e-mail address, and open its link.',
    });
  }

  if (invitation === undefined) return;
  throw new Fault('VALIDATION_FAILED', 'invitation', {
    text: 'invitation: was used or withdrawn, has expired, or is for another e-mail address. Ask for a new one, or sign up without it.',
  });
}
