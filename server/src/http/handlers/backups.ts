/** Backups of the whole service. */
import { Fault, type RestoreBody } from '@reelsight/contract';
import type { Call, CallDeps, Reply } from '../call.ts';

export async function listBackups({ operator }: CallDeps): Promise<Reply> {
  return { status: 200, data: await operator.backups.overview() };
}

export async function makeBackup({ domain, operator }: CallDeps): Promise<Reply> {
  const name = await operator.backups.make();
  await note(domain, name);
  return { status: 202, data: { name } };
}

export async function deleteBackup({ domain, operator }: CallDeps, call: Call): Promise<Reply> {
  const { name = '' } = call.params;
  await operator.backups.remove(name);
  await note(domain, name);
  return { status: 204 };
}

/** The service stops once the answer is on its way. */
export async function restoreBackup(
  { domain, operator }: CallDeps,
  { params, body, reply }: Call<unknown, RestoreBody>,
): Promise<Reply> {
  const { name = '' } = params;
  if (body.confirm !== name)
    throw new Fault('VALIDATION_FAILED', 'confirm', {
      text: 'confirm must be the name of the backup.',
    });
  const begin = await operator.backups.prepareRestore({
    ...{ name, key: body.key ?? null, by: domain.audit.request },
  });
  await note(domain, name);
  reply.raw.once('close', begin);
  return { status: 202, data: { name } };
}

const note = (domain: CallDeps['domain'], name: string): Promise<void> =>
  domain.db.transaction((tx) => domain.audit.note(tx, { workspaceId: null, target: { id: name } }));
