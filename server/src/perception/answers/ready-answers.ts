/**
 * Answers the ready questions without a language model: chapters by where the words of a talk change, named by
 * the phrases that are said there and hardly elsewhere, key moments by its most telling sentences, sponsors by the segments whose words say that they are paid for.
 */
import type { PaidSegment, ReadyQuestion } from '@reelsight/contract';
import { cutAtWord } from '@reelsight/contract/cut-text';
import { leadingUnits } from '../../analysis/keywords.ts';
import { keyOf } from '../../analysis/name-key.ts';
import type { Material } from '../../analysis/passages.ts';
import { meetsOne, type Span, unionOf } from '../../analysis/spans.ts';
import { speaksOf } from '../../analysis/words.ts';
import type { DraftValue, FieldCitation, Passage } from '../../engines/language.ts';
import { isCatchwordRow } from '../paid/catchword-rows.ts';
import { paidSegments } from '../paid/paid-segments.ts';
import { type PartTitle, partTitles } from './part-titles.ts';
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
/** Number of sentences among which the title of a part is looked for if no phrase stands out. */
const openingSentences = 12;
const momentCharacters = 190;

export function readyDraft(
  ready: ReadyQuestion,
  material: Material,
  passages: readonly Passage[],
): DraftValue {
  const spoken = speechOf(passages);
  const language = material.transcription?.language ?? 'en';
  const items = {
    chapters: () => chaptersOf(spoken, material),
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

function chaptersOf(spoken: readonly Indexed[], material: Material): Item[] {
  const language = material.transcription?.language ?? 'en';
  const content = withoutPaid(spoken, material);
  const parts = talkParts(
    content.map(({ words, start, end }) => ({ text: words, start, end })),
    language,
  ).map(({ first, last }) => content.slice(first, last + 1));
  const titles = partTitles(
    parts.map((sentences) => sentences.map(({ words }) => words)),
    language,
  );

  return parts.flatMap((sentences, index) => {
    const [opening] = sentences;
    const title = titles[index] ?? leadingSentence(sentences, language);
    if (!opening || !title) return [];

    const naming = title.sentences.flatMap((position) => sentences[position] ?? []);
    return [{ value: { title: title.text }, support: { title: [opening, ...naming] } }];
  });
}

/** A title for a part in which no phrase stands out: the sentence that says most of its beginning. */
function leadingSentence(sentences: readonly Indexed[], language: string): PartTitle | null {
  const texts = sentences.slice(0, openingSentences).map(({ words }) => words);
  const [leading = 0] = leadingUnits(texts, language, 1);
  const words = texts[leading];
  return words === undefined
    ? null
    : { text: cutAtWord(words, titleCharacters), sentences: [leading] };
}

/** If at least this share of the speech is paid for, the advertisement is what the video is about. */
const mostlyPaid = 0.5;

/** What is said between two paid stretches closer together than this is most likely an advertisement as well. */
const adGapSeconds = 45;

/** The speech without its advertisements, which belong to no chapter. */
function withoutPaid(spoken: readonly Indexed[], material: Material): readonly Indexed[] {
  const paid = withGapsFilled(unionOf(paidIn(material)), adGapSeconds);
  const content = spoken.filter((sentence) => !meetsOne(sentence, paid));
  return content.length > (1 - mostlyPaid) * spoken.length ? content : spoken;
}

/** The spans, in order and apart, with those joined that are closer together than `seconds`. */
const withGapsFilled = (spans: readonly Span[], seconds: number): Span[] =>
  unionOf(spans.map(({ start, end }) => ({ start, end: end + seconds }))).map(({ start, end }) => ({
    start,
    end: end - seconds,
  }));

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

/** The stretches whose words tell that they are paid for. */
function paidIn(material: Material): PaidSegment[] {
  const segments = (material.transcription?.segments ?? []).map(({ start, end, text }) => ({
    start,
    end,
    text,
  }));
  return paidSegments({
    segments,
    texts: [],
    metadata: {},
    chapters: [],
    brands: material.brands ?? [],
    durationSeconds: material.metadata?.duration_seconds ?? segments.at(-1)?.end ?? 0,
  });
}

function sponsorsOf(spoken: readonly Indexed[], material: Material): Item[] {
  const paid = paidIn(material);
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
  const offer = ownSentences.find(({ words }) => offerWords.test(words) && !isCatchwordRow(words));
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
