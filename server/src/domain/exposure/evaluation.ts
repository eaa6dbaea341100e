/** Scores engines on the videos whose results people have corrected. */
import { type Evaluation, evaluationLimits, type Results } from '@reelsight/contract';
import { type Counts, scoresOf } from '../../corrections/evaluation.ts';
import type { EvaluationThread } from '../../corrections/evaluation-thread.ts';
import { correctedJobs, type SameVideo, sameVideos } from '../../db/corrections.ts';
import { findStoredSize } from '../../db/jobs/job-results.ts';
import { SizedThreads } from '../../threads/sized-threads.ts';
import { limitsOfResults, WorkerThread } from '../../threads/worker-thread.ts';
import { correctionsOf } from '../corrections/corrections.ts';
import { readResults } from '../corrections/read-results.ts';
import { type Domain, perDatabase } from '../domain.ts';
import type { InTurn } from './kept-exposures.ts';

const entry = new URL('../../corrections/evaluation-thread.ts', import.meta.url);
const openThread = () => new WorkerThread<EvaluationThread>(entry, limitsOfResults);
const threads = perDatabase(() => new SizedThreads(openThread));

/**
 * Compares engines' results with the corrected ones. In a corrected job, everything that nobody corrected counts as
 * right.
 */
export async function evaluateEngines(
  domain: Domain,
  workspaceId: string,
  inTurn: InTurn,
): Promise<Evaluation> {
  const jobs = await correctedJobs(domain.db, workspaceId, evaluationLimits.jobs);
  const duplicates = await sameVideos(domain.db, workspaceId, jobs, evaluationLimits.videos);
  const counts: Counts[] = [];
  let analyses = 0;

  for (const id of jobs) {
    const bytes = await findStoredSize(domain.db, id);
    const truth = await inTurn(bytes, () => foundOf(domain, id, { frames: false }));
    if (truth === undefined) continue;
    // A job may have a thousand corrections, so those of one job at a time are kept.
    const corrections = await inTurn(bytes, () => correctionsOf(domain.db, [id], 'heard'));
    const jobCorrections = corrections.get(id) ?? [];

    // The analyses are read one at a time, because a video may have hundreds of them, each of many megabytes.
    for (const analysis of [id, ...analysesOf(duplicates, id)]) {
      const analysisBytes = await findStoredSize(domain.db, analysis);
      const jobCounts = await inTurn(Math.max(bytes, analysisBytes), async (signal) => {
        const analysisJson = await foundOf(domain, analysis, { frames: true });
        if (analysisJson === undefined) return undefined;
        const characters = truth.length + analysisJson.length;
        return threads(domain)
          .for(characters)
          .run('evaluate', { truth, corrections: jobCorrections, analysis: analysisJson }, signal);
      });
      if (!jobCounts) continue;

      analyses += 1;
      counts.push(...jobCounts);
    }
  }

  return { jobs, analyses, scores: scoresOf(counts) };
}

const analysesOf = (duplicates: readonly SameVideo[], job: string): string[] =>
  duplicates.filter(({ of }) => of === job).map(({ id }) => id);

const fields: readonly (keyof Results & string)[] = ['brands', 'objects', 'meta'];

/** The job's results as the engines found them, without corrections. Undefined if the job has no results any more. */
async function foundOf(
  domain: Domain,
  id: string,
  { frames }: { readonly frames: boolean },
): Promise<string | undefined> {
  const options = { corrected: false, fields, frames };
  for await (const { json } of readResults(domain, [id], options)) return json;
  return undefined;
}
