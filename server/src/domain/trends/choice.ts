/** Resolves which videos and brands a request about trends means, by its campaign, brand set and library. */
import { Fault, type TrendVideosQuery } from '@reelsight/contract';
import { identityOf } from '../../analysis/name-key.ts';
import { type BrandRow, listBrandRows } from '../../db/brands/brand-library.ts';
import type { Queryable } from '../../db/database.ts';
import { isFollowKnown } from '../../db/follows.ts';
import { isId } from '../../db/id.ts';
import type { NameFolds, TrendChoice } from '../../db/trends/trends.ts';
import type { Domain } from '../domain.ts';
import { mustFindBrandSet } from './brand-sets.ts';
import { mustFindCampaign } from './campaigns.ts';

/** What a request says about videos and brands; times are resolved apart. */
export type ChoiceQuery = Omit<TrendVideosQuery, 'limit' | 'cursor'>;

/** Names of brands as they count together: the names of the library, each with its other names. */
export interface BrandNames {
  /** Identities of the brands that were chosen, in their order; null for all. */
  readonly chosen: readonly string[] | null;
  /** Identity of the own brand of the brand set; null if there is none. */
  readonly own: string | null;
  /** The identity that another name counts as, by identity; names that are missing count as themselves. */
  readonly counted: ReadonlyMap<string, string>;
  /** How brands are spelled that were chosen or are in the library, by identity. */
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
  return {
    workspaceId,
    tags: lists(campaign?.tags, query.tag),
    followIds: lists(campaign?.follow_ids, query.follow_id),
    channels: lists(campaign?.channels, query.channel),
    platforms: lists(campaign?.platforms, query.platform),
    brands: await brandNames(domain.db, workspaceId, query),
    since: [campaign?.since, query.since]
      .filter((day) => day != null)
      .sort()
      .at(-1),
    until: [campaign?.until, query.until].filter((day) => day != null).sort()[0],
  };
}

/** What names count as comes from these fields of the brands of the library. */
export type Library = Pick<BrandRow, 'name' | 'aliases'>;

/** `knownLibrary`: the library, if the caller has read it. Throws Fault NOT_FOUND if there is no such brand set. */
export async function brandNames(
  db: Queryable,
  workspaceId: string,
  { brand_set_id: setId, brands }: Pick<ChoiceQuery, 'brand_set_id' | 'brands'>,
  knownLibrary?: readonly Library[],
): Promise<BrandNames> {
  const set = setId === undefined ? undefined : await mustFindBrandSet(db, workspaceId, setId);
  const library = knownLibrary ?? (await listBrandRows(db, workspaceId));
  const counted = countedNames(library);
  const spellings = new Map(library.map(({ name }) => [identityOf(name), name]));
  const names = [...(set?.own ? [set.own] : []), ...(set?.brands ?? []), ...(brands ?? [])];
  const keyOf = (name: string): string => counted.get(identityOf(name)) ?? identityOf(name);
  for (const name of names) if (!spellings.has(keyOf(name))) spellings.set(keyOf(name), name);

  return {
    chosen: set || brands ? [...new Set(names.map(keyOf))] : null,
    own: set?.own ? keyOf(set.own) : null,
    counted,
    spellings,
  };
}

/** The brand that each other name of the library counts as, by identity. */
export function countedNames(library: readonly Library[]): ReadonlyMap<string, string> {
  const counted = new Map<string, string>();
  for (const { name, aliases } of library)
    for (const alias of aliases) counted.set(identityOf(alias), identityOf(name));

  // A name of the library comes before an alias of another brand.
  for (const { name } of library) counted.delete(identityOf(name));
  return counted;
}

/** Identities of all names under which brands are stored. */
export function storedKeys(
  { counted }: Pick<BrandNames, 'counted'>,
  brands: readonly string[],
): readonly string[] {
  const isMeant = new Set(brands);
  const otherNames = [...counted].filter(([, brand]) => isMeant.has(brand)).map(([name]) => name);
  return [...brands, ...otherNames];
}

/** The names that count as another, and those others as themselves. */
export function foldsOf({ counted }: Pick<BrandNames, 'counted'>): NameFolds {
  const brands = new Set(counted.values());
  return {
    names: [...counted.keys(), ...brands],
    brands: [...counted.values(), ...brands],
  };
}
