/**
 * Deadlines of jobs that are divided into parts. Like the charge, they count only the time that workers spend on the
 * parts, not the time that parts wait.
 */
import { Fault } from '@reelsight/contract';
import { type ClaimedPart, workOnParts } from '../../db/jobs/job-parts.ts';
import type { Domain } from '../../domain/domain.ts';
import { workedSeconds } from '../../domain/states/worked.ts';
import type { PartKind } from '../../perception/part.ts';
import { type Deadlines, partLimit, stageOf } from '../stages.ts';

/**
 * Returns Fault TIMEOUT or STAGE_DEADLINE_EXCEEDED if the part's job or stage has used up its time; null if it has not.
 */
export async function overdue(
  domain: Domain,
  part: ClaimedPart,
  deadlines: Deadlines,
): Promise<Fault | null> {
  const now = part.claimed_at ?? part.started_at;
  const stage = stageOf(part.kind as PartKind);
  const shortest = Math.min(deadlines.job, deadlines.stages[stage]);
  // The work cannot have taken longer than the time since the job started, so usually no query is needed.
  if (now.getTime() - part.started_at.getTime() < shortest) return null;

  const parts = await workOnParts(domain.db, [part.job_id]);
  if (workedSeconds(parts, now) * 1000 > deadlines.job) return new Fault('TIMEOUT', 'job deadline');

  const stageParts = parts.filter(
    ({ kind }) => kind !== 'ingestion' && stageOf(kind as PartKind) === stage,
  );
  if (workedSeconds(stageParts, now) * 1000 <= deadlines.stages[stage]) return null;

  return stageLate(stage);
}

/**
 * Returns the fault that fails the job after one of its parts ran into its time limit. Null if the part should be
 * tried again; a part whose limit is the whole time of its stage would only run into it again.
 */
export function faultOfOverrun(kind: PartKind, deadlines: Deadlines): Fault | null {
  const stage = stageOf(kind);
  return partLimit(kind, deadlines) >= deadlines.stages[stage] ? stageLate(stage) : null;
}

export const stageLate = (stage: string): Fault =>
  new Fault('STAGE_DEADLINE_EXCEEDED', stage, {
    text: `The ${stage} stage exceeded its time limit.`,
  });
