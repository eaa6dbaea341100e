/**
 * Replaces words that were likely misheard with names that sound like them. The model decides: it scores the line again
 * with the name in it, and the name is accepted if it makes the line hardly less likely for the same sound.
 */
import { keyOf } from '../../analysis/name-key.ts';
import { soundDistance, soundsOf } from '../../analysis/sound.ts';
import type { Decoded } from './decode.ts';
import { type Encoded, endToken, logSumExp, type MoonshineModel } from './model.ts';
import { startsWord, type TokenWord, textTokens, tokensOfText, wordsOfTokens } from './tokens.ts';

export interface FavouredName {
  readonly spelling: string;
  readonly key: string;
  readonly sounds: string;
  readonly firstToken: number;
  /** Nats by which the line may be less likely with the name than as heard, for each sound the two have in common. */
  readonly trust: number;
}

/** The places of the words it would replace, and how likely the name is there. */
interface Proposal extends Span {
  readonly name: FavouredName;
  readonly margin: number;
  /** 0: the same sound. */
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

/** In a shorter name, one letter more or less makes another word; a longer name is not said in one breath. */
const soundsOfName = { least: 3, most: 24 };
/** More sounds do not make a name more trusted, because a part of it would be enough. */
const soundsThatCount = 6;
const mostTokens = 12;
const mostWords = 4;
const mostDistance = 0.6;
const mostProposals = 4;
/** A word before a name with a higher probability than this may have been said instead of the word heard. */
const leastBefore = 0.1;
/** Negative natural logarithm: words that are together likelier than this were really said. */
const leastDoubt = 0.35;
/** Amount that the rest of the line may gain from a name before it. */
const slack = 2;

/** Leaves out `names` without a Latin letter, or too short or too long: they can't be recognised by sound. */
export function favouredNames(names: readonly string[], trust: number): FavouredName[] {
  return names.flatMap((spelling) => {
    const key = keyOf(spelling);
    const sounds = soundsOf(key);
    const told = /^[a-zA-Z]+$/.test(sounds);
    if (!told || sounds.length < soundsOfName.least || sounds.length > soundsOfName.most) return [];

    const tokens = tokensOfText(spelling.trim());
    const [firstToken] = tokens;
    if (firstToken === undefined || tokens.length > mostTokens) return [];

    return [{ spelling: spelling.trim(), key, sounds, firstToken, trust }];
  });
}

/** The line as heard, with names in place of words that they explain as well or nearly so. */
export async function withNames(
  model: MoonshineModel,
  encoded: Encoded,
  heard: Decoded,
  names: readonly FavouredName[],
  again: Again,
): Promise<Decoded> {
  const words = wordsOfTokens(heard.tokens);
  if (names.length === 0 || words.length === 0 || heard.looped) return heard;

  const windows = doubtfulWindows(words, heard.logProbabilities, names);
  if (windows.length === 0) return heard;

  const line = await scoredLine(model, encoded, heard.tokens);
  const proposals = proposed(line, words, windows, names);
  const found: Replacement[] = [];
  const begun: Begun[] = [];

  for (const proposal of proposals) {
    for (const start of starts(line, words[proposal.from] as TokenWord)) {
      const outcome = await tried(model, encoded, line, words, proposal, start);
      if (outcome && 'tokens' in outcome) found.push(outcome);
      else if (outcome) begun.push(outcome);
    }
  }

  if (found.length > 0) return replaced(heard, found);
  return (await goneOn(heard, begun, again)) ?? heard;
}

/** Decodes a line that begins with these tokens. */
export type Again = (begin: readonly number[]) => Promise<Decoded>;

/** A name that fits, followed by words that don't: with another beginning, the rest may be heard differently too. */
interface Begun {
  readonly begin: readonly number[];
  readonly margin: number;
  /** Gain from the name alone. */
  readonly gain: number;
}

async function goneOn(
  heard: Decoded,
  begun: readonly Begun[],
  again: Again,
): Promise<Decoded | null> {
  const [best] = [...begun].sort((a, b) => b.gain - a.gain);
  if (!best) return null;
  const other = await again(best.begin);
  const total = ({ logProbabilities: all }: Decoded) => sumOf(all, 0, all.length);
  return !other.looped && total(other) >= total(heard) - best.margin ? other : null;
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
  heard: readonly number[],
): Promise<ScoredLine> {
  const tokens = [...heard, endToken];
  const logits = await model.logitsOf(encoded, tokens, 0);
  const totals = logits.map(logSumExp);
  const logProbabilities = tokens.map(
    (token, index) => (logits[index]?.[token] as number) - (totals[index] as number),
  );
  return { tokens, logits, totals, logProbabilities };
}

/** Places of consecutive words. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Words that a name may replace. */
interface Window extends Span {
  readonly sounds: string;
}

/** Leaves out words that the model is sure of, and words that are a name already. */
function doubtfulWindows(
  words: readonly TokenWord[],
  logProbabilities: readonly number[],
  names: readonly FavouredName[],
): Window[] {
  const keys = words.map(({ text }) => keyOf(text));
  const known = new Set(names.map(({ key }) => key));
  const spans = words.flatMap((_, from) =>
    Array.from({ length: Math.min(mostWords, words.length - from) }, (__, more) => ({
      from,
      to: from + more + 1,
    })),
  );
  const keyAt = ({ from, to }: Span) => keys.slice(from, to).join('');
  const settled = spans.filter((span) => {
    const key = keyAt(span);
    const named = span.to === span.from + 1 || /\p{Lu}/u.test(words[span.from]?.text ?? '');
    return named && (known.has(key) || known.has(key.replace(/s$/, '')));
  });

  return spans
    .filter((span) => settled.every(({ from, to }) => span.to <= from || span.from >= to))
    .filter((span) => {
      const first = words[span.from] as TokenWord;
      const last = words[span.to - 1] as TokenWord;
      const likely = sumOf(logProbabilities, first.from, last.to);
      return likely <= -leastDoubt || known.has(keyAt(span));
    })
    .map((span) => ({ ...span, sounds: soundsOf(keyAt(span)) }));
}

/** The most promising proposals: the first token must be likely enough at the start of the name. */
function proposed(
  line: ScoredLine,
  words: readonly TokenWord[],
  windows: readonly Window[],
  names: readonly FavouredName[],
): Proposal[] {
  const found = windows.flatMap(({ from, to, sounds }) => {
    const first = words[from] as TokenWord;
    const last = words[to - 1] as TokenWord;
    const row = line.logits[first.from] as Float32Array;
    const total = line.totals[first.from] as number;
    const heard = sumOf(line.logProbabilities, first.from, last.to);

    return names.flatMap((name): Proposal[] => {
      const promise = (row[name.firstToken] as number) - total - heard;
      const most = name.trust * Math.min(name.sounds.length, soundsThatCount);
      if (promise < -most - slack) return [];
      const distance = soundDistance(sounds, name.sounds);
      const margin = most * (1 - distance);
      if (distance > mostDistance || promise < -margin - slack) return [];
      return [{ name, margin, from, to, distance, promise }];
    });
  });
  return found
    .sort((a, b) => rankOf(b) - rankOf(a))
    .filter(({ name }, index, all) => all.findIndex((other) => other.name === name) === index)
    .slice(0, mostProposals);
}

/** A tenth of the sounds weighs as much as one nat of the first token. */
const rankOf = ({ promise, distance }: Proposal): number => promise - 10 * distance;

/** Where a replacement begins: at the name, or at a word before it that may have been another. */
interface Start {
  readonly from: number;
  readonly tokens: readonly number[];
}

/** "will send some" for "while Samsung": a name heard as other words changes the one before it. */
function starts(line: ScoredLine, { from }: TokenWord): Start[] {
  const asHeard = { from, tokens: [] };
  const before = line.tokens[from - 1];
  const row = line.logits[from - 1];
  if (before === undefined || !row || !startsWord(before)) return [asHeard];

  const least = (line.totals[from - 1] as number) + Math.log(leastBefore);
  const others: Start[] = [];
  for (let token = 0; token < textTokens; token++)
    if ((row[token] as number) >= least && token !== before && startsWord(token))
      others.push({ from: from - 1, tokens: [token] });

  return [asHeard, ...others];
}

/** Null if the line becomes too unlikely. */
async function tried(
  model: MoonshineModel,
  encoded: Encoded,
  line: ScoredLine,
  words: readonly TokenWord[],
  { name, margin, to }: Proposal,
  { from, tokens: before }: Start,
): Promise<Replacement | Begun | null> {
  const last = words[to - 1] as TokenWord;
  const own = [...before, ...tokensOfText(name.spelling + endingOf(last.text, name.spelling))];
  const tokens = [...line.tokens.slice(0, from), ...own, ...line.tokens.slice(last.to)];
  const logits = await model.logitsOf(encoded, tokens, from);
  const logProbabilities: number[] = [];
  let gain = -sumOf(line.logProbabilities, from, line.tokens.length);
  let named = -sumOf(line.logProbabilities, from, last.to);

  for (const [index, row] of logits.entries()) {
    const one = (row[tokens[from + index] as number] as number) - logSumExp(row);
    logProbabilities.push(one);
    gain += one;

    if (index < own.length) named += one;
    if (gain >= -margin) continue;

    const begin = tokens.slice(0, from + own.length);
    return index >= own.length && named >= -margin ? { begin, margin, gain: named } : null;
  }

  const heardAs = { from, to: last.to, tokens: own };
  return { ...heardAs, logProbabilities: logProbabilities.slice(0, own.length), gain };
}

/** Marks after the last word, and a possessive s if it ends in one. */
function endingOf(word: string, name: string): string {
  const [, s, marks = ''] = /(s)?([^\p{L}\p{N}]*)$/iu.exec(word) ?? [];
  return (s === undefined || /s$/i.test(name) ? '' : "'s") + marks;
}

const sumOf = (values: readonly number[], from: number, to: number): number =>
  values.slice(from, to).reduce((sum, one) => sum + one, 0);

/** The best replacements that don't overlap. A name attends to the sound of the words it replaces. */
function replaced(heard: Decoded, found: readonly Replacement[]): Decoded {
  const chosen: Replacement[] = [];

  for (const one of [...found].sort((a, b) => b.gain - a.gain))
    if (chosen.every(({ from, to }) => one.to <= from || one.from >= to)) chosen.push(one);
  let result = heard;

  // From the end, so that earlier positions remain valid.
  for (const { from, to, tokens, logProbabilities } of chosen.sort((a, b) => b.from - a.from)) {
    const attention = tokens.map(
      (_, index) =>
        heard.attention[from + Math.floor((index * (to - from)) / tokens.length)] as Float32Array,
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
