/** Stores how the heard brands follow the corrections of a transcript, and lets everything else follow. */
import { isDeepStrictEqual } from 'node:util';
import type { HeardChanges } from '@reelsight/contract';
import { lockOwnJob } from '../../db/jobs/jobs.ts';
import { keepHeard, type TakenTranscript } from '../../db/transcripts.ts';
import type { Domain } from '../domain.ts';
import { followCorrection } from './follow-correction.ts';

/** Whether other brands are shown than before. */
export async function followHeard(
  domain: Domain,
  transcript: TakenTranscript,
  changes: HeardChanges,
): Promise<boolean> {
  return domain.db.transaction(async (tx) => {
    const job = await lockOwnJob(tx, transcript.workspace_id, transcript.job_id);
    if (!job) return false;

    await keepHeard(tx, transcript, changes, domain.now());
    const before = transcript.heard ?? { gone: [], added: [] };
    const isChanged = !isDeepStrictEqual(before, JSON.parse(JSON.stringify(changes)));
    if (isChanged) await followCorrection(domain, tx, job);
    return isChanged;
  });
}
