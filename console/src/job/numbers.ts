/** The line of numbers at the top of a job's page: a summary of what was found. */
import type { Results } from '@reelsight/sdk';
import { counted, number } from '../format/quantity.ts';
import { lengthText } from '../format/time.ts';
import { reasonForMore } from './at-least.ts';
import { textsRead } from './review/review-count.ts';
import type { Thing } from './things/things.ts';
import { seenSeconds } from './things/union.ts';

export interface Figure {
  readonly value: string;
  readonly words: string;
  /** Shown on hover. */
  readonly title?: string;
}

/** `live` is true while the video is still being analysed. */
export function figuresOf(results: Results, things: readonly Thing[], live = false): Figure[] {
  const brands = things.filter(({ kind }) => kind === 'brand');
  if (results.brands) {
    if (brands.length === 0) return noBrands(results, live);
    const visibleSeconds = seenSeconds(results.brands.flatMap((brand) => brand.appearances));
    return ofBrands(brands, visibleSeconds, live ? undefined : reasonForMore(results));
  }

  if (results.objects) {
    if (things.length === 0) return [nothingOf('objects', live)];
    return ofObjects(things, seenSeconds(results.objects.flatMap((object) => object.appearances)));
  }

  return ofWords(results);
}

/** A video without a known brand may show others, so the line says what was read and what may be one. */
function noBrands({ meta, possible_brands: possible = [] }: Results, live: boolean): Figure[] {
  const read = live ? undefined : textsRead(meta.texts_read);
  if (read === undefined) return [nothingOf('brands', live)];
  return [
    { value: 'No known brand', words: '' },
    { value: read, words: '' },
    ...(possible.length > 0
      ? [
          {
            value: number(possible.length),
            words: 'may be a brand',
            title: 'In the tab To review.',
          },
        ]
      : []),
  ];
}

const nothingOf = (noun: string, live: boolean): Figure => ({
  value: live ? `No ${noun} yet` : `No ${noun} found`,
  words: '',
});

/** `reason`: why the seconds are a lower bound; undefined if they are not. */
function ofBrands(
  brands: readonly Thing[],
  visibleSeconds: number,
  reason: string | undefined,
): Figure[] {
  const mentionCount = brands.reduce((sum, brand) => sum + brand.said.length, 0);
  const [topBrand] = brands;
  return [
    ...(visibleSeconds > 0
      ? [
          {
            value: `${reason === undefined ? '' : 'at least '}${lengthText(visibleSeconds)}`,
            words: 'with a brand in the picture',
            title: `Seconds in which at least one brand is seen; several at once count once.${reason === undefined ? '' : ` ${reason}`}`,
          },
        ]
      : []),
    { value: number(brands.length), words: brands.length === 1 ? 'brand' : 'brands' },
    ...(mentionCount > 0 ? [{ value: number(mentionCount), words: 'said' }] : []),
    ...(topBrand && topBrand.visibleSeconds > 0
      ? [{ value: lengthText(topBrand.visibleSeconds), words: `most: ${topBrand.name}` }]
      : []),
  ];
}

function ofObjects(things: readonly Thing[], visibleSeconds: number): Figure[] {
  return [
    { value: lengthText(visibleSeconds), words: 'with an object in the picture' },
    { value: number(things.length), words: things.length === 1 ? 'object' : 'objects' },
  ];
}

function ofWords({ transcription, query_results: answers }: Results): Figure[] {
  const words: Figure[] = transcription
    ? [{ value: number(transcription.word_count), words: 'words said' }]
    : [];
  if (!answers?.length) return words;

  const answered = answers.filter((answer) => answer.answered).length;
  return [
    ...words,
    { value: number(answered), words: `of ${counted(answers.length, 'question')} answered` },
  ];
}
