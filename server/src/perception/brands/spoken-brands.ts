/** Finds brand names in a transcript: correctly written, in pieces ("face book"), or misheard ("net flicks"). */
import { doubleMetaphone } from 'double-metaphone';
import { keyOf } from '../../analysis/name-key.ts';
import { soundDistance, soundsOf } from '../../analysis/sound.ts';
import { sentencesOf } from '../../analysis/words.ts';
import type { SpeechSegment } from '../../engines/speech.ts';
import { type BrandName, isDistinctive, type Lexicon, type NameForm } from './brand-lexicon.ts';

export interface SpokenBrand {
  readonly brand: BrandName;
  /** Start of the first word of the mention, in seconds. */
  readonly start: number;
  readonly end: number;
  /** The sentence in which the name was said; of a very long one, what is around the name. */
  readonly sentence: string;
  readonly confidence: number;
}

interface Token {
  readonly text: string;
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
  /** True if the token starts a sentence, where a capital letter means nothing. */
  readonly first: boolean;
  readonly sentence: string;
}

interface Mention extends SpokenBrand {
  readonly from: number;
  readonly to: number;
}

const maxPieces = 4;
const supportReach = 6;
const unlessReach = 2;

/**
 * Mentions of brands in order of time. `brands` are the requested brands, or those of the lexicon if none were
 * requested.
 */
export function brandsInSpeech(
  segments: readonly SpeechSegment[],
  brands: readonly BrandName[],
  rank: Lexicon['rank'],
): SpokenBrand[] {
  const index = indexForms(brands);
  const cased = segments.some(({ text }) => /(?<=\p{Ll}\P{Lu}*)\s\p{Lu}\p{Ll}/u.test(text));
  const spokenBrands: SpokenBrand[] = [];

  for (const segment of segments) {
    const tokens = tokensOf(segment);
    spokenBrands.push(...mentionsIn(tokens, index, { cased, rank }));
  }

  return spokenBrands.sort((a, b) => a.start - b.start);
}

interface IndexedForm {
  readonly brand: BrandName;
  readonly form: NameForm;
}

interface FormIndex {
  readonly byKey: ReadonlyMap<string, readonly IndexedForm[]>;
  readonly bySound: ReadonlyMap<string, readonly IndexedForm[]>;
}

function indexForms(brands: readonly BrandName[]): FormIndex {
  const byKey = new Map<string, IndexedForm[]>();
  const bySound = new Map<string, IndexedForm[]>();
  const add = (map: Map<string, IndexedForm[]>, key: string, form: IndexedForm) => {
    const list = map.get(key);
    if (list) list.push(form);
    else map.set(key, [form]);
  };

  for (const brand of brands) {
    for (const form of brand.forms) {
      add(byKey, form.key, { brand, form });
      const isDistinct = form.kind === 'unique' || (brand.target && form.spelling.includes(' '));
      if (!isDistinct || !brand.kept || !/^[a-z]{5,}$/.test(form.key)) continue;
      for (const code of new Set(doubleMetaphone(form.key))) add(bySound, code, { brand, form });
    }
  }

  return { byKey, bySound };
}

interface Hearing {
  /** True if the recogniser writes capital letters. */
  readonly cased: boolean;
  readonly rank: Lexicon['rank'];
}

function mentionsIn(tokens: readonly Token[], index: FormIndex, hearing: Hearing): SpokenBrand[] {
  const mentions: Mention[] = [];
  for (let from = 0; from < tokens.length; from++) {
    for (let to = from + 1; to <= Math.min(tokens.length, from + maxPieces); to++) {
      const window = tokens.slice(from, to);
      const exact = exactForms(window, index, hearing.rank).map((hit) => ({ ...hit, likeness: 1 }));
      const hits = exact.length > 0 ? exact : soundingForms(window, index, hearing.rank);
      for (const { brand, form, likeness } of hits) {
        const trust = trustIn(form, brand, tokens, { from, to }, hearing) * likeness;
        if (trust > 0) mentions.push(mentionOf(brand, window, from, to, trust));
      }
    }
  }

  return withoutShadowed(mentions);
}

function mentionOf(
  brand: BrandName,
  window: readonly Token[],
  from: number,
  to: number,
  trust: number,
): Mention {
  const first = window[0] as Token;
  const last = window.at(-1) as Token;
  const minConfidence = Math.min(...window.map(({ confidence }) => confidence));
  const confidence = trust * (0.6 + 0.4 * minConfidence);

  return {
    brand,
    from,
    to,
    start: first.start,
    end: last.end,
    sentence: first.sentence,
    confidence,
  };
}

