/** The steps of a worker, to be taken one at a time by tests that run no worker. */
import type { Stage } from '@reelsight/contract';
import { stages } from '@reelsight/contract';
import { updateJobs } from '../../src/db/jobs/job-changes.ts';
import { lockJob } from '../../src/db/jobs/jobs.ts';
import type { Domain } from '../../src/domain/domain.ts';
import {
  type AttemptOfJob,
  admitProbed,
  type IngestedFacts,
} from '../../src/domain/jobs/ingested.ts';
import { planIngested } from '../../src/jobs/parts/conductor.ts';
import type { PlannedPart } from '../../src/jobs/parts/plan-parts.ts';

/**
 * Without `parts`, admits a probed job; with `parts`, ends its ingestion and plans these parts. If the job is refused,
 * throws its Fault.
 */
export async function admitIngested(
  domain: Domain,
  job: AttemptOfJob,
  facts: IngestedFacts,
  parts?: readonly PlannedPart[],
): Promise<'go' | 'held' | 'lost'> {
  const item = { job: { id: job.id, attempt: job.attempt }, facts };
  const admission = await (parts
    ? planIngested(domain, { ...item, parts })
    : admitProbed(domain, item));
  if (admission.kind === 'refused') throw admission.fault;
  return admission.kind;
}

/** Records that a stage is complete and that the next one is running. */
export async function finishStage(
  domain: Domain,
  { id }: AttemptOfJob,
  stage: Stage,
  keepsMedia = false,
): Promise<void> {
  await domain.db.transaction(async (tx) => {
    const row = await lockJob(tx, id);
    if (!row) throw new Error('no such job');

    const change = {
      stages_completed: [...row.stages_completed, stage],
      stage: stages[stages.indexOf(stage) + 1] ?? stage,
      percent: 0,
      heartbeat_at: 'now' as const,
      ...(keepsMedia && { media_kept_at: domain.now() }),
    };
    await updateJobs(tx, [{ id, status: row.status, change }], domain.now());
  });
}
