/** The calls for the reports of a workspace. */
import { z } from 'zod';
import { createReport, listReportsQuery, report, reportCreated, reportLimits } from '../report.ts';
import { exampleIds } from './example-ids.ts';
import { type CallRow, noContent, oneAnswer, type Param, page } from './row.ts';

const id = {
  description: 'Id of the report.',
  example: exampleIds.report,
} as const satisfies Param;

const ready = {
  report_id: exampleIds.report,
  title: 'Spring campaign',
  status: 'ready',
  formats: ['pdf', 'csv'],
  videos: 12,
  videos_chosen: 12,
  videos_done: 12,
  files: [
    { format: 'pdf', url: `/v1/reports/${exampleIds.report}/files/pdf`, size_bytes: 482_113 },
    { format: 'csv', url: `/v1/reports/${exampleIds.report}/files/csv`, size_bytes: 20_480 },
  ],
  created_at: '2026-11-12T09:12:04.000Z',
  ready_at: '2026-11-12T09:12:09.000Z',
  expires_at: '2026-12-12T09:12:04.000Z',
} as const;

export const reportCalls = {
  createReport: {
    method: 'POST',
    costly: true,
    tag: 'Reports',
    summary: 'Make a report of the exposure of brands in chosen videos.',
    description:
      'Made in the background: read it until it is `ready`. The report holds what the jobs hold now; later corrections and deletions do not change it. Needs a plan with `downloadable_reports`. docs/reports.md shows what is in it.',
    audit: 'report.created',
    key: { scope: 'jobs:write', path: '/v1/reports' },
    body: createReport,
    bodyBytes: reportLimits.bodyBytes,
    example: { title: 'Spring campaign', job_ids: [exampleIds.job], formats: ['pdf', 'csv'] },
    answers: oneAnswer(
      reportCreated,
      { report_id: exampleIds.report, status: 'pending' },
      'It is being made.',
      202,
    ),
    errors: [
      'MODE_NOT_ALLOWED',
      'JOB_NOT_FOUND',
      'BATCH_NOT_FOUND',
      'NOT_FOUND',
      'JOB_NOT_COMPLETED',
      'EXPORT_UNAVAILABLE',
      'VALIDATION_FAILED',
      'LOW_DISK',
    ],
  },
  listReports: {
    method: 'GET',
    tag: 'Reports',
    summary: 'List the reports of a workspace, newest first.',
    description: 'Those that are kept still, whatever their state.',
    key: { scope: 'jobs:read', path: '/v1/reports' },
    query: listReportsQuery,
    answers: page(
      z.array(report),
      [{ ...ready, formats: ['pdf', 'csv'], files: [...ready.files] }],
      'Newest first.',
    ),
    errors: ['VALIDATION_FAILED'],
  },
  getReport: {
    method: 'GET',
    tag: 'Reports',
    summary: 'Read a report.',
    description: 'Its state, and its files once it is ready.',
    key: { scope: 'jobs:read', path: '/v1/reports/:id' },
    params: { id },
    answers: oneAnswer(report, { ...ready, formats: ['pdf', 'csv'], files: [...ready.files] }),
    errors: ['NOT_FOUND'],
  },
  deleteReport: {
    method: 'DELETE',
    tag: 'Reports',
    summary: 'Delete a report.',
    description: 'With its files; one that is being made is given up.',
    audit: 'report.deleted',
    key: { scope: 'jobs:write', path: '/v1/reports/:id' },
    params: { id },
    answers: noContent('It is deleted.'),
    errors: ['NOT_FOUND'],
  },
  getReportFile: {
    method: 'GET',
    tag: 'Reports',
    summary: 'Read a file of a report.',
    description: 'The media type is that of the format.',
    key: { scope: 'jobs:read', path: '/v1/reports/:id/files/:format' },
    params: {
      id,
      format: { description: 'One of `html`, `pdf`, `csv`, `json`.', example: 'csv' },
    },
    answers: [
      {
        status: 200,
        description: 'The file.',
        contentType: '*/*',
        text: 'job,title,brand,source\r\n',
        headers: {
          'Content-Disposition': {
            description: '`attachment` with a file name made from the title of the report.',
            example: `attachment; filename="Spring campaign.pdf"; filename*=UTF-8''Spring%20campaign.pdf`,
          },
        },
      },
    ],
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, CallRow>;
