/** Exports of results as files: the formats and options that a caller may choose. */
import { z } from 'zod';
import { exampleIds } from './calls/example-ids.ts';
import {
  type BatchExportFormat,
  type ExportFormat,
  exportFormatTable,
  type FormatOption,
  formatsUsing,
  formatsWhere,
} from './export-formats.ts';
import { namesInQuery } from './names-in-query.ts';
import { textOf } from './text.ts';

export const exportFormats = formatsWhere(() => true) as [ExportFormat, ...ExportFormat[]];

/** Lists names as code in Markdown: `srt` and `vtt`, each between backticks. */
const namesOf = (formats: readonly ExportFormat[]): string =>
  new Intl.ListFormat('en-GB').format(formats.map((format) => `\`${format}\``));

const groups = [...new Set(Object.values(exportFormatTable).map(({ group }) => group))];
const groupList = groups
  .map((group) => `${group} ${namesOf(formatsWhere((entry) => entry.group === group))}`)
  .join('; ');

/** The `id` is the name of the type in documents and clients. */
export const exportFormat = z.enum(exportFormats).meta({
  id: 'ExportFormat',
  description: `${groupList.charAt(0).toUpperCase()}${groupList.slice(1)}.`,
});

/** Formats in which one file can hold the results of several jobs. */
export const batchExportFormats = formatsWhere(({ ofBatch }) => ofBatch) as BatchExportFormat[];

/** Frame rates that a timecode can have. */
export const timecodeRates = [
  '23.976',
  '24',
  '25',
  '29.97',
  '30',
  '47.952',
  '48',
  '50',
  '59.94',
  '60',
] as const;
export type TimecodeRate = (typeof timecodeRates)[number];

export const exportLimits = {
  names: 50,
  nameCharacters: 200,
  lineCharacters: { least: 10, most: 200, default: 42 },
  lines: { least: 1, most: 4, default: 2 },
  frameSidePixels: 16_384,
} as const;

/** Schema of a whole number written in digits. */
function wholeNumber({
  least: min,
  most: max,
  ...limits
}: {
  least: number;
  most: number;
  default: number;
}) {
  return z
    .string()
    .regex(/^\d{1,9}$/, `must be an integer from ${min} to ${max}`)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .meta({
      type: 'integer',
      minimum: min,
      maximum: max,
      default: limits.default,
      examples: [limits.default],
    });
}

/** Names the formats that use an option: `For \`srt\` and \`vtt\``. */
const forFormats = (option: FormatOption): string => `For ${namesOf(formatsUsing(option))}`;

const name = namesInQuery({
  names: exportLimits.names,
  characters: exportLimits.nameCharacters,
}).describe(
  'Only appearances of this brand or object, regardless of case, accents and punctuation; repeat it, or separate several with commas. Absent: all. At most 50 values of at most 200 characters; a name with a comma of its own counts as two.',
);

const minConfidence = z
  .string()
  .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a number from 0 to 1')
  .transform(Number)
  .pipe(z.number().min(0).max(1))
  .describe(
    'Leaves out appearances and detections with a lower confidence, 0 to 1, and computes sums of the rest. Default 0: all.',
  )
  .meta({ type: 'number', minimum: 0, maximum: 1, default: 0, examples: [0.8] });

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

const bom = flag
  .meta({ default: 'false' })
  .describe(
    'For `csv` and the other tables: whether the file begins with a byte order mark, without which Excel takes UTF-8 for another encoding. Default false.',
  )
  .meta({ examples: ['true'] });

const corrected = flag
  .meta({ default: 'true' })
  .describe(
    'Whether brands, objects and paid segments are written as people corrected them, or as found. Default true.',
  )
  .meta({ examples: ['false'] });

const frameSize = z
  .string()
  .regex(/^[1-9]\d{0,4}x[1-9]\d{0,4}$/, 'must be pixels such as 1920x1080')
  .transform((text) => {
    const [width = 0, height = 0] = text.split('x').map(Number);
    return { width, height };
  })
  .refine(
    ({ width, height }) => Math.max(width, height) <= exportLimits.frameSidePixels,
    `must have at most ${exportLimits.frameSidePixels} pixels a side`,
  )
  .meta({ type: 'string', examples: ['1920x1080'] })
  .describe(
    `${forFormats('frame_size')}: size of the frames in pixels, as \`1920x1080\`. Default: the size of the video as shown.`,
  );

/** Query of `GET /v1/jobs/:id/exports/:format`. Options that a format does not use are ignored. */
export const exportQuery = z.object({
  name: name.optional(),
  min_confidence: minConfidence.optional(),
  max_line_chars: wholeNumber(exportLimits.lineCharacters)
    .optional()
    .describe(
      `${forFormats('max_line_chars')}: longest line in characters, 10 to 200; Chinese, Japanese and Korean characters count twice. Default 42.`,
    ),
  max_lines: wholeNumber(exportLimits.lines)
    .optional()
    .describe(`${forFormats('max_lines')}: lines of a subtitle, 1 to 4. Default 2.`)
    .meta({ examples: [1] }),
  frame_rate: z
    .enum(timecodeRates)
    .optional()
    .describe(
      `${forFormats('frame_rate')}: frames a second. Default: the video's own; for \`edl\` and \`otio\` the nearest of these rates.`,
    )
    .meta({ examples: ['25'] }),
  start_timecode: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d[:;]\d\d$/, 'must be timecode such as 01:00:00:00')
    .optional()
    .describe(
      `${forFormats('start_timecode')}: timecode at which the timeline begins, \`hours:minutes:seconds:frames\`. Default \`00:00:00:00\`.`,
    )
    .meta({ examples: ['01:00:00:00'] }),
  frame_size: frameSize.optional(),
  bom: bom.optional(),
  corrected: corrected.optional(),
});
export type ExportQuery = z.infer<typeof exportQuery>;

/** Query of `GET /v1/batch/:id/exports/:format`. */
export const batchExportQuery = exportQuery.pick({
  name: true,
  min_confidence: true,
  bom: true,
  corrected: true,
});
export type BatchExportQuery = z.infer<typeof batchExportQuery>;

/** Maximum number of jobs in one ZIP file. */
export const zippedJobsAtMost = 200;

const commaSeparated = (texts: string | readonly string[]): string[] => [
  ...new Set([texts].flat().flatMap((text) => text.split(',').map((part) => part.trim()))),
];

/** Query of `GET /v1/exports.zip`. */
export const exportManyQuery = exportQuery.extend({
  job_ids: z
    .union([z.string().max(10_000), z.array(z.string().max(10_000)).max(zippedJobsAtMost)])
    .transform(commaSeparated)
    .pipe(z.array(textOf(100)).min(1).max(zippedJobsAtMost))
    .describe('The jobs, 1 to 200, separated by commas or repeated; repeats count once.')
    .meta({ type: 'string', examples: [`${exampleIds.job},${exampleIds.otherJob}`] }),
  formats: z
    .union([z.string().max(1000), z.array(z.string().max(1000)).max(exportFormats.length)])
    .transform(commaSeparated)
    .pipe(z.array(z.enum(exportFormats)).min(1).max(exportFormats.length))
    .describe('The formats of each job, separated by commas or repeated.')
    .meta({ type: 'string', examples: ['csv,jsonl'] }),
});
export type ExportManyQuery = z.infer<typeof exportManyQuery>;

/** Query of `GET /v1/jobs/:id/proof-frames.zip`. */
export const proofFramesQuery = z.object({ name: name.optional() });
export type ProofFramesQuery = z.infer<typeof proofFramesQuery>;
