/** A question as the embedded engine reads it, and the parts of its answers. */
import { topicStems } from '../../analysis/retrieval.ts';
import { fold, wordsOf } from '../../analysis/words.ts';
import type { Citation, DraftAnswer, Passage } from '../language.ts';

/** A passage with its place in the question. */
export interface Indexed {
  readonly index: number;
  readonly passage: Passage;
}

/** A question in plain lower-case words, and whether it is about what is seen or what is said. */
export interface Asked {
  readonly words: string;
  readonly stems: readonly string[];
  readonly seen: boolean;
  readonly said: boolean;
}

export function readQuestion(query: string): Asked {
  const words = wordsOf(fold(query)).join(' ').replaceAll("'", ' ');
  return {
    words,
    stems: topicStems(query),
    seen: /\b(shown|shows?|showing|visible|seen|see|screen|displayed|logos?|pictured)\b/.test(
      words,
    ),
    said: /\b(mention(s|ed)?|said|says?|spoken|speaks?|heard|hear|talk(s|ed|ing)?|discuss(ed|es)?)\b/.test(
      words,
    ),
  };
}

export const noAnswer: DraftAnswer = { answer: '', confidence: 0, citations: [], degraded: false };

export const cite = ({ index, passage }: Indexed): Citation => ({
  passage: index,
  quote: passage.quotable,
});
