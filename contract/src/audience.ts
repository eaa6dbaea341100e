/** Audiences of videos: views that platforms give, numbers that people set, and prices of a thousand views. */
import { z } from 'zod';
import { moneyLimits } from './exposure-terms.ts';
import { isoDate, timestamp } from './text.ts';

const count = z.int().min(moneyLimits.audience.least).max(moneyLimits.audience.most);
const price = z.number().min(moneyLimits.cpm_usd.least).max(moneyLimits.cpm_usd.most);

/** Days of publication that a person may give: none before there were films, none in the future. */
export const publicationLimits = { firstYear: 1900, futureDays: 1 } as const;

/** The day on which a video was published, as a person gives it. The limits are checked later, by the service's clock. */
export const publishedByHand = isoDate
  .describe(
    `When the video was published, as a date or a date and time in ISO 8601, from ${publicationLimits.firstYear} to now. A date without a time counts on this day in every time zone from UTC−12 to UTC+11. Trends, campaigns and reports count the video on it; it comes before the date that the platform gives.`,
  )
  .meta({ examples: ['2026-09-14T18:00:00.000Z'] });

/** The value of `audience` in a request that stands for what is known of each video. */
export const audienceViews = 'views';

const source = z
  .enum(['manual', 'platform', 'default', 'given'])
  .describe(
    '`manual`: a person set it for this video. `platform`: the views that the platform gave last. `default`: the audience of the workspace for videos of which nothing is known. `given`: the number in the request.',
  );

export const videoAudience = z
  .looseObject({
    views: z.int().min(0).describe('Number of viewers that counts.'),
    read_at: timestamp
      .nullable()
      .describe('When the platform gave it; null if it is not from the platform.'),
    cpm_usd: z
      .number()
      .nullable()
      .describe('Price of a thousand views, as a number of US dollars; null if none is known.')
      .meta({ examples: [25] }),
    platform: z.string().nullable().describe('Platform of the video, `upload` for a file.'),
    source,
  })
  .meta({
    id: 'VideoAudience',
    description: 'The audience of a video and its price, as they counted.',
  });
export type VideoAudience = z.infer<typeof videoAudience>;

export const jobViews = z
  .looseObject({
    job_id: z.string().describe('Id of the job.'),
    platform: z.string().describe('Platform of the video, `upload` for a file.'),
    published_at: timestamp
      .nullable()
      .describe(
        'When the video was published, as a person set it, else as the platform or the feed of the Follow says; null if that is not known.',
      ),
    published_source: z
      .enum(['manual', 'platform', 'feed'])
      .nullable()
      .describe(
        'Who says when it was published. `manual`: a person. `platform`: its platform. `feed`: the feed of the Follow that found it. null: nobody.',
      )
      .meta({ examples: ['platform'] }),
    views: z
      .array(
        z
          .looseObject({
            read_at: timestamp.describe('When the platform was asked.'),
            views: z.int().min(0).describe('Number of views that it gave then.'),
          })
          .meta({ id: 'ViewsReading', description: 'The views of a video at one time.' }),
      )
      .describe('Every reading, the oldest first. Numbers that fall are kept as they are.'),
    audience: z
      .looseObject({
        views: z.int().min(0).describe('Number of viewers that counts.'),
        read_at: timestamp
          .nullable()
          .describe('When the platform gave it; null if it is not from the platform.'),
        source,
      })
      .meta({ id: 'CountedAudience', description: 'The audience that counts for a video.' })
      .nullable()
      .describe('What `audience: "views"` counts for this video; null if nothing is known.'),
    next_reading: timestamp
      .nullable()
      .describe('When the platform is asked next, at the earliest; null if it is not.'),
    reading: z
      .enum([
        'scheduled',
        'finished',
        'not_given',
        'vanished',
        'failed',
        'off',
        'no_link',
        'not_completed',
      ])
      .describe(
        '`scheduled`: there are more readings. `finished`: all are made. `not_given`: the platform gives no views. `vanished`: the video is gone or private. `failed`: the platform refused until the last reading was given up. `off`: the operator has turned readings off. `no_link`: an uploaded file. `not_completed`: the job is not completed.',
      ),
    reason: z
      .string()
      .nullable()
      .describe(
        'Why there are no further readings, or what the last one that failed said; null if all is well.',
      )
      .meta({ examples: ['The platform says that there is no such video.'] }),
  })
  .meta({ id: 'JobViews', description: "Views of a job's video, and when they are read." });
