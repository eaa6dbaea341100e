/** The one table of formats: the needs, names and writer of each. */
import type { Capability, ExportFormat, Results } from '@reelsight/contract';
import { csvHead, csvLines } from './appearance-csv.ts';
import { coco } from './coco.ts';
import { cvat } from './cvat.ts';
import { edl } from './edl.ts';
import type { ExportedJob, ExportOptions, Pieces } from './exported.ts';
import { labelStudio } from './label-studio.ts';
import { paidSegments, screenTexts, shots } from './moment-csv.ts';
import { otio } from './otio.ts';
import { unavailable } from './picture.ts';
import { records } from './records.ts';
import { storyboardVtt } from './storyboard-vtt.ts';
import { srt, txt, vtt } from './subtitles.ts';

export interface Format {
  readonly contentType: string;
  /** Extension of the file name, without its first dot. */
  readonly ending: string;
  /** The job must have been asked for one of these; empty: any job will do. */
  readonly needs: readonly Capability[];
  /** Whether the job must have a storyboard. */
  readonly storyboard?: true;
  /** Field that the results must have in addition. */
  readonly made?: keyof Results;
  /** Whether the format contains the detections in each frame. */
  readonly detections?: true;
  /** Text before the first job. */
  readonly head?: (options: ExportOptions) => string;
  readonly write: (job: ExportedJob, options: ExportOptions) => Pieces;
}

const spoken = ['transcription'] as const;
const brandsAndObjects = ['brands', 'objects'] as const;
const csvType = 'text/csv; charset=utf-8; header=present';

export const formats: Readonly<Record<ExportFormat, Format>> = {
  srt: {
    contentType: 'application/x-subrip; charset=utf-8',
    ending: 'srt',
    needs: spoken,
    write: srt,
  },
  vtt: { contentType: 'text/vtt; charset=utf-8', ending: 'vtt', needs: spoken, write: vtt },
  txt: { contentType: 'text/plain; charset=utf-8', ending: 'txt', needs: spoken, write: txt },
  csv: {
    contentType: csvType,
    ending: 'csv',
    needs: brandsAndObjects,
    detections: true,
    head: csvHead,
    write: csvLines,
  },
  'shots.csv': {
    contentType: csvType,
    ending: 'shots.csv',
    needs: [],
    made: 'shots',
    ...shots,
  },
  'on-screen-text.csv': {
    contentType: csvType,
    ending: 'on-screen-text.csv',
    needs: ['brands', 'custom_query'],
    made: 'on_screen_text',
    ...screenTexts,
  },
  'paid-segments.csv': {
    contentType: csvType,
    ending: 'paid-segments.csv',
    needs: ['brands'],
    made: 'paid_segments',
    ...paidSegments,
  },
  jsonl: {
    contentType: 'application/x-ndjson; charset=utf-8',
    ending: 'jsonl',
    needs: [],
    write: records,
  },
  otio: {
    contentType: 'application/vnd.pixar.opentimelineio+json; charset=utf-8',
    ending: 'otio',
    needs: brandsAndObjects,
    write: otio,
  },
  edl: {
    contentType: 'text/plain; charset=utf-8',
    ending: 'edl',
    needs: brandsAndObjects,
    write: edl,
  },
  coco: {
    contentType: 'application/json; charset=utf-8',
    ending: 'coco.json',
    needs: brandsAndObjects,
    detections: true,
    write: coco,
  },
  cvat: {
    contentType: 'application/xml; charset=utf-8',
    ending: 'cvat.xml',
    needs: brandsAndObjects,
    detections: true,
    write: cvat,
  },
  'label-studio': {
    contentType: 'application/json; charset=utf-8',
    ending: 'label-studio.json',
    needs: brandsAndObjects,
    detections: true,
    write: labelStudio,
  },
  'storyboard.vtt': {
    contentType: 'text/vtt; charset=utf-8',
    ending: 'storyboard.vtt',
    needs: brandsAndObjects,
    storyboard: true,
    write: storyboardVtt,
  },
};

/** A whole file of one job. Throws Fault EXPORT_UNAVAILABLE. */
export function* exportOf(format: Format, job: ExportedJob, options: ExportOptions): Pieces {
  checkFound(format, job);
  yield format.head?.(options) ?? '';
  yield* format.write(job, options);
}

/** Throws Fault EXPORT_UNAVAILABLE if the job was asked for nothing that the format contains. */
export function checkAsked({ needs }: Format, capabilities: readonly Capability[]): void {
  if (needs.length === 0 || needs.some((need) => capabilities.includes(need))) return;
  const lack = needs.length > 1 ? 'the job asked for neither' : 'the job did not ask for it';
  throw unavailable(`This format needs ${needs.join(' or ')}, but ${lack}.`);
}

const resultOf = (capability: Capability) =>
  capability === 'custom_query' ? 'query_results' : capability;

/** A part that failed is missing although it was asked for. Throws Fault EXPORT_UNAVAILABLE. */
function checkFound(format: Format, { results, return_proof }: ExportedJob): void {
  const { needs, storyboard, made: requiredField } = format;
  if (needs.length > 0 && !needs.some((need) => results[resultOf(need)] !== undefined))
    throw unavailable(`This format needs ${needs.join(' or ')}, which could not be made.`);

  if (requiredField && results[requiredField] === undefined)
    throw unavailable(
      `This format needs ${requiredField}, which these results do not have: no pictures were analysed, as for transcription or metadata alone, they are of an older version, or it could not be made.`,
    );

  if (!storyboard || results.storyboard) return;
  throw unavailable(
    return_proof
      ? 'This format needs the storyboard, which could not be made.'
      : 'This format needs the storyboard, which is made with return_proof only.',
  );
}
