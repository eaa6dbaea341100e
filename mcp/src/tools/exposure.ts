/** The tool that returns the exposure of brands in videos. */
import { moneyLimits } from '@reelsight/contract/exposure-terms';
import type { Exposure } from '@reelsight/sdk';
import { z } from 'zod';
import { cut, firstOf } from '../bounds.ts';
import { fromVideoOutput, jobIdInput, notice, noticeOutput } from '../fields.ts';
import { reads, tool } from '../tool.ts';

const brand = z
  .looseObject({
    name: z.string(),
    seen_seconds: z.number().describe('How long it is in view, in seconds.'),
    share_of_video: z.number().describe('Of the length of the videos, 0 to 1.'),
    share_of_voice: z.number().describe('Of the seconds of all brands, 0 to 1.'),
    solus_seconds: z.number().describe('Seconds without any other brand.'),
    mean_size: z.number().describe('Average size, as a fraction of the picture.'),
    said_times: z.number().describe('How often it is said.'),
    equivalent_seconds: z
      .number()
      .describe('Seconds weighed by size, position, clarity and clutter; see `formula`.'),
    media_value_usd: z
      .number()
      .nullable()
      .describe('US dollars; null without a price and an audience.'),
    videos_not_valued: z
      .number()
      .optional()
      .describe('Videos that add nothing to the value: no audience or price is known.'),
    videos_paid: z
      .number()
      .optional()
      .describe('Videos that name it as paying; absent if unknown.'),
    videos_disclosed: z
      .number()
      .optional()
      .describe('Videos with a disclosure that names it. 0: none found, never "undisclosed".'),
  })
  .describe('A brand.');

export const brandExposure = tool({
  name: 'brand_exposure',
  title: 'Exposure',
  description:
    'Seconds in view, share of screen time, size and equivalent seconds of each brand over completed jobs. Money only with an audience and price of the user or the workspace; never guess them.',
  input: z.strictObject({
    job_ids: z.array(jobIdInput).min(1).max(100).describe('Completed jobs, 1 to 100.'),
    brands: z.array(z.string().min(1).max(200)).min(1).max(50).optional().describe('Absent: all.'),
    min_confidence: z.number().min(0).max(1).optional().describe('Leaves out less certain finds.'),
    cpm_usd: z
      .number()
      .min(moneyLimits.cpm_usd.least)
      .max(moneyLimits.cpm_usd.most)
      .optional()
      .describe("Price of 1,000 views of a 30-second spot. Absent: the workspace's."),
    audience: z
      .union([
        z.int().min(moneyLimits.audience.least).max(moneyLimits.audience.most),
        z.literal('views'),
      ])
      // The description says the rest in fewer bytes.
      .meta({ anyOf: undefined, type: ['integer', 'string'] })
      .optional()
      .describe("The user's number of viewers of each video, or `views`: those known of each."),
  }),
  output: z.looseObject({
    formula: z.string().describe('How equivalent seconds and money are computed.'),
    videos: z.number().describe('How many videos count.'),
    seconds_total: z.number().describe('Length of all of them, in seconds.'),
    videos_not_valued: z
      .number()
      .optional()
      .describe('Videos without a known audience or price; they count in all but money.'),
    brands_total: z.number().describe('How many brands there are; at most 40 are listed.'),
    notice: noticeOutput,
    from_video: fromVideoOutput({ brands: z.array(brand) }),
  }),
  annotations: reads,
  async run({ client, signal }, { job_ids, brands, ...options }) {
    const request = { job_ids, ...options, ...(brands && { brands }) };
    const exposure = await client.exposure(request, { signal });
    const limits = { most: 40, bytes: 12_000 };

    return {
      data: {
        formula: exposure.formula.text,
        videos: exposure.videos.length,
        seconds_total: exposure.seconds_total,
        ...(exposure.videos_not_valued !== undefined && {
          videos_not_valued: exposure.videos_not_valued,
        }),
        brands_total: exposure.brands.length,
        notice,
        from_video: {
          brands: firstOf(exposure.brands, limits, (entry: Exposure['brands'][number]) => ({
            name: cut(entry.name, 100),
            seen_seconds: entry.seen_seconds,
            share_of_video: entry.share_of_video,
            share_of_voice: entry.share_of_voice,
            solus_seconds: entry.solus_seconds,
            mean_size: entry.mean_size,
            said_times: entry.said.times,
            equivalent_seconds: entry.equivalent_seconds,
            media_value_usd: entry.media_value_usd,
            ...(entry.videos_not_valued !== undefined && {
              videos_not_valued: entry.videos_not_valued,
            }),
            ...(entry.disclosure && {
              videos_paid: entry.disclosure.videos_paid,
              videos_disclosed: entry.disclosure.videos_disclosed,
            }),
          })),
        },
      },
    };
  },
});
