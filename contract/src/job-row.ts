/** A job in the console's lists: the public job without its results, with further fields for the console's pages. */
import { z } from 'zod';
import { exampleIds, exampleNames } from './calls/example-ids.ts';
import { creditItem, job } from './job.ts';
import { listedFields } from './job-highlights.ts';
import { listJobsQuery } from './job-list.ts';
import { boundingBox } from './results.ts';
import { shotTransition } from './results-moments.ts';
import { textOf, timestamp } from './text.ts';

export const jobRow = job.omit({ results: true }).extend({
  filename: z
    .string()
    .nullable()
    .describe('Name of the uploaded file; null for a link.')
    .meta({ examples: ['holiday.mp4'] }),
  upload_key: z
    .string()
    .nullable()
    .describe('Key of the upload, so that the file can be asked again; null for a link.')
    .meta({ examples: [exampleNames.upload] }),
  updated_at: timestamp.describe('When anything of the job last changed.'),
  media_available: z.boolean().describe('Whether the video is still held and can be played.'),
  charge_breakdown: z
    .array(creditItem)
    .describe('The parts of the charge; empty before it, or if prices have changed since.')
    .meta({ examples: [[{ item: 'processing', credits: 4.87 }]] }),
  highlights: listedFields.highlights,
  webhook_url: z
    .string()
    .nullable()
    .describe('Address notified of its events; null if none.')
    .meta({ examples: ['https://hooks.example.com/reelsight'] }),
});
export type JobRowView = z.infer<typeof jobRow>;

export const jobShots = z.looseObject({
  shots: z
    .array(
      z.looseObject({
        start: z.number().describe('When the shot begins, in seconds.'),
        end: z.number().describe('When the shot ends, in seconds.'),
        transition: shotTransition.optional(),
        part: boundingBox.optional().describe('With `part_cut`: the tile that changes.'),
      }),
    )
    .describe(
      'What lies between two borders of scenes, in order; empty if no frames were analysed or the media is no longer kept.',
    ),
});

const seconds = (subject: string) => z.number().describe(`${subject}, in seconds of the video.`);

const foundName = z.looseObject({
  name: z.string().describe('Its name.'),
  start: seconds('When it comes into view'),
  end: seconds('When it leaves the view'),
});

export const partKind = z.enum(['hear', 'speakers', 'read', 'detect', 'join']);
export const jobPart = z.looseObject({
  kind: partKind.describe(
    '`hear`: words; `speakers`: who speaks when; `read`: text and brands on screen; `detect`: things; `join`: results of the whole.',
  ),
  start: seconds('Where its span begins'),
  end: seconds('Where its span ends'),
  state: z
    .enum(['waiting', 'running', 'done', 'failed', 'unserved'])
    .describe('`failed`: given up. `unserved`: it waits, and no living worker takes such parts.'),
});
export type JobPart = z.infer<typeof jobPart>;

export const jobSoFar = z
  .looseObject({
    duration_seconds: z
      .number()
      .nullable()
      .describe('Length of the video in seconds; null while unknown.'),
    parts: z.array(jobPart).describe('Parts of the job by time; empty until ingestion ended.'),
    segments: z
      .array(
        z.looseObject({
          start: seconds('When it begins'),
          end: seconds('When it ends'),
          text: z.string().describe('What is said.'),
        }),
      )
      .describe('What was heard, by time.'),
    brands: z.array(foundName).describe('Brands seen, by time; not yet joined over parts.'),
    things: z.array(foundName).describe('Things seen, by time; not yet joined over parts.'),
  })
  .describe(
    'What the parts of a running job found so far. Results may differ: they judge the whole.',
  );
export type JobSoFar = z.infer<typeof jobSoFar>;

/** The filters of the public list of jobs, and a search for words in title, filename, link or external id. */
export const listJobRowsQuery = listJobsQuery.extend({
  search: textOf(200)
    .optional()
    .describe('Only jobs with all these words in title, filename, link or external id.')
    .meta({ examples: ['running shoes'] }),
  batch_id: textOf(100)
    .optional()
    .describe('Only jobs of this batch.')
    .meta({ examples: [exampleIds.batch] }),
});
export type ListJobRowsQuery = z.infer<typeof listJobRowsQuery>;

export const eventsQuery = z.object({
  since: z
    .string()
    .optional()
    .describe(
      'Only changes after this moment, ISO 8601; the header `Last-Event-ID` does the same. Default: from now on.',
    )
    .meta({ examples: ['2026-11-12T09:30:00.000Z'] }),
});
