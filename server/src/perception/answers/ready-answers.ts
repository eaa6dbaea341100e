/**
 * Answers the ready questions without a language model: chapters by where the words of a talk change, key moments by
 * its most telling sentences, sponsors by the segments whose words say that they are paid for.
 */
import type { ReadyQuestion } from '@reelsight/contract';
import { cutAtWord } from '@reelsight/contract/cut-text';
import { leadingUnits } from '../../analysis/keywords.ts';
import { keyOf } from '../../analysis/name-key.ts';
import type { Material } from '../../analysis/passages.ts';
import { meetsOne, unionOf } from '../../analysis/spans.ts';
import { speaksOf } from '../../analysis/words.ts';
import type { DraftValue, FieldCitation, Passage } from '../../engines/language.ts';
import { paidSegments } from '../paid/paid-segments.ts';
import { talkParts } from './talk-parts.ts';

interface Indexed {
  readonly index: number;
  readonly passage: Passage;
  readonly words: string;
  readonly start: number;
  readonly end: number;
}

interface Item {
  readonly value: Readonly<Record<string, string>>;
  /** The passages that support each property; the earliest says when the item begins. */
  readonly support: Readonly<Record<string, readonly Indexed[]>>;
}

/** Confidence of what is picked by words alone. */
const pickedConfidence = 0.4;
const titleCharacters = 110;
const momentCharacters = 190;

export function readyDraft(
  ready: ReadyQuestion,
  material: Material,
  passages: readonly Passage[],
): DraftValue {
  const spoken = speechOf(passages);
  const language = material.transcription?.language ?? 'en';
  const items = {
    chapters: () => chaptersOf(spoken, language),
    key_moments: () => momentsOf(spoken, language),
    sponsors: () => sponsorsOf(spoken, material),
  }[ready]();

  return draftOf(items, pickedConfidence, true);
}

/** The chapters that the author of the video named; null if there are none. */
export function namedChapters(passages: readonly Passage[]): DraftValue | null {
  const chapters = passages.flatMap((passage, index) =>
    passage.subject.name === 'chapter' ? [indexed(passage, index)] : [],
  );
  if (chapters.length === 0) return null;

  const items = chapters.map((chapter) => ({
    value: { title: cutAtWord(chapter.words, titleCharacters) },
    support: { title: [chapter] },
  }));
  return draftOf(items.slice(0, 40), 1, false);
}

function draftOf(items: readonly Item[], confidence: number, degraded: boolean): DraftValue {
  if (items.length === 0)
    return { value: undefined, confidence: 0, citations: [], degraded, reason: 'not_said' };

  const citations = items.flatMap(({ support }, index) =>
    Object.entries(support).flatMap(([name, supporting]) =>
      supporting.map(
        ({ index: passage, words }): FieldCitation => ({
          path: `/${index}/${name}`,
          passage,
          quote: words,
        }),
      ),
    ),
  );
  return { value: items.map(({ value }) => value), confidence, citations, degraded };
}

function indexed(passage: Passage, index: number): Indexed {
  const [moment] = passage.moments;
  return {
    index,
    passage,
    words: passage.quotable ?? '',
    start: moment?.start ?? 0,
    end: moment?.end ?? 0,
  };
}

const speechOf = (passages: readonly Passage[]): Indexed[] =>
  passages.flatMap((passage, index) =>
    passage.subject.kind === 'speech' && passage.quotable !== null ? [indexed(passage, index)] : [],
  );

function chaptersOf(spoken: readonly Indexed[], language: string): Item[] {
  const parts = talkParts(
    spoken.map(({ words, start, end }) => ({ text: words, start, end })),
    language,
  );
  return parts.flatMap(({ first, last }) => {
    const sentences = spoken.slice(first, last + 1);
    const [leading = 0] = leadingUnits(
      sentences.slice(0, 12).map(({ words }) => words),
      language,
      1,
    );
    const [opening] = sentences;
    const titleSentence = sentences[leading];
    if (!opening || !titleSentence) return [];

    return [
      {
        value: { title: cutAtWord(titleSentence.words, titleCharacters) },
        support: { title: [opening, titleSentence] },
      },
    ];
  });
}

/** Number of key moments for talks of at least so many sentences. */
const momentsBySentences = [
  [400, 10],
  [150, 8],
  [60, 6],
  [20, 4],
  [1, 2],
] as const;

function momentsOf(spoken: readonly Indexed[], language: string): Item[] {
  const sentences = spoken.filter(({ words }) => words.split(' ').length >= 6);
  const limit =
    momentsBySentences.find(([minSentences]) => sentences.length >= minSentences)?.[1] ?? 0;
  const leading = leadingUnits(
    sentences.map(({ words }) => words),
    language,
    limit,
  );
  return leading.flatMap((position) => {
    const sentence = sentences[position];
    if (!sentence) return [];
    const value = { title: cutAtWord(sentence.words, momentCharacters) };
    return [{ value, support: { title: [sentence] } }];
  });
}

