/** Shares: links that show parts of a job to people without an account (docs/sharing.md). */
import { z } from 'zod';
import { actor } from './audit.ts';
import { brandSlot } from './brand-slots.ts';
import { exampleIds } from './calls/example-ids.ts';
import { exposure } from './exposure.ts';
import { cursor, pageLimit } from './paging.ts';
import { reportFormats, reportLimits } from './report.ts';
import { results } from './results-meta.ts';
import { testMark } from './testing-mode.ts';
import { timestamp } from './text.ts';

export const shareParts = [
  'video',
  'brands',
  'transcript',
  'objects',
  'queries',
  'exposure',
] as const;
export type SharePart = (typeof shareParts)[number];
const part = z.enum(shareParts).meta({
  id: 'SharePart',
  description:
    '`video`: the video, while it is held, and its shots. `brands`: brands with their proof frames, paid segments and disclosures. `transcript`: what is said and read on screen, and the summary. `objects`: things that were asked for. `queries`: questions and answers. `exposure`: what the appearances of brands amount to.',
});

/** Maximum number of active links per job. */
export const sharesPerJob = 100;
/** Minimum and maximum number of days that a link may last. */
export const shareDays = { least: 1, most: 90 } as const;

const shareId = z.string().describe('Id of the share, `share_…`.');
const expiresAt = timestamp.describe('When the link ends.');

const days = z
  .int()
  .min(shareDays.least)
  .max(shareDays.most)
  .describe('Days until the link ends, 1 to 90.');

const namesSender = z
  .boolean()
  .nullish()
  .describe(
    'Whether the page says the name of the workspace and shows the logo. Default true; links of earlier releases name nobody.',
  )
  .meta({ default: true, examples: [true] });

export const createShare = z
  .strictObject({
    parts: z
      .array(part)
      .min(1)
      .max(shareParts.length)
      .refine((parts) => new Set(parts).size === parts.length, 'must not name a part twice')
      .describe('What the link shows; nothing else can be reached through it.'),
    expires_in_days: days,
    names_sender: namesSender,
    logo: z
      .string()
      .max(reportLimits.logoCharacters)
      .nullish()
      .describe(
        'Your logo or that of the client, shown on the page and on the cover of its PDF file: PNG, JPEG or WebP as a data URL or plain base64, at most 300 KB, each side at least 16 pixels.',
      )
      .meta({ examples: ['data:image/png;base64,iVBORw0KGgo…'] }),
  })
  .refine(({ names_sender: isNamed, logo }) => isNamed !== false || logo == null, {
    path: ['logo'],
    message: 'not with names_sender false',
  })
  .meta({ id: 'CreateShare', description: 'A new link.' });
export type CreateShare = z.infer<typeof createShare>;

/** The body has no choice of parts, because a report is always shared whole. */
export const createReportShare = z
  .strictObject({ expires_in_days: days, names_sender: namesSender })
  .meta({ id: 'CreateReportShare', description: 'A new link to a report.' });
export type CreateReportShare = z.infer<typeof createReportShare>;

export const shareCreated = z
  .looseObject({
    share_id: shareId,
    url: z
      .string()
      .describe('The link. It is shown only this once; whoever has it sees the chosen parts.'),
    expires_at: expiresAt,
  })
  .meta({ id: 'ShareCreated', description: 'A new share with its link.' });
export type ShareCreated = z.infer<typeof shareCreated>;

export const share = z
  .looseObject({
    share_id: shareId,
    job_id: z.string().nullable().describe('The job it shows; null if it shows a report.'),
    report_id: z
      .string()
      .nullable()
      .describe('The report it shows; null if it shows a job.')
      .meta({ examples: [exampleIds.report] }),
    title: z.string().nullable().describe('Title of the video or report; null if unknown.'),
    parts: z.array(part).describe('What it shows of a job; empty for a report.'),
    created_by: actor.nullable().describe('Who created it; null if unknown.'),
    created_at: timestamp.describe('When it was created.'),
    expires_at: expiresAt,
    opened: z.int().min(0).describe('Number of times it was opened.'),
    last_opened_at: timestamp
      .nullable()
      .describe('When it was last opened; null if it has not been.'),
  })
  .meta({ id: 'Share', description: 'A link that has not ended.' });
export type Share = z.infer<typeof share>;

export const listSharesQuery = z.object({
  limit: pageLimit.optional().describe('Shares on a page, 1 to 100. Default 50.'),
  cursor: cursor.optional().describe('`next_cursor` of the previous page, unchanged.'),
});
export type ListSharesQuery = z.infer<typeof listSharesQuery>;

const sender = z
  .looseObject({
    name: z.string().describe('Name of the workspace.'),
    has_logo: z.boolean().describe('Whether there is a logo, to be read below the link.'),
  })
  .nullable()
  .describe('Who sent the link; null if it names nobody.')
  .meta({ id: 'ShareSender', examples: [{ name: 'Example Agency', has_logo: true }] });

/** The parts of a report that a link shows. */
const sharedReport = z
  .looseObject({
    kind: z.literal('report').describe('A report.'),
    title: z.string().describe('Title of the report.'),
    created_at: timestamp.describe('When the report was made.'),
    expires_at: expiresAt,
    sender,
    files: z
      .array(
        z.looseObject({
          format: z.enum(reportFormats).describe('Format of the file.'),
          size_bytes: z.int().min(0).describe('Its size in bytes.'),
        }),
      )
      .describe('Its files, to be read below the link.'),
  })
  .describe('What a link shows of a report.');
export type SharedReport = z.infer<typeof sharedReport>;

/** The parts of a job that a link shows. The results contain only the parts that were chosen for the link. */
const sharedJob = z
  .looseObject({
    kind: z.literal('job').describe('A job.'),
    job_id: z.string().describe('Id of the job.'),
    test: testMark(
      'Always true: a job of a test workspace, with fixed results. Absent from others.',
    ),
    title: z.string().nullable().describe('Title of the video; null if unknown.'),
    duration_seconds: z
      .number()
      .nullable()
      .describe('Length of the video in seconds; null if unknown.'),
    completed_at: timestamp.nullable().describe('When the job ended.'),
    parts: z.array(part).describe('What the link shows.'),
    expires_at: expiresAt,
    sender,
    pdf_available: z
      .boolean()
      .describe(
        'Whether a PDF file can be read below the link: if `brands` and `exposure` are shown and the plan has downloadable reports.',
      ),
    media_available: z.boolean().describe('Whether the video can be played.'),
    has_picture: z.boolean().describe('Whether the video has a picture, not sound alone.'),
    results: results.describe('The chosen parts of the results.'),
    brand_colours: z
      .array(
        z.looseObject({
          name: z.string().describe('Name of the brand.'),
          slot: brandSlot,
        }),
      )
      .describe('Which colour each of its brands has in the workspace.'),
    exposure: exposure
      .optional()
      .describe('The exposure of its brands; absent if it was not chosen, or there are none.'),
  })
  .describe('What a link shows.');
export type SharedJob = z.infer<typeof sharedJob>;

export const shared = z.discriminatedUnion('kind', [sharedJob, sharedReport]);
export type Shared = z.infer<typeof shared>;
