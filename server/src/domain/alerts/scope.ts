/** Resolves which videos and brands an alert is about, and says what is missing. */
import type { AlertCondition, VideoChoice } from '@reelsight/contract';
import { identityOf } from '../../analysis/name-key.ts';
import type { Queryable } from '../../db/database.ts';
import { findBrandSetRow } from '../../db/trends/brand-sets.ts';
import { type CampaignRow, findCampaignRow } from '../../db/trends/campaigns.ts';
import type { TrendChoice } from '../../db/trends/trends.ts';
import type { FoldedLibrary } from '../brands/folded-library.ts';
import { type BrandNames, brandNames, foldsOf, storedKeys } from '../trends/choice.ts';
import { timesOf } from '../trends/periods.ts';
import type { ConditionBrands } from './conditions.ts';

/** What an alert is about, whether it is stored or only previewed. */
export interface ScopeFields {
  readonly condition: AlertCondition;
  readonly campaign_id: string | null;
  readonly videos: VideoChoice | null;
  readonly time_zone: string;
}

export interface Scope {
  /** The videos, and all names under which the brands are stored. */
  readonly choice: TrendChoice;
  readonly names: ConditionBrands;
  /** Identity of the brand of a condition `passed`; its rivals are the others. */
  readonly own: string | null;
}

/** Why an alert can find nothing. */
export interface ScopeProblem {
  /** A sentence for people. */
  readonly problem: string;
  /** The field of the alert that names what is missing. */
  readonly field: 'campaign_id' | 'condition.brand_set_id';
}

/** What is missing; undefined if everything that the alert names exists. */
export async function problemOf(
  db: Queryable,
  workspaceId: string,
  fields: NamingFields,
): Promise<ScopeProblem | undefined> {
  const things = await namedThings(db, workspaceId, fields);
  return 'problem' in things ? things : undefined;
}

type NamingFields = Pick<ScopeFields, 'condition' | 'campaign_id'>;

async function namedThings(
  db: Queryable,
  workspaceId: string,
  { condition, campaign_id: campaignId }: NamingFields,
): Promise<{ readonly campaign: CampaignRow | undefined } | ScopeProblem> {
  const campaign =
    campaignId === null ? undefined : await findCampaignRow(db, workspaceId, campaignId);
  if (campaignId !== null && !campaign)
    return { problem: 'Its campaign was deleted.', field: 'campaign_id' };

  const setId = brandSetOf(condition);
  if (setId && !(await findBrandSetRow(db, workspaceId, setId)))
    return { problem: 'Its brand set was deleted.', field: 'condition.brand_set_id' };

  return { campaign };
}

export async function scopeOf(
  db: Queryable,
  workspaceId: string,
  fields: ScopeFields,
  library: FoldedLibrary,
): Promise<Scope | ScopeProblem> {
  const things = await namedThings(db, workspaceId, fields);
  if ('problem' in things) return things;

  const { campaign } = things;
  const { condition, videos: ownVideos, time_zone: timeZone } = fields;
  const setId = brandSetOf(condition);
  const query = { ...(setId && { brand_set_id: setId }), brands: brandsOf(condition) };
  const names = await brandNames(db, workspaceId, query, library);
  const videos = campaign?.videos ?? ownVideos ?? {};
  const chosen = names.chosen ?? [];
  const lists = (list: readonly string[] | null | undefined): (readonly string[])[] =>
    list ? [list] : [];

  return {
    choice: {
      workspaceId,
      ...timesOf(videos, timeZone),
      tags: lists(videos.tags),
      followIds: lists(videos.follow_ids),
      channels: lists(videos.channels),
      platforms: lists(videos.platforms),
      brandKeys: storedKeys(names, chosen),
      folds: foldsOf(names, chosen),
    },
    names: { chosen, counted: names.counted, spellings: names.spellings },
    own: condition.type === 'passed' ? keyIn(names, condition.brand) : null,
  };
}

const brandSetOf = (condition: AlertCondition): string | undefined =>
  ('brand_set_id' in condition ? condition.brand_set_id : undefined) ?? undefined;

const brandsOf = (condition: AlertCondition): string[] =>
  condition.type === 'passed'
    ? [condition.brand, ...condition.rivals]
    : [...(condition.brands ?? [])];

const keyIn = ({ counted }: BrandNames, name: string): string =>
  counted.get(identityOf(name)) ?? identityOf(name);
