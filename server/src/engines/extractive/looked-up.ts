/** Looks up one value: the sentence that most likely answers the question, and the value of the right kind in it. */
import type { AnswerNode, AnswerScalar, UnansweredReason } from '@reelsight/contract';
import { fitsScalar } from '@reelsight/contract';
import type { Citation, Passage, Question } from '../language.ts';
import { type AskedNumber, askedNumber, suitableNumbers } from './number-choice.ts';
import { type Asked, cite, readQuestion } from './question.ts';
import { type Match, rankSentences } from './rank.ts';
import { choicesIn } from './said-choices.ts';
import { datesIn } from './said-dates.ts';
import { namesIn } from './said-names.ts';
import { kindWordsOf, wantedBy } from './wanted.ts';

export type LookedUp =
  | {
      readonly ok: true;
      readonly value: AnswerScalar;
      readonly confidence: number;
      readonly citations: readonly Citation[];
    }
  | { readonly ok: false; readonly reason: UnansweredReason };

/** Upper limit of the confidence, because the sentence found may not be an answer, however well it fits. */
const mostConfidence = 0.6;

/** Fitted on the tuning half of bench/unseen/shaped-questions.json. */
export const lookUpSettings = {
  /** A sentence needs at least this score, times how well its value suits. */
  minScore: { choice: 0.5, number: 0.5, date: 0.5, name: 0.62, text: 0.65 },
  /** The next best sentence with another value must have less than this share of the best score. */
  mostRival: 0.98,
};

interface Offered {
  readonly value: AnswerScalar;
  /** How well the value suits the question, 0 to 1. */
  readonly suits: number;
}

type ValueKind = keyof typeof lookUpSettings.minScore;

interface Search {
  readonly kind: ValueKind;
  /** The values that a passage offers. */
  readonly offersOf: (passage: Passage) => readonly Offered[];
}

export async function lookUp(question: Question, node: AnswerNode): Promise<LookedUp> {
  // A value may be said or shown, whatever words ask for it: a "screen" is not always the picture's.
  const parsedQuestion = { ...readQuestion(question.query), seen: false, said: false };
  const search = searchFor(parsedQuestion, node);
  if (search === null) return { ok: false, reason: 'needs_language_model' };

  const offers = new Map<Passage, readonly Offered[]>();
  const offersOf = (passage: Passage): readonly Offered[] => {
    const cachedOffers = offers.get(passage) ?? search.offersOf(passage);
    offers.set(passage, cachedOffers);
    return cachedOffers;
  };
  const matches = await rankSentences(question, parsedQuestion, {
    offerOf: (passage) => Math.max(0, ...offersOf(passage).map(({ suits }) => suits)),
    kindWords: new Set(search.kind === 'choice' ? kindWordsOf(parsedQuestion.words) : []),
  });
  const candidates = matches
    .flatMap((match) =>
      offersOf(match.passage).map((offer) => ({ match, offer, score: match.score * offer.suits })),
    )
    .sort((a, b) => b.score - a.score);

  return decided(candidates, search.kind, node);
}

interface Candidate {
  readonly match: Match;
  readonly offer: Offered;
  readonly score: number;
}

function decided(candidates: readonly Candidate[], kind: ValueKind, node: AnswerNode): LookedUp {
  const [best] = candidates;
  const { minScore, mostRival } = lookUpSettings;
  if (!best || best.score < minScore[kind]) return { ok: false, reason: 'not_said' };

  // What is said best decides, even if it does not fit: the next best value would be an invention.
  const { value } = best.offer;
  if (!fitsScalar(node, value)) return { ok: false, reason: 'does_not_fit' };

  const rival = candidates.find(({ offer }) => offer.value !== value);
  if (rival && rival.score > best.score * mostRival) return { ok: false, reason: 'not_said' };

  return {
    ok: true,
    value,
    confidence: mostConfidence * Math.min(1, best.score),
    citations: [cite(best.match)],
  };
}

function searchFor(parsedQuestion: Asked, node: AnswerNode): Search | null {
  const { kind, values, format } = node;
  if (values !== null) return values.length > 1 ? choiceSearch(values) : null;
  if (kind === 'number' || kind === 'integer') return numberSearch(askedNumber(parsedQuestion));
  if (format === 'date')
    return { kind: 'date', offersOf: (passage) => asOffers(datesIn(textOf(passage))) };
  if (format !== null || kind !== 'string') return null;

  const words = parsedQuestion.words.split(' ');
  const answerKind = wantedBy(words).kind;
  if (answerKind === 'person' || answerKind === 'name' || answerKind === 'place')
    return nameSearch(new Set(words));
  return { kind: 'text', offersOf: (passage) => [{ value: textOf(passage), suits: 1 }] };
}

/** Choices that stand for yes and no are said by many sentences that answer something else. */
const meansYesOrNo = /^(?:yes|no|true|false|maybe|unknown|none|other|not sure)$/i;

function choiceSearch(values: readonly AnswerScalar[]): Search | null {
  const texts = values.filter((value) => typeof value === 'string');
  if (texts.length < values.length && texts.length > 0) return null;
  if (texts.some((text) => meansYesOrNo.test(text.trim()))) return null;

  return {
    kind: 'choice',
    offersOf: (passage) => choicesIn(textOf(passage), values).map((value) => ({ value, suits: 1 })),
  };
}

const numberSearch = (askedAmount: AskedNumber): Search => ({
  kind: 'number',
  offersOf: (passage) => suitableNumbers(textOf(passage), askedAmount),
});

const nameSearch = (questionWords: ReadonlySet<string>): Search => ({
  kind: 'name',
  offersOf: (passage) => {
    const names = namesIn(textOf(passage)).filter(
      ({ value }) =>
        !value
          .toLowerCase()
          .split(' ')
          .every((word) => questionWords.has(word)),
    );
    // With two names in a sentence, either may be the answer.
    return new Set(names.map(({ value }) => value)).size === 1 ? asOffers(names.slice(0, 1)) : [];
  },
});

const asOffers = (readings: readonly { readonly value: AnswerScalar }[]): Offered[] =>
  readings.map(({ value }) => ({ value, suits: 1 }));

const textOf = ({ quotable, text }: Passage): string => quotable ?? text;
