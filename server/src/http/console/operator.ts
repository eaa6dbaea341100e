/** The operator's pages. */
import type { ConsoleAccount } from '@reelsight/contract';
import { accountPage, workspacesOfAccounts } from '../../db/accounts.ts';
import type { Reply } from '../call.ts';
import { decodeCursor, page } from '../cursor.ts';
import { type ConsoleCall, type ConsoleRooms, paramOf } from './call.ts';

export async function getOverview({ operator }: ConsoleRooms): Promise<Reply> {
  return { status: 200, data: await operator.overview() };
}

export async function pullModel(
  { operator }: ConsoleRooms,
  { params }: ConsoleCall,
): Promise<Reply> {
  const id = params.id ?? '';
  operator.pullModel(id);
  return { status: 202, data: { model_id: id } };
}

export async function resetPassword({ accounts }: ConsoleRooms, call: ConsoleCall): Promise<Reply> {
  const userId = paramOf(call, 'user');
  const password = await accounts.resetPassword(userId);
  return { status: 201, data: { user_id: userId, password } };
}

const defaultLimit = 50;

export async function listAccounts(
  { domain }: ConsoleRooms,
  { query }: ConsoleCall<{ limit?: number; cursor?: string }>,
): Promise<Reply> {
  const limit = query.limit ?? defaultLimit;
  const found = await accountPage(domain.db, {
    before: query.cursor ? decodeCursor(query.cursor, 'usr') : null,
    limit: limit + 1,
  });
  const { rows, pagination } = page(found, limit);
  const ids = rows.map(({ id }) => id);
  const workspaces = await workspacesOfAccounts(domain.db, ids);
  const data = rows.map(
    (row): ConsoleAccount => ({
      user_id: row.id,
      name: row.name,
      email: row.email,
      operator: row.operator,
      created_at: row.created_at.toISOString(),
      workspaces: workspaces
        .filter((one) => one.user_id === row.id)
        .map(({ workspace_id, name, role }) => ({ workspace_id, name, role })),
    }),
  );
  return { status: 200, data, pagination };
}
