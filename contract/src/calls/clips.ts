/** The calls for clips of a job's video. */
import { z } from 'zod';
import { clip, createClip, listClipsQuery } from '../clip.ts';
import { exampleIds } from './example-ids.ts';
import { type CallRow, noContent, oneAnswer, type Param, page, ranged } from './row.ts';

const job = { description: 'Id of the job.', example: exampleIds.job } as const satisfies Param;
const id = { description: 'Id of the clip.', example: exampleIds.clip } as const satisfies Param;

const pending = {
  clip_id: exampleIds.clip,
  job_id: exampleIds.job,
  status: 'pending' as const,
  percent: 0,
  format: 'mp4' as const,
  ranges: [
    { start: 11.5, end: 16.25 },
    { start: 41, end: 44.4 },
  ],
  brand: 'Nike',
  object: null,
  boxes: true,
  url: null,
  duration_seconds: null,
  size_bytes: null,
  width: null,
  height: null,
  error: null,
  created_at: '2026-11-05T11:42:00.000Z',
  expires_at: null,
};
const ready = {
  ...pending,
  status: 'ready' as const,
  percent: 100,
  url: `/v1/clips/${exampleIds.clip}/file`,
  duration_seconds: 8.15,
  size_bytes: 2_310_544,
  width: 1920,
  height: 1080,
  expires_at: '2026-11-12T11:42:09.000Z',
};

export const clipCalls = {
  createClip: {
    method: 'POST',
    tag: 'Clips',
    summary: 'Make a clip of a completed job.',
    description:
      'Answers at once; the clip is made in the background. Read it by its id until it is `ready` or `failed`. The same clip asked for again is not made again. A moment that is not in the results, or more than the format may hold, is VALIDATION_FAILED; a video that is no longer held is MEDIA_GONE; a job of a test workspace is TEST_JOB.',
    unaudited: 'Changes no result; a clip names its job.',
    key: { scope: 'jobs:write', path: '/v1/jobs/:id/clips' },
    params: { id: job },
    body: createClip,
    repeatable: true,
    example: { brand: 'Nike', padding_seconds: 0.5, boxes: true, format: 'mp4' },
    more: {
      ranges: { ranges: [{ start: 10, end: 15 }], format: 'gif' },
    },
    answers: oneAnswer(clip, pending, 'It will be made, or is there already.', 202),
    errors: [
      'JOB_NOT_FOUND',
      'JOB_NOT_COMPLETED',
      'VALIDATION_FAILED',
      'MEDIA_GONE',
      'TEST_JOB',
      'LOW_DISK',
    ],
  },
  listJobClips: {
    method: 'GET',
    tag: 'Clips',
    summary: 'List the clips of a job.',
    description: 'Newest first.',
    key: { scope: 'jobs:read', path: '/v1/jobs/:id/clips' },
    params: { id: job },
    query: listClipsQuery,
    answers: page(z.array(clip), [ready], 'A page of clips.'),
    errors: ['JOB_NOT_FOUND', 'VALIDATION_FAILED'],
  },
  getClip: {
    method: 'GET',
    tag: 'Clips',
    summary: 'Read a clip.',
    description: 'How far it is, and where its file is.',
    key: { scope: 'jobs:read', path: '/v1/clips/:id' },
    params: { id },
    answers: oneAnswer(clip, ready),
    errors: ['NOT_FOUND'],
  },
  getClipFile: {
    method: 'GET',
    tag: 'Clips',
    summary: 'Fetch the file of a clip.',
    description: 'Whole, or a range of it (RFC 9110, 14). The media type is that of its format.',
    key: { scope: 'jobs:read', path: '/v1/clips/:id/file' },
    params: { id },
    answers: ranged('video/mp4'),
    errors: ['NOT_FOUND', 'CLIP_NOT_READY'],
  },
  deleteClip: {
    method: 'DELETE',
    tag: 'Clips',
    summary: 'Delete a clip.',
    description: 'Its file too. One that is being made is stopped.',
    audit: 'clip.deleted',
    key: { scope: 'jobs:write', path: '/v1/clips/:id' },
    params: { id },
    answers: noContent('Deleted.'),
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, CallRow>;
