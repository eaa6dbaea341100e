/** Campaigns: a choice of videos under a name, which trends, reports by schedule and alerts can be asked for. */
import { z } from 'zod';
import { textOf, timestamp } from './text.ts';
import { videoChoice } from './video-choice.ts';

export const campaignLimits = { campaigns: 200 } as const;

const name = textOf(100)
  .describe('Name of the campaign, at most 100 characters.')
  .meta({ examples: ['Spring campaign'] });

/** Body of `POST /v1/campaigns` and `PUT /v1/campaigns/:id`. */
export const campaignEntry = z
  .strictObject({
    name,
    videos: videoChoice.describe(
      'Which videos belong to it, now and later. Without any field: all of the workspace.',
    ),
    brand_set_id: textOf(100)
      .nullish()
      .describe('The brand set that is shown with it, `set_…`. Null or absent: none.'),
  })
  .meta({ id: 'CampaignEntry', description: 'A choice of videos, under a name.' });
export type CampaignEntry = z.infer<typeof campaignEntry>;

export const campaign = z
  .looseObject({
    campaign_id: z.string().describe('Id of the campaign, `cmp_…`.'),
    name: z.string().describe('Its name.'),
    videos: videoChoice.describe('Which videos belong to it.'),
    brand_set_id: z
      .string()
      .nullable()
      .describe('The brand set that is shown with it; null if none, or if it was deleted.'),
    updated_at: timestamp.describe('When it last changed.'),
  })
  .meta({ id: 'Campaign', description: 'A choice of videos, under a name.' });
export type Campaign = z.infer<typeof campaign>;
