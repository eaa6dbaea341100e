/** `reelsight trends`, `reelsight campaigns …` and `reelsight brand-sets …` */
import type { BrandSet, Campaign, Client, NewBrandSet, NewCampaign, Trends } from '@reelsight/sdk';
import { exitCode, RefusedError, UsageError } from './exit-code.ts';
import { findByName, findNamed } from './named.ts';
import { print, type ReadOptions } from './output.ts';
import { type Environment, openSession } from './session.ts';
import { lengthText, percentText, plural, table } from './words.ts';

interface ChoiceOptions extends ReadOptions {
  readonly tag?: readonly string[];
  readonly follow?: readonly string[];
  readonly channel?: readonly string[];
  readonly platform?: readonly string[];
  readonly since?: string;
  readonly until?: string;
}

export interface TrendsOptions extends ChoiceOptions {
  readonly by: 'day' | 'week' | 'month';
  readonly groupBy: 'brand' | 'channel' | 'platform' | 'follow';
  readonly campaign?: string;
  readonly brandSet?: string;
  readonly brand?: readonly string[];
  readonly timeZone?: string;
  readonly orderBy: 'equivalent_seconds' | 'seen_seconds' | 'videos' | 'mentions' | 'videos_paid';
  readonly limit?: number;
  readonly csv?: boolean;
}

export async function printTrends(
  options: TrendsOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const filter = await filterOf(client, options, signal);
  if (options.csv) {
    const { blob } = await client.trends.csv(filter, { signal });
    environment.stdout.write(await blob.text());
    return exitCode.done;
  }

  const trends = await client.trends.read(filter, { signal });
  return print(environment, options, { json: trends, text: textOf(trends) });
}

