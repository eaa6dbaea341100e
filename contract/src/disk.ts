/** The space that files and the database use, and the kinds of data that may be removed before they expire. */
import { z } from 'zod';
import { timestamp } from './text.ts';

/** Kinds of stored files, which are told apart by the files' names. */
export const storedKinds = [
  'uploads',
  'media',
  'parts',
  'frames',
  'clips',
  'logos',
  'reports',
  'other',
] as const;
export type StoredKind = (typeof storedKinds)[number];

/** Kinds of data that can be removed before they expire. */
export const freeableKinds = ['uploads', 'media', 'jobs', 'leftovers'] as const;
export type FreeableKind = (typeof freeableKinds)[number];

const files = z.int().describe('Number of files.');
const size = z.int().describe('Their size, in bytes.');

const measured = z.looseObject({
  measured_at: timestamp.describe('When it was measured.'),
  seconds: z.number().describe('How long that took, in seconds.'),
  kinds: z
    .array(
      z.looseObject({
        kind: z
          .enum(storedKinds)
          .describe(
            '`uploads`: uploaded videos. `media`: sound and frames taken from videos, kept for reuse. `parts`: what the parts of an analysis found, kept as long. `frames`: proof frames, storyboards and thumbnails of jobs. `clips`: clips made of videos. `logos`: pictures of the brand libraries. `reports`: files of reports.',
          ),
        files,
        bytes: size,
        kept: z
          .string()
          .describe('How long they are kept.')
          .meta({ examples: ['7 days after the job (REELSIGHT_MEDIA_DAYS)'] }),
      }),
    )
    .describe('Stored files of all workspaces by kind.'),
  leftovers: z
    .looseObject({ files, bytes: size })
    .describe(
      'Of these, files older than a day of jobs, uploads or brands that the database does not know, and what was stored for jobs after they had ended. They stay until the operator removes them, as another installation may use the same storage.',
    ),
  data_folder: z
    .array(
      z.looseObject({
        name: z.string().describe('Name of the file or folder in the data folder.'),
        bytes: z.int().describe('What it takes, in bytes.'),
      }),
    )
    .describe('What the data folder of this process holds, largest first.'),
  database_bytes: z.int().describe('Size of the database, in bytes.'),
});

export const diskUse = z.looseObject({
  measuring: z.boolean().describe('Whether a measurement is under way.'),
  use: measured
    .nullable()
    .describe('The latest measurement by this process; null if there is none yet.'),
  error: z
    .string()
    .nullable()
    .describe('Why the latest measurement failed; null if it did not.')
    .meta({ examples: ['The storage did not answer.'] }),
});
export type DiskUse = z.infer<typeof diskUse>;
export type MeasuredUse = NonNullable<DiskUse['use']>;

export const getDiskQuery = z.object({
  measure: z
    .enum(['true', 'false'])
    .optional()
    .describe(
      '`true`: start a new measurement, unless the latest is less than ten seconds old. By default one starts if there is none from the last ten minutes.',
    )
    .meta({ examples: ['true'] }),
});
export type GetDiskQuery = z.infer<typeof getDiskQuery>;

export const freeDisk = z.strictObject({
  kind: z
    .enum(freeableKinds)
    .describe(
      '`uploads`: uploads that no open job uses. `media`: media of ended jobs; later jobs on these videos must fetch and decode them again, and `from_job` no longer works. `jobs`: ended jobs with their results, frames and media. `leftovers`: files that belong to nothing in the database; never remove them if another installation uses the same storage.',
    ),
  older_than_hours: z
    .int()
    .min(1)
    .max(1_000_000)
    .describe(
      'Only what has not been used for so many hours; jobs by their end. For `leftovers` it counts as 24 if it is less.',
    ),
  dry_run: z.boolean().optional().describe('`true`: only count. Default `false`.'),
});
export type FreeDisk = z.infer<typeof freeDisk>;

export const diskFreed = z.looseObject({
  kind: z.enum(freeableKinds).describe('What is removed.'),
  count: z
    .int()
    .nullable()
    .describe('Number of uploads or jobs it concerns; null for `leftovers`.'),
  started: z
    .boolean()
    .describe('Whether the removal was started; it runs in the background. False for a dry run.'),
});
export type DiskFreed = z.infer<typeof diskFreed>;
