/** The progress of a job: its stage, and its overall percentage, which never falls. */
import { type Progress, type Stage, stages } from '@reelsight/contract';
import { overallShare, stageShares } from '@reelsight/contract/stage-shares';
import type { JobRow } from '../../db/jobs/jobs.ts';

type JobAtWork = Pick<JobRow, 'stage' | 'percent' | 'percent_reached' | 'ask'>;

/**
 * Stages run in order: a stage that an earlier attempt finished, but that has to run again, does not count as
 * completed.
 */
export function progressOf(job: JobAtWork, unserved: readonly Stage[]): Progress {
  const stage = job.stage ?? 'ingestion';
  const index = stages.indexOf(stage);

  return {
    stage,
    stages_completed: stages.slice(0, index),
    stages_remaining: stages.slice(index + 1),
    ...(job.percent !== null && { percent: job.percent }),
    overall_percent: overallPercent(job),
    ...(unserved.length > 0 && { waiting_for: [...unserved] }),
  };
}

/** 0 to 100; never less than any earlier attempt reached. */
export function overallPercent({
  stage,
  percent,
  percent_reached: reached,
  ask,
}: JobAtWork): number {
  const shares = stageShares(
    {
      stage: stage ?? 'ingestion',
      stages_completed: stage === null ? [] : stages.slice(0, stages.indexOf(stage)),
      percent: percent ?? 0,
    },
    ask.capabilities,
  );
  const now = Math.round(overallShare(shares) * 1000) / 10;

  return Math.max(now, reached ?? 0);
}
