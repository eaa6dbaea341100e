/** Example of the results over all videos of a batch. */
import { exampleIds } from './example-ids.ts';

export const exampleAggregate = {
  queries: [
    {
      query: 'Which products are shown most often?',
      answer: 'Running shoes, in both videos.',
      answered: true,
      evidence: [
        {
          job_id: exampleIds.job,
          url: 'https://youtu.be/dQw4w9WgXcQ',
          timestamp: 1.1,
          source: 'speech',
          quote: 'the new shoes by Nike',
        },
      ],
    },
  ],
  brands: [
    {
      name: 'Nike',
      videos: 1,
      total_appearances: 2,
      total_visible_duration: 3.5,
      job_ids: [exampleIds.job],
    },
  ],
  jobs_included: 1,
  jobs_excluded: [{ job_id: exampleIds.otherJob, reason: 'EXTRACTION_FAILED' }],
  generated_at: '2026-11-12T10:03:12.871Z',
};
