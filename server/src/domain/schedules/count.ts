/** Counts what a run reports: its videos, and the numbers of their brands. */
import {
  type ScheduleEvery,
  scheduleLimits,
  type TrendsQuery,
  type VideoChoice,
} from '@reelsight/contract';
import { identityOf } from '../../analysis/name-key.ts';
import { namesOfBrands } from '../../db/brands/brand-library.ts';
import type { RunNumbers } from '../../db/schedules/runs.ts';
import type { ScheduleRow } from '../../db/schedules/schedules.ts';
import { foldedLibrary } from '../brands/folded-library.ts';
import type { Domain } from '../domain.ts';
import { mustFindBrandSet } from '../trends/brand-sets.ts';
import { mustFindCampaign } from '../trends/campaigns.ts';
import { readTrends, readTrendVideos } from '../trends/trends.ts';
import type { RunPeriod } from './times.ts';

/** What a schedule reports, resolved as it is at the moment. */
export interface RunChoice {
  readonly workspaceId: string;
  readonly campaignId: string | null;
  /** The first and last day of the campaign, where it has them. */
  readonly days: Pick<VideoChoice, 'since' | 'until'>;
  readonly brandSetId: string | null;
  readonly timeZone: string;
  readonly by: ScheduleEvery['period'];
  /** Names of the brand set; null for all brands. */
  readonly brands: readonly string[] | null;
  /** Says the same as another one if both choose the same videos and brands. */
  readonly text: string;
}

/** Throws Fault NOT_FOUND if the campaign or the brand set is gone. */
export async function choiceOfSchedule(domain: Domain, schedule: ScheduleRow): Promise<RunChoice> {
  const { workspace_id: workspaceId, campaign_id: campaignId, time_zone: timeZone } = schedule;
  const campaign = campaignId && (await mustFindCampaign(domain.db, workspaceId, campaignId));
  const brandSetId = schedule.brand_set_id ?? (campaign ? campaign.brand_set_id : null);
  const set = brandSetId && (await mustFindBrandSet(domain.db, workspaceId, brandSetId));
  const brands = set ? [...(set.own === null ? [] : [set.own]), ...set.brands] : null;
  const by = schedule.every.period;
  const text = JSON.stringify([campaign ? campaign.videos : null, brands, timeZone, by]);

  const days = campaign ? campaign.videos : {};

  return { workspaceId, campaignId, days, brandSetId, timeZone, by, brands, text };
}

export interface CountedPeriod {
  readonly numbers: RunNumbers;
  /** Those with the most equivalent seconds first. */
  readonly jobIds: readonly string[];
}

/** Counts a period; of more than `videos` videos, only as many are named. */
export async function countPeriod(
  domain: Domain,
  choice: RunChoice,
  { start, end }: RunPeriod,
  videos: number,
): Promise<CountedPeriod> {
  const { workspaceId, campaignId, brandSetId, timeZone } = choice;
  const ofVideos: Pick<TrendsQuery, 'campaign_id' | 'since' | 'until' | 'time_zone'> = {
    ...(campaignId !== null && { campaign_id: campaignId }),
    since: start,
    until: end,
    time_zone: timeZone,
  };
  if (isOutside(choice, { start, end })) return nothing;

  const trends = await readTrends(domain, workspaceId, {
    ...ofVideos,
    ...(brandSetId !== null && { brand_set_id: brandSetId }),
    by: choice.by,
    limit: scheduleLimits.comparedBrands,
  });
  const page = { after: null, limit: videos };
  const chosen = await readTrendVideos(domain, workspaceId, ofVideos, page);
  const period = trends.periods[0];

  return {
    numbers: {
      videos: trends.videos,
      seen_seconds: period?.seen_seconds ?? 0,
      equivalent_seconds: period?.equivalent_seconds ?? 0,
      mentions: period?.mentions ?? 0,
      brands: trends.series.map(({ name, own: isOwn, total }) => ({
        name: name ?? '',
        ...(isOwn && { own: isOwn }),
        numbers: total,
      })),
    },
    jobIds: chosen.map(({ job_id: id }) => id),
  };
}

const nothing: CountedPeriod = {
  numbers: { videos: 0, seen_seconds: 0, equivalent_seconds: 0, mentions: 0, brands: [] },
  jobIds: [],
};

/** Whether the days of the campaign are all before or after the period. */
const isOutside = ({ days: { since, until } }: RunChoice, { start, end }: RunPeriod): boolean =>
  (since != null && since > end) || (until != null && until < start);

/** All names under which the brands of a set are found in results; null for all brands. */
export async function reportedBrands(
  domain: Domain,
  { workspaceId, brands }: RunChoice,
): Promise<readonly string[] | null> {
  if (!brands) return null;
  const setKeys = new Set(brands.map(identityOf));
  const library = await foldedLibrary(domain, domain.db, workspaceId);
  const meantIds = library.brands
    .filter(({ identity, aliases }) => [identity, ...aliases].some((key) => setKeys.has(key)))
    .map(({ id }) => id);
  const rows = await namesOfBrands(domain.db, workspaceId, meantIds);
  const otherNames = rows.flatMap(({ name, aliases }) => [name, ...aliases]);
  return [...new Set([...brands, ...otherNames])];
}
