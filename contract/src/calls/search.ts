/** The calls that search all videos of a workspace. */
import { z } from 'zod';
import { pageEnvelope } from '../envelope.ts';
import { searchHit, searchMeaning, searchQuery } from '../search.ts';
import { sightCounts, sightHit, sightLimits, sightQuery } from '../sight.ts';
import { exampleIds } from './example-ids.ts';
import { type CallRow, inEnvelope } from './row.ts';

/** A hill under a sun, 24 pixels wide and high. */
const examplePicture = [
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABgAAAAYBAMAAAASWSDLAAAAMFBMVEX///8zqnfMIiKbTz7FKSZJm25hvpZGsoTN6t6z4M2b0Lfx',
  '+faAy6ri8+zBKyjDKydgtACGAAAACXBIWXMAAAsTAAALEwEAmpwYAAAAgklEQVQYlWMQRAIMqBxRE+dAOCdOSekpnGOkpKQslgjlOCkpqcheRHD0D/AgKdvAX',
  'Qg34BUDw0K40QEMDOxwSycwMHDCOGIMDAwMIMNBHAkQpxHKOQDigAwHcS6AOLwQjhSIDTacQVCwGsLZDuZMgHA4QRywwRDDGSAGQwxH8zZRHABM2x2EHqZntw',
  'AAAABJRU5ErkJggg==',
].join('');

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
  searchBySight: {
    method: 'POST',
    tag: 'Search',
    summary:
      'Search for moments that look like a picture or another moment, or show what words say.',
    description:
      'Stretches of completed jobs, the most alike first, none that is less alike than 0.5. Jobs that looked for brands or objects, or answered questions, can be found as soon as they completed. The picture is only compared, not kept. A picture of one colour or of noise is refused, because nothing could be like it. With `words`, all stretches are put in order, those first that show most what the words say; there is no least likeness.',
    unaudited: 'It changes nothing.',
    repeatable: true,
    key: { scope: 'jobs:read', path: '/v1/search/sight' },
    body: sightQuery,
    bodyBytes: sightLimits.bodyBytes,
    example: { moment: { job_id: exampleIds.job, timestamp: 1 }, limit: 20 },
    more: {
      'a picture': {
        picture: examplePicture,
        since: '2026-01-01',
      },
      words: { words: 'a red car in the snow', limit: 20 },
    },
    answers: [
      {
        status: 200,
        description: 'A page of stretches.',
        body: pageEnvelope(z.array(sightHit)).extend(sightCounts),
        example: {
          ...inEnvelope([
            {
              job_id: exampleIds.job,
              title: 'New shoes, tested',
              start: 12.4,
              end: 15.1,
              timestamp: 13.5,
              likeness: 0.87,
              thumbnail_url: null,
            },
          ]),
          pagination: { has_more: false, next_cursor: null },
          compared: 5210,
          jobs_without_sight: 0,
        },
      },
    ],
    errors: [
      'VALIDATION_FAILED',
      'JOB_NOT_FOUND',
      'JOB_NOT_COMPLETED',
      'BATCH_NOT_FOUND',
      'BODY_TOO_LARGE',
    ],
  },
} as const satisfies Record<string, CallRow>;
