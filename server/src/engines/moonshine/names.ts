/**
 * Replaces words that were probably misheard with names that sound like them. The model decides: it scores the line
 * again with the name in it, and the name is accepted if it makes the line hardly less likely.
 */
import { keyOf } from '../../analysis/name-key.ts';
import { soundDistance, soundsOf } from '../../analysis/sound.ts';
import type { SpokenTerm } from '../speech.ts';
import type { Decoded } from './decode.ts';
import { type Encoded, endToken, logSumExp, type MoonshineModel } from './model.ts';
import { startsWord, type TokenWord, textTokens, tokensOfText, wordsOfTokens } from './tokens.ts';

export interface FavouredName {
  readonly spelling: string;
  readonly key: string;
  readonly sounds: string;
  readonly firstToken: number;
  /**
   * Nats by which the name may make the line less likely, for each sound that the name shares with the words
   * recognised.
   */
  readonly trust: number;
}

/** The range of words that the name would replace, and measures of how well the name fits. */
interface Proposal extends Span {
  readonly name: FavouredName;
  readonly margin: number;
  /** How far the sounds of the name are from those of the words; 0: they sound the same. */
  readonly distance: number;
  readonly promise: number;
}

interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly tokens: readonly number[];
  readonly logProbabilities: readonly number[];
  readonly gain: number;
}

/**
 * Limits of a name's length in sounds: with fewer sounds, one more or less makes another word; a name with more is not
 * said in one breath.
 */
const soundsOfName = { least: 3, most: 24 };
/**
 * Sounds beyond this number do not make a name more trusted; otherwise, a part of a long name would be enough to accept
 * it.
 */
const soundsThatCount = 6;
const mostTokens = 12;
const mostWords = 4;
const mostDistance = 0.6;
const mostProposals = 4;
/**
 * Minimum probability of another word before the name, because that word may have been said instead of the word
 * recognised there.
 */
const leastBefore = 0.1;
/**
 * Negative natural logarithm of a probability. Words that together are likelier than this are taken to be recognised
 * correctly.
 */
const leastDoubt = 0.35;
/**
 * How far, in nats, a name's first token may fall below the margin, because the rest of the line may gain from the
 * name.
 */
const slack = 2;

/**
 * Leaves out `names` that have no Latin letter or are too short or too long, because they can't be recognised by sound.
 */
export function favouredNames(names: readonly string[], trust: number): FavouredName[] {
  return names.flatMap((spelling) => {
    const key = keyOf(spelling);
    const sounds = soundsOf(key);
    const isPronounceable = /^[a-zA-Z]+$/.test(sounds);
    if (!isPronounceable || sounds.length < soundsOfName.least || sounds.length > soundsOfName.most)
      return [];

    const tokens = tokensOfText(spelling.trim());
    const [firstToken] = tokens;
    if (firstToken === undefined || tokens.length > mostTokens) return [];

    return [{ spelling: spelling.trim(), key, sounds, firstToken, trust }];
  });
}

/** Terms of a glossary as names, once more for each way in which they sound. */
export function favouredTerms(terms: readonly SpokenTerm[], trust: number): FavouredName[] {
  return terms.flatMap(({ term, sounds }) => {
    const [name] = favouredNames([term], trust);
    if (!name) return [];

    const sounded = favouredNames(sounds, trust).map((form) => ({ ...name, sounds: form.sounds }));
    return [name, ...sounded];
  });
}

/**
 * Returns the line as recognised, except that a name replaces words wherever it explains their sound as well or nearly
 * as well.
 */
export async function withNames(
  model: MoonshineModel,
  encoded: Encoded,
  decoded: Decoded,
  names: readonly FavouredName[],
  decodeAgain: Again,
): Promise<Decoded> {
  const words = wordsOfTokens(decoded.tokens);
  if (names.length === 0 || words.length === 0 || decoded.looped) return decoded;

  const windows = doubtfulWindows(words, decoded.logProbabilities, names);
  if (windows.length === 0) return decoded;

  const line = await scoredLine(model, encoded, decoded.tokens);
  const proposals = proposed(line, words, windows, names);
  const replacements: Replacement[] = [];
  const beginnings: Begun[] = [];

  for (const proposal of proposals) {
    for (const start of starts(line, words[proposal.from] as TokenWord)) {
      const outcome = await tryName(model, encoded, line, words, proposal, start);
      if (outcome && 'tokens' in outcome) replacements.push(outcome);
      else if (outcome) beginnings.push(outcome);
    }
  }

  if (replacements.length > 0) return replaced(decoded, replacements);
  return (await goneOn(decoded, beginnings, decodeAgain)) ?? decoded;
}

