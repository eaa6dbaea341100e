/**
 * Maps each format to the function that writes it; everything else about the formats is in
 * `@reelsight/contract/export-formats`.
 */
import type { Capability, ExportFormat, Job } from '@reelsight/contract';
import { exportFormatTable, missingNeed } from '@reelsight/contract/export-formats';
import { answerTable } from './answer-csv.ts';
import { csvHead, csvLines } from './appearance-csv.ts';
import { coco } from './coco.ts';
import { cvat } from './cvat.ts';
import { edl } from './edl.ts';
import type { ExportedJob, ExportOptions, Pieces } from './exported.ts';
import { labelStudio } from './label-studio.ts';
import { momentTables } from './moment-csv.ts';
import { otio } from './otio.ts';
import { unavailable } from './picture.ts';
import { records } from './records.ts';
import { storyboardVtt } from './storyboard-vtt.ts';
import { subtitles } from './subtitles.ts';
import { videoAnswerTable } from './video-answers-csv.ts';

export interface Writer {
  /** Returns text that precedes the first job, which says what all of them were asked; absent if there is none. */
  readonly head?: (options: ExportOptions, job: Job | undefined) => string;
  readonly write: (job: ExportedJob, options: ExportOptions) => Pieces;
}

export const writers: Readonly<Record<ExportFormat, Writer>> = {
  ...subtitles,
  ...momentTables,
  'answers.csv': answerTable,
  'answers-by-video.csv': videoAnswerTable,
  csv: { head: csvHead, write: csvLines },
  jsonl: { write: records },
  otio: { write: otio },
  edl: { write: edl },
  coco: { write: coco },
  cvat: { write: cvat },
  'label-studio': { write: labelStudio },
  'storyboard.vtt': { write: storyboardVtt },
};

/** Writes a complete file for one job. Throws Fault EXPORT_UNAVAILABLE. */
export function* exportOf(format: ExportFormat, job: ExportedJob, options: ExportOptions): Pieces {
  checkResults(format, job);
  const { head, write } = writers[format];
  yield head?.(options, job) ?? '';
  yield* write(job, options);
}

/** Throws Fault EXPORT_UNAVAILABLE if the job did not ask for anything that the format contains. */
export function checkAsked(format: ExportFormat, capabilities: readonly Capability[]): void {
  const { capabilities: needs } = exportFormatTable[format].needs;
  if (needs.length === 0 || needs.some((need) => capabilities.includes(need))) return;
  const lack = needs.length > 1 ? 'the job asked for neither' : 'the job did not ask for it';
  throw unavailable(`This format needs ${needs.join(' or ')}, but ${lack}.`);
}

/**
 * Throws Fault EXPORT_UNAVAILABLE if the results lack what the format needs. Results may be missing although the job
 * asked for them, because that part of the analysis failed.
 */
function checkResults(format: ExportFormat, { results, return_proof }: ExportedJob): void {
  const { needs } = exportFormatTable[format];
  switch (missingNeed(needs, results)) {
    case 'capabilities':
      throw unavailable(
        `This format needs ${needs.capabilities.join(' or ')}, which could not be made.`,
      );
    case 'field':
      throw unavailable(
        `This format needs ${needs.field}, which these results do not have: no pictures were analysed, as for transcription or metadata alone, they are of an older version, or it could not be made.`,
      );
    case 'storyboard':
      throw unavailable(
        return_proof
          ? 'This format needs the storyboard, which could not be made.'
          : 'This format needs the storyboard, which is made with return_proof only.',
      );
  }
}
