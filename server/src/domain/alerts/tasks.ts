/** Enqueues the work of alerts: looking at a job, closing a message, and attempts to deliver it. */
import { setImmediate } from 'node:timers/promises';
import { workspacesWithAlerts } from '../../db/alerts/alerts.ts';
import { overdueTasks, removeMessagesBefore } from '../../db/alerts/messages.ts';
import type { Queryable } from '../../db/database.ts';
import { ownerGroup, ownerGroups } from '../../db/workspaces/members.ts';
import type { Domain } from '../domain.ts';

/** Data of a task of the queue `alert`. */
export type AlertTask =
  | { readonly kind: 'job'; readonly jobId: string }
  | { readonly kind: 'message'; readonly messageId: string }
  /** `attempts` were made before; a task with another number than the delivery's is stale. */
  | { readonly kind: 'delivery'; readonly deliveryId: string; readonly attempts: number };

interface EndedJob {
  readonly id: string;
  readonly workspace_id: string;
}

/** How long a task may be overdue before it counts as lost. */
const lostAfterMs = 5 * 60_000;
const renewedAtOnce = 200;
const removedAtOnce = 1000;

/**
 * Lets the alerts of their workspaces look at jobs, because they ended or their results were corrected. Runs in the
 * transaction that causes it, so that no job is missed.
 */
export async function enqueueAlertChecks(
  domain: Pick<Domain, 'queue'>,
  tx: Queryable,
  jobs: readonly EndedJob[],
): Promise<void> {
  if (jobs.length === 0) return;

  const workspaceIds = [...new Set(jobs.map(({ workspace_id: id }) => id))];
  const withAlerts = await workspacesWithAlerts(tx, workspaceIds);
  if (withAlerts.size === 0) return;

  const groups = await ownerGroups(tx, [...withAlerts]);
  const tasks = jobs
    .filter(({ workspace_id: id }) => withAlerts.has(id))
    .map(({ id: jobId, workspace_id: id }) => ({
      data: { kind: 'job', jobId } satisfies AlertTask,
      group: { id: groups.get(id) ?? id },
    }));
  await domain.queue.enqueueAll(tx, 'alert', tasks);
}

export async function enqueueAlertTask(
  { queue }: Pick<Domain, 'queue'>,
  tx: Queryable,
  workspaceId: string,
  task: AlertTask,
  delayMs = 0,
): Promise<void> {
  const group = { id: await ownerGroup(tx, workspaceId) };
  await queue.enqueue(tx, 'alert', task, { group, delayMs });
}

/** Enqueues tasks again that were lost, for example because they failed too often. A task that runs twice does no harm. */
export async function renewLostAlertTasks(domain: Domain): Promise<void> {
  const before = new Date(domain.now().getTime() - lostAfterMs);
  const overdue = await overdueTasks(domain.db, before, renewedAtOnce);

  for (const { kind, id, workspace_id: workspaceId, attempts } of overdue) {
    const task: AlertTask =
      kind === 'message'
        ? { kind, messageId: id }
        : { kind, deliveryId: id, attempts: attempts ?? 0 };
    await domain.db.transaction((tx) => enqueueAlertTask(domain, tx, workspaceId, task));
  }
}

/** Removes messages as old as deliveries of webhooks may become; what was found stays as long as its job. */
export async function removeOldMessages(domain: Domain, cutoff?: Date): Promise<void> {
  const before = cutoff ?? new Date(domain.now().getTime() - domain.settings.deliveriesMs);
  while ((await removeMessagesBefore(domain.db, before, removedAtOnce)) === removedAtOnce)
    await setImmediate();
}
