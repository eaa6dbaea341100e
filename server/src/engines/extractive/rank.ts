/** Ranks the sentences of a talk by how likely each is to answer a question. */
import { lemmasOf } from '../../analysis/lemmas.ts';
import { mapInTurns } from '../../analysis/turns.ts';
import { emptyWords, wordsOf } from '../../analysis/words.ts';
import type { Passage, Question } from '../language.ts';
import { countedAfter, offers } from './offers.ts';
import type { Asked, Indexed } from './question.ts';
import {
  bestMatch,
  nearWords,
  type ReadSentence,
  readSentence,
  type Term,
  termsOf,
} from './sentence-match.ts';
import { type Wanted, wantedBy } from './wanted.ts';

/**
 * Fitted on bench/unseen/questions-tuning.json and rounded; minScore, subject and enoughKind were fitted by leaving out
 * one talk at a time. In the fit, a wrong answer cancels the gain of 0.4 right answers, and an answer to an
 * unanswerable question cancels that of 1.2.
 */
export const settings = {
  /** A sentence needs at least this score to be an answer, unless its lead makes up for the difference. */
  minScore: 0.65,
  /** Share of a sentence's lead over the next one, itself limited to `mostLead`, that is subtracted from `minScore`. */
  lead: 0.3,
  mostLead: 0.3,
  /**
   * Weights in the score: question words in the sentence itself, question words said around it, and the kind of answer
   * it offers.
   */
  own: 0.35,
  around: 0.42,
  kind: 0.3,
  /** Amount subtracted from the score for question words that are said nowhere nearby. */
  missing: 0.25,
  missingBelow: 0.5,
  /** Kind score of every sentence if the question asks for no particular kind of answer. */
  openKind: 0.5,
  /** Factor for a sentence that offers nothing of the kind of answer that the question asks for. */
  otherKind: 0.3,
  /** Kind score from which a sentence keeps its full score. */
  enoughKind: 0.6,
  /**
   * Factors for a sentence that is itself a question, and for a sentence that adds hardly any words to those of the
   * question.
   */
  asks: 0.6,
  nothingNew: 0.25,
  /** How much a word still counts for the sentence itself and for each of the next three. */
  later: [1, 0.75, 0.55, 0.4],
  afterQuestion: 0.97,
  /** If a question word is a subject of the whole talk, every sentence is treated as containing it to this degree. */
  subject: 0.5,
  /** How much the previous sentences count towards a sentence that refers back to them. */
  goesOn: 0.6,
  /** Weight of a word that says little, relative to any other word. */
  light: 0.05,
  /**
   * Exponent above 1: if only half of the question's words are said around a sentence, it gets less than half of the
   * credit.
   */
  power: 1.2,
};

/** The answer that is looked for, where more is known of it than the words of the question say. */
export interface LookedFor {
  /**
   * How well a passage offers it, 0 to 1; null leaves that to the kind of answer that the question asks for.
   */
  readonly offerOf: (passage: Passage) => number | null;
  /** Words of the question that only say what kind of thing it is, so a passage that offers it need not have them. */
  readonly kindWords: ReadonlySet<string>;
}

const nothingKnown: LookedFor = { offerOf: () => null, kindWords: new Set() };

export interface Match extends Indexed {
  /** About 0 to 1. */
  readonly score: number;
}

interface Candidate extends Indexed {
  readonly read: ReadSentence;
}

/** A word of the question, and how well each sentence matches it. */
interface Row {
  readonly term: Term;
  readonly near: ReadonlyMap<string, number>;
  /** How strongly each sentence contains the term, 0 to 1. */
  readonly held: readonly number[];
  readonly weight: number;
  /** Minimum degree to which every sentence is treated as containing the term. */
  readonly floor: number;
}

/** Sentences to quote, best first; sentences with equal scores stay in their order. */
export async function rankSentences(
  question: Question,
  parsedQuestion: Asked,
  { offerOf, kindWords }: LookedFor = nothingKnown,
): Promise<Match[]> {
  const candidates = await candidatesOf(question, parsedQuestion);
  const expectation = wantedBy(parsedQuestion.words.split(' '));
  const rows = await rowsOf(parsedQuestion.query, expectation, candidates);
  const names = new Set(rows.map(({ term }) => term.word));
  const scored = await mapInTurns(candidates, ({ index, passage }, position) => {
    const offer = offerOf(passage);
    const place = { candidates, rows, wanted: expectation, names, at: position, offer };
    const score = scoreOf(offer && kindWords.size > 0 ? withoutKind(place, kindWords) : place);
    return { index, passage, score };
  });

  return scored.sort((a, b) => b.score - a.score || a.index - b.index);
}

