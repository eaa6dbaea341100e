/** The user's choices for an analysis, as the form stores them and as the API accepts them. */
import type { Capability } from '@reelsight/contract';
import type { ApiError, NewBatch, NewJob } from '@reelsight/sdk';
import {
  emptyOptions,
  type FormName,
  type FormOptions,
  formOptions,
  namedFields,
  optionFields,
} from './form-options.ts';
import { gapOfShaped } from './shaped-queries.ts';

/** Longest name of a batch that the API takes. */
export const longestGroupName = 200;

export interface Wanted extends FormOptions {
  readonly capabilities: readonly Capability[];
  /** Questions that get one answer over the whole batch. */
  readonly together: readonly string[];
  /** Name of the batch; empty if it gets none. */
  readonly groupName: string;
}

export const nothingWanted: Wanted = {
  ...emptyOptions(),
  capabilities: ['transcription', 'summary', 'brands', 'metadata'],
  together: [],
  groupName: '',
};

export type Source = Pick<
  NewJob,
  'url' | 'upload_key' | 'upload_filename' | 'from_job' | 'audio_track'
>;

/** Sends only options that belong to a chosen capability. */
export const jobOf = (request: Wanted, source: Source): NewJob => ({
  ...source,
  capabilities: [...request.capabilities],
  ...optionFields(request, 'job'),
});

export interface BatchSources {
  readonly urls: readonly string[];
  readonly uploads: readonly { key: string; filename: string; duration_seconds?: number }[];
}

/** `preset`: name or id of a preset that has all options of the request which a preset can have. */
export function batchOf(
  request: Wanted,
  { urls, uploads }: BatchSources,
  preset?: string,
): NewBatch {
  const { together } = request;
  const name = request.groupName.trim();
  return {
    ...(name && { name }),
    ...(urls.length > 0 && { urls: [...urls] }),
    ...(uploads.length > 0 && { uploads: [...uploads] }),
    ...(preset === undefined
      ? { capabilities: [...request.capabilities], ...optionFields(request, 'batch') }
      : { preset, ...withoutPresetOptions(optionFields(request, 'batch')) }),
    ...(together.length > 0 && { aggregate: { enabled: true, queries: [...together] } }),
  };
}

const withoutPresetOptions = (fields: object): object => {
  const presetNames = new Set<string>(formOptions('preset').map(({ name }) => name));
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !presetNames.has(name)));
};

/** The first missing input that the form can report without asking the API. */
export function gapOf(request: Wanted): { field: FieldName; message: string } | undefined {
  const hasCapability = (capability: Capability) => request.capabilities.includes(capability);
  if (request.capabilities.length === 0)
    return { field: 'capabilities', message: 'Choose at least one.' };
  if (hasCapability('custom_query')) {
    if (request.queries.length === 0 && request.shaped_queries.length === 0)
      return { field: 'queries', message: 'Type a question, or take “Questions” out.' };
    const message = gapOfShaped(request.shaped_queries);
    if (message) return { field: 'shaped_queries', message };
  }
  if (hasCapability('objects') && request.objects.length === 0)
    return { field: 'objects', message: 'Name an object, or take “Objects” out.' };
  if (!/^\d*$/.test(request.max_credits.trim()))
    return { field: 'max_credits', message: 'A whole number of credits, or nothing.' };

  return undefined;
}

export type FieldName = FormName | 'url' | 'capabilities' | 'aggregate' | 'form';

const fieldsByCode: Readonly<Record<string, FieldName>> = {
  TOO_MANY_QUERIES: 'queries',
  TOO_MANY_BRANDS: 'brands',
  PLAN_REQUIRED: 'brands',
  TARGET_REQUIRED: 'capabilities',
  INVALID_SURFACE: 'surfaces',
  INVALID_URL: 'url',
  VIDEO_TOO_LONG: 'url',
  TOO_MANY_URLS: 'url',
  BATCH_NOT_ALLOWED: 'url',
  PLATFORM_UNAVAILABLE: 'url',
  PLATFORM_RATE_LIMITED: 'url',
  TOO_MANY_AGGREGATE_QUERIES: 'aggregate',
  BUDGET_EXCEEDED: 'max_credits',
};

const fieldNames: readonly string[] = ['url', 'capabilities', ...namedFields(), 'aggregate'];

/** The field that an API message is about; such messages begin with the field's name. */
export function fieldOf({ code, message }: ApiError): FieldName {
  const leadingWord = /^(\w+)/.exec(message)?.[1] ?? '';
  if (fieldNames.includes(leadingWord)) return leadingWord as FieldName;
  if (leadingWord === 'urls' || leadingWord === 'uploads' || leadingWord === 'upload_key')
    return 'url';
  return fieldsByCode[code] ?? 'form';
}

/** `https://…` or `example.com/…`. */
const isLink = (word: string): boolean => /^(\w+:\/\/|[\w-]+(\.[\w-]+)+([/?#]|$))/.test(word);

/**
 * Splits text into links: one per line, or several separated by spaces. A line that is not a list of links is kept as
 * one entry, so that its error can be shown.
 */
export function linksOf(text: string): string[] {
  const links = text.split(/\r?\n/).flatMap((line) => {
    const words = line.split(/\s+/).filter(Boolean);
    return words.every(isLink) ? words : [words.join(' ')];
  });
  return [...new Set(links)];
}