/** Forms of names that match letter by letter, also if written in pieces or with a plural or possessive s. */
function exactForms(
  window: readonly Token[],
  index: FormIndex,
  rank: Lexicon['rank'],
): readonly IndexedForm[] {
  const key = window.map((token) => token.key).join('');
  const wholeForms = index.byKey.get(key);
  if (wholeForms) return wholeForms;
  if (key.length < 3 || !key.endsWith('s')) return [];

  const without = index.byKey.get(key.slice(0, -1)) ?? [];
  if (/['’]s\W*$/u.test((window.at(-1) as Token).text)) return without;
  if (window.length > 1 || key.length < 5 || rank(key) !== null) return [];

  return without.filter(({ form }) => form.kind === 'unique');
}

const maxSoundDistance = 0.25;
/**
 * If ordinary words together sound like a name, they must match it more closely, and its phonetic code must be longer.
 */
const maxPiecesDistance = 0.2;
const minPiecesCode = 4;

function soundingForms(
  window: readonly Token[],
  index: FormIndex,
  rank: Lexicon['rank'],
): (IndexedForm & { likeness: number })[] {
  const key = window.map((token) => token.key).join('');
  if (!/^[a-z]{4,24}$/.test(key)) return [];

  const allWords = window.every((token) => rank(token.key) !== null);
  // A single dictionary word was most likely heard correctly: "goggle" does not mean Google.
  if (allWords && window.length === 1) return [];

  const limit = allWords ? maxPiecesDistance : maxSoundDistance;
  const seenForms = new Set<NameForm>();

  return [...new Set(doubleMetaphone(key))].flatMap((code) => {
    if (allWords && code.length < minPiecesCode) return [];
    return (index.bySound.get(code) ?? []).flatMap(({ brand, form }) => {
      if (seenForms.has(form)) return [];
      seenForms.add(form);
      const distance = soundDistance(soundsOf(key), soundsOf(form.key));
      // For names that were not requested, nearly every letter must match, not only the phonetic code.
      const allowed = brand.target ? limit : Math.min(limit, 0.15);
      return distance <= allowed ? [{ brand, form, likeness: 0.85 - distance }] : [];
    });
  });
}

/**
 * A recogniser that writes no capitals finds short names in unrelated words ("aldi" in "all day"), but with low
 * confidence; such findings are ignored.
 */
const shortName = 4;
const doubted = 0.25;

const companyWords = new Set(['inc', 'corporation', 'incorporated', 'ltd', 'company', 'brand']);

/** How strongly this form, recognised at this point of the speech, suggests the brand, 0 to 1. */
function trustIn(
  form: NameForm,
  brand: BrandName,
  tokens: readonly Token[],
  { from, to }: { from: number; to: number },
  { cased, rank }: Hearing,
): number {
  const window = tokens.slice(from, to);
  const around = tokens.slice(Math.max(0, from - supportReach), to + supportReach);
  const next = tokens[to]?.key ?? '';
  const close = tokens.slice(Math.max(0, from - unlessReach), to + unlessReach);
  if (close.some(({ key }) => brand.unless.includes(key))) return 0;

  const supported = companyWords.has(next) || around.some(({ key }) => brand.support.includes(key));
  const isCapitalised =
    cased && window.every(isCapital) && (window.length > 1 || !(window[0] as Token).first);
  const minConfidence = Math.min(...window.map(({ confidence }) => confidence));
  if (cased && !form.spelling.includes(' ') && saysSomethingElse(window, rank)) return 0;

  switch (form.kind) {
    case 'unique':
      if (!cased && !brand.target && form.key.length <= shortName && minConfidence < doubted)
        return 0;
      if (brand.kept) return 0.95;
      return cased && window.every(isCapital) && isDistinctive(form.spelling) ? 0.8 : 0;
    case 'short':
      if (brand.target)
        return window.length === 1 || window.every(({ key }) => key.length === 1) ? 0.85 : 0;
      return cased ? (window.every(isShouted) ? 0.85 : 0) : form.key.length > 2 ? 0.7 : 0;
    case 'word':
      if (supported || isCapitalised) return 0.9;
      // If a recogniser that writes capitals writes "a visa" in lower case, the document is meant.
      return brand.target && !(cased && window.every((token) => !isCapital(token))) ? 0.8 : 0;
    case 'everyday':
      if (supported) return 0.9;
      if (isCapitalised) return brand.kept ? 0.75 : 0;
      // Two everyday words that are a name only in this order ("red bull") count if that name was requested.
      return brand.target && window.length > 1 && rank(form.key) === null ? 0.7 : 0;
  }
}

/** Whether all words are everyday words in lower case, from a recogniser that writes capitals: "a good year". */
const saysSomethingElse = (window: readonly Token[], rank: Lexicon['rank']): boolean =>
  window.length > 1 &&
  window.every(
    (token) => (token.first || !isCapital(token)) && (rank(token.key) ?? 100) <= everydayWord,
  );
const everydayWord = 20;

const isCapital = ({ text }: Token) => /^\P{L}*\p{Lu}/u.test(text);
const isShouted = ({ text }: Token) => /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);

/**
 * If mentions of one brand overlap, or a mention of a brand that was not requested overlaps another, only the most
 * confident one is kept; if they are equally confident, the longer one.
 */
function withoutShadowed(mentions: readonly Mention[]): SpokenBrand[] {
  const keptMentions: Mention[] = [];
  const size = (mention: Mention) => mention.to - mention.from;
  const order = [...mentions].sort((a, b) => b.confidence - a.confidence || size(b) - size(a));
  for (const mention of order) {
    const shadowed = keptMentions.some(
      (keptMention) =>
        keptMention.from < mention.to &&
        mention.from < keptMention.to &&
        (keptMention.brand === mention.brand || !mention.brand.target),
    );
    if (!shadowed) keptMentions.push(mention);
  }

  return keptMentions.map(({ from: _from, to: _to, ...mention }) => mention);
}

/**
 * Longest sentence, in characters, that a mention quotes as a whole. Without full stops a transcript is one sentence,
 * and each mention in it would quote all of it.
 */
const mostQuoted = 500;

interface Quote {
  readonly text: string;
  /** Letters of the sentence up to the end of the quote. */
  readonly reach: number;
}

/** The sentence, or its parts if it is very long. */
function quotesOf(sentence: string): Quote[] {
  if (sentence.length <= mostQuoted) return [{ text: sentence, reach: Number.POSITIVE_INFINITY }];

  const parts = sentence.match(partPattern) ?? [];
  let reach = 0;
  return parts.map((part, index) => {
    reach += keyOf(part).length;
    const before = index > 0 ? '… ' : '';
    const after = index < parts.length - 1 ? ' …' : '';
    return { text: `${before}${part.trim()}${after}`, reach };
  });
}

/** Parts end between words where there are spaces. */
const partPattern = new RegExp(`.{1,${mostQuoted}}(?=\\s|$)|.{1,${mostQuoted}}`, 'gsu');

function tokensOf(segment: SpeechSegment): Token[] {
  const words = segment.words?.length ? segment.words : spreadWords(segment);
  const sentences = sentencesOf(segment.text);
  const ends: number[] = [];

  for (const sentence of sentences) ends.push((ends.at(-1) ?? 0) + keyOf(sentence).length);
  const quotes = sentences.map(quotesOf);
  let letters = 0;
  let last = -1;

  return words.map(({ text, start, end, confidence }) => {
    const index = Math.max(
      0,
      ends.findIndex((reach) => letters < reach),
    );
    const key = keyOf(text);
    letters += key.length;

    const first = index !== last;
    last = index;

    const inSentence = letters - key.length - (ends[index - 1] ?? 0);
    const sentence = quotes[index]?.find(({ reach }) => inSentence < reach)?.text ?? segment.text;
    const sure = confidence ?? segment.confidence ?? 1;

    return { text, key, start, end, confidence: sure, first, sentence };
  });
}

/**
 * Distributes the segment's time among its words in proportion to their letters, for recognisers that give no word
 * times.
 */
function spreadWords({ text, start, end }: SpeechSegment) {
  const words = text.split(/\s+/).filter(Boolean);
  const total = words.reduce((sum, word) => sum + word.length + 1, 0);
  let offset = 0;

  return words.map((word) => {
    const from = start + ((end - start) * offset) / total;
    offset += word.length + 1;

    return {
      text: word,
      start: from,
      end: start + ((end - start) * offset) / total,
      confidence: undefined,
    };
  });
}
