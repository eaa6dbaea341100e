/**
 * A Follow: a rule by which the service watches a channel, playlist, search or feed, and creates a job for each new
 * video.
 */
import { z } from 'zod';
import { capabilityList, webhookUrl } from './job.ts';
import { optionFields } from './option-fields.ts';
import { isoDate, textOf, timestamp } from './text.ts';

const words = z.array(textOf(100)).max(20);

/** Filters for new videos; a video must match all filters that are given. */
export const followFilters = z
  .strictObject({
    min_duration_seconds: z
      .number()
      .min(0)
      .max(1e6)
      .nullish()
      .describe('Only videos at least this long, in seconds.'),
    title_includes: words
      .nullish()
      .describe(
        'Only titles that contain one of these, regardless of case; at most 20 of at most 100 characters each.',
      )
      .meta({ examples: [['review', 'tested']] }),
    title_excludes: words
      .nullish()
      .describe(
        'Only titles that contain none of these; at most 20 of at most 100 characters each.',
      ),
    newer_than: isoDate.nullish().describe('Only videos published after this moment, ISO 8601.'),
  })
  .meta({
    id: 'FollowFilters',
    description: 'Which new videos are taken; all given filters must hold.',
  });

/** The job that a Follow creates for each new video, described by fields of `POST /v1/jobs`. */
const followedJob = {
  ...optionFields('follow'),
  webhook_url: webhookUrl
    .nullish()
    .describe('HTTPS address that gets the events of each job. Starter plan and above.'),
  filters: followFilters
    .nullish()
    .describe('Which new videos are taken. Absent: all.')
    .meta({ examples: [{ min_duration_seconds: 60, title_excludes: ['#shorts'] }] }),
  monthly_credits: z
    .int()
    .min(0)
    .nullish()
    .describe(
      'Spending cap of a calendar month (UTC), in credits; new videos wait above it. Absent: none.',
    )
    .meta({ examples: [2000] }),
};
const name = textOf(200)
  .describe('Name of the Follow, at most 200 characters.')
  .meta({ examples: ['Competitor channel'] });
const capabilities = capabilityList
  .describe('What to find out about each new video, at least one.')
  .meta({ examples: [['brands', 'summary']] });
const everyMinutes = z
  .int()
  .min(5)
  .max(43_200)
  .describe('How often to look, in minutes, 5 to 43,200 (30 days). Default 60.');
const backfill = z
  .int()
  .min(0)
  .max(100)
  .describe('How many of the newest existing videos are analysed too, 0 to 100. Default 0.');
const source = z
  .string()
  .describe(
    'Link of a channel, creator, playlist, search or feed on YouTube, TikTok or Instagram.',
  );

export const createFollow = z
  .strictObject({
    name,
    source,
    capabilities,
    every_minutes: everyMinutes.nullish().meta({ default: 60 }),
    backfill: backfill.nullish().meta({ default: 0 }),
    ...followedJob,
  })
  .meta({ id: 'CreateFollow', description: 'What to watch, and what to do with each new video.' });
export type CreateFollow = z.infer<typeof createFollow>;

const followStatus = z.enum(['active', 'paused']);

/** A change of a Follow. Omitted fields keep their values, and `null` clears a field. `source` cannot be changed. */
export const changeFollow = z
  .strictObject({
    name: name.optional(),
    status: followStatus
      .optional()
      .describe('`paused` stops it, `active` resumes it.')
      .meta({ examples: ['paused'] }),
    capabilities: capabilities.optional(),
    every_minutes: everyMinutes.optional(),
    ...followedJob,
  })
  .meta({
    id: 'ChangeFollow',
    description: 'Omitted fields are unchanged; `null` clears a field. `source` cannot be changed.',
  });
export type ChangeFollow = z.infer<typeof changeFollow>;

export const runFollow = z
  .strictObject({ backfill: backfill.nullish().meta({ default: 0 }) })
  .meta({ id: 'RunFollow', description: 'What to take besides new videos.' });
export type RunFollow = z.infer<typeof runFollow>;

