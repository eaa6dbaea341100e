/** Turns a question into the form that the embedded engine needs, and builds the parts of answers. */
import { topicStems } from '../../analysis/retrieval.ts';
import { fold, wordsOf } from '../../analysis/words.ts';
import type { Citation, DraftAnswer, Passage } from '../language.ts';

/** A passage with its index in the question's passages. */
export interface Indexed {
  readonly index: number;
  readonly passage: Passage;
}

/**
 * A question reduced to plain lower-case words without phrases such as "Could you tell me", and whether it asks about
 * what is seen or about what is said.
 */
export interface Asked {
  readonly query: string;
  readonly words: string;
  readonly stems: readonly string[];
  readonly seen: boolean;
  readonly said: boolean;
}

/** Phrases that ask without naming the subject: "Could you tell me", "I'd like to know if". */
const frame = new RegExp(
  [
    '^\\s*(?:(?:please|so|and|now|hey|hi|okay),? )*',
    '(?:(?:(?:can|could|would|will) you |do you know |try to )?(?:please )?(?:tell|remind|inform|explain|describe|say|state|list|name|give|find out)\\b(?! of\\b)(?: to)?(?: me| us)?',
    '|(?:do|does|did|can) (?:they|he|she|it|we|you|anyone|the \\w+) (?:say|mention|explain|tell|know|learn)(?: us)?(?= (?:what|which|who|where|when|why|how)\\b)',
    "|i(?:'d| would)? (?:like|love|want|need) to (?:know|learn|hear|find out|understand)|i(?:'m| am) (?:wondering|curious|interested)|i wonder|do you know|(?:any idea|what about))",
    '(?: (?:about|if|whether|in|that))?,? ',
  ].join(''),
  'i',
);

/** Removes the phrase that asks. "Name the place where …" becomes "What is the place where …". */
function withoutFrame(query: string): string {
  const bare = query.replaceAll('’', "'").replace(frame, '');
  return bare !== query && /^(?:the|an?|all|any|some|one|two|three) /i.test(bare)
    ? `What is ${bare}`
    : bare;
}

export function readQuestion(fullQuery: string): Asked {
  const query = withoutFrame(fullQuery);
  const plain = (text: string) => wordsOf(fold(text)).join(' ').replaceAll("'", ' ');
  const words = plain(fullQuery);

  return {
    query,
    words: plain(query),
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
