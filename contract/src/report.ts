/** Reports: the exposure of brands in chosen videos, as files to pass on (docs/reports.md). */
import { z } from 'zod';
import { audienceViews } from './audience.ts';
import { exampleIds } from './calls/example-ids.ts';
import { moneyLimits } from './exposure-terms.ts';
import { cursor, pageLimit } from './paging.ts';
import { textOf, timestamp } from './text.ts';

export const reportFormats = ['html', 'pdf', 'csv', 'json', 'xlsx', 'pptx'] as const;
export type ReportFormat = (typeof reportFormats)[number];
export const reportFormat = z.enum(reportFormats).meta({
  id: 'ReportFormat',
  description:
    '`html`: one file that needs nothing else and prints as it looks. `pdf`: the same pages. `csv`: one row per appearance. `json`: the exposure, the videos and their links. `xlsx`: a workbook with brands, videos, appearances and what is missing. `pptx`: slides of the summary, with charts and tables that can be edited.',
});
/** The files of a report for which no formats are named. */
export const usualReportFormats = [
  'html',
  'pdf',
  'csv',
  'json',
] as const satisfies readonly ReportFormat[];

export const reportDetails = ['summary', 'full'] as const;
export const reportDetail = z.enum(reportDetails).meta({
  id: 'ReportDetail',
  description:
    '`summary`: four to six pages in most cases: cover, brands, a proof frame of each brand, timelines and method. `full`: also a page for each of the 24 brands seen longest, the share of screen time as a page, and all tables and timelines.',
});
export type ReportDetail = z.infer<typeof reportDetail>;

export const reportLimits = {
  jobs: 2000,
  brands: 50,
  brandCharacters: 200,
  titleCharacters: 200,
  /** Maximum number of characters of a logo in base64, enough for a picture of 300 KB. */
  logoCharacters: 410_000,
  bodyBytes: 524_288,
  /** Maximum number of reports per workspace that are queued or being made. */
  pending: 20,
} as const;

export const reportStatuses = ['pending', 'ready', 'failed'] as const;
export const reportStatus = z.enum(reportStatuses).meta({
  id: 'ReportStatus',
  description:
    '`pending`: it waits or is being made. `ready`: its files are there. `failed`: it could not be made; `error` says why.',
});
export type ReportStatus = z.infer<typeof reportStatus>;

/** Body of `POST /v1/reports`. */
export const createReport = z
  .strictObject({
    title: textOf(reportLimits.titleCharacters)
      .nullish()
      .describe(
        'What stands on the cover, at most 200 characters. Default: the title of the video, the name of the Follow, or `Batch` or `Campaign` with the number of videos.',
      )
      .meta({ examples: ['Spring campaign'] }),
    job_ids: z
      .array(z.string().max(100))
      .min(1)
      .max(reportLimits.jobs)
      .nullish()
      .describe(
        'Ids of completed jobs with `brands`, 1 to 2000; one named twice counts once. Give this, `batch_id` or `follow_id`.',
      )
      .meta({ examples: [[exampleIds.job]] }),
    batch_id: z
      .string()
      .max(100)
      .nullish()
      .describe('Instead of `job_ids`: the completed jobs of this batch.')
      .meta({ examples: [exampleIds.batch] }),
    follow_id: z
      .string()
      .max(100)
      .nullish()
      .describe('Instead of `job_ids`: the newest 2000 completed jobs of this Follow.')
      .meta({ examples: [exampleIds.follow] }),
    formats: z
      .array(reportFormat)
      .min(1)
      .max(reportFormats.length)
      .nullish()
      .meta({ default: [...usualReportFormats] })
      .describe('Files to make. Default: `html`, `pdf`, `csv` and `json`.'),
    detail: reportDetail
      .nullish()
      .meta({ default: 'summary', examples: ['full'] })
      .describe('How much the pages of `html` and `pdf` show. Default: `summary`.'),
    brands: z
      .array(textOf(reportLimits.brandCharacters))
      .min(1)
      .max(reportLimits.brands)
      .nullish()
      .describe(
        'Only these brands, regardless of case, accents and punctuation, at most 50; shares still count the others. Absent: all.',
      )
      .meta({ examples: [['Nike']] }),
    min_confidence: z
      .number()
      .min(0)
      .max(1)
      .nullish()
      .describe('Leaves out appearances below this confidence, 0 to 1. Default 0: none.')
      .meta({ examples: [0.5] }),
    cpm_usd: z
      .number()
      .min(moneyLimits.cpm_usd.least)
      .max(moneyLimits.cpm_usd.most)
      .nullish()
      .describe(
        `Price of a thousand views of a 30-second spot, in US dollars, 0 to ${moneyLimits.cpm_usd.most}; with \`audience\` the report has media values. Absent: the prices of the workspace.`,
      )
      .meta({ examples: [25] }),
    audience: z
      .union([
        z.int().min(moneyLimits.audience.least).max(moneyLimits.audience.most),
        z.literal(audienceViews),
      ])
      .nullish()
      .describe(
        `Number of viewers of each of the videos, 0 to ${moneyLimits.audience.most}, or \`views\`: of each video the audience that was set for it, else the views that its platform gave last when the report is made.`,
      )
      .meta({ examples: [120_000] }),
    logo: z
      .string()
      .max(reportLimits.logoCharacters)
      .nullish()
      .describe(
        'Picture for the cover: PNG, JPEG or WebP as a data URL or plain base64, at most 300 KB, each side at least 16 pixels.',
      )
      .meta({ examples: ['data:image/png;base64,iVBORw0KGgo…'] }),
  })
  .refine(
    ({ job_ids, batch_id, follow_id }) =>
      [job_ids, batch_id, follow_id].filter((source) => source !== null && source !== undefined)
        .length === 1,
    { path: ['job_ids'], message: 'give exactly one of job_ids, batch_id and follow_id' },
  )
  .meta({ id: 'CreateReport', description: 'Which videos a report is about, and what it holds.' });
