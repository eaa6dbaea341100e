/** Finds brand names in a transcript: as written, in pieces ("face book"), and by sound ("net flicks"). */
import { doubleMetaphone } from 'double-metaphone';
import type { SpeechSegment } from '../engines/speech.ts';
import { type BrandName, isDistinctive, type Lexicon, type NameForm } from './brand-lexicon.ts';
import { keyOf } from './name-key.ts';
import { sentencesOf } from './words.ts';

export interface SpokenBrand {
  readonly brand: BrandName;
  /** Seconds; of the first word of the name. */
  readonly start: number;
  readonly end: number;
  /** The sentence it was said in. */
  readonly sentence: string;
  readonly confidence: number;
}

/** A target name the recogniser listened for by itself. */
export interface SpottedName {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
}

interface Token {
  readonly text: string;
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
  /** Starts a sentence, where a capital letter says nothing. */
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

/** In order of time. `brands` are the targets, or the lexicon's where there are none. */
export function brandsInSpeech(
  segments: readonly SpeechSegment[],
  brands: readonly BrandName[],
  rank: Lexicon['rank'],
  spotted: readonly SpottedName[] = [],
): SpokenBrand[] {
  const index = indexForms(brands);
  const cased = segments.some(({ text }) => /\p{Ll}\P{Lu}*\s\p{Lu}\p{Ll}/u.test(text));
  const found: SpokenBrand[] = [];
  for (const segment of segments) {
    const tokens = tokensOf(segment);
    found.push(...mentionsIn(tokens, index, { cased, rank }));
  }
  found.push(...spottedMentions(spotted, brands, segments, found));
  return found.sort((a, b) => a.start - b.start);
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
      if (form.kind !== 'unique' || !brand.kept || !/^[a-z]{5,}$/.test(form.key)) continue;
      for (const code of new Set(doubleMetaphone(form.key))) add(bySound, code, { brand, form });
    }
  }
  return { byKey, bySound };
}

interface Hearing {
  /** The recogniser writes capital letters. */
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
  const [first, last] = [window[0] as Token, window.at(-1) as Token];
  const heard = Math.min(...window.map(({ confidence }) => confidence));
  const confidence = trust * (0.6 + 0.4 * heard);
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

/** Letter by letter, also in pieces and with a plural or possessive s. */
function exactForms(
  window: readonly Token[],
  index: FormIndex,
  rank: Lexicon['rank'],
): readonly IndexedForm[] {
  const key = window.map((token) => token.key).join('');
  const whole = index.byKey.get(key);
  if (whole) return whole;
  if (window.length > 1 || key.length < 5 || !key.endsWith('s') || rank(key) !== null) return [];
  return (index.byKey.get(key.slice(0, -1)) ?? []).filter(({ form }) => form.kind === 'unique');
}

const maxSoundDistance = 0.25;
/** Everyday words that together sound like a name need to be closer, and a longer sound. */
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
  // A single dictionary word was most likely said: "goggle" is no Google.
  if (allWords && window.length === 1) return [];
  const limit = allWords ? maxPiecesDistance : maxSoundDistance;
  const seen = new Set<NameForm>();
  return [...new Set(doubleMetaphone(key))].flatMap((code) => {
    if (allWords && code.length < minPiecesCode) return [];
    return (index.bySound.get(code) ?? []).flatMap(({ brand, form }) => {
      if (seen.has(form)) return [];
      seen.add(form);
      const distance = soundDistance(key, form.key);
      // Unasked names: the code and nearly every letter.
      const allowed = brand.target ? limit : Math.min(limit, 0.15);
      return distance <= allowed ? [{ brand, form, likeness: 0.85 - distance }] : [];
    });
  });
}

/** Edit distance of simplified spellings over the name's length; a vowel for a vowel costs half. */
export function soundDistance(heard: string, name: string): number {
  const [a, b] = [plainSpelling(heard), plainSpelling(name)];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const [x, y] = [a[i - 1] as string, b[j - 1] as string];
      const change = x === y ? 0 : isVowel(x) && isVowel(y) ? 0.5 : 1;
      const drop = isVowel(x) ? 0.5 : 1;
      const insert = isVowel(y) ? 0.5 : 1;
      current.push(
        Math.min(
          (previous[j - 1] as number) + change,
          (previous[j] as number) + drop,
          (current[j - 1] as number) + insert,
        ),
      );
    }
    previous = current;
  }
  return (previous[b.length] as number) / Math.max(1, b.length);
}

const isVowel = (letter: string) => 'aeiou'.includes(letter);

