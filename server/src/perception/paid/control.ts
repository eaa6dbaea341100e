/**
 * A short advertisement of our own that a language model must find beside each window of a transcript. A model that
 * does not find it understands too little, or obeys somebody who says in the video that there is no advertising; what
 * it says of the window does not count.
 */
import { randomInt } from 'node:crypto';
import type { DraftPaidPassage, TimedLine } from '../../engines/language.ts';
import { findSpan } from '../answers/quote.ts';

export interface Control {
  readonly lines: readonly TimedLine[];
  /** Whether a passage that a model marked is the advertisement of the control, and nothing else. */
  readonly isFoundBy: (passage: DraftPaidPassage) => boolean;
}

const syllables = ['bre', 'dal', 'fen', 'gor', 'lim', 'mar', 'nov', 'pel', 'ros', 'tav', 'vel'];
const secondsOfLine = 4;
/** The last line that belongs to the advertisement; the lines after it are talk. */
const lastOfAdvertisement = 2;

/** The name of the advertiser differs from call to call, so that no video can say what to answer. */
export function newControl(): Control {
  const syllable = () => syllables[randomInt(syllables.length)] as string;
  const name = `${syllable()}${syllable()}${syllable()}`;
  const title = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  const texts = [
    `This show is brought to you by ${title}, the blanket that keeps you warm all winter.`,
    `${title} is made of wool, comes in twelve colors, and ships to your door for free.`,
    `Go to ${name}.com slash show and use the code WARM for twenty percent off your first order.`,
    'So where were we. My grandfather built that house with his brothers after the war.',
    'They carried the stones up from the river, and it took them three summers.',
    'I was born in the room above the kitchen, and so was my sister.',
  ];

  return {
    lines: texts.map((text, index) => ({ start: index * secondsOfLine, text })),
    isFoundBy: ({ firstLine, lastLine, quote }) => {
      const isWithin = firstLine >= 0 && firstLine <= 1 && lastLine >= 1;
      // A border may be wrong by a line.
      if (!isWithin || lastLine > lastOfAdvertisement + 1) return false;
      return findSpan(quote, texts.slice(firstLine, lastLine + 1).join(' ')) !== null;
    },
  };
}
