/** Picks the parts of results that a shared link shows. */
import type { Results, SharePart } from '@reelsight/contract';

/**
 * The chosen parts of results. Without `transcript`, words that were spoken or read on screen are left out, except
 * those quoted as evidence of an answer.
 */
export function chosenResults(results: Results, parts: readonly SharePart[]): Results {
  const hasPart = (part: SharePart): boolean => parts.includes(part);
  const { transcription, summary, brands, objects, query_results } = results;
  const { storyboard, shots, on_screen_text, paid_segments, disclosures, possible_brands } =
    results;

  return {
    ...(hasPart('transcript') && transcription && { transcription: withoutWords(transcription) }),
    ...(hasPart('transcript') && summary && { summary }),
    ...(hasPart('brands') &&
      brands && { brands: hasPart('transcript') ? brands : unquoted(brands) }),
    ...(hasPart('objects') && objects && { objects }),
    ...(hasPart('queries') && query_results && { query_results }),
    ...(hasPart('transcript') && on_screen_text && { on_screen_text }),
    // Both parts are needed, because these words were read on screen and may not belong to a brand.
    ...(hasPart('brands') && hasPart('transcript') && possible_brands && { possible_brands }),
    ...(hasPart('brands') &&
      paid_segments && {
        paid_segments: hasPart('transcript')
          ? paid_segments
          : withoutEvidence(paid_segments, brands ?? []),
      }),
    ...(hasPart('brands') &&
      disclosures && {
        disclosures: hasPart('transcript') ? disclosures : withoutQuotes(disclosures, brands ?? []),
      }),
    ...(hasPart('video') && storyboard && { storyboard }),
    ...(hasPart('video') && shots && { shots }),
    meta: hasPart('objects') ? results.meta : withoutNames(results.meta),
  };
}

/** Leaves out single words with their times, because the shared page does not show them. */
const withoutWords = (transcription: NonNullable<Results['transcription']>) => ({
  ...transcription,
  segments: transcription.segments.map(({ words: _words, ...segment }) => segment),
});

const unquoted = (brands: NonNullable<Results['brands']>) =>
  brands.map((brand) => ({
    ...brand,
    appearances: brand.appearances.map(({ speech_context: _quote, ...appearance }) =>
      appearance.source === 'audio' ? { ...appearance, context: 'Said.' } : appearance,
    ),
    ...(brand.disclosure && {
      disclosure: {
        ...brand.disclosure,
        signs: brand.disclosure.signs.map(({ quote: _quote, ...sign }) => sign),
      },
    }),
  }));

/** Who pays is left out as well where only words tell: a name "as written" is a piece of the transcript. */
const withoutQuotes = (
  disclosures: NonNullable<Results['disclosures']>,
  brands: NonNullable<Results['brands']>,
) =>
  disclosures.map(({ quote: _quote, brand, ...disclosure }) => ({
    ...disclosure,
    ...(isListed(brand, brands) && { brand }),
  }));

const withoutEvidence = (
  segments: NonNullable<Results['paid_segments']>,
  brands: NonNullable<Results['brands']>,
) =>
  segments.map(({ brand, ...segment }) => ({
    ...segment,
    ...(isListed(brand, brands) && { brand }),
    evidence: [],
  }));

const isListed = (
  brand: string | undefined,
  brands: NonNullable<Results['brands']>,
): brand is string => brand !== undefined && brands.some(({ name }) => name === brand);

/** Leaves out the names of objects that were requested, because they belong to the part `objects`. */
function withoutNames(meta: Results['meta']): Results['meta'] {
  const { objects_not_found: _missing, objects_unsupported: _unknown, ...rest } = meta;
  return rest;
}

/**
 * A field for a picture and its path. Quotes within a string are escaped in JSON, so no text that strangers wrote, such
 * as a title, can look like one.
 */
const frameField = /"frame_url":"\/v1\/frames\/([^"?\\]+)"/g;
const framesBase = '/v1/frames/';

/** Names of all pictures to which the fields of a JSON text refer, `job_…/….jpg`. */
export const framesIn = (json: string): string[] => [
  ...new Set([...json.matchAll(frameField)].map(([, name]) => name as string)),
];

/** Names of the pictures of the storyboard. */
export const sheetsOf = ({ storyboard }: Results): string[] =>
  (storyboard?.sheets ?? [])
    .filter((path) => path.startsWith(framesBase))
    .map((path) => path.slice(framesBase.length));
