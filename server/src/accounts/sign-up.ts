/** Sign-up: who may, what the first account is, and the workspace a person begins with; all of it or nothing. */
import { Fault, type PlanName } from '@reelsight/contract';
import { anyAccount, isInvited, lockSignUps, makeOperator } from '../db/accounts.ts';
import type { Queryable } from '../db/database.ts';
import { insertMember } from '../db/members.ts';
import { findWorkspaceOf } from '../db/workspaces.ts';
import { personActor, personName } from '../domain/audit.ts';
import type { Domain } from '../domain/domain.ts';
import { hashToken } from '../domain/members.ts';
import { openWorkspace } from '../domain/workspace.ts';

/** What a workspace begins with, beside the plan's own credits at sign-up. */
export interface Beginning {
  readonly plan: PlanName;
  readonly credits: number;
}

export interface SignUpTerms {
  /** `closed` counts from the second account on, and not for who was invited. */
  readonly signUp: 'open' | 'closed';
  readonly first: Beginning;
  readonly others: Beginning;
}

/** Fields of a sign-up. */
export interface Newcomer {
  readonly email: string;
  /** The token of the link of an invitation: to know an e-mail that was invited is not to be invited. */
  readonly invitation?: string;
}

/** Of the workspace that the command line makes for whoever runs the machine: the first account finds its jobs there. */
const localEmail = 'local@localhost';

export async function signUpState(
  db: Queryable,
  terms: SignUpTerms,
): Promise<'first' | 'open' | 'closed'> {
  return (await anyAccount(db)) ? terms.signUp : 'first';
}

/** Carries a refusal of the library out of the transaction, which it undoes. */
class Refused extends Error {
  readonly response: Response;
  constructor(response: Response) {
    super('the sign-up was refused');
    this.response = response;
  }
}

/** `create` makes user, password and session within the transaction. Throws Fault if sign-up is closed. */
export async function signUp(
  domain: Domain,
  terms: SignUpTerms,
  newcomer: Newcomer,
  create: (tx: Queryable) => Promise<Response>,
): Promise<Response> {
  try {
    return await domain.db.transaction(async (tx) => {
      await lockSignUps(tx);
      const first = !(await anyAccount(tx));
      if (!first && terms.signUp === 'closed') await checkInvited(domain, tx, newcomer);
      const response = await create(tx);
      if (!response.ok) throw new Refused(response);
      const { user } = (await response.clone().json()) as {
        user: { id: string; name: string; email: string };
      };
      if (first) await makeOperator(tx, user.id);
      const local = first ? await findWorkspaceOf(tx, localEmail) : undefined;
      const workspaceId =
        local?.id ??
        (await openWorkspace(domain, tx, {
          name: user.name,
          email: user.email,
          ...(first ? terms.first : terms.others),
        }));
      await insertMember(tx, {
        workspaceId,
        userId: user.id,
        role: 'owner',
        now: domain.now(),
      });
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

async function checkInvited(domain: Domain, tx: Queryable, newcomer: Newcomer): Promise<void> {
  const { email, invitation } = newcomer;
  if (invitation !== undefined) {
    const asked = { email: email.toLowerCase(), tokenHash: hashToken(invitation) };
    if (await isInvited(tx, asked, domain.now())) return;
  }
  throw new Fault('INSUFFICIENT_SCOPE', 'sign-up is closed', {
    text: 'Sign-up is closed here. Ask the operator of this Reelsight, or an owner of a workspace, for an invitation to this e-mail address, and open its link.',
  });
}
