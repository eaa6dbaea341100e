/** A Follow as its form stores it, and as the API accepts it. */
import type { ChangeFollow, CreateFollow, Follow } from '@reelsight/contract';
import {
  formOptions,
  type OptionFields,
  optionFields,
  optionsBy,
} from '../../analyse/form-options.ts';
import { nothingWanted, type Wanted } from '../../analyse/wanted.ts';
import { typedNumber } from '../../format/typed-number.ts';

export interface FollowDraft {
  readonly name: string;
  readonly source: string;
  readonly wanted: Wanted;
  readonly everyMinutes: string;
  /** Empty: no cap. */
  readonly monthlyCredits: string;
  readonly backfill: string;
  readonly webhookUrl: string;
  readonly minSeconds: string;
  readonly titleIncludes: readonly string[];
  readonly titleExcludes: readonly string[];
  /** A day as text; empty if there is none. */
  readonly newerThan: string;
}

export const emptyFollow: FollowDraft = {
  name: '',
  source: '',
  wanted: nothingWanted,
  everyMinutes: '60',
  monthlyCredits: '',
  backfill: '0',
  webhookUrl: '',
  minSeconds: '',
  titleIncludes: [],
  titleExcludes: [],
  newerThan: '',
};

const number = (text: string): number | null => (text.trim() === '' ? null : typedNumber(text));

/** Null if there are no filters, so that a change of the Follow can remove them. */
export function filtersOf(draft: FollowDraft): CreateFollow['filters'] {
  const shortest = number(draft.minSeconds);
  const filters = {
    ...(shortest !== null && { min_duration_seconds: shortest }),
    ...(draft.titleIncludes.length > 0 && { title_includes: [...draft.titleIncludes] }),
    ...(draft.titleExcludes.length > 0 && { title_excludes: [...draft.titleExcludes] }),
    ...(draft.newerThan && { newer_than: draft.newerThan }),
  };
  return Object.keys(filters).length > 0 ? filters : null;
}

/** The whole rule of the Follow, with null for each unset part, so that a change can remove it. */
function ruleOf(draft: FollowDraft) {
  const { wanted: request } = draft;
  return {
    capabilities: [...request.capabilities],
    ...ruleOptions(request),
    webhook_url: draft.webhookUrl.trim() || null,
    filters: filtersOf(draft),
    monthly_credits: number(draft.monthlyCredits),
    every_minutes: Number(draft.everyMinutes),
  };
}

/** The options of a rule. A switch is always true or false, never absent. */
function ruleOptions(request: Wanted): OptionFields<'follow', null> {
  const fields: Readonly<Record<string, unknown>> = optionFields(request, 'follow');
  const options = formOptions('follow').map((option) => [
    option.name,
    option.kind === 'switch' ? request[option.name] : (fields[option.name] ?? null),
  ]);
  return Object.fromEntries(options);
}

export const createOf = (draft: FollowDraft): CreateFollow => ({
  name: draft.name.trim(),
  source: draft.source.trim(),
  backfill: number(draft.backfill) ?? 0,
  ...ruleOf(draft),
});

export const changeOf = (draft: FollowDraft): ChangeFollow => ({
  name: draft.name.trim(),
  ...ruleOf(draft),
});

export function draftOf({ name, source, rule }: Follow): FollowDraft {
  const text = (value: number | null | undefined) => (value == null ? '' : String(value));
  const { filters } = rule;
  return {
    name,
    source,
    wanted: {
      ...nothingWanted,
      ...optionsBy(rule),
      capabilities: rule.capabilities,
    },
    everyMinutes: text(rule.every_minutes) || emptyFollow.everyMinutes,
    monthlyCredits: text(rule.monthly_credits),
    backfill: '0',
    webhookUrl: rule.webhook_url ?? '',
    minSeconds: text(filters?.min_duration_seconds),
    titleIncludes: filters?.title_includes ?? [],
    titleExcludes: filters?.title_excludes ?? [],
    newerThan: filters?.newer_than ?? '',
  };
}

const rhythms: readonly (readonly [minutes: number, words: string])[] = [
  [15, 'every 15 minutes'],
  [60, 'every hour'],
  [360, 'every 6 hours'],
  [1440, 'every day'],
  [10_080, 'every week'],
];

/** The intervals to choose from. If the Follow has another interval, set through the API, that one is added. */
export function rhythmOptions(chosen: string): { value: string; label: string }[] {
  const options = rhythms.map(([minutes, label]) => ({ value: String(minutes), label }));
  if (options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: `every ${chosen} minutes` }];
}

export const rhythmWords = (minutes: number | null | undefined): string =>
  rhythmOptions(String(minutes ?? 60)).find(({ value }) => value === String(minutes ?? 60))
    ?.label ?? '';

/** `channel on youtube`; the platform of a direct link is left out. */
export const sourceWords = (kind: string, platform: string): string =>
  platform === 'direct' ? kind : `${kind} on ${platform}`;
