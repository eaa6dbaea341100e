/** What an alert finds in a video, as examples show it. Plain data. */
import { exampleIds } from './example-ids.ts';

export const exampleFinding = {
  job_id: exampleIds.job,
  title: 'New shoes, tested',
  brand: 'Nike',
  brands: ['Nike'],
  seconds: 8.5,
  moment: 12.5,
  frame_url: `/v1/frames/${exampleIds.job}/brand-nike-12.5.jpg`,
};
