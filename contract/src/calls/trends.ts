/** The calls for trends over time, and for the campaigns and brand sets that they can be asked for. */
import { z } from 'zod';
import { brandSet, brandSetEntry, brandSetLimits } from '../brand-set.ts';
import { campaign, campaignEntry, campaignLimits } from '../campaign.ts';
import { type Trends, trends, trendsQuery, trendVideo, trendVideosQuery } from '../trends.ts';
import { exampleIds } from './example-ids.ts';
import { type CallRow, created, noContent, oneAnswer, type Param, page } from './row.ts';

const campaignId = {
  description: 'Id of the campaign.',
  example: exampleIds.campaign,
} as const satisfies Param;
const brandSetId = {
  description: 'Id of the brand set.',
  example: exampleIds.brandSet,
} as const satisfies Param;

const week = {
  videos: 3,
  appearances: 7,
  seen_seconds: 31.4,
  equivalent_seconds: 12.2,
  share_of_voice: 0.5233,
  mentions: 4,
  videos_paid: 1,
  videos_disclosed: 1,
  paid_seen_seconds: 8.5,
  paid_mentions: 2,
};
const weekBefore = { ...week, videos: 2, seen_seconds: 20.1, equivalent_seconds: 8.1 };

const exampleTrends: Trends = {
  by: 'week',
  group_by: 'brand',
  time_zone: 'Europe/Berlin',
  since: '2026-11-02',
  until: '2026-11-08',
  videos: 4,
  previous_videos: 3,
  videos_undated: 0,
  corrected: { videos: 1, corrections: 2, recounts: 0, last_at: '2026-11-10T08:12:00.000Z' },
  periods: [
    {
      start: '2026-11-02',
      end: '2026-11-08',
      complete: true,
      videos: 4,
      video_seconds: 1840,
      seen_seconds: 60,
      equivalent_seconds: 21.9,
      mentions: 9,
    },
  ],
  series: [{ name: 'Nike', id: null, total: week, previous: weekBefore, periods: [week] }],
  left_out: { series: 2, seen_seconds: 28.6, equivalent_seconds: 9.7, mentions: 5 },
};

const campaignFields = {
  name: 'Spring campaign',
  videos: { tags: ['spring'], platforms: ['youtube'], since: '2026-03-01', until: '2026-05-31' },
  brand_set_id: exampleIds.brandSet,
};
const exampleCampaign = {
  campaign_id: exampleIds.campaign,
  ...campaignFields,
  updated_at: '2026-11-05T11:42:00.000Z',
};

const brandSetFields = { name: 'Shoes', own: 'Nike', brands: ['Adidas', 'Puma'] };
const exampleBrandSet = {
  brand_set_id: exampleIds.brandSet,
  ...brandSetFields,
  updated_at: '2026-11-05T11:42:00.000Z',
};

const wrongChoice =
  'A campaign, brand set or Follow that does not exist is NOT_FOUND. A stretch of more than 400 periods, or one that ends before it begins, is VALIDATION_FAILED.';

