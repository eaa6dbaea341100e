/** Tools for reports that people read: make one of chosen videos, and show its state. */
import type { Report } from '@reelsight/sdk';
import { z } from 'zod';
import { cut } from '../bounds.ts';
import { defined } from '../fields.ts';
import { reads, tool } from '../tool.ts';

const formats = ['html', 'pdf', 'csv', 'json', 'xlsx', 'pptx'] as const;

const reportOutput = z.looseObject({
  report_id: z.string().describe('Id of the report, `rep_…`.'),
  status: z.string().describe('`pending`, `ready` or `failed`.'),
  title: z.string().describe('What stands on its cover.'),
  videos: z.number().describe('Number of videos.'),
  videos_done: z.number().describe('Number of those that are read.'),
  files: z
    .array(z.looseObject({ format: z.string(), url: z.string(), size_bytes: z.number() }))
    .describe('Paths on the service, which take the key of the account; empty until it is ready.'),
  expires_at: z.string().describe('When it is removed.'),
  error: z.string().nullable().describe('Why it failed; null if it did not.'),
});

const viewOf = ({ report_id, status, title, videos, videos_done, ...report }: Report) => ({
  report_id,
  status,
  title: cut(title, 200),
  videos,
  videos_done,
  files: report.files.map(({ format, url, size_bytes }) => ({ format, url, size_bytes })),
  expires_at: report.expires_at,
  error: report.error ? `${report.error.code}: ${cut(report.error.message, 500)}` : null,
});

const idInput = z.string().min(1).max(100).optional();

export const makeReport = tool({
  name: 'make_report',
  title: 'Make a report',
  description:
    'Makes a report on the brands of completed jobs, with proof frames. Exactly one of job_ids, batch_id, follow_id. Then report_status until ready.',
  input: z.strictObject({
    job_ids: z
      .array(z.string().min(1).max(100))
      .min(1)
      .max(500)
      .optional()
      .describe('Jobs, at most 500.'),
    batch_id: idInput.describe('All completed jobs of a batch.'),
    follow_id: idInput.describe('The newest completed jobs of a Follow.'),
    title: z.string().min(1).max(200).optional().describe('What stands on the cover.'),
    formats: z
      .array(z.enum(formats))
      .min(1)
      .max(formats.length)
      .optional()
      .describe('Default: not xlsx, pptx.'),
    brands: z.array(z.string().max(200)).max(50).optional().describe('Only these brands.'),
  }),
  output: reportOutput,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  async run({ client, signal }, request) {
    const { report_id } = await client.reports.create(defined(request), { signal });
    return { data: viewOf(await client.reports.get(report_id, { signal })) };
  },
});

export const reportStatus = tool({
  name: 'report_status',
  title: 'State of a report',
  description: 'Whether it is ready, how far, or why it failed.',
  input: z.strictObject({
    report_id: z
      .string()
      .regex(/^rep_[0-9a-z]{1,60}$/, 'must be the id of a report, rep_…')
      .describe('`rep_…`.'),
  }),
  output: reportOutput,
  annotations: reads,
  async run({ client, signal }, { report_id }) {
    return { data: viewOf(await client.reports.get(report_id, { signal })) };
  },
});
