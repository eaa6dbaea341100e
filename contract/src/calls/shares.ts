/** The calls that create, list and end share links, and the calls that a link gives access to. */
import { frameQuery } from '../frame.ts';
import { reportLimits } from '../report.ts';
import {
  createReportShare,
  createShare,
  listSharesQuery,
  share,
  shareCreated,
  shared,
} from '../share.ts';
import { exampleIds } from './example-ids.ts';
import { type CallRow, created, noContent, oneAnswer, type Param, page, ranged } from './row.ts';

const job = { description: 'Id of the job.', example: exampleIds.job } as const satisfies Param;
const report = {
  description: 'Id of the report.',
  example: exampleIds.report,
} as const satisfies Param;
const id = { description: 'Id of the share.', example: exampleIds.share } as const satisfies Param;
const token = {
  description: 'The secret part of the link.',
  example: '4fQ2mZ8xT1vB6nK9cR3wY7pL5sD0hJ2a',
} as const satisfies Param;

const storedShare = {
  share_id: exampleIds.share,
  job_id: exampleIds.job,
  report_id: null,
  title: 'A walk in town',
  parts: ['brands', 'exposure'] as ('brands' | 'exposure')[],
  created_by: { type: 'key' as const, id: exampleIds.key, name: 'Reporting' },
  created_at: '2026-11-12T09:30:20.000Z',
  expires_at: '2026-11-26T09:30:20.000Z',
  opened: 3,
  last_opened_at: '2026-11-13T08:02:11.000Z',
};
const base = '/shared/v1/:token';

const twoWeeks = { expires_in_days: 14 };
const madeLink = created(shareCreated, {
  share_id: exampleIds.share,
  url: `https://video.example.com/shared/${token.example}`,
  expires_at: storedShare.expires_at,
});

/** A call that lists the links of a job, a report or the workspace. */
const listOf = (of: string) =>
  ({
    method: 'GET',
    tag: 'Shares',
    summary: `List ${of}.`,
    description: 'Those that have not ended, newest first. The link itself is not shown again.',
    query: listSharesQuery,
    answers: page(share.array(), [storedShare], 'A page of links.'),
  }) as const;

export const shareCalls = {
  createJobShare: {
    method: 'POST',
    tag: 'Shares',
    summary: 'Create a link that shows parts of a job.',
    description:
      'Anybody who has the link sees the chosen parts, without an account, until it ends or is deleted. At most 100 links of a job at a time. A key also needs the scope `jobs:read`, because a link shows results.',
    audit: 'share.created',
    key: { scope: 'jobs:write', alsoReads: true, path: '/v1/jobs/:id/shares' },
    params: { id: job },
    body: createShare,
    bodyBytes: reportLimits.bodyBytes,
    example: { parts: ['brands', 'exposure'], ...twoWeeks },
    answers: madeLink,
    errors: ['JOB_NOT_FOUND', 'JOB_NOT_COMPLETED', 'VALIDATION_FAILED'],
  },
  listJobShares: {
    ...listOf('the links of a job'),
    key: { scope: 'jobs:read', path: '/v1/jobs/:id/shares' },
    params: { id: job },
    errors: ['JOB_NOT_FOUND', 'VALIDATION_FAILED'],
  },
  createReportShare: {
    method: 'POST',
    tag: 'Shares',
    summary: 'Create a link to a report.',
    description:
      'Anybody who has the link can read the files of the report, without an account, until it ends or is deleted, or the report is no longer kept. At most 100 links of a report at a time. A key also needs the scope `jobs:read`.',
    audit: 'share.created',
    key: { scope: 'jobs:write', alsoReads: true, path: '/v1/reports/:id/shares' },
    params: { id: report },
    body: createReportShare,
    example: twoWeeks,
    answers: madeLink,
    errors: ['NOT_FOUND', 'JOB_NOT_COMPLETED', 'VALIDATION_FAILED'],
  },
  listReportShares: {
    ...listOf('the links to a report'),
    key: { scope: 'jobs:read', path: '/v1/reports/:id/shares' },
    params: { id: report },
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  },
  listShares: {
    ...listOf('all links of the workspace'),
    key: { scope: 'jobs:read', path: '/v1/shares' },
    errors: ['VALIDATION_FAILED'],
  },
  deleteShare: {
    method: 'DELETE',
    tag: 'Shares',
    summary: 'End a link.',
    description: 'It shows nothing from now on.',
    audit: 'share.deleted',
    key: { scope: 'jobs:write', path: '/v1/shares/:id' },
    params: { id },
    answers: noContent('Ended.'),
    errors: ['NOT_FOUND'],
  },
  getShared: {
    method: 'GET',
    tag: 'Shares',
    summary: 'Read what a link shows.',
    description:
      'Each read counts as one opening. The answer of a job has an `ETag`; with `If-None-Match` it is 304 while nothing changed.',
    share: { path: base },
    params: { token },
    answers: oneAnswer(shared, {
      kind: 'job',
      job_id: exampleIds.job,
      title: storedShare.title,
      duration_seconds: 212.5,
      completed_at: '2026-11-12T09:12:41.000Z',
      parts: storedShare.parts,
      expires_at: storedShare.expires_at,
      sender: { name: 'Example Agency', has_logo: false },
      pdf_available: true,
      media_available: false,
      has_picture: true,
      results: { brands: [], meta: { fps_used: 1, frames_analyzed: 212, engines: {} } },
      brand_colours: [{ name: 'Nike', slot: 7 }],
    }),
    errors: ['NOT_FOUND'],
  },
  getSharedMedia: {
    method: 'GET',
    tag: 'Shares',
    summary: 'Fetch the video a link shows.',
    description: 'Whole, or a range of it (RFC 9110, 14).',
    share: { path: `${base}/media` },
    params: { token },
    answers: ranged('video/mp4'),
    errors: ['NOT_FOUND'],
  },
  getSharedFrame: {
    method: 'GET',
    tag: 'Shares',
    summary: 'Fetch a picture a link shows.',
    description: 'Only pictures that the chosen parts refer to; small ones as of other frames.',
    share: { path: `${base}/frames/*` },
    params: {
      token,
      '*': {
        description: 'Rest of the path, with unencoded slashes.',
        example: `${exampleIds.job}/sheet-1.jpg`,
      },
    },
    query: frameQuery,
    answers: [
      { status: 200, description: 'A JPEG.', contentType: 'image/jpeg' },
      { status: 304, description: 'The picture is still the one of `If-None-Match`.' },
    ],
    errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'RATE_LIMITED'],
  },
  getSharedLogo: {
    method: 'GET',
    tag: 'Shares',
    summary: 'Fetch the logo that a link shows.',
    description: 'The logo of the report, or the one that the link was created with.',
    share: { path: `${base}/logo` },
    params: { token },
    answers: [{ status: 200, description: 'A PNG.', contentType: 'image/png' }],
    errors: ['NOT_FOUND'],
  },
  getSharedFile: {
    method: 'GET',
    tag: 'Shares',
    summary: 'Read a file of what a link shows.',
    description:
      'A file of the report; the media type is that of the format. Of a job only `pdf`, if `pdf_available`: a summary of its brands and their exposure with proof frames, corrected as the page is, made when it is asked for, and nothing of the other parts.',
    share: { path: `${base}/files/:format` },
    params: {
      token,
      format: {
        description: 'One of `html`, `pdf`, `csv`, `json`, `xlsx`, `pptx`.',
        example: 'pdf',
      },
    },
    answers: [{ status: 200, description: 'The file.', contentType: '*/*', text: 'job,title' }],
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
  },
} as const satisfies Record<string, CallRow>;
