/** Clips: moments of a job's video as a separate file. */
import { z } from 'zod';
import { exampleIds } from './calls/example-ids.ts';
import { cursor, pageLimit } from './paging.ts';
import { textOf, timestamp } from './text.ts';

export const clipFormats = ['mp4', 'webp', 'gif'] as const;
export type ClipFormat = (typeof clipFormats)[number];

export const clipContentTypes: Readonly<Record<ClipFormat, string>> = {
  mp4: 'video/mp4',
  webp: 'image/webp',
  gif: 'image/gif',
};

/** Maximum length of a clip in each format, in seconds. */
export const clipSeconds: Readonly<Record<ClipFormat, number>> = { mp4: 600, webp: 15, gif: 15 };
export const clipLimits = { ranges: 100, paddingSeconds: 5, videoSeconds: 1e6 } as const;

const moment = z.number().min(0).max(clipLimits.videoSeconds);
const format = z
  .enum(clipFormats)
  .describe(
    '`mp4`: H.264 with sound, at most 10 minutes. `webp` and `gif`: a moving picture without sound, at most 15 seconds.',
  );
const boxes = z
  .boolean()
  .describe(
    'Whether boxes with their names are drawn into the picture: of the brand or object that was asked for, with `ranges` of all brands.',
  );

export const clipRange = z
  .strictObject({
    start: moment.describe('When it begins, in seconds of the video.'),
    end: moment.describe('When it ends, in seconds of the video; later than `start`.'),
  })
  .refine(({ start, end }) => end > start, { message: 'must be later than start', path: ['end'] })
  .meta({ id: 'ClipRange', description: 'A stretch of the video.' });
export type ClipRange = z.infer<typeof clipRange>;

export const createClip = z
  .strictObject({
    ranges: z
      .array(clipRange)
      .min(1)
      .max(clipLimits.ranges)
      .nullish()
      .describe(
        `What the clip shows, at most ${clipLimits.ranges}. In order of the video; those that overlap become one. Give this, \`brand\` or \`object\`.`,
      ),
    brand: textOf(200)
      .nullish()
      .describe(
        'Name of a brand of the results: the clip shows all moments in which it is seen, and from a second before to two seconds after each moment it is said.',
      )
      .meta({ examples: ['Nike'] }),
    object: textOf(200)
      .nullish()
      .describe('Name of an object of the results: all moments in which it is seen.')
      .meta({ examples: ['dog'] }),
    padding_seconds: z
      .number()
      .min(0)
      .max(clipLimits.paddingSeconds)
      .nullish()
      .describe('Seconds added before and after each stretch, 0 to 5. Default 0.')
      .meta({ examples: [0.5] }),
    boxes: boxes
      .nullish()
      .describe(
        'Draw boxes with their names: of the brand or object that was asked for, with `ranges` of all brands. Default false.',
      ),
    format,
  })
  .refine(
    ({ ranges, brand, object }) =>
      [ranges, brand, object].filter((source) => source != null).length === 1,
    { message: 'give one of ranges, brand and object', path: ['ranges'] },
  )
  .meta({ id: 'CreateClip', description: 'What a clip is to show.' });
export type CreateClip = z.infer<typeof createClip>;

export const clipStatuses = ['pending', 'processing', 'ready', 'failed'] as const;
export type ClipStatus = (typeof clipStatuses)[number];

export const clip = z
  .looseObject({
    clip_id: z.string().describe('Id of the clip, `clip_…`.'),
    job_id: z.string().describe('Id of its job.'),
    status: z
      .enum(clipStatuses)
      .describe(
        '`pending`: waits for a worker. `processing`: is being made. `ready`, `failed`: ended.',
      ),
    percent: z.number().min(0).max(100).describe('How much of it is made, 0 to 100.'),
    format,
    ranges: z.array(clipRange).describe('The stretches of the video that it holds, in order.'),
    brand: z.string().nullable().describe('The brand that was asked for; null if none was.'),
    object: z
      .string()
      .nullable()
      .describe('The object that was asked for; null if none was.')
      .meta({ examples: ['dog'] }),
    boxes,
    url: z
      .string()
      .nullable()
      .describe('Path of the file, which takes the same key; null until it is ready.')
      .meta({ examples: [`/v1/clips/${exampleIds.clip}/file`] }),
    duration_seconds: z
      .number()
      .nullable()
      .describe('Length of the clip in seconds; null until it is ready.'),
    size_bytes: z.int().nullable().describe('Size of the file in bytes; null until it is ready.'),
    width: z.int().nullable().describe('Width in pixels; null until it is ready.'),
    height: z.int().nullable().describe('Height in pixels; null until it is ready.'),
    error: z
      .looseObject({
        code: z.string().describe('What went wrong, for programs.'),
        message: z.string().describe('What went wrong, for people.'),
      })
      .nullable()
      .describe('Why it failed; null if it did not.')
      .meta({
        examples: [
          {
            code: 'MEDIA_GONE',
            message:
              'The video of this job is no longer held. Upload and analyse it again to make clips of it.',
          },
        ],
      }),
    created_at: timestamp.describe('When it was asked for.'),
    expires_at: timestamp
      .nullable()
      .describe(
        'When it is deleted; asking for the same clip again puts that off. Null until it has ended.',
      ),
  })
  .meta({ id: 'Clip', description: 'Moments of a video as a file of their own.' });
export type Clip = z.infer<typeof clip>;

export const listClipsQuery = z.strictObject({
  limit: pageLimit.optional().describe('Clips on a page, 1 to 100. Default 20.'),
  cursor: cursor.optional().describe('`next_cursor` of the previous page, unchanged.'),
});
export type ListClipsQuery = z.infer<typeof listClipsQuery>;
