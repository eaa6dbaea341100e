/** Backups of the whole service. */
import { Fault, type RestoreBody, type WithOwnPassword } from '@reelsight/contract';
import type { Call, CallDeps, Reply } from '../../call.ts';
import { confirmOperator } from '../../own-password.ts';

export async function listBackups({ operator }: CallDeps): Promise<Reply> {
  return { status: 200, data: await operator.backups.overview() };
}

export async function makeBackup(
  deps: CallDeps,
  call: Call<unknown, WithOwnPassword>,
): Promise<Reply> {
  await confirmOperator(deps, call);
  const { domain, operator } = deps;
  const name = await operator.backups.make();
  await note(domain, name);
  return { status: 202, data: { name } };
}

export async function deleteBackup(
  deps: CallDeps,
  call: Call<unknown, WithOwnPassword>,
): Promise<Reply> {
  await confirmOperator(deps, call);
  const { domain, operator } = deps;
  const { name = '' } = call.params;
  await operator.backups.remove(name);
  await note(domain, name);
  return { status: 204 };
}

/** Orders a restore. The service stops once the answer has been sent. */
export async function restoreBackup(
  deps: CallDeps,
  call: Call<unknown, RestoreBody>,
): Promise<Reply> {
  const { domain, operator } = deps;
  const { params, body, reply } = call;
  const { name = '' } = params;
  if (body.confirm !== name)
    throw new Fault('VALIDATION_FAILED', 'confirm', {
      text: 'confirm must be the name of the backup.',
    });

  await confirmOperator(deps, call);
  const begin = await operator.backups.prepareRestore({
    name,
    key: body.key ?? null,
    by: domain.audit.request,
  });

  await note(domain, name);
  reply.raw.once('close', begin);

  return { status: 202, data: { name } };
}

const note = (domain: CallDeps['domain'], name: string): Promise<void> =>
  domain.db.transaction((tx) => domain.audit.note(tx, { workspaceId: null, target: { id: name } }));
