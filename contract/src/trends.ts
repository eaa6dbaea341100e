/** Trends: what brands, channels, platforms and Follows come to by day, week or month (docs/trends.md). */
import { z } from 'zod';
import { exampleIds } from './calls/example-ids.ts';
import { queryNumber } from './exposure.ts';
import { moneyLimits } from './exposure-terms.ts';
import { namesInQuery } from './names-in-query.ts';
import { cursor, pageLimit } from './paging.ts';
import { textOf, timestamp } from './text.ts';
import { choiceQuery, timeZone } from './video-choice.ts';

export const trendPeriods = ['day', 'week', 'month'] as const;
export type TrendPeriod = (typeof trendPeriods)[number];
export const trendGroups = ['brand', 'channel', 'platform', 'follow'] as const;
export type TrendGroup = (typeof trendGroups)[number];
/** The numbers by which series are chosen and ordered. */
export const trendOrders = [
  'equivalent_seconds',
  'seen_seconds',
  'videos',
  'mentions',
  'videos_paid',
  'media_value_usd',
] as const;
export type TrendOrder = (typeof trendOrders)[number];

/** A year of days is 366 periods. */
export const trendLimits = { periods: 400, series: 50, brands: 50, brandCharacters: 200 } as const;

const seriesLimit = z
  .string()
  .regex(/^\d{1,9}$/, `must be an integer from 1 to ${trendLimits.series}`)
  .transform(Number)
  .pipe(z.int().min(1).max(trendLimits.series))
  .meta({ type: 'integer', minimum: 1, maximum: trendLimits.series, examples: [12] });

const choice = {
  campaign_id: textOf(100)
    .optional()
    .describe(
      'Only videos of this campaign, `cmp_…`. Parameters beside it narrow its choice further; `since` and `until` do so too.',
    )
    .meta({ examples: [exampleIds.campaign] }),
  ...choiceQuery,
  time_zone: timeZone
    .optional()
    .describe('Time zone in which days begin, a name of the IANA database. Default `UTC`.'),
  brand_set_id: textOf(100)
    .optional()
    .describe(
      'Only the brands of this set, `set_…`, the own brand first; those of `brands` beside it are added.',
    )
    .meta({ examples: [exampleIds.brandSet] }),
  brands: namesInQuery({ names: trendLimits.brands, characters: trendLimits.brandCharacters })
    .optional()
    .describe(
      'Only these brands, regardless of case, accents and punctuation, at most 50; repeat it or separate names by commas. Other names of a brand in the library count as the brand. Shares are still of all brands.',
    ),
};

/** Query of `GET /v1/trends` and of its file. */
export const trendsQuery = z.object({
  by: z
    .enum(trendPeriods)
    .optional()
    .describe('Length of a period; weeks begin on Monday. Default `week`.')
    .meta({ default: 'week', examples: ['week'] }),
  ...choice,
  group_by: z
    .enum(trendGroups)
    .optional()
    .describe(
      'What each series is about. By channel, platform or Follow, the numbers are those of the chosen brands together, or of all. Default `brand`.',
    )
    .meta({ default: 'brand', examples: ['brand'] }),
  audience: z
    .literal('views')
    .optional()
    .describe(
      'Adds `views` and `media_value_usd`, by the audience that was set for each video, else the views that its platform gave last, else the default of the workspace.',
    )
    .meta({ examples: ['views'] }),
  cpm_usd: queryNumber({ least: 0, most: moneyLimits.cpm_usd.most }, 25)
    .optional()
    .describe(
      `Price of a thousand views of a 30-second spot, in US dollars, 0 to ${moneyLimits.cpm_usd.most}, with \`audience\`. Absent: the prices of the workspace.`,
    ),
  order_by: z
    .enum(trendOrders)
    .optional()
    .describe(
      'The number that decides which series are listed, and in which order: those with most of it over all periods first. `media_value_usd` needs `audience`. Default `equivalent_seconds`.',
    )
    .meta({ default: 'equivalent_seconds', examples: ['seen_seconds'] }),
  limit: seriesLimit
    .optional()
    .describe(
      `Number of series, those with most of \`order_by\` first, 1 to ${trendLimits.series}; the others are one sum. Default 12.`,
    ),
});
export type TrendsQuery = z.infer<typeof trendsQuery>;