async function candidatesOf(
  { passages }: Question,
  { seen: asksVisual, said: asksSpeech }: Asked,
): Promise<Candidate[]> {
  const candidates = await mapInTurns(passages, (passage, index) => {
    // Speech does not answer questions about what is shown, nor does the picture answer questions
    // about what is said.
    const isWrongSource = asksVisual !== asksSpeech && (passage.source === 'speech') === asksVisual;
    if (passage.quotable === null || isWrongSource) return [];
    return [{ index, passage, read: readSentence(passage) }];
  });
  return candidates.flat();
}

async function rowsOf(
  query: string,
  expectation: Wanted,
  candidates: readonly Candidate[],
): Promise<Row[]> {
  const vocabulary = new Set<string>();
  await mapInTurns(candidates, ({ read: sentence }) => {
    for (const lemma of sentence.lemmas) vocabulary.add(lemma);
  });
  const rows: Row[] = [];

  for (const term of termsOf(query, expectation.asking)) {
    const similarities = nearWords(term, vocabulary);
    rows.push(
      rowOf(
        term,
        similarities,
        await mapInTurns(candidates, ({ read: sentence }) => bestMatch(similarities, sentence)),
      ),
    );
  }

  return rows;
}

function rowOf(term: Term, similarities: ReadonlyMap<string, number>, row: readonly number[]): Row {
  const holders = row.filter((value) => value > 0.6).length;
  const rare = Math.log(1 + (row.length + 1) / (holders + 1)) / Math.log(2 + row.length);
  const isSubject =
    holders >= Math.max(3, row.length * 0.15) || row.slice(0, 3).some((value) => value > 0.9);
  const importance = term.isLight ? settings.light : 1;
  const maxMatch = row.reduce((highest, value) => Math.max(highest, value), 0);

  return {
    term,
    near: similarities,
    held: row,
    weight: importance * (0.5 + 0.5 * rare),
    floor: isSubject ? maxMatch * settings.subject : 0,
  };
}

/**
 * The rows by which a sentence that offers an answer is judged. Where words for the kind of answer are not said, the
 * answer itself stands for them; and where no other words are left but those that say little, as in "Which agency is
 * mentioned?", any sentence with an answer may be meant.
 */
function withoutKind(place: Place, kindWords: ReadonlySet<string>): Place {
  const isSaid = (row: Row): boolean => inContext(row, place) >= settings.missingBelow;
  const left = place.rows.filter((row) => !kindWords.has(row.term.word) || isSaid(row));
  return { ...place, rows: left.some(({ term }) => !term.isLight) ? left : left.filter(isSaid) };
}

interface Place {
  readonly candidates: readonly Candidate[];
  readonly rows: readonly Row[];
  readonly wanted: Wanted;
  /** Words of the question, in lower case. */
  readonly names: ReadonlySet<string>;
  readonly at: number;
  readonly offer: number | null;
}

function scoreOf(place: Place): number {
  const { candidates, rows, at: position } = place;
  const sentence = candidates[position]?.read;
  if (!sentence) return 0;

  const kind = place.offer ?? kindScore(place);
  const around = share(rows, (row) => inContext(row, place));
  const missingShare = share(
    rows,
    (row) => (inContext(row, place) < settings.missingBelow ? 1 : 0),
    0,
  );
  let score =
    settings.own * ownShare(place) +
    settings.around * around ** settings.power +
    settings.kind * kind;
  score -= settings.missing * missingShare;

  if (sentence.isQuestion) score *= settings.asks;
  score *= settings.otherKind + (1 - settings.otherKind) * Math.min(1, kind / settings.enoughKind);

  // A value that is looked for is new, even if it is one word.
  const isEcho = place.offer === null && newWords(sentence, rows) < 2;
  if (isEcho && !candidates[position - 1]?.read.isQuestion) score *= settings.nothingNew;

  return score;
}