export const trendCalls = {
  getTrends: {
    method: 'GET',
    tag: 'Trends',
    summary: 'Read what brands come to by day, week or month.',
    description: `Counted from what is kept with each completed job that asked for \`brands\`, with corrections; of several analyses of one video the newest counts. Without \`since\` and \`until\`: the last twelve periods up to today. ${wrongChoice} docs/trends.md explains each number.`,
    key: { scope: 'jobs:read', path: '/v1/trends' },
    query: trendsQuery,
    answers: oneAnswer(trends, exampleTrends, 'The trends.'),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  },
  getTrendsFile: {
    method: 'GET',
    tag: 'Trends',
    summary: 'Read trends as a CSV file.',
    description:
      'A row for each series and period, with the same numbers as `GET /v1/trends`. Its warnings are columns at the end, with the same value in each row, which are absent without a warning: `incomplete`, and `corrected_videos` with `corrected_last_at` for `corrected`.',
    key: { scope: 'jobs:read', path: '/v1/trends.csv' },
    query: trendsQuery,
    answers: [
      {
        status: 200,
        description: 'The file.',
        contentType: 'text/csv',
        text: 'start,end,complete,brand,videos,appearances,seen_seconds\r\n2026-11-02,2026-11-08,true,Nike,3,7,31.4\r\n',
        headers: {
          'Content-Disposition': {
            description: '`attachment` with a file name.',
            example: 'attachment; filename="trends.csv"',
          },
        },
      },
    ],
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  },
  listTrendVideos: {
    method: 'GET',
    tag: 'Trends',
    summary: 'List the videos behind a number of a trend.',
    description: `Those with the most equivalent seconds of the chosen brands first. With brands, only videos in which one of them is seen or said. ${wrongChoice}`,
    key: { scope: 'jobs:read', path: '/v1/trends/videos' },
    query: trendVideosQuery,
    answers: page(
      z.array(trendVideo),
      [
        {
          job_id: exampleIds.job,
          title: 'New shoes, tested',
          platform: 'youtube',
          channel: 'Runner’s Weekly',
          channel_url: 'https://www.youtube.com/@runnersweekly',
          dated_at: '2026-11-03T09:00:00.000Z',
          published: true,
          duration_seconds: 61.3,
          appearances: 2,
          seen_seconds: 3.5,
          equivalent_seconds: 1.4,
          mentions: 1,
          paid: false,
          corrected_at: '2026-11-10T08:12:00.000Z',
          moment: 12.5,
        },
      ],
      'A page of videos.',
    ),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  },
  listCampaigns: {
    method: 'GET',
    tag: 'Campaigns',
    summary: 'List the campaigns of the workspace.',
    description: `In the order of their names, at most ${campaignLimits.campaigns}.`,
    key: { scope: 'jobs:read', path: '/v1/campaigns' },
    answers: oneAnswer(z.array(campaign), [exampleCampaign]),
    errors: [],
  },
  getCampaign: {
    method: 'GET',
    tag: 'Campaigns',
    summary: 'Read a campaign.',
    description: 'Which videos belong to it, and the brand set shown with it.',
    key: { scope: 'jobs:read', path: '/v1/campaigns/:id' },
    params: { id: campaignId },
    answers: oneAnswer(campaign, exampleCampaign),
    errors: ['NOT_FOUND'],
  },
  createCampaign: {
    method: 'POST',
    tag: 'Campaigns',
    summary: 'Save a choice of videos under a name.',
    description: `A name that a campaign has already, a Follow or brand set that does not exist, and an \`until\` before \`since\` are VALIDATION_FAILED. A workspace has at most ${campaignLimits.campaigns} campaigns.`,
    audit: 'campaign.created',
    key: { scope: 'jobs:write', path: '/v1/campaigns' },
    body: campaignEntry,
    example: campaignFields,
    answers: created(campaign, exampleCampaign),
    errors: ['VALIDATION_FAILED'],
  },
  changeCampaign: {
    method: 'PUT',
    tag: 'Campaigns',
    summary: 'Replace a campaign.',
    description: 'Replaces all of it. What was reported before stays as it is.',
    audit: 'campaign.changed',
    key: { scope: 'jobs:write', path: '/v1/campaigns/:id' },
    params: { id: campaignId },
    body: campaignEntry,
    example: campaignFields,
    answers: oneAnswer(campaign, exampleCampaign),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  },
  deleteCampaign: {
    method: 'DELETE',
    tag: 'Campaigns',
    summary: 'Delete a campaign.',
    description: 'Its videos stay.',
    audit: 'campaign.deleted',
    key: { scope: 'jobs:write', path: '/v1/campaigns/:id' },
    params: { id: campaignId },
    answers: noContent('Deleted.'),
    errors: ['NOT_FOUND'],
  },
  listBrandSets: {
    method: 'GET',
    tag: 'Brand sets',
    summary: 'List the brand sets of the workspace.',
    description: `In the order of their names, at most ${brandSetLimits.sets}.`,
    key: { scope: 'jobs:read', path: '/v1/brand-sets' },
    answers: oneAnswer(z.array(brandSet), [exampleBrandSet]),
    errors: [],
  },
  getBrandSet: {
    method: 'GET',
    tag: 'Brand sets',
    summary: 'Read a brand set.',
    description: 'A brand and its rivals.',
    key: { scope: 'jobs:read', path: '/v1/brand-sets/:id' },
    params: { id: brandSetId },
    answers: oneAnswer(brandSet, exampleBrandSet),
    errors: ['NOT_FOUND'],
  },
  createBrandSet: {
    method: 'POST',
    tag: 'Brand sets',
    summary: 'Save a brand and its rivals under a name.',
    description: `A set without any brand, and a name that a set has already, are VALIDATION_FAILED. A workspace has at most ${brandSetLimits.sets} sets.`,
    audit: 'brand_set.created',
    key: { scope: 'jobs:write', path: '/v1/brand-sets' },
    body: brandSetEntry,
    example: brandSetFields,
    answers: created(brandSet, exampleBrandSet),
    errors: ['VALIDATION_FAILED'],
  },
  changeBrandSet: {
    method: 'PUT',
    tag: 'Brand sets',
    summary: 'Replace a brand set.',
    description: 'Replaces all of it, also in the campaigns that show it.',
    audit: 'brand_set.changed',
    key: { scope: 'jobs:write', path: '/v1/brand-sets/:id' },
    params: { id: brandSetId },
    body: brandSetEntry,
    example: brandSetFields,
    answers: oneAnswer(brandSet, exampleBrandSet),
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  },
  deleteBrandSet: {
    method: 'DELETE',
    tag: 'Brand sets',
    summary: 'Delete a brand set.',
    description: 'Campaigns that show it show none then.',
    audit: 'brand_set.deleted',
    key: { scope: 'jobs:write', path: '/v1/brand-sets/:id' },
    params: { id: brandSetId },
    answers: noContent('Deleted.'),
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, CallRow>;
