/** The line of numbers at the top of a job's page: a summary of what was found. */
import type { Results } from '@reelsight/sdk';
import { counted, number } from '../format/quantity.ts';
import { lengthText } from '../format/time.ts';
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
    if (brands.length === 0) return [nothingOf('brands', live)];
    return ofBrands(brands, seenSeconds(results.brands.flatMap((brand) => brand.appearances)));
  }

  if (results.objects) {
    if (things.length === 0) return [nothingOf('objects', live)];
    return ofObjects(things, seenSeconds(results.objects.flatMap((object) => object.appearances)));
  }

  return ofWords(results);
}

const nothingOf = (noun: string, live: boolean): Figure => ({
  value: live ? `No ${noun} yet` : `No ${noun} found`,
  words: '',
});

function ofBrands(brands: readonly Thing[], visibleSeconds: number): Figure[] {
  const mentionCount = brands.reduce((sum, brand) => sum + brand.said.length, 0);
  const [topBrand] = brands;
  return [
    ...(visibleSeconds > 0
      ? [
          {
            value: lengthText(visibleSeconds),
            words: 'with a brand in the picture',
            title: 'Seconds in which at least one brand is seen; several at once count once.',
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
