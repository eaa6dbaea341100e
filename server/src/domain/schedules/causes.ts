/** Names what made the numbers of a period differ from those that were reported. */
import { scheduleLimits } from '@reelsight/contract';
import { correctionWords } from '@reelsight/contract/correction-words';
import { counted } from '@reelsight/contract/counted';
import { correctionsSince, newestCorrectionsSince } from '../../db/corrections.ts';
import type { Queryable } from '../../db/database.ts';
import { findJobFacts } from '../../db/jobs/job-facts.ts';
import type { EarlierRun } from '../../db/schedules/runs.ts';
import { transcriptsEditedSince } from '../../db/transcripts.ts';
import { correctionView } from '../corrections/corrections.ts';
import { type CorrectionSince, idsBeyond, type Recounted } from './changes.ts';

/** `jobIds`: the videos of the period as it is counted now. */
export async function causesSince(
  db: Queryable,
  workspaceId: string,
  { job_ids: reportedIds, counted_at: countedAt }: EarlierRun,
  jobIds: readonly string[],
): Promise<Pick<Recounted, 'corrections' | 'namedCorrections' | 'titles'>> {
  const { namedCauses } = scheduleLimits;
  const corrections = await correctionsSince(db, jobIds, countedAt);
  const rows = await newestCorrectionsSince(db, jobIds, countedAt, namedCauses);
  const transcripts = await transcriptsEditedSince(db, jobIds, countedAt, namedCauses);
  const lateIds = idsBeyond(jobIds, reportedIds).slice(0, namedCauses);
  const lateVideos = await findJobFacts(db, workspaceId, lateIds);

  const named: CorrectionSince[] = [
    ...rows.map((row) => ({
      job_id: row.job_id,
      title: row.title,
      text: correctionWords(correctionView(row)),
      corrected_at: row.created_at.toISOString(),
    })),
    ...transcripts.map(({ job_id: jobId, title, lines, edited_at: editedAt }) => ({
      job_id: jobId,
      title,
      text: `${counted(lines, 'line')} of the transcript corrected`,
      corrected_at: editedAt.toISOString(),
    })),
  ];

  return {
    corrections,
    namedCorrections: named
      .sort((a, b) => b.corrected_at.localeCompare(a.corrected_at))
      .slice(0, namedCauses),
    titles: new Map(lateVideos.map(({ id, title }) => [id, title])),
  };
}