export type CreateReport = z.infer<typeof createReport>;

const reportFile = z
  .looseObject({
    format: reportFormat.describe('Its format.'),
    url: z.string().describe('Its path, `/v1/reports/…/files/…`; it needs a key or a session.'),
    size_bytes: z.int().describe('Its size, in bytes.'),
  })
  .meta({ id: 'ReportFile', description: 'A file of a report.' });

export const report = z
  .looseObject({
    report_id: z.string().describe('Id of the report, `rep_…`.'),
    title: z.string().describe('What stands on its cover.'),
    status: reportStatus.describe('Whether it is there.'),
    formats: z.array(reportFormat).describe('Files that were asked for.'),
    videos: z.int().describe('Number of videos it was asked for.'),
    videos_chosen: z
      .int()
      .describe(
        'Number of videos of the batch or Follow, with those that are left out, such as failed ones; otherwise the same as `videos`.',
      ),
    videos_done: z.int().describe('Number of those that are read, for progress.'),
    files: z.array(reportFile).describe('Its files; empty until it is `ready`.'),
    created_at: timestamp.describe('When it was asked for.'),
    ready_at: timestamp.nullable().describe('When its files were made; null before.'),
    expires_at: timestamp.describe(
      'When it is removed with its files, at the latest: above the quota of the workspace the oldest go first.',
    ),
    error: z
      .looseObject({
        code: z.string().describe('Code of the failure.'),
        message: z.string().describe('What went wrong.'),
      })
      .meta({ id: 'ReportError', description: 'Why a report could not be made.' })
      .optional()
      .describe('Why it failed; absent otherwise.')
      .meta({ examples: [{ code: 'JOB_NOT_FOUND', message: 'All its jobs were deleted.' }] }),
  })
  .meta({ id: 'Report', description: 'A report and its files.' });
export type Report = z.infer<typeof report>;

export const reportCreated = z
  .looseObject({
    report_id: z.string().describe('Id of the report, `rep_…`.'),
    status: reportStatus.describe('`pending`: it is made in the background.'),
  })
  .meta({ id: 'ReportCreated', description: 'A report that is being made.' });

export type ReportCreated = z.infer<typeof reportCreated>;

export const listReportsQuery = z.object({
  limit: pageLimit.optional().describe('Reports on a page, 1 to 100. Default 20.'),
  cursor: cursor.optional().describe('`next_cursor` of the previous page, unchanged.'),
});
export type ListReportsQuery = z.infer<typeof listReportsQuery>;