/** One spelling for one sound, as far as English letters tell. */
function plainSpelling(word: string): string {
  return word
    .replaceAll('ph', 'f')
    .replaceAll('x', 'ks')
    .replaceAll('qu', 'kw')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/[cq]/g, 'k')
    .replaceAll('z', 's')
    .replaceAll('y', 'i')
    .replaceAll('wh', 'w')
    .replace(/(.)\1+/g, '$1');
}

/** A recogniser that writes no capitals makes short names out of anything ("all day", "aldi"), and doubts them. */
const shortName = 4;
const doubted = 0.25;

const companyWords = new Set(['inc', 'corporation', 'incorporated', 'ltd', 'company', 'brand']);

/** How much hearing this form here proves, 0 to 1. */
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
  const named = cased && window.every(isCapital) && !(window[0] as Token).first;
  const heard = Math.min(...window.map(({ confidence }) => confidence));
  switch (form.kind) {
    case 'unique':
      if (!cased && !brand.target && form.key.length <= shortName && heard < doubted) return 0;
      if (brand.kept) return 0.95;
      return cased && window.every(isCapital) && isDistinctive(form.spelling) ? 0.8 : 0;
    case 'short':
      if (brand.target)
        return window.length === 1 || window.every(({ key }) => key.length === 1) ? 0.85 : 0;
      return cased ? (window.every(isShouted) ? 0.85 : 0) : form.key.length > 2 ? 0.7 : 0;
    case 'word':
      if (supported || named) return 0.9;
      return brand.target ? 0.8 : 0;
    case 'everyday':
      if (supported) return 0.9;
      if (named) return brand.kept ? 0.75 : 0;
      // Two everyday words in this order, asked for by name: "red bull".
      return brand.target && window.length > 1 && rank(form.key) === null ? 0.7 : 0;
  }
}

const isCapital = ({ text }: Token) => /^\P{L}*\p{Lu}/u.test(text);
const isShouted = ({ text }: Token) => /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);

/** Of overlapping mentions of one brand, or of unasked brands, the longer and surer one counts. */
function withoutShadowed(mentions: readonly Mention[]): SpokenBrand[] {
  const kept: Mention[] = [];
  const size = (mention: Mention) => mention.to - mention.from;
  const order = [...mentions].sort((a, b) => b.confidence - a.confidence || size(b) - size(a));
  for (const mention of order) {
    const shadowed = kept.some(
      (other) =>
        other.from < mention.to &&
        mention.from < other.to &&
        (other.brand === mention.brand || !mention.brand.target),
    );
    if (!shadowed) kept.push(mention);
  }
  return kept.map(({ from: _from, to: _to, ...mention }) => mention);
}

function tokensOf(segment: SpeechSegment): Token[] {
  const words = segment.words?.length ? segment.words : spreadWords(segment);
  const sentences = sentencesOf(segment.text);
  const ends: number[] = [];
  for (const sentence of sentences) ends.push((ends.at(-1) ?? 0) + keyOf(sentence).length);
  let letters = 0;
  let last = -1;
  return words.map(({ text, start, end, confidence }) => {
    const at = Math.max(
      0,
      ends.findIndex((reach) => letters < reach),
    );
    const key = keyOf(text);
    letters += key.length;
    const first = at !== last;
    last = at;
    const sentence = sentences[at] ?? segment.text;
    const sure = confidence ?? segment.confidence ?? 1;
    // A possessive ending is no part of the name.
    const plain = key.length > 3 && /['’]s\W*$/u.test(text) ? key.slice(0, -1) : key;
    return { text, key: plain, start, end, confidence: sure, first, sentence };
  });
}

/** Times by share of letters, where the recogniser gave none. */
function spreadWords({ text, start, end }: SpeechSegment) {
  const words = text.split(/\s+/).filter(Boolean);
  const total = words.reduce((sum, word) => sum + word.length + 1, 0);
  let at = 0;
  return words.map((word) => {
    const from = start + ((end - start) * at) / total;
    at += word.length + 1;
    return {
      text: word,
      start: from,
      end: start + ((end - start) * at) / total,
      confidence: undefined,
    };
  });
}

/** Names the recogniser heard where the transcript holds other words. */
function spottedMentions(
  spotted: readonly SpottedName[],
  brands: readonly BrandName[],
  segments: readonly SpeechSegment[],
  found: readonly SpokenBrand[],
): SpokenBrand[] {
  const slack = 0.5;
  return spotted.flatMap(({ name, start, end, confidence }) => {
    const brand = brands.find(({ forms }) => forms.some((form) => form.key === keyOf(name)));
    if (!brand) return [];
    const known = found.some(
      (other) => other.brand === brand && other.start < end + slack && start - slack < other.end,
    );
    const segment = segments.find((s) => s.start <= start + slack && start - slack < s.end);
    return known ? [] : [{ brand, start, end, sentence: segment?.text ?? name, confidence }];
  });
}