/** Query of `GET /v1/trends/videos`. */
export const trendVideosQuery = z.object({
  ...choice,
  limit: pageLimit.optional().describe('Videos on a page, 1 to 100. Default 20.'),
  cursor: cursor.optional().describe('`next_cursor` of the previous page, unchanged.'),
});
export type TrendVideosQuery = z.infer<typeof trendVideosQuery>;

const seconds = z.number().min(0);
const count = z.int().min(0);

const numbers = {
  videos: count.describe('Number of videos in which it is seen or said.'),
  appearances: count.describe('Number of times it is seen.'),
  seen_seconds: seconds.describe('Seconds in which it is on screen.'),
  equivalent_seconds: seconds.describe(
    'Equivalent seconds, by the default weights of the exposure.',
  ),
  share_of_voice: z
    .number()
    .min(0)
    .max(1)
    .describe(
      '`seen_seconds` by those of all brands in the same period, as a fraction; 0 if there are none.',
    ),
  mentions: count.describe('Number of times it is said.'),
  videos_paid: count.describe(
    'Number of videos in which a disclosure or a paid segment names the brand.',
  ),
  videos_disclosed: count.describe('Number of videos in which a disclosure names the brand.'),
  paid_seen_seconds: seconds.describe('Seconds of `seen_seconds` that are in its paid segments.'),
  paid_mentions: count.describe('Number of mentions in its paid segments.'),
  views: count
    .optional()
    .describe(
      'Number of views of these videos together, as far as they are known; only with `audience`.',
    )
    .meta({ examples: [310_000] }),
  media_value_usd: z
    .number()
    .nullable()
    .optional()
    .describe(
      'What its equivalent seconds are worth, in US dollars; null if no video has both an audience and a price. Only with `audience`.',
    )
    .meta({ examples: [840.5] }),
  videos_not_valued: count
    .optional()
    .describe(
      'Number of videos with it that add nothing to the value, because no audience or price is known; only with `audience`.',
    )
    .meta({ examples: [1] }),
};

export const trendNumbers = z
  .looseObject(numbers)
  .meta({ id: 'TrendNumbers', description: 'What something comes to in a stretch of time.' });
export type TrendNumbers = z.infer<typeof trendNumbers>;

const trendPeriod = z
  .looseObject({
    start: z.string().describe('First day, YYYY-MM-DD.').meta({ format: 'date' }),
    end: z.string().describe('Last day, YYYY-MM-DD.').meta({ format: 'date' }),
    complete: z
      .boolean()
      .describe('Whether it is over and was counted as a whole; the first and last may not be.'),
    videos: count.describe('Number of videos with a date in it, with and without brands.'),
    video_seconds: seconds.describe('Length of these videos together, in seconds.'),
    seen_seconds: seconds.describe('Seconds on screen of all brands together.'),
    equivalent_seconds: seconds.describe('Equivalent seconds of all brands together.'),
    mentions: count.describe('Number of times that any brand is said.'),
  })
  .meta({ id: 'TrendPeriod', description: 'A day, a week or a month.' });

const trendSeries = z
  .looseObject({
    name: z
      .string()
      .nullable()
      .describe(
        'The brand, channel, platform or Follow; null for videos that have none, such as uploads without a channel.',
      ),
    id: z
      .string()
      .nullable()
      .describe('Id of the Follow, or address of the page of the channel; else null.')
      .meta({ examples: ['https://www.youtube.com/@runnersweekly'] }),
    own: z
      .literal(true)
      .optional()
      .describe('Always true: it is the own brand of the brand set; else absent.')
      .meta({ examples: [true] }),
    total: trendNumbers.describe('Over all periods.'),
    previous: trendNumbers.describe(
      'Over the stretch of the same number of days before the first period.',
    ),
    periods: z.array(trendNumbers).describe('One for each of `periods` of the answer, in order.'),
  })
  .meta({ id: 'TrendSeries', description: 'One brand, channel, platform or Follow over time.' });
export type TrendSeries = z.infer<typeof trendSeries>;