export type JobViews = z.infer<typeof jobViews>;

/** Body of `PUT /v1/jobs/:id/audience`. */
export const setAudience = z
  .strictObject({
    views: count
      .nullable()
      .optional()
      .describe(
        `Number of viewers of the video, 0 to ${moneyLimits.audience.most}; it then counts instead of the platform's views. null: the platform's count again. Absent: as it was.`,
      )
      .meta({ examples: [120_000] }),
    published_at: publishedByHand
      .nullable()
      .optional()
      .describe(
        `${publishedByHand.description} null: what the platform says again. Absent: as it was.`,
      )
      .meta({ examples: ['2026-09-14T18:00:00.000Z'] }),
  })
  .refine(({ views, published_at }) => views !== undefined || published_at !== undefined, {
    message: 'at least one of views and published_at must be given',
  })
  .meta({
    id: 'SetAudience',
    description: 'The audience of a video, and when it was published; at least one of the two.',
  });
export type SetAudience = z.infer<typeof setAudience>;

const platformNames = {
  youtube: 'YouTube',
  tiktok: 'TikTok',
  instagram: 'Instagram',
  direct: 'direct links',
  upload: 'uploaded files',
} as const;
export type PricedPlatform = keyof typeof platformNames;
export const pricedPlatforms = Object.keys(platformNames) as PricedPlatform[];

const priceOf = (platform: PricedPlatform) =>
  price
    .optional()
    .describe(
      `Price of a thousand views on ${platformNames[platform]}, in US dollars, 0 to ${moneyLimits.cpm_usd.most}.`,
    )
    .meta({ examples: [25] });
const prices = {
  youtube: priceOf('youtube'),
  tiktok: priceOf('tiktok'),
  instagram: priceOf('instagram'),
  direct: priceOf('direct'),
  upload: priceOf('upload'),
};

const meanings = {
  cpm_usd: `Price of a thousand views of a 30-second spot, in US dollars, 0 to ${moneyLimits.cpm_usd.most}, of platforms without a price of their own.`,
  cpm_usd_by_platform: 'Prices by platform, where they differ.',
  audience: `Number of viewers of a video of which neither a person nor the platform says one, 0 to ${moneyLimits.audience.most}.`,
} as const;

/** Body of `PUT /v1/media-prices`. */
export const setMediaPrices = z
  .strictObject({
    cpm_usd: price
      .nullish()
      .describe(meanings.cpm_usd)
      .meta({ examples: [20] }),
    cpm_usd_by_platform: z
      .strictObject(prices)
      .meta({ id: 'SetPricesByPlatform', description: meanings.cpm_usd_by_platform })
      .nullish()
      .describe(meanings.cpm_usd_by_platform)
      .meta({ examples: [{ youtube: 25, tiktok: 8 }] }),
    audience: count
      .nullish()
      .describe(meanings.audience)
      .meta({ examples: [10_000] }),
  })
  .meta({ id: 'SetMediaPrices', description: 'Prices of a workspace; what is absent is removed.' });
export type SetMediaPrices = z.infer<typeof setMediaPrices>;

export const mediaPrices = z
  .looseObject({
    cpm_usd: z.number().nullable().describe(`${meanings.cpm_usd} null: none is set.`),
    cpm_usd_by_platform: z
      .looseObject(prices)
      .meta({ id: 'PricesByPlatform', description: meanings.cpm_usd_by_platform })
      .describe(meanings.cpm_usd_by_platform)
      .meta({ examples: [{ youtube: 25, tiktok: 8 }] }),
    audience: z
      .int()
      .nullable()
      .describe(`${meanings.audience} null: none is set.`)
      .meta({ examples: [10_000] }),
  })
  .meta({ id: 'MediaPrices', description: 'What views cost the workspace.' });
export type MediaPrices = z.infer<typeof mediaPrices>;