/** The mean of `value` over the question's words, weighted by their importance. */
function share(rows: readonly Row[], value: (row: Row) => number, fallback = 0.5): number {
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return fallback;
  return rows.reduce((sum, row) => sum + row.weight * value(row), 0) / total;
}

/**
 * How much of the question occurs in the sentence itself, in a question that it answers, or in the sentences that it
 * continues.
 */
function ownShare({ candidates, rows, at: position }: Place): number {
  const directShare = share(rows, (row) => row.held[position] ?? 0);
  const question = questionBefore(candidates, position);
  if (question !== null) {
    return Math.max(
      directShare,
      share(rows, (row) => row.held[question] ?? 0),
    );
  }

  if (!candidates[position]?.read.goesOn) return directShare;
  const earlierMatch = (row: Row, distance: number) =>
    isSameTalk(candidates, position, position - distance)
      ? (row.held[position - distance] ?? 0)
      : 0;
  const linked = share(rows, (row) =>
    Math.max(row.held[position] ?? 0, earlierMatch(row, 1), 0.7 * earlierMatch(row, 2)),
  );

  return Math.max(directShare, settings.goesOn * linked);
}

/**
 * Position of the question that this sentence may answer: the sentence before, or the sentence before that if only a
 * few words like "Oh, yes." come between. Null if there is none.
 */
function questionBefore(candidates: readonly Candidate[], position: number): number | null {
  if (candidates[position]?.read.isQuestion) return null;

  for (const previousPosition of [position - 1, position - 2]) {
    if (!isSameTalk(candidates, position, previousPosition)) return null;
    const sentence = candidates[previousPosition]?.read;
    if (sentence?.isQuestion) return previousPosition;
    if (!sentence || sentence.words.length > 4) return null;
  }

  return null;
}

function isSameTalk(
  candidates: readonly Candidate[],
  positionA: number,
  positionB: number,
): boolean {
  const a = candidates[positionA]?.passage;
  const b = candidates[positionB]?.passage;
  return (
    a?.subject.kind === 'speech' &&
    b?.subject.kind === 'speech' &&
    a.moments[0]?.video === b.moments[0]?.video
  );
}

function inContext({ held: matches, floor }: Row, { candidates, at: position }: Place): number {
  let best = Math.max(matches[position] ?? 0, floor);
  for (const [distance, part] of settings.later.entries()) {
    if (!isSameTalk(candidates, position, position - distance)) break;
    const isAnswer = distance === 1 && candidates[position - 1]?.read.isQuestion;
    best = Math.max(
      best,
      (matches[position - distance] ?? 0) * (isAnswer ? settings.afterQuestion : part),
    );
  }
  return best;
}

/**
 * How well the sentence offers the wanted kind of answer; if a count is wanted, also whether the sentence counts the
 * right thing.
 */
function kindScore({ candidates, rows, wanted: expectation, names, at: position }: Place): number {
  if (expectation.kind === 'open') return settings.openKind;

  const kind = offers(expectation.kind, candidates[position]?.passage.quotable ?? '', names);
  const countedRows = rows.filter(({ term }) => expectation.counted.includes(term.word));
  if (countedRows.length === 0 || kind === 0) return kind;

  const sentence = candidates[position]?.read;
  const behind = countedAfter(sentence?.words.join(' ') ?? '').flatMap((rest) =>
    wordsOf(rest).slice(0, 4).flatMap(lemmasOf),
  );
  const fits = Math.max(
    0,
    ...behind.flatMap((word) =>
      countedRows.map(({ near: similarities }) => similarities.get(word) ?? 0),
    ),
  );
  const answers =
    candidates[position - 1]?.read.isQuestion &&
    countedRows.some(({ held: matches }) => (matches[position - 1] ?? 0) > 0.5);
  const sure = answers ? 1 : fits;

  return sure >= 0.5 ? Math.max(kind, 0.6 + 0.4 * sure) : 0;
}

/** Number of words in the sentence whose meaning does not occur in the question. */
function newWords(sentence: ReadSentence, rows: readonly Row[]): number {
  const isNew = (word: string) =>
    !emptyWords('en').has(word) &&
    !rows.some(({ near: similarities }) =>
      lemmasOf(word).some((lemma) => (similarities.get(lemma) ?? 0) > 0.8),
    );
  return sentence.words.filter(isNew).length;
}
