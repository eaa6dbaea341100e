/** The call that searches all videos of a workspace. */
import { z } from 'zod';
import { pageEnvelope } from '../envelope.ts';
import { searchHit, searchMeaning, searchQuery } from '../search.ts';
import { exampleIds } from './example-ids.ts';
import { type CallRow, inEnvelope } from './row.ts';

export const searchCalls = {
  search: {
    method: 'GET',
    tag: 'Search',
    summary: 'Search what is said, shown and seen in all videos.',
    description:
      'Passages of completed jobs, best first: exact words, then other endings, then near spellings and names that sound alike; the newest videos first where passages match equally well. Where the service has an embedding model, moments follow that mean the same in other words (`by`). A job can be found a few seconds after it completed. A `q` without letters or digits finds nothing; characters that other search engines take for operators are plain text.',
    key: { scope: 'jobs:read', path: '/v1/search' },
    query: searchQuery,
    answers: [
      {
        status: 200,
        description: 'A page of passages.',
        body: pageEnvelope(z.array(searchHit)).extend(searchMeaning),
        example: {
          ...inEnvelope([
            {
              job_id: exampleIds.job,
              title: 'New shoes, tested',
              thumbnail_url: null,
              kind: 'speech',
              start: 12.4,
              end: 15.1,
              text: 'These running shoes are from Nike.',
              matches: [
                [6, 13],
                [14, 19],
              ],
              speaker: 1,
              score: 0.91,
            },
          ]),
          pagination: { has_more: false, next_cursor: null },
          meaning: true,
        },
      },
    ],
    errors: ['VALIDATION_FAILED', 'JOB_NOT_FOUND', 'BATCH_NOT_FOUND'],
  },
} as const satisfies Record<string, CallRow>;
