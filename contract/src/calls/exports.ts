/** The calls that return results as files for other programs. */
import {
  batchExportFormats,
  batchExportQuery,
  exportFormats,
  exportManyQuery,
  exportQuery,
  proofFramesQuery,
} from '../export.ts';
import { exampleIds } from './example-ids.ts';
import type { CallRow, Param } from './row.ts';

const listed = (formats: readonly string[]): string =>
  formats.map((format) => `\`${format}\``).join(', ');

const job = { description: 'Id of the job.', example: exampleIds.job } as const satisfies Param;
const batch = {
  description: 'Id of the batch.',
  example: exampleIds.batch,
} as const satisfies Param;

const headers = {
  'Content-Disposition': {
    description: '`attachment` with a file name made from the title of the video.',
    example: `attachment; filename="Spring campaign.srt"; filename*=UTF-8''Spring%20campaign.srt`,
  },
} as const satisfies Record<string, Param>;

const etag = {
  description: 'Changes when the file changes; send it as `If-None-Match`.',
  example: '"b1946ac92492d234"',
} as const satisfies Param;

export const exportCalls = {
  exportJob: {
    method: 'GET',
    tag: 'Exports',
    summary: 'Read the results of a completed job as a file.',
    description:
      'Subtitles, spreadsheets, timelines and annotations; the media type is that of the format. A video without speech or appearances gives a valid file with nothing in it. docs/exports.md says what each format holds and what opens it.',
    key: { scope: 'jobs:read', path: '/v1/jobs/:id/exports/:format' },
    params: {
      id: job,
      format: { description: `One of ${listed(exportFormats)}.`, example: 'srt' },
    },
    query: exportQuery,
    answers: [
      {
        status: 200,
        description: 'The file.',
        contentType: '*/*',
        text: '1\n00:00:01,200 --> 00:00:03,400\nGood morning.\n',
        headers: { ...headers, ETag: etag },
      },
      { status: 304, description: 'The file is still the one of `If-None-Match`.' },
    ],
    errors: [
      'JOB_NOT_FOUND',
      'NOT_FOUND',
      'JOB_NOT_COMPLETED',
      'EXPORT_UNAVAILABLE',
      'VALIDATION_FAILED',
    ],
  },
  getProofFrames: {
    method: 'GET',
    tag: 'Exports',
    summary: 'Read the proof frames of a completed job as a ZIP file.',
    description:
      'JPEG files named by brand or object and second, such as `Nike-0012.3s.jpg`, and `proof-frames.csv`, which says what each shows and where. As people corrected the results.',
    key: { scope: 'jobs:read', path: '/v1/jobs/:id/proof-frames.zip' },
    params: { id: job },
    query: proofFramesQuery,
    answers: [
      {
        status: 200,
        description: 'The file.',
        contentType: 'application/zip',
        headers,
      },
    ],
    errors: ['JOB_NOT_FOUND', 'JOB_NOT_COMPLETED', 'EXPORT_UNAVAILABLE', 'VALIDATION_FAILED'],
  },
  exportMany: {
    method: 'GET',
    tag: 'Exports',
    summary: 'Read the results of chosen jobs as one ZIP file.',
    description:
      'One file for each job and format, written while it is read, and `manifest.csv`, which lists every job with its files, or why there is none: it is not completed, was deleted, is none of the workspace, or did not ask for what the format needs.',
    key: { scope: 'jobs:read', path: '/v1/exports.zip' },
    head: 'none',
    query: exportManyQuery,
    answers: [{ status: 200, description: 'The file.', contentType: 'application/zip', headers }],
    errors: ['VALIDATION_FAILED'],
  },
  exportBatch: {
    method: 'GET',
    tag: 'Exports',
    summary: 'Read the results of all completed jobs of a batch as one file.',
    description:
      'Jobs in the order of the batch, each line with its `job_id`. Jobs that are not completed have no lines; the batch says how many those are.',
    key: { scope: 'jobs:read', path: '/v1/batch/:id/exports/:format' },
    params: {
      id: batch,
      format: { description: `One of ${listed(batchExportFormats)}.`, example: 'jsonl' },
    },
    query: batchExportQuery,
    answers: [
      {
        status: 200,
        description: 'The file.',
        contentType: '*/*',
        text: `{"type":"segment","job_id":"${exampleIds.job}","start":1.2,"end":3.4,"text":"Good morning."}\n`,
        headers,
      },
    ],
    errors: ['BATCH_NOT_FOUND', 'NOT_FOUND', 'EXPORT_UNAVAILABLE', 'VALIDATION_FAILED'],
  },
} as const satisfies Record<string, CallRow>;
