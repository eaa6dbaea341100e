/** Answers questions by facts already known: a list of the things detected, or when one of them appears. */
import { spans } from '../../analysis/passages.ts';
import { fold, speaksOf, stem, wordsOf } from '../../analysis/words.ts';
import type { Citation, DraftAnswer, Moment, Question } from '../language.ts';
import { duration, metadataAnswer, speakersAnswer } from './about-video.ts';
import { type Asked, cite, type Indexed, noAnswer } from './question.ts';

/** Null if the question does not ask for a fact; an answer without citations if the fact is not known. */
export function factAnswer(question: Question, parsedQuestion: Asked): DraftAnswer | null {
  const passages = question.passages.map((passage, index) => ({ index, passage }));
  return (
    metadataAnswer(passages, parsedQuestion, question.videos.length) ??
    speakersAnswer(passages, parsedQuestion) ??
    listAnswer(passages, parsedQuestion, question) ??
    namedAnswer(passages, parsedQuestion, question)
  );
}

/** Words that ask for a kind of thing, by stem. */
const kindWords: Readonly<Record<string, 'brand' | 'object' | 'text'>> = Object.fromEntries([
  ...['brand', 'logo', 'company', 'companies', 'sponsor'].map(
    (word) => [stem(word), 'brand'] as const,
  ),
  ['object', 'object'],
  ...['text', 'texts', 'written', 'caption'].map((word) => [stem(word), 'text'] as const),
]);

/**
 * Words that ask how much, how often or when. Once it is clear which thing is meant, they are not treated as an
 * unanswered part of the question.
 */
const measureWords = new Set(
  'number count many different total often frequent frequently common long duration second minute moment time timestamp present feature contain occur read'
    .split(' ')
    .map(stem),
);

function listAnswer(
  passages: readonly Indexed[],
  parsedQuestion: Asked,
  { videos }: Question,
): DraftAnswer | null {
  const kinds = new Set(parsedQuestion.stems.flatMap((word) => kindWords[word] ?? []));
  const open = parsedQuestion.stems.filter((word) => !kindWords[word] && !measureWords.has(word));
  const [kind] = kinds;
  if (kind === undefined || kinds.size > 1 || open.length > 0) return null;

  const things = groupByName(
    passages.filter(
      (passage) => passage.passage.subject.kind === kind && isAsked(passage, parsedQuestion),
    ),
  );
  if (things.length === 0) return noAnswer;

  const topThing = mostOf(things, parsedQuestion.words);
  const listed = topThing ? [topThing] : things;
  const names = listed.map((thing) =>
    /\bwhen\b|\btimes?\b/.test(parsedQuestion.words)
      ? `${thing.name} (${places(thing.moments, videos)})`
      : thing.name,
  );
  const total = /^how many\b/.test(parsedQuestion.words) ? `${names.length}: ` : '';
  const answer = topThing
    ? `${names[0]}, ${measure(topThing, videos)}`
    : `${total}${names.join(', ')}`;

  return {
    answer,
    confidence: mean(listed),
    citations: listed.flatMap(citeThing),
    degraded: false,
  };
}

/** One brand, object or text with all passages about it, in one video or many. */
interface Thing {
  readonly name: string;
  readonly passages: readonly Indexed[];
  readonly moments: readonly Moment[];
  readonly confidence: number;
}

function groupByName(passages: readonly Indexed[]): Thing[] {
  const name = ({ passage }: Indexed) =>
    passage.subject.kind === 'text' ? `"${passage.quotable}"` : passage.subject.name;
  const groups = Map.groupBy(passages, (passage) => fold(name(passage)));
  return [...groups.values()].map((group) => ({
    name: group[0] ? name(group[0]) : '',
    passages: group,
    moments: group.flatMap((entry) => entry.passage.moments),
    confidence: Math.max(...group.map((entry) => entry.passage.confidence ?? 1)),
  }));
}

const isAsked = ({ passage }: Indexed, { seen: asksVisual, said: asksSpeech }: Asked): boolean =>
  asksVisual === asksSpeech ||
  (asksSpeech ? passage.source === 'speech' : passage.source !== 'speech');

function mostOf(things: readonly Thing[], words: string): Thing | null {
  if (!/\bmost\b|\blongest\b/.test(words)) return null;

  const size = (thing: Thing) =>
    /\blong(est)?\b/.test(words)
      ? shownSeconds(thing)
      : /\bvideos\b/.test(words)
        ? videosOf(thing.moments).length
        : thing.moments.length;
  return things.toSorted((a, b) => size(b) - size(a))[0] ?? null;
}

function namedAnswer(
  passages: readonly Indexed[],
  parsedQuestion: Asked,
  question: Question,
): DraftAnswer | null {
  const namedPassages = passages.filter(
    ({ passage: { subject } }) => subject.kind === 'brand' || subject.kind === 'object',
  );
  const namedThings = groupByName(namedPassages).filter((thing) =>
    speaksOf(parsedQuestion.words, thing.name),
  );
  const ofNames = new Set(namedThings.flatMap((thing) => wordsOf(fold(thing.name)).map(stem)));
  const open = parsedQuestion.stems.filter(
    (word) => !ofNames.has(word) && !kindWords[word] && !measureWords.has(word),
  );
  // "What does the Samsung cost?" names Samsung too, but the times when it is visible do not answer
  // the question.
  if (
    namedThings.length === 0 ||
    open.length > 0 ||
    /^(why|who|whose)\b/.test(parsedQuestion.words)
  )
    return null;

  const things = namedThings.flatMap((thing) =>
    groupByName(thing.passages.filter((passage) => isAsked(passage, parsedQuestion))),
  );
  if (things.length === 0) return noAnswer;

  const answer = things
    .map((thing) => about(thing, parsedQuestion.words, question.videos))
    .join('; ');
  return {
    answer,
    confidence: mean(things),
    citations: things.flatMap(citeThing),
    degraded: false,
  };
}

function about(thing: Thing, words: string, videos: readonly string[]): string {
  if (/^how (long|many|often)\b/.test(words)) {
    return `${thing.name}: ${/^how long\b/.test(words) ? duration(shownSeconds(thing)) : measure(thing, videos)}`;
  }

  const manners = new Set(
    thing.passages.map(({ passage }) => (passage.source === 'speech' ? 'mentioned' : 'visible')),
  );
  const end = /\blast\b/.test(words) ? thing.moments.slice(-1) : thing.moments;
  const moments = /\bfirst\b/.test(words) ? thing.moments.slice(0, 1) : end;

  return `${thing.name} is ${[...manners].join(' and ')}: ${places(moments, videos)}`;
}

function measure(thing: Thing, videos: readonly string[]): string {
  const times = thing.moments.length === 1 ? 'once' : `${thing.moments.length} times`;
  if (videos.length === 1) return times;
  return `${times} in ${videosOf(thing.moments).length} of ${videos.length} videos`;
}

function places(moments: readonly Moment[], videos: readonly string[]): string {
  if (videos.length === 1) return spans(moments);
  return videosOf(moments)
    .map((index) => videos[index])
    .join(', ');
}

const videosOf = (moments: readonly Moment[]): number[] => [
  ...new Set(moments.map((moment) => moment.video)),
];

const shownSeconds = (thing: Thing): number =>
  thing.moments.reduce((sum, moment) => sum + moment.end - moment.start, 0);

const mean = (things: readonly Thing[]): number =>
  things.reduce((sum, thing) => sum + thing.confidence, 0) / things.length;

const citeThing = (thing: Thing): Citation[] => thing.passages.map(cite);
