/** The operator's calls about the service and its accounts. */
import type { AbilitiesQuery, ConsoleAccount, ListAccountsQuery } from '@reelsight/contract';
import { accountPage, workspacesOfAccounts } from '../../../db/accounts/accounts.ts';
import { namesWithLogos } from '../../../db/brands/brand-library.ts';
import { type Call, type CallDeps, idOf, type Reply, type WorkspaceCall } from '../../call.ts';
import { decodeCursor, page } from '../../cursor.ts';
import { refuseForOperator } from '../../own-password.ts';

export async function getOverview({ operator }: CallDeps): Promise<Reply> {
  return { status: 200, data: await operator.overview() };
}

export async function getAbilities(
  { domain, operator }: CallDeps,
  { caller, query }: WorkspaceCall<AbilitiesQuery>,
): Promise<Reply> {
  const brands = namesIn(query.brands);
  const pictured = brands.length > 0 ? await namesWithLogos(domain.db, caller.workspace_id) : [];
  const data = await operator.abilities({ objects: namesIn(query.objects), brands, pictured });
  return { status: 200, data };
}

const namesIn = (list = ''): string[] => list.split(',').filter((name) => name.trim() !== '');

export async function pullModel({ domain, operator }: CallDeps, { params }: Call): Promise<Reply> {
  const id = params.id ?? '';
  await domain.db.transaction(async (tx) => {
    operator.pullModel(id);
    await domain.audit.note(tx, { workspaceId: null, target: { id } });
  });
  return { status: 202, data: { model_id: id } };
}

export async function resetPassword({ accounts, domain }: CallDeps, call: Call): Promise<Reply> {
  const userId = idOf(call, 'user');
  await refuseForOperator(domain, call, userId);
  const password = await accounts.resetPassword(domain, userId);
  return { status: 201, data: { user_id: userId, password } };
}

const defaultLimit = 50;

export async function listAccounts(
  { domain }: CallDeps,
  { query }: Call<ListAccountsQuery>,
): Promise<Reply> {
  const limit = query.limit ?? defaultLimit;
  const accountRows = await accountPage(domain.db, {
    before: query.cursor ? decodeCursor(query.cursor, 'usr') : null,
    limit: limit + 1,
  });
  const { rows, pagination } = page(accountRows, limit);
  const ids = rows.map(({ id }) => id);
  const workspaces = await workspacesOfAccounts(domain.db, ids);
  const data = rows.map(
    (row): ConsoleAccount => ({
      user_id: row.id,
      name: row.name,
      email: row.email,
      operator: row.operator,
      totp: row.totp,
      created_at: row.created_at.toISOString(),
      workspaces: workspaces
        .filter((workspace) => workspace.user_id === row.id)
        .map(({ workspace_id, name, role }) => ({ workspace_id, name, role })),
    }),
  );

  return { status: 200, data, pagination };
}
