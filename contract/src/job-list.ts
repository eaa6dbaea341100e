/** Lists of jobs: the form of an item, and the filters. */
import { z } from 'zod';
import { jobFields, jobIdentity, jobStatus, requestLimits } from './job.ts';
import { listedFields, tag } from './job-highlights.ts';
import { cursor, pageLimit } from './paging.ts';
import { isoDate, textOf } from './text.ts';

export const jobListItem = z
  .looseObject({
    job_id: jobFields.jobId,
    test: jobFields.test,
    status: jobStatus.describe('State of the job.'),
    url: jobFields.sourceUrl,
    platform: jobFields.platform,
    ...jobIdentity,
    credits_estimated: jobFields.creditsEstimated,
    credits_charged: jobFields.creditsCharged,
    follow_id: jobFields.followId,
    created_at: jobFields.createdAt,
    completed_at: jobFields.completedAt,
    video_duration_seconds: jobFields.duration,
    video_thumbnail_url: jobFields.thumbnail,
    ...listedFields,
  })
  .meta({
    id: 'JobListItem',
    description: 'A job as shown in lists; read it by id for the rest.',
  });
export type JobListItem = z.infer<typeof jobListItem>;

/** Query of `GET /v1/jobs`. Unknown parameters are ignored, empty ones refused. */
export const listJobsQuery = z.object({
  status: jobStatus
    .optional()
    .describe('Only jobs in this state.')
    .meta({ examples: ['completed'] }),
  follow_id: textOf(100)
    .optional()
    .describe('Only jobs of this Follow, or `any` for those of every Follow.')
    .meta({ examples: ['any'] }),
  external_id: textOf(requestLimits.externalIdCharacters)
    .optional()
    .describe('Only jobs created with this `external_id`.')
    .meta({ examples: ['spring-campaign-17'] }),
  tag: tag
    .optional()
    .describe('Only jobs with this tag.')
    .meta({ examples: ['spring'] }),
  created_after: isoDate.optional().describe('Only jobs created after this moment, ISO 8601.'),
  created_before: isoDate.optional().describe('Only jobs created before this moment, ISO 8601.'),
  updated_after: isoDate
    .optional()
    .describe('Only jobs that changed in any way after this moment, ISO 8601.'),
  limit: pageLimit.optional().describe('Jobs on a page, 1 to 100. Default 20.'),
  cursor: cursor.optional().describe('`next_cursor` of the previous page, unchanged.'),
});
export type ListJobsQuery = z.infer<typeof listJobsQuery>;
