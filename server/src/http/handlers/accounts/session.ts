/** Tells the console who is signed in; the console asks this before it first renders. */
import type { ConsoleSession, PlanName } from '@reelsight/contract';
import { mayOwnWorkspaces, signUpState } from '../../../accounts/sign-up.ts';
import { workspacesOfAccounts } from '../../../db/accounts/accounts.ts';
import { passwordHashOf } from '../../../db/accounts/identities.ts';
import { totpEnabled } from '../../../db/accounts/totp.ts';
import { hasOtherWorkspaces } from '../../../db/workspaces/workspaces.ts';
import type { Call, CallDeps, Reply } from '../../call.ts';
import { ownOrigin } from '../../console/origin.ts';

export async function getSession(deps: CallDeps, { session, request }: Call): Promise<Reply> {
  const { db } = deps.domain;
  const { terms, oidcLabel } = deps.accounts;
  const user = session?.user;
  const workspaces = user ? await workspacesOfAccounts(db, [user.id]) : [];
  const data: ConsoleSession = {
    user: user
      ? {
          user_id: user.id,
          name: user.name,
          email: user.email,
          operator: user.operator,
          password: (await passwordHashOf(db, user.id)) !== null,
          totp: await totpEnabled(db, user.id),
        }
      : null,
    workspaces: workspaces.map(({ workspace_id, name, plan, role, test }) => ({
      workspace_id,
      name,
      plan: plan as PlanName,
      role,
      ...(test && { test: true as const }),
    })),
    sign_up: await signUpState(db, terms),
    oidc: oidcLabel === null ? null : { label: oidcLabel },
    own_workspaces: user ? mayOwnWorkspaces(terms, user.operator) : false,
    counts_credits: user !== undefined && (await countsCredits(deps.domain)),
    // An anonymous visitor needs neither the address nor the version.
    api_url: user ? (deps.publicUrl ?? ownOrigin(null, request)) : null,
    version: user ? deps.version : null,
  };

  return { status: 200, data };
}

/** Whether credits can run out, or tell workspaces apart. */
const countsCredits = async ({ db, prices }: CallDeps['domain']): Promise<boolean> =>
  Object.values(prices).some((price) => price > 0) || (await hasOtherWorkspaces(db));
