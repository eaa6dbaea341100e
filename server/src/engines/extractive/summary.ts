/** A summary made of the video's own sentences, or of what is shown where nobody speaks. */
import { keyTopics, leadingUnits } from '../../analysis/keywords.ts';
import type { DraftSummary, Passage, SummaryMaterial } from '../language.ts';

const maxTopics = 8;
const maxCharacters = 1500;
/** Texts, brands or objects named in a summary without speech. */
const maxNamed = 10;

export function summaryFrom({ passages, language }: SummaryMaterial): DraftSummary {
  const spoken = wordsOfKind(passages, 'speech');
  if (spoken.length > 0) {
    const text = sentences(spoken, language, spoken.length < 20 ? 3 : 5);
    return { text, keyTopics: keyTopics(spoken, language, maxTopics), degraded: true };
  }
  const described = wordsOfKind(passages, 'metadata', 'description');
  const [texts, brands, objects] = (['text', 'brand', 'object'] as const).map((kind) =>
    namesOf(passages, kind),
  );
  const text = [
    sentences(described, language, 2),
    named(
      'Text on the screen',
      texts?.map((words) => `"${words}"`),
    ),
    named('Brands', brands),
    named('Objects', objects),
  ];
  const topics = [
    ...keyTopics(described, language, maxTopics),
    ...(brands ?? []),
    ...(objects ?? []),
  ];
  const whole = text.filter(Boolean).join(' ');
  return {
    text: whole,
    keyTopics: [...new Set(topics)].slice(0, maxTopics),
    degraded: whole !== '',
  };
}

function wordsOfKind(passages: readonly Passage[], kind: string, name?: string): string[] {
  return passages.flatMap(({ subject, quotable }) =>
    subject.kind === kind && (name === undefined || subject.name === name) && quotable
      ? [quotable]
      : [],
  );
}

/** The sentences that say most, in their order; the first one where none says more than another. */
function sentences(units: readonly string[], language: string, limit: number): string {
  const leading = leadingUnits(units, language, limit);
  const picked = leading.length > 0 ? leading : units.length > 0 ? [0] : [];
  let text = '';
  for (const index of picked) {
    const sentence = asSentence(units[index] ?? '');
    if (text !== '' && text.length + sentence.length > maxCharacters) break;
    text = `${text} ${sentence}`.trim();
  }
  return text;
}

/** Recognisers without punctuation give bare words; a capital and a full stop keep them apart. */
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

function named(label: string, names: readonly string[] = []): string {
  if (names.length === 0) return '';
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
  return `${label}: ${names.slice(0, maxNamed).join(', ')}${more}.`;
}
