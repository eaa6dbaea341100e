/** Gives another analysis of the same video the words as people corrected them. */
import type { TranscriptSegment } from '@reelsight/contract';
import { mendedSegments } from '../../corrections/transcript.ts';
import { transcriptChanges } from '../../db/transcripts.ts';
import type { Domain } from '../domain.ts';

/** Null if nobody changed a line or a speaker of the job. */
export async function readMended(
  { db }: Pick<Domain, 'db'>,
  jobId: string,
  segments: readonly TranscriptSegment[],
): Promise<TranscriptSegment[] | null> {
  const changes = (await transcriptChanges(db, [jobId])).get(jobId);
  if (!changes || changes.lines.length + changes.speakers.length === 0) return null;
  return mendedSegments(segments, changes);
}
