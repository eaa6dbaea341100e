/** What the page shows, as the address stores it. */
import type {
  TrendGroup,
  TrendOrder,
  TrendPeriod,
  TrendsQuery,
  TrendVideosQuery,
} from '@reelsight/contract';
import { ownTimeZone } from '../../format/time-zone.ts';

export const choiceNames = [
  'by',
  'group',
  'campaign',
  'set',
  'tag',
  'since',
  'until',
  'measure',
  'series',
  'period',
] as const;
export type ChoiceName = (typeof choiceNames)[number];

export const periodNames = ['day', 'week', 'month'] as const satisfies readonly TrendPeriod[];
export const groupNames = [
  'brand',
  'channel',
  'platform',
  'follow',
] as const satisfies readonly TrendGroup[];

export interface TrendView {
  readonly by: TrendPeriod;
  readonly group: TrendGroup;
  readonly campaign: string;
  readonly set: string;
  readonly tag: string;
  readonly since: string;
  readonly until: string;
}

export function viewOf(search: URLSearchParams): TrendView {
  const text = (name: ChoiceName): string => search.get(name) ?? '';
  return {
    by: periodNames.find((name) => name === search.get('by')) ?? 'week',
    group: groupNames.find((name) => name === search.get('group')) ?? 'brand',
    campaign: text('campaign'),
    set: text('set'),
    tag: text('tag'),
    since: text('since'),
    until: text('until'),
  };
}

/** Changes one part of the address; whichever number was opened belongs to the old choice and is closed. */
export function withChoice(
  search: URLSearchParams,
  name: ChoiceName,
  value: string,
): URLSearchParams {
  const params = new URLSearchParams(search);
  if (value === '') params.delete(name);
  else params.set(name, value);

  if (name !== 'measure') {
    params.delete('series');
    params.delete('period');
  }

  return params;
}

/** The videos of the choice, in days of the reader's time zone. */
function videosOf({ campaign, set, tag, since, until }: TrendView) {
  return {
    time_zone: ownTimeZone(),
    ...(campaign && { campaign_id: campaign }),
    ...(set && { brand_set_id: set }),
    ...(tag && { tag: [tag] }),
    ...(since && { since }),
    ...(until && { until }),
  };
}

/** The series with most of a number; media values are counted only for themselves, as that takes longer. */
export const trendsQueryOf = (view: TrendView, orderBy: TrendOrder): TrendsQuery => ({
  ...videosOf(view),
  by: view.by,
  group_by: view.group,
  order_by: orderBy,
  ...(orderBy === 'media_value_usd' && { audience: 'views' as const }),
});

/** A number that was opened: what it is about, and the days it covers. */
export interface OpenNumber {
  readonly name: string | null;
  readonly id: string | null;
  readonly since: string;
  readonly until: string;
}

/** What a series is called: a Follow that was deleted has no name any more, and uploads have no channel. */
export const titleOf = ({ name, id }: Pick<OpenNumber, 'name' | 'id'>, group: TrendGroup): string =>
  name ?? (id === null ? withoutWords[group] : 'deleted Follow');

const withoutWords = {
  brand: 'no brand',
  channel: 'no known channel',
  platform: 'no platform',
  follow: 'not of a Follow',
} as const satisfies Record<TrendGroup, string>;

/** Whether the videos of a series can be asked for: not those that have no channel or Follow, such as uploads. */
export const isOpenable = ({ name, id }: Pick<OpenNumber, 'name' | 'id'>): boolean =>
  (id ?? name) !== null;

/** The videos behind a number. */
export function videosQueryOf(
  view: TrendView,
  { name, id, since, until }: OpenNumber,
): Omit<TrendVideosQuery, 'limit' | 'cursor'> {
  const query = { ...videosOf(view), since, until };
  if (view.group === 'brand') {
    // The set would add its other brands.
    const { brand_set_id: _set, ...rest } = query;
    return { ...rest, brands: name === null ? [] : [name] };
  }
  if (view.group === 'channel') return { ...query, channel: [id ?? name ?? ''] };
  if (view.group === 'platform') return { ...query, platform: [name ?? ''] };
  return { ...query, follow_id: [id ?? ''] };
}
