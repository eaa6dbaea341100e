/** The calls with which people correct results. */
import { z } from 'zod';
import { correction, createCorrection, listCorrectionsQuery } from '../corrections.ts';
import { evaluation } from '../evaluation.ts';
import { exampleIds } from './example-ids.ts';
import { type CallRow, created, noContent, oneAnswer, type Param, page } from './row.ts';

const id = { description: 'Id of the job.', example: exampleIds.job } as const satisfies Param;

const example = { kind: 'rename', target: 'brand', name: 'Nike', new_name: 'Nikon' } as const;
const addition = {
  kind: 'add',
  target: 'brand',
  name: 'Pepsi',
  appearance_added: {
    start: 12,
    end: 14.5,
    box: { x: 0.41, y: 0.32, width: 0.12, height: 0.07 },
    source: 'visual',
  },
} as const;
const logo = {
  ...addition,
  appearance_added: { ...addition.appearance_added, timestamp: 12.4 },
  library: true,
} as const;
const segment = {
  kind: 'move',
  target: 'paid_segment',
  segment: { start: 30 },
  segment_new: { start: 28, end: 61.5 },
} as const;
const storedCorrection: z.input<typeof correction> = {
  correction_id: exampleIds.correction,
  job_id: exampleIds.job,
  ...example,
  actor: { type: 'key', id: exampleIds.key, name: 'reports' },
  created_at: '2026-11-12T10:05:00.000Z',
};

export const correctionCalls = {
  createCorrection: {
    method: 'POST',
    tag: 'Corrections',
    summary: 'Correct what was found: dismiss, rename, merge, add, confirm or move.',
    description:
      'The results stay as found; `?corrected=true`, exports and everything computed from results show them corrected. Corrections apply in the order they were made, and the last one about a thing stands: one that names a thing as it was found overrides what was said of it before. A job keeps at most 1,000.',
    audit: 'correction.created',
    key: { scope: 'jobs:write', path: '/v1/jobs/:id/corrections' },
    params: { id },
    body: createCorrection,
    example,
    more: { add: addition, logo, paid_segment: segment },
    answers: created(correction, storedCorrection),
    errors: ['JOB_NOT_FOUND', 'JOB_NOT_COMPLETED', 'VALIDATION_FAILED'],
  },
  listCorrections: {
    method: 'GET',
    tag: 'Corrections',
    summary: 'List the corrections of a job, oldest first.',
    description:
      'In the order they apply, with who made them; all of them, or a page at a time with `limit`. Undone ones are gone.',
    key: { scope: 'jobs:read', path: '/v1/jobs/:id/corrections' },
    params: { id },
    query: listCorrectionsQuery,
    answers: page(z.array(correction), [storedCorrection], 'The corrections, or a page of them.'),
    errors: ['JOB_NOT_FOUND', 'VALIDATION_FAILED'],
  },
  evaluateCorrections: {
    method: 'GET',
    costly: true,
    tag: 'Corrections',
    summary: 'Score engines on what people corrected.',
    description:
      'Precision and recall of each source by engine. The truth are the corrected results of the 100 jobs corrected last: what nobody corrected in them counts as right. Compared with it are their own results as found, and those of other analyses of the same links and uploads, so an analysis with another engine is scored as well. Corrections of paid segments do not count here.',
    key: { scope: 'jobs:read', path: '/v1/corrections/evaluation' },
    answers: oneAnswer(evaluation, {
      jobs: [exampleIds.job],
      analyses: 2,
      scores: [
        {
          target: 'brand',
          source: 'text',
          engine: 'pp-ocr v4-mobile',
          videos: 2,
          found: 20,
          right: 18,
          precision: 0.9,
          expected: 24,
          hit: 18,
          recall: 0.75,
        },
      ],
    }),
    errors: [],
  },
  deleteCorrection: {
    method: 'DELETE',
    tag: 'Corrections',
    summary: 'Undo a correction.',
    description:
      'The results are as if it had never been made. Later corrections stay; one about a thing that is gone now has no effect.',
    audit: 'correction.undone',
    key: { scope: 'jobs:write', path: '/v1/jobs/:id/corrections/:correction' },
    params: {
      id,
      correction: { description: 'Id of the correction.', example: exampleIds.correction },
    },
    answers: noContent('Undone.'),
    errors: ['JOB_NOT_FOUND', 'NOT_FOUND'],
  },
} as const satisfies Record<string, CallRow>;