const offerWords =
  /\b(?:\d+ ?(?:%|percent|per cent) off|free (?:trial|month|week|shipping|gift)|for free|discount|off your (?:first|next)|save (?:up to )?[$€£\d]|money[- ]back|no cost|promo|special offer|first (?:month|order|box))\b|[$€£]\d/i;
const codeWords =
  /\b(?:promo |discount |coupon |offer )?code[: ]+["“]?(?<code>[A-Z][A-Z0-9]{2,19})\b/;
const addressWords =
  /\b(?<address>(?:[a-z0-9-]{2,40}\.){1,3}(?:com|org|net|co|io|tv|ai|app|de|fr|es|it|uk)(?:\/[a-z0-9-]{1,40})*)\b/i;
const spokenAddress =
  /\b(?<address>[a-z0-9-]{2,40}(?: [a-z0-9-]{2,40})? dot (?:com|org|net|co|io|tv|ai|app)(?: (?:forward )?slash [a-z0-9-]{1,40})?)\b/i;

function sponsorsOf(spoken: readonly Indexed[], material: Material): Item[] {
  const segments = (material.transcription?.segments ?? []).map(({ start, end, text }) => ({
    start,
    end,
    text,
  }));
  const paid = paidSegments({
    segments,
    texts: [],
    metadata: {},
    chapters: [],
    brands: material.brands ?? [],
    durationSeconds: material.metadata?.duration_seconds ?? segments.at(-1)?.end ?? 0,
  });
  const bySponsor = Map.groupBy(
    paid.filter(({ brand }) => brand !== null),
    ({ brand }) => (brand ?? '').toLowerCase(),
  );

  const names = [...bySponsor.values()].flatMap(([segment]) => segment?.brand ?? []);

  return [...bySponsor.values()].slice(0, 30).flatMap((segmentsOfBrand) => {
    const brand = segmentsOfBrand[0]?.brand;
    const otherSponsors = names.filter((name) => name !== brand);
    const sentences = spoken.filter(
      ({ start, end, words }) =>
        segmentsOfBrand.some((segment) => start < segment.end && end > segment.start) &&
        // Advertisements follow one another, so what names another sponsor belongs to that one.
        !otherSponsors.some((name) => spells(words, name)),
    );
    const naming = sentences.find(({ words }) => brand && speaksOf(words, brand));
    return brand && naming ? [sponsorItem(brand, naming, sentences)] : [];
  });
}

/** Whether a text has the letters of a name, also within an address. */
const spells = (text: string, name: string): boolean => keyOf(text).includes(keyOf(name));

function sponsorItem(sponsor: string, naming: Indexed, sentences: readonly Indexed[]): Item {
  const value: Record<string, string> = { sponsor };
  const support: Record<string, readonly Indexed[]> = { sponsor: [naming] };
  const add = (name: string, sentence: Indexed | undefined, text: string | undefined) => {
    if (!sentence || !text) return;
    value[name] = text;
    support[name] = [sentence];
  };

  const ownSentences = aroundNames(sponsor, sentences);
  const offer = ownSentences.find(({ words }) => offerWords.test(words) && !isList(words));
  const code = ownSentences.find(({ words }) => codeWords.test(words));
  const addressed = ownSentences.flatMap((sentence) => {
    const address = addressIn(sentence.words);
    return address ? [{ sentence, address }] : [];
  });
  const spelling = addressed.find(({ address }) => spells(address, sponsor));
  const { sentence: addressSentence, address } = spelling ?? addressed[0] ?? {};
  add('offer', offer, offer && cutAtWord(offer.words, 290));
  add('code', code, code && codeWords.exec(code.words)?.groups?.code);
  add('address', addressSentence, address);

  return { value, support };
}

/** Words this close to those that name the sponsor are taken to be about it, in seconds. */
const aroundNameSeconds = 20;

/** The sentences from a little before a sponsor is named until a little after; breaks hold several advertisements. */
function aroundNames(sponsor: string, sentences: readonly Indexed[]): Indexed[] {
  const near = unionOf(
    sentences
      .filter(({ words }) => spells(words, sponsor))
      .map(({ start, end }) => ({
        start: start - aroundNameSeconds,
        end: end + aroundNameSeconds,
      })),
  );
  return sentences.filter((sentence) => meetsOne(sentence, near));
}

const addressIn = (words: string): string | undefined =>
  (addressWords.exec(words) ?? spokenAddress.exec(words))?.groups?.address;

/** A sentence with at least so many commas, between which there is hardly a word, is a list. */
const listCommas = 6;
const listPartCharacters = 20;

/** Speech engines hear rows of catchwords, such as "promo code, discount code", in music and silence. */
function isList(words: string): boolean {
  const parts = words.split(',');
  return parts.length > listCommas && words.length / parts.length < listPartCharacters;
}
