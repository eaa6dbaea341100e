/**
 * Reads results, with or without people's corrections. All code that computes something from stored results reads them
 * through this module.
 */
import type { Results, TranscriptSegment } from '@reelsight/contract';
import { correctedJson } from '../../corrections/order.ts';
import type { Applied } from '../../corrections/things.ts';
import { findResultFields } from '../../db/jobs/result-fields.ts';
import { transcriptChanges } from '../../db/transcripts.ts';
import type { Domain } from '../domain.ts';
import { correctionThreads, fewCharacters } from './correction-threads.ts';
import { correctionsOf } from './corrections.ts';

export interface ReadOptions {
  /** Whether people's corrections are applied. */
  readonly corrected: boolean;
  readonly fields: readonly (keyof Results & string)[];
  /**
   * Whether brands and objects include the findings of single frames, which are by far the largest part of a long
   * video's results; default true.
   */
  readonly frames?: boolean;
  /** Name of the prepared statement, if the same fields are read for many jobs. */
  readonly name?: string;
}

export interface ReadResults {
  readonly job_id: string;
  /** An object with the requested fields that exist; not parsed, because that may take a long time. */
  readonly json: string;
  /** Ids of the corrections that the JSON includes, in the order they were made. */
  readonly corrections: readonly string[];
}

/** The fields that corrections change. Who pays for a segment follows corrections of brands only if both are read. */
const correctableFields: ReadonlySet<string> = new Set<keyof Results>([
  'brands',
  'objects',
  'paid_segments',
  'transcription',
]);

/** What one thing that was said, and one mention that was edited away, count as, in characters. */
const charactersOfSaid = 2000;
const charactersOfGone = 50;

/**
 * Yields the results of one job after the other; a job is read only when the caller asks for it. Jobs without results,
 * or deleted meanwhile, are left out.
 */
export async function* readResults(
  domain: Pick<Domain, 'db'>,
  jobIds: readonly string[],
  { corrected, fields, frames = true, name }: ReadOptions,
): AsyncGenerator<ReadResults> {
  const isCorrected = fields.some((field) => correctableFields.has(field));
  const extent = fields.includes('transcription') ? 'all' : 'heard';
  for (const job_id of jobIds) {
    const json = await findResultFields(domain.db, job_id, fields, { frames, name });
    if (json === undefined) continue;

    const jobCorrections =
      corrected && isCorrected
        ? (await correctionsOf(domain.db, [job_id], extent)).get(job_id)
        : undefined;
    const corrections = jobCorrections?.map(({ correction_id }) => correction_id) ?? [];
    yield {
      job_id,
      json: jobCorrections ? await correctedBy(domain, json, jobCorrections) : json,
      corrections,
    };
  }
}

async function correctedBy(
  domain: Pick<Domain, 'db'>,
  json: string,
  corrections: readonly Applied[],
): Promise<string> {
  const order = { json, corrections };
  const size = json.length + charactersOf(corrections);
  if (size <= fewCharacters) return correctedJson(order);
  return correctionThreads(domain).for(size).run('correct', order);
}

/**
 * Characters of what people wrote and of the brands that follow, which are worked on as the results are. What is said of
 * a thing takes as long as many characters, because it is compared with all things.
 */
function charactersOf(corrections: readonly Applied[]): number {
  return corrections.reduce((sum, correction) => {
    if (correction.target !== 'transcript') return sum + charactersOfSaid;
    const texts = correction.lines.flatMap(({ parts }) => parts.map(({ text = '' }) => text));
    const { added = [], gone: goneTimes = [] } = correction.heard ?? {};
    return (
      sum +
      texts.reduce((length, text) => length + text.length, 0) +
      added.reduce((length, { appearance }) => length + (appearance.context?.length ?? 0), 0) +
      charactersOfGone * goneTimes.length
    );
  }, 0);
}

/**
 * The lines of a transcript as people corrected them, in the form in which an analysis hears them; null if nobody
 * changed a line or a speaker of the job. Another analysis of the same video begins with these words.
 */
export async function readMended(
  domain: Pick<Domain, 'db'>,
  jobId: string,
  segments: readonly TranscriptSegment[],
): Promise<TranscriptSegment[] | null> {
  const changes = (await transcriptChanges(domain.db, [jobId])).get(jobId);
  if (!changes || changes.lines.length + changes.speakers.length === 0) return null;

  const size = charactersOf([changes]) + segments.reduce((sum, { text }) => sum + text.length, 0);
  return correctionThreads(domain).for(size).run('mend', { segments, changes });
}
