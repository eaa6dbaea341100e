/** Who is signed in, as the page asks before its first picture. */
import type { ConsoleSession, PlanName } from '@reelsight/contract';
import { signUpState } from '../../accounts/sign-up.ts';
import { workspacesOfAccounts } from '../../db/accounts.ts';
import type { Reply } from '../call.ts';
import type { ConsoleCall, ConsoleRooms } from './call.ts';

export async function getSession(rooms: ConsoleRooms, call: ConsoleCall): Promise<Reply> {
  const { db } = rooms.domain;
  // Absent for a stranger: this route is for anyone.
  const user = call.user as ConsoleCall['user'] | undefined;
  const workspaces = user ? await workspacesOfAccounts(db, [user.id]) : [];
  const data: ConsoleSession = {
    user: user
      ? { user_id: user.id, name: user.name, email: user.email, operator: user.operator }
      : null,
    workspaces: workspaces.map(({ workspace_id, name, plan, role }) => ({
      workspace_id,
      name,
      plan: plan as PlanName,
      role,
    })),
    sign_up: await signUpState(db, rooms.accounts.terms),
    api_url: rooms.publicUrl ?? call.origin,
    version: rooms.version,
  };
  return { status: 200, data };
}
