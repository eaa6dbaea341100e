/** Consumes the queue `alert`: looks at ended jobs, and sends what alerts found. */
import { checkJob } from '../domain/alerts/check-job.ts';
import { closeDueMessage } from '../domain/alerts/messages.ts';
import type { AlertTask } from '../domain/alerts/tasks.ts';
import { type DeliveringOptions, deliverAlert } from './deliver-alert.ts';

export interface AlertsOptions extends DeliveringOptions {
  /** Stops claiming tasks; `done` then waits for those in progress. */
  readonly signal: AbortSignal;
  /** Maximum number of tasks at once in this process. */
  readonly concurrency: number;
  /** Maximum number of tasks of the workspaces of an owner at once, across all processes. */
  readonly perWorkspace: number;
}

/** Tasks that become due send no notification, so the queue must be polled. */
const pollEveryMs = 1000;
/** Number of extra tasks for owners that have none in progress, so that slow receivers do not delay others. */
const newcomers = 2;
/** After this time a task no longer counts towards the limit, because it waits for a receiver. */
const slowTaskMs = 1000;
/** Maximum time to read one job, whose results may have to be computed again. */
const checkLimitMs = 60_000;

export function startAlerts(options: AlertsOptions): { done: Promise<void> } {
  const { domain, log, signal, concurrency, perWorkspace } = options;
  return domain.queue.consume<AlertTask>(
    'alert',
    async ({ data }) => {
      if (data.kind === 'job')
        await checkJob(domain, data.jobId, AbortSignal.timeout(checkLimitMs));
      else if (data.kind === 'message') await closeDueMessage(domain, data.messageId);
      else await deliverAlert(options, data);
    },
    {
      concurrency,
      groupConcurrency: Math.min(perWorkspace, Math.ceil(concurrency / 2)),
      newcomers,
      longTaskMs: slowTaskMs,
      pollMs: pollEveryMs,
      signal,
      onError: (error, task) => log.error({ err: error, task_id: task.id }, 'alert task'),
    },
  );
}
