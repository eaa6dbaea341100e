/** Makes a summary of the video's own sentences, or of what is shown if there is no speech. */
import { keyTopics, leadingUnits } from '../../analysis/keywords.ts';
import { wordsOf } from '../../analysis/words.ts';
import type { DraftSummary, Passage, SummaryMaterial } from '../language.ts';

const maxTopics = 8;
const maxCharacters = 1500;
/** Maximum number of texts, of brands and of objects named in a summary without speech. */
const maxNamed = 10;

export function summaryFrom({ passages, language }: SummaryMaterial): DraftSummary {
  const spoken = wordsOfKind(passages, 'speech');
  if (spoken.length > 0) {
    const text = sentences(spoken, language, sentencesFor(spoken));
    return { text, keyTopics: keyTopics(spoken, language, maxTopics), degraded: true };
  }

  const described = wordsOfKind(passages, 'metadata', 'description');
  const [texts, brands, objects] = (['text', 'brand', 'object'] as const).map((kind) =>
    namesOf(passages, kind),
  );
  const text = [
    sentences(described, language, 2),
    labelNames(
      'Text on the screen',
      texts?.map((words) => `"${words}"`),
    ),
    labelNames('Brands', brands),
    labelNames('Objects', objects),
  ];

  const topics = [
    ...keyTopics(described, language, maxTopics),
    ...(brands ?? []),
    ...(objects ?? []),
  ];
  const fullText = text.filter(Boolean).join(' ');

  return {
    text: fullText,
    keyTopics: [...new Set(topics)].slice(0, maxTopics),
    degraded: fullText !== '',
  };
}

function wordsOfKind(passages: readonly Passage[], kind: string, name?: string): string[] {
  return passages.flatMap(({ subject, quotable }) =>
    subject.kind === kind && (name === undefined || subject.name === name) && quotable
      ? [quotable]
      : [],
  );
}

/**
 * A talk's summary gets one more sentence for each of these word counts that the talk exceeds. They correspond to about
 * 25, 50 and 150 seconds, and to 8 and 30 minutes.
 */
const wordsPerLength = [60, 130, 400, 1200, 4500];

/**
 * Number of sentences in the summary of a talk: one or two for half a minute, a handful for an hour, never all of them.
 */
function sentencesFor(spoken: readonly string[]): number {
  const words = spoken.reduce((sum, sentence) => sum + wordsOf(sentence).length, 0);
  const targetCount = 1 + wordsPerLength.filter((length) => words > length).length;
  return Math.max(1, Math.min(targetCount, Math.floor(spoken.length / 2)));
}

/** The sentences that say most, in their order; the first sentence if none stands out. */
function sentences(units: readonly string[], language: string, limit: number): string {
  const fitness = units.map((unit, index) => standsAlone(unit, index, units.length));
  const leading = leadingUnits(units, language, limit, fitness);
  const picked = leading.length > 0 ? leading : units.length > 0 ? [0] : [];
  let text = '';

  for (const index of picked) {
    const sentence = asSentence(units[index] ?? '');
    if (text !== '' && text.length + sentence.length > maxCharacters) break;
    text = `${text} ${sentence}`.trim();
  }

  return text;
}

/** Matches beginnings that depend on the sentence before. */
const leaning =
  /^(?:(?:and|but|so|or|then|because|also|well|oh|um|uh|okay|yes|yeah|no|right|now|next|finally|anyway|otherwise|plus),? )*(?:it|its|they|their|he|she|his|her|that|this|these|those|them|there|one|some|which|such|otherwise|instead|both)\b/i;
/**
 * The text before the first pronoun, and the part of it before the pronoun's own clause, because a pronoun does not
 * refer to anything within its own clause.
 */
const beforePronoun = /^(.*?)\b(?:it|they|them|he|him|she)\b/is;
const earlierClauses =
  /^(.*)(?:,|\b(?:and|but|so|or|because|when|while|if|that|which|who|until|before|after|since|as|where|then)\b)/is;
/** Matches something that a pronoun in a later clause may stand for: "the plants", "Tomatoes", a name. */
const naming =
  /\b(?:the|an?|my|our|your|every|each|some|any|no|this|these) \p{L}|(?<=\p{L}{3})(?<!s)s\b/iu;
const name = /[^.?!] \p{Lu}\p{Ll}/u;
/** Matches phrases that always refer to something in the sentence before: "the red one", "the rest". */
const remainder = /\b(?:the|this|that) (?:\p{L}+ )?ones?\b|\b(?:the rest|the others?)\b/iu;
const connective = /^(?:and|but|or|then|because|also|otherwise|plus|anyway|finally|next|now)\b/i;
/** Phrases that people say to each other without any content. */
const smallTalk =
  /\b(?:welcome|hello|hi|hey|thanks?|thank you|good (?:morning|evening|afternoon)|bye|see you|subscribe|nice to|pleasure)\b/i;
/** Phrases with which a talk announces its topic at the beginning. */
const announces =
  /\b(?:today|tonight|this (?:video|lesson|episode|talk)|(?:i'm|we're|i am|we are|going to|want to|let's) (?:\p{L}+ )?(?:talk|look|mak|do|show|build|visit|tell|learn|review|cook|plant|test)\p{L}*|topic|my guest|with us|i'll show)\b/iu;

/** Whether the sentence refers to something that only the previous one names: "Half of it goes to the cafe". */
function leans(sentence: string): boolean {
  const leadIn = beforePronoun.exec(sentence)?.[1];
  const earlier = earlierClauses.exec(leadIn ?? '')?.[1] ?? '';
  const unnamed = leadIn !== undefined && !naming.test(earlier) && !name.test(earlier);
  return unnamed || leaning.test(sentence) || remainder.test(sentence);
}

/**
 * How well a sentence can stand alone in a summary, 0 to 1, or more if it announces the topic. Favours English openings
 * and sentences that are neither very short nor very long.
 */
function standsAlone(sentence: string, index: number, count: number): number {
  const words = wordsOf(sentence).length;
  const length = words < 6 ? 0.3 : words > 40 ? 0.5 : 1;
  const opens = index < Math.max(3, count * 0.1);
  let fit = (opens ? 0.9 : 0.7) * length;

  if (opens && announces.test(sentence)) return words < 6 ? 0.5 : 1.5;
  else if (smallTalk.test(sentence)) fit *= 0.3;

  if (/\?\s*$/.test(sentence)) fit *= 0.3;
  if (leans(sentence)) return fit * 0.1;

  return connective.test(sentence) ? fit * 0.5 : fit;
}

/**
 * Speech recognisers without punctuation produce bare words, so a capital and a full stop are added to separate
 * sentences.
 */
function asSentence(words: string): string {
  const text = words.trim();
  const capital = text.slice(0, 1).toUpperCase() + text.slice(1);
  return /\p{Script=Latin}$/u.test(text) || /\p{N}$/u.test(text) ? `${capital}.` : capital;
}

function namesOf(passages: readonly Passage[], kind: 'text' | 'brand' | 'object'): string[] {
  const names = passages
    .filter((passage) => passage.subject.kind === kind)
    .map((passage) => (kind === 'text' ? (passage.quotable ?? '') : passage.subject.name));
  return [...new Set(names)];
}

function labelNames(label: string, names: readonly string[] = []): string {
  if (names.length === 0) return '';
  const overflow = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
  return `${label}: ${names.slice(0, maxNamed).join(', ')}${overflow}.`;
}