async function filterOf(client: Client, options: TrendsOptions, signal: AbortSignal) {
  const { by, groupBy, tag, follow, channel, platform, since, until, brand, limit } = options;
  const campaign = options.campaign && (await findCampaign(client, options.campaign, signal));
  const brandSet = options.brandSet && (await findBrandSet(client, options.brandSet, signal));
  return {
    by,
    group_by: groupBy,
    order_by: options.orderBy,
    ...(campaign && { campaign_id: campaign.campaign_id }),
    ...(brandSet && { brand_set_id: brandSet.brand_set_id }),
    ...(tag && { tag: [...tag] }),
    ...(follow && { follow_id: [...follow] }),
    ...(channel && { channel: [...channel] }),
    ...(platform && { platform: [...platform] }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(brand && { brands: [...brand] }),
    ...(options.timeZone !== undefined && { time_zone: options.timeZone }),
    ...(limit !== undefined && { limit }),
  };
}

function textOf({ group_by: group, series, periods, left_out, ...trends }: Trends): string[] {
  const rows = series.map(({ name, id, total, previous, periods: numbers }) => [
    name ?? id ?? 'none',
    lengthText(total.seen_seconds),
    changeText(total.seen_seconds, previous.seen_seconds),
    lengthText(total.equivalent_seconds),
    percentText(total.share_of_voice),
    `${total.videos}`,
    `${total.mentions} ×`,
    numbers.map(({ seen_seconds: seconds }) => Math.round(seconds)).join(' '),
  ]);
  const head = [
    titles[group],
    'Seen',
    'Change',
    'Equivalent',
    'Share',
    'Videos',
    'Said',
    `Seconds by ${trends.by}`,
  ];
  const undated =
    trends.videos_undated > 0 ? `; ${trends.videos_undated} by the day of their job` : '';
  const unlisted = left_out.series > 0 ? [`${left_out.series} more not listed`] : [];

  const corrected = trends.corrected
    ? [
        `${plural(trends.corrected.videos, 'video')} corrected or recounted after the ${trends.by} had ended, the last ${trends.corrected.last_at.slice(0, 10)}: reports made before have other numbers`,
      ]
    : [];

  return [
    `${plural(trends.videos, 'video')} from ${trends.since} to ${trends.until}, ${plural(periods.length, trends.by)}${undated}`,
    ...(rows.length > 0 ? table(head, rows) : ['No brand was found.']),
    ...unlisted,
    ...corrected,
  ];
}

const titles = { brand: 'Brand', channel: 'Channel', platform: 'Platform', follow: 'Follow' };

/** Compared with as many days before; `new` if there was nothing then. */
function changeText(current: number, previous: number): string {
  if (previous === 0) return current > 0 ? 'new' : '-';
  const percent = Math.round((100 * (current - previous)) / previous);
  return `${percent > 0 ? '+' : ''}${percent} %`;
}

export async function listCampaigns(
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const campaigns = await client.campaigns.list({ signal: environment.signal });
  const rows = campaigns.map(({ campaign_id: id, name, videos }) => [id, name, choiceText(videos)]);
  return print(environment, options, {
    json: campaigns,
    text: table(['Campaign', 'Name', 'Videos'], rows),
  });
}

/** `tags spring; since 2026-03-01` */
function choiceText({ since, until, ...lists }: Campaign['videos']): string {
  const parts = Object.entries(lists).flatMap(([field, values]) =>
    Array.isArray(values) ? [`${field.replace('_ids', 's')} ${values.join(', ')}`] : [],
  );
  const days = [since && `since ${since}`, until && `until ${until}`].filter(Boolean);
  return [...parts, ...days].join('; ') || 'all';
}

export interface SaveCampaignOptions extends ChoiceOptions {
  readonly brandSet?: string;
}

/** Creates the campaign, or replaces an existing one of this name. */
export async function saveCampaign(
  name: string,
  options: SaveCampaignOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const { tag, follow, channel, platform, since, until } = options;
  const brandSet = options.brandSet && (await findBrandSet(client, options.brandSet, signal));
  const campaign: NewCampaign = {
    name,
    videos: {
      ...(tag && { tags: [...tag] }),
      ...(follow && { follow_ids: [...follow] }),
      ...(channel && { channels: [...channel] }),
      ...(platform && { platforms: [...platform] }),
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
    },
    ...(brandSet && { brand_set_id: brandSet.brand_set_id }),
  };
  const existing = findByName(await client.campaigns.list({ signal }), name);
  const saved = existing
    ? await client.campaigns.replace(existing.campaign_id, campaign, { signal })
    : await client.campaigns.create(campaign, { signal });

  return print(environment, options, {
    json: saved,
    text: [`${saved.campaign_id} ${saved.name}: ${choiceText(saved.videos)}`],
  });
}

export async function deleteCampaign(
  reference: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const { campaign_id: id, name } = await findCampaign(client, reference, signal);
  await client.campaigns.delete(id, { signal });
  return print(environment, options, { json: null, text: [`${name} deleted`] });
}

export async function listBrandSets(
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const sets = await client.brandSets.list({ signal: environment.signal });
  const rows = sets.map((set) => [set.brand_set_id, set.name, brandsText(set)]);
  return print(environment, options, {
    json: sets,
    text: table(['Brand set', 'Name', 'Brands'], rows),
  });
}

const brandsText = ({ own: ownBrand, brands }: BrandSet): string =>
  ownBrand === null ? brands.join(', ') : `${ownBrand}; rivals ${brands.join(', ') || 'none'}`;

export interface SaveBrandSetOptions extends ReadOptions {
  readonly own?: string;
  readonly brand?: readonly string[];
}

/** Creates the brand set, or replaces an existing one of this name. */
export async function saveBrandSet(
  name: string,
  { own: ownBrand, brand = [], ...options }: SaveBrandSetOptions,
  environment: Environment,
): Promise<number> {
  if (ownBrand === undefined && brand.length === 0) throw new UsageError('Name --own or --brand.');

  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const set: NewBrandSet = {
    name,
    brands: [...brand],
    ...(ownBrand !== undefined && { own: ownBrand }),
  };
  const existing = findByName(await client.brandSets.list({ signal }), name);
  const saved = existing
    ? await client.brandSets.replace(existing.brand_set_id, set, { signal })
    : await client.brandSets.create(set, { signal });

  return print(environment, options, {
    json: saved,
    text: [`${saved.brand_set_id} ${saved.name}: ${brandsText(saved)}`],
  });
}

export async function deleteBrandSet(
  reference: string,
  options: ReadOptions,
  environment: Environment,
): Promise<number> {
  const { client } = await openSession(environment, options);
  const { signal } = environment;
  const { brand_set_id: id, name } = await findBrandSet(client, reference, signal);
  await client.brandSets.delete(id, { signal });
  return print(environment, options, { json: null, text: [`${name} deleted`] });
}

/** Finds a campaign by id or name. Throws RefusedError. */
async function findCampaign(
  client: Client,
  reference: string,
  signal: AbortSignal,
): Promise<Campaign> {
  const campaigns = await client.campaigns.list({ signal });
  const campaign = findNamed(campaigns, ({ campaign_id: id }) => id, reference);
  if (campaign) return campaign;
  throw new RefusedError(`NOT_FOUND: there is no campaign ${reference}.`);
}

/** Finds a brand set by id or name. Throws RefusedError. */
async function findBrandSet(
  client: Client,
  reference: string,
  signal: AbortSignal,
): Promise<BrandSet> {
  const sets = await client.brandSets.list({ signal });
  const set = findNamed(sets, ({ brand_set_id: id }) => id, reference);
  if (set) return set;
  throw new RefusedError(`NOT_FOUND: there is no brand set ${reference}.`);
}
