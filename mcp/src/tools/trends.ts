/** The tool that returns what brands come to over time. */
import type { Trends } from '@reelsight/sdk';
import { z } from 'zod';
import { cut, firstOf } from '../bounds.ts';
import { defined, fromVideoOutput, notice, noticeOutput } from '../fields.ts';
import { reads, tool } from '../tool.ts';

const text = (maxLength: number) => z.string().min(1).max(maxLength).optional();
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .optional();

type Numbers = Trends['series'][number]['total'];

const numbersOf = (total: Numbers) => ({
  videos: total.videos,
  seen_seconds: total.seen_seconds,
  equivalent_seconds: total.equivalent_seconds,
  share_of_voice: total.share_of_voice,
  mentions: total.mentions,
  videos_paid: total.videos_paid,
});

export const brandTrends = tool({
  name: 'brand_trends',
  title: 'Brands over time',
  description: 'What brands come to by day, week or month.',
  input: z.strictObject({
    by: z.enum(['day', 'week', 'month']).optional().describe('Default week.'),
    brands: z.array(z.string().max(200)).max(50).optional().describe('Only these.'),
    campaign: text(100).describe('Id or name.'),
    brand_set: text(100).describe('Id or name.'),
    since: day.describe('First day, YYYY-MM-DD.'),
    until: day.describe('Last day.'),
  }),
  output: z.looseObject({
    periods: z.array(z.string()).describe('First day of each period.'),
    videos_corrected_later: z.int().describe('Corrected or recounted after their period was over.'),
    notice: noticeOutput,
    from_video: fromVideoOutput({
      series: z.array(z.looseObject({})).describe('`seen_seconds` is of each period.'),
    }),
  }),
  annotations: reads,
  async run({ client, signal }, { campaign, brand_set: brandSet, ...filter }) {
    const campaigns = campaign === undefined ? [] : await client.campaigns.list({ signal });
    const sets = brandSet === undefined ? [] : await client.brandSets.list({ signal });
    const campaignId = campaigns.find(isNamed(campaign))?.campaign_id ?? campaign;
    const brandSetId = sets.find(isNamed(brandSet))?.brand_set_id ?? brandSet;
    const ids = { campaign_id: campaignId, brand_set_id: brandSetId };
    const trends = await client.trends.read(defined({ ...filter, ...ids, limit: 20 }), { signal });
    const limits = { most: 20, bytes: 12_000 };

    return {
      data: {
        since: trends.since,
        until: trends.until,
        videos: trends.videos,
        videos_corrected_later: trends.corrected?.videos ?? 0,
        periods: trends.periods.map(({ start }) => start),
        series_total: trends.series.length + trends.left_out.series,
        notice,
        from_video: {
          series: firstOf(trends.series, limits, (series: Trends['series'][number]) => ({
            name: series.name === null ? null : cut(series.name, 100),
            total: numbersOf(series.total),
            previous: numbersOf(series.previous),
            seen_seconds: series.periods.map(({ seen_seconds: seconds }) => seconds),
          })),
        },
      },
    };
  },
});

const isNamed =
  (reference: string | undefined) =>
  ({ name }: { readonly name: string }): boolean =>
    name.toLowerCase() === reference?.trim().toLowerCase();
