/** What is asked of a video, as the form holds it, and as the API takes it. */
import type { Capability, CaptionChoice } from '@reelsight/contract';
import { needs } from '@reelsight/contract/capabilities';
import type { ApiError, NewBatch, NewJob } from '@reelsight/sdk';
import { typedNumber } from '../format/typed-number.ts';

export interface Wanted {
  readonly capabilities: readonly Capability[];
  readonly queries: readonly string[];
  readonly brands: readonly string[];
  readonly surfaces: readonly string[];
  readonly objects: readonly string[];
  readonly language: string;
  readonly captions: CaptionChoice;
  /** Empty: the highest the plan allows. */
  readonly fps: string;
  readonly proof: boolean;
  /** Empty: no cap. */
  readonly maxCredits: string;
  /** Questions over a whole batch. */
  readonly together: readonly string[];
}

export const nothingWanted: Wanted = {
  capabilities: ['transcription', 'summary', 'brands', 'metadata'],
  queries: [],
  brands: [],
  surfaces: [],
  objects: [],
  language: '',
  captions: 'human',
  fps: '',
  proof: true,
  maxCredits: '',
  together: [],
};

export type Source = Pick<
  NewJob,
  'url' | 'upload_key' | 'upload_filename' | 'from_job' | 'audio_track'
>;

/** Only what belongs to a chosen capability is sent. */
export function jobOf(request: Wanted, source: Source): NewJob {
  const hasCapability = (capability: Capability) => request.capabilities.includes(capability);
  const { queries, brands, surfaces, objects } = request;
  return {
    ...source,
    capabilities: [...request.capabilities],
    ...(hasCapability('custom_query') && queries.length > 0 && { queries: [...queries] }),
    ...(hasCapability('brands') && brands.length > 0 && { brands: [...brands] }),
    ...(hasCapability('brands') && surfaces.length > 0 && { surfaces: [...surfaces] }),
    ...(hasCapability('objects') && objects.length > 0 && { objects: [...objects] }),
    ...(request.language.trim() && { language: request.language.trim() }),
    ...captionsOf(request),
    ...(request.fps && looksAtFrames(request) && { fps: Number(request.fps) }),
    ...(!request.proof && { return_proof: false }),
    ...capOf(request),
  };
}

interface BatchSources {
  readonly urls: readonly string[];
  readonly uploads: readonly { key: string; filename: string; duration_seconds?: number }[];
}

/** Batches do not take target brands, surfaces, language or frame rate. */
export function batchOf(request: Wanted, { urls, uploads }: BatchSources): NewBatch {
  const hasCapability = (capability: Capability) => request.capabilities.includes(capability);
  const { queries, objects, together } = request;
  return {
    ...(urls.length > 0 && { urls: [...urls] }),
    ...(uploads.length > 0 && { uploads: [...uploads] }),
    capabilities: [...request.capabilities],
    ...(hasCapability('custom_query') && queries.length > 0 && { queries: [...queries] }),
    ...(hasCapability('objects') && objects.length > 0 && { objects: [...objects] }),
    ...(together.length > 0 && { aggregate: { enabled: true, queries: [...together] } }),
    ...captionsOf(request),
    ...(!request.proof && { return_proof: false }),
    ...capOf(request),
  };
}

/** The default is left out, so that the request shown beside the form stays short. */
export function captionsOf(request: Wanted): { captions?: CaptionChoice } {
  const { captions } = request;
  return captions === 'human' || !listensToSpeech(request) ? {} : { captions };
}

function capOf({ maxCredits }: Wanted): { max_credits?: number } {
  const cap = maxCredits.trim();
  return cap === '' ? {} : { max_credits: typedNumber(cap) };
}

export const listensToSpeech = ({ capabilities }: Wanted): boolean => needs('speech', capabilities);

/** Text on screen is also searched for answers. */
export function looksAtFrames({ capabilities }: Wanted): boolean {
  return capabilities.some((capability) =>
    ['brands', 'objects', 'custom_query'].includes(capability),
  );
}

/** A gap that the form can report before it asks the API. */
export function gapOf(request: Wanted): { field: FieldName; message: string } | undefined {
  const hasCapability = (capability: Capability) => request.capabilities.includes(capability);
  if (request.capabilities.length === 0)
    return { field: 'capabilities', message: 'Choose at least one.' };
  if (hasCapability('custom_query') && request.queries.length === 0)
    return { field: 'queries', message: 'Type a question, or take “Questions” out.' };
  if (hasCapability('objects') && request.objects.length === 0)
    return { field: 'objects', message: 'Name an object, or take “Objects” out.' };
  if (!/^\d*$/.test(request.maxCredits.trim()))
    return { field: 'max_credits', message: 'A whole number of credits, or nothing.' };

  return undefined;
}

export type FieldName =
  | 'url'
  | 'capabilities'
  | 'queries'
  | 'brands'
  | 'surfaces'
  | 'objects'
  | 'language'
  | 'captions'
  | 'fps'
  | 'max_credits'
  | 'aggregate'
  | 'form';

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

const fieldNames: readonly string[] = [
  ...['url', 'capabilities', 'queries', 'brands', 'surfaces', 'objects'],
  ...['language', 'captions', 'fps', 'max_credits', 'aggregate'],
];

/** The field an API message is about: messages begin with its name. */
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
 * Links as typed or pasted: one per line, or separated by spaces; a line that is not a list of links is kept as one
 * entry, so that its error can be shown.
 */
export function linksOf(text: string): string[] {
  const links = text.split(/\r?\n/).flatMap((line) => {
    const words = line.split(/\s+/).filter(Boolean);
    return words.every(isLink) ? words : [words.join(' ')];
  });
  return [...new Set(links)];
}
