/**
 * What a person may decide on after an analysis: texts that may be brands, and appearances of brands of which the
 * analysis is unsure. Both have the same three answers: yes, no, and another name.
 */
import type { BoundingBox, BrandResult, NewCorrection, Results } from '@reelsight/sdk';
import { percent } from '../../format/quantity.ts';
import { timeText } from '../../format/time.ts';
import { isUnsure, sureOf } from './review-count.ts';
import { reasonText, seenText } from './review-words.ts';

/** Where and when something is in the picture. */
export interface Place {
  readonly timestamp: number;
  readonly start: number;
  readonly end: number;
  readonly box: BoundingBox;
}

export interface ReviewItem {
  readonly id: string;
  /** What was read or found. */
  readonly text: string;
  readonly details: string;
  /** The second to show. */
  readonly second: number;
  readonly places: readonly Place[];
  /** The name that the field for another name begins with. */
  readonly suggestion: string;
  /** Labels of the buttons; `full` is what screen readers hear and contains the label. */
  readonly words: Readonly<Record<'yes' | 'no' | 'rename', { label: string; full: string }>>;
  readonly yes: NewCorrection;
  readonly no: NewCorrection;
  readonly named: (name: string) => NewCorrection;
}

export function possibleItems({ possible_brands: possible = [] }: Results): ReviewItem[] {
  return possible.map((candidate) => {
    const { text, appearances, near, first_seen: firstSeen } = candidate;
    const about = { target: 'possible_brand', name: text } as const;

    return {
      id: `possible ${text}`,
      text,
      details: `${seenText(candidate)} · ${reasonText(candidate)}`,
      second: appearances[0]?.timestamp ?? firstSeen,
      places: appearances.map(({ timestamp, ...appearance }) => ({
        timestamp,
        start: appearance.timestamp_start,
        end: appearance.timestamp_end,
        box: appearance.bounding_box,
      })),
      suggestion: near ?? text,
      words: {
        yes: { label: 'Add', full: `Add ${text}` },
        no: { label: 'Not a brand', full: `Not a brand: ${text}` },
        rename: { label: 'Name it', full: `Name it: ${text}` },
      },
      yes: { ...about, kind: 'confirm' },
      no: { ...about, kind: 'dismiss' },
      named: (name) => ({ ...about, kind: 'confirm', ...(name !== text && { new_name: name }) }),
    };
  });
}

/** Appearances of which the analysis is unsure and that nobody has decided on, the least sure first. */
export function unsureItems({ brands = [] }: Results): ReviewItem[] {
  return brands
    .flatMap((brand) => brand.appearances.map((appearance) => ({ brand, appearance })))
    .filter(({ brand, appearance }) => isUnsure(brand, appearance))
    .toSorted((a, b) => sureOf(a.brand, a.appearance) - sureOf(b.brand, b.appearance))
    .map(({ brand, appearance }) => unsureItem(brand, appearance));
}

type Appearance = BrandResult['appearances'][number];

function unsureItem(brand: BrandResult, appearance: Appearance): ReviewItem {
  const { name } = brand;
  const { timestamp, timestamp_start: start = timestamp, source, bounding_box: box } = appearance;
  const end = appearance.timestamp_end ?? timestamp;
  const at = timeText(start);
  const about = {
    target: 'brand',
    name,
    appearance: {
      timestamp,
      ...(source === 'visual' && { timestamp_start: start }),
      source,
    },
  } as const;

  return {
    id: `unsure ${name} ${timestamp} ${start} ${source}`,
    text: name,
    details: `${source === 'audio' ? 'said' : 'seen'} at ${at} · confidence ${percent(sureOf(brand, appearance))} · ${appearance.context}`,
    second: start,
    places: box ? [{ timestamp, start, end, box }] : [],
    suggestion: name,
    words: {
      yes: { label: 'Right', full: `Right: ${name} at ${at}` },
      no: { label: 'Not there', full: `Not there: ${name} at ${at}` },
      rename: { label: 'Name it', full: `Name it: ${name} at ${at}` },
    },
    yes: { ...about, kind: 'confirm' },
    no: { ...about, kind: 'dismiss' },
    named: (newName) =>
      newName === name
        ? { ...about, kind: 'confirm' }
        : { ...about, kind: 'rename', new_name: newName },
  };
}