const kind = z.enum(['channel', 'playlist', 'search', 'feed']);
const platform = z
  .string()
  .describe('Where it is: `youtube`, `tiktok`, `instagram`, or `direct` for a feed.');

export const follow = z
  .looseObject({
    follow_id: z.string().describe('Id of the Follow, `fol_…`.'),
    tenant_id: z.string().describe('The workspace it belongs to, `ws_…`.'),
    name: z.string().describe('Its name.'),
    status: followStatus.describe('Whether it looks for new videos.'),
    paused_reason: z
      .string()
      .nullable()
      .describe(
        'Why it paused itself, or `KEY_REVOKED: …` if the API key that created or last resumed it, or changed its `webhook_url`, was revoked, or `MEMBER_LEFT: …` if the member who did so in a session has left the workspace, or `ACCOUNT_TAKEN_OVER: …` if the owner of the e-mail address of its account signed in after somebody else had made it; null if it runs or was paused by request.',
      )
      .meta({
        examples: [
          '5 runs in a row failed, the last with PLATFORM_403: The platform refused access to the video.',
        ],
      }),
    note: z
      .string()
      .nullable()
      .describe('What the last run could not do, and why; null if it did everything.')
      .meta({
        examples: ['PLATFORM_UNAVAILABLE: The video platform cannot be reached at the moment.'],
      }),
    platform,
    kind: kind.describe('What is watched.'),
    source: z.string().describe('Link of what is watched.'),
    rule: createFollow
      .pick({ capabilities: true, every_minutes: true })
      .extend(followedJob)
      .meta({ id: 'FollowRule', description: 'How often to look, and what to do with a video.' })
      .describe('How often it looks, and what it does with each new video.'),
    credits_this_month: z
      .int()
      .describe('Credits charged this month (UTC), plus estimates of jobs that are not final.'),
    failures: z.int().describe('Number of runs in a row that the platform refused.'),
    last_run_at: timestamp.nullable().describe('When it last looked; null before the first run.'),
    next_run_at: timestamp.nullable().describe('When it looks next; null while it is paused.'),
    created_at: timestamp.describe('When it was created.'),
  })
  .meta({ id: 'Follow', description: 'A rule that creates a job for each new video of a source.' });
export type Follow = z.infer<typeof follow>;

export const followVideo = z
  .looseObject({
    video_id: z.string().describe('Id of the video on its platform.'),
    url: z.string().nullable().describe('Link of the video; null if unknown.'),
    job_id: z.string().nullable().describe('The job created for it; null if there is none.'),
    skipped: z
      .string()
      .nullable()
      .describe('Why no job was made; null if one was.')
      .meta({ examples: ['shorter than 60 seconds'] }),
    seen_at: timestamp.describe('When it was first found.'),
  })
  .meta({ id: 'FollowVideo', description: 'A video a Follow has found.' });
export type FollowVideo = z.infer<typeof followVideo>;

export const previewFollow = z.strictObject({
  source,
  filters: followFilters.nullish().describe('Which new videos would be taken. Absent: all.'),
});
export type PreviewFollow = z.infer<typeof previewFollow>;

const previewedVideo = z.looseObject({
  video_id: z.string().describe('Id of the video on its platform.'),
  url: z.string().nullable().describe('Link of the video; null if unknown.'),
  title: z.string().nullable().describe('Its title; null if unknown.'),
  duration_seconds: z.number().nullable().describe('Length in seconds; null if unknown.'),
  published_at: z.string().nullable().describe('When it was published; null if unknown.'),
  refused: z
    .string()
    .nullable()
    .describe('Why a filter would exclude it; null if it would be taken.')
    .meta({ examples: ['shorter than 60 seconds'] }),
});

/** The videos that a Follow for this source would find now; nothing is created. */
export const followPreview = z.looseObject({
  platform,
  kind: z.string().describe('What would be watched: `channel`, `playlist`, `search` or `feed`.'),
  title: z.string().nullable().describe('Its title on the platform; null if unknown.'),
  videos: z.array(previewedVideo).describe('The newest videos, newest first.'),
});
export type FollowPreview = z.infer<typeof followPreview>;
