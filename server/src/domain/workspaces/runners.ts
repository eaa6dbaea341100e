/** Creates, revokes and lists runners, for the operator. */
import { randomBytes } from 'node:crypto';
import { type CreateRunner, Fault, type RunnerView, runnersAtMost } from '@reelsight/contract';
import {
  countRunners,
  insertRunner,
  listRunnerRows,
  type RunnerRow,
  revokeRunner,
} from '../../db/workspaces/runners.ts';
import type { Domain } from '../domain.ts';
import { hashSecret } from './workspace.ts';

/** Channel on which every process is notified of the id of a revoked runner. */
export const runnerRevoked = 'reelsight_runner_revoked';

/** Creates a runner with its token. Throws Fault VALIDATION_FAILED if there are too many runners. */
export async function createRunner(
  domain: Domain,
  { name }: CreateRunner,
): Promise<{ id: string; token: string }> {
  const token = `rs_runner_${randomBytes(24).toString('base64url')}`;
  const id = domain.newId('rnr');
  await domain.db.transaction(async (tx) => {
    if ((await countRunners(tx)) >= runnersAtMost) {
      throw new Fault('VALIDATION_FAILED', 'runners', {
        text: `name: there may be at most ${runnersAtMost} runners. Revoke those that are no longer used.`,
      });
    }

    const hash = hashSecret(token);
    const createdBy = domain.audit.actor;
    await insertRunner(tx, { id, name, hash, createdBy, now: domain.now() });
    await domain.audit.note(tx, { workspaceId: null, target: { id, name } });
  });

  return { id, token };
}

/** Revokes a runner, so that its calls are refused. Throws Fault NOT_FOUND. */
export async function endRunner(domain: Domain, id: string): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const revoked = await revokeRunner(tx, id, domain.now());
    if (!revoked) throw new Fault('NOT_FOUND', id, { text: 'There is no such runner.' });
    await domain.audit.note(tx, { workspaceId: null, target: { id, name: revoked.name } });
  });
  await domain.db.notify(runnerRevoked, id);
}

export async function listRunners(domain: Domain): Promise<RunnerView[]> {
  return (await listRunnerRows(domain.db, domain.settings.stallMs)).map(viewOf);
}

const viewOf = (row: RunnerRow): RunnerView => ({
  runner_id: row.id,
  name: row.name,
  status: row.revoked_at ? 'revoked' : row.processes > 0 ? 'online' : 'offline',
  version: row.version,
  serves: [...row.serves],
  engines: row.engines.map(({ role, name, version, kind }) => ({ role, name, version, kind })),
  processes: row.processes,
  hosts: row.hosts,
  parts_running: row.parts_running,
  parts_done: row.parts_done,
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  revoked_at: row.revoked_at?.toISOString() ?? null,
});
