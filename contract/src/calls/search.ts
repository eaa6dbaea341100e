/** Search over all videos of a workspace. */
import { z } from 'zod';
import { searchHit, searchQuery } from '../search.ts';
import { exampleIds } from './example-ids.ts';
import { type CallRow, page } from './row.ts';

export const searchCalls = {
  search: {
    method: 'GET',
    tag: 'Search',
    summary: 'Search what is said, shown and seen in all videos.',
    description:
      'Passages of completed jobs, best first: exact words, then other endings, then near spellings and names that sound alike; the newest videos first where passages match equally well. A job can be found a few seconds after it completed. A `q` without letters or digits finds nothing; characters that other search engines take for operators are plain text.',
    key: { scope: 'jobs:read', path: '/v1/search' },
    query: searchQuery,
    answers: page(
      z.array(searchHit),
      [
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
      ],
      'A page of passages.',
    ),
    errors: ['VALIDATION_FAILED', 'JOB_NOT_FOUND', 'BATCH_NOT_FOUND'],
  },
} as const satisfies Record<string, CallRow>;
