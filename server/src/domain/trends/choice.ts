/** Resolves which videos and brands a request about trends means, by its campaign, brand set and library. */
import { Fault, type TrendVideosQuery } from '@reelsight/contract';
import { identityOf } from '../../analysis/name-key.ts';
import type { Queryable } from '../../db/database.ts';
import { isFollowKnown } from '../../db/follows.ts';
import { isId } from '../../db/id.ts';
import type { NameFolds, TrendChoice } from '../../db/trends/trends.ts';
import { type FoldedLibrary, foldedLibrary } from '../brands/folded-library.ts';
import type { Domain } from '../domain.ts';
import { mustFindBrandSet } from './brand-sets.ts';
import { mustFindCampaign } from './campaigns.ts';

/** What a request says about videos and brands; times are resolved apart. */
export type ChoiceQuery = Omit<TrendVideosQuery, 'limit' | 'cursor'>;

/** Names of brands as they count together: the names of the library, each with its other names. */
export interface BrandNames extends Pick<FoldedLibrary, 'counted' | 'otherNames'> {
  /** Identities of the brands that were chosen, in their order; null for all. */
  readonly chosen: readonly string[] | null;
  /** Identity of the own brand of the brand set; null if there is none. */
  readonly own: string | null;
  /** How the brands are spelled that were chosen, by identity; those of the library if all count. */
  readonly spellings: ReadonlyMap<string, string>;
}

export interface Choice
  extends Pick<TrendChoice, 'workspaceId' | 'tags' | 'followIds' | 'channels' | 'platforms'> {
  readonly brands: BrandNames;
  /** First and last day: the narrower of those of the campaign and of the request. */
  readonly since: string | undefined;
  readonly until: string | undefined;
}

/** Throws Fault NOT_FOUND if the campaign, brand set or a Follow of the request does not exist. */
export async function choiceOf(
  domain: Domain,
  workspaceId: string,
  query: ChoiceQuery,
): Promise<Choice> {
  const campaign =
    query.campaign_id === undefined
      ? undefined
      : (await mustFindCampaign(domain.db, workspaceId, query.campaign_id)).videos;

  for (const id of query.follow_id ?? [])
    if (!isId(id) || !(await isFollowKnown(domain.db, workspaceId, id)))
      throw new Fault('NOT_FOUND', id, { text: `There is no Follow ${id}.` });

  const lists = (...choices: (readonly string[] | null | undefined)[]): (readonly string[])[] =>
    choices.filter((list) => list != null);
  const library = await foldedLibrary(domain, domain.db, workspaceId);
  return {
    workspaceId,
    tags: lists(campaign?.tags, query.tag),
    followIds: lists(campaign?.follow_ids, query.follow_id),
    channels: lists(campaign?.channels, query.channel),
    platforms: lists(campaign?.platforms, query.platform),
    brands: await brandNames(domain.db, workspaceId, query, library),
    since: [campaign?.since, query.since]
      .filter((day) => day != null)
      .sort()
      .at(-1),
    until: [campaign?.until, query.until].filter((day) => day != null).sort()[0],
  };
}

/** Throws Fault NOT_FOUND if there is no such brand set. */
export async function brandNames(
  db: Queryable,
  workspaceId: string,
  { brand_set_id: setId, brands }: Pick<ChoiceQuery, 'brand_set_id' | 'brands'>,
  { counted, otherNames, spellings }: FoldedLibrary,
): Promise<BrandNames> {
  const set = setId === undefined ? undefined : await mustFindBrandSet(db, workspaceId, setId);
  if (!set && !brands) return { chosen: null, own: null, counted, otherNames, spellings };

  const keyOf = (name: string): string => {
    const identity = identityOf(name);
    return counted.get(identity) ?? identity;
  };
  const chosen = new Map<string, string>();
  for (const name of [...(set?.own ? [set.own] : []), ...(set?.brands ?? []), ...(brands ?? [])]) {
    const key = keyOf(name);
    if (!chosen.has(key)) chosen.set(key, spellings.get(key) ?? name);
  }

  return {
    chosen: [...chosen.keys()],
    own: set?.own ? keyOf(set.own) : null,
    counted,
    otherNames,
    spellings: chosen,
  };
}

/** Identities of all names under which brands are stored. */
export const storedKeys = (
  { otherNames }: Pick<BrandNames, 'otherNames'>,
  brands: readonly string[],
): readonly string[] => [...brands, ...brands.flatMap((brand) => otherNames.get(brand) ?? [])];

/** The names that count as one of the brands, and the brands that have such names as themselves. */
export function foldsOf(
  { otherNames }: Pick<BrandNames, 'otherNames'>,
  brands: Iterable<string>,
): NameFolds {
  const folds = [...brands].flatMap((brand) => {
    const names = otherNames.get(brand);
    return names ? [brand, ...names].map((name) => [name, brand] as const) : [];
  });
  return {
    names: folds.map(([name]) => name),
    brands: folds.map(([, brand]) => brand),
  };
}
