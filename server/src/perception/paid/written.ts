/** What the author wrote about a video, and what is written on screen, as texts that may tell who paid. */
import type { MetadataResult, OnScreenText } from '@reelsight/contract';

export interface WrittenLine {
  readonly text: string;
  readonly from: 'title' | 'description' | 'tag';
}

/** Limit that the field descriptions in the contract also state. */
const mostQuoteCharacters = 300;
const mostDescriptionLines = 300;
const mostLineCharacters = 500;
/** A label must be on screen for at least this long, and its text must be read with at least this confidence. */
const labelSeconds = 0.8;
const labelConfidence = 0.8;

/** The title, the lines of the description, and the tags, each as a hashtag; empty lines are left out. */
export function writtenLines({
  title,
  description,
  tags = [],
}: Partial<Pick<MetadataResult, 'title' | 'description' | 'tags'>>): WrittenLine[] {
  const descriptionLines = (description ?? '').split(/\r?\n/u).slice(0, mostDescriptionLines);
  return [
    { text: title ?? '', from: 'title' as const },
    ...descriptionLines.map((text) => ({ text, from: 'description' as const })),
    ...tags.map((tag) => ({ text: `#${tag.replace(/^#|\s/gu, '')}`, from: 'tag' as const })),
  ]
    .map(({ text, from }) => ({ text: text.slice(0, mostLineCharacters), from }))
    .filter(({ text }) => text.trim() !== '');
}

/** Whether a text on screen can be a label that viewers are meant to read. */
export const isLegible = ({
  start,
  end,
  confidence,
}: Pick<OnScreenText, 'start' | 'end' | 'confidence'>): boolean =>
  confidence >= labelConfidence && end - start >= labelSeconds;

export const quoteOf = (text: string): string =>
  Array.from(text.trim()).slice(0, mostQuoteCharacters).join('');