/** Decodes a line that begins with these tokens. */
export type Again = (begin: readonly number[]) => Promise<Decoded>;

/**
 * A name that fits although the words after it no longer do. If the line begins with this name, its rest may be
 * recognised differently, so the line is decoded again.
 */
interface Begun {
  readonly begin: readonly number[];
  readonly margin: number;
  /** Gain from the name alone, without the rest of the line. */
  readonly gain: number;
}

async function goneOn(
  decoded: Decoded,
  beginnings: readonly Begun[],
  decodeAgain: Again,
): Promise<Decoded | null> {
  const [best] = [...beginnings].sort((a, b) => b.gain - a.gain);
  if (!best) return null;
  const alternative = await decodeAgain(best.begin);
  const total = ({ logProbabilities: logProbs }: Decoded) => sumOf(logProbs, 0, logProbs.length);
  return !alternative.looped && total(alternative) >= total(decoded) - best.margin
    ? alternative
    : null;
}

interface ScoredLine {
  /** Includes the end token. */
  readonly tokens: readonly number[];
  readonly logits: readonly Float32Array[];
  /** For each row of `logits`, the logarithm of the sum of exponentials. */
  readonly totals: readonly number[];
  readonly logProbabilities: readonly number[];
}

async function scoredLine(
  model: MoonshineModel,
  encoded: Encoded,
  heardTokens: readonly number[],
): Promise<ScoredLine> {
  const tokens = [...heardTokens, endToken];
  const logits = await model.logitsOf(encoded, tokens, 0);
  const totals = logits.map(logSumExp);
  const logProbabilities = tokens.map(
    (token, index) => (logits[index]?.[token] as number) - (totals[index] as number),
  );
  return { tokens, logits, totals, logProbabilities };
}

/** A range of words by index; `to` is exclusive. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Words that a name may replace. */
interface Window extends Span {
  readonly sounds: string;
}

/** Runs of words that a name may replace, without words that the model is sure of and words that are already a name. */
function doubtfulWindows(
  words: readonly TokenWord[],
  logProbabilities: readonly number[],
  names: readonly FavouredName[],
): Window[] {
  const keys = words.map(({ text }) => keyOf(text));
  const nameKeys = new Set(names.map(({ key }) => key));
  const spans = words.flatMap((_, from) =>
    Array.from({ length: Math.min(mostWords, words.length - from) }, (__, extraWords) => ({
      from,
      to: from + extraWords + 1,
    })),
  );
  const keyAt = ({ from, to }: Span) => keys.slice(from, to).join('');
  const settled = spans.filter((span) => {
    const key = keyAt(span);
    const isNameLike = span.to === span.from + 1 || /\p{Lu}/u.test(words[span.from]?.text ?? '');
    return isNameLike && (nameKeys.has(key) || nameKeys.has(key.replace(/s$/, '')));
  });

  return spans
    .filter((span) => settled.every(({ from, to }) => span.to <= from || span.from >= to))
    .filter((span) => {
      const first = words[span.from] as TokenWord;
      const last = words[span.to - 1] as TokenWord;
      const likely = sumOf(logProbabilities, first.from, last.to);
      return likely <= -leastDoubt || nameKeys.has(keyAt(span));
    })
    .map((span) => ({ ...span, sounds: soundsOf(keyAt(span)) }));
}

/**
 * The most promising proposals, at most one per name. A name's first token must be likely enough where the name would
 * begin.
 */
function proposed(
  line: ScoredLine,
  words: readonly TokenWord[],
  windows: readonly Window[],
  names: readonly FavouredName[],
): Proposal[] {
  const proposals = windows.flatMap(({ from, to, sounds }) => {
    const first = words[from] as TokenWord;
    const last = words[to - 1] as TokenWord;
    const row = line.logits[first.from] as Float32Array;
    const total = line.totals[first.from] as number;
    const heardScore = sumOf(line.logProbabilities, first.from, last.to);

    return names.flatMap((name): Proposal[] => {
      const promise = (row[name.firstToken] as number) - total - heardScore;
      const maxMargin = name.trust * Math.min(name.sounds.length, soundsThatCount);
      if (promise < -maxMargin - slack) return [];
      const distance = soundDistance(sounds, name.sounds);
      const margin = maxMargin * (1 - distance);
      if (distance > mostDistance || promise < -margin - slack) return [];
      return [{ name, margin, from, to, distance, promise }];
    });
  });
  return proposals
    .sort((a, b) => rankOf(b) - rankOf(a))
    .filter(
      ({ name }, index, list) => list.findIndex((candidate) => candidate.name === name) === index,
    )
    .slice(0, mostProposals);
}