export const trends = z
  .looseObject({
    by: z.enum(trendPeriods).describe('Length of a period.'),
    group_by: z.enum(trendGroups).describe('What each series is about.'),
    time_zone: z.string().describe('Time zone in which days begin.'),
    since: z.string().describe('First day that counts, YYYY-MM-DD.').meta({ format: 'date' }),
    until: z.string().describe('Last day that counts, YYYY-MM-DD.').meta({ format: 'date' }),
    incomplete: z
      .literal(true)
      .optional()
      .describe(
        'Always true: after an update or a restore of the service, some earlier videos are not counted yet, so that the numbers may be too small; else absent.',
      )
      .meta({ examples: [true] }),
    videos: count.describe(
      'Number of videos that count: completed, with `brands`, the newest analysis of each.',
    ),
    previous_videos: count.describe(
      'Number of videos that count in the stretch of the same number of days before the first period. If it is 0, `previous` of each series says nothing about the brand.',
    ),
    videos_undated: count.describe(
      'Number of those that have no known date of publication and count on the day on which their job was created.',
    ),
    corrected: z
      .looseObject({
        videos: count.describe('Number of these videos.'),
        corrections: count.describe('Number of corrections by people.'),
        recounts: count.describe(
          'Number of times that a brand of the library was counted in one of them later.',
        ),
        last_at: timestamp.describe('When the last of them was made.'),
      })
      .meta({
        id: 'TrendCorrections',
        description: 'Videos whose numbers changed after they may have been reported.',
      })
      .nullable()
      .describe(
        'Videos of these periods that were corrected or recounted after their period was over, and more than a day after their analysis: earlier answers and reports have other numbers. null if there are none.',
      )
      .meta({
        examples: [{ videos: 2, corrections: 1, recounts: 1, last_at: '2026-11-10T08:12:00.000Z' }],
      }),
    periods: z.array(trendPeriod).describe('All periods in order, also those without videos.'),
    series: z
      .array(trendSeries)
      .describe('Those with most of `order_by` first; the own brand of a set before them.'),
    left_out: z
      .looseObject({
        series: count.describe('Number of series that are not listed because of `limit`.'),
        seen_seconds: seconds.describe('Their seconds on screen together.'),
        equivalent_seconds: seconds.describe('Their equivalent seconds together.'),
        mentions: count.describe('Number of times they are said.'),
      })
      .meta({ id: 'TrendRest', description: 'Sums of the series that are not listed.' })
      .describe('What is not listed.'),
  })
  .meta({ id: 'Trends', description: 'What brands come to over time.' });
export type Trends = z.infer<typeof trends>;

export const trendVideo = z
  .looseObject({
    job_id: z.string().describe('Id of the job.'),
    title: z
      .string()
      .nullable()
      .describe('Title of the video, or the name of its file; null if unknown.'),
    platform: z.string().describe('Where it is from.'),
    channel: z.string().nullable().describe('Who published it; null if unknown.'),
    channel_url: z
      .string()
      .nullable()
      .describe('Address of the page of the channel; null if unknown.'),
    dated_at: timestamp.describe(
      'When it was published, or when its job was created where that is unknown.',
    ),
    published: z.boolean().describe('Whether `dated_at` is when it was published.'),
    duration_seconds: seconds.describe('Length of the video in seconds.'),
    appearances: count.describe('Number of times that the chosen brands are seen.'),
    seen_seconds: seconds.describe('Seconds on screen of the chosen brands, added up.'),
    equivalent_seconds: seconds.describe('Equivalent seconds of the chosen brands.'),
    mentions: count.describe('Number of times that they are said.'),
    paid: z
      .boolean()
      .nullable()
      .describe(
        'Whether a disclosure or a paid segment names one of them; null if the results don’t tell.',
      ),
    corrected_at: timestamp
      .nullable()
      .describe('When its brands were last corrected or recounted; null if they were not.')
      .meta({ examples: ['2026-11-10T08:12:00.000Z'] }),
    moment: seconds
      .nullable()
      .describe('Second of the moment that counts most; null if none of them is seen or said.'),
  })
  .meta({ id: 'TrendVideo', description: 'A video behind a number of a trend.' });
export type TrendVideo = z.infer<typeof trendVideo>;