/** A difference of 0.1 in the distance of sounds weighs as much as one nat of the first token's log probability. */
const rankOf = ({ promise, distance }: Proposal): number => promise - 10 * distance;

/** Where a replacement begins: at the name itself, or at the word before the name, which may have been misheard too. */
interface Start {
  readonly from: number;
  readonly tokens: readonly number[];
}

/**
 * The possible starts of a replacement. A misheard name may also change the word before it: "will send some" for "while
 * Samsung".
 */
function starts(line: ScoredLine, { from }: TokenWord): Start[] {
  const asHeard = { from, tokens: [] };
  const previousToken = line.tokens[from - 1];
  const row = line.logits[from - 1];
  if (previousToken === undefined || !row || !startsWord(previousToken)) return [asHeard];

  const minLogit = (line.totals[from - 1] as number) + Math.log(leastBefore);
  const otherStarts: Start[] = [];
  for (let token = 0; token < textTokens; token++)
    if ((row[token] as number) >= minLogit && token !== previousToken && startsWord(token))
      otherStarts.push({ from: from - 1, tokens: [token] });

  return [asHeard, ...otherStarts];
}

/** Tries a name in the line; null if the name makes the line too unlikely. */
async function tryName(
  model: MoonshineModel,
  encoded: Encoded,
  line: ScoredLine,
  words: readonly TokenWord[],
  { name, margin, to }: Proposal,
  { from, tokens: leadTokens }: Start,
): Promise<Replacement | Begun | null> {
  const last = words[to - 1] as TokenWord;
  const nameTokens = [
    ...leadTokens,
    ...tokensOfText(name.spelling + endingOf(last.text, name.spelling)),
  ];
  const tokens = [...line.tokens.slice(0, from), ...nameTokens, ...line.tokens.slice(last.to)];
  const logits = await model.logitsOf(encoded, tokens, from);
  const logProbabilities: number[] = [];
  let gain = -sumOf(line.logProbabilities, from, line.tokens.length);
  let nameGain = -sumOf(line.logProbabilities, from, last.to);

  for (const [index, row] of logits.entries()) {
    const logProbability = (row[tokens[from + index] as number] as number) - logSumExp(row);
    logProbabilities.push(logProbability);
    gain += logProbability;

    if (index < nameTokens.length) nameGain += logProbability;
    if (gain >= -margin) continue;

    const begin = tokens.slice(0, from + nameTokens.length);
    return index >= nameTokens.length && nameGain >= -margin
      ? { begin, margin, gain: nameGain }
      : null;
  }

  const heardAs = { from, to: last.to, tokens: nameTokens };
  return { ...heardAs, logProbabilities: logProbabilities.slice(0, nameTokens.length), gain };
}

/**
 * The punctuation after the last word; if the word ends in s and the name does not, a possessive 's comes before it.
 */
function endingOf(word: string, name: string): string {
  const [, s, marks = ''] = /(s)?([^\p{L}\p{N}]*)$/iu.exec(word) ?? [];
  return (s === undefined || /s$/i.test(name) ? '' : "'s") + marks;
}

const sumOf = (values: readonly number[], from: number, to: number): number =>
  values.slice(from, to).reduce((sum, logProbability) => sum + logProbability, 0);

/** Applies the best replacements that don't overlap. A name takes over the attention of the words it replaces. */
function replaced(decoded: Decoded, replacements: readonly Replacement[]): Decoded {
  const chosen: Replacement[] = [];

  for (const replacement of [...replacements].sort((a, b) => b.gain - a.gain))
    if (chosen.every(({ from, to }) => replacement.to <= from || replacement.from >= to))
      chosen.push(replacement);
  let result = decoded;

  // Starts from the end, so that earlier positions remain valid.
  for (const { from, to, tokens, logProbabilities } of chosen.sort((a, b) => b.from - a.from)) {
    const attention = tokens.map(
      (_, index) =>
        decoded.attention[from + Math.floor((index * (to - from)) / tokens.length)] as Float32Array,
    );
    result = {
      tokens: result.tokens.toSpliced(from, to - from, ...tokens),
      logProbabilities: result.logProbabilities.toSpliced(from, to - from, ...logProbabilities),
      attention: result.attention.toSpliced(from, to - from, ...attention),
      looped: false,
    };
  }

  return result;
}
